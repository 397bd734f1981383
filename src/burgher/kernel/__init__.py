"""What every game stands on, knowing none of them."""
