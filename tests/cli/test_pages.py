"""Commands over several pages: the last one, an empty one, a failed one, and what they cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.scripted import answers_questions, commands_at
from tests.scripted import ScriptedServer
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import ChangePage, RegisterChange
from tui_app.contract.resources import CompanySummary, RegisteredCompany, RegisteredCompanyPage
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow

EVERYTHING = "screen, screen_facets, changes, history, contracts, public_money"
DAY = "2024-03-01"


def of_day(sizes: Sequence[int | None], total: int) -> ScriptedServer:
    """The pages of a day; ``None`` is one that fails."""
    server = ScriptedServer({})
    at = 0
    for number, size in enumerate(sizes, 1):
        rows = tuple(RegisteredCompany(tax_id=str(1000 + at + n)) for n in range(size or 0))
        at += size or 0
        page = RegisteredCompanyPage(
            companies=rows, total_pages=len(sizes), current_page=number, total_companies=total
        )
        path = f"{o.REGISTERED.path}?registration_date={DAY}&page={number}"
        server.answers[path] = 500 if size is None else page
    return server


@pytest.mark.parametrize(
    ("sizes", "written", "code", "rest"),
    [
        ([2, 2, 1], 5, 0, None),
        ([2, 2], 4, 0, None),  # a full last page
        ([2, 2, 0], 4, 0, None),  # an empty last page
        ([2, 0, 2], 2, 0, None),  # nothing follows an empty page
        ([2, None, 2], 2, 4, 2),
        ([2, 2, None], 4, 4, 3),
        ([None, 2], 0, 4, None),
        ([0], 0, 1, None),
    ],
)
def test_all_pages_of_a_day_up_to_a_failed_one(
    sizes: list[int | None], written: int, code: int, rest: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    server = of_day(sizes, 5)
    done = commands_at(server, monkeypatch)("new", DAY, "--all", "--yes", "-o", "jsonl")
    rows = [json.loads(line)["taxId"] for line in done.stdout.splitlines()]
    assert rows == [str(1000 + n) for n in range(written)]
    assert done.exit_code == code, done.stderr
    assert len(server.asked) == len(set(server.asked))
    assert ("Ended early" in done.stderr) is (rest is not None)
    if rest is not None:
        assert f"{rest - 1} of {len(sizes)} pages are written" in done.stderr
        assert f"The rest begins with --page {rest}." in done.stderr
        # Just that page brings the rest.
        key = f"{o.REGISTERED.path}?registration_date={DAY}&page={rest}"
        server.answers[key] = RegisteredCompanyPage(
            companies=(RegisteredCompany(tax_id="77"),), total_pages=3, current_page=rest
        )
        again = commands_at(server, monkeypatch)("new", DAY, "--page", str(rest), "-o", "json")
        found = json.loads(again.stdout)
        assert [each["taxId"] for each in found["companies"]] == ["77"]
        assert found["currentPage"] == rest


def test_a_page_of_a_day_is_the_one_that_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    server = of_day([2, 2, 1], 5)
    run = commands_at(server, monkeypatch)
    done = run("new", DAY, "--page", "2", "-o", "json")
    assert "Page 2 of 3" in done.stderr
    found = json.loads(done.stdout)
    assert [each["taxId"] for each in found["companies"]] == ["1002", "1003"]
    assert (found["currentPage"], found["totalPages"], found["totalCompanies"]) == (2, 3, 5)
    assert found["source"]["requests"] == len(server.asked) == 1
    whole = json.loads(run("new", DAY, "--all", "--yes", "-o", "json").stdout)
    assert whole["source"]["requests"] == 3 and "currentPage" not in whole
    assert whole["source"]["remainingRequests"] == server.remaining
    refused = run("new", DAY, "--all")
    assert refused.exit_code == 2 and "--yes" in refused.stderr
    beyond = RegisteredCompanyPage(total_pages=3, current_page=4, total_companies=5)
    server.answers[f"{o.REGISTERED.path}?registration_date={DAY}&page=4"] = beyond
    empty = run("new", DAY, "--page", "4")
    assert (empty.exit_code, empty.stderr) == (1, "Error: No companies on page 4.\n")


def screened(sizes: Sequence[int | None], total: int) -> ScriptedServer:
    """The pages of a screen by their cursors; the answer does not depend on the limit."""
    server = ScriptedServer({}, extensions=EVERYTHING)

    def answer(number: int) -> Any:
        size = sizes[number]
        if size is None:
            return 500
        start = sum(each or 0 for each in sizes[:number])
        rows = tuple(ScreeningRow(tax_id=str(1000 + start + n)) for n in range(size))
        following = f"c{number + 1}" if number + 1 < len(sizes) else None
        return ScreeningPage(
            companies=rows, total_companies=total, total_is_exact=True, next_cursor=following
        )

    for number in range(len(sizes)):
        answered = answer(number)
        for limit in range(1, 1001):
            where = f"&cursor=c{number}" if number else ""
            path = f"{o.SCREEN.path}?q=county%3ACluj&sort=-turnover&limit={limit}{where}"
            server.answers[path] = answered
    return server


@pytest.mark.parametrize(
    ("sizes", "wish", "written", "code", "rest"),
    [
        ([3, 3, 1], ["--all"], 7, 0, None),
        ([3, 3, 0], ["--all"], 6, 0, None),
        ([3, 3], ["--limit", "6"], 6, 0, None),
        ([3, 3, 1], ["--limit", "3"], 3, 0, None),
        ([3, None, 1], ["--all"], 3, 4, "c1"),
        ([3, 3, None], ["--all"], 6, 4, "c2"),
        ([None], ["--all"], 0, 4, None),
        ([0], ["--all"], 0, 1, None),
    ],
)
def test_a_screen_writes_what_came_and_says_where_the_rest_begins(
    sizes: list[int | None], wish: list[str], written: int, code: int, rest: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    server = screened(sizes, 7)
    run = commands_at(server, monkeypatch)
    done = run("screen", "county:CJ", *wish, "--yes", "-o", "jsonl")
    rows = [json.loads(line)["taxId"] for line in done.stdout.splitlines()]
    assert rows == [str(1000 + n) for n in range(written)], done.stderr
    assert done.exit_code == code, done.stderr
    assert (f"--cursor {rest}" in done.stderr) is (rest is not None)
    if rest is None:
        assert "Ended early" not in done.stderr
        return
    assert f"Ended early: {written} of 7 companies" in done.stderr
    fixed = screened([each or 1 for each in sizes], 7)
    again = commands_at(fixed, monkeypatch)(
        "screen", "county:CJ", "--cursor", rest, "--all", "--yes", "-o", "csv", "--fields", "taxId"
    )
    # The rest can be appended: it has no heading, and no row twice.
    following = again.stdout.split()
    assert following[0] == str(1000 + written) and "taxId" not in following
    assert len(following) == sum(each or 1 for each in sizes) - written


def test_a_server_that_sends_more_than_was_asked_for_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = screened([5, 5], 10)
    done = commands_at(server, monkeypatch)(
        "screen", "county:CJ", "--limit", "3", "-o", "csv", "--fields", "taxId"
    )
    assert done.exit_code == 0, done.stderr
    assert done.stdout.split() == ["taxId", "1000", "1001", "1002"]
    assert len([target for target in server.asked if target.startswith(o.SCREEN.path)]) == 1


def changed(sizes: Sequence[int | None], total: int) -> ScriptedServer:
    server = ScriptedServer({}, extensions=EVERYTHING)
    for number, size in enumerate(sizes):
        start = sum(each or 0 for each in sizes[:number])
        rows = tuple(RegisterChange(tax_id=str(1000 + start + n)) for n in range(size or 0))
        following = f"c{number + 1}" if number + 1 < len(sizes) else None
        page = ChangePage(changes=rows, total_changes=total, next_cursor=following, days=(DAY,))
        for limit in range(1, 1001):
            where = f"&cursor=c{number}" if number else ""
            path = f"{o.CHANGES.path}?q=since%3A2024-03-01..&limit={limit}{where}"
            for written in (path, path.replace("..", "")):
                server.answers[written] = 500 if size is None else page
    return server


@pytest.mark.parametrize(
    ("sizes", "limit", "written", "pages", "code"),
    [
        ([3, 3, 1], 1_002, 7, 3, 0),
        ([3, 3, 0], 1_002, 6, 3, 0),
        ([3, 3, 1], 4, 4, 2, 0),
        ([3, 3, 1], 3, 3, 1, 0),
        ([5, 2], 4, 4, 1, 0),  # more than was asked for
        ([3, None], 1_002, 3, 2, 4),  # what came is kept
        ([None], 10, 0, 1, 4),
        ([0], 10, 0, 1, 1),
    ],
)
def test_changes_are_those_of_all_pages_and_no_more_than_wanted(
    sizes: list[int | None], limit: int, written: int, pages: int, code: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    server = changed(sizes, 7)
    done = commands_at(server, monkeypatch)(
        "changes", "--since", DAY, "--limit", str(limit), "--yes", "-o", "jsonl"
    )
    rows = [json.loads(line)["taxId"] for line in done.stdout.splitlines()]
    assert rows == [str(1000 + n) for n in range(written)], (done.stderr, server.asked)
    assert done.exit_code == code, done.stderr
    asked = [each for each in server.asked if each.startswith(o.CHANGES.path)]
    assert len(asked) == pages
    # No page is larger than what is still wanted, or than a page may be.
    came = [sum(each or 0 for each in sizes[:number]) for number in range(pages)]
    assert [int(each.partition("limit=")[2].partition("&")[0]) for each in asked] == [
        min(limit - each, 1_000) for each in came
    ]
    assert ("of 7 shown" in done.stderr) is (0 < written < 7)


@pytest.mark.parametrize(
    ("words", "needs_somebody"),
    [
        (f"changes --since {DAY} --limit 1001", True),
        (f"changes --since {DAY} --limit 1000", False),
        (f"changes --since {DAY}", False),
        ("screen vat --limit 1001", True),
        ("screen vat --limit 1000", False),
        ("screen vat --all", True),
        (f"new {DAY} --all", True),
        (f"new {DAY}", False),
    ],
)
def test_more_than_a_page_of_a_server_is_asked_for_only_by_somebody(
    words: str, needs_somebody: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ScriptedServer({}, extensions=EVERYTHING)
    done = commands_at(server, monkeypatch)(*words.split())
    assert ("Pass --yes to send these requests." in done.stderr) is needs_somebody
    assert (done.exit_code == 2) is needs_somebody is (not server.asked), done.stderr


@pytest.mark.parametrize(("cursor", "code"), [([], 4), (["--cursor", "x"], 2)])
def test_a_refused_page_is_wrong_use_only_of_a_cursor_that_was_typed(
    cursor: list[str], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = f"{o.SCREEN.path}?q=vat&sort=-turnover&limit=50"
    server = ScriptedServer({target: 400, f"{target}&cursor=x": 400}, extensions=EVERYTHING)
    done = commands_at(server, monkeypatch)("screen", "vat", *cursor)
    assert done.exit_code == code and "rejected the request" in done.stderr


def test_a_later_page_that_is_refused_leaves_those_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = screened([3, None], 7)
    server.answers = {
        target: 400 if answer == 500 else answer for target, answer in server.answers.items()
    }
    done = commands_at(server, monkeypatch)("screen", "county:CJ", "--all", "--yes", "-o", "json")
    assert done.exit_code == 4 and len(json.loads(done.stdout)["companies"]) == 3


def contracted(sizes: Sequence[int | None], total: int) -> ScriptedServer:
    path = o.CONTRACTS.url_path("1001")
    server = ScriptedServer({}, extensions=EVERYTHING)
    for number, size in enumerate(sizes):
        start = sum(each or 0 for each in sizes[:number])
        rows = tuple(money.Contract(number=str(1000 + start + n)) for n in range(size or 0))
        following = f"c{number + 1}" if number + 1 < len(sizes) else None
        page = money.ContractPage(contracts=rows, total_contracts=total, next_cursor=following)
        for limit in range(1, 1001):
            where = f"&cursor=c{number}" if number else ""
            target = f"{path}?side=supplier&limit={limit}{where}"
            server.answers[target] = 500 if size is None else page
    return server


@pytest.mark.parametrize(
    ("sizes", "wish", "written", "code"),
    [
        ([3, 3, 1], [], 7, 0),
        ([3, 3, 0], [], 6, 0),
        ([3, 3, 1], ["--limit", "4"], 4, 0),
        ([5, 2], ["--limit", "4"], 4, 0),
        ([3, None, 1], [], 3, 4),
        ([None], [], 0, 4),
        ([0], [], 0, 1),
    ],
)
def test_contracts_are_those_of_all_pages(
    sizes: list[int | None], wish: list[str], written: int, code: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    server = contracted(sizes, 7)
    done = commands_at(server, monkeypatch)("contracts", "1001", *wish, "--yes", "-o", "jsonl")
    rows = [json.loads(line)["number"] for line in done.stdout.splitlines()]
    assert rows == [str(1000 + n) for n in range(written)], done.stderr
    assert done.exit_code == code, done.stderr
    assert (f"Ended early: {written} of 7" in done.stderr) is (written > 0 and code == 4)
    assert (f"{written} of 7 shown" in done.stderr) is (0 < written < 7 and code == 0)


@pytest.mark.parametrize(
    ("found", "limit", "shown", "said"),
    [
        (3, 3, 3, None),
        (4, 3, 3, "3 of 4 shown"),
        (10, 10, 10, "more may match"),
        (10, 4, 4, "4 of 10 shown"),
        (9, 10, 9, None),
    ],
)
def test_a_search_says_whether_there_is_more(
    found: int, limit: int, shown: int, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = [CompanySummary(tax_id=str(1000 + n), company_name="AGRO") for n in range(found)]
    run = commands_at(ScriptedServer({o.AUTOCOMPLETE.path: results}), monkeypatch)
    done = run("search", "agro", "--limit", str(limit), "-o", "jsonl")
    assert [json.loads(line)["taxId"] for line in done.stdout.splitlines()] == [
        str(1000 + n) for n in range(shown)
    ]
    assert done.exit_code == 0
    assert (
        (said in done.stderr) if said else "show" not in done.stderr and "more" not in done.stderr
    )


def test_an_output_file_of_a_screen_that_ended_early_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commands_at(screened([3, None], 7), monkeypatch)
    target = tmp_path / "found.csv"
    done = run(
        "screen", "county:CJ", "--all", "--yes", "--output", str(target), "--fields", "taxId"
    )
    assert done.exit_code == 4
    [written] = list(tmp_path.glob("found*"))
    assert written.read_text().split() == ["taxId", "1000", "1001", "1002"]


@pytest.mark.parametrize(
    ("sizes", "name"), [([3], "rows.csv"), ([3, 2], "rows.csv"), ([3, None], "rows-cut.csv")]
)
@pytest.mark.parametrize(
    ("words", "server"),
    [
        (("new", DAY, "--all"), of_day),
        (("screen", "county:CJ", "--all"), screened),
        (("changes", "--since", DAY, "--limit", "1001"), changed),
        (("contracts", "1001"), contracted),
    ],
)
def test_a_file_has_its_name_if_no_page_is_missing(
    words: tuple[str, ...], server: Any, sizes: list[int | None], name: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    run = commands_at(server(sizes, 5), monkeypatch)
    run(*words, "--yes", "--output", str(tmp_path / "rows.csv"))
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("yes", [True, False])
@pytest.mark.parametrize(
    ("words", "server", "price", "pages"),
    [
        (["new", DAY, "--all"], of_day([2, 2, 1], 5), "2 more pages: 2 requests", 3),
        (["screen", "county:CJ", "--all"], screened([900, 900, 205], 2_005),
         "1,105 more companies: 2 requests", 3),
        (["contracts", "1001"], contracted([900, 900, 205], 2_005),
         "1,105 more contracts: 2 requests", 3),
    ],
)  # fmt: skip
def test_the_price_of_the_rest_is_asked_once_after_the_first_page(
    yes: bool, words: list[str], server: ScriptedServer, price: str, pages: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    answers_questions(monkeypatch, yes=yes)
    run = commands_at(server, monkeypatch)
    server.asked.clear()
    done = run(*words, "-o", "jsonl")
    listed = (o.REGISTERED.path + "?", o.SCREEN.path, "/v1/companies/1001/contracts")
    asked = [each for each in server.asked if each.startswith(listed)]
    assert len(asked) == (pages if yes else 1)
    assert done.stderr.count(price) == 1, done.stderr
    assert done.exit_code == (0 if yes else 130)
    assert ("Ended early" in done.stderr) is not yes


def test_consent_covers_as_many_requests_as_were_named(monkeypatch: pytest.MonkeyPatch) -> None:
    answers_questions(monkeypatch, yes=True)
    smaller = screened([1_000, 500, 500, 500, 5], 2_505)
    done = commands_at(smaller, monkeypatch)("screen", "county:CJ", "--all", "-o", "jsonl")
    prices = [line.partition(" to ")[0] for line in done.stderr.splitlines() if " to " in line]
    assert prices == ["1,505 more companies: 2 requests", "505 more companies: 1 request",
                      "5 more companies: 1 request"]  # fmt: skip
    assert (done.exit_code, done.stdout.count("\n")) == (0, 2_505)


def test_no_day_has_more_pages_than_the_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    server = of_day([1] * 103, 103)
    done = commands_at(server, monkeypatch)("new", DAY, "--all", "--yes", "-o", "jsonl")
    assert (done.exit_code, len(server.asked)) == (0, 100)
    assert len(done.stdout.splitlines()) == 100


FIRM = r.CompanyProfile(tax_id="1001", company_name="ANA SRL")


@pytest.mark.parametrize(
    ("words", "requests"),
    [
        (["new", DAY], 1),
        (["search", "agro"], 1),
        (["show", "1001"], 1),
        (["show", "1001", "--section", "all"], 7),
        (["compare", "1001", "1002"], 4),
        (["ask", "profile", "1001"], 1),
        (["export", "1001", "-o", "json"], len(o.COMPANY_OPERATIONS)),
    ],
)
def test_what_is_kept_is_asked_again_only_on_wish(
    words: list[str], requests: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = of_day([2], 2)
    server.answers[o.AUTOCOMPLETE.path] = [CompanySummary(tax_id="1001", company_name="AGRO")]
    for operation in o.COMPANY_OPERATIONS:
        for tax_id in ("1001", "1002"):
            firm = replace(FIRM, tax_id=tax_id)
            data = firm if operation is o.PROFILE else {"administrators": ["ANA"]}
            server.answers[operation.url_path(tax_id)] = data
    run = commands_at(server, monkeypatch, kept=tmp_path / "answers.db")
    for more, expected in (((), requests), ((), 0), (("--fresh",), requests), ((), 0)):
        server.asked.clear()
        assert run(*words, *more).exit_code == 0
        assert len(server.asked) == expected, server.asked


def test_nothing_on_record_is_nothing_from_the_cache_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ScriptedServer({o.PHONES.url_path("1001"): {}})
    run = commands_at(server, monkeypatch, kept=tmp_path / "answers.db")
    asked = [run("ask", "phones", "1001") for _time in range(2)]
    assert [each.exit_code for each in asked] == [1, 1] and len(server.asked) == 1
    assert all("Nothing on record." in each.stderr for each in asked)
