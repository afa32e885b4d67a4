"""The columns of a screen's list: every field of a screened company, and its format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from rich.cells import cell_len

from tui_app.contract.screening.page import ScreeningRow
from tui_app.system.language import N_, _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import COLUMN_GAP, cell, cells, fit
from tui_app.ui.widgets.row_list import HeadCell, Piece


class ScreeningColumn(Struct, frozen=True):
    """A column: the field's name, its title, its width, and the format of its values."""

    name: str
    title: str
    width: int
    # Any: fields have different types.
    form: Callable[[Any], str] = fmt.text
    is_number: bool = False
    short: str = ""
    """A shorter title, for a language whose title is wider than the values."""

    @property
    def heading(self) -> str:
        """The title above the values."""
        title = _(self.title)
        return _(self.short) if self.short and cell_len(title) > self.width else title

    @property
    def sort(self) -> str:
        """Its name in the interface, by which a screen is sorted."""
        return _SENT_AS[self.name]

    def pieces(self, rows: Iterable[ScreeningRow], width: int) -> list[Piece]:
        """The values of companies in cells of a width; a negative figure stands out."""
        style = "strong" if self.name == NAME.name else "text" if self.is_number else "dim"
        texts = [self.form(getattr(row, self.name)) or fmt.MISSING for row in rows]
        return [
            Piece(text, "bad" if self.is_number and text.lstrip().startswith("−") else style)
            for text in cells(texts, width, is_number=self.is_number)
        ]


def _per_cent(value: float | None) -> str:
    return fmt.share(None if value is None else value / 100)


def _year(value: int | None) -> str:
    return str(value or "")


_SENT_AS: Final = dict(
    zip(ScreeningRow.__struct_fields__, ScreeningRow.__struct_encode_fields__, strict=True)
)
NAME: Final = ScreeningColumn("company_name", N_("Name"), 0)
_MIN_NAME: Final = 22
"""The minimum width of the name."""
_MIN_NAME_IF_SORTED: Final = 14
"""The minimum width of the name beside the column that the companies are sorted by."""
_MARKS: Final = 3
"""The columns before the name: a mark, the status, a blank."""

COLUMNS: Final = (
    NAME,
    ScreeningColumn("tax_id", N_("Tax id"), 10),
    ScreeningColumn("company_id", N_("Registry number"), 16),
    ScreeningColumn("county", N_("County"), 13, fmt.county),
    ScreeningColumn("locality", N_("Locality"), 16),
    ScreeningColumn("company_type", N_("Form"), 6),
    ScreeningColumn("caen", "CAEN", 20),
    ScreeningColumn("status", N_("Status"), 14),
    ScreeningColumn("turnover", N_("Turnover"), 14, fmt.number, True),
    ScreeningColumn("net_profit", N_("Net profit"), 13, fmt.number, True),
    ScreeningColumn("employee", N_("Employees"), 9, fmt.number, True, N_("Staff")),
    ScreeningColumn("growth", N_("Growth"), 8, _per_cent, True),
    ScreeningColumn("margin", N_("Margin"), 8, _per_cent, True),
    ScreeningColumn("equity", N_("Equity"), 13, fmt.number, True),
    ScreeningColumn("loss_years", N_("Loss years"), 10, fmt.number, True),
    ScreeningColumn("won", N_("Public money"), 14, fmt.number, True),
    ScreeningColumn("public_share", N_("Public share"), 12, _per_cent, True),
    ScreeningColumn("buyers", N_("Buyers"), 7, fmt.number, True),
    ScreeningColumn("statement_year", N_("Year"), 5, _year, True),
    ScreeningColumn("founding_year", N_("Founded"), 7, _year, True),
    ScreeningColumn("registration_date", N_("Registered"), 10, fmt.timestamp),
    ScreeningColumn("status_class", N_("Status class"), 14),
    ScreeningColumn("vat", N_("VAT"), 4, fmt.yes_no),
    ScreeningColumn("has_phone", N_("Phone"), 7, fmt.yes_no),
    ScreeningColumn("has_email", N_("E-mail"), 7, fmt.yes_no),
    ScreeningColumn("has_website", N_("Website"), 8, fmt.yes_no),
    ScreeningColumn("has_court_cases", N_("Court cases"), 11, fmt.yes_no),
)
"""All columns in the order offered; every list shows the name."""

BY_SORT: Final = {column.sort: column for column in COLUMNS}
_BY_NAME: Final = {column.name: column for column in COLUMNS}
USUAL: Final = (
    "turnover", "employee", "growth", "net_profit", "county", "company_type", "caen",
)  # fmt: skip
"""The default columns, the most important first."""


def placed(
    names: Iterable[str], available: int, sort: str = ""
) -> tuple[tuple[ScreeningColumn, int], ...]:
    """The name and the named columns that fit, each with its width.

    The column that the companies are sorted by is dropped last, and comes first if some do not fit.
    """
    wanted = tuple(dict.fromkeys(names))
    first = BY_SORT[sort].name if sort in BY_SORT else ""
    names = sorted(wanted, key=lambda name: name != first)
    found: list[tuple[ScreeningColumn, int]] = []
    name_width = _MIN_NAME
    if first in wanted and first != NAME.name:
        beside = available - _BY_NAME[first].width - 2 * COLUMN_GAP
        name_width = min(_MIN_NAME, max(_MIN_NAME_IF_SORTED, beside))
    left = available - name_width - COLUMN_GAP
    for name in names:
        column = _BY_NAME.get(name)
        if column is None or column is NAME:
            continue
        width = max(column.width, cell_len(column.heading) + 1)
        if not found and width + COLUMN_GAP > left:
            # The most important column has its title cut rather than being left out.
            width = column.width
        if width + COLUMN_GAP <= left:
            found.append((column, width))
            left -= width + COLUMN_GAP
        elif name == first:
            break
    is_whole = len(found) == len({*wanted} - {NAME.name})
    found.sort(key=lambda p: (p[0].name != first or is_whole, COLUMNS.index(p[0])))
    return (NAME, name_width + max(0, left)), *found


def head(
    columns: Iterable[tuple[ScreeningColumn, int]], sort: str, *, descending: bool
) -> tuple[HeadCell, ...]:
    """The titles; the title of the sorted column has a mark."""
    cells = [HeadCell(" " * _MARKS)]
    for column, width in columns:
        title = fit(column.heading, width)
        if chosen := column.sort == sort:
            title = fit(title, width - 1) + ("↓" if descending else "↑")
        text = cell(title, width, is_number=column.is_number)
        cells.append(HeadCell(text, column.sort, chosen))
    return tuple(cells)
