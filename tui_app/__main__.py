"""The ``firmeterm`` command, and ``python -m tui_app``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

_WRONG_USE = 2
_INTERRUPTED = 130


def main() -> None:
    """Run the program; where memory runs out, say so in words and end."""
    try:
        _run()
    except KeyboardInterrupt:
        # Before a command could take it: while the program was being loaded.
        raise SystemExit(_INTERRUPTED) from None
    except Exception as error:
        _end_without_memory(error)
        raise


def _end_without_memory(error: Exception) -> None:
    """End with a sentence where memory ran out; any other error goes on."""
    from tui_app.system import memory
    from tui_app.system.language import _

    if memory.is_exhausted(error):
        memory.release_reserve()
        sys.stderr.write(f"{_(memory.OUT_OF_MEMORY)}\n")
        raise SystemExit(memory.EXIT_STATUS) from None


def _run() -> None:
    """Open the explorer when there is no argument, else read the command line."""
    # For completion, a shell calls the program with only this variable set.
    if len(sys.argv) > 1 or "_FIRMETERM_COMPLETE" in os.environ:
        if "_FIRMETERM_COMPLETE" in os.environ:
            from tui_app.cli.shells import register

            register()
        _commands()(prog_name="firmeterm")
        return
    # click is imported only for a command line: nothing else at start-up needs it.
    from tui_app.cli.explore import CannotExploreError, explore

    try:
        explore(_commands)
    except CannotExploreError as error:
        sys.stderr.write(f"Error: {error}\n")
        raise SystemExit(_WRONG_USE) from None


def _commands() -> click.Group:
    from tui_app.cli.main import main as commands

    return commands


if __name__ == "__main__":
    main()
