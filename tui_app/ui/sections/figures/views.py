"""What the Financials tab can show."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

RANGES: Final = (0, 5, 3)
"""How many of the latest years are shown; 0: all."""


class View(StrEnum):
    """What is shown of the figures."""

    BOTH = "both"
    CHART = "chart"
    TABLE = "table"
