"""Inserts the blanks that the courts' portal leaves out of names.

Only blanks are added; letters stay as sent. The portal's own lists name the
courts (``CurteadeApelBUCURESTI``) and the categories (``Litigiicuprofesionistii``).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.counties import COUNTIES
from tui_app.contract.vocabulary.localities import TOWNS

_PHRASES: Final = (
    # courts; if one name begins with another, the longer comes first
    "inalta curte de casatie si justitie",
    "curtea militara de apel",
    "curtea de apel",
    "tribunalul militar teritorial",
    "tribunalul militar",
    "tribunalul pentru minori si familie",
    "tribunalul comercial",
    "tribunalul specializat",
    "tribunalul",
    "judecatoria",
)
_WHOLE: Final = (
    "contencios administrativ si fiscal",
    "litigii de munca",
    "litigii cu profesionistii",
    "asigurari sociale",
    "minori si familie",
    "proprietate intelectuala",
    "alte materii",
    "achizitii publice",
    "drept maritim si fluvial",
    "contestatie in anulare",
    "contestatie la executare",
)


def _glued(text: str) -> str:
    """The letters in lower case without marks or blanks, one for each letter of the text."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())


def _table(phrases: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    return {_glued(each): tuple(map(len, each.split(" "))) for each in phrases}


_BEGINNINGS: Final = _table(_PHRASES)
_NAMES: Final = _table(_WHOLE)
# The portal also writes the article: Odorheiul Secuiesc.
_TOWNS: Final = _table(
    (
        *TOWNS,
        *(re.sub("u ", "ul ", town, count=1) for town in TOWNS),
        *(fold(county.name) for county in COUNTIES.values()),
        "rosiori de vede",
    )
)
_SECTOR: Final = lazy_pattern(r"(?i)(sectorul|sector)(\d)(.*)")


@lru_cache(maxsize=2000)
def with_blanks(text: str) -> str:
    """A name with its blanks; a name that has blanks already is not changed."""
    if not text or any(c.isspace() for c in text) or len(_glued(text)) != len(text):
        return text
    folded = _glued(text)
    if folded in _NAMES:
        return _parted(text, _NAMES[folded])
    for beginning, lengths in _BEGINNINGS.items():
        if folded.startswith(beginning):
            court, town = text[: len(beginning)], text[len(beginning) :]
            return " ".join(part for part in (_parted(court, lengths), _place(town)) if part)
    # Otherwise, a capital after a small letter begins a word.
    return re.sub(r"(?<=[a-zăâîșțşţ])(?=[A-ZĂÂÎȘȚŞŢ])", " ", text)


def short_court(court: str) -> str:
    """A court's name, with the kind of court abbreviated as lawyers do."""
    kinds = (("Tribunalul ", "Trib. "), ("Curtea de Apel ", "C.A. "))
    for whole, brief in (*kinds, ("Judecătoria ", "Jud. "), ("Judecatoria ", "Jud. ")):
        if court.startswith(whole):
            return brief + court.removeprefix(whole)
    return court


def _place(text: str) -> str:
    if sector := _SECTOR().fullmatch(text):
        return " ".join(part for part in sector.groups() if part)
    lengths = _TOWNS.get(_glued(text))
    return _parted(text, lengths) if lengths else text


def _parted(text: str, lengths: tuple[int, ...]) -> str:
    words, start = [], 0
    for length in lengths:
        words.append(text[start : start + length])
        start += length
    return " ".join(words)
