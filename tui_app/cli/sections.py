"""The sections of a company that ``firmeterm show`` prints: what each asks, and its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from msgspec import Struct

from tui_app.cli import output as out
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.output import CommandResult, plain
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.operations import AnyOperation
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.contract.public_money import MoneyYear, PublicMoney
from tui_app.contract.views import TABS, names_taken
from tui_app.export.row_writers import Row
from tui_app.insight.growth import by_year
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue
from tui_app.system.wording import changed

if TYPE_CHECKING:
    from tui_app.insight.signals import Signal
    from tui_app.sources.company_data import CompanyData


SOURCE_COLUMNS: Final = ("sourceFile", "sourceLine", "sourceDay")
"""The day is empty if only the day on which the file was saved is known."""

CONTACTS: Final = (ops.PHONES, ops.EMAILS, ops.WEBSITES, ops.ADMINISTRATORS)
_YEAR: Final = re.compile(r"(financialData\[\d+\])\.year")


def with_sources(result: CommandResult) -> CommandResult:
    """The result with ``SOURCE_COLUMNS`` in each row."""
    years = {
        found[1]: row["value"]
        for row in result.rows
        if (found := _YEAR.fullmatch(str(row.get("field", ""))))
    }
    rows = tuple(
        {**row, **_columns(_of_value(row, years, result.sources))}
        if "section" in row
        else {**row, **_columns(_of_row(row, result.sources))}
        for row in result.rows
    )
    columns = (*result.columns, *SOURCE_COLUMNS)
    return msgspec.structs.replace(result, columns=columns, rows=rows)


def _columns(sources: Sequence[Row]) -> Row:
    """A row comes from one file, or from several, separated by semicolons."""
    each = [
        (source["file"], source.get("line"), source["day"] if source.get("dayKnown", True) else "")
        for source in sources
    ]
    if len(each) < 2:
        file, line, day = each[0] if each else (None, None, None)
        return dict(zip(SOURCE_COLUMNS, (file, line, day or None), strict=True))
    joined = (
        "; ".join("" if v is None else str(v) for v in values) for values in zip(*each, strict=True)
    )
    return dict(zip(SOURCE_COLUMNS, joined, strict=True))


def _of_row(row: Row, sources: Sequence[Row]) -> list[Row]:
    """The sources of a record: those of its year, if it has one."""
    if row.get("year") is None:
        return list(sources)
    return [source for source in sources if source.get("year") == row["year"]]


def _of_value(row: Row, years: dict[str, FieldValue], sources: Sequence[Row]) -> list[Row]:
    """The sources of one value, by its section and its path."""
    path = str(row["field"])
    root, list_name = re.split(r"[.\[]", path)[0], path.partition(".")[0]
    sections = set(_sections_of(str(row["section"]), root))
    found = [source for source in sources if source["section"] in sections]
    if row["section"] == "financial":
        # The figures beside the years are those of the newest year, and of the year before it.
        newest = max(years.values(), default=0) - root.endswith("PrevYear")
        return [source for source in found if source.get("year") == years.get(list_name, newest)]
    return [source for source in found if root in (source.get("fields") or (root,))]


def _sections_of(section: str, field: str) -> Iterator[str]:
    if section != "contacts":
        yield section
        return
    for operation in CONTACTS:
        if field in operation.result.__struct_encode_fields__:
            yield operation.name


NAMED: Final = ("taxId", "companyName")
"""Columns in every row that identify its company."""
ALL: Final = "all"
_SIGNAL: Final = ("rule", "level", "title", "definition", "note", "figures", "notLoaded")
_MONEY: Final = (
    "year", "contractCount", "contractSum", "purchaseCount", "purchaseSum", "frameworkCount",
    "turnover", "shareOfTurnover",
)  # fmt: skip
_EVENT: Final = ("date", "kind", "event")


class PrintedSection(Struct, frozen=True):
    """A section of one operation: its result as rows. ``query`` is sent with the request."""

    operation: AnyOperation
    result: Callable[[Any], CommandResult]
    columns: tuple[str, ...]
    query: dict[str, str] = {}


class SectionChoice(NearestChoice):
    """A tab's name, that of an operation of the interface, or all."""

    def __init__(self) -> None:
        super().__init__([*(view.name for view in TABS if view.name in {*SINGLE, *COMBINED}), ALL])

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The section: an operation has its own if its tab shows more than that."""
        word = str(value).lower().replace("_", "-")
        if word in SINGLE:
            return word
        view = names_taken(TABS).get(word)
        return super().convert(view.name if view else value, param, ctx)


def _profile(profile: r.CompanyProfile) -> CommandResult:
    return CommandResult(
        title=profile.company_name, columns=profile.__struct_encode_fields__, rows=(plain(profile),)
    )


def _financial(financial: r.FinancialData) -> CommandResult:
    data = plain(financial)
    years = data.pop("financialData")
    return CommandResult(
        title=_("Annual figures (RON)"),
        columns=(*NAMED, *r.YearlyRecord.__struct_encode_fields__),
        brief=("year", "turnover", "netProfit", "employee", "debts", "equity"),
        rows=tuple(years),
        items="financialData",
        rest=data,
    )


def _court_cases(page: r.CourtCasePage) -> CommandResult:
    data = plain(page)
    cases = data.pop("courtCases")
    return CommandResult(
        title=_("Court cases"),
        columns=r.CourtCase.__struct_encode_fields__,
        brief=("caseNumber", "date", "partyStatus", "caseCategory", "proceduralStage"),
        rows=tuple(cases),
        items="courtCases",
        rest=data,
    )


def _public_money(money: PublicMoney) -> CommandResult:
    data = plain(money)
    return CommandResult(
        title=_("Public money of {name} (nominal values, lei)").format(name=money.name),
        columns=(*NAMED, *_MONEY),
        brief=tuple(name for name in _MONEY if name != "turnover"),
        rows=tuple(map(_money_year, money.years)),
        items="years",
        whole=data,
    )


def _money_year(year: MoneyYear) -> Row:
    return {
        "year": year.year,
        "contractCount": year.contracts.count,
        "contractSum": year.contracts.sum,
        "purchaseCount": year.purchases.count,
        "purchaseSum": year.purchases.sum,
        "frameworkCount": year.frameworks.count,
        "turnover": year.turnover,
        "shareOfTurnover": year.share_of_turnover,
    }


def _connections(page: r.ConnectionPage) -> CommandResult:
    data = plain(page)
    found = data.pop("connections")
    return CommandResult(
        title=_("Links"),
        columns=r.ConnectedCompany.__struct_encode_fields__,
        brief=("taxId", "companyName", "status", "link", "through"),
        rows=tuple(found),
        items="connections",
        rest=data,
    )


def _history(history: CompanyHistory) -> CommandResult:
    return CommandResult(
        title=_("Changes in the register"),
        columns=RegisterChange.__struct_encode_fields__,
        brief=("kind", "before", "after", "notBefore", "notAfter"),
        rows=tuple(map(plain, history.changes)),
        items="changes",
        whole=plain(history),
    )


def _record(resource: msgspec.Struct) -> CommandResult:
    return CommandResult(
        title=_("Company"), columns=resource.__struct_encode_fields__, rows=(plain(resource),)
    )


SINGLE: Final = {
    "overview": PrintedSection(ops.PROFILE, _profile, r.CompanyProfile.__struct_encode_fields__),
    "finance": PrintedSection(
        ops.FINANCIAL, _financial, (*NAMED, *r.YearlyRecord.__struct_encode_fields__)
    ),
    "cases": PrintedSection(ops.COURT_CASES, _court_cases, r.CourtCase.__struct_encode_fields__),
    "links": PrintedSection(
        ops.CONNECTIONS, _connections, r.ConnectedCompany.__struct_encode_fields__
    ),
    "money": PrintedSection(
        ops.PUBLIC_MONEY, _public_money, (*NAMED, *_MONEY), {"partners": "1000"}
    ),
    "history": PrintedSection(ops.HISTORY, _history, RegisterChange.__struct_encode_fields__),
    **{
        each.name: PrintedSection(each, _record, (*NAMED, *each.result.__struct_encode_fields__))
        for each in (*CONTACTS, ops.PEERS)
    },
}
"""The sections of one operation."""

COMBINED: Final = {
    "contact": (
        *NAMED,
        *(name for each in CONTACTS for name in each.result.__struct_encode_fields__),
    ),
    "signals": (*NAMED, *_SIGNAL),
    "events": (*NAMED, *_EVENT),
    ALL: (*NAMED, "section", "field", "value"),
}
"""The columns of the sections that need several operations."""


def columns_of(section: str) -> tuple[str, ...]:
    """All fields of a section."""
    return SINGLE[section].columns if section in SINGLE else COMBINED[section]


def signal_rows(signals: Iterable[Signal]) -> CommandResult:
    """The results of the rules."""
    from tui_app.export.values import figure

    rows = [
        {
            "rule": each.rule,
            "level": each.level.value,
            "title": each.title,
            "definition": each.definition,
            "note": each.note or None,
            "figures": [figure(one) for one in each.figures],
            "notLoaded": list(each.needs),
        }
        for each in signals
    ]
    brief = ("level", "title", "figures")
    return CommandResult(
        title=_("Signals"), columns=_SIGNAL, brief=brief, rows=tuple(rows), items="signals"
    )


def everything(company: CompanyData, contacts: Row) -> CommandResult:
    """Every section as an object; as a table one line per value, with its path."""
    operations: dict[str, AnyOperation] = {
        "profile": ops.PROFILE, "financial": ops.FINANCIAL, "courtCases": ops.COURT_CASES,
    }  # fmt: skip
    loaded = {name: company.data(operation) for name, operation in operations.items()}
    sections = {
        **{name: None if data is None else plain(data) for name, data in loaded.items()},
        "contacts": dict(contacts),
        "signals": list(signal_rows(company.signals).rows),
    }
    rows = tuple(
        {"section": section, "field": path, "value": value}
        for section, data in sections.items()
        for path, value in out.paths_of(msgspec.to_builtins(data))
    )
    return CommandResult(title=_("Company"), columns=COMBINED[ALL], rows=rows, whole=sections)


def events(company: CompanyData) -> CommandResult:
    """What happened to the company, newest first: its statements, cases and register changes."""
    rows = sorted(_events(company), key=lambda row: str(row["date"]), reverse=True)
    return CommandResult(
        title=_("Events"),
        columns=COMBINED["events"],
        brief=_EVENT,
        rows=tuple(rows),
        items="events",
    )


def _events(company: CompanyData) -> Iterator[Row]:
    profile, financial = company.data(ops.PROFILE), company.data(ops.FINANCIAL)
    if profile and profile.registration_date:
        yield _event(plain(profile)["registrationDate"], "company", "registered")
    for year in by_year(financial.financial_data) if financial else ():
        figures = (("turnover", year.turnover), ("netProfit", year.net_profit))
        known = [f"{name} {value:,}" for name, value in figures if value is not None]
        yield _event(str(year.year), "statements", ", ".join(known))
    cases, history = company.data(ops.COURT_CASES), company.data(ops.HISTORY)
    for case in cases.court_cases if cases else ():
        parts = (case.case_number, case.party_status, case.case_category, case.institution)
        yield _event(plain(case).get("date"), "cases", " · ".join(filter(None, parts)))
    for change in history.changes if history else ():
        moved = changed(change.kind, change.before or "–", change.after or "–")
        yield _event(change.not_after, "register", moved)


def _event(date: str | None, kind: str, event: str) -> Row:
    return dict(zip(_EVENT, (date or "", kind, event), strict=True))
