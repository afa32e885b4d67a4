"""Reads days as they are written in files, in names of files, and by people."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.lazy_pattern import lazy_pattern

MONTHS: Final = (
    "ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie",
    "octombrie", "noiembrie", "decembrie",
)  # fmt: skip

_DAY_FIRST: Final = r"(?P<d>[0-9]{1,2})(?P<sign>[/.-])(?P<m>[0-9]{1,2})(?P=sign)(?P<y>[0-9]{4})"
_YEAR_FIRST: Final = (
    r"(?P<y2>[0-9]{4})(?P<sign2>[/.-])(?P<m2>[0-9]{1,2})(?P=sign2)(?P<d2>[0-9]{1,2})"
)
_MONTH_NAME: Final = rf"(?P<name>{'|'.join(MONTHS)})"
_DAY: Final = lazy_pattern(f"(?:{_DAY_FIRST}|{_YEAR_FIRST})(?:[ T].*)?", re.ASCII)
_WORDED: Final = lazy_pattern(rf"(?P<d>[0-9]{{1,2}}) {_MONTH_NAME} (?P<y>[0-9]{{4}})", re.ASCII)
_MONTH_OR_YEAR: Final = lazy_pattern(r"([12][0-9]{3})(?:-([0-9]{2}))?", re.ASCII)
_BACK: Final = lazy_pattern(r"-([0-9]{1,5})[dz]", re.ASCII)

_IN_NAME: Final = lazy_pattern(
    r"(?<![0-9])(?:(?P<d>[0-9]{1,2})[-._ ](?P<m>[0-9]{1,2})[-._ ](?P<y>20[0-9]{2})"
    r"|(?P<y2>20[0-9]{2})(?P<sign>[-._ ])(?P<m2>[0-9]{1,2})(?P=sign)(?P<d2>[0-9]{1,2})"
    r"|(?P<y3>20[0-9]{2})(?P<m3>[0-9]{2})(?P<d3>[0-9]{2}))(?![0-9])"
)
_SHORT: Final = (*(month[:3] for month in MONTHS), "sept")
_MONTH_IN_NAME: Final = lazy_pattern(
    rf"(?:(?<![0-9])(?P<d>[0-9]{{1,2}})[ _-])?(?<![a-z])(?P<name>{'|'.join((*MONTHS, *_SHORT))})"
    r"[ ._-]?(?P<y>20[0-9]{2})(?![0-9])"
)

_LONGEST: Final = 40
"""Characters that are looked at, and kept: somebody may type ten thousand, one after the other."""
_WORDS: Final = {"today": 0, "azi": 0, "astazi": 0, "yesterday": 1, "ieri": 1}


def read_day(text: str) -> dt.date | None:
    """A day as ``14/05/2020``, ``14.05.2020``, ``14-05-2020``, ``2020-05-14`` or ``14 mai 2020``.

    A time after it is ignored.
    """
    # Names of companies are asked about, too: without a digit no pattern is compiled.
    return _read_day(text[:_LONGEST]) if any(map(str.isdigit, text)) else None


@lru_cache(maxsize=65_536)
def _read_day(text: str) -> dt.date | None:
    if found := _DAY().fullmatch(text.strip()):
        return _date(*found.group("y", "m", "d") if found["d"] else found.group("y2", "m2", "d2"))
    worded = _WORDED().fullmatch(fold(text)) if len(text) < _LONGEST else None
    return _of_month_name(worded) if worded else None


def read_typed_day(text: str, today: dt.date) -> dt.date | None:
    """Like ``read_day``, and also ``today``, ``azi``, ``yesterday``, ``ieri`` or ``-3d``."""
    back = _BACK().fullmatch(text.strip().casefold())
    days = int(back[1]) if back else _WORDS.get(fold(text))
    if days is None:
        return read_day(text)
    try:
        return today - dt.timedelta(days=days)
    except OverflowError:
        return None


def read_days(text: str) -> tuple[dt.date, dt.date] | None:
    """The first and the last day of a year (``2020``), a month (``2020-05``) or a day."""
    if (found := _MONTH_OR_YEAR().fullmatch(text)) is None:
        day = read_day(text)
        return (day, day) if day else None
    first = _date(found[1], found[2] or "1", "1")
    if first is None:
        return None
    last_month = int(found[2] or "12")
    after = dt.date(first.year + last_month // 12, last_month % 12 + 1, 1)
    return first, after - dt.timedelta(days=1)


def day_in_name(name: str) -> dt.date | None:
    """The day in the name of a file or a folder; for a month (``iunie_2026``) its first day.

    Examples are ``firme-02-09-2026``, ``2023-04-07``, ``20260902``, ``2 sept 2026`` and
    ``07-aprilie-2022``.
    """
    if named := _MONTH_IN_NAME().search(name.lower()):
        return _of_month_name(named)
    for found in _IN_NAME().finditer(name):
        parts = [found.group(f"y{n}", f"m{n}", f"d{n}") for n in ("", "2", "3")]
        if day := _date(*next(each for each in parts if each[2])):
            return day
    return None


def names_whole_day(name: str) -> dt.date | None:
    """Like ``day_in_name``, but ``None`` for a name with only a month."""
    named = _MONTH_IN_NAME().search(name.lower())
    return None if named is not None and named["d"] is None else day_in_name(name)


def day_timestamp(text: str) -> str | None:
    """A day as a timestamp of the interface: the same day, whatever the time zone."""
    day = read_day(text)
    return f"{day.isoformat()}T00:00:00.000Z" if day else None


def _of_month_name(found: re.Match[str]) -> dt.date | None:
    months = [month[:3] for month in MONTHS]
    return _date(found["y"], str(months.index(found["name"][:3]) + 1), found["d"] or "1")


def _date(year: str, month: str, day: str) -> dt.date | None:
    try:
        return dt.date(int(year), int(month), int(day))
    except ValueError:
        return None
