"""Criteria for screening companies: as objects, and as a line in a small language."""

from __future__ import annotations

from typing import Final

LONGEST_LINE: Final = 1_000

OF_THE_PAST: Final = ("changed", "since", "was", "moved-from")
"""Fields of criteria that need the history of the register."""

OF_MONEY: Final = ("won", "won-year", "buyer", "cpv", "public-share", "buyers")
"""Fields of criteria that need public contracts."""
