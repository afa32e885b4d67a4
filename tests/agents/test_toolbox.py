"""The tools at a server of the test's own: what is asked, what it costs, what is said."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec
import pytest

from tests.agents.answers import read_answer
from tests.scripted import ScriptedServer, client_of
from tui_app.agents.errors import ConfirmationNeeded, ToolError
from tui_app.agents.guard import Guard, Handles
from tui_app.agents.toolbox import SourceFacts, Toolbox
from tui_app.client import cache
from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError, ServerError
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.past import ChangePage, CompanyHistory, RegisterChange
from tui_app.contract.screening.page import FacetValue, ScreeningFacets, ScreeningPage, ScreeningRow

EVERYTHING = "screen, screen_facets, changes, history, match, peers, connections, public_money"
FOUND = tuple(
    r.CompanySummary(tax_id=str(1000 + n), company_name=f"AGRO {n} SRL", county=county)
    for n, county in enumerate(("Cluj", "Bihor", "CLUJ", "", "Judetul Cluj"))
)


# Any: arguments and answers of any tool.
async def told(
    companies: Companies, tool: str, given: Mapping[str, Any], **more: Any
) -> dict[str, Any]:
    """The answer as a model reads it, head and data together."""
    source = SourceFacts("server", more.pop("day", None))
    guard = Guard(more.pop("spend", None), more.pop("ask_above", 100), Handles())
    return read_answer(await Toolbox(companies, source, guard, **more).call(tool, given))


def names(found: Mapping[str, Any]) -> list[str]:
    return [each["taxId"] for each in found["data"].get("companies", [])]


async def test_a_search_is_narrowed_by_county_and_cut_where_it_was_told_to() -> None:
    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: FOUND})) as companies:
        found = await told(companies, "find", {"text": "agro"})
        assert names(found) == [each.tax_id for each in FOUND] and "next" not in found
        for county in ("Cluj", "CJ", "judetul cluj"):
            found = await told(companies, "find", {"text": "agro", "county": county})
            assert names(found) == ["1000", "1002", "1004"]
        found = await told(companies, "find", {"text": "agro", "county": "CJ", "limit": 2})
        assert names(found) == ["1000", "1002"]
        nobody = await told(companies, "find", {"text": "agro", "county": "Iasi"})
        assert nobody["data"] == {} and "leave county out" in nobody["next"]
        assert (await told(companies, "status", {}))["data"]["pricesInRequests"]["find"] == 1
        companies.allowance.metered = False
        free = await told(companies, "status", {})
        assert free["data"]["pricesInRequests"] == "all tools are free"
        assert free["remaining"] == "free"
    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: []})) as companies:
        assert "No company was found" in (await told(companies, "find", {"text": "agro"}))["next"]


@pytest.mark.parametrize(("count", "is_more"), [(9, False), (10, True)])
async def test_ten_results_may_not_be_all(count: int, is_more: bool) -> None:
    results = [r.CompanySummary(tax_id=str(1000 + n), company_name="AGRO") for n in range(count)]
    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: results})) as companies:
        found = await told(companies, "find", {"text": "agro", "limit": 3})
        assert len(names(found)) == 3
        assert ("only the ten best" in found.get("next", "").lower()) is is_more


PARTS = {
    "profile": r.CompanyProfile(tax_id="12", company_name="ANA SRL", has_phone=False),
    "financial": r.FinancialData(financial_data=(r.YearlyRecord(year=2024, turnover=0),)),
    "court_cases": r.CourtCasePage(total_cases=0, total_pages=0, current_page=1),
    "emails": r.Emails(primary_email="a@b.example"),
    "websites": r.Websites(),
    "administrators": r.Administrators(administrators=("ANA",)),
}


# Any: the data or the failure of a request.
def company(**instead: Any) -> ScriptedServer:
    answers = PARTS | instead
    return ScriptedServer({each.url_path("12"): answers.get(each.name, 404)
                           for each in o.COMPANY_OPERATIONS})  # fmt: skip


async def test_what_is_empty_failed_ruled_out_and_not_asked_is_told_apart() -> None:
    server = company(financial=500)
    asked = ["profile", "figures", "cases", "contacts"]
    async with client_of(server) as companies:
        found = await told(companies, "company", {"tax_id": "RO12", "parts": asked})
        assert set(found["data"]) == {"profile", "contacts", "failed"}
        assert found["data"]["contacts"] == {"emails": ["a@b.example"]}
        assert set(found["data"]["failed"]) == {"figures"}
        assert "500" in found["data"]["failed"]["figures"]
        assert found["notOnRecord"] == ["cases"]
        # A failed request was sent, and its answer is still missing; the cases are known.
        assert found["cost"] == len(server.asked) == 5
        assert found["notAsked"] == {"signals": 1}
        server.answers[o.FINANCIAL.url_path("12")] = PARTS["financial"]
        again = await told(companies, "company", {"tax_id": "12", "parts": asked})
        assert again["cost"] == 1 and "failed" not in again["data"]
        assert again["data"]["figures"]["years"] == [{"year": 2024, "turnover": 0}]
        assert again["notAsked"] == {"signals": 0}


@pytest.mark.parametrize("people", [False, True])
async def test_people_have_a_price_only_where_they_may_be_named(people: bool) -> None:
    async with client_of(company()) as companies:
        found = await told(companies, "company", {"tax_id": "12"}, with_people=people)
        assert ("people" in found["notAsked"]) is people
        assert found["notAsked"]["figures"] == found["notAsked"]["cases"] == 1
        # The profile came with this answer; contacts are three questions.
        assert found["notAsked"]["contacts"] == 3 and found["notAsked"]["signals"] == 2
        wish = {"tax_id": "12", "parts": ["people"]}
        if people:
            named = await told(companies, "company", wish, with_people=True)
            assert named["data"]["people"] == {"administrators": ["ANA"]}
        else:
            with pytest.raises(ToolError, match="--with-people"):
                await told(companies, "company", wish)


async def test_a_page_of_cases_is_the_one_that_was_asked_for() -> None:
    server = company()
    pages = {
        n: r.CourtCasePage((r.CourtCase(case_number=f"{n}/3/2026"),), 3, n, 60) for n in (1, 2)
    }
    server.answers |= {
        f"{o.COURT_CASES.url_path('12')}?page={n}": page for n, page in pages.items()
    }
    async with client_of(server) as companies:
        for number, cost in ((1, 2), (2, 1), (2, 0)):
            given = {"tax_id": "12", "parts": ["cases"], "page": number}
            if cost:
                with pytest.raises(ToolError, match=rf"costs {cost} request"):
                    await told(companies, "company", given, spend=cost - 1)
            found = await told(companies, "company", given, ask_above=cost)
            assert found["data"]["cases"]["rows"] == [{"number": f"{number}/3/2026"}]
            assert (found["data"]["cases"]["page"], found["cost"]) == (number, cost)
        with pytest.raises(ToolError, match="leave page out"):
            await told(companies, "company", {"tax_id": "12", "parts": ["signals"], "page": 2})


async def test_the_day_of_an_answer_is_that_of_its_oldest_part() -> None:
    """Parts come from the cache or from the server, in either order."""
    server = company()
    async with client_of(server) as companies:
        await companies.profile("12")
        now = dt.datetime.now(dt.UTC)
        _age(companies, dt.timedelta(days=3))
        given = {"tax_id": "12", "parts": ["profile", "figures"]}
        found = await told(companies, "company", given)
        assert found["asOf"] == (now - dt.timedelta(days=3)).date().isoformat()
        # A source with a day of its own says that.
        found = await told(companies, "company", given, day=dt.date(2020, 1, 2))
        assert found["asOf"] == "2020-01-02"


def _age(companies: Companies, by: dt.timedelta) -> None:
    """Let everything that is cached be older."""
    kept = companies._cache._recent
    for key, answer in list(kept.items()):
        kept[key] = msgspec.structs.replace(answer, fetched_at=answer.fetched_at - by)


async def test_the_day_of_counts_and_histories_is_that_of_their_oldest_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = ScriptedServer(
        {
            o.SCREEN.path: ScreeningPage(total_companies=0),
            o.SCREEN_FACETS.path: ScreeningFacets(),
            o.HISTORY.url_path("12"): CompanyHistory(tax_id="12"),
            o.HISTORY.url_path("13"): CompanyHistory(tax_id="13"),
        },
        extensions=EVERYTHING,
    )
    long_ago = dt.timedelta(days=5)
    monkeypatch.setattr(cache, "is_old", lambda *_of: False)
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        await companies.screen_facets("county:CJ")
        await companies.history("12")
        _age(companies, long_ago)
        day = (dt.datetime.now(dt.UTC) - long_ago).date().isoformat()
        counted = {"criteria": "county:CJ", "count_by": ["form"]}
        assert (await told(companies, "screen", counted))["asOf"] == day
        assert (await told(companies, "changes", {"tax_ids": ["13", "12"]}))["asOf"] == day
        assert (await told(companies, "changes", {"tax_ids": ["13"]}))["asOf"] != day


async def test_the_day_of_a_matched_list_is_that_of_its_oldest_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server without matches is searched for each row."""
    monkeypatch.setattr(cache, "is_old", lambda *_of: False)
    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: []})) as companies:
        await told(companies, "match", {"rows": ["petroterm"]})
        _age(companies, dt.timedelta(days=5))
        companies._refiner._known.clear()
        day = (dt.datetime.now(dt.UTC) - dt.timedelta(days=5)).date().isoformat()
        for rows in (["petroterm", "zidarul"], ["zidarul", "petroterm"]):
            found = await told(companies, "match", {"rows": rows})
            assert (found["asOf"], len(found["data"]["rows"])) == (day, 2)


def _changes(*days: str) -> tuple[RegisterChange, ...]:
    return tuple(
        RegisterChange(
            tax_id="12", kind="name", before=day, not_before=f"{int(day[:4]) - 1}-01-01",
            not_after=day,
        )
        for day in days
    )  # fmt: skip


async def test_changes_of_companies_are_the_newest_of_all_since_a_day() -> None:
    server = ScriptedServer(
        {
            o.HISTORY.url_path("12"): CompanyHistory(changes=_changes("2024-01-01", "2021-01-01")),
            o.HISTORY.url_path("13"): CompanyHistory(changes=_changes("2022-06-01", "2025-01-01")),
        },
        extensions=EVERYTHING,
    )
    wish: dict[str, Any] = {"tax_ids": ["12", "13", "14"]}
    async with client_of(server) as companies:
        first = await told(companies, "changes", wish)
        days = ["2025-01-01", "2024-01-01", "2022-06-01", "2021-01-01"]
        assert [each["notAfter"] for each in first["data"]["rows"]] == days
        assert (first["data"]["total"], first["notOnRecord"]) == (4, ["14"])
        assert first["cost"] == 3
        for since, count in (("2022-06-01", 3), ("2022-06-02", 2), ("2022-06", 3), ("2026-01", 0)):
            found = await told(companies, "changes", wish | {"since": since})
            assert found["data"]["total"] == count
            assert [e["notAfter"] for e in found["data"].get("rows", [])] == days[:count]
        found = await told(companies, "changes", wish | {"limit": 1, "since": "2022-01"})
        assert found["data"]["total"] == 3 and len(found["data"]["rows"]) == 1


async def test_changes_of_criteria_go_on_by_their_cursor() -> None:
    page = ChangePage(
        changes=_changes("2024-01-01"), total_changes=7, next_cursor="abc",
        kinds=(FacetValue(value="name", companies=5), FacetValue("state", "State", None, 2)),
        days=("2020-01-01", "2022-01-01", "2026-01-01"),
    )  # fmt: skip
    server = ScriptedServer({o.CHANGES.path: page}, extensions=EVERYTHING)
    async with client_of(server) as companies:
        wish: dict[str, Any] = {"criteria": "county:CJ", "since": "2024-05-01", "limit": 3}
        found = await told(companies, "changes", wish)
        assert found["next"] == "cursor=abc" and found["data"]["total"] == 7
        assert found["data"]["snapshots"] == ["2020-01-01", "2026-01-01"]
        assert found["data"]["kinds"] == {"name": 5, "State": 2}
        assert "since%3A2024-05-01" in server.asked[-1] and "limit=3" in server.asked[-1]
        await told(companies, "changes", wish | {"cursor": "abc"})
        assert "cursor=abc" in server.asked[-1]
        await told(companies, "changes", {"criteria": "county:CJ"})
        assert "limit=20" in server.asked[-1]


ROWS = tuple(ScreeningRow(tax_id=str(n), company_name="ANA", turnover=n, loss_years=n)
             for n in range(2))  # fmt: skip


@pytest.mark.parametrize(("is_exact", "is_least"), [(True, False), (False, True), (None, False)])
async def test_a_screen_says_its_total_its_columns_and_where_it_goes_on(
    is_exact: bool | None, is_least: bool
) -> None:
    page = ScreeningPage(
        companies=ROWS, total_companies=9, total_is_exact=is_exact, next_cursor="abc",
        missing_statements=("2024 small",),
    )  # fmt: skip
    facets = ScreeningFacets(
        counties=(FacetValue(value="CJ", label="Cluj", companies=5),),
        company_types=(FacetValue(value="SRL", companies=4),),
    )
    server = ScriptedServer(
        {o.SCREEN.path: page, o.SCREEN_FACETS.path: facets}, extensions=EVERYTHING
    )
    async with client_of(server) as companies:
        wish: dict[str, Any] = {"criteria": "county:CJ", "sort": "-lossYears", "limit": 2}
        found = await told(companies, "screen", wish)
        data = found["data"]
        assert (data["total"], data.get("totalIsAtLeast", False)) == (9, is_least)
        assert data["missingStatements"] == ["2024 small"]
        assert (found["next"], found["cost"]) == ("cursor=abc", 1) and "counts" not in data
        rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
        assert [(each["taxId"], each["turnover"], each["lossYears"]) for each in rows] == [
            ("0", 0, 0), ("1", 1, 1),
        ]  # fmt: skip
        assert "sort=-lossYears" in server.asked[-1]
        counted = await told(
            companies, "screen", wish | {"count_by": ["county", "form"]}, ask_above=1
        )
        assert counted["data"]["counts"] == {"county": {"Cluj": 5}, "form": {"SRL": 4}}
        # Rows are known, the counts cost one; with another page both do.
        assert counted["cost"] == 1
        with pytest.raises(ConfirmationNeeded) as needed:
            await told(
                companies, "screen", {"criteria": "county:BH", "count_by": ["county"]}, ask_above=1
            )
        assert needed.value.price == 2


@pytest.mark.parametrize(
    ("tool", "given", "failing", "cost"),
    [
        ("find", {"text": "agro"}, o.AUTOCOMPLETE.path, 1),
        ("company", {"tax_id": "12"}, o.PROFILE.url_path("12"), 1),
        ("screen", {"criteria": "county:CJ"}, o.SCREEN.path, 1),
        ("screen", {"criteria": "county:CJ", "count_by": ["form"]}, o.SCREEN_FACETS.path, 2),
        ("changes", {"tax_ids": ["12", "13"]}, o.HISTORY.url_path("13"), 2),
        ("match", {"rows": ["agro"]}, o.MATCH.path, 1),
    ],
)
async def test_a_failed_call_costs_what_was_sent(
    tool: str, given: dict[str, Any], failing: str, cost: int
) -> None:
    server = ScriptedServer(
        {o.SCREEN.path: ScreeningPage(), o.HISTORY.url_path("12"): CompanyHistory()},
        extensions=EVERYTHING,
    )
    server.answers[failing] = 500
    guard = Guard(10, 10, Handles())
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        toolbox = Toolbox(companies, SourceFacts("server"), guard)
        before = len(server.asked)
        with pytest.raises(ServerError):
            await toolbox.call(tool, given)
        assert (guard.left, len(server.asked) - before) == (10 - cost, cost)
        # What was paid for is kept: the same call costs the rest alone.
        server.answers[failing] = {} if tool not in {"find", "match"} else []
        if tool == "match":
            server.answers[failing] = [{"decision": "none"}]
        await toolbox.call(tool, given)
        assert guard.left == 10 - cost - 1


async def test_the_rows_of_a_list_are_told_with_candidates_only_where_none_was_chosen() -> None:
    candidate = {
        "taxId": "13", "companyName": "DAN SA", "locality": "Dej", "county": "Cluj",
        "status": "x", "because": "same name", "confidence": 0.5,
    }  # fmt: skip
    answer = [
        {"decision": "matched", "taxId": "12", "companyName": "ANA SRL", "confidence": 0.98765,
         "because": "same name", "candidates": [candidate]},
        {"decision": "several", "confidence": 0.5, "because": "2 fit", "candidates": [candidate]},
        {"decision": "none"},
    ]  # fmt: skip
    server = ScriptedServer({o.MATCH.path: answer}, extensions=EVERYTHING, remaining=500)
    async with client_of(server) as companies:
        found = await told(companies, "match", {"rows": ["ana", "dan", {"name": "ion"}]})
    matched, several, none = found["data"]["rows"]
    assert matched == {
        "row": 1, "decision": "matched", "taxId": "12", "companyName": "ANA SRL",
        "confidence": 0.99, "because": "same name",
    }  # fmt: skip
    assert (several["row"], several["confidence"]) == (2, 0.5)
    assert several["candidates"] == [{k: candidate[k] for k in candidate if k != "confidence"}]
    assert (none["row"], none["decision"]) == (3, "none") and "candidates" not in none
    assert found["data"]["decisions"] == {"matched": 1, "several": 1, "none": 1}
    assert found["cost"] == 3


@pytest.mark.parametrize(
    ("remaining", "metered", "said"),
    [(5, True, 4), (1, True, 0), (None, True, "not known yet"), (5, False, "free")],
)
async def test_what_is_left_is_told_also_where_it_is_nothing(
    remaining: int | None, metered: bool, said: object
) -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: FOUND}, remaining=remaining)
    async with client_of(server, metered=metered) as companies:
        found = await told(companies, "find", {"text": "agro"}, spend=10)
        assert found["remaining"] == said
        assert (found["cost"], found["spendLeft"]) == ((1, 9) if metered else (0, 10))


async def test_the_reserve_of_a_server_is_not_spent_for_an_agent() -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: FOUND}, remaining=5)
    async with client_of(server, reserve=5) as companies:
        companies.allowance.accept(companies.allowance.next_number(), 5)
        with pytest.raises(ClientError, match="the reserve is 5"):
            await told(companies, "find", {"text": "agro"})
    assert server.asked == []


async def test_why_a_company_was_found_is_said() -> None:
    body = msgspec.json.encode({
        "success": True, "remainingRequests": 5, "data": FOUND[:3],
        "search": {"similar": ["1001"], "otherwise": ["1002"]},
    })  # fmt: skip
    server = ScriptedServer({
        o.AUTOCOMPLETE.path: lambda: httpx.Response(200, stream=httpx.ByteStream(body))
    })  # fmt: skip
    async with client_of(server) as companies:
        found = await told(companies, "find", {"text": "agro 0 s"})
    first, second, third = (each["why"] for each in found["data"]["companies"])
    assert first == "name starts with the text"
    assert "letter differs" in second and "another way" in third
