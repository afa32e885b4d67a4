"""The results of a screen: a page of companies, and its facets."""

from __future__ import annotations

from typing import Final

from msgspec import field

from tui_app.contract.resources import Resource, Timestamp, no_text, nothing_on_record


class ScreeningRow(Resource, frozen=True):
    """A company that matches, with every field that criteria can use.

    Figures are those of the latest year on record, ``statement_year``: whole RON; ``margin`` and
    ``growth`` in per cent. ``growth`` compares turnover with the year before. ``status_class`` is
    one of ``StatusGroup``. ``caen`` is the main activity, class and title. ``loss_years`` counts
    the years with a loss; it is absent if no profit is known. ``won`` is the sum of public
    contracts of all years, and ``buyers`` the number of their buyers; ``public_share`` is the share
    of those in the latest year, in per cent of its turnover.
    """

    tax_id: str = field(default_factory=no_text)
    company_name: str = field(default_factory=no_text)
    company_id: str | None = None
    company_type: str | None = None
    status: str | None = None
    status_class: str = field(default_factory=no_text)
    county: str | None = None
    locality: str | None = None
    caen: str | None = None
    registration_date: Timestamp | None = None
    founding_year: int | None = None
    statement_year: int | None = None
    turnover: int | None = None
    net_profit: int | None = None
    employee: int | None = None
    equity: int | None = None
    margin: float | None = None
    growth: float | None = None
    loss_years: int | None = None
    won: int | None = None
    public_share: float | None = None
    buyers: int | None = None
    vat: bool | None = field(default=None, name="VAT")
    has_phone: bool | None = None
    has_email: bool | None = None
    has_website: bool | None = None
    has_court_cases: bool | None = None


class ScreeningPage(Resource, frozen=True):
    """One page of the companies that match.

    ``total_companies`` counts all of them; it is a lower bound if ``total_is_exact`` is false,
    because the time limit was reached. ``next_cursor`` is absent on the last page.
    ``missing_statements`` are sets of statements that the source lacks (``2024 IFRS``), where
    criteria or order use figures: their companies are neither found nor ranked.
    """

    companies: tuple[ScreeningRow, ...] = field(default_factory=nothing_on_record)
    total_companies: int | None = None
    total_is_exact: bool | None = None
    next_cursor: str | None = None
    missing_statements: tuple[str, ...] = field(default_factory=nothing_on_record)


class FacetValue(Resource, frozen=True):
    """The number of companies with one value.

    ``criterion`` narrows the screen to them, in the language of the line; it is absent if there is
    none, as for missing values. ``label`` is the value's title, if it has one.
    """

    value: str = field(default_factory=no_text)
    label: str | None = None
    criterion: str | None = None
    companies: int | None = None


class FigureSummary(Resource, frozen=True):
    """Total and median of a figure over the ``companies`` that have it."""

    companies: int | None = None
    total: int | None = None
    median: float | None = None


class ScreeningFacets(Resource, frozen=True):
    """The facets of the companies that match, largest first.

    ``buyers`` and ``cpv_divisions`` list the twenty with most companies; a company has several.

    If ``is_partial``, counts and sums cover only ``counted_companies`` of them.
    """

    total_companies: int | None = None
    counted_companies: int | None = None
    is_partial: bool | None = None
    counties: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    company_types: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    caen_sections: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    status_classes: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    sizes: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    buyers: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    cpv_divisions: tuple[FacetValue, ...] = field(default_factory=nothing_on_record)
    turnover: FigureSummary = field(default_factory=FigureSummary)
    employee: FigureSummary = field(default_factory=FigureSummary)


OF_STATEMENTS: Final = frozenset(
    ("turnover", "net_profit", "employee", "equity", "margin", "growth", "loss_years",
     "public_share", "statement_year")
)  # fmt: skip
"""The fields of a row that come from yearly statements."""

ORDERS: Final = ScreeningRow.__struct_encode_fields__
"""The fields that a screen can be sorted by: every column."""
