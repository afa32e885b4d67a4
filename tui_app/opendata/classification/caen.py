"""CAEN classes of economic activity: the path from section to class, in the right revision.

Rev.2 was in force from 2008 to 2024, Rev.3 has been since 2025 (Order INS 377/2024). The same four
digits may mean different things in each, so a class is always stored with its revision.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app.opendata.numbers import whole_digits

TITLES_FILE: Final = Path(__file__).with_name("titles.tsv")
REVISIONS: Final = (2, 3)
LAST_YEAR_OF_REV2: Final = 2024


class Classification(Struct, frozen=True):
    """Both revisions: ``titles`` and ``sections`` (by division), by revision.

    The last field has the classes whose number means something else in each.
    """

    titles: dict[int, dict[str, str]]
    sections: dict[int, dict[str, str]]
    changed: frozenset[str]


@lru_cache(maxsize=1)
def classification() -> Classification:
    """The titles that come with the program."""
    titles: dict[int, dict[str, str]] = {revision: {} for revision in REVISIONS}
    sections: dict[int, dict[str, str]] = {revision: {} for revision in REVISIONS}
    changed: set[str] = set()
    section = ""
    for line in TITLES_FILE.read_text(encoding="utf-8").splitlines():
        kind, code, rest = line.split("\t")
        if kind == "changed":
            changed.add(code)
            continue
        titles[int(kind)][code] = rest
        # The file lists each section before its divisions.
        if code.isalpha():
            section = code
        elif len(code) == 2:
            sections[int(kind)][code] = section
    return Classification(titles, sections, frozenset(changed))


def read_class(text: str) -> str | None:
    """A class as four digits; files leave out leading zeros (``111`` is 0111)."""
    digits = whole_digits(text)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        return None
    return None if int(digits) == 0 else digits.zfill(4)


@lru_cache(maxsize=4096)
def caen_path(code: str, revision: int) -> tuple[str, ...]:
    """``("G - …", "47 - …", "471 - …", "4711 - …")``; empty if the revision has no such class."""
    known = classification()
    titles = known.titles.get(revision, {})
    if code not in titles:
        return ()
    section = known.sections[revision][code[:2]]
    levels = dict.fromkeys((section, code[:2], code[:3], code))
    return tuple(f"{level} - {titles[level]}" for level in levels if level in titles)


@lru_cache(maxsize=65_536)
def revision_of(code: str, year: int, earlier: str | None = None) -> int | None:
    """The revision in which a statement of a year gives its class; ``None`` for neither.

    Statements of 2025 use both. A class that exists in only one revision belongs to it. If both
    have it with different meanings, the company's latest class under Rev.2, ``earlier``, decides:
    the same number means that the company has not yet switched.
    """
    known = classification()
    holding = [revision for revision in REVISIONS if code in known.titles[revision]]
    if len(holding) < 2:
        return holding[0] if holding else None
    if year <= LAST_YEAR_OF_REV2:
        return 2
    return 2 if code == earlier and code in known.changed else 3
