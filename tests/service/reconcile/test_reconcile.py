"""The reconciliation API for OpenRefine: its forms, its price, and who may call it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

from tests.service import reconciliation_schemas as schemas
from tests.service.companies import FULL, UNKNOWN
from tests.service.running import new_key, running
from tui_app.registry.registry_location import open_registry
from tui_app.service.app import Service
from tui_app.service.log import LogEntry
from tui_app.service.sqlite_accounts import SqliteAccounts

LOCAL = "http://127.0.0.1:8765"
CNP = "1960101410015"
NAME = "ATELIERUL ÎNVENTAT SRL"


@contextlib.asynccontextmanager
async def opened(
    registry_path: Path, folder: Path, entries: list[LogEntry], *, keyless: bool = True
) -> AsyncIterator[tuple[httpx.AsyncClient, SqliteAccounts]]:
    accounts = SqliteAccounts(folder / "accounts.db")
    registry = open_registry(registry_path)
    service = Service(registry, accounts, entries.append, reconcile=True, keyless=keyless)
    with contextlib.closing(accounts), contextlib.closing(service):
        transport = httpx.ASGITransport(service)
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
            yield client, accounts


@pytest.fixture
async def client(registry_path: Path, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with opened(registry_path, tmp_path, []) as (client, _accounts):
        yield client


def valid(response: httpx.Response, schema: dict[str, Any]) -> Any:
    assert response.status_code == 200, response.text
    found = response.json()
    jsonschema_rs.validator_for(schema).validate(found)
    return found


async def test_every_answer_is_of_the_specification(client: httpx.AsyncClient) -> None:
    manifest = valid(await client.get("/reconcile"), schemas.MANIFEST)
    assert manifest["suggest"]["entity"]["service_url"] == f"{LOCAL}/reconcile"
    queries = {
        "q0": {"query": "atelierul inventat", "type": "company", "limit": 3},
        "q1": {
            "query": "Atelierul Inventat",
            "properties": [
                {"pid": "county", "v": "B"},
                {"pid": "tax_id", "v": [int(FULL)]},
                {"pid": "locality", "v": {"id": "x", "name": "Sectorul 3"}},
                {"pid": "unknown", "v": "x"},
            ],
        },
        "q2": {"query": "Müller GmbH"},
        "q3": {"query": CNP},
    }
    answered = await client.post("/reconcile", data={"queries": json.dumps(queries)})
    results = valid(answered, schemas.RESULTS)
    assert [*results] == [*queries]
    [first] = results["q0"]["result"]
    assert (first["id"], first["name"], first["match"]) == (FULL, NAME, True)
    assert results["q1"]["result"][0]["score"] == 100
    assert results["q2"]["result"] == results["q3"]["result"] == []
    same = await client.get("/reconcile", params={"queries": json.dumps({"q0": queries["q0"]})})
    assert same.json()["q0"] == results["q0"]


async def test_suggestions_previews_and_data_of_companies(client: httpx.AsyncClient) -> None:
    get = client.get
    entities = valid(
        await get("/reconcile/suggest/entity", params={"prefix": "ateli"}), schemas.ENTITIES
    )
    assert entities["result"][0]["id"] == FULL
    hidden = await get("/reconcile/suggest/entity", params={"prefix": CNP})
    assert hidden.json() == {"result": []}
    properties = await get("/reconcile/suggest/property", params={"prefix": "cou"})
    assert [p["id"] for p in valid(properties, schemas.PROPERTIES)["result"]] == ["county"]
    types = await get("/reconcile/suggest/type", params={"prefix": "comp"})
    assert valid(types, schemas.TYPES)["result"][0]["id"] == "company"
    proposed = valid(await get("/reconcile/properties?type=company"), schemas.PROPOSED)
    names = [each["id"] for each in proposed["properties"]]
    assert names == ["status", "county", "caen", "turnover", "employees"]
    wanted = [{"id": name} for name in names]
    wanted[3]["settings"] = {"year": "2022"}
    query = {"ids": [FULL, UNKNOWN], "properties": wanted}
    answered = await client.post("/reconcile", data={"extend": json.dumps(query)})
    extended = valid(answered, schemas.EXTENSION)
    row = extended["rows"][FULL]
    assert row["turnover"] == [{"int": 1}] and row["status"] == [{"str": "functiune"}]
    assert row["employees"] == [] and row["caen"] == [{"str": "4711 - y"}]
    assert set(map(str, extended["rows"][UNKNOWN].values())) == {"[]"}
    page = await get(f"/reconcile/preview/{FULL}")
    assert NAME in page.text and "default-src 'none'" in page.headers["content-security-policy"]
    assert (await get(f"/reconcile/preview/{UNKNOWN}")).status_code == 404


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"queries": "{"}, 400),
        ({"queries": "[]"}, 400),
        ({"queries": '{"q": 5}'}, 400),
        ({"queries": json.dumps({str(n): {"query": "x"} for n in range(1_001)})}, 400),
        ({"extend": '{"ids": 5}'}, 400),
        ({"extend": json.dumps({"ids": ["1"] * 1_001, "properties": []})}, 400),
        ({"queries": "x" * 4_000_001}, 413),
    ],
)
async def test_what_cannot_be_read_is_refused(
    client: httpx.AsyncClient, form: dict[str, str], status: int
) -> None:
    refused = await client.post("/reconcile", data=form)
    assert refused.status_code == status and refused.json()["success"] is False


async def test_a_thousand_queries_are_one_batch(client: httpx.AsyncClient) -> None:
    queries = {str(n): {"query": f"atelierul {n}"} for n in range(1_000)}
    answered = await client.post("/reconcile", data={"queries": json.dumps(queries)})
    assert len(valid(answered, schemas.RESULTS)) == 1_000


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "companies.example"}, {"host": "10.0.0.5:8765"},
        {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"},
        {"origin": "https://elsewhere.example"},
    ],
)  # fmt: skip
async def test_without_a_key_only_this_machine_is_answered(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    refused = await client.get("/reconcile", headers=headers)
    assert refused.status_code == 401
    assert "access-control-allow-origin" not in refused.headers
    allowed = await client.get("/reconcile", headers={"origin": "http://localhost:3333"})
    assert allowed.headers["access-control-allow-origin"] == "http://localhost:3333"


async def test_a_key_in_the_path_pays_and_is_not_logged(
    registry_path: Path, tmp_path: Path
) -> None:
    entries: list[LogEntry] = []
    async with opened(registry_path, tmp_path, entries, keyless=False) as (client, accounts):
        key = accounts.create("refine", quota=5)
        assert (await client.get("/reconcile")).status_code == 401
        assert (await client.get("/reconcile/firme_wrong")).status_code == 401
        base = f"/reconcile/{key}"
        manifest = valid(await client.get(base), schemas.MANIFEST)
        assert manifest["view"]["url"].startswith(f"{LOCAL}{base}/preview/")
        queries = json.dumps({str(n): {"query": NAME} for n in range(4)})
        assert (await client.post(base, data={"queries": queries})).status_code == 200
        spent = await client.post(base, data={"queries": queries})
        assert spent.json()["error"]["reason"] == "quota_exceeded"
        assert (await client.get(f"{base}/preview/{FULL}")).status_code == 200
        assert (await client.get(f"{base}/preview/{FULL}")).status_code == 429
    logged = str(entries)
    assert key not in logged and NAME not in logged and "reconcile" in logged


def test_serve_answers_it_only_when_asked(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    with running(tmp_path, "--reconcile") as service:
        manifest = httpx.get(f"{service.url}/reconcile").json()
        assert manifest["name"].startswith("Invented companies")
        assert httpx.get(f"{service.url}/reconcile/{key}").status_code == 200
        service.stop()
    assert key not in service.log_file.read_text() and "/reconcile" in service.log_file.read_text()
    with running(tmp_path) as service:
        assert httpx.get(f"{service.url}/reconcile").status_code == 404
