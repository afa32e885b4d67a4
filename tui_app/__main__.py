"""The ``firmeterm`` command, and ``python -m tui_app``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Open the explorer when there is no argument, else read the command line."""
    # A shell that completes a word calls the program with nothing but this variable.
    if len(sys.argv) > 1 or "_FIRMETERM_COMPLETE" in os.environ:
        from tui_app.cli import main as command

        command(prog_name="firmeterm")
        return
    # Reading the command line needs a library that nothing else at the start needs.
    from tui_app.explore import CannotExploreError, explore

    try:
        explore()
    except CannotExploreError as error:
        raise SystemExit(f"Error: {error}") from None


if __name__ == "__main__":
    main()
