"""What one place has loaded, every place knows, and nothing is asked twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.hostile import all_of
from tests.ui.user import User, explore


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
        assert "s court cases (1 request)" in user.screen
        await user.press("s")
        assert not _not_loaded(user)
        assert user.app.client is not None
        spent = user.app.client.allowance.session_requests
        # What the comparison has loaded stands in the tabs of the second company.
        await user.press("escape", "up", "enter", "3")
        assert "case" in all_of(user)
        assert user.app.client.allowance.session_requests == spent


async def test_the_index_puts_all_companies_on_one_scale() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "escape", "space", "space", "c")
        assert "Turnover (RON)" in user.screen
        await user.press("i")
        (base,) = re.findall(r"Turnover, (\d{4}) = 100", user.screen)
        chart = user.screen.split("= 100")[1].split("Company")[0]
        assert chart.count("100") >= 1 and base in chart
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
