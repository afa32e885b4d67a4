"""A refined answer is the server's own answer, or none is given."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.conftest import client_of
from tests.faulty.process import FaultyServer
from tests.sample.ranks import static_rank
from tui_app.client import cache as cache_module
from tui_app.client.answer import Answer
from tui_app.client.refine import Refiner, Summaries
from tui_app.contract import operations as o
from tui_app.contract import ranking
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.resources import CompanySummary, FormerCompany
from tui_app.contract.search_notes import SearchNotes

World = tuple[tuple[CompanySummary, int | None], ...]
NOW = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)

names = st.text(alphabet="abșȘ ", min_size=1, max_size=8)
companies = st.builds(
    CompanySummary,
    tax_id=st.from_regex(r"[1-3]{3,5}", fullmatch=True),
    company_id=st.sampled_from(["J40/1212/2020", "J2020001212404", "F12/3/2001", ""]),
    company_name=names,
    status=st.sampled_from(["functiune", "radiata", "inactiva", ""]),
)
worlds = st.lists(
    st.tuples(companies, st.none() | st.integers(0, 3)),
    max_size=14,
    unique_by=lambda c: c[0].tax_id,
).map(tuple)
searches = st.one_of(
    st.text(alphabet="abșs ", min_size=3, max_size=5),
    st.from_regex(r"(RO)?[1-3]{3,4}", fullmatch=True),
    st.sampled_from(["j40", "j40/1", "j40/1212/2020", "j2020001212404", "/2020", "ro123"]),
).filter(lambda q: len(q.strip()) >= 3)


def serve(q: str, world: World) -> Summaries:
    """The naive server: everything that matches, sorted by the contract, cut at ten."""
    query = ranking.read_query(q)
    found = []
    for c, turnover in world:
        tier = ranking.tier(query, c.company_name, c.tax_id, c.company_id)
        if tier is not None:
            rank = static_rank(c.status, turnover, c.company_name, c.tax_id)
            found.append((tier, rank, c))
    return tuple(c for _t, _r, c in sorted(found, key=lambda f: f[:2]))[:MAXIMUM_RESULTS]


def answered(data: Summaries) -> Answer[Summaries]:
    return Answer(data=data, fetched_at=NOW)


@pytest.mark.parametrize("longer", ["el flux", "el f demo"])
def test_what_only_our_own_service_may_find_is_asked_for(longer: str) -> None:
    """By letters without blanks, and by words in any order, which other servers do not do."""
    found = CompanySummary(tax_id="123", company_name="EL F LUX DEMO SRL", status="functiune")
    refiner = Refiner()
    refiner.learn("el f", answered((found,)))
    assert refiner.answer("el f lux") == Answer(
        data=(found,), fetched_at=NOW, from_cache=True, requests=0
    )
    assert refiner.answer(longer) is None


@settings(max_examples=60)
@given(worlds, searches, searches, st.booleans())
def test_a_refined_answer_is_what_the_server_would_say(
    world: World, shorter: str, longer: str, extend: bool
) -> None:
    longer = shorter + longer[:2] if extend else longer
    refiner = Refiner()
    refiner.learn(shorter, answered(serve(shorter, world)))
    refined = refiner.answer(longer)
    assert refined is None or refined.data == serve(longer, world)


@settings(max_examples=40)
@given(worlds, st.lists(searches, max_size=6))
def test_a_server_that_keeps_the_contract_never_surprises(world: World, asked: list[str]) -> None:
    refiner = Refiner()
    for q in asked:
        refiner.learn(q, answered(serve(q, world)))
        assert refiner.enabled


@given(worlds.filter(bool), st.data())
def test_an_answer_with_a_stranger_turns_it_off(world: World, data: st.DataObject) -> None:
    known = [text for c, _turnover in world for text in (c.tax_id, c.company_name)]
    q = data.draw(
        st.sampled_from([text for text in known if len(ranking.read_query(text).text) > 2])
    )
    found = serve(q, world)
    stranger = CompanySummary(tax_id="999999", company_name="zzz", status="functiune")
    refiner = Refiner()
    refiner.learn(q, answered((*found[:8], stranger)))
    assert not refiner.enabled
    assert refiner.answer(q + "aa") is None


def company(name: str, tax_id: str, status: str = "functiune") -> CompanySummary:
    return CompanySummary(tax_id=tax_id, company_name=name, status=status)


def test_a_complete_answer_serves_its_extensions() -> None:
    refiner = Refiner()
    found = (company("ALBA STAR", "11111"), company("ALBATROS", "22222"))
    refiner.learn("alba", answered(found))
    refined = refiner.answer("  ALBAT ")
    assert refined is not None
    assert (refined.data, refined.requests, refined.from_cache) == ((found[1],), 0, True)
    assert not (refined.stale or refined.partial or refined.invented)
    assert refined.fetched_at == NOW
    nothing = refiner.answer("albaxyz")
    assert nothing is not None
    assert nothing.data == ()


def test_an_equal_name_stands_first_in_a_refined_answer() -> None:
    """As our own service answers; a server that does not put it first is no contradiction."""
    olt, remat = company("REMAT OLT SA", "11111"), company("Remat S.R.L.", "22222")
    struck_off = company("REMAT", "33333", "radiata")
    refiner = Refiner()
    refiner.learn("rem", answered((olt, remat, struck_off)))
    refined = refiner.answer("remat")
    assert refined is not None
    assert refined.data == (remat, struck_off, olt)
    refiner.learn("remat", answered((olt, remat, struck_off)))
    assert refiner.enabled
    refiner.learn("remat", answered((struck_off, remat, olt)))
    assert not refiner.enabled


def test_what_is_only_similar_neither_contradicts_nor_follows() -> None:
    exact, similar = company("ALFATERM SRL", "11111"), company("ALFATERN SRL", "22222")
    notes = SearchNotes(similar=("22222",))
    refiner = Refiner()
    refiner.learn("alfaterm", Answer(data=(exact, similar), fetched_at=NOW, search=notes))
    assert refiner.enabled
    refined = refiner.answer("alfaterm srl")
    assert refined is not None
    assert refined.data == (exact,)


def test_an_answer_of_ten_is_not_complete() -> None:
    refiner = Refiner()
    refiner.learn("alb", answered(tuple(company(f"ALB {n}", f"1111{n}") for n in range(10))))
    assert refiner.answer("alb 1") is None


def test_a_former_name_may_match_a_longer_text_by_another_one() -> None:
    refiner = Refiner()
    found = FormerCompany(tax_id="11111", company_name="NOU SRL", formerly="ALFA TERM SRL")
    refiner.learn("alfa", answered((found,)))
    assert refiner.answer("alfa") is not None and refiner.answer("alfa t") is None


def test_the_same_text_in_another_spelling_is_the_same_request() -> None:
    refiner = Refiner()
    ten = tuple(company(f"ȘTEFAN {n}", f"1111{n}") for n in range(10))
    refiner.learn("ștefan", answered(ten))
    again = refiner.answer("  STEFAN ")
    assert again is not None
    assert again.data == ten


def test_the_newest_search_that_a_text_follows_from_gives_its_age() -> None:
    refiner, found, later = Refiner(), (company("ALBATROS", "11111"),), NOW + dt.timedelta(hours=1)
    refiner.learn("alb", answered(found))
    refiner.learn("alba", Answer(data=found, fetched_at=later))
    refined = refiner.answer("albat")
    assert refined is not None and refined.fetched_at == later


def test_the_oldest_searches_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_app.client.refine._REMEMBERED", 2)
    refiner = Refiner()
    for text in ("alba", "beta", "alba", "gama"):
        refiner.learn(text, answered((company(f"{text.upper()} SRL", "11111"),)))
    assert [refiner.answer(text) is not None for text in ("alba", "beta", "gama")] == [
        True, False, True,
    ]  # fmt: skip


def test_an_order_that_turnover_decides_is_asked_for() -> None:
    """Two of one tier that stood in different tiers before: only the server knows."""
    refiner = Refiner()
    refiner.learn("aba", answered((company("ABA CABAX", "11111"), company("X ABAX", "22222"))))
    assert refiner.answer("abax") is None
    refiner = Refiner()
    struck = company("X ABAX", "22222", "radiata")
    refiner.learn("aba", answered((company("ABA CABAX", "11111"), struck)))
    refined = refiner.answer("abax")
    assert refined is not None
    assert [c.tax_id for c in refined.data] == ["11111", "22222"]


def test_an_answer_that_lost_something_on_the_way_teaches_nothing() -> None:
    refiner = Refiner()
    refiner.learn("alba", Answer(data=(), fetched_at=NOW, faults=("status: missing",)))
    assert refiner.answer("albat") is None


def test_a_server_that_hides_what_it_should_find_is_noticed() -> None:
    refiner = Refiner()
    refiner.learn("alba", answered(()))
    refiner.learn("albat", answered((company("ALBATROS", "22222"),)))
    assert not refiner.enabled
    refiner = Refiner()
    refiner.learn("albat", answered((company("ALBATROS", "22222"),)))
    refiner.learn("alba", answered(()))
    assert not refiner.enabled


async def test_typing_on_costs_nothing_once_the_answer_is_complete(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        assert companies.price(o.AUTOCOMPLETE, q="petroterm demo 1") == 1
        first = await companies.autocomplete("petroterm demo 1")
        assert 0 < len(first.data) < 10
        assert companies.price(o.AUTOCOMPLETE, q="petroterm demo 12") == 0
        second = await companies.autocomplete("petroterm demo 12")
        assert second.from_cache
        assert companies.allowance.session_requests == 1
        fresh = await companies.autocomplete("petroterm demo 12", fresh=True)
        assert fresh.data == second.data
        assert companies.allowance.session_requests == 2


async def test_an_old_answer_serves_no_extension(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client_of(faulty.base_url()) as companies:
        await companies.autocomplete("petroterm demo 1")
        monkeypatch.setattr(cache_module, "now", lambda: time.time() + 2 * 86_400)
        assert companies.price(o.AUTOCOMPLETE, q="petroterm demo 12") == 1
        assert not (await companies.autocomplete("petroterm demo 12")).from_cache
