"""The columns of a yearly statement, from the legend file beside it if there is one.

A legend is a ``.csv`` with the statement's name and lines ``label;I#``. The columns change between
years, so a file without a known header or legend is refused, never guessed.
"""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.folding import fold
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.table_reader import Header
from tui_app.opendata.treasury.labels import FIELDS, LOSS, PROFIT

_ESSENTIAL: Final = {"turnover", PROFIT, LOSS}
_LINE: Final = re.compile(r"\s*(?P<label>.+?)\s*[;,\t]\s*\"?(?P<column>I\d{1,2})\"?\s*;*\s*")

STABLE_YEARS: Final = range(2019, 2026)
"""Statements of these years have the same header, which was checked for each year."""

_STABLE_HEADER: Final = ("CUI", "CAEN", *(f"I{number}" for number in range(1, 21)))
_STABLE: Final = {
    "I1": "fixed_assets", "I2": "current_assets", "I3": "inventory", "I4": "receivables",
    "I5": "cash", "I7": "debts", "I10": "equity", "I11": "share_capital", "I13": "turnover",
    "I18": PROFIT, "I19": LOSS, "I20": "employee",
}  # fmt: skip


def is_statement(header: Header) -> bool:
    """Whether a header belongs to a yearly statement."""
    columns = header.columns
    return {"CUI", "CAEN"} <= set(columns) and any(re.fullmatch(r"I\d+", c) for c in columns)


def is_legend(text: str) -> bool:
    """Whether the beginning of a file belongs to a legend."""
    lines = [line for line in text.splitlines()[:40] if line.strip()]
    return len([line for line in lines if _LINE.fullmatch(line)]) * 2 > len(lines) > 0


def read_legend(text: str) -> dict[str, str]:
    """Column to field, for the known labels."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        entry = _LINE.fullmatch(line)
        field = _field(entry["label"]) if entry else None
        if entry and field:
            found.setdefault(entry["column"].upper(), field)
    return found


def columns_of(
    header: Header, year: int, legend: dict[str, str] | None, label: str
) -> dict[str, str]:
    """Column to field for one file; raises ``ImportRefusedError`` if it is unknown."""
    if legend is not None:
        known = {column: field for column, field in legend.items() if column in header}
        if set(known.values()) >= _ESSENTIAL:
            return known
        raise ImportRefusedError(
            f"{label}: the legend beside it does not name turnover, profit and loss among its"
            " columns, so the file is not read. Get the statements and their legend again."
        )
    if header.columns == _STABLE_HEADER and year in STABLE_YEARS:
        return _STABLE
    missing = [column for column in _STABLE_HEADER if column not in header]
    lacking = f" (it has no column {' and no '.join(missing)})" if missing else ""
    raise ImportRefusedError(
        f"{label}: its columns are not known without the legend of {year}{lacking}, so the file is "
        "not read. Put the .csv of the same name beside it: it comes with the statements."
    )


def _field(label: str) -> str | None:
    words = " ".join(re.sub(r"[^a-z0-9]+", " ", fold(label)).split())
    words = re.sub(r" la \d[\d ]*$", "", words)
    words = re.sub(r"^(?:[a-z]|[ivx]+) (?=\w{4})", "", words)
    return next((FIELDS[start] for start in FIELDS if f"{words} ".startswith(f"{start} ")), None)
