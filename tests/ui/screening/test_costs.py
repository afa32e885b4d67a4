"""A screen and its source: what typing may cost, who cannot screen, and answers that come late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.hostile import remote
from tests.ui.screening.screening_list import rows, screen, screening
from tests.ui.served import served
from tests.ui.user import NARROW, NORMAL, explore
from tui_app.client.companies import Companies
from tui_app.contract.screening.page import ScreeningRow
from tui_app.ui.panes.company import from_screening
from tui_app.ui.sections.profile import draw_profile


async def test_typing_spends_nothing_of_an_allowance_and_the_price_is_told(
    tmp_path: Path,
) -> None:
    with served(tmp_path / "service", 100) as service:
        async with explore(service.program(), size=NORMAL) as user:
            await user.press("escape", "Q")
            await user.paste("form:S")
            await user.press("end", "A", "space")
            assert screening(user).results.query is None
            assert "⏎ screens (2 requests)" in user.screen
            assert service.used == 0
            await user.press("enter")
            assert service.used == 2
            assert {row.company_type for row in rows(user)} == {"SA"}
            assert screening(user).results.facets.answer is not None
            await screen(user, "form:SA county:Cluj")
            assert {row.company_type for row in rows(user)} == {"SA"}
            assert service.used == 2
            await screen(user, "form:SA")
            assert "⏎ screens" not in user.screen
        async with explore(service.program(), size=NARROW) as user:
            await user.press("escape", "Q")
            await user.paste("form:SNC ")
            await user.press("enter")
            assert service.used == 3
            await user.press("D")
            assert service.used == 4


async def test_a_server_that_announced_nothing_is_never_asked(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("escape", "Q")
        await user.paste("form:SA ")
        await user.press("enter")
        assert "This source cannot screen companies" in user.screen
        assert "⏎ screen" not in user.screen  # it would do nothing
        await user.press("escape")
        assert "D facets" not in user.screen and "E form" not in user.screen
        await user.press("E")
        assert user.app.screen is user.app.explorer, "a form that no source would answer"
        assert "firmeterm data import" in user.screen
        asked = {entry["operation"] for entry in faulty.log()}
        assert not asked & {"screen", "screen_facets"}
        assert not any("screen" in str(entry) for entry in faulty.log())


async def test_an_older_answer_never_takes_the_place_of_a_newer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held, released = asyncio.Event(), asyncio.Event()
    asked = Companies.ask

    # Any: whatever is asked.
    async def slow(self: Companies, *question: Any, **more: Any) -> Any:
        answer = await asked(self, *question, **more)
        if (more.get("raw") or {}).get("q") == "form:SA":
            held.set()
            await released.wait()
        return answer

    async with explore() as user:
        await user.press("escape", "Q")
        monkeypatch.setattr(Companies, "ask", slow)
        screening(user).line.field.value = "form:SA"
        await user.when(held.is_set)
        screening(user).line.field.value = "form:SNC"
        await user.when(lambda: {row.company_type for row in rows(user)} == {"SNC"})
        released.set()
        await user.idle()
        assert {row.company_type for row in rows(user)} == {"SNC"}
        facets = screening(user).results.facets.answer
        assert facets is not None
        assert [value.value for value in facets.data.company_types] == ["SNC"]


async def test_old_rows_stay_until_new_ones_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    held, released = asyncio.Event(), asyncio.Event()
    asked = Companies.ask

    # Any: as above.
    async def slow(self: Companies, *question: Any, **more: Any) -> Any:
        held.set()
        await released.wait()
        return await asked(self, *question, **more)

    async with explore() as user:
        await screen(user, "form:SA")
        before = rows(user)
        monkeypatch.setattr(Companies, "ask", slow)
        screening(user).line.field.value = "form:SNC"
        await user.when(held.is_set)
        assert rows(user) == before
        # The screen still works: a key is handled while the answer is awaited.
        await user.pilot.press("end", "space", "x")
        await user.until("Unknown criterion: x")
        released.set()
        await user.idle()


def test_what_a_row_has_of_a_profile_is_shown_before_it_is_loaded() -> None:
    row = ScreeningRow(
        tax_id="990000013",
        company_name="PETROTERM DEMO SRL",
        caen="4671 - Comerț",
        registration_date="2020-05-14T00:00:00.000Z",
        founding_year=2014,
        vat=True,
    )
    shown = draw_profile(from_screening(row).partial_profile, "", 60).plain
    for expected in ("2020-05-14", "2014", "yes", "4671", "Comerț"):
        assert expected in shown
