"""The nine operations of the interface, part 4, as data.

The client builds and checks its requests from these, the service routes and validates by
them, and the OpenAPI document is derived from them. The methods of a registry and of the client
have an operation's name and its parameters, so that the service needs no list of its own.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from tui_app.contract import SHORTEST_QUERY
from tui_app.contract import resources as r
from tui_app.contract.envelope import Reason
from tui_app.contract.matching import CompanyMatch, MatchRequest
from tui_app.contract.parameters import (
    AsOfParameter,
    ChoiceParameter,
    CriteriaParameter,
    CursorParameter,
    DateParameter,
    InvalidParameter,
    NumberParameter,
    Parameter,
    SortParameter,
    TextParameter,
)
from tui_app.contract.past import ChangePage, CompanyHistory
from tui_app.contract.public_money import AUTO, SIDES, ContractPage, PublicMoney
from tui_app.contract.screening import OF_THE_PAST
from tui_app.contract.screening.page import ORDERS, ScreeningFacets, ScreeningPage

MAXIMUM_RESULTS: Final = 10
"""The most results of autocomplete (part 8)."""

PAGE_SIZE: Final = 20
"""Items on a page of our own service; a client never assumes it."""

T_co = TypeVar("T_co", covariant=True)


class Paging(Struct, frozen=True, kw_only=True):
    """The fields of a paged result with its items and their total.

    ``items`` and ``total`` are field names.
    """

    items: str
    total: str

    @property
    def total_name(self) -> str:
        """The total's name in the JSON of an answer."""
        first, *rest = self.total.split("_")
        return first + "".join(word.capitalize() for word in rest)


class Operation(Struct, Generic[T_co], frozen=True, kw_only=True):
    """One GET of the interface, or a POST if it has a ``body``.

    ``path`` contains ``{tax_id}`` if it names a company.

    ``also`` are parameters of our own, which other servers do not know. ``max_age`` is the highest
    age of a cached answer that a client may use. ``paging`` is set for a paged result. ``flag`` is
    the field of the profile that says whether the company has these data.
    """

    name: str
    path: str
    result: type[T_co]
    summary: str
    max_age: dt.timedelta
    description: str = ""
    query: tuple[Parameter, ...] = ()
    also: tuple[Parameter, ...] = ()
    paging: Paging | None = None
    flag: str = ""
    body: type[Struct] | None = None

    def is_ruled_out(self, profile: r.CompanyProfile | None) -> bool:
        """Whether the profile says that nothing is on record, so that no request is needed."""
        return bool(self.flag) and profile is not None and getattr(profile, self.flag) is False

    def page(self, number: int) -> dict[str, str]:
        """The number of a page as a parameter of a URL; nothing for an operation without pages."""
        return {"page": str(number)} if self.paging else {}

    @property
    def names_company(self) -> bool:
        """Whether the path contains a tax id."""
        return "{tax_id}" in self.path

    def url_path(self, tax_id: str = "") -> str:
        """The path with the tax id filled in, which consists of digits: see ``identifiers``."""
        return self.path.replace("{tax_id}", tax_id)

    # Any: each parameter has its own type.
    def read_query(self, raw: Mapping[str, str]) -> dict[str, Any]:
        """Every parameter by name, checked and converted; raises ``InvalidParameter``.

        Absent parameters of ``also`` are left out.
        """
        read = {p.name: p.read(raw.get(p.name)) for p in self.query}
        return read | {p.name: p.read(raw[p.name]) for p in self.also if p.name in raw}

    def read_pairs(self, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
        """Like ``read_query``, from pairs of a query string; none may be repeated.

        Unknown parameters are ignored, so that the interface can grow.
        """
        raw: dict[str, str] = {}
        parameters = {p.name: p for p in (*self.query, *self.also)}
        for name, value in pairs:
            if name in raw and name in parameters:
                raise InvalidParameter(parameters[name].invalid, f"{name} is given more than once")
            raw[name] = value
        return self.read_query(raw)


_HOUR: Final = dt.timedelta(hours=1)
_DAY: Final = dt.timedelta(days=1)

PAGE: Final = NumberParameter(
    name="page",
    invalid=Reason.PAGE_OUT_OF_RANGE,
    default=1,
    maximum=100,
    description="Page, counted from 1",
)
QUERY: Final = TextParameter(
    name="q",
    minimum_length=SHORTEST_QUERY,
    maximum_length=100,
    description="Matched against the company name, the taxId and the trade registry number",
)
REGISTRATION_DATE: Final = DateParameter(
    name="registration_date", description="The day of registration, YYYY-MM-DD"
)

AS_OF: Final = AsOfParameter()

AUTOCOMPLETE: Final = Operation(
    name="autocomplete",
    path="/v1/companies/autocomplete",
    result=tuple[r.CompanySummary, ...],
    summary="Search companies by text, most relevant first",
    description=(
        "Case, diacritics and punctuation are ignored. If the tiers of the interface find fewer "
        "than ten, two of our own follow: names with the same letters and digits, ignoring blanks; "
        "then names with a word for each word of the text, in any order, where a leading SC and "
        "legal forms are ignored, and and, si and & are one word. Names equal to the text come "
        "first. If the extension similar is announced, names with a typing error and other "
        "readings of the text come last: the member search lists their tax ids."
    ),
    max_age=_DAY,
    query=(QUERY,),
    also=(AS_OF,),
)
PROFILE: Final = Operation(
    name="profile",
    path="/v1/companies/{tax_id}",
    result=r.CompanyProfile,
    summary="The general profile of a company",
    max_age=7 * _DAY,
    also=(AS_OF,),
)
FINANCIAL: Final = Operation(
    name="financial",
    path="/v1/companies/{tax_id}/financial",
    result=r.FinancialData,
    summary="The financial data of a company",
    max_age=30 * _DAY,
    flag="has_fin_data",
)
COURT_CASES: Final = Operation(
    name="court_cases",
    path="/v1/companies/{tax_id}/court-cases",
    result=r.CourtCasePage,
    summary="The court cases of a company, paginated",
    max_age=_DAY,
    query=(PAGE,),
    paging=Paging(items="court_cases", total="total_cases"),
)
REGISTERED: Final = Operation(
    name="registered",
    path="/v1/companies/",
    result=r.RegisteredCompanyPage,
    summary="Companies registered on a given date, paginated",
    max_age=6 * _HOUR,
    query=(REGISTRATION_DATE, PAGE),
    paging=Paging(items="companies", total="total_companies"),
)
PHONES: Final = Operation(
    name="phones",
    path="/v1/companies/{tax_id}/phones",
    result=r.Phones,
    summary="The contact phone numbers of a company",
    max_age=30 * _DAY,
    flag="has_phone",
)
EMAILS: Final = Operation(
    name="emails",
    path="/v1/companies/{tax_id}/emails",
    result=r.Emails,
    summary="The contact e-mail addresses of a company",
    max_age=30 * _DAY,
    flag="has_email",
)
ADMINISTRATORS: Final = Operation(
    name="administrators",
    path="/v1/companies/{tax_id}/administrators",
    result=r.Administrators,
    summary="The administrators of a company",
    max_age=30 * _DAY,
    flag="has_administrator",
)
WEBSITES: Final = Operation(
    name="websites",
    path="/v1/companies/{tax_id}/websites",
    result=r.Websites,
    summary="The websites of a company",
    max_age=30 * _DAY,
    flag="has_website",
)


def asks_for_past(line: str) -> bool:
    """Whether a line of criteria, already checked, needs the history of the register."""
    return any(f"{field}:" in line for field in OF_THE_PAST)


# Any: the operations have different result types; each keeps its own above.
AnyOperation = Operation[Any]
OPERATIONS: Final[tuple[AnyOperation, ...]] = (
    AUTOCOMPLETE,
    PROFILE,
    FINANCIAL,
    COURT_CASES,
    REGISTERED,
    PHONES,
    EMAILS,
    ADMINISTRATORS,
    WEBSITES,
)
"""All nine, in the interface's order. Autocomplete precedes the profile, whose path fits it."""
COMPANY_OPERATIONS: Final = tuple(each for each in OPERATIONS if "{tax_id}" in each.path)
"""The operations on one company."""

PEERS: Final = Operation(
    name="peers",
    path="/v1/companies/{tax_id}/peers",
    result=r.Peers,
    summary="The position of a company among firms of its class, county and size (extension)",
    max_age=7 * _DAY,
    flag="has_fin_data",
)
CONNECTIONS: Final = Operation(
    name="connections",
    path="/v1/companies/{tax_id}/connections",
    result=r.ConnectionPage,
    summary="Other companies of the same administrator or address, paginated (extension)",
    max_age=7 * _DAY,
    query=(PAGE,),
    paging=Paging(items="connections", total="total_connections"),
)

CRITERIA: Final = CriteriaParameter()
SCREEN_ORDER: Final = SortParameter(choices=ORDERS, default="-turnover")
SCREEN_SIZE: Final = NumberParameter(
    name="limit",
    invalid=Reason.LIMIT_INVALID,
    default=50,
    maximum=1_000,
    description="Items on a page",
)
CURSOR: Final = CursorParameter()
SCREEN: Final = Operation(
    name="screen",
    path="/v1/companies/screen",
    result=ScreeningPage,
    summary="Companies that match criteria, in any order, page by page (extension)",
    max_age=_HOUR,
    query=(CRITERIA, SCREEN_ORDER, SCREEN_SIZE, CURSOR),
    also=(AS_OF,),
)
SCREEN_FACETS: Final = Operation(
    name="screen_facets",
    path="/v1/companies/screen/facets",
    result=ScreeningFacets,
    summary="Facets of the companies that match criteria, and their sums (extension)",
    max_age=_HOUR,
    query=(CRITERIA,),
    also=(AS_OF,),
)
HISTORY: Final = Operation(
    name="history",
    path="/v1/companies/{tax_id}/history",
    result=CompanyHistory,
    summary="A company in all snapshots of the register (extension)",
    max_age=7 * _DAY,
)
CHANGES: Final = Operation(
    name="changes",
    path="/v1/companies/changes",
    result=ChangePage,
    summary="Changes in the register, newest first, page by page (extension)",
    description=(
        "Of the companies that match the criteria; changed: and since: choose the changes."
    ),
    max_age=_HOUR,
    query=(CRITERIA, SCREEN_SIZE, CURSOR),
)

SIDE: Final = ChoiceParameter(
    name="side",
    choices=SIDES,
    default=AUTO,
    description="As supplier, as authority, or on the side on which there is more money",
)
PARTNERS: Final = NumberParameter(
    name="partners",
    invalid=Reason.LIMIT_INVALID,
    default=50,
    maximum=10_000,
    description="Buyers or suppliers in the answer",
)
PUBLIC_MONEY: Final = Operation(
    name="public_money",
    path="/v1/companies/{tax_id}/public-money",
    result=PublicMoney,
    summary="Public contracts and direct purchases of a company, summed (extension)",
    description=(
        "Nominal values. Framework agreements are ceilings and never summed; purchases above the "
        "legal ceiling and contracts above 1 bn RON are set apart and counted."
    ),
    max_age=_DAY,
    query=(SIDE, PARTNERS),
)
CONTRACTS: Final = Operation(
    name="contracts",
    path="/v1/companies/{tax_id}/contracts",
    result=ContractPage,
    summary="Public contracts and direct purchases of a company, one by one (extension)",
    max_age=_DAY,
    query=(SIDE, SCREEN_SIZE, CURSOR),
)

EXTENSIONS: Final[tuple[AnyOperation, ...]] = (
    PEERS,
    CONNECTIONS,
    SCREEN,
    SCREEN_FACETS,
    PUBLIC_MONEY,
    CONTRACTS,
    HISTORY,
    CHANGES,
)
"""Operations of our own service that are not in the interface.

A server announces those it supports in the header ``Firmeterm-Extensions``; they are never sent to
a server that did not.
"""

MATCH: Final = Operation(
    name="match",
    path="/v1/companies/match",
    result=tuple[CompanyMatch, ...],
    summary="The company that each row of a list means, with a confidence (extension)",
    description=(
        "One unit a row. A row that fits two companies alike has the decision several, one that "
        "fits none has none: nothing is guessed. A value that may be a person's code is ignored."
    ),
    max_age=_DAY,
    body=MatchRequest,
)
POSTED: Final = (MATCH,)
"""Extensions that take a body, and cost more than one request; announced like the others."""

SIMILAR: Final = "similar"
"""Announced among the extensions: a search also finds similar texts, and says which."""

EXTENSIONS_HEADER: Final = "Firmeterm-Extensions"
"""The header with the names of a server's extensions, separated by commas."""

INVENTED_HEADER: Final = "Firmeterm-Invented"
"""The header of our own service on answers about companies that do not exist: ``true``."""
