"""The dates of one file: all of them together decide the order of day and month.

Files have ``2017-03-01``, ``01-03-2018``, ``01.03.2019``, ``01/03/2021``, ``03/01/2022 1:00 PM``
and the serial numbers of spreadsheets. A day over 12 settles the order.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tui_app.system.language import N_, _

ISO: Final = N_("year first")
SERIAL: Final = N_("serial numbers of a spreadsheet")
DAY_FIRST: Final = N_("day first")
MONTH_FIRST: Final = N_("month first")

_ISO: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", re.ASCII)
_PARTS: Final = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})", re.ASCII)
_SERIAL: Final = re.compile(r"(\d{5})(?:\.\d+)?", re.ASCII)
_COMPACT: Final = re.compile(r"(20\d{2})(\d{2})(\d{2})", re.ASCII)
_DAY_ZERO: Final = dt.date(1899, 12, 30)
_EPOCH: Final = dt.date(1970, 1, 1)
_YEARS: Final = range(2000, 2100)
"""The years that a date may have: others are typing errors."""


class FileDates(NamedTuple):
    """The days of a file's date texts, as days since 1970; ``None`` if one cannot be read.

    ``rule`` says in which order they were read, and what decided that.
    """

    days: list[int | None]
    rule: str


class DateTexts:
    """Collects the different date texts of a file, without the time of day, and counts them."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.counts: list[int] = []
        self.first_lines: list[int] = []
        self._numbers: dict[str, int] = {}
        self.has_am_pm = False

    def number(self, cell: str, line: int) -> int:
        """The number of a text, which is counted."""
        text = cell.strip()
        if " " in text or "T" in text:
            if not self.has_am_pm and text[-1] in "Mm":
                self.has_am_pm = True
            text = text.partition(" ")[0].partition("T")[0]
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.texts)
            self.texts.append(text)
            self.counts.append(0)
            self.first_lines.append(line)
        self.counts[number] += 1
        return number

    def resolved(self) -> FileDates:
        """The days of all texts."""
        order, why = _order(self.texts, self.counts, has_am_pm=self.has_am_pm)
        days = [_day(text, order) for text in self.texts]
        styles = {style for text in self.texts if (style := _style(text))}
        rules: list[str] = [each for each in (ISO, SERIAL) if each in styles]
        if DAY_FIRST in styles:
            rules.append(f"{_(order)} ({why})")
        return FileDates(days, ", ".join(rules) or _("no readable date"))


def _style(text: str) -> str | None:
    if _ISO.fullmatch(text) or _COMPACT.fullmatch(text):
        return ISO
    if _SERIAL.fullmatch(text):
        return SERIAL
    return DAY_FIRST if _PARTS.fullmatch(text) else None


def _order(texts: Sequence[str], counts: Sequence[int], *, has_am_pm: bool) -> tuple[str, str]:
    parts = [
        (int(match[1]), int(match[2]), match[3], count)
        for text, count in zip(texts, counts, strict=True)
        if (match := _PARTS.fullmatch(text))
    ]
    # Each row has one vote.
    day_first = sum(count for first, second, _, count in parts if first > 12 >= second)
    month_first = sum(count for first, second, _, count in parts if second > 12 >= first)
    if day_first or month_first:
        order = DAY_FIRST if day_first >= month_first else MONTH_FIRST
        return order, _("a day over 12 settles it")
    if has_am_pm:
        return MONTH_FIRST, _("hours are written with AM and PM")
    # A file covers a quarter, so its months are few and its days many.
    firsts = {(first, year) for first, _, year, _ in parts}
    seconds = {(second, year) for _, second, year, _ in parts}
    if len(firsts) < len(seconds):
        return MONTH_FIRST, _("no day is over 12; the first number varies least")
    return DAY_FIRST, _("no day is over 12; the second number varies least")


def _day(text: str, order: str) -> int | None:
    try:
        if match := _ISO.fullmatch(text) or _COMPACT.fullmatch(text):
            day = dt.date(int(match[1]), int(match[2]), int(match[3]))
        elif match := _SERIAL.fullmatch(text):
            day = _DAY_ZERO + dt.timedelta(int(match[1]))
        elif match := _PARTS.fullmatch(text):
            first, second, year = int(match[1]), int(match[2]), int(match[3])
            month, of_month = (second, first) if order == DAY_FIRST else (first, second)
            day = dt.date(year + 2000 * (year < 100), month, of_month)
        else:
            return None
    except ValueError:
        return None
    return (day - _EPOCH).days if day.year in _YEARS else None
