"""The ``firmeterm`` command, and ``python -m tui_app``."""

from __future__ import annotations

import sys


def main() -> None:
    """Open the explorer when there is no argument, else read the command line."""
    if len(sys.argv) > 1:
        from tui_app.cli import main as command

        command()
        return
    # Reading the command line needs a library that nothing else at the start needs.
    from tui_app.explore import CannotExploreError, explore

    try:
        explore()
    except CannotExploreError as error:
        raise SystemExit(f"Error: {error}") from None


if __name__ == "__main__":
    main()
