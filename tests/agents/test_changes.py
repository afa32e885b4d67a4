"""Changes in the register for an assistant: of companies, and of all that match criteria."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.answers import read_answer
from tests.cli.running import run
from tests.opendata.past import INSOLVENT, Company, changed, write_new
from tui_app.agents.errors import ToolError
from tui_app.agents.guard import Guard, Handles
from tui_app.agents.toolbox import SourceFacts, Toolbox
from tui_app.config.settings import Settings, imported_registry
from tui_app.sources.source import connect

ALFA = Company("990000013", "J12/100/2010", "ALFA SRL")
BETA = Company("990000021", "J12/101/2010", "BETA SRL")


@pytest.fixture
async def toolbox(tmp_path: Path) -> AsyncIterator[Toolbox]:
    now = [changed(ALFA, name="ALFA NOUA SRL"), changed(BETA, codes=(INSOLVENT,))]
    write_new(tmp_path / "firme-02-09-2026", now)
    write_new(tmp_path / "firme-06-05-2026", [ALFA, BETA])
    imported = run("data", "import", str(tmp_path / "firme-02-09-2026"))
    assert imported.exit_code == 0, imported.output
    added = run("data", "history", "add", str(tmp_path / "firme-06-05-2026"))
    assert added.exit_code == 0, added.output
    async with connect(Settings(registry=str(imported_registry()))) as companies:
        yield Toolbox(companies, SourceFacts("registry"), Guard(None, 10, Handles()))


async def rows(toolbox: Toolbox, **given: Any) -> list[tuple[str, str]]:
    whole = read_answer(await toolbox.call("changes", given))
    assert whole["cost"] == 0
    found = whole["data"].get("rows", [])
    assert all((each["notBefore"], each["notAfter"]) == ("2026-05-06", "2026-09-02")
               for each in found)  # fmt: skip
    return sorted((each["taxId"], each["kind"]) for each in found)


async def test_changes_of_companies_and_of_criteria(toolbox: Toolbox) -> None:
    both = [("990000013", "name"), ("990000021", "state")]
    assert await rows(toolbox, tax_ids=["RO990000013", "990000021"]) == both
    assert await rows(toolbox, criteria="county:CJ", since="2026-06") == both
    assert await rows(toolbox, criteria="changed:state") == both[1:]
    assert await rows(toolbox, tax_ids=["990000013"], since="2026-10-01") == []


async def test_a_company_has_its_history(toolbox: Toolbox) -> None:
    wish = {"tax_id": "990000013", "parts": ["profile", "history", "public_money"]}
    whole = read_answer(await toolbox.call("company", wish))
    (change,) = whole["data"]["history"]["rows"]
    assert (change["before"], change["after"]) == ("ALFA SRL", "ALFA NOUA SRL")
    assert whole["notAtThisSource"] == ["public_money"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"tax_ids": ["990000013"], "criteria": "county:CJ"}, "not both"),
        ({"tax_ids": ["ALFA"]}, "invalid tax id"),
        ({"since": "June"}, "YYYY-MM"),
        ({"criteria": "bacau:1"}, "cannot be read"),
    ],
)
async def test_what_cannot_be_asked_is_explained(
    toolbox: Toolbox, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(ToolError, match=says):
        await toolbox.call("changes", given)


async def test_a_source_without_snapshots_says_so() -> None:
    async with connect(Settings()) as companies:
        toolbox = Toolbox(companies, SourceFacts("sample"), Guard(None, 10, Handles()))
        for given in ({"tax_ids": ["990000013"]}, {"criteria": "county:CJ"}):
            with pytest.raises(ToolError, match="no older snapshots"):
                await toolbox.call("changes", given)
