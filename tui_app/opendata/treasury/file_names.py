"""The year and the set of a yearly statement, by the names that the ministry gave its files.

Names changed: ``web2008.txt``, ``webuuan2015.txt``, ``webblbsslan2015.txt``, ``webir2018.txt``,
``WEB_BL_BS_SL_AN2024.txt``. A folder of several years (``situatii_financiare_2009-2018``), and one
that has files of other years, tell nothing about a file whose own name tells its year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tui_app.opendata.files.names import words_of
from tui_app.registry.statement_sets import ALL, IFRS, LONG, OTHER, SMALL

_LETTERS: Final = {"uu": SMALL, "bl": LONG, "bs": LONG, "sl": LONG, "ifrs": IFRS, "irs": IFRS,
                   "ir": IFRS}  # fmt: skip
_IN_SETS: Final = "|".join(_LETTERS)
_WEB: Final = re.compile(
    r"web ?([a-z ]*?) ?(?:an(?:ul)? ?)?(20[0-4]\d|(?:(?<=an)|(?<=an ))[0-4]\d)(?!\d)"
)
_YEAR: Final = re.compile(r"(?<!\d)20[0-4]\d(?!\d)")
_OF_YEAR: Final = re.compile(r"(?<![a-z])(?:an(?:ul)?|situatii financiare) ?(20[0-4]\d)(?!\d)")


class StatementName(NamedTuple):
    """What a name tells: a year, if it does, and one of ``STATEMENT_SETS``, or another set."""

    year: int | None
    which: str


def read_name(name: str) -> StatementName:
    """The year and the set in the name of a statement or of its legend."""
    words = words_of(name)
    if found := _WEB.search(words):
        year = int(found[2]) + 2000 * (len(found[2]) == 2)
        return StatementName(year, _set(found[1].replace(" ", "")) if found[1] else ALL)
    of_year, years = _OF_YEAR.findall(words), set(_YEAR.findall(words))
    told = of_year[-1:] or (years if len(years) == 1 else ())
    tokens = re.findall(rf"(?<![a-z])(?:web)?((?:{_IN_SETS})+)(?![a-z])", words)
    return StatementName(
        int(next(iter(told))) if told else None, _set("".join(tokens)) if tokens else OTHER
    )


def year_of_folder(parts: Sequence[str]) -> int | None:
    """The year that the innermost folder is named by: ``situatii_financiare_2023``, ``AN2021``."""
    for part in reversed(parts):
        words = words_of(part)
        if found := _OF_YEAR.search(words):
            return int(found[1]) if len(set(_YEAR.findall(words))) == 1 else None
    return None


def _set(letters: str) -> str:
    """The set that letters name; another one is called by them: ``ong``."""
    rest = re.sub(_IN_SETS, "", letters)
    if rest not in {"", "an"}:
        return letters.upper()
    sets = {_LETTERS[each] for each in re.findall(_IN_SETS, letters)}
    return sets.pop() if len(sets) == 1 else ALL
