"""Recognises procurement files by their bytes and columns, whatever their names are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.procurement import workbooks
from tui_app.opendata.procurement.columns import (
    Datum,
    ProcurementTable,
    is_header,
    lacking,
    other_kind,
    positions,
    table_of,
)
from tui_app.opendata.procurement.lines import (
    SHIFTED,
    TableRow,
    beginning_of,
    cells_of,
    split,
    text_rows,
)

_DELIMITERS: Final = "^;,\t|"
_ABOVE: Final = 10
"""The most rows above the header: a title, or a spreadsheet's line with its separator."""

_SAMPLE: Final = 50


class ProcurementFile(Struct, frozen=True):
    """A file of a known table. ``delimiter`` is empty for a spreadsheet, which has a ``form``."""

    source: InputFile
    table: ProcurementTable
    header: tuple[str, ...]
    header_at: int
    positions: dict[Datum, int]
    lacking: tuple[Datum, ...]
    other_kind: int | None
    delimiter: str = ""
    form: str = "csv"

    @property
    def description(self) -> str:
        """What it is, for people."""
        form = f"separated by {self.delimiter!r}" if self.delimiter else self.form
        return f"{self.source.label}: {self.table.value} (public procurement), {form}"

    def rows(self, tally: Tally, advanced: Callable[[bytes], None]) -> Iterator[TableRow]:
        """Its rows, all as wide as the header and counted; others are set aside."""
        width = len(self.header)
        if self.delimiter:
            return text_rows(self.source, self.delimiter, self.header_at, width, tally, advanced)
        return self._sheet_rows(width, tally, advanced)

    def _sheet_rows(
        self, width: int, tally: Tally, advanced: Callable[[bytes], None]
    ) -> Iterator[TableRow]:
        path = self.source.path
        if path is None:
            raise ImportRefusedError(f"{self.source.label} cannot be read.")
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                advanced(block)
        header = list(self.header)
        rows = workbooks.rows_of(path, self.form)
        for number, cells in islice(rows, self.header_at, None):
            cells.extend([""] * (width - len(cells)))
            if cells[:width] == header:
                continue  # each sheet of a workbook has the header
            tally.rows += 1
            if any(cells[width:]):
                tally.skip(number, SHIFTED)
                continue
            del cells[width:]
            yield number, cells


def recognise(source: InputFile) -> ProcurementFile | None:
    """The file, if it is a procurement file; otherwise ``None``.

    Raises ``ImportRefusedError`` for a procurement file that cannot be used.
    """
    form = source.workbook or _old_workbook(source)
    if form:
        return _recognised_workbook(source, form)
    try:
        lines = beginning_of(source)
    except (ImportRefusedError, OSError):
        return None
    for at, line in enumerate(lines[:_ABOVE]):
        delimiter = max(_DELIMITERS, key=line.count)
        header = cells_of(line, delimiter)
        if is_header(header):
            sample = split(lines[at + 1 : at + 1 + _SAMPLE], delimiter)
            return _file(source, header, at + 1, sample, delimiter=delimiter)
    return None


def _old_workbook(source: InputFile) -> str:
    if source.path is None:
        return ""
    try:
        with closing(source.open()) as stream:
            return "xls" if stream.read(len(workbooks.OLE)) == workbooks.OLE else ""
    except (ImportRefusedError, OSError):
        return ""


def _recognised_workbook(source: InputFile, form: str) -> ProcurementFile | None:
    if source.path is None:
        return None
    try:
        first = islice(workbooks.rows_of(source.path, form), _ABOVE + _SAMPLE)
        rows = [cells for _, cells in first]
    except workbooks.SheetUnreadableError:
        return None
    for at, cells in enumerate(rows[:_ABOVE]):
        if is_header(cells):
            while cells and not cells[-1]:
                cells.pop()
            return _file(source, cells, at + 1, rows[at + 1 :], form=form)
    return None


def _file(
    source: InputFile,
    header: Sequence[str],
    header_at: int,
    sample: Sequence[Sequence[str]],
    *,
    delimiter: str = "",
    form: str = "csv",
) -> ProcurementFile:
    table = table_of(header, sample, source.name)
    if table is None:
        raise ImportRefusedError(
            f"{source.label} is a public procurement file, but matches no table that is used here: "
            "it names no winner, or neither contracts nor direct purchases. Leave it out."
        )
    found = positions(header, table, sample)
    needed, others = lacking(found, table)
    if needed:
        names = " and no ".join(f"{each.value}" for each in needed)
        raise ImportRefusedError(
            f"{source.label} is a public procurement file ({table.value}), but has no column for "
            f"the {names}: it may have been renamed. Its columns: {', '.join(header)}."
        )
    return ProcurementFile(
        source=source,
        table=table,
        header=tuple(header),
        header_at=header_at,
        positions=found,
        lacking=tuple(others),
        other_kind=other_kind(header),
        delimiter=delimiter,
        form=form,
    )
