"""How severe each state in the trade register is; a company has its most severe one."""

from __future__ import annotations

from typing import Final

STRUCK_OFF: Final = 90
ACTIVE: Final = 20
UNKNOWN: Final = 5
NOTE: Final = 1
