"""The evidence bundle: offered, written as it is shown, and of the source that it was asked of."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.hostile import all_of
from tests.ui.test_research_keys import CASES, LOSSES, opened
from tests.ui.user import explore
from tui_app.client.companies import Companies


async def test_evidence_is_offered_in_a_list_that_knows_less_of_the_company() -> None:
    async with explore() as user:
        await user.press("escape", "N")
        await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
        await user.press("enter", "enter", "h", "e")
        assert "Evidence bundle" in user.screen
        await user.press("escape", "space", "down", "e")
        assert "Evidence bundle" in user.screen


@pytest.mark.usefixtures("only_asked")
async def test_the_evidence_bundle_is_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await opened(user, LOSSES, "5", "e")
        await user.until("Evidence bundle, Markdown")
        prices = re.findall(r"Evidence bundle, \w+ +(\d requests)", user.screen)
        assert prices == ["3 requests"] * 2  # the contacts are not loaded
        await user.press("d")
        await user.until("Written")
        await user.press("e", "b")
        await user.until("evidence.md")
        shown = all_of(user)
        [file] = tmp_path.glob("*evidence.json")
        [report] = tmp_path.glob("*evidence.md")
        await opened(user, CASES, "5", "M", "e", "d")
        await user.when(lambda: len([*tmp_path.glob("*evidence.json")]) == 2)
    read = json.loads(file.read_text())
    assert read["invented"] is True and read["taxId"] == LOSSES
    assert {each["state"] for each in read["sections"]} <= {"loaded", "nothing_on_record"}
    equity = next(each for each in read["signals"] if each["rule"] == "negative_equity")
    assert f"{equity['figures'][0]['value'] / 1e6:.1f}M".replace("-", "−") in shown
    assert "Invented data" in report.read_text() and "## Peers" in report.read_text()
    # Every page that was looked at has its request and its time.
    [file] = (each for each in tmp_path.glob("*evidence.json") if each != file)
    pages = [
        each
        for each in json.loads(file.read_text())["sections"]
        if each["operation"] == "court_cases"
    ]
    looked_at = sum(len(page["found"]["courtCases"]) for page in pages)
    assert looked_at == pages[0]["found"]["totalCases"] > 20
    assert pages[1]["request"].endswith("/court-cases?page=2") and pages[1]["fetchedAt"]


async def test_a_bundle_names_the_source_of_its_data_though_another_is_chosen_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested, go_on, ask = asyncio.Event(), asyncio.Event(), Companies.ask

    # Any: any operation, with its arguments.
    async def slow(self: Companies, *request: Any, **more: Any) -> Any:
        requested.set()
        await go_on.wait()
        return await ask(self, *request, **more)

    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await opened(user, LOSSES, "e")
        monkeypatch.setattr(Companies, "ask", slow)
        await user.pilot.press("d")
        await asyncio.wait_for(requested.wait(), 20)
        user.app.source = replace(user.app.source, name="real companies", invented=False)
        go_on.set()
        await user.until("Written")
    read = json.loads(next(tmp_path.glob("*evidence.json")).read_text())
    assert read["invented"] is True and "invented" in read["source"]
