"""What tests in a terminal share: the explorer, started."""

from tests.terminal.explorer import start

__all__ = ["start"]
