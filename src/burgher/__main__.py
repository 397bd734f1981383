"""`python -m burgher`: the same as `burgher`."""

from burgher.cli.app import main

if __name__ == "__main__":
    main()
