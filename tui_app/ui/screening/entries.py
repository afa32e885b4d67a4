"""A screened company as an entry of a list, with its figures."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.page import ScreeningRow
from tui_app.ui.panes.entry import CompanyEntry, from_record
from tui_app.ui.screening.columns import NAME, ScreeningColumn
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import cell
from tui_app.ui.widgets.row_list import Piece, Row, RowLine


class ScreeningEntry(CompanyEntry, frozen=True, kw_only=True):
    """An entry with all fields of the screened company."""

    row: ScreeningRow = ScreeningRow()

    @property
    def partial_profile(self) -> CompanyProfile:
        """The part of the profile that the row has: more than in other lists."""
        return replace(
            super().partial_profile,
            registration_date=self.row.registration_date,
            founding_year=self.row.founding_year,
            vat=self.row.vat,
            caen=(self.row.caen,) if self.row.caen else (),
        )


def from_screening(row: ScreeningRow) -> ScreeningEntry:
    """An entry from a row of a screen."""
    return ScreeningEntry(**asdict(from_record(row)), row=row)


def drawn(
    entry: CompanyEntry, columns: Sequence[tuple[ScreeningColumn, int]], *, marked: bool
) -> Row:
    """One line: the mark, the status, the name, and the columns that fit."""
    row = entry.row if isinstance(entry, ScreeningEntry) else ScreeningRow()
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    pieces = [Piece(("▌" if marked else " ") + mark + " ", style)]
    for column, width in columns:
        text = cell(column.text(row), width, is_number=column.is_number)
        style = "strong" if column is NAME else "text" if column.is_number else "dim"
        is_negative = column.is_number and text.lstrip().startswith("−")
        pieces.append(Piece(text, "bad" if is_negative else style))
    return Row(entry.tax_id, (RowLine(tuple(pieces)),))
