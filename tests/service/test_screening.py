"""Screening through the service: announced, charged, page after page, and its refusals."""

from __future__ import annotations

import httpx
import pytest

from tests.faulty.process import FaultyServer
from tests.service.companies import FULL
from tui_app.client.companies import Companies
from tui_app.client.errors import InvalidRequestError
from tui_app.contract import operations as ops
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ScreeningRow


async def test_what_a_server_announces_is_learned_without_a_charge(sample: Companies) -> None:
    assert {"screen", "screen_facets"} <= await sample.learn_extensions()
    sent = sample.allowance.session_requests
    assert {"screen", "screen_facets"} <= await sample.learn_extensions()
    assert sample.allowance.session_requests == sent == 1
    first = await sample.screen("active")
    second = await sample.screen(parse("not active"))
    assert first.remaining is not None and second.remaining == first.remaining - 1


async def test_a_server_of_somebody_else_is_never_sent_a_screen(stranger: FaultyServer) -> None:
    async with Companies(stranger.base_url()) as companies:
        assert "screen" not in await companies.learn_extensions()
        requests = len(stranger.log())
        with pytest.raises(InvalidRequestError, match="does not answer this"):
            await companies.screen("active", confirm=True)
        with pytest.raises(InvalidRequestError, match="does not answer this"):
            await companies.screen_facets("active", confirm=True)
        assert len(stranger.log()) == requests


async def test_the_largest_turnover_comes_first_and_the_unknown_last(sample: Companies) -> None:
    await sample.learn_extensions()
    rows: list[ScreeningRow] = []
    cursor = ""
    while True:
        page = (await sample.screen("not struck_off", limit=37, cursor=cursor)).data
        rows += page.companies
        if page.next_cursor is None:
            break
        assert len(page.companies) == 37
        cursor = page.next_cursor
    assert len(rows) == page.total_companies and page.total_is_exact
    assert len({row.tax_id for row in rows}) == len(rows)
    known = [row.turnover for row in rows if row.turnover is not None]
    assert known == sorted(known, reverse=True) and known
    assert [row.turnover for row in rows[: len(known)]] == known


async def test_facets_count_every_company(sample: Companies) -> None:
    await sample.learn_extensions()
    total = (await sample.screen()).data.total_companies
    found = (await sample.screen_facets()).data
    assert found.total_companies == found.counted_companies == total
    for values in (found.counties, found.company_types, found.status_classes, found.sizes):
        assert sum(value.companies or 0 for value in values) == total
    for value in found.counties:
        if value.criterion is not None:
            page = (await sample.screen(value.criterion)).data
            assert page.total_companies == value.companies


@pytest.mark.parametrize(
    ("query", "reason", "message"),
    [
        ("q=county:Cluc", "criteria_invalid",
         "Unknown county: Cluc. Did you mean Cluj? (characters 8 to 11 of q)"),
        ("q=" + "x" * 1001, "criteria_invalid",
         "At most 1000 characters (characters 1001 to 1001 of q)"),
        ("q=name:%00", "criteria_invalid", "q contains a character that cannot be searched"),
        ("q=active&q=vat", "criteria_invalid", "q is given more than once"),
        ("limit=0", "limit_invalid", "limit must be a whole number from 1 to 1000"),
        ("limit=1001", "limit_invalid", "limit must be a whole number from 1 to 1000"),
        ("cursor=%27", "cursor_invalid", "cursor was not issued by this service"),
        ("cursor=abc", "cursor_invalid",
         "cursor does not belong to this list: the data or the criteria changed, start again"),
    ],
)  # fmt: skip
async def test_refusals_say_what_is_wrong(
    client: httpx.AsyncClient, query: str, reason: str, message: str
) -> None:
    answer = await client.get(f"{ops.SCREEN.path}?{query}")
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["reason"], error["message"]) == (reason, message)


async def test_the_paths_hide_no_company(client: httpx.AsyncClient) -> None:
    assert (await client.get(ops.SCREEN.path)).json()["data"]["totalCompanies"] == 47
    assert (await client.get(f"/v1/companies/{FULL}")).json()["data"]["taxId"] == FULL
    assert (await client.get("/v1/companies/screen/financial")).status_code == 404
    assert (await client.get("/v1/companies/autocomplete?q=roi")).status_code == 200


async def test_every_engine_screens(client: httpx.AsyncClient) -> None:
    for query, total in (
        ("", 47),
        ("county:b", 1),
        ("name:roi registered:2020-05-14", 44),
        ("turnover:8.05B profit:<0 phone email website cases vat", 1),
        ("caen:4711", 1),
        ("not status:active", 2),
        ("locality:otopeni form:srl founded:2020", 0),
        ("employees:0 losses:1 margin:<0", 1),
    ):
        for sort in (
            "-turnover",
            "companyName",
            "taxId",
            "margin",
            "locality",
            "-registrationDate",
        ):
            found: list[str] = []
            cursor = ""
            while True:
                parameters = {"q": query, "sort": sort, "limit": "20", "cursor": cursor}
                answer = (await client.get(ops.SCREEN.path, params=parameters)).json()["data"]
                found += [row["taxId"] for row in answer["companies"]]
                if "nextCursor" not in answer:
                    break
                cursor = answer["nextCursor"]
            assert len(set(found)) == len(found) == total == answer["totalCompanies"]
        facets = (await client.get(ops.SCREEN_FACETS.path, params={"q": query})).json()["data"]
        assert sum(value["companies"] for value in facets["counties"]) == total
    assert facets["turnover"] == {"companies": 1, "total": 8_050_000_000, "median": 8.05e9}
