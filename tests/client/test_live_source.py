"""A source that asks others, slowly: its prices are seconds, and the user confirms each."""

from __future__ import annotations

import asyncio

import pytest

from tests.sample.tax_ids import with_control_digit
from tests.scripted import ScriptedLive, ScriptedServer, client_of
from tui_app.client.companies import Companies
from tui_app.client.errors import (
    CompanyNotFoundError,
    NotCachedError,
    NotConfirmedError,
    ServerError,
)
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as o
from tui_app.contract.live import SourceNote
from tui_app.contract.resources import CompanyProfile

WHOLE = with_control_digit("99999999")
PROFILE, PHONES = o.PROFILE.url_path("12"), o.PHONES.url_path("12")


def price(found: int) -> tuple[int, str, str]:
    assert isinstance(found, WaitSeconds)
    return int(found), found.text, found.warning


async def test_a_price_is_the_seconds_that_others_take() -> None:
    live = ScriptedLive("profile", "autocomplete")
    async with client_of(ScriptedServer({}), live=live, metered=False) as companies:
        assert price(companies.price(o.PROFILE, "12")) == (2, "profile of 12", "careful")
        assert price(companies.price(o.PHONES, "12")) == (0, "phones of 12", "careful")
        renewed = companies.price(o.PHONES, "12", fresh=True)
        assert price(renewed) == (2, "phones of 12", "careful")
        # Of a text, only a whole tax id is looked up.
        whole = companies.price(o.AUTOCOMPLETE, q=f"RO{WHOLE}")
        assert price(whole) == (2, f"autocomplete of {WHOLE}", "careful")
        for text in ("agro", WHOLE[:-1], WHOLE[:-1] + str((int(WHOLE[-1]) + 1) % 10)):
            searched = companies.price(o.AUTOCOMPLETE, q=text)
            assert price(searched) == (0, "autocomplete of nobody", "careful")
        for fresh, said in ((False, f"autocomplete of {WHOLE}"), (True, f"profile of {WHOLE}")):
            companies.live = ScriptedLive("profile")
            found = price(companies.price_of_search(WHOLE, fresh=fresh))
            assert found == (2 * fresh, said, "careful")
        companies.live = live
        several = companies.price_of_all([o.PROFILE, o.PHONES], ["12", "13", "14"])
        assert price(several) == (8, "6 requests", "")
        assert companies.price(o.PROFILE, "no tax id!") == 0
        companies.offline = True
        assert companies.price(o.PROFILE, "12") == 0
        assert companies.price_of_all([o.PROFILE, o.PHONES], ["12", "13"]) == 0


async def test_what_goes_out_to_others_is_confirmed_each_time() -> None:
    live, found = ScriptedLive(), CompanyProfile(tax_id="12", company_name="ANA SRL")
    server = ScriptedServer({PROFILE: found, PHONES: {}})
    async with client_of(server, live=live, metered=False) as companies:
        with pytest.raises(NotConfirmedError) as asked:
            await companies.profile("12")
        said = "This asks public services (profile of 12). Nothing was sent."
        assert (str(asked.value), asked.value.requests, server.asked) == (said, 0, [])
        assert (await companies.phones("12")).notes == (SourceNote("phones 12"),)
        for _time in range(2):  # it has a cache of its own
            answer = await companies.profile("12", confirm=True)
            assert (answer.data, answer.from_cache, answer.newest_year) == (found, False, 2024)
        assert live.told == []
        await companies.profile("RO 12", fresh=True)
        assert live.told == [("refresh", "profile", "12")]
        assert server.asked == [PHONES, PROFILE, PROFILE, PROFILE]
        assert await companies.cached(o.PROFILE, "12") is None
        # It announces nothing, and is not asked what it would announce.
        assert await companies.learn_extensions() == frozenset()
        assert len(server.asked) == 4


async def test_offline_a_live_source_answers_from_what_it_keeps() -> None:
    live, found = ScriptedLive(), CompanyProfile(tax_id="12", company_name="ANA SRL")
    server = ScriptedServer({PROFILE: found, PHONES: 503, o.EMAILS.url_path("12"): 500})
    async with client_of(server, live=live, metered=False, offline=True) as companies:
        assert (await companies.profile("12", fresh=True)).data == found
        assert live.told == []
        with pytest.raises(NotCachedError, match="no cached answer"):
            await companies.emails("12")
        # That there is no such company is an answer.
        with pytest.raises(CompanyNotFoundError):
            await companies.profile("13")
        await companies.prepare(["12"])
        assert live.told == []
        companies.offline = False
        with pytest.raises(ServerError):
            await companies.emails("12")


async def test_many_companies_are_looked_up_together_until_nobody_waits() -> None:
    live = ScriptedLive()
    async with client_of(ScriptedServer({}), live=live, metered=False) as companies:
        await companies.prepare(["12", "13"])
        await companies.prepare(["14"], fresh=True)
        assert live.told == [("prepare", ("12", "13"), False), ("prepare", ("14",), True)]
        live.told.clear()
        live.is_held.clear()
        live.goes_on.clear()
        preparing = asyncio.create_task(companies.prepare(["15"]))
        await asyncio.to_thread(live.is_held.wait, 30)
        preparing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await preparing
        assert live.told[0] == ("stop", None)
    async with client_of(ScriptedServer({})) as companies:
        await companies.prepare(["12"])  # nothing to prepare


async def test_another_client_answers_what_nobody_asked_for_and_is_closed_with_the_first() -> None:
    opened: list[Companies] = []
    other = ScriptedServer({PROFILE: {"taxId": "12", "companyName": "ANA"}})
    async with client_of(ScriptedServer({})) as companies:
        assert await companies.uncounted() is companies
        async with client_of(other) as free:

            def open_uncounted() -> Companies:
                opened.append(free)
                return free

            companies.open_uncounted = open_uncounted
            assert [await companies.uncounted() for _time in range(2)] == [free, free]
            assert opened == [free]
            assert (await free.profile("12")).data.company_name == "ANA"
            await companies.aclose()
            with pytest.raises(Exception, match="connection was closed"):
                await free.profile("12", fresh=True)
