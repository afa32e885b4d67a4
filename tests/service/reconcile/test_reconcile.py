"""The reconciliation API for OpenRefine: its forms, its price, and who may call it."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

from tests.service import reconciliation_schemas as schemas
from tests.service.companies import FULL, UNKNOWN
from tests.service.running import firmeterm, new_key, running
from tui_app.registry.registry_location import open_registry
from tui_app.service.app import Service
from tui_app.service.forwarding import Proxies, read_network
from tui_app.service.log import LogEntry
from tui_app.service.reconcile.endpoint import Access
from tui_app.service.sqlite_accounts import SqliteAccounts

LOCAL = "http://127.0.0.1:8765"
CNP = "1960101410015"
NAME = "ATELIERUL ÎNVENTAT SRL"


@contextlib.asynccontextmanager
async def opened(
    registry_path: Path,
    folder: Path,
    entries: list[LogEntry],
    access: Access = Access(without_key=True),  # noqa: B008 (frozen)
) -> AsyncIterator[tuple[httpx.AsyncClient, SqliteAccounts]]:
    accounts = SqliteAccounts(folder / "accounts.db")
    registry = open_registry(registry_path)
    service = Service(registry, accounts, entries.append, reconcile=access)
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
        "q4": {
            "query": "atelierul inventat",
            "properties": [
                {"pid": "locality", "v": True},
                {"pid": "locality", "v": {}},
                {"pid": "locality", "v": None},
            ],
        },
    }
    answered = await client.post("/reconcile", data={"queries": json.dumps(queries)})
    results = valid(answered, schemas.RESULTS)
    assert [*results] == [*queries]
    [first] = results["q0"]["result"]
    assert (first["id"], first["name"], first["match"]) == (FULL, NAME, True)
    assert results["q1"]["result"][0]["score"] == 100
    assert results["q2"]["result"] == results["q3"]["result"] == []
    assert results["q4"] == results["q0"]
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
    # Most are numbers that nobody has, which are quick.
    queries = {str(n): {"query": str(90_000_000 + n)} for n in range(1_000)}
    queries |= {str(n): {"query": f"atelierul {n}"} for n in range(0, 1_000, 100)}
    answered = await client.post("/reconcile", data={"queries": json.dumps(queries)})
    assert len(valid(answered, schemas.RESULTS)) == 1_000


HOSTS = [
    "companies.example", "10.0.0.5:8765", "localhost.evil.example", "evil@localhost",
    "127.0.0.1.nip.io", "[::2]:8765", "localhost:port", "localhost:99999", "0.0.0.0:8765",
]  # fmt: skip
FORWARDED = [
    "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
    "X-Forwarded-Prefix", "X-Forwarded", "Forwarded", "Forwarded-For", "Via", "X-Real-IP",
    "True-Client-IP", "X-Client-IP", "Client-IP", "X-Cluster-Client-IP", "Fastly-Client-IP",
    "CF-Connecting-IP", "CF-Ray", "CDN-Loop", "X-Original-Forwarded-For", "X-Original-Host",
    "X-Host", "X-Scheme", "X-Url-Scheme", "X-Envoy-External-Address", "X_Forwarded_For",
    "X-ProxyUser-Ip", "Front-End-Https", "X-Arr-Ssl", "X-Amzn-Trace-Id", "Do-Connecting-Ip",
]  # fmt: skip
ORIGINS = ["https://elsewhere.example", "null", "", "http://localhost.evil.example:3333"]


async def test_without_a_key_only_this_machine_is_answered(client: httpx.AsyncClient) -> None:
    for headers in (
        *({"host": host} for host in HOSTS),
        *({name: "127.0.0.1"} for name in FORWARDED),
        *({"origin": origin} for origin in ORIGINS),
    ):
        refused = await client.get("/reconcile", headers=headers)
        assert (headers, refused.status_code) == (headers, 401)
        assert "access-control-allow-origin" not in refused.headers
        batch = {"queries": '{"q": {"query": "atelierul"}}'}
        posted = await client.post("/reconcile", headers=headers, data=batch)
        assert posted.status_code == 401
    for host in ("127.0.0.1:9", "localhost:8765", "LOCALHOST", "[::1]:8765", "127.0.0.2"):
        assert (await client.get("/reconcile", headers={"host": host})).status_code == 200
    allowed = await client.get("/reconcile", headers={"origin": "http://localhost:3333"})
    assert allowed.headers["access-control-allow-origin"] == "http://localhost:3333"
    # Something between has another port, as with a container.
    moved = await client.get("/reconcile", headers={"host": "localhost:9999"})
    assert addresses(moved.json()) == {"http://localhost:9999/reconcile"}


async def test_no_name_of_a_caller_opens_it_without_the_option(
    registry_path: Path, tmp_path: Path
) -> None:
    async with opened(registry_path, tmp_path, [], Access()) as (client, _accounts):
        for host in (LOCAL.removeprefix("http://"), "localhost", "[::1]"):
            assert (await client.get("/reconcile", headers={"host": host})).status_code == 401


def addresses(manifest: dict[str, Any]) -> set[str]:
    """The address of the service in every place of its manifest."""
    services = [*manifest["suggest"].values(), manifest["extend"]["propose_properties"]]
    pages = [manifest["view"]["url"], manifest["preview"]["url"]]
    return {each["service_url"] for each in services} | {
        page.removesuffix("/preview/{{id}}") for page in pages
    }


NGINX = {"x-forwarded-proto": "https", "x-forwarded-host": "c.example"}
TOLD = [
    ("", "", {"host": "c.example"}, ""),
    ("", "", {"host": "127.0.0.1"}, ""),  # the name without our port: something is between
    ("", "", {"host": "127.0.0.1:8443"}, ""),
    ("", "", NGINX, ""),
    ("", "", {"via": "1.1 proxy"}, ""),
    ("", "", {}, LOCAL),
    ("https://c.example/firme", "", {"host": "127.0.0.1"}, "https://c.example/firme"),
    ("https://c.example", "127.0.0.1/32", {**NGINX, "x-forwarded-host": "x"}, "https://c.example"),
    ("", "127.0.0.0/8", NGINX, "https://c.example"),
    ("", "127.0.0.0/8", NGINX | {"x-forwarded-prefix": "/firme/"}, "https://c.example/firme"),
    ("", "127.0.0.0/8", {"forwarded": 'for=1.2.3.4;proto=https;host="c.example:8"'},
     "https://c.example:8"),
    ("", "127.0.0.0/8", NGINX | {"x-forwarded-host": "evil/x?"}, ""),
    ("", "127.0.0.0/8", NGINX | {"x-forwarded-proto": "javascript"}, ""),
    ("", "10.0.0.0/8", NGINX, ""),
]  # fmt: skip


@pytest.mark.parametrize(("public_url", "trusted", "headers", "address"), TOLD)
async def test_no_address_with_a_key_leaves_over_plain_http(
    registry_path: Path,
    tmp_path: Path,
    public_url: str,
    trusted: str,
    headers: dict[str, str],
    address: str,
) -> None:
    """What is not certain is relative: ``http://`` is for this machine alone."""
    proxies = Proxies([read_network(trusted)] if trusted else [])
    access = Access(public_url=public_url, proxies=proxies)
    async with opened(registry_path, tmp_path, [], access) as (client, accounts):
        key = accounts.create("refine")
        transport = httpx.ASGITransport(client._transport.app)  # type: ignore[attr-defined]
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as caller:
            manifest = valid(
                await caller.get(f"/reconcile/{key}", headers=headers), schemas.MANIFEST
            )
        assert addresses(manifest) == {f"{address}/reconcile/{key}"}


@pytest.mark.parametrize("slash", ["", "/"])
async def test_every_form_of_a_question_is_answered_or_refused(
    client: httpx.AsyncClient, slash: str
) -> None:
    path = f"/reconcile{slash}"
    single = [
        await client.post(path, data={"query": "atelierul inventat"}),
        await client.post(path, data={"query": '{"query": "atelierul inventat", "limit": 3}'}),
        await client.get(path, params={"query": "atelierul inventat"}),
        await client.post(path, json={"query": {"query": "atelierul inventat"}}),
    ]
    for answer in single:
        assert answer.status_code == 200, answer.text
        assert [each["id"] for each in answer.json()["result"]] == [FULL]
    batch = {"q": {"query": "atelierul inventat"}}
    for body in ({"queries": batch}, {"queries": json.dumps(batch)}):
        answer = await client.post(path, json=body)
        assert answer.json()["q"]["result"][0]["id"] == FULL
    extension = {"ids": [FULL], "properties": [{"id": "status"}]}
    extended = await client.post(path, json={"extend": extension})
    assert extended.json()["rows"][FULL]["status"] == [{"str": "functiune"}]
    for refused, status in (
        (await client.post(path, files={"queries": (None, json.dumps(batch))}), 415),
        (await client.post(path, content="queries", headers={"content-type": "text/plain"}), 415),
        (await client.post(path, json=[batch]), 400),
        (await client.post(path, content=b"{", headers={"content-type": "application/json"}), 400),
        (await client.post(path, json={}), 400),
        (await client.post(path), 400),
        (await client.post(path, data={"quarries": "{}"}), 400),
    ):
        assert refused.status_code == status and refused.json()["success"] is False
    assert "versions" in (await client.get(path)).json()


async def test_a_key_in_the_path_pays_and_is_not_logged(
    registry_path: Path, tmp_path: Path
) -> None:
    entries: list[LogEntry] = []
    async with opened(registry_path, tmp_path, entries, Access()) as (client, accounts):
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
        for text in ("a", CNP):  # nobody is looked for
            asked = await client.get(f"{base}/suggest/entity", params={"prefix": text})
            assert asked.json() == {"result": []}
        assert (await client.get(f"{base}/preview/{FULL}")).status_code == 200
        assert (await client.get(f"{base}/preview/{FULL}")).status_code == 429
    logged = str(entries)
    assert key not in logged and NAME not in logged and "reconcile" in logged


def test_serve_answers_it_only_when_asked(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    with running(tmp_path, "--reconcile-without-key") as service:
        manifest = httpx.get(f"{service.url}/reconcile").json()
        assert manifest["name"].startswith("Invented companies")
        assert addresses(manifest) == {f"{service.url}/reconcile"}
        assert httpx.get(f"{service.url}/reconcile/{key}").status_code == 200
        assert http_1_0(service.port) == 401
        service.stop()
    assert key not in service.log_file.read_text() and "/reconcile" in service.log_file.read_text()
    with running(tmp_path, "--reconcile") as service:
        assert httpx.get(f"{service.url}/reconcile").status_code == 401
        own = httpx.get(f"{service.url}/reconcile/{key}").json()
        assert addresses(own) == {f"{service.url}/reconcile/{key}"}
        assert http_1_0(service.port) == 401
    with running(tmp_path) as service:
        assert httpx.get(f"{service.url}/reconcile").status_code == 404


def http_1_0(port: int) -> int:
    """The status of a request that names no host, as a proxy with plain settings may send it."""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(b"GET /reconcile HTTP/1.0\r\n\r\n")
        return int(line.recv(100).split()[1])


@pytest.mark.parametrize(
    "options",
    [
        ("--reconcile-without-key", "--host", "0.0.0.0"),
        ("--reconcile-without-key", "--host", "::"),
        ("--reconcile", "--public-url", "companies.example"),
        ("--reconcile", "--public-url", "https://user:secret@companies.example"),
        ("--trusted-proxy", "nginx"),
        ("--trusted-proxy", "10.0.0.0/99"),
    ],
)
def test_serve_refuses_what_would_be_open_to_others(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    new_key(tmp_path)
    ended = firmeterm(tmp_path, "serve", "--sample", "--port", "0", *options)
    assert ended.returncode == 2 and options[-2] in ended.stderr
