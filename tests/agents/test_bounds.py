"""What a tool takes at its bounds, what it does by itself, and what it says of its prices."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from tests.agents.test_toolbox import EVERYTHING, told
from tests.scripted import ScriptedLive, ScriptedServer, client_of
from tui_app.agents.arguments import Arguments
from tui_app.agents.definitions import COUNTS, SCHEMAS, definition
from tui_app.agents.errors import ConfirmationNeeded, ToolError
from tui_app.agents.guard import HANDLE_SECONDS, UsedHere
from tui_app.agents.rendering import MAX_CHARACTERS, render
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.matching import MatchRow
from tui_app.contract.past import ChangePage, CompanyHistory, RegisterChange
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage

ROW = list(MatchRow.__struct_fields__)


def server(extensions: str = EVERYTHING) -> ScriptedServer:
    answers: dict[str, Any] = {
        o.AUTOCOMPLETE.path: [],
        o.SCREEN.path: ScreeningPage(),
        o.SCREEN_FACETS.path: ScreeningFacets(),
        o.CHANGES.path: ChangePage(),
        o.MATCH.path: lambda: pytest.fail("not to be asked"),
    }
    for number in range(10, 31):
        answers[o.HISTORY.url_path(str(number))] = CompanyHistory()
        answers[o.PROFILE.url_path(str(number))] = {"companyName": "ANA"}
        answers[o.COURT_CASES.url_path(str(number))] = r.CourtCasePage(total_cases=1)
        answers[o.FINANCIAL.url_path(str(number))] = {}
    return ScriptedServer(answers, extensions=extensions)


@pytest.mark.parametrize(
    ("tool", "given", "name", "most", "usual"),
    [
        ("find", {"text": "agro"}, "limit", 10, 10),
        ("company", {"tax_id": "12", "parts": ["figures"]}, "years", 5, 5),
        ("company", {"tax_id": "12", "parts": ["cases"]}, "page", 100, 1),
        ("screen", {"criteria": "county:CJ"}, "limit", 50, 10),
        ("changes", {"criteria": "county:CJ"}, "limit", 50, 20),
        ("changes", {"tax_ids": ["12"]}, "limit", 50, 20),
    ],
)
async def test_a_number_is_taken_as_its_schema_says(
    tool: str, given: dict[str, Any], name: str, most: int, usual: int
) -> None:
    described = SCHEMAS[tool][1][name]
    assert isinstance(described, dict) and (described["minimum"], described["maximum"]) == (1, most)
    asked = server()
    async with client_of(asked) as companies:
        for value in (1, most):
            await told(companies, tool, given | {name: value})
            if f"{name}=" in asked.asked[-1]:
                assert f"{name}={value}" in asked.asked[-1].split("&")[-1].replace("?", "&")
        for value in (0, most + 1):
            with pytest.raises(ToolError, match=f"^{name} must be .* from 1 to {most}"):
                await told(companies, tool, given | {name: value})
        before = len(asked.asked)
        await told(companies, tool, given)
        if usual in {most, 1}:
            assert len(asked.asked) == before  # as asked for already
        elif "tax_ids" not in given:
            assert f"limit={usual}" in asked.asked[-1]


async def test_lists_are_taken_up_to_their_length() -> None:
    companies = [str(number) for number in range(10, 31)]
    async with client_of(server()) as client:
        assert (await told(client, "changes", {"tax_ids": companies[:20]}))["cost"] == 20
        with pytest.raises(ToolError, match="at most 20 tax ids"):
            await told(client, "changes", {"tax_ids": companies})
        with pytest.raises(ToolError, match="list of 1 to 100 objects"):
            await told(client, "match", {"rows": ["agro"] * 101})
        with pytest.raises(ConfirmationNeeded) as needed:
            rows = [f"agro {number}" for number in range(100)]
            await told(client, "match", {"rows": rows}, ask_above=99)
        assert needed.value.price == 100
    found = {name: definition(name)["inputSchema"]["properties"] for name in ("changes", "match")}
    assert found["changes"]["tax_ids"]["maxItems"] == 20
    assert found["match"]["rows"]["maxItems"] == 100
    assert list(found["match"]["rows"]["items"]["properties"]) == ROW


@pytest.mark.parametrize("tool", SCHEMAS)
def test_a_tool_is_listed_with_what_it_needs(tool: str) -> None:
    listed = definition(tool)
    needed = {"find": ["text"], "company": ["tax_id"], "match": ["rows"], "screen": ["criteria"]}
    assert listed["inputSchema"]["required"] == needed.get(tool, [])
    assert (listed["name"], listed["inputSchema"]["type"]) == (tool, "object")
    assert listed["annotations"] == {"readOnlyHint": True, "openWorldHint": False}
    properties = listed["inputSchema"]["properties"]
    if tool == "screen":
        assert properties["count_by"]["items"]["enum"] == list(COUNTS)
        assert {*COUNTS.values()} <= {*ScreeningFacets.__struct_fields__}


@pytest.mark.parametrize("wrong", [7, [7], ["one", 7], {"one": "two"}, [["one"]]])
def test_words_are_a_list_of_texts(wrong: object) -> None:
    with pytest.raises(ToolError) as refused:
        Arguments("find", {"parts": wrong}, ["parts"]).choices("parts", (), ("one", "two"))
    assert str(refused.value) == "parts must be a list of: one, two."


async def test_an_argument_or_tool_that_is_none_is_named_with_all_there_are() -> None:
    async with client_of(server()) as companies:
        for tool, given, said in (
            ("status", {"tax_id": "12"}, "status takes no argument 'tax_id'. It takes: confirm."),
            ("find", {"txt": "x"}, "find takes no argument 'txt'. Did you mean text? It takes:"
             " text, county, limit, confirm."),
            ("stat", {}, "There is no tool 'stat'. Did you mean status? There are: find, company,"
             " match, screen, changes, status."),
            ("screen", {"criteria": "county:CJ", "count_by": ["counties"]},
             "count_by has no 'counties'. Did you mean county? There are: county, form, activity,"
             " status, size."),
            ("screen", {"criteria": "county:CJ bacau:1"}, "The criteria cannot be read at"),
            ("screen", {"criteria": "", "sort": "+taxId"}, "sort is one of: "),
        ):  # fmt: skip
            with pytest.raises(ToolError) as refused:
                await told(companies, tool, given)
            assert str(refused.value).startswith(said), str(refused.value)


async def test_the_status_says_the_price_of_each_tool() -> None:
    prices = {
        "find": 1,
        "company": "1 for each part that is not cached; signals take up to 3 requests",
        "match": "1 for each row",
        "screen": 1,
        "changes": "1 for each tax id, or for each page of criteria",
    }
    for people in (False, True):
        async with client_of(server()) as companies:
            found = await told(companies, "status", {}, with_people=people)
        assert found["data"] == {"pricesInRequests": prices, "peopleNamed": people}
        assert (found["cost"], found["remaining"]) == (0, "not known yet")
        assert found["asOf"] == dt.datetime.now(dt.UTC).date().isoformat()
    async with client_of(server(), live=ScriptedLive(), metered=False) as companies:
        found = await told(companies, "status", {})
    assert found["data"] == {
        "pricesInRequests": "all tools are free", "peopleNamed": False,
        "pace": "about one request a second goes to public services",
    }  # fmt: skip


async def test_at_a_live_source_the_price_is_what_goes_out_to_others() -> None:
    live = ScriptedLive("profile", "financial")
    asked = server("")
    wish = {"tax_id": "12", "parts": ["profile", "figures", "cases"]}
    async with client_of(asked, live=live, metered=False) as companies:
        with pytest.raises(ConfirmationNeeded) as needed:
            await told(companies, "company", wish, ask_above=1)
        assert needed.value.price == 2 and asked.asked == []
        found = await told(companies, "company", wish, ask_above=2)
        assert (found["cost"], found["remaining"]) == (0, "free")
        assert found["data"]["profile"] == {"name": "ANA"} and len(asked.asked) == 3
        assert found["notAsked"] == {"signals": 2, "contacts": 0}
        companies.offline = True
        assert (await told(companies, "company", wish, ask_above=0))["cost"] == 0


@pytest.mark.parametrize(("county", "count"), [("", 10), ("CJ", 3), ("Bihor", 7)])
async def test_ten_results_may_not_be_all_of_a_county(county: str, count: int) -> None:
    results = [
        r.CompanySummary(str(1000 + n), "", "AGRO", county="Cluj" if n < 3 else "Bihor")
        for n in range(10)
    ]
    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: results})) as companies:
        found = await told(companies, "find", {"text": "agro", "county": county})
    assert len(found["data"]["companies"]) == count
    assert found["next"] == "Only the ten best are listed: a longer text narrows."


async def test_of_changes_on_one_day_the_one_that_began_later_is_newer() -> None:
    changes = tuple(
        RegisterChange(kind="name", before=f"{before} {after}", not_before=before, not_after=after)
        for before, after in (
            ("2024-01-01", "2025-01-01"), ("2024-06-01", "2025-01-01"), ("2023-01-01", "2026-01-01")
        )
    )  # fmt: skip
    asked = server()
    asked.answers[o.HISTORY.url_path("12")] = CompanyHistory(changes=changes)
    async with client_of(asked) as companies:
        found = await told(companies, "changes", {"tax_ids": ["12", "13"]})
    assert [each["before"] for each in found["data"]["rows"]] == [
        "2023-01-01 2026-01-01", "2024-06-01 2025-01-01", "2024-01-01 2025-01-01",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cursor", "is_told"),
    [("abc", True), ("A.z_0-~:=+/", True), ("x" * 500, True), ("x" * 501, False), ("a b", False),
     ("a\n", False), ("ș", False), ("", False)],
)  # fmt: skip
async def test_only_a_mere_token_leads_to_the_next_page(cursor: str, is_told: bool) -> None:
    asked = server()
    asked.answers[o.SCREEN.path] = ScreeningPage((r_row(),), 1, next_cursor=cursor)
    async with client_of(asked) as companies:
        found = await told(companies, "screen", {"criteria": "county:CJ"})
    assert found.get("next") == (f"cursor={cursor}" if is_told else None)


def r_row() -> Any:
    from tui_app.contract.screening.page import ScreeningRow

    return ScreeningRow(tax_id="12", company_name="ANA")


def test_rows_are_lost_where_most_text_is() -> None:
    """Not where most rows are; each list that lost some says how many."""
    many, long = [[n] for n in range(1_000)], ["x" * 190] * 70
    text = render({}, {"many": many, "of": {"long": long}})
    head, _tag, data, _end = text.split("\n")
    kept, cut = json.loads(data), json.loads(head)["cut"]
    assert len(kept["many"]) == 1_000 and len(text) <= MAX_CHARACTERS
    lost = 70 - len(kept["of"]["long"])
    assert cut == {"of.long": f"{lost} more: ask for this part alone, or for fewer rows"}
    assert len(text) > MAX_CHARACTERS - 200
    # What has no rows to lose is told whole.
    whole = {f"field {n}": "y" * 200 for n in range(100)}
    assert len(render({}, whole)) > MAX_CHARACTERS and "cut" not in render({}, whole)
    both = render({}, {"a": [["x" * 150]] * 80, "b": [["x" * 150]] * 80})
    counts = [int(each.split()[0]) for each in json.loads(both.split("\n")[0])["cut"].values()]
    assert len(counts) == 2 and abs(counts[0] - counts[1]) <= 1


async def test_a_used_handle_is_remembered_as_long_as_it_is_valid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("tui_app.agents.guard.time.time", lambda: now)
    used = UsedHere()
    assert [await used(each) for each in "aba"] == [True, True, False]
    now += HANDLE_SECONDS - 1
    assert not await used("a")
    now += 1
    assert await used("b") and not await used("b")
