"""The nine operations through HTTP, by every row of the interface."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.service.companies import BARE, BUSY_DAY, CASES, FULL, NAMELESS_FORM, QUIET_DAY


async def data(client: httpx.AsyncClient, path: str, **query: str | int) -> Any:
    answer = await client.get(f"/v1/companies/{path}", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert body.keys() == {"success", "remainingRequests", "data"}
    assert body["success"] is True
    return body["data"]


async def test_autocomplete_answers_with_summaries(client: httpx.AsyncClient) -> None:
    assert await data(client, "autocomplete", q="inventat") == [
        {
            "taxId": FULL,
            "companyId": "J40/99123/2020",
            "companyName": "ATELIERUL ÎNVENTAT SRL",
            "companyType": "SRL",
            "status": "functiune",
            "locality": "Sectorul 3",
            "county": "Municipiul Bucuresti",
        }
    ]


async def test_what_is_similar_is_marked_beside_the_companies(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/companies/autocomplete", params={"q": "ateleirul"})
    assert [found["taxId"] for found in answer.json()["data"]] == [FULL]
    assert answer.json()["search"] == {
        "similar": [FULL],
        "near": [{"word": "ateleirul", "meant": ["atelierul"]}],
    }
    assert "similar" in answer.headers["firmeterm-extensions"].split(", ")
    in_text = await client.get("/v1/companies/autocomplete", params={"q": f"Atelier RO{FULL}"})
    assert in_text.json()["search"] == {"otherwise": [FULL]}


@pytest.mark.parametrize(
    "q", ["atelierul", "ÎNVENTAT", "ul inv", FULL, f"RO{FULL}", "J40/99123/2020", FULL[3:8]]
)
async def test_a_company_is_found_by_name_and_by_both_numbers(
    client: httpx.AsyncClient, q: str
) -> None:
    assert FULL in [found["taxId"] for found in await data(client, "autocomplete", q=q)]


async def test_autocomplete_returns_at_most_ten(client: httpx.AsyncClient) -> None:
    assert len(await data(client, "autocomplete", q="demo")) == 10
    assert await data(client, "autocomplete", q="nobody is called that") == []


async def test_the_profile_has_every_field_on_record(client: httpx.AsyncClient) -> None:
    profile = await data(client, FULL)
    assert profile["postalCode"] == 30167
    assert profile["registrationDate"] == f"{BUSY_DAY}T00:00:00.000Z"
    assert (profile["VAT"], profile["splitVAT"], profile["checkoutVAT"]) == (True, False, False)
    assert profile["caen"][-1] == "4711 - y"
    flags = {name for name in profile if name.startswith("has")}
    assert flags == {
        "hasEmail", "hasPhone", "hasVerifiedPhone", "hasAdministrator", "hasWebsite", "hasFinData",
    }  # fmt: skip
    assert all(profile[flag] is True for flag in flags)


async def test_the_financial_data_exceed_32_bits_and_keep_holes(client: httpx.AsyncClient) -> None:
    financial = await data(client, f"{FULL}/financial")
    assert financial["turnover"] == 8_050_000_000
    assert financial["netProfit"] == -6_000
    assert financial["employee"] == 0
    assert financial["creditRiskScore"] == 61.5
    assert "turnoverPrevYear" not in financial
    by_year = {record["year"]: record for record in financial["financialData"]}
    assert set(by_year) == {2022, 2024}
    assert "employee" not in by_year[2024]
    assert by_year[2022]["employee"] == 0


async def test_court_cases_come_in_pages(client: httpx.AsyncClient) -> None:
    pages = [await data(client, f"{FULL}/court-cases", page=page) for page in (1, 2, 3)]
    assert [page["currentPage"] for page in pages] == [1, 2, 3]
    assert {(page["totalPages"], page["totalCases"]) for page in pages} == {(3, CASES)}
    numbers = [case["caseNumber"] for page in pages for case in page["courtCases"]]
    assert len(set(numbers)) == len(numbers) == CASES
    assert pages[0]["courtCases"][0]["taxId"] == FULL
    assert await data(client, f"{FULL}/court-cases") == pages[0]


async def test_companies_registered_on_a_day_come_in_pages(client: httpx.AsyncClient) -> None:
    pages = [await data(client, "", registration_date=BUSY_DAY, page=page) for page in (1, 2, 3)]
    assert {(page["totalPages"], page["totalCompanies"]) for page in pages} == {(3, 45)}
    listed = [company for page in pages for company in page["companies"]]
    assert len({company["taxId"] for company in listed}) == 45
    full = next(company for company in listed if company["taxId"] == FULL)
    assert full == {
        "taxId": FULL,
        "companyName": "ATELIERUL ÎNVENTAT SRL",
        "companyType": "SRL",
        "hasPhone": True,
    }
    assert await data(client, "", registration_date=BUSY_DAY) == pages[0]


async def test_a_required_text_is_sent_even_when_it_is_not_on_record(
    client: httpx.AsyncClient,
) -> None:
    day = await data(client, "", registration_date=QUIET_DAY)
    assert day["companies"] == [
        {"taxId": NAMELESS_FORM, "companyName": "FORMA NECUNOSCUTA", "companyType": ""}
    ]
    (summary,) = await data(client, "autocomplete", q=NAMELESS_FORM)
    assert (summary["companyId"], summary["companyType"]) == ("", "")
    assert (await data(client, NAMELESS_FORM))["companyType"] == ""


async def test_a_page_past_the_last_is_empty_with_true_totals(client: httpx.AsyncClient) -> None:
    cases = await data(client, f"{FULL}/court-cases", page=100)
    assert cases == {"courtCases": [], "totalPages": 3, "currentPage": 100, "totalCases": CASES}
    day = await data(client, "", registration_date="1999-01-01")
    assert day == {"companies": [], "totalPages": 0, "currentPage": 1, "totalCompanies": 0}


async def test_contacts(client: httpx.AsyncClient) -> None:
    assert await data(client, f"{FULL}/phones") == {
        "primaryPhone": "+40700000000",
        "contactPhones": [],
        "websitePhones": [],
        "verifiedPhones": ["+40700000000"],
    }
    assert await data(client, f"{FULL}/emails") == {
        "contactEmail": "contact@inventat.example",
        "websiteEmails": [],
    }
    assert await data(client, f"{FULL}/administrators") == {"administrators": ["POPESCU-PROBA ANA"]}
    assert await data(client, f"{FULL}/websites") == {"websites": ["https://inventat.example/"]}


async def test_nothing_on_record_is_an_answer_that_agrees_with_the_flags(
    client: httpx.AsyncClient,
) -> None:
    profile = await data(client, BARE)
    assert not any(value for name, value in profile.items() if name.startswith("has"))
    assert await data(client, f"{BARE}/financial") == {"financialData": []}
    assert await data(client, f"{BARE}/websites") == {"websites": []}
    assert await data(client, f"{BARE}/administrators") == {"administrators": []}
    assert await data(client, f"{BARE}/emails") == {"websiteEmails": []}
    assert await data(client, f"{BARE}/phones") == {
        "contactPhones": [],
        "websitePhones": [],
        "verifiedPhones": [],
    }
    assert (await data(client, f"{BARE}/court-cases"))["totalCases"] == 0


async def test_every_answer_counts_the_allowance_down(client: httpx.AsyncClient) -> None:
    paths = [FULL, f"{FULL}/phones", BARE, f"{BARE}/court-cases"]
    left = [
        (await client.get(f"/v1/companies/{path}")).json()["remainingRequests"] for path in paths
    ]
    assert left == [9_999, 9_998, 9_997, 9_996]


async def test_extensions_are_announced_answered_and_charged(client: httpx.AsyncClient) -> None:
    profile = await client.get(f"/v1/companies/{FULL}")
    assert profile.headers["firmeterm-extensions"].startswith("peers, match, connections")
    peers = await data(client, f"{FULL}/peers")
    assert (peers["caen"], peers["county"], peers["year"]) == (
        "4711",
        "Municipiul Bucuresti",
        2024,
    )
    # Its group has one firm, about which nothing may be revealed.
    assert peers["measures"] == []
    page = await data(client, f"{FULL}/connections", page=1)
    assert page == {"connections": [], "totalPages": 0, "currentPage": 1, "totalConnections": 0}
    bare = await data(client, f"{BARE}/peers")
    assert bare["measures"] == [] and bare.get("year") is None
    used = profile.json()["remainingRequests"] - 4
    left = await client.get(f"/v1/companies/{BARE}/connections")
    assert left.json()["remainingRequests"] == used
    unknown = await client.get("/v1/companies/19/peers")
    assert unknown.status_code == 404
    assert unknown.json()["error"]["reason"] == "company_not_found"
    refused = await client.get(f"/v1/companies/{FULL}/connections?page=101")
    assert refused.json()["error"]["reason"] == "page_out_of_range"
