"""How texts are compared: without case, marks or the number of blanks.

``ş``, ``ș`` and ``s`` are the same letter, so both spellings of Romanian and text typed
without diacritics find the same companies.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# A control character parts words and is nothing else: an index could not even hold some.
_CONTROLS: Final = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")


def fold(text: str) -> str:
    """The form of a text that comparisons use. Folding twice changes nothing."""
    folded = text if text.isprintable() else text.translate(_CONTROLS)
    if folded.isascii():
        return " ".join(folded.lower().split())
    # A compatibility form can hold capitals and a folded letter marks: go on until it rests.
    while (again := _fold_once(folded)) != folded:
        folded = again
    return folded


def _fold_once(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.category(c).startswith("M"))
    return " ".join(bare.casefold().split())
