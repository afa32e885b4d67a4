"""Starts one of our own modules in another process."""

from __future__ import annotations

import sys


def module_command(module: str, *arguments: str) -> list[str]:
    """The command; ``-P`` keeps the user's current folder off the module search path."""
    return [sys.executable, "-P", "-m", module, *arguments]
