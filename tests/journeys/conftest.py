"""Fixtures of the walks: the explorer, started at a fifth of the price of a true start."""

from tests.terminal.explorer import preloaded, start

__all__ = ["preloaded", "start"]
