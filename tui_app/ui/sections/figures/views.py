"""The views of the Financials tab."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

RANGES: Final = (0, 5, 3)
"""How many of the latest years are shown; 0: all."""


class View(StrEnum):
    """Which parts of the figures are shown."""

    BOTH = "both"
    CHART = "chart"
    TABLE = "table"
