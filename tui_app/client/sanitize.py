"""Makes untrusted text safe to show: whatever a terminal would obey is taken out.

Every string of an answer, an error text and a header passes ``clean`` once, where it is
decoded. What is left prints as itself: no control or escape sequence, nothing invisible, no
change of writing direction, no tower of combining marks, no endless line.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 2_000
"""Characters of a value that are kept; the last one kept of a cut text is ``…``."""

MOST_MARKS: Final = 3
"""Combining marks kept on one letter. Living languages stack two, rarely three."""

# Letters of Latin scripts, common punctuation and currency signs: nearly every real value.
_PLAIN: Final = re.compile(r"[ -~¡-¬®-\u024f\u2010-\u2027\u20a0-\u20bf]*")

_BREAKS: Final = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
# Letters and marks by category, yet nothing is drawn: Hangul fillers, the grapheme joiner,
# the Khmer inherent vowels, the Mongolian selectors and the Braille blank.
_INVISIBLE: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800"
)
# Controls, formats (bidi and zero-width among them), surrogates, unassigned, private use.
_OBEYED: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})


def without_breaks(text: str) -> str:
    """The text with a blank for each line break and tab: no loss, and so no fault."""
    return text.translate(_BREAKS)


def clean(text: str, longest: int = LONGEST) -> str:
    """The text as it may be shown. Cleaning twice changes nothing.

    A line break or a tab becomes a blank, other controls vanish, and a text longer than
    ``longest`` characters is cut.
    """
    # Whatever is thrown away, a text this long is cut: never look at more of it.
    seen = without_breaks(text[: longest * 4])
    harmless = seen if _PLAIN.fullmatch(seen) else _without_harm(seen)
    if len(harmless) <= longest and len(text) <= longest * 4:
        return harmless
    return harmless[: longest - 1] + "…"


def _without_harm(text: str) -> str:
    kept: list[str] = []
    marks = MOST_MARKS  # a mark with no letter before it would sit on the program's own text
    for character in text:
        category = unicodedata.category(character)
        if category in _OBEYED or character in _INVISIBLE:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)
