"""The live public services on the screen, over a look-alike of them in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.public.lookalike.companies import ATELIER, FABRICA, TEXTILE
from tests.public.lookalike.process import Lookalike, lookalike_process
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.sources import public


@pytest.fixture(scope="module")
def lookalike_server() -> Iterator[Lookalike]:
    with lookalike_process(spacing=0.0) as running:
        yield running


@pytest.fixture
def lookalike(lookalike_server: Lookalike, monkeypatch: pytest.MonkeyPatch) -> Lookalike:
    lookalike_server.misbehave()
    monkeypatch.setattr(public, "INTERVAL", 0.01)
    return lookalike_server


def settings_of(lookalike: Lookalike, **more: object) -> Settings:
    url = lookalike.base_url
    return Settings(source="public", anaf_url=url, courts_url=url, **more)  # type: ignore[arg-type]


@pytest.fixture
def registry(tmp_path: Path) -> str:
    """Two companies that both services know, by their names."""
    names = {TEXTILE: "PROBA TEXTILE SA", FABRICA: "PROBA FABRICA SA"}
    file = tmp_path / "registry.db"
    build(
        [
            CompanyRecord(profile=CompanyProfile(tax_id=tax_id, company_name=name))
            for tax_id, name in names.items()
        ],
        file,
    )
    return str(file)


async def _look_up(user: User, tax_id: str) -> None:
    await user.search(tax_id)
    await user.press("enter", "1")
    await user.until("The registration date is the one for tax purposes.")


async def test_each_case_says_how_it_was_matched(lookalike: Lookalike) -> None:
    async with explore(program(settings_of(lookalike))) as user:
        await _look_up(user, ATELIER)
        await user.press("3")
        await user.press("enter")
        await user.until("3 cases")
        matched = (
            "same name and a state · ",
            " same name · ",
            "other legal form: perhaps another · ",
        )
        at = [user.screen.find(how) for how in matched]
        assert -1 < at[0] < at[1] < at[2]
        await user.press("enter")
        await user.until("Matched by")
        assert "same name and a state" in user.screen


async def test_the_courts_are_asked_only_after_the_line_about_http(
    lookalike: Lookalike, registry: str
) -> None:
    """In the Signals tab, too, whose other requests need no such line."""
    line = "The company's name goes to the courts' portal unencrypted (http)."
    async with explore(program(settings_of(lookalike, registry=registry))) as user:
        await user.search("fabrica")
        await user.press("escape", "enter", "5")
        assert line in user.screen and not lookalike.log("courts")
        await user.press("enter")
        assert len(lookalike.log("courts")) == 1
        await user.search("textile")
        await user.press("escape", "enter")
        await user.until("Net margin")
        assert line in user.screen and len(lookalike.log("courts")) == 1
        await user.press("enter")
        assert len(lookalike.log("courts")) == 2
    lookalike.misbehave()
    opened = program(settings_of(lookalike), text=ATELIER, tab="cases")
    async with explore(opened) as user:
        await user.until(line)
        assert lookalike.log("courts") == []
        await user.press("enter")
        assert len(lookalike.log("courts")) == 1


async def test_marked_companies_are_looked_up_with_one_request(
    lookalike: Lookalike, registry: str
) -> None:
    app = program(settings_of(lookalike, registry=registry))
    async with explore(app, size=(160, 40)) as user:
        await user.search("proba")
        await user.press("escape", "space", "space", "c")
        assert "⏎ confirms" in user.screen
        assert "about" in user.screen
        assert lookalike.log() == []
        await user.press("enter")
        await user.until("Compare 2 companies")
        await user.idle()
        (only,) = lookalike.log("tva")
        assert {str(each["cui"]) for each in json.loads(only["body"])} == {TEXTILE, FABRICA}
        assert "r refresh (about " in user.screen
        await user.press("r")
        assert "Refresh, about " in user.screen and len(lookalike.log("tva")) == 1
        await user.press("enter")
        assert len(lookalike.log("tva")) == 2
        await user.press("s")
        assert "Court cases, about 120 s: ⏎ confirms, Esc cancels." in user.screen
        assert user.screen.count("unencrypted (http)") == 1
        await user.press("escape", "enter")
        assert "r refresh" in user.screen and lookalike.log("courts") == []
        await user.press("s", "enter")
        assert len(lookalike.log("courts")) == 2


async def test_a_wait_in_the_list_says_how_far_it_is_and_is_left_with_esc(
    lookalike: Lookalike,
) -> None:
    async with explore(program(settings_of(lookalike))) as user:
        lookalike.misbehave("silent", seconds=1.5)
        user.app.explorer.lists["search"].focus_target.value = ATELIER  # type: ignore[attr-defined]
        await user.pilot.press("enter")
        await user.until("Loading… asking ANAF · Esc stops")
        await user.pilot.press("escape")
        await user.until("Stopped: nothing more is sent")
        await user.until("Stopped before anything was requested.")
        assert len(lookalike.log()) == 1  # the second attempt was not sent


async def test_offline_shows_what_is_kept_and_sends_nothing(lookalike: Lookalike) -> None:
    async with explore(program(settings_of(lookalike))) as user:
        await _look_up(user, ATELIER)
    lookalike.misbehave()
    async with explore(program(settings_of(lookalike, offline=True))) as user:
        await _look_up(user, ATELIER)
        assert "ATELIERUL DEMONSTRATIV" in user.screen
        await user.press("2")
        await user.until("Offline, and there is no cached answer. Nothing was sent.")
        assert "Start without --offline" in user.screen
        await user.search(TEXTILE)
        await user.until("Offline, and there is no cached answer.")
    assert lookalike.log() == []
