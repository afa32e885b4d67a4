"""A screened company as an entry of a list, with its figures."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import asdict, replace

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.page import ScreeningRow
from tui_app.ui.panes.entry import CompanyEntry, from_record


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
