"""Personal numeric codes (CNP) are taken out of whatever a user types before it is kept."""

from __future__ import annotations

import re
from typing import Final

_IN_PLACE: Final = "█" * 13
_TOGETHER: Final = re.compile(r"(?<![0-9])[0-9]{13}(?![0-9])", re.ASCII)
# Sex and century, then year, month and day of birth, then six digits; parted in any way.
_PARTED: Final = re.compile(
    r"(?<![0-9])[1-9][ .\-/]?(?:[0-9][ .\-/]?){2}"
    r"(?:0[ .\-/]?[1-9]|1[ .\-/]?[0-2])[ .\-/]?"
    r"(?:0[ .\-/]?[1-9]|[12][ .\-/]?[0-9]|3[ .\-/]?[01])"
    r"(?:[ .\-/]?[0-9]){6}(?![0-9])",
    re.ASCII,
)


def without_personal_codes(text: str) -> str:
    """The text with every personal code blotted out: thirteen digits, or those of one parted."""
    return _PARTED.sub(_IN_PLACE, _TOGETHER.sub(_IN_PLACE, text))
