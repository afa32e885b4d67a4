"""Makes untrusted text safe to show: removes everything that a terminal would act on.

Every string of an answer, an error text and a header passes ``clean`` once, where it is decoded.
The result prints as itself: no control or escape sequence, nothing invisible, no change of writing
direction, no stack of combining marks, no endless line.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 2_000
"""The most characters of a value; a cut text ends in ``…``."""

MAX_MARKS: Final = 3
"""The most combining marks on one letter. Living languages stack two, rarely three."""

# Letters of Latin scripts, common punctuation and currency signs: nearly every real value.
_PLAIN: Final = re.compile(r"[ -~¡-¬®-\u024f\u2010-\u2027\u20a0-\u20bf]*")

_BREAKS: Final = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
# Letters and marks by category that draw nothing: Hangul fillers, the grapheme joiner,
# the Khmer inherent vowels, the Mongolian selectors and the Braille blank.
_INVISIBLE: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800"
)
# Controls, formats (bidi and zero-width among them), surrogates, unassigned, private use.
_CONTROL_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})


def without_breaks(text: str) -> str:
    """The text with a blank for each line break and tab: nothing is lost, so it is not a fault."""
    return text.translate(_BREAKS)


def clean(text: str, longest: int = LONGEST) -> str:
    """The text, made safe to show. Cleaning twice changes nothing.

    A line break or a tab becomes a blank, other controls are removed, and a text longer than
    ``longest`` characters is cut.
    """
    # The text is cut first, so that the work is bounded.
    seen = without_breaks(text[: longest * 4])
    harmless = seen if _PLAIN.fullmatch(seen) else _safe_text(seen)
    if len(harmless) <= longest and len(text) <= longest * 4:
        return harmless
    return harmless[: longest - 1] + "…"


def _safe_text(text: str) -> str:
    safe: list[str] = []
    marks = MAX_MARKS  # without a letter before it, a mark would join the program's own text
    for character in text:
        category = unicodedata.category(character)
        if category in _CONTROL_CATEGORIES or character in _INVISIBLE:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= MAX_MARKS:
            safe.append(character)
    return "".join(safe)
