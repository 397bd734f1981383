"""`burgher …`: one file for each command."""
