"""A damaged or senseless place, and damaged answers: set aside, which is said, and no fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.remote.test_offline import SHOWPIECE
from tests.ui.served import Served
from tests.ui.user import NARROW, explore, program
from tui_app.client.cache import FILE_NAME
from tui_app.config.settings import cache_folder


async def test_damaged_answers_are_set_aside_and_it_is_said(service: Served) -> None:
    service.begin(quota=100)
    file = cache_folder() / FILE_NAME
    file.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    async with explore(service.program(), NARROW) as user:
        await user.search(SHOWPIECE)
        said = "".join(user.screen.split())
        assert "Thecachedanswerscouldnotbereadandstartanew;theoldfileisnow" in said
        (aside,) = [f for f in file.parent.iterdir() if "damaged" in f.name]
        assert str(aside) in said
        assert " left" in user.screen
        assert "PETROTERM DEMO SRL" in user.screen
    async with explore(service.program(offline=True)) as user:
        await user.search(SHOWPIECE)
        assert "PETROTERM DEMO SRL" in user.screen


async def test_a_damaged_place_is_set_aside_and_it_is_said(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    file.write_text("{")
    async with explore(program(location_file=file), NARROW) as user:
        said = "".join(user.screen.split())
        assert "Thelastlocationcouldnotberead;theoldfileisnow" in said
        (aside,) = [f for f in tmp_path.iterdir() if "damaged" in f.name]
        assert str(aside) in said
        await user.search(SHOWPIECE)
        await user.press("enter")
    async with explore(program(location_file=file), NARROW) as user:
        assert "PETROTERM DEMO SRL" in user.screen
        assert "could not be read" not in user.screen


@pytest.mark.parametrize(
    "place",
    [
        '{"list": "nowhere", "query": "\\u001b[2J\\u202e",'
        ' "tax_id": "../../etc", "company_name": "[@click=quit]x"}',
        '{"list": "new", "day": "yesterday or so", "list_page": -5,'
        ' "tax_id": "990000013", "tab": "nothing"}',
        '{"list": "new", "day": "2025-03-03", "list_page": 999999999999,'
        ' "tax_id": "990000013", "tab": "cases", "page": -1}',
    ],
    ids=["text", "names", "pages"],
)
async def test_a_place_that_makes_no_sense_is_no_reason_to_fall(place: str, tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    file.write_text(place)

    async with explore(program(location_file=file)) as user:
        await user.press("escape", "slash")
        await user.search(SHOWPIECE)
        await user.press("enter")
        assert "PETROTERM DEMO SRL" in user.screen
        assert "\x1b" not in user.screen
