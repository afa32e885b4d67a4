"""Fixtures of the walks: the explorer, started at a fifth of the price of a true start."""

from tests.terminal.explorer import start

__all__ = ["start"]
