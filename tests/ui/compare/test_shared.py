"""What one place has loaded, every place knows, and nothing is asked twice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.sample import landmarks
from tests.ui.hostile import all_of
from tests.ui.user import User, explore, program
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.resources import FinancialData


def _not_loaded(user: User) -> str:
    return next((line for line in user.screen.splitlines() if "Not loaded" in line), "")


@pytest.mark.usefixtures("only_asked")
async def test_a_comparison_and_a_tab_know_the_same() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "3")
        await user.press("escape", "space", "space", "c")
        # The court cases of the first company stand in its tab.
        assert _not_loaded(user).count("Court cases") == 1
        assert "s court cases" in user.screen
        # A count says what it covers.
        (serious,) = re.findall(r"(?m)^[ ≠]+Serious .*", user.screen)
        assert re.search(r" \d of \d+ +\d of \d+ · courts not asked ", serious)
        await user.press("s")
        assert not _not_loaded(user) and "not asked" not in user.screen
        assert user.app.client is not None
        spent = user.app.client.allowance.session_requests
        # What the comparison has loaded stands in the tabs of the second company.
        await user.press("escape", "up", "enter", "3")
        assert "case" in all_of(user)
        assert user.app.client.allowance.session_requests == spent


@pytest.mark.usefixtures("figures_in_rows")
async def test_a_company_with_headline_figures_alone_shows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = Companies.ask
    headlines = FinancialData(turnover=502_000_000, turnover_prev_year=400_000_000, employee=0)

    # Any: whatever is asked.
    async def asked(self: Companies, operation: Any, *others: Any, **how: Any) -> Any:
        answer = await ask(self, operation, *others, **how)
        is_meant = operation is ops.FINANCIAL and landmarks.SHOWPIECE in others
        return replace(answer, data=headlines) if is_meant else answer

    monkeypatch.setattr(Companies, "ask", asked)
    async with explore(size=(120, 70)) as user:
        await user.search("petro")
        assert re.search("502M +SRL", user.screen)
        await user.press("escape", "space", "space", "c")
        assert re.search(r"Turnover, latest +502,000,000 +[1-9]", user.screen)
        assert re.search(r"Turnover, year before +400,000,000 +[1-9]", user.screen)
        assert re.search(r"Net profit, latest +– ", user.screen)
        assert re.search(r"Employees, latest +0 ", user.screen)


async def test_a_comparison_has_the_lines_and_keys_of_every_screen_and_an_index() -> None:
    async with explore(program(Settings(keys={"export": "E"})), size=(160, 50)) as user:
        await user.search("petro")
        await user.press("enter", "escape", "space", "space", "c")
        head, *_body, foot = user.screen.splitlines()
        assert "firmeterm" in head and "sample data" in head
        await _put_all_on_one_scale(user)
        assert "E export" in foot and "requests left" in foot and "? help" in foot
        await user.press("question_mark")
        assert "Take the chosen company out of the comparison" in user.screen
        await user.press("escape", "E")
        assert "CSV, safe to open in a spreadsheet" in user.screen
        await user.press("escape", "u")
        assert "Nothing to undo" in user.screen
        await user.press("x")
        assert user.app.screen is user.app.explorer
        await user.press("u", "ctrl+q")
        assert user.app.return_code == 0


async def _put_all_on_one_scale(user: User) -> None:
    """The index does, and the logarithm."""
    assert "Turnover (RON)" in user.screen
    await user.press("i")
    (base,) = re.findall(r"Turnover, (\d{4}) = 100", user.screen)
    chart = user.screen.split("= 100")[1].split("Company")[0]
    assert chart.count("100") >= 1 and base in chart
    assert "i logarithm" in user.screen
    await user.press("i")
    assert "Turnover (RON, logarithmic)" in user.screen and "100M ┤" in user.screen
    drawn = user.screen.split("logarithmic")[1].split("Company")[0].splitlines()
    # A company that is a fifth as large is not on the axis.
    heights = [at for at, line in enumerate(drawn) if "▲" in line and "SRL" not in line]
    assert heights and max(heights) < len(drawn) - 4
    await user.press("i")
    assert "= 100" not in user.screen and "Turnover (RON)" in user.screen


@pytest.mark.usefixtures("only_asked")
async def test_what_an_evidence_bundle_has_loaded_stands_in_the_tabs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "e", "d")
        (written,) = tmp_path.glob("*.json")
        assert json.loads(written.read_text())
        assert user.app.client is not None
        spent = user.app.client.allowance.session_requests
        await user.press("2", "3", "4")
        assert "Not loaded" not in all_of(user)
        assert user.app.client.allowance.session_requests == spent
