"""``POST /v1/companies/match``: rows in order, a unit each, and nothing guessed or logged."""

from __future__ import annotations

import contextlib

import httpx
import msgspec
import pytest

from tests.service.companies import FULL
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.operations import EXTENSIONS_HEADER
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service
from tui_app.service.log import LogEntry

MATCH = "/v1/companies/match"
CNP = "1960101410015"


async def name_of(client: httpx.AsyncClient) -> str:
    profile = (await client.get(f"/v1/companies/{FULL}")).json()["data"]
    return str(profile["companyName"])


async def test_each_row_has_an_answer_in_order_and_costs_a_unit(
    client: httpx.AsyncClient, entries: list[LogEntry]
) -> None:
    name = await name_of(client)
    rows = [
        {"name": name.lower()}, {"taxId": FULL}, {"name": "Nobody & Sons GmbH"}, {"name": CNP},
        {"name": "atelierul invetnat"},
    ]  # fmt: skip
    before = (await client.get(f"/v1/companies/{FULL}")).json()["remainingRequests"]
    answer = await client.post(MATCH, json={"rows": rows})
    assert answer.status_code == 200, answer.text
    assert "match" in answer.headers[EXTENSIONS_HEADER]
    assert answer.json()["remainingRequests"] == before - len(rows)
    found = msgspec.convert(answer.json()["data"], tuple[CompanyMatch, ...])
    assert [each.decision for each in found] == [
        "matched", "matched", "none", "none", "matched",
    ]  # fmt: skip
    assert found[0].tax_id == found[1].tax_id == FULL and found[1].confidence == 1.0
    assert found[0].because.startswith("same name")
    assert found[4].tax_id == FULL and found[4].because.startswith("one letter differs")
    logged = msgspec.json.encode(entries).decode()
    assert name not in logged and CNP not in logged and "Nobody" not in logged


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"{}", "rows_invalid"), (b'{"rows": []}', "rows_invalid"), (b"\xff", "rows_invalid"),
        (b'{"rows": [{"name": 5}]}', "rows_invalid"),
        (msgspec.json.encode({"rows": [{}] * 101}), "rows_invalid"),
        (b" " * 1_000_001, "body_too_large"),
    ],
)  # fmt: skip
async def test_a_body_that_cannot_be_read_costs_nothing(
    client: httpx.AsyncClient, body: bytes, reason: str
) -> None:
    before = (await client.get(f"/v1/companies/{FULL}")).json()["remainingRequests"]
    refused = await client.post(MATCH, content=body)
    assert refused.json()["error"]["reason"] == reason
    assert refused.status_code == (413 if reason == "body_too_large" else 400)
    after = (await client.get(f"/v1/companies/{FULL}")).json()["remainingRequests"]
    assert after == before - 1


async def test_other_methods_and_callers_without_a_key_are_refused(
    nobody: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    for method in ("GET", "PUT"):
        refused = await client.request(method, MATCH)
        assert refused.status_code == 405 and refused.headers["allow"] == "POST"
    del nobody.headers["authorization"]
    assert (await nobody.post(MATCH, json={"rows": [{}]})).status_code == 401


async def test_what_is_left_must_pay_for_all_rows(
    registry_path: object, accounts: KeyStore
) -> None:
    registry: CompanyRegistry = open_registry(str(registry_path))
    service = Service(registry, accounts)
    headers = {"authorization": f"Bearer {accounts.create('small', quota=3)}"}
    transport = httpx.ASGITransport(service)
    with contextlib.closing(service):
        async with httpx.AsyncClient(
            transport=transport, base_url="http://service", headers=headers
        ) as client:
            refused = await client.post(MATCH, json={"rows": [{"name": "abc"}] * 4})
            assert refused.json()["error"]["reason"] == "quota_exceeded"
            taken = await client.post(MATCH, json={"rows": [{"name": "abc"}] * 3})
            assert taken.json()["remainingRequests"] == 0
