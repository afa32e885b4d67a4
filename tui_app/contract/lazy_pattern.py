"""Regular expressions that are compiled on first use, which keeps the start short."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial


def lazy_pattern(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A function that returns the compiled pattern; compiling all at start would take 6 ms."""
    return cache(partial(re.compile, pattern, flags))
