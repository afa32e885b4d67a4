"""The tools: each method answers one, within the guard's limits."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from tui_app.agents.arguments import CONFIRM, Arguments
from tui_app.agents.definitions import (
    COUNTS,
    MAX_ASKED,
    MAX_ROWS,
    MAX_YEARS,
    arguments_of,
)
from tui_app.agents.errors import ToolError
from tui_app.agents.guard import Guard, Spending
from tui_app.agents.parts import PARTS, CompanyPart, Flat, Wish, change_row, summary
from tui_app.agents.rendering import render
from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import ClientError, NotFoundError
from tui_app.contract import operations as ops
from tui_app.contract.matching import MAX_ROWS as MAX_MATCHED
from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.contract.operations import AnyOperation
from tui_app.contract.ranking import Tier, read_query, tier
from tui_app.contract.screening.criteria import Criteria, CriteriaError
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ORDERS, FacetValue, ScreeningRow
from tui_app.contract.search_notes import SearchNotes
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.sources.company_data import CompanyData, load_company
from tui_app.sources.matching import ListMatch
from tui_app.system.nearest import nearest

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CompanySummary

MATCH_REASONS: Final = {
    Tier.NAME_EQUAL: "same name",
    Tier.NAME_START: "name starts with the text",
    Tier.IDENTIFIER_EQUAL: "same tax id or registry number",
    Tier.NAME_PART: "name contains the text",
    Tier.IDENTIFIER_PART: "number contains the text",
    Tier.NAME_LETTERS: "same letters, blanks left out",
    Tier.NAME_WORDS: "has all words",
}
_COLUMNS: Final = (
    "taxId", "companyName", "companyType", "statusClass", "county", "caen", "statementYear",
    "turnover", "netProfit", "employee",
)  # fmt: skip
_FIELDS: Final = dict(zip(ORDERS, ScreeningRow.__struct_fields__, strict=True))
"""The field of a row for each column."""

_CURSOR: Final = re.compile(r"[A-Za-z0-9+/_=.:~-]{1,500}", re.ASCII)

_NO_COMPANY: Final = "No company was found: try fewer letters, another spelling, or the tax id."
_NONE_THERE: Final = "None of the companies found is in this county: leave county out."

Answered = tuple["Reply", int]
"""A reply, and what it cost in requests."""


class SourceFacts(Struct, frozen=True):
    """The source of the answers: its name, and the day of its data if it has one."""

    name: str
    day: dt.date | None = None


class Reply(Struct, frozen=True):
    """The data of an answer, and what its head contains beside cost and source."""

    data: Flat
    head: Flat = {}
    fetched_at: dt.datetime | None = None


class Toolbox:
    """The tools over one source. ``with_people``: answers name administrators."""

    def __init__(
        self, companies: Companies, source: SourceFacts, guard: Guard, *, with_people: bool = False
    ) -> None:
        self._companies = companies
        self._source = source
        self._guard = guard
        self._with_people = with_people
        self._tools: dict[str, Callable[[Arguments, str, Mapping[str, Any]], Awaitable[Answered]]]
        self._tools = {
            "find": self._find,
            "company": self._company,
            "match": self._match,
            "screen": self._screen,
            "changes": self._changes,
            "status": self._status,
        }

    async def call(self, tool: str, given: Mapping[str, Any]) -> str:
        """The answer of a tool as text.

        Raises ``ToolError`` and ``ConfirmationNeeded`` if nothing was sent, and ``ClientError`` if
        the source failed.
        """
        answer = self._tools.get(tool)
        if answer is None:
            raise ToolError(
                f"There is no tool {tool!r}.{nearest(tool, self._tools)}"
                f" There are: {', '.join(self._tools)}."
            )
        arguments = Arguments(tool, given, arguments_of(tool))
        handle = arguments.text(CONFIRM, "")
        plain = {name: value for name, value in arguments.given.items() if name != CONFIRM}
        reply, cost = await answer(arguments, handle, plain)
        return render(self._head(reply, cost) | reply.head, reply.data)

    def _head(self, reply: Reply, cost: int) -> Flat:
        day = self._source.day or (reply.fetched_at.date() if reply.fetched_at else None)
        return {
            "cost": cost,
            "remaining": self.remaining,
            "spendLeft": self._guard.left,
            "source": self._source.name,
            "asOf": day.isoformat() if day else None,
        }

    @property
    def remaining(self) -> int | str:
        """The requests left at the source; a text if requests cost nothing."""
        allowance = self._companies.allowance
        if not allowance.metered:
            return "free"
        left = allowance.remaining
        return "not known yet" if left is None else left

    async def _find(self, arguments: Arguments, handle: str, given: Mapping[str, Any]) -> Answered:
        text = arguments.text("text")
        county = arguments.text("county", "")
        limit = arguments.number("limit", ops.MAXIMUM_RESULTS, ops.MAXIMUM_RESULTS)
        price = self._free_or(self._companies.price_of_search(text))
        async with self._guard.admit(price, "find", given, handle) as spending:
            answer = await self._spend(
                spending, self._companies.search(text, confirm=self._confirms)
            )
        found = [each for each in answer.data if not county or _is_in(each.county, county)]
        rows = [summary(each) | {"why": _why(text, each, answer.search)} for each in found[:limit]]
        head: Flat = {}
        if not rows:
            head["next"] = _NONE_THERE if answer.data else _NO_COMPANY
        elif len(answer.data) == ops.MAXIMUM_RESULTS:
            head["next"] = "Only the ten best are listed: a longer text narrows."
        return Reply({"companies": rows}, head, answer.fetched_at), spending.cost

    async def _company(
        self, arguments: Arguments, handle: str, given: Mapping[str, Any]
    ) -> Answered:
        tax_id = arguments.tax_id("tax_id")
        names = arguments.choices("parts", ("profile",), PARTS)
        years = arguments.number("years", MAX_YEARS, MAX_YEARS)
        page = arguments.number("page", 1, ops.PAGE.maximum)
        if not self._with_people and any(PARTS[name].names_people for name in names):
            raise ToolError(
                "Names of people are left out: the user can start firmeterm mcp --with-people."
            )
        if page > 1 and "signals" in names:
            raise ToolError("The signals need the first page of cases: leave page out.")
        if any(PARTS[name].is_extension for name in names):
            await self._companies.learn_extensions(confirm=self._confirms)
        missing = [name for name in names if not PARTS[name].is_offered(self._companies)]
        wanted = [name for name in names if name not in missing]
        operations = _operations(PARTS[name] for name in wanted)
        price = self._price((ops.PROFILE, *operations), tax_id, page)
        async with self._guard.admit(price, "company", given, handle) as spending:
            try:
                data = await load_company(
                    self._companies, tax_id, operations, page=page, confirm=self._confirms
                )
            except ClientError as error:
                spending.cost = self._free_or(error.requests)
                raise
            spending.cost = self._free_or(data.requests)
        written = {name: PARTS[name].write(data, Wish(years, self._with_people)) for name in wanted}
        failed = _failures(data, wanted)
        head = {
            "notOnRecord": [n for n in wanted if n not in failed and not _has_data(written[n])],
            "notAtThisSource": missing,
            "notAsked": self._not_asked(tax_id, names),
        }
        values = {name: value for name, value in head.items() if value}
        kept = {name: value for name, value in written.items() if _has_data(value)}
        if failed:
            kept["failed"] = failed  # a server's own words
        oldest = min((each.fetched_at for each in data.answers.values()), default=None)
        return Reply(kept, values, oldest), spending.cost

    def _not_asked(self, tax_id: str, asked: Collection[str]) -> Flat:
        """The parts that were not requested, with their price in requests."""
        return {
            name: self._price(part.operations, tax_id)
            for name, part in PARTS.items()
            if name not in asked
            and part.is_offered(self._companies)
            and (self._with_people or not part.names_people)
        }

    async def _match(self, arguments: Arguments, handle: str, given: Mapping[str, Any]) -> Answered:
        fields = MatchRow.__struct_fields__
        rows = [MatchRow(**row) for row in arguments.rows("rows", fields, MAX_MATCHED)]
        matching = ListMatch(self._companies)
        await self._companies.learn_extensions(confirm=self._confirms)
        price = self._free_or(matching.price(rows))
        async with self._guard.admit(price, "match", given, handle) as spending:
            failed = 0
            try:
                found = [match async for match in matching.rows(rows)]
            except ClientError as error:
                failed = error.requests
                raise
            finally:
                sent = sum(answer.requests for answer in matching.answers)
                spending.cost = self._free_or(sent + failed)
        matches = [_matched(number, match) for number, match in enumerate(found, 1)]
        counts = Counter(match.decision for match in found)
        fetched_at = min((each.fetched_at for each in matching.answers), default=None)
        return Reply({"decisions": counts, "rows": matches}, {}, fetched_at), spending.cost

    async def _screen(
        self, arguments: Arguments, handle: str, given: Mapping[str, Any]
    ) -> Answered:
        line = arguments.text("criteria", "")
        sort = arguments.text("sort", ops.SCREEN_ORDER.default)
        limit = arguments.number("limit", 10, MAX_ROWS)
        cursor = arguments.text("cursor", "")
        counted = arguments.choices("count_by", (), COUNTS)
        criteria = _criteria(line)
        if sort.removeprefix("-") not in ORDERS:
            raise ToolError(f"sort is one of: {', '.join(ORDERS)}; - before it for the largest.")
        await self._companies.learn_extensions(confirm=self._confirms)
        if not self._companies.answers_extension(ops.SCREEN):
            raise ToolError("This source cannot screen; find and company work.")
        price = self._free_or(
            self._companies.price(ops.SCREEN, q=line, sort=sort, limit=limit, cursor=cursor)
        )
        if counted:
            price += self._free_or(self._companies.price(ops.SCREEN_FACETS, q=line))
        async with self._guard.admit(price, "screen", given, handle) as spending:
            answer = await self._spend(
                spending,
                self._companies.screen(
                    criteria, sort=sort, limit=limit, cursor=cursor, confirm=self._confirms
                ),
            )
            counts: Flat = {}
            oldest = answer.fetched_at
            if counted:
                facets = await self._spend(
                    spending, self._companies.screen_facets(criteria, confirm=self._confirms)
                )
                oldest = min(oldest, facets.fetched_at)
                counts = {name: _counts(getattr(facets.data, COUNTS[name])) for name in counted}
        page = answer.data
        columns = list(dict.fromkeys([*_COLUMNS, sort.removeprefix("-")]))
        rows = [[getattr(row, _FIELDS[name]) for name in columns] for row in page.companies]
        head = {"next": _next(page.next_cursor)}
        data = {
            "total": page.total_companies,
            "totalIsAtLeast": True if page.total_is_exact is False else None,
            "missingStatements": list(page.missing_statements) or None,
            "columns": columns,
            "rows": rows,
            "counts": counts,
        }
        return Reply(data, head, oldest), spending.cost

    async def _changes(
        self, arguments: Arguments, handle: str, given: Mapping[str, Any]
    ) -> Answered:
        tax_ids = arguments.tax_ids("tax_ids", MAX_ASKED)
        line = arguments.text("criteria", "")
        since = arguments.day("since")
        limit = arguments.number("limit", 20, MAX_ROWS)
        if tax_ids and line:
            raise ToolError("Give tax_ids or criteria, not both.")
        operation: AnyOperation = ops.HISTORY if tax_ids else ops.CHANGES
        await self._companies.learn_extensions(confirm=self._confirms)
        if not self._companies.answers_extension(operation):
            raise ToolError("This source has no older snapshots of the register.")
        if tax_ids:
            return await self._changes_of(tax_ids, since, limit, handle, given)
        whole = f"{line} since:{since.isoformat()}" if since else line
        _criteria(whole)
        cursor = arguments.text("cursor", "")
        price = self._free_or(
            self._companies.price(ops.CHANGES, q=whole, limit=limit, cursor=cursor)
        )
        async with self._guard.admit(price, "changes", given, handle) as spending:
            answer = await self._spend(
                spending,
                self._companies.changes(whole, limit=limit, cursor=cursor, confirm=self._confirms),
            )
        page = answer.data
        head: Flat = {"next": _next(page.next_cursor)}
        data = {
            "total": page.total_changes,
            "snapshots": list(page.days[:1] + page.days[-1:]),
            "kinds": _counts(page.kinds),
            "rows": [change_row(each, with_people=self._with_people) for each in page.changes],
        }
        return Reply(data, head, answer.fetched_at), spending.cost

    async def _changes_of(
        self,
        tax_ids: Sequence[str],
        since: dt.date | None,
        limit: int,
        handle: str,
        given: Mapping[str, Any],
    ) -> Answered:
        """The changes of companies, newest first; a company without a snapshot is named."""
        price = sum(self._price((ops.HISTORY,), each) for each in tax_ids)
        changes, unknown, times = [], [], []
        async with self._guard.admit(price, "changes", given, handle) as spending:
            for tax_id in tax_ids:
                try:
                    question = self._companies.history(tax_id, confirm=self._confirms)
                    answer = await self._spend(spending, question)
                except NotFoundError:
                    unknown.append(tax_id)
                    continue
                changes += answer.data.changes
                times.append(answer.fetched_at)
        start = since.isoformat() if since else ""
        newest = sorted(
            (each for each in changes if each.not_after >= start),
            key=lambda each: (each.not_after, each.not_before),
            reverse=True,
        )
        head: Flat = {"notOnRecord": unknown}
        data = {
            "total": len(newest),
            "rows": [change_row(each, with_people=self._with_people) for each in newest[:limit]],
        }
        oldest = min(times, default=dt.datetime.now(dt.UTC))
        return Reply(data, head, oldest), spending.cost

    async def _status(
        self, _arguments: Arguments, _handle: str, _given: Mapping[str, Any]
    ) -> Answered:
        each = self._free_or(1)
        waits = self._companies.live is not None
        prices = {
            "find": each,
            "company": f"{each} for each part that is not cached; signals take up to 3 requests",
            "match": f"{each} for each row",
            "screen": each,
            "changes": f"{each} for each tax id, or for each page of criteria",
        }
        data = {
            "pricesInRequests": prices if each else "all tools are free",
            "pace": "about one request a second goes to public services" if waits else None,
            "peopleNamed": self._with_people,
        }
        return Reply(data, {}, dt.datetime.now(dt.UTC)), 0

    async def _spend(self, spending: Spending, question: Awaitable[AnyAnswer]) -> AnyAnswer:
        """The answer to a question; the cost counts even if the question failed."""
        try:
            answer = await question
        except ClientError as error:
            spending.cost += self._free_or(error.requests)
            raise
        spending.cost += self._free_or(answer.requests)
        return answer

    @property
    def _confirms(self) -> bool:
        """Whether to confirm: only at a live source; at a server it would spend the reserve."""
        return self._companies.live is not None

    def _price(self, operations: Sequence[AnyOperation], tax_id: str, page: int = 1) -> int:
        """The price of several operations, in requests to a server or to public services."""
        distinct = tuple({each.name: each for each in operations}.values())
        live = self._companies.live
        if live is not None and not self._companies.offline:
            return sum(live.wait_for(each.name, tax_id).requests for each in distinct)
        price = self._companies.price
        return self._free_or(
            sum(
                price(each, tax_id, page=page) if each.paging else price(each, tax_id)
                for each in distinct
            )
        )

    def _free_or(self, requests: int) -> int:
        """This many requests, or none if they cost nothing."""
        return requests if self._companies.allowance.metered else 0


def _matched(row: int, match: CompanyMatch) -> Flat:
    """The answer for a row of a list, with candidates if none was chosen."""
    candidates = [] if match.decision == Decision.MATCHED else match.candidates
    return {
        "row": row,
        "decision": match.decision,
        "taxId": match.tax_id,
        "companyName": match.company_name,
        "confidence": round(match.confidence, 2),
        "because": match.because,
        "candidates": [
            {
                "taxId": each.tax_id,
                "companyName": each.company_name,
                "locality": each.locality,
                "county": each.county,
                "status": each.status,
                "because": each.because,
            }
            for each in candidates
        ],
    }


def _next(cursor: str | None) -> str | None:
    """What leads to the next page; a cursor comes from the server, and must be a mere token."""
    return f"cursor={cursor}" if cursor and _CURSOR.fullmatch(cursor) else None


def _criteria(line: str) -> Criteria:
    """The criteria of a line; raises ``ToolError``."""
    try:
        return parse(line)
    except CriteriaError as error:
        raise ToolError(
            f"The criteria cannot be read at {line[error.start : error.end]!r}: {error}."
            " The resource firmeterm://screening describes the language."
        ) from None


def _is_in(county: str, wanted: str) -> bool:
    """Whether a county, as a source writes it, is the wanted one."""
    return plain_county(county) == plain_county(wanted)


def _why(text: str, found: CompanySummary, notes: SearchNotes) -> str | None:
    """Why a company was found, according to the tiers of search."""
    if found.tax_id in notes.similar:
        return "similar name: a letter differs from the text"
    if found.tax_id in notes.otherwise:
        return "text read in another way: its town, or an abbreviation"
    reached = tier(read_query(text), found.company_name, found.tax_id, found.company_id)
    return None if reached is None else MATCH_REASONS[reached]


def _operations(parts: Iterable[CompanyPart]) -> tuple[AnyOperation, ...]:
    return tuple({each.name: each for part in parts for each in part.operations}.values())


def _failures(data: CompanyData, parts: Iterable[str]) -> dict[str, str]:
    """Why requested parts are missing."""
    return {
        name: str(data.problems[each.name])
        for name in parts
        for each in PARTS[name].operations
        if each.name in data.problems
    }


def _has_data(part: Flat) -> bool:
    """Whether a part contains more than its count."""
    counting = {"unit", "total", "page", "pages"}
    return any(value for name, value in part.items() if name not in counting) or bool(
        part.get("total")
    )


def _counts(values: Sequence[FacetValue]) -> Flat:
    return {each.label or each.value: each.companies for each in values}
