"""`python -m maskera`: the command line."""

from maskera.cli.main import main

if __name__ == "__main__":
    main()
