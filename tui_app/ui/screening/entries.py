"""A screened company as an entry of a list, with its figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import asdict, replace

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.page import ScreeningRow
from tui_app.ui.panes.entry import CompanyEntry, from_record
from tui_app.ui.screening.columns import ScreeningColumn
from tui_app.ui.text import formatting as fmt
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


def entries_of(rows: Iterable[ScreeningRow]) -> list[ScreeningEntry]:
    """The entries of a page of a screen."""
    return [from_screening(row) for row in rows]


def drawn(
    entries: Sequence[CompanyEntry],
    columns: Sequence[tuple[ScreeningColumn, int]],
    marked: Collection[str],
) -> list[Row]:
    """One line each: the mark, the status, the name, and the columns that fit."""
    rows = [e.row if isinstance(e, ScreeningEntry) else ScreeningRow() for e in entries]
    drawn_columns = [column.pieces(rows, width) for column, width in columns]
    return [
        Row(entry.tax_id, (RowLine((_mark(entry, marked), *(c[at] for c in drawn_columns))),))
        for at, entry in enumerate(entries)
    ]


def _mark(entry: CompanyEntry, marked: Collection[str]) -> Piece:
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    return Piece(("▌" if entry.tax_id in marked else " ") + mark + " ", style)
