"""What the calls of an assistant cost, and who agrees to it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.agents.assistant import ERAS, PETROTERM, Era, agent, agent_over_http, parsed, text_of
from tests.service.running import new_key, running


async def test_no_more_is_spent_than_allowed(tmp_path: Path) -> None:
    with running(tmp_path, "--sample") as service:
        key = new_key(tmp_path)
        server = ("--base-url", service.url, "--spend", "3")
        async with agent(tmp_path, *server, key=key) as client:
            assert parsed(await client.call_tool("find", {"text": "petroterm"}))["spendLeft"] == 2
            refused = await client.call_tool(
                "company", {"tax_id": PETROTERM, "parts": ["profile", "figures", "cases"]}
            )
            assert refused.is_error
            assert "costs 3 requests, and 2 of the 3" in text_of(refused)
            rest = await client.call_tool("company", {"tax_id": PETROTERM, "parts": ["figures"]})
            assert (parsed(rest)["cost"], parsed(rest)["spendLeft"]) == (2, 0)
        assert _profile(service.url, key)["remainingRequests"] == 10_000 - 3 - 1


@pytest.mark.parametrize(("accepts", "cost"), [(True, 2), (False, 0)])
async def test_a_dear_call_is_confirmed_by_the_user(
    tmp_path: Path, accepts: bool, cost: int
) -> None:
    wish = {"tax_id": PETROTERM, "parts": ["figures"]}
    async with agent(tmp_path, "--sample", "--ask-above", "1", accepts=accepts) as client:
        before = parsed(await client.call_tool("status", {}))["remaining"]
        result = await client.call_tool("company", wish)
        assert result.is_error is not accepts
        after = parsed(await client.call_tool("status", {}))["remaining"]
        assert before - after == cost


@pytest.mark.parametrize("era", ERAS)
async def test_without_a_way_to_ask_a_handle_confirms_once(tmp_path: Path, era: Era) -> None:
    wish: dict[str, Any] = {"tax_id": PETROTERM, "parts": ["figures"]}
    async with agent(tmp_path, "--sample", "--ask-above", "1", era=era) as client:
        asked = await client.call_tool("company", wish)
        assert asked.is_error
        assert "costs 2 requests" in text_of(asked)
        assert isinstance(asked.structured_content, dict)
        handle = asked.structured_content["handle"]
        other = wish | {"tax_id": "990000021", "confirm": handle}
        assert (await client.call_tool("company", other)).is_error, "it is for one call"
        assert parsed(await client.call_tool("company", wish | {"confirm": handle}))["cost"] == 2
        wider = {"tax_id": PETROTERM, "parts": ["figures"], "years": 1, "confirm": "0.0.0"}
        assert not (await client.call_tool("company", wider)).is_error, "it is cached, thus free"
        third = {"tax_id": "990000030", "parts": ["figures"], "confirm": handle}
        assert (await client.call_tool("company", third)).is_error


@pytest.mark.parametrize("era", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
async def test_agents_at_once_spend_an_allowance_exactly(tmp_path: Path, era: Era) -> None:
    agents, allowance = 4, 10
    with running(tmp_path, "--sample", "--mcp", "--workers", "2") as service:
        key = new_key(tmp_path, allowance)

        async def work(number: int) -> int:
            paid = 0
            async with agent_over_http(service.url, key, era) as client:
                for at in range(5):
                    given = {"text": f"{_syllable(number)}{_syllable(at)}"}
                    result = await client.call_tool("find", given)
                    paid += 0 if result.is_error else parsed(result)["cost"]
            return paid

        assert sum(await asyncio.gather(*(work(number) for number in range(agents)))) == allowance
        assert _profile(service.url, key)["error"]["reason"] == "quota_exceeded"


def test_callers_without_a_key_and_pages_of_others_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, "--sample", "--mcp") as service, service.client() as client:
        key = {"authorization": f"Bearer {new_key(tmp_path)}"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        unknown = client.post("/mcp", json=body)
        assert (unknown.status_code, "Bearer" in unknown.headers["www-authenticate"]) == (401, True)
        wrong = client.post("/mcp", json=body, headers={"authorization": "Bearer x"})
        assert wrong.status_code == 401
        evil = client.post("/mcp", json=body, headers=key | {"origin": "https://evil.example"})
        assert evil.status_code == 403
        plain = client.get(f"/v1/companies/{PETROTERM}", headers=key)
        assert plain.status_code == 200, "the service itself goes on"


def _syllable(number: int) -> str:
    """Letters that make each search of the agents another one."""
    return "bcdfghjklmnprstvzxwq"[number] + "aeiou"[number % 5]


def _profile(url: str, key: str) -> dict[str, Any]:
    """The envelope of a profile, which costs a request."""
    headers = {"authorization": f"Bearer {key}"}
    return dict(httpx.get(f"{url}/v1/companies/{PETROTERM}", headers=headers, timeout=60).json())
