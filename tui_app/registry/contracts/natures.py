"""What kinds of contracts there are, and which of their values may be summed."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Nature(IntEnum):
    """The nature of a row. Databases store its number; ``LABELS`` has its name for programs."""

    CONTRACT = 1
    CALL_OFF = 2
    FRAMEWORK = 3
    NO_NOTICE = 4
    PURCHASE = 5
    NOT_TOLD = 6


LABELS: Final = {
    Nature.CONTRACT: "contract",
    Nature.CALL_OFF: "callOff",
    Nature.FRAMEWORK: "framework",
    Nature.NO_NOTICE: "noNotice",
    Nature.PURCHASE: "purchase",
    Nature.NOT_TOLD: "notTold",
}
SUMMED: Final = (Nature.CONTRACT, Nature.CALL_OFF, Nature.NO_NOTICE)
"""The natures that are contracts of a known value: that of a framework is a ceiling."""

CEILING: Final = 27_012_000
CEILING_OF_WORKS: Final = 90_040_000
"""Bani. The most permissive ceilings of a direct purchase that the law ever had: goods and services
since 2023, and works. A larger value is a typing error."""

LARGE: Final = 100_000_000_000
"""Bani: 1 bn RON. Contracts have no ceiling, but above this value most are typing errors."""

KEPT: Final = 50
"""Direct purchases of one buyer and winner that are kept in full: the largest."""
