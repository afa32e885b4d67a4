"""What the client asks, keeps and says of an answer: the unit, at a server of the test's own."""

from __future__ import annotations

import asyncio
import datetime as dt
import gzip
import json
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.scripted import ScriptedServer, client_of
from tui_app.client import cache as cache_module
from tui_app.client.allowance import AllowanceReport
from tui_app.client.answer import Answer
from tui_app.client.cache import Cache
from tui_app.client.cache_file import CachedAnswer, CacheFile
from tui_app.client.errors import (
    BadAnswerError,
    ClientError,
    InvalidRequestError,
    ServerError,
)
from tui_app.client.live import in_seconds, with_remarks
from tui_app.client.refine import Summaries
from tui_app.client.request import build_request, match_request
from tui_app.contract import operations as o
from tui_app.contract.live import Remarks, SourceNote, Wait
from tui_app.contract.matching import MatchRow
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import (
    CompanyProfile,
    CompanySummary,
    CourtCase,
    CourtCasePage,
)
from tui_app.contract.search_notes import SearchNotes

PROFILE = o.PROFILE.url_path("12")
FOUND = CompanyProfile(tax_id="12", company_name="ANA SRL")
ALL = "screen, screen_facets, changes, history, contracts, public_money, match, similar"
NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


async def test_answers_to_other_parameters_are_other_answers(tmp_path: Path) -> None:
    """Whatever tells two questions apart tells their answers apart, in memory and in the file."""
    day, other = dt.date(2020, 1, 2), dt.date(2021, 1, 2)
    path = o.SCREEN_FACETS.path
    questions: list[tuple[str, dict[str, Any]]] = [
        ("screen_facets", {"criteria": "county:CJ"}),
        ("screen_facets", {"criteria": "county:BH"}),
        ("screen_facets", {"criteria": "county:CJ", "as_of": day}),
        ("screen_facets", {"criteria": "county:CJ", "as_of": other}),
        ("screen", {"criteria": "county:CJ"}),
        ("screen", {"criteria": "county:CJ", "sort": "taxId"}),
        ("screen", {"criteria": "county:CJ", "limit": 3}),
        ("profile", {"tax_id": 12}),
        ("profile", {"tax_id": 13}),
        ("phones", {"tax_id": 12}),
        ("public_money", {"tax_id": 12, "side": "supplier"}),
        ("public_money", {"tax_id": 12, "side": "authority"}),
        ("court_cases", {"tax_id": 12, "page": 1}),
        ("court_cases", {"tax_id": 12, "page": 2}),
    ]
    paths = {o.SCREEN.path, path, *(e.url_path(t) for e in (o.PROFILE, o.PHONES, o.COURT_CASES,
             o.PUBLIC_MONEY) for t in ("12", "13"))}  # fmt: skip
    server = ScriptedServer({each: {} for each in paths}, extensions=ALL)
    for session in range(2):
        async with client_of(server, cache=Cache(tmp_path / "answers.db")) as companies:
            await companies.learn_extensions(confirm=True)
            for _time in range(2):
                before = len(server.asked)
                for method, arguments in questions:
                    await getattr(companies, method)(**arguments)
                is_first = (session, _time) == (0, 0)
                assert len(server.asked) - before == (len(questions) if is_first else 0)


async def test_what_is_kept_is_all_of_the_answer_but_the_count(tmp_path: Path) -> None:
    request = build_request(o.AUTOCOMPLETE, raw={"q": "agro"})
    answer: Answer[Summaries] = Answer(
        data=(), fetched_at=dt.datetime.now(dt.UTC), remaining=7, requests=3,
        faults=("turnover: not a number",), sources=(DataSource(source="onrc"),), partial=True,
        search=SearchNotes(similar=("12",)), invented=True,
    )  # fmt: skip
    cache = Cache(tmp_path / "answers.db")
    cache.put(request, answer)
    kept = await cache.find(request)
    await cache.aclose()
    again = await Cache(tmp_path / "answers.db").find(request)
    # That nothing is left is a count, too.
    cache = Cache(tmp_path / "answers.db")
    cache.put_allowance(AllowanceReport(0, NOON))
    assert (await cache.load()).remaining == 0
    await cache.aclose()
    for found in (kept, again):
        assert found is not None
        assert (found.remaining, found.requests, found.from_cache, found.stale) == (
            None, 0, True, False,
        )  # fmt: skip
        assert (found.faults, found.sources) == (answer.faults, answer.sources)
        assert (found.partial, found.invented, found.search) == (True, True, answer.search)


@pytest.mark.parametrize(
    ("operation", "hours"),
    [(o.PROFILE, 7 * 24), (o.COURT_CASES, 24), (o.FINANCIAL, 30 * 24), (o.HISTORY, 7 * 24)],
)
async def test_an_answer_is_used_as_long_as_its_operation_says(
    operation: o.Operation[Any], hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = build_request(operation, "12")
    cache, answer = Cache(), Answer(data=operation.result(), fetched_at=NOON)
    cache.put(request, answer)
    ends = hours * 3600
    for seconds, is_usable in (
        (-61, False),
        (-60, True),
        (0, True),
        (ends, True),
        (ends + 1, False),
    ):
        monkeypatch.setattr(cache_module, "now", lambda: NOON.timestamp() + seconds)  # noqa: B023
        assert cache.has(request) is is_usable
        found, of_any_age = await cache.find(request), cache.recent(request, any_age=True)
        assert (found is not None) is (cache.recent(request) is not None) is is_usable
        assert of_any_age is not None and of_any_age.stale is not is_usable
        assert found is None or not found.stale


async def test_the_oldest_answer_leaves_the_memory_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_RECENT", 3)
    cache = Cache()
    requests = [build_request(o.PROFILE, tax_id) for tax_id in ("11", "12", "13", "14")]
    for request in (requests[0], *requests[:3], requests[0], requests[3]):
        cache.put(request, Answer(data=FOUND, fetched_at=dt.datetime.now(dt.UTC)))
    assert [cache.has(each) for each in requests] == [True, False, True, True]
    cache.forget()
    assert not any(cache.has(each) for each in requests)


def test_the_file_says_what_it_holds_and_drops_the_oldest(tmp_path: Path) -> None:
    file = CacheFile(tmp_path / "answers.db", most_answers=3)
    for number, key in enumerate("cabd"):
        file.put("server", key, CachedAnswer(float(number), b"{}"))
    file.put("other", "a", CachedAnswer(9.0, b"[]"))
    about = file.info()
    assert (about.answers, about.oldest, about.newest) == (5, 0.0, 9.0)
    found = file.get("server", "a")
    assert found is not None and found.body == b"{}"
    assert file.get("nobody", "a") is None
    file.trim()
    assert (file.dates("server"), file.dates("other")) == ({"b": 2.0, "d": 3.0}, {"a": 9.0})
    file.close()


async def test_the_price_is_what_would_be_sent() -> None:
    server = ScriptedServer({PROFILE: FOUND}, extensions=ALL)
    async with client_of(server) as companies:
        assert companies.price(o.PROFILE, "12") == companies.price(o.PROFILE, "12", fresh=True) == 1
        await companies.profile("12")
        kept = await companies.cached(o.PROFILE, "RO12")
        assert kept is not None and kept.data == FOUND
        for other in ("13", "no tax id!"):
            assert await companies.cached(o.PROFILE, other) is None
        assert companies.price(o.PROFILE, "12") == 0
        assert companies.price(o.PROFILE, "12", fresh=True) == 1
        assert companies.price(o.PROFILE, "no tax id!") == 0
        assert companies.price_of_all([o.PROFILE, o.PHONES, o.EMAILS], ["12", "13"]) == 5
        companies.offline = True
        assert companies.price(o.PHONES, "12") == companies.price(o.PROFILE, "12", fresh=True) == 0
        # Offline nothing can be fresher than what is kept.
        renewed = await companies.profile("12", fresh=True)
        assert (renewed.data, renewed.stale, renewed.failure) == (FOUND, False, None)


async def test_a_partial_list_is_asked_again_and_a_partial_company_is_kept() -> None:
    def partly(data: object) -> Any:
        body = msgspec.json.encode({"success": True, "data": data, "remainingRequests": 5})
        headers = {"firmeterm-partial": "true"}
        return lambda: httpx.Response(200, headers=headers, stream=httpx.ByteStream(body))

    search = o.AUTOCOMPLETE.path
    server = ScriptedServer({search: partly([]), PROFILE: partly(FOUND)})
    async with client_of(server) as companies:
        for _time in range(2):
            assert (await companies.autocomplete("agro")).partial
            assert (await companies.profile("12")).partial
    assert [target.partition("?")[0] for target in server.asked] == [search, PROFILE, search]


@pytest.mark.parametrize(("answered", "fits"), [(1, False), (2, True), (3, False)])
async def test_a_match_is_an_answer_to_each_row(answered: int, fits: bool) -> None:
    rows = [MatchRow(name="ana"), MatchRow(name="dan")]
    server = ScriptedServer({o.MATCH.path: [{"decision": "none"}] * answered}, extensions=ALL)
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        companies.allowance.session_requests = 0
        if fits:
            answer = await companies.match(rows)
            assert (len(answer.data), answer.requests) == (2, 2)
            assert not companies._cache.has(match_request(rows))  # the list stays the user's
        else:
            with pytest.raises(BadAnswerError, match=f"answered for {answered} rows of 2"):
                await companies.match(rows)
        assert companies.allowance.session_requests == 2


@pytest.mark.parametrize(("left", "at_once", "sent"), [(7, 1, 1), (6, 1, 0), (10, 2, 2), (9, 2, 1)])
async def test_a_match_leaves_the_reserve_with_all_of_its_rows(
    left: int, at_once: int, sent: int
) -> None:
    server = ScriptedServer(
        {o.MATCH.path: [{"decision": "none"}] * 3}, extensions=ALL, remaining=left
    )
    async with client_of(server, reserve=4) as companies:
        await companies.learn_extensions(confirm=True)
        companies.allowance.accept(companies.allowance.next_number(), left)
        asking = [companies.match([MatchRow(name=f"ana {n}")] * 3) for n in range(at_once)]
        outcomes = await asyncio.gather(*asking, return_exceptions=True)
    refused = [str(each) for each in outcomes if isinstance(each, Exception)]
    told = f"{left} requests are left, and the reserve is 4. Nothing was sent."
    assert refused == [told] * (at_once - sent)
    assert server.asked.count(o.MATCH.path) == sent


async def test_a_lost_match_counts_with_all_of_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_app.client.sending.FIRST_WAIT", 0.0)
    lost = {o.MATCH.path: httpx.ReadError("cut")}
    server = ScriptedServer(lost, extensions="match")
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        with pytest.raises(ClientError) as failed:
            await companies.match([MatchRow(name="ana")] * 3)
    assert failed.value.request == match_request([MatchRow(name="ana")] * 3)
    assert failed.value.requests == 3 * server.asked.count(o.MATCH.path)


def test_no_cell_of_a_row_carries_a_personal_code() -> None:
    code = "1900101123456"
    for name in MatchRow.__struct_fields__:
        request = match_request([MatchRow(**{name: code}), MatchRow(name="ana")])
        assert code not in request.body.decode() and "ana" in request.body.decode()
        assert request.units == 2


async def test_a_failed_renewal_shows_what_is_kept_and_counts_what_was_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = ScriptedServer({PROFILE: FOUND})
    async with client_of(server) as companies:
        await companies.profile("12")
        server.answers[PROFILE] = 500
        kept = await companies.profile("12", fresh=True)
        assert (kept.data, kept.stale, kept.requests) == (FOUND, True, 1)
        assert isinstance(kept.failure, ServerError)
        # The failure belongs to that question: the next one finds the answer as it was.
        again = await companies.profile("12")
        assert (again.stale, again.failure, again.requests) == (False, None, 0)
        # Whoever renews may want no old answer; whoever only asks is glad of one.
        companies.stale_ok = False
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + 8 * 86_400)
        assert (await companies.profile("12")).stale
        with pytest.raises(ServerError):
            await companies.profile("12", fresh=True)
        server.answers[PROFILE] = 404
        with pytest.raises(Exception, match="knows no company"):
            await companies.profile("12", fresh=True)


async def test_ten_results_of_a_free_source_are_all_there_are() -> None:
    ten = [CompanySummary(tax_id=f"{n}", company_name=f"PETRO {n} SRL") for n in range(10, 20)]
    server = ScriptedServer({o.AUTOCOMPLETE.path: ten}, extensions="similar")
    async with client_of(server, metered=False) as companies:
        await companies.autocomplete("petro")
        assert len((await companies.autocomplete("PETRO ")).data) == len(ten)
        assert len(server.asked) == 1
        # What the newest success does not announce is not asked for.
        server._headers.clear()
        await companies.autocomplete("agro")
        assert not companies.finds_similar
        with pytest.raises(InvalidRequestError, match="no older snapshots"):
            await companies.look_back(dt.date(2020, 1, 2))


async def test_an_answer_that_was_cut_off_on_its_way_is_none() -> None:
    body = gzip.compress(json.dumps({"success": True, "data": []}).encode())[:-6]

    def cut() -> httpx.Response:
        headers = {"content-encoding": "gzip"}
        return httpx.Response(200, headers=headers, stream=httpx.ByteStream(body))

    async with client_of(ScriptedServer({o.AUTOCOMPLETE.path: cut})) as companies:
        with pytest.raises(BadAnswerError):
            await companies.autocomplete("agro")


async def test_a_late_answer_of_an_older_question_replaces_no_newer_one() -> None:
    """Each question has its own answer, whichever comes first."""
    gates = {text: asyncio.Event() for text in ("agr", "agro")}

    class Held(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            text = request.url.params["q"]
            await gates[text].wait()
            body = b'{"success": true, "remainingRequests": 5, "data": [{"taxId": "%s",' % (
                b"11" if text == "agr" else b"12"
            )
            name = b'"companyName": "AGRO SRL"}]}'
            return httpx.Response(200, stream=httpx.ByteStream(body + name))

    async with client_of(Held()) as companies:
        asking = {text: asyncio.create_task(companies.autocomplete(text)) for text in gates}
        gates["agro"].set()
        newer = await asking["agro"]
        gates["agr"].set()
        older = await asking["agr"]
        assert [each.data[0].tax_id for each in (older, newer)] == ["11", "12"]
        assert (await companies.autocomplete("agro")).data == newer.data


@pytest.mark.parametrize(
    ("remarks", "cases", "is_partial", "notes"),
    [
        (Remarks(), 0, False, []),
        (Remarks(complete=False), 1, True, []),
        (Remarks(if_empty=SourceNote("no courts")), 0, True, ["no courts"]),
        (Remarks(if_empty=SourceNote("no courts")), 1, False, []),
        (Remarks(notes=(SourceNote("slow"),), if_empty=SourceNote("no courts")), 0, True,
         ["slow", "no courts"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("was_partial", [False, True])
def test_what_a_live_source_remarks_stands_with_its_answer(
    remarks: Remarks, cases: int, is_partial: bool, notes: list[str], was_partial: bool
) -> None:
    page = CourtCasePage(court_cases=(CourtCase(),) * cases, total_cases=cases)
    answer = Answer(data=page, fetched_at=NOON, partial=was_partial)
    earlier = NOON - dt.timedelta(days=2)
    for at, expected in ((None, NOON), (earlier, earlier)):
        told = msgspec.structs.replace(remarks, fetched_at=at, newest_year=2024)
        found = with_remarks(answer, lambda *_of: told, build_request(o.COURT_CASES, "12"))  # noqa: B023
        assert (found.fetched_at, found.newest_year) == (expected, 2024)
        assert found.partial is (is_partial or was_partial)
        assert [note.text for note in found.notes] == notes
    search: Answer[Summaries] = Answer(data=(), fetched_at=NOON)
    of_no_company = build_request(o.AUTOCOMPLETE, raw={"q": "agro"})
    assert with_remarks(search, lambda *_of: remarks, of_no_company) == search


@pytest.mark.parametrize(
    ("requests", "seconds", "price"), [(0, 9.0, 0), (1, 0.2, 1), (3, 3.0, 3), (3, 3.1, 4)]
)
def test_a_wait_is_rounded_up_to_whole_seconds(requests: int, seconds: float, price: int) -> None:
    found = in_seconds(Wait(requests=requests, seconds=seconds, text="some", warning="careful"))
    assert (found, found.text, found.warning) == (price, "some", "careful")


@pytest.mark.parametrize("tax_id", ["", "x", "ABC", "1" * 21, "1900101123456", "12/..", "1 2 x"])
def test_what_is_no_company_is_not_sent(tax_id: str) -> None:
    with pytest.raises(InvalidRequestError, match="not the tax id"):
        build_request(o.PROFILE, tax_id)
    # An operation on no company takes none.
    assert build_request(o.REGISTERED, tax_id, {"registration_date": "2024-03-01"}).tax_id == ""


async def test_a_search_for_nothing_and_for_an_unknown_number_send_at_most_one_request() -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: []})
    async with client_of(server) as companies:
        with pytest.raises(InvalidRequestError, match="at least 3"):
            await companies.search("ab")
        assert companies.price_of_search("ab") == 0
        missing = await companies.search("18547290")
        assert (missing.data, missing.requests) == ((), 1)
        assert server.asked == [o.PROFILE.url_path("18547290")]
        # Nothing found is no failure: the next search is as cheap as any.
        assert (await companies.search("agro")).data == ()
        assert time.time() - missing.fetched_at.timestamp() < 60


async def test_a_search_of_a_day_follows_from_none_of_today() -> None:
    found = [CompanySummary(tax_id="12", company_name="AGRO NORD SRL")]
    server = ScriptedServer({o.AUTOCOMPLETE.path: found, o.SCREEN.path: {}}, extensions=ALL)
    day = dt.date(2020, 1, 2)
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        server.asked.clear()
        await companies.autocomplete("agro")
        await companies.autocomplete("agro n")  # follows from the answer before
        assert len(server.asked) == 1
        for text in ("agro", "agro n"):
            await companies.autocomplete(text, as_of=day)
        assert [each.rpartition("asOf=")[2] for each in server.asked[1:]] == ["2020-01-02"] * 2
        # From now on everything is of that day, with all that is asked beside it.
        await companies.look_back(day)
        await companies.screen("county:CJ", limit=7)
        assert "q=county%3ACluj" in server.asked[-1] and "limit=7" in server.asked[-1]
        assert server.asked[-1].endswith("asOf=2020-01-02")
        with pytest.raises(ClientError, match="Not known for a day"):
            await companies.financial("12")


async def test_a_question_that_is_under_way_is_not_sent_again_and_then_it_is() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    class Slow(ScriptedServer):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            begun.set()
            await ended.wait()
            return await super().handle_async_request(request)

    server = Slow({PROFILE: FOUND, o.PHONES.url_path("12"): {}})
    async with client_of(server) as companies:
        first, second = (asyncio.create_task(companies.profile("12")) for _ in range(2))
        await begun.wait()
        assert companies.price(o.PROFILE, "12") == 0
        second.cancel()
        ended.set()
        assert (await first).data == FOUND
        with pytest.raises(asyncio.CancelledError):
            await second
        assert server.asked == [PROFILE]
        await companies.profile("12", fresh=True)
        assert server.asked == [PROFILE, PROFILE]
        # Nobody waits for a paid answer: it is kept all the same.
        ended.clear()
        begun.clear()
        alone = asyncio.create_task(companies.phones("12"))
        await begun.wait()
        alone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await alone
        ended.set()
        while companies._in_flight.units:
            await asyncio.sleep(0)
        assert (await companies.phones("12")).from_cache and len(server.asked) == 3


@pytest.mark.parametrize(
    "method",
    ["profile", "financial", "court_cases", "phones", "emails", "administrators", "websites",
     "history", "public_money"],
)  # fmt: skip
async def test_a_second_question_is_answered_from_what_is_kept_unless_it_is_fresh(
    method: str,
) -> None:
    """So it is for every method; and a closed client sends nothing more."""
    operation = getattr(o, method.upper())
    server = ScriptedServer({operation.url_path("12"): {}}, extensions=ALL)
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        server.asked.clear()
        ask = getattr(companies, method)
        assert [(await ask("12")).from_cache for _time in range(2)] == [False, True]
        assert not (await ask("12", fresh=True)).from_cache
        assert len(server.asked) == 2
    with pytest.raises(ClientError, match="closed"):
        await ask("12", fresh=True)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("extensions", "is_metered", "has_free_one", "is_offline", "asked_again"),
    [
        ("similar", True, False, False, []),
        ("similar", True, True, False, ["agro x"]),
        ("similar", False, False, False, ["agro n", "agro x"]),
        ("similar", False, False, True, []),
        ("similar", True, True, True, []),
        ("screen", False, True, False, []),
    ],
)
async def test_who_finds_names_with_a_typing_error_is_asked_where_it_costs_the_user_nothing(
    extensions: str, is_metered: bool, has_free_one: bool, is_offline: bool, asked_again: list[str]
) -> None:
    found = [CompanySummary(tax_id="12", company_name="AGRO NORD SRL")]
    server = ScriptedServer({o.AUTOCOMPLETE.path: found}, extensions=extensions)
    async with client_of(server, metered=is_metered) as companies:
        companies.open_uncounted = (lambda: companies) if has_free_one else None
        await companies.autocomplete("agro")
        companies.offline = is_offline
        for text in ("agro n", "agro x"):
            server.asked.clear()
            is_asked = text in asked_again
            assert companies.price(o.AUTOCOMPLETE, q=text) == is_asked
            answer = await companies.autocomplete(text)
            assert (len(server.asked), answer.requests) == (is_asked, is_asked)
            assert len(answer.data) == (text == "agro n" or is_asked)
        companies.open_uncounted = None
