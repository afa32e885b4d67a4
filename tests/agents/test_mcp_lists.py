"""Lists of an assistant: a screen page by page, and names that are matched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.agents.assistant import PETROTERM, agent, parsed, text_of


async def test_a_screen_is_counted_and_walked(tmp_path: Path) -> None:
    async with agent(tmp_path, "--sample") as client:
        given: dict[str, Any] = {"criteria": "county:CJ", "limit": 4, "count_by": ["form"]}
        first = parsed(await client.call_tool("screen", given))
        assert sum(first["data"]["counts"]["form"].values()) == first["data"]["total"]
        seen = [row[0] for row in first["data"]["rows"]]
        following = first
        while "next" in following:
            cursor = following["next"].removeprefix("cursor=")
            following = parsed(await client.call_tool("screen", given | {"cursor": cursor}))
            seen += [row[0] for row in following["data"]["rows"]]
        assert len(set(seen)) == len(seen) == first["data"]["total"]


async def test_a_list_is_matched_and_nothing_is_guessed(tmp_path: Path) -> None:
    rows = [{"name": "Petroterm Demo S.R.L."}, "petroterm demo", {"name": "NOBODY AT ALL SRL"}]
    async with agent(tmp_path, "--sample", "--spend", "3") as client:
        found = parsed(await client.call_tool("match", {"rows": rows}))
        assert [row["decision"] for row in found["data"]["rows"]] == ["matched", "matched", "none"]
        assert [row.get("taxId") for row in found["data"]["rows"]] == [PETROTERM, PETROTERM, None]
        assert (found["cost"], found["spendLeft"]) == (3, 0)
        refused = await client.call_tool("match", {"rows": ["solar"]})
        assert refused.is_error and "costs 1 request, and 0 of the 3" in text_of(refused)
