"""Two to five companies side by side."""

from typing import Final

MOST: Final = 5
"""Most companies in a comparison."""

FEWEST: Final = 2
"""Fewest companies in a comparison."""
