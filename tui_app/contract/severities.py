"""The severities of states in the trade register; of several states the gravest counts."""

from __future__ import annotations

from typing import Final

STRUCK_OFF: Final = 90
ACTIVE: Final = 20
UNKNOWN: Final = 5
NOTE: Final = 1
