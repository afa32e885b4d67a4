"""The months that a procurement file covers: by its name, else by the days of its rows.

Contracts are often published a quarter or two after they were signed, so the days of the rows do
not contradict a name that tells the quarter (``contracte-2021-t2.csv``, ``Trim. II 2021``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tui_app.contract.dates import MONTHS
from tui_app.opendata.files.names import words_of
from tui_app.system.language import _

_MIN_SHARE: Final = 0.1
"""The smallest share of a file's rows in a span that counts as one of its spans."""

_NUMBERS: Final = {
    "i": 1, "ii": 2, "iii": 3, "iv": 4, "intai": 1, "unu": 1, "doilea": 2, "treilea": 3,
    "patrulea": 4, "primul": 1,
}  # fmt: skip
_ANY: Final = rf"(?:0?[1-4]|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_WORD: Final = r"(?:trimestrul|trimestru|trim|tr|t|quarter|qtr|q)"
_HALF: Final = r"(?:semestrul|semestru|sem|s|half|h)"
_END: Final = r"(?:(?=20\d\d(?!\d))|(?![a-z0-9]))"
_QUARTER: Final = re.compile(
    rf"(?<![a-z]){_WORD} ?(?:al )?({_ANY})(?: lea)?(?: (?:la )?(ii|iii|iv)(?![a-z0-9]))?{_END}"
)
_QUARTER_BEHIND: Final = re.compile(rf"(?<![a-z0-9])(?:al )?({_ANY})(?: lea)? ?{_WORD}(?![a-z])")
_SEMESTER: Final = re.compile(rf"(?<![a-z]){_HALF} ?(?:al )?(0?[12]|ii|i|doilea)(?: lea)?{_END}")
_MONTH: Final = rf"(?:{'|'.join((*MONTHS, 'sept', *(month[:3] for month in MONTHS)))})"
_IN_MONTHS: Final = re.compile(
    rf"(?<![a-z0-9])(?<!\d )({_MONTH})(?: (?:la )?({_MONTH}))? ?(?=20\d\d(?!\d))"
)
_BESIDE_YEAR: Final = re.compile(
    r"(?<![a-z0-9])(?:(iv|iii|ii|i|[1-4]|0[1-9]|1[0-2]) (?=20\d\d(?!\d))"
    r"|(?<!\d)20\d\d (iv|iii|ii|i|[1-4]|0[1-9]|1[0-2])(?![a-z0-9]))"
)
_YEAR: Final = re.compile(r"(?<!\d)20\d\d(?!\d)")


class Period(NamedTuple):
    """The first and the last month, counted from year 0."""

    first: int
    last: int

    @property
    def label(self) -> str:
        """Its name: ``2021``, ``2021-T1``, ``2021-02``, ``2021-T1..2021-T2``."""
        whole_years = self.first % 12 == 0 and self.last % 12 == 11
        if whole_years and self.last - self.first == 11:
            return str(self.first // 12)
        whole_quarters = self.first % 3 == 0 and self.last % 3 == 2
        step = 3 if whole_quarters else 1
        name = _quarter_name if whole_quarters else _month_name
        ends = dict.fromkeys((name(self.first // step), name(self.last // step)))
        return "..".join(ends)


class FilePeriod(NamedTuple):
    """The name of a file's period (``2021-T1``), and what told it, for people."""

    label: str
    told_by: str


def period_of(names: Sequence[str], months: Mapping[str, int]) -> FilePeriod:
    """The period of a file.

    ``names`` are those of its folders and, last, its own; ``months`` its rows by month
    (``2021-02``). Its own name decides; a folder, or a number beside the year, only if some rows
    are of that time; otherwise the rows decide.
    """
    rows = Counter({_number(month): count for month, count in months.items()})
    plain = [words_of(name) for name in names[-3:]]
    if named := _named(plain[-1:], plain, rows):
        inside = sum(count for month, count in rows.items() if named.first <= month <= named.last)
        strange = "" if inside or not rows else _("; none of its rows is dated in it")
        return FilePeriod(named.label, _("by the file's name{strange}").format(strange=strange))
    for found, told_by in (
        (_named(plain[-2:-1], plain, rows), _("by the folder's name")),
        (_beside_year(plain[-1]), _("by the file's name")),
    ):
        if found and any(found.first <= month <= found.last for month in rows):
            return FilePeriod(found.label, told_by)
    if not rows:
        return FilePeriod("without dates", "no row has a date")
    return FilePeriod(_of_rows(rows).label, _("by the days of its rows: the name does not tell it"))


def month_of(year: int, month: int) -> str:
    """The name of a month in ``StagedHead.months``."""
    return f"{year}-{month:02}"


def _named(parts: Sequence[str], all_parts: Sequence[str], rows: Counter[int]) -> Period | None:
    """The period that a name gives in words, with the year from it, from another one or rows."""
    for text in parts:
        for pattern, length in ((_QUARTER, 3), (_QUARTER_BEHIND, 3), (_SEMESTER, 6)):
            found = list(pattern.finditer(text))
            if not found:
                continue
            numbers = [_value(n) for match in found for n in match.groups() if n]
            if year := _year_near(text, found[0]) or _year_of(all_parts, rows):
                first, last = min(numbers) - 1, max(numbers)
                return Period(12 * year + length * first, 12 * year + length * last - 1)
        if match := _IN_MONTHS.search(text):
            year = int(text[match.end() : match.end() + 4])
            months = [_month_number(name) for name in match.groups() if name]
            if months == sorted(months):
                return Period(12 * year + months[0], 12 * year + months[-1])
    return None


def _beside_year(text: str) -> Period | None:
    """The quarter or month that stands as a bare number beside the year: ``1-2021``."""
    found = list(_BESIDE_YEAR.finditer(text))
    if len(found) != 1:
        return None
    year = int(_YEAR.findall(text)[0])
    number = found[0][1] or found[0][2]
    if len(number) == 2 and number.isdigit():
        return Period(12 * year + int(number) - 1, 12 * year + int(number) - 1)
    quarter = _value(number)
    return Period(12 * year + 3 * quarter - 3, 12 * year + 3 * quarter - 1)


def _year_near(text: str, found: re.Match[str]) -> int | None:
    """The year in a name that is nearest to its quarter."""
    behind = re.match(r" ?(20\d\d)(?!\d)", text[found.end() :])
    if behind:
        return int(behind[1])
    years = [
        (min(abs(year.start() - found.end()), abs(found.start() - year.end())), int(year[0]))
        for year in _YEAR.finditer(text)
    ]
    return min(years)[1] if years else None


def _year_of(parts: Sequence[str], rows: Counter[int]) -> int | None:
    """The year of the innermost name that has just one, else of most rows."""
    for text in reversed(parts):
        if len(years := set(_YEAR.findall(text))) == 1:
            return int(years.pop())
    by_year: Counter[int] = Counter()
    for month, count in rows.items():
        by_year[month // 12] += count
    return max(by_year, key=lambda year: (by_year[year], year), default=None)


def _of_rows(rows: Counter[int]) -> Period:
    """The quarters of most rows: a year if they are most of it, a month if it is the only one."""
    quarters = _many(rows, 3)
    first, last = quarters[0], quarters[-1]
    if len(quarters) >= 3 and first // 4 == last // 4:
        return Period(first // 4 * 12, first // 4 * 12 + 11)
    months = _many(rows, 1)
    if len(months) == 1 and first == last:
        return Period(months[0], months[0])
    return Period(3 * first, 3 * last + 2)


def _many(rows: Counter[int], length: int) -> list[int]:
    """The spans of so many months that have at least a tenth of the rows, else the largest."""
    spans: Counter[int] = Counter()
    for month, count in rows.items():
        spans[month // length] += count
    return sorted(span for span, count in spans.items() if count >= _MIN_SHARE * rows.total()) or [
        max(spans, key=lambda span: (spans[span], span))
    ]


def _value(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS[number]


def _month_number(name: str) -> int:
    return [month[:3] for month in MONTHS].index(name[:3])


def _number(month: str) -> int:
    year, _, number = month.partition("-")
    return 12 * int(year) + int(number) - 1


def _quarter_name(quarter: int) -> str:
    return f"{quarter // 4}-T{quarter % 4 + 1}"


def _month_name(month: int) -> str:
    return month_of(month // 12, month % 12 + 1)
