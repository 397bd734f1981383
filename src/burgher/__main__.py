"""`burgher`, and `python -m burgher`. Processes that work for a command read this too, and need no more."""


def main() -> None:
    """Run the command that the arguments name."""
    from burgher.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
