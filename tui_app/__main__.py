"""Lets ``python -m tui_app`` do what the ``firmeterm`` command does."""

from tui_app.cli import main

if __name__ == "__main__":
    main()
