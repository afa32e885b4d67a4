"""Two to five companies side by side."""

from typing import Final

MAX_COMPARED: Final = 5
"""Most companies in a comparison."""

MIN_COMPARED: Final = 2
"""Fewest companies in a comparison."""
