"""The Timeline: all kinds of event in one line of time, newest first."""

from __future__ import annotations

import re

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import all_of, remote
from tests.ui.user import User, explore
from tui_app.ui.sections.timeline import TimelineSection


def rows(user: User) -> list[str]:
    section = user.app.explorer.detail.section
    assert isinstance(section, TimelineSection)
    return ["".join(piece.text for piece in row.lines[0].left) for row in section.rows.rows]


async def test_events_of_all_kinds_stand_in_one_line_newest_first_are_hidden_and_open() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "6")
        found = rows(user)
        assert {row[12] for row in found} == set("◆■◇●")
        years = [row[:4] for row in found]
        assert years == sorted(years, reverse=True)
        assert len([row for row in found if row[12] == "◇"]) == 27
        assert any(
            re.match(r"2025 {8}■ Statement · turnover 24\.7M · profit 1\.88M", r) for r in found
        )
        assert found[-1].startswith("2020-05-14  ◆ Registered")
        # Kinds can be hidden, and Esc shows them again.
        await user.press("X", "down", "down", "space", "enter")
        assert {row[12] for row in rows(user)} == set("◆■●")
        assert "hidden: court cases" in user.screen
        await user.press("escape")
        assert rows(user) == found
        # An event opens with all that is known of it.
        place = next(n for n, row in enumerate(found) if row[12] == "◇")
        await user.press("home", *["down"] * place, "enter")
        assert "Case number" in user.screen


async def test_what_is_not_loaded_is_named_with_its_price(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        await user.press("enter", "6")
        assert "Statements not loaded · 2 load (1 request)" in all_of(user)
        assert "Court cases not loaded · 3 load (1 request)" in all_of(user)
