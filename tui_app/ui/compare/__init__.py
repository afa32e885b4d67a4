"""Two to five companies side by side."""

from typing import Final

MAX_COMPARED: Final = 5
"""The most companies in a comparison."""

MIN_COMPARED: Final = 2
"""The fewest companies in a comparison."""
