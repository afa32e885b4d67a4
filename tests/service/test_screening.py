"""Screening by the service, over each engine: its refusals, its pages, and what it hides."""

from __future__ import annotations

import httpx
import pytest

from tests.service.companies import FULL
from tui_app.contract import operations as ops


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
