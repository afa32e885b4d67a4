"""The columns of a screen's list: every field of a screened company, and its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len

from tui_app.contract.screening.page import ScreenRow
from tui_app.language import N_, _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import fit, pad
from tui_app.ui.widgets.row_list import HeadCell


class ScreenColumn(NamedTuple):
    """A column: the field's name, its title, its text, its width."""

    name: str
    sort: str
    """Its name in the interface, by which a screen is sorted."""
    title: str
    text: Callable[[ScreenRow], str]
    width: int
    is_number: bool = False


def _amount(name: str) -> Callable[[ScreenRow], str]:
    return lambda row: fmt.number(getattr(row, name))


def _words(name: str) -> Callable[[ScreenRow], str]:
    return lambda row: getattr(row, name) or ""


def _per_cent(name: str) -> Callable[[ScreenRow], str]:
    def text(row: ScreenRow) -> str:
        value = getattr(row, name)
        return fmt.share(None if value is None else value / 100)

    return text


def _flag(name: str) -> Callable[[ScreenRow], str]:
    return lambda row: fmt.yes_no(getattr(row, name))


def _county(row: ScreenRow) -> str:
    """Without the word for county, which the title already says."""
    return re.sub(r"(?i)^(municipiul|jude[tțţ]ul)\s+", "", row.county or "")


def _year(name: str) -> Callable[[ScreenRow], str]:
    return lambda row: str(getattr(row, name) or fmt.MISSING)


NAME: Final = ScreenColumn("company_name", "companyName", N_("Name"), _words("company_name"), 0)
_LEAST_NAME: Final = 22
"""The least width of the name."""
GAP: Final = 2
_MARKS: Final = 3
"""The columns before the name: a mark, the status, a blank."""

COLUMNS: Final = (
    NAME,
    ScreenColumn("tax_id", "taxId", N_("Tax id"), _words("tax_id"), 10),
    ScreenColumn("company_id", "companyId", N_("Registry number"), _words("company_id"), 16),
    ScreenColumn("county", "county", N_("County"), _county, 13),
    ScreenColumn("locality", "locality", N_("Locality"), _words("locality"), 16),
    ScreenColumn("company_type", "companyType", N_("Form"), _words("company_type"), 6),
    ScreenColumn("caen", "caen", "CAEN", _words("caen"), 20),
    ScreenColumn("status", "status", N_("Status"), _words("status"), 14),
    ScreenColumn("turnover", "turnover", N_("Turnover"), _amount("turnover"), 14, True),
    ScreenColumn("net_profit", "netProfit", N_("Net profit"), _amount("net_profit"), 13, True),
    ScreenColumn("employee", "employee", N_("Employees"), _amount("employee"), 9, True),
    ScreenColumn("growth", "growth", N_("Growth"), _per_cent("growth"), 8, True),
    ScreenColumn("margin", "margin", N_("Margin"), _per_cent("margin"), 8, True),
    ScreenColumn("equity", "equity", N_("Equity"), _amount("equity"), 13, True),
    ScreenColumn("loss_years", "lossYears", N_("Loss years"), _amount("loss_years"), 10, True),
    ScreenColumn("statement_year", "statementYear", N_("Year"), _year("statement_year"), 5, True),
    ScreenColumn("founding_year", "foundingYear", N_("Founded"), _year("founding_year"), 7, True),
    ScreenColumn(
        "registration_date",
        "registrationDate",
        N_("Registered"),
        lambda row: fmt.timestamp(row.registration_date),
        10,
    ),
    ScreenColumn("status_class", "statusClass", N_("Status class"), _words("status_class"), 14),
    ScreenColumn("vat", "VAT", N_("VAT"), _flag("vat"), 4),
    ScreenColumn("has_phone", "hasPhone", N_("Phone"), _flag("has_phone"), 7),
    ScreenColumn("has_email", "hasEmail", N_("E-mail"), _flag("has_email"), 7),
    ScreenColumn("has_website", "hasWebsite", N_("Website"), _flag("has_website"), 8),
    ScreenColumn(
        "has_court_cases", "hasCourtCases", N_("Court cases"), _flag("has_court_cases"), 11
    ),
)
"""All columns in the order offered; every list shows the name."""

BY_NAME: Final = {column.name: column for column in COLUMNS}
USUAL: Final = (
    "turnover", "employee", "growth", "net_profit", "county", "company_type", "caen",
)  # fmt: skip
"""The default columns, the most important first."""


def placed(names: Iterable[str], available: int) -> tuple[tuple[ScreenColumn, int], ...]:
    """The name and the named columns that fit, each with its width."""
    found: list[tuple[ScreenColumn, int]] = []
    left = available - _LEAST_NAME - GAP
    for name in names:
        column = BY_NAME.get(name)
        if column is None or column is NAME:
            continue
        width = max(column.width, cell_len(_(column.title)) + 1)
        if not found and width + GAP > left:
            # The most important column has its title cut rather than being left out.
            width = column.width
        if width + GAP <= left:
            found.append((column, width))
            left -= width + GAP
    order = [column.name for column in COLUMNS]
    found.sort(key=lambda pair: order.index(pair[0].name))
    return (NAME, _LEAST_NAME + max(0, left)), *found


def cell(text: str, width: int, *, is_number: bool) -> str:
    """A value in its column, figures right-aligned, with the gap after it."""
    shown = fit(text, width)
    if is_number:
        shown = " " * (width - cell_len(shown)) + shown
    return pad(shown, width) + " " * GAP


def head(
    columns: Iterable[tuple[ScreenColumn, int]], sort: str, *, descending: bool
) -> tuple[HeadCell, ...]:
    """The titles; the one of the sorted column has a mark."""
    cells = [HeadCell(" " * _MARKS)]
    for column, width in columns:
        title = fit(_(column.title), width)
        if chosen := column.sort == sort:
            title = fit(title, width - 1) + ("↓" if descending else "↑")
        text = cell(title, width, is_number=column.is_number)
        cells.append(HeadCell(text, column.sort, chosen))
    return tuple(cells)
