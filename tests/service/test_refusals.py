"""The error table of the design through HTTP, row by row, and odd input of every kind."""

from __future__ import annotations

from urllib.parse import quote

import httpx

from tests.service.companies import BUSY_DAY, FULL, UNKNOWN
from tui_app.contract.operations import OPERATIONS
from tui_app.service.account_store import KeyStore
from tui_app.service.keys import new_key

ALL_PATHS = [op.url_path(FULL) for op in OPERATIONS]


def check(answer: httpx.Response, status: int, reason: str) -> None:
    """The answer is the error envelope, and says so everywhere."""
    assert answer.status_code == status, (answer.request, answer.text)
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert body["success"] is False
    assert body["error"]["code"] == str(status)
    assert body["error"]["reason"] == reason, answer.request
    assert body["error"]["message"]
    assert body["error"].keys() == {"code", "message", "reason"}


async def test_no_credential(nobody: httpx.AsyncClient) -> None:
    for path in ALL_PATHS:
        answer = await nobody.get(path)
        check(answer, 401, "credential_missing")
        assert answer.headers["www-authenticate"] == 'Bearer realm="companies"'


async def test_a_malformed_credential_counts_as_none(nobody: httpx.AsyncClient, key: str) -> None:
    for form in ("{}", "Basic {}", "Bearer", "Bearer {} {}", "Bearer\t{}", ""):
        headers = {"authorization": form.format(key, key)}
        answer = await nobody.get(ALL_PATHS[1], headers=headers)
        assert answer.status_code == 401, form
        check(answer, 401, "credential_missing")


async def test_two_credentials_count_as_none(nobody: httpx.AsyncClient, key: str) -> None:
    headers = [("authorization", f"Bearer {key}")] * 2
    check(await nobody.get(ALL_PATHS[1], headers=headers), 401, "credential_missing")


async def test_the_scheme_may_be_written_in_any_case(nobody: httpx.AsyncClient, key: str) -> None:
    answer = await nobody.get(ALL_PATHS[1], headers={"authorization": f"bearer  {key} "})
    assert answer.status_code == 200


async def test_unknown_mistyped_and_revoked_keys_get_one_answer(
    nobody: httpx.AsyncClient, accounts: KeyStore, key: str
) -> None:
    accounts.revoke(accounts.by_key(key).id)
    bodies = set()
    for wrong in (key, new_key(), "firme_x", "x" * 5000, "explorer"):
        answer = await nobody.get(ALL_PATHS[1], headers={"authorization": f"Bearer {wrong}"})
        check(answer, 401, "credential_invalid")
        assert answer.headers["www-authenticate"] == (
            'Bearer realm="companies", error="invalid_token"'
        )
        bodies.add(answer.text)
    assert len(bodies) == 1


async def test_nobody_without_a_key_learns_what_exists(nobody: httpx.AsyncClient) -> None:
    paths = [FULL, UNKNOWN, "x", f"{FULL}/court-cases?page=101", "autocomplete?q=a"]
    answers = {(await nobody.get(f"/v1/companies/{path}")).text for path in paths}
    assert len(answers) == 1


TOO_SHORT = (
    "a--", "!!!", "a b", "12.", "\u200d" * 3, "a\u200d\u200db", "\u200b\u2060\ufeff", "ab\u200d",
    "&&&", "a&&", '"""', "%%%", "___", "{}[]()", "🚀🚀🚀", "﷽﷽﷽", "\u0301" * 4, "a\u0301\u0301b",
    "\U0010fffd" * 3, "\ue000\uf8ff\uf8ff", "\u00ad" * 5, "--\u200e--",
)  # fmt: skip
"""Texts of three characters and more with fewer than three letters or digits."""


async def test_texts_that_cannot_be_searched(client: httpx.AsyncClient) -> None:
    for query, reason in (
        ("", "query_missing"),
        ("q=", "query_too_short"),
        ("q=ab", "query_too_short"),
        ("q=%20ab%20%20", "query_too_short"),
        ("q=%20%20%20%20", "query_too_short"),
        *((f"q={quote(text)}", "query_too_short") for text in TOO_SHORT),
        ("q=" + "x" * 101, "query_too_long"),
        ("q=" + "x" * 10_240, "query_too_long"),
        ("q=" + "%F0%9F%9A%80" * 2_560, "query_too_long"),
        ("q=abc%00def", "query_invalid"),
        ("q=abc%FF", "query_invalid"),
        ("q=abc%ED%A0%80", "query_invalid"),
        ("q=abc%F4%8F%BF%BF", "query_invalid"),
        ("q=abc&q=abcd", "query_invalid"),
    ):
        check(await client.get(f"/v1/companies/autocomplete?{query}"), 400, reason)


async def test_odd_texts_are_searched(client: httpx.AsyncClient) -> None:
    for q in (
        "'; DROP TABLE company; --", "a OR b", "NEAR(a b)", "name:x*", "[a-z]{3}", "👩‍🚀 demo",
        "a\u0301\u0301\u0301bc", "\u202eabc", "ß\u1e9eßx", "\ud7fb" * 3, "../../etc/passwd",
        "-1 OR 1=1", "x" * 100, "h&m", "A & B", "a\u200db\u200dc",
    ):  # fmt: skip
        answer = await client.get("/v1/companies/autocomplete", params={"q": q})
        assert answer.status_code == 200, q
        assert isinstance(answer.json()["data"], list), q


async def test_pages_out_of_range(client: httpx.AsyncClient) -> None:
    for listing in (f"{FULL}/court-cases?", f"?registration_date={BUSY_DAY}&"):
        for page in ("0", "101", "-1", "1.5", "x", "", "%00", "9" * 5000, "1&page=1"):
            answer = await client.get(f"/v1/companies/{listing}page={page}")
            check(answer, 400, "page_out_of_range")


async def test_days_that_are_none(client: httpx.AsyncClient) -> None:
    for query, reason in (
        ("", "date_missing"),
        ("registration_date=", "date_missing"),
        ("registration_date=2025-02-30", "date_invalid"),
        ("registration_date=14.05.2020", "date_invalid"),
        ("registration_date=2020-05-14T00:00:00Z", "date_invalid"),
        ("registration_date=%D9%A2%D9%A0%D9%A2%D9%A0-05-14", "date_invalid"),
        ("registration_date=" + "0" * 10_000, "date_invalid"),
    ):
        check(await client.get(f"/v1/companies/?{query}"), 400, reason)


async def test_tax_ids_that_name_no_company(client: httpx.AsyncClient) -> None:
    for tax_id in (
        UNKNOWN, f"RO{FULL}", f"0{FULL}", f"{FULL}%20", "abc", "0", "-5", "1e5", "%00", "..%2F..",
        "12%2F34", "%F0%9F%9A%80", "%FF", "1" * 10_000, "1900101123456", "%D9%A1%D9%A2%D9%A3", "'",
    ):  # fmt: skip
        for tail in ("", "/financial", "/court-cases", "/phones", "/websites"):
            check(await client.get(f"/v1/companies/{tax_id}{tail}"), 404, "company_not_found")


async def test_parameters_are_checked_before_existence(client: httpx.AsyncClient) -> None:
    answer = await client.get(f"/v1/companies/{UNKNOWN}/court-cases?page=0")
    check(answer, 400, "page_out_of_range")


async def test_unknown_paths(client: httpx.AsyncClient) -> None:
    for path in (
        "/", "/v1", "/v2/companies/1", "/v1/companies", f"/v1/companies/{FULL}/", "/favicon.ico",
        f"/v1/companies/{FULL}/owners", f"/v1/companies/{FULL}/phones/1", "//x/y", "/%FF",
    ):  # fmt: skip
        check(await client.get(path), 404, "not_found")


async def test_other_methods(client: httpx.AsyncClient) -> None:
    for path in (*ALL_PATHS, "/healthz", "/readyz", "/openapi.json"):
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            answer = await client.request(method, path)
            check(answer, 405, "method_not_allowed")
            assert answer.headers["allow"] == "GET, HEAD"


async def test_head_has_the_headers_of_get_and_no_body(client: httpx.AsyncClient) -> None:
    for path in (ALL_PATHS[1], "/healthz", "/openapi.json", "/nothing", "/v1/companies/x"):
        got, head = await client.get(path), await client.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["content-length"] == str(len(got.content)) != "0"


async def test_head_is_charged_as_get_is(client: httpx.AsyncClient) -> None:
    assert '"month";r=9999;' in (await client.head(ALL_PATHS[1])).headers["ratelimit"]
    assert '"month";r=9998;' in (await client.head(ALL_PATHS[1])).headers["ratelimit"]
    assert (await client.get(ALL_PATHS[1])).json()["remainingRequests"] == 9_997


async def test_errors_cost_nothing(client: httpx.AsyncClient) -> None:
    for path in (
        "autocomplete?q=ab",
        UNKNOWN,
        f"{FULL}/court-cases?page=0",
        "?registration_date=x",
    ):
        assert (await client.get(f"/v1/companies/{path}")).status_code >= 400
    assert (await client.get(ALL_PATHS[1])).json()["remainingRequests"] == 9_999


async def test_a_text_that_is_too_short_costs_nothing(client: httpx.AsyncClient) -> None:
    async def left() -> int:
        answer = await client.get(f"/v1/companies/{FULL}")
        return int(answer.json()["remainingRequests"])

    before = await left()
    for text in TOO_SHORT:
        await client.get("/v1/companies/autocomplete", params={"q": text})
    assert await left() == before - 1
