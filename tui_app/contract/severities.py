"""The severities of states in the trade register; the gravest of several counts."""

from __future__ import annotations

from typing import Final

STRUCK_OFF: Final = 90
ACTIVE: Final = 20
UNKNOWN: Final = 5
NOTE: Final = 1
