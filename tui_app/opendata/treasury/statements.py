"""Yearly statements: figures in whole RON by tax id, empty where not reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from tui_app.contract.resources import YearlyRecord
from tui_app.opendata.classification.caen import read_class
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.numbers import read_amount, read_file_tax_id
from tui_app.opendata.treasury.file_names import read_name, year_of_folder
from tui_app.opendata.treasury.labels import LOSS, PROFIT, net_profit
from tui_app.system.language import N_

FIGURES: Final = tuple(f for f in YearlyRecord.__struct_fields__ if f not in {"year", "net_profit"})
"""The order of the figures in a row; the net profit follows them."""

_TOLD_YEAR: Final = re.compile(
    r"\b31[./]12[./](20[0-4]\d)\b|\banul?[_ ]?(20[0-4]\d)\b", re.IGNORECASE
)
_CELLS: Final = r"[,;^|\t\r\n]"

StatementRow = tuple["int | str | None", ...]
"""tax id, class of activity, figures as ``FIGURES``, net profit, line."""


def year_of(source: InputFile, beginning: str, legend: str | None) -> int | None:
    """The year of a statement: from its name, else from the file, its legend, or a folder."""
    if named := read_name(source.name).year:
        return named
    for text in (beginning, legend or ""):
        header, _, first = text.partition("\n")
        for name, cell in zip(re.split(_CELLS, header), re.split(_CELLS, first), strict=False):
            if name.strip().upper() in {"AN", "ANUL"} and re.fullmatch(r"20\d\d", cell.strip()):
                return int(cell)
        if found := _TOLD_YEAR.search(text):
            return int(found[1] or found[2])
    return year_of_folder(source.key.parts[:-1])


def read_statements(table: TableReader, columns: dict[str, str]) -> Iterator[StatementRow]:
    """The figures of every company; ``columns`` maps the file's columns to fields."""
    places = {field: table.position(column) for column, field in columns.items()}
    tax_id_at, class_at = table.position("CUI"), table.position("CAEN")
    figures: list[Callable[[list[str]], int | None]] = [
        _reader(places.get(field)) for field in FIGURES
    ]
    profit, loss = _reader(places.get(PROFIT)), _reader(places.get(LOSS))
    tally = table.tally
    for row in table.rows():
        tax_id = read_file_tax_id(row[tax_id_at])
        if isinstance(tax_id, str):
            tally.leave_out(tax_id)
            continue
        try:
            values = [figure(row) for figure in figures]
            net = net_profit(profit(row), loss(row))
        except ValueError:
            tally.mark_unreadable(table.line, N_("a figure that is not a number"))
            continue
        code = read_class(row[class_at])
        if code is None and row[class_at].strip(" 0"):
            tally.note(N_("an invalid class of activity"))
        yield (tax_id, code, *values, net, table.line)


def _reader(position: int | None) -> Callable[[list[str]], int | None]:
    if position is None:
        return lambda _row: None
    return lambda row: read_amount(row[position])
