"""How a confirmation is kept, and what a caller is told."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.agents.answers import read_answer
from tests.agents.assistant import agent_over_http, text_of
from tests.service.companies import FULL
from tests.service.running import new_key, running
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.service import account_store
from tui_app.service.accounts_location import open_accounts


@pytest.mark.parametrize("engine", ["file", "postgres"])
def test_used_confirmations_are_forgotten_in_the_end(
    tmp_path: Path, engine: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = request.getfixturevalue("url") if engine == "postgres" else str(tmp_path / "a.db")
    with closing(open_accounts(place, None, prepares=True)) as accounts:
        assert [accounts.confirm_once(name) for name in "aabab"] == [
            True,
            False,
            True,
            False,
            False,
        ]
        assert accounts.with_keys() == ()
        monkeypatch.setattr(
            account_store, "_FORGET", account_store._FORGET.replace("- 3600", "+ 1")
        )
        accounts.confirm_once("c")
        assert accounts.find("confirmed-a") is None


def test_a_role_that_may_not_delete_confirms_all_the_same(url: str) -> None:
    with closing(open_accounts(url, None, prepares=True)):
        pass
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS confirming")
        connection.execute("CREATE ROLE confirming LOGIN")
        connection.execute("GRANT USAGE ON SCHEMA firmeterm_accounts TO confirming")
        connection.execute("GRANT SELECT ON firmeterm_accounts.version TO confirming")
        rights = "GRANT SELECT, INSERT, UPDATE ON firmeterm_accounts.account TO confirming"
        connection.execute(rights)
    try:
        with closing(open_accounts(_as_role(url, "confirming"), None)) as accounts:
            assert [accounts.confirm_once("a"), accounts.confirm_once("a")] == [True, False]
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP OWNED BY confirming")
            connection.execute("DROP ROLE confirming")


def _as_role(url: str, role: str) -> str:
    parts = psycopg.conninfo.conninfo_to_dict(url)
    return "postgresql:///?" + str(httpx.QueryParams({**parts, "user": role}))


async def test_callers_are_told_no_place_on_the_server(tmp_path: Path) -> None:
    file = tmp_path / "private-name.db"
    build([CompanyRecord(profile=CompanyProfile(tax_id=FULL, company_name="ATELIER SRL"))], file)
    with running(tmp_path, "--mcp", "--registry", str(file)) as service:
        key = new_key(tmp_path)
        with service.client() as caller:
            ready = caller.get("/readyz").json()["registry"]
        async with agent_over_http(service.url, key) as client:
            for tool, given in (
                ("status", {}), ("find", {"text": "atelier"}), ("company", {"tax_id": FULL}),
                ("company", {"tax_id": "990099998"}), ("find", {"text": "x"}),
            ):  # fmt: skip
                result = await client.call_tool(tool, given)
                whole = text_of(result) + str(result.structured_content)
                assert "private-name" not in whole and str(tmp_path) not in whole
                if not result.is_error:
                    assert ready in read_answer(text_of(result))["source"]
