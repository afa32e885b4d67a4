"""The tools as an assistant's program meets them: the SDK's own client, over pipes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.agents.assistant import ERAS, PETROTERM, Era, agent, parsed
from tui_app.agents.definitions import INSTRUCTIONS, SCHEMAS, definition
from tui_app.agents.toolbox import MATCH_REASONS
from tui_app.contract.ranking import Tier


def test_the_definitions_fit_a_small_context(capsys: pytest.CaptureFixture[str]) -> None:
    tokens = len(json.dumps([definition(name) for name in SCHEMAS])) / 4
    with capsys.disabled():
        print(f"\nDefinitions of {len(SCHEMAS)} tools: {tokens:.0f} tokens of 2,500")
    assert tokens + len(INSTRUCTIONS) / 4 <= 2500


@pytest.mark.parametrize("era", ERAS)
async def test_an_assistant_gets_sourced_answers_over_pipes(tmp_path: Path, era: Era) -> None:
    async with agent(tmp_path, "--sample", era=era) as client:
        assert {each.name for each in (await client.list_tools()).tools} == set(SCHEMAS)
        found = parsed(await client.call_tool("find", {"text": "petroterm"}))
        assert found["cost"] == 1
        assert "invented" in found["source"]
        assert found["data"]["companies"][0]["taxId"] == PETROTERM
        whole = parsed(
            await client.call_tool(
                "company", {"tax_id": f"RO{PETROTERM}", "parts": ["profile", "figures", "signals"]}
            )
        )
        assert whole["cost"] == 3
        assert whole["remaining"] == found["remaining"] - 3
        assert whole["data"]["figures"]["years"][0] == {
            "year": 2025, "turnover": 24730844, "netProfit": 1876625, "employees": 42,
            "equity": 6767057, "debts": 5037567, "cash": 2020880,
        }  # fmt: skip
        assert len(whole["data"]["signals"]["checks"]) == 11
        assert whole["notAsked"]["cases"] == 0, "the signals loaded them"
        again = parsed(await client.call_tool("company", {"tax_id": PETROTERM}))
        assert again["cost"] == 0, "what was paid for is kept"
        assert "people" not in again["notAsked"]
        prompt = await client.get_prompt("check-supplier", {"supplier": "PETROTERM"})
        assert "PETROTERM" in str(prompt.messages[0].content)
        (page,) = (await client.read_resource("firmeterm://screening")).contents
        assert "county:CJ" in page.model_dump()["text"]


def test_each_way_to_be_found_has_its_words() -> None:
    assert set(MATCH_REASONS) == set(Tier)
