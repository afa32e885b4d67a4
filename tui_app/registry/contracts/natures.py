"""The natures of contracts, and which of their values may be summed."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class ContractNature(IntEnum):
    """The nature of a row. Databases store its number; ``LABELS`` has its name for programs."""

    CONTRACT = 1
    CALL_OFF = 2
    FRAMEWORK = 3
    NO_NOTICE = 4
    PURCHASE = 5
    NOT_TOLD = 6


LABELS: Final = {
    ContractNature.CONTRACT: "contract",
    ContractNature.CALL_OFF: "callOff",
    ContractNature.FRAMEWORK: "framework",
    ContractNature.NO_NOTICE: "noNotice",
    ContractNature.PURCHASE: "purchase",
    ContractNature.NOT_TOLD: "notTold",
}
SUMMED: Final = (ContractNature.CONTRACT, ContractNature.CALL_OFF, ContractNature.NO_NOTICE)
"""The natures of contracts with a known value; the value of a framework is only a ceiling."""

CEILING: Final = 27_012_000
CEILING_OF_WORKS: Final = 90_040_000
"""The highest ceilings of a direct purchase that the law ever had, in bani.

They are for goods and services since 2023, and for works. A larger value is a typing error.
"""

LARGE: Final = 100_000_000_000
"""In bani: 1 bn RON. Contracts have no ceiling, but above this value most are typing errors."""

KEPT: Final = 50
"""How many direct purchases of one buyer and winner are stored in full: the largest."""
