"""The columns of a screen's list: every field of a screened company, and its format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from tui_app.contract.screening.page import ScreeningRow
from tui_app.system.language import N_
from tui_app.ui.lists.columns import Column, PlacedColumn, fitting
from tui_app.ui.panes.company import CompanyEntry, ScreeningEntry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import COLUMN_GAP


def _per_cent(value: float | None) -> str:
    return fmt.share(None if value is None else value / 100)


def _year(value: int | None) -> str:
    return str(value or "")


_SENT_AS: Final = dict(
    zip(ScreeningRow.__struct_fields__, ScreeningRow.__struct_encode_fields__, strict=True)
)
_MIN_NAME: Final = 22
"""The minimum width of the name."""
_NO_ROW: Final = ScreeningRow()


# Any: fields have different types.
def _column(
    name: str,
    title: str,
    width: int,
    form: Callable[[Any], str] = fmt.text,
    is_number: bool = False,
    short: str = "",
) -> Column:
    """A field of a screened company, as ``form`` shows it."""

    def shown(entry: CompanyEntry) -> str:
        row = entry.row if isinstance(entry, ScreeningEntry) else _NO_ROW
        return form(getattr(row, name)) or fmt.MISSING

    style, needs = "text" if is_number else "dim", _MIN_NAME + COLUMN_GAP
    return Column(name, title, shown, width, needs, style, is_number, short, _SENT_AS[name], True)


_MIN_NAME_IF_SORTED: Final = 14
"""The minimum width of the name beside the column that the companies are sorted by."""
NAME: Final = replace(_column("company_name", N_("Name"), 0), style="strong")

COLUMNS: Final = (
    NAME,
    _column("tax_id", N_("Tax id"), 10),
    _column("company_id", N_("Registry number"), 16),
    _column("county", N_("County"), 13, fmt.county),
    _column("locality", N_("Locality"), 16),
    _column("company_type", N_("Form"), 6),
    _column("caen", "CAEN", 20),
    _column("status", N_("Status"), 14),
    _column("turnover", N_("Turnover"), 14, fmt.number, True),
    _column("net_profit", N_("Net profit"), 13, fmt.number, True),
    _column("employee", N_("Employees"), 9, fmt.number, True, N_("Staff")),
    _column("growth", N_("Growth"), 8, _per_cent, True),
    _column("margin", N_("Margin"), 8, _per_cent, True),
    _column("equity", N_("Equity"), 13, fmt.number, True),
    _column("loss_years", N_("Loss years"), 10, fmt.number, True),
    _column("won", N_("Public money"), 14, fmt.number, True),
    _column("public_share", N_("Public share"), 12, _per_cent, True),
    _column("buyers", N_("Buyers"), 7, fmt.number, True),
    _column("statement_year", N_("Year"), 5, _year, True),
    _column("founding_year", N_("Founded"), 7, _year, True),
    _column("registration_date", N_("Registered"), 10, fmt.timestamp),
    _column("status_class", N_("Status class"), 14),
    _column("vat", N_("VAT"), 4, fmt.yes_no),
    _column("has_phone", N_("Phone"), 7, fmt.yes_no),
    _column("has_email", N_("E-mail"), 7, fmt.yes_no),
    _column("has_website", N_("Website"), 8, fmt.yes_no),
    _column("has_court_cases", N_("Court cases"), 11, fmt.yes_no),
)
"""All columns in the order offered; every list shows the name."""

BY_SORT: Final = {column.sort: column for column in COLUMNS}
_BY_NAME: Final = {column.name: column for column in COLUMNS}
USUAL: Final = (
    "turnover", "employee", "growth", "net_profit", "county", "company_type", "caen",
)  # fmt: skip
"""The default columns, the most important first."""


def placed(names: Iterable[str], available: int, sort: str = "") -> tuple[PlacedColumn, ...]:
    """The name and the named columns that fit, each with its width.

    The column that the companies are sorted by is dropped last, and comes first if some do not fit.
    """
    wanted = {name: _BY_NAME[name] for name in names if name in _BY_NAME and name != NAME.name}
    first = BY_SORT[sort].name if sort in BY_SORT else ""
    columns = sorted(wanted.values(), key=lambda column: column.name != first)
    if first in wanted:
        beside = max(_MIN_NAME_IF_SORTED, available - wanted[first].width - 2 * COLUMN_GAP)
        needs = min(_MIN_NAME, beside) + COLUMN_GAP
        columns = [replace(column, needs=needs) for column in columns]
    found, left = fitting(columns, available, ends=lambda column: column.name == first)
    is_whole, order = len(found) == len(wanted), list(_BY_NAME)
    found.sort(key=lambda p: (p.column.name != first or is_whole, order.index(p.column.name)))
    name = left - COLUMN_GAP
    return (PlacedColumn(NAME, name if first in wanted else max(_MIN_NAME, name)), *found)
