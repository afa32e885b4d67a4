"""The columns of a yearly statement, from the legend file beside it if there is one.

A legend is a ``.csv`` with the statement's name and lines ``label;I13``, ``label;i13`` or
``label;13``. The columns change between years and sets, so a file without a known header or legend
is refused, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.table_reader import Header
from tui_app.opendata.treasury.labels import LOSS, PROFIT, field_of
from tui_app.system.language import _

_ESSENTIAL: Final = {
    "turnover": "'Cifra de afaceri neta'", PROFIT: "'Profit net'", LOSS: "'Pierdere neta'",
}  # fmt: skip
_CODE: Final = re.compile(r"(?P<letter>i|col|coloana)?[ ._-]?(?P<number>\d{1,2})[ .)]?", re.I)
_BEHIND: Final = re.compile(r"(?P<label>.*\w.*?)\s*[,:= -]\s*(?P<code>i[ ._-]?\d{1,2})\.?", re.I)
_BEFORE: Final = re.compile(r"(?P<code>i[ ._-]?\d{1,2})\s*[,:=. -]\s*(?P<label>.*\w.*)", re.I)
_BY_COMMA: Final = re.compile(r"(?P<label>.*\w.*),\s*(?P<code>\d{1,2})\.?")
_AFTER_NUMBER: Final = re.compile(r"(?P<code>\d{1,2})\s*,\s*(?P<label>[^\W\d].*)")
_LOOKED_AT: Final = 60
_MANY: Final = 10
"""From so many columns that are called by a number alone, they are those of a statement."""

STABLE_YEARS: Final = range(2019, 2026)
"""Statements of these years have the same header, which was checked for each year."""

_STABLE_HEADER: Final = ("CUI", "CAEN", *(f"I{number}" for number in range(1, 21)))
_STABLE: Final = {
    "I1": "fixed_assets", "I2": "current_assets", "I3": "inventory", "I4": "receivables",
    "I5": "cash", "I7": "debts", "I10": "equity", "I11": "share_capital", "I13": "turnover",
    "I18": PROFIT, "I19": LOSS, "I20": "employee",
}  # fmt: skip


class Legend(Struct, frozen=True):
    """A legend: its file's name, its labels by code (``I13``), and the code of each known field."""

    name: str
    labels: dict[str, str]
    codes: dict[str, str]


def is_statement(header: Header) -> bool:
    """Whether a header belongs to a yearly statement."""
    return {"CUI", "CAEN"} <= set(header.columns) and bool(_codes_of(header))


def is_legend(text: str) -> bool:
    """Whether the beginning of a file belongs to a legend."""
    lines = [line for line in text.splitlines()[:_LOOKED_AT] if line.strip()]
    entries = [entry for line in lines if (entry := _entry(line))]
    known = {field_of(label, is_whole=False) for _code, label, _has_letter in entries} - {None}
    has_letters = any(has_letter for _code, _label, has_letter in entries)
    return len(entries) * 2 > len(lines) > 0 and (has_letters or len(known) > 2)


def read_legend(text: str, name: str) -> Legend:
    """The legend in a file.

    Of two lines with one label the first counts; of profits and losses the last, since in some
    years the gross ones have the label of the net ones, and come before them.
    """
    labels: dict[str, str] = {}
    codes: dict[str, str] = {}
    entries = [entry for line in text.splitlines() if (entry := _entry(line))]
    for is_whole in (True, False):
        found: dict[str, str] = {}
        for code, label, _has_letter in entries:
            labels.setdefault(code, label)
            field = field_of(label, is_whole=is_whole)
            if field and (field not in found or field in {PROFIT, LOSS}):
                found[field] = code
        codes = found | codes
    return Legend(name, labels, codes)


def columns_of(header: Header, year: int, legend: Legend | None, label: str) -> dict[str, str]:
    """Column to field for one file; raises ``ImportRefusedError`` if it is unknown."""
    there = _codes_of(header)
    if legend is not None:
        if why := _why_unfit(legend, there):
            raise ImportRefusedError(
                _("{label}: its legend {legend} {why}").format(
                    label=label, legend=legend.name, why=why
                )
            )
        return {there[code]: field for field, code in legend.codes.items() if code in there}
    if header.columns == _STABLE_HEADER and year in STABLE_YEARS:
        return _STABLE
    missing = [column for column in _STABLE_HEADER if column not in header]
    lacking = (
        _(" (it has no column {names})").format(names=_(" and no ").join(missing))
        if missing
        else ""
    )
    raise ImportRefusedError(
        _(
            "{label}: its columns are not known without the legend of {year}{lacking}, so"
            " the file is not read. Put the .csv of the same name beside it: it comes with"
            " the statements."
        ).format(label=label, year=year, lacking=lacking)
    )


def _why_unfit(legend: Legend, there: Mapping[str, str]) -> str:
    """Why a legend does not tell the essential columns of a file; empty if it does."""
    unnamed = [name for field, name in _ESSENTIAL.items() if field not in legend.codes]
    if unnamed:
        others = "; ".join(
            f"{code} {label!r}"
            for code, label in legend.labels.items()
            if code not in legend.codes.values()
        )
        return _(
            "has no line {names}, so the file is not read. Lines that are not understood:"
            " {others}. Get the legend again, or correct these labels."
        ).format(names=_(" and no line ").join(unnamed), others=others or _("none"))
    absent = [legend.codes[field] for field in _ESSENTIAL if legend.codes[field] not in there]
    if absent:
        return _(
            "tells {names}, but the file has only {lines}, so it is not read: the two"
            " are not of the same year and set. Get both again."
        ).format(names=_(" and ").join(absent), lines=" ".join(there))
    return ""


def _codes_of(header: Header) -> dict[str, str]:
    """The codes of a statement's columns (``I13``), and each column's name in the file."""
    found = {column: _CODE.fullmatch(column) for column in header.columns}
    coded = {f"I{int(code['number'])}": name for name, code in found.items() if code}
    has_letters = any(code and code["letter"] for code in found.values())
    return coded if has_letters or len(coded) >= _MANY else {}


def _entry(line: str) -> tuple[str, str, bool] | None:
    """The code of a legend's line (``I13``), its label, and whether the code had its letter."""
    cells = [cell.strip(' "\ufeff') for cell in re.split(r"[;\t|^]", line)]
    coded = [found for cell in cells if (found := _CODE.fullmatch(cell))]
    label = max((c for c in cells if re.search(r"[^\W\d_]{3}", c)), key=len, default="")
    if coded and label:
        # A bare number before the code is that of the line.
        code = next((each for each in coded if each["letter"]), coded[-1])
        return f"I{int(code['number'])}", label, bool(code["letter"])
    if len([cell for cell in cells if cell]) > 1:
        return None
    return next(_in_text(line.strip(' ";\ufeff')), None)


def _in_text(line: str) -> Iterator[tuple[str, str, bool]]:
    for pattern in (_BEHIND, _BEFORE, _BY_COMMA, _AFTER_NUMBER):
        if found := pattern.fullmatch(line):
            digits = re.sub(r"\D", "", found["code"])
            yield f"I{int(digits)}", found["label"].strip(' "'), digits != found["code"]
