"""Recognises procurement files by their bytes and columns, whatever their names are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.table_reader import (
    TOO_MANY,
    UNQUOTED,
    Beginning,
    Header,
    TableReader,
)
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
from tui_app.system.language import _
from tui_app.tables.spreadsheet import OLE
from tui_app.tables.table import TableRow

_ABOVE: Final = 10
"""The most rows above the header: a title, or a spreadsheet's line with its separator."""

_SAMPLE: Final = 50


class ProcurementFile(Struct, frozen=True):
    """A file of a known table. A text has a ``beginning``, a spreadsheet a ``form``."""

    source: InputFile
    table: ProcurementTable
    header: tuple[str, ...]
    header_at: int
    positions: dict[Datum, int]
    lacking: tuple[Datum, ...]
    other_kind: int | None
    beginning: Beginning | None = None
    form: str = ""

    @property
    def description(self) -> str:
        """What it is, for people."""
        form = self.form
        if self.beginning is not None:
            form = _("separated by {delimiter!r}").format(delimiter=self.beginning.header.delimiter)
        return _("{source}: {table} (public procurement), {form}").format(
            source=self.source.label, table=_(self.table.value), form=form
        )

    def rows(self, tally: Tally, advanced: Callable[[bytes], None]) -> Iterator[TableRow]:
        """Its rows, all as wide as the header and counted; others are set aside."""
        if self.beginning is None:
            return self._sheet_rows(tally, advanced)
        table = TableReader(self.source, self.beginning, tally, advanced)
        return ((table.line, cells) for cells in table.rows())

    def _sheet_rows(self, tally: Tally, advanced: Callable[[bytes], None]) -> Iterator[TableRow]:
        path, width = self.source.path, len(self.header)
        if path is None:
            raise ImportRefusedError(_("{source} cannot be read.").format(source=self.source.label))
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                advanced(block)
        header = list(self.header)
        for number, cells in islice(workbooks.rows_of(path, self.form), self.header_at, None):
            cells.extend([""] * (width - len(cells)))
            if cells[:width] == header:
                continue  # each sheet of a workbook has the header
            tally.rows += 1
            if any(cells[width:]):
                tally.skip(number, TOO_MANY)
                continue
            del cells[width:]
            yield number, cells


def recognise(source: InputFile) -> ProcurementFile | None:
    """The file, if it is a procurement file; otherwise ``None``.

    Raises ``ImportRefusedError`` for a procurement file that cannot be used.
    """
    if form := source.workbook or _old_workbook(source):
        return _recognised_workbook(source, form)
    try:
        beginning = Beginning(source)
    except (ImportRefusedError, OSError):
        return None
    for at, line in enumerate(beginning.lines[:_ABOVE]):
        header = Header(line)
        if is_header(header.names):
            beginning.begin_at(at, has_quotes=header.delimiter != UNQUOTED)
            sample = [beginning.saving.split(each) for each in beginning.sample[1 : 1 + _SAMPLE]]
            return _file(source, header.names, at + 1, sample, beginning=beginning)
    return None


def _old_workbook(source: InputFile) -> str:
    if source.path is None:
        return ""
    try:
        with closing(source.open()) as stream:
            return "xls" if stream.read(len(OLE)) == OLE else ""
    except (ImportRefusedError, OSError):
        return ""


def _recognised_workbook(source: InputFile, form: str) -> ProcurementFile | None:
    if source.path is None:
        return None
    try:
        first = islice(workbooks.rows_of(source.path, form), _ABOVE + _SAMPLE)
        rows = [cells for _, cells in first]
    except workbooks.WorkbookUnreadableError:
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
    beginning: Beginning | None = None,
    form: str = "",
) -> ProcurementFile:
    table = table_of(header, sample, source.name)
    if table is None:
        raise ImportRefusedError(
            _(
                "{source} is a public procurement file, but matches no table that is used"
                " here: it names no winner, or neither contracts nor direct purchases. Leave it"
                " out."
            ).format(source=source.label)
        )
    found = positions(header, table, sample)
    needed, others = lacking(found, table)
    if needed:
        names = _(" and no ").join(_(each.value) for each in needed)
        raise ImportRefusedError(
            _(
                "{source} is a public procurement file ({table}), but has no column for the"
                " {names}: it may have been renamed. Its columns: {names_2}."
            ).format(
                source=source.label, table=_(table.value), names=names, names_2=", ".join(header)
            )
        )
    return ProcurementFile(
        source=source,
        table=table,
        header=tuple(header),
        header_at=header_at,
        positions=found,
        lacking=tuple(others),
        other_kind=other_kind(header),
        beginning=beginning,
        form=form,
    )
