"""Where a price is shown: what costs more than one request, or each where one saves."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.user import NARROW, explore, program
from tui_app.config.settings import Settings, cache_folder
from tui_app.registry.sample import sample_path

pytestmark = pytest.mark.usefixtures("only_asked")

SHOWPIECE = landmarks.SHOWPIECE
WIDE = (280, 50)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_only_what_costs_more_than_one_request_has_a_price_in_footer_and_tabs(
    size: tuple[int, int],
) -> None:
    async with explore(size=size) as user:
        explorer = user.app.explorer
        await user.search(SHOWPIECE)
        assert "⏎ open  " in explorer.foot.line.plain
        await user.press("enter")
        if size == WIDE:
            assert "2 Finance  3" in user.screen
            assert re.search(r"4 Contact ☎ ✉ ⌂ ☺ \(?4 req", user.screen)
            assert re.search(r"5 Signals \(?3 req", user.screen)
        else:
            assert "req" not in user.screen.splitlines()[1]
        await user.press("4", "1")
        if size == WIDE:
            contacts = user.screen.partition("4 Contact")[2].partition("5 Signals")[0]
            assert contacts.split() == ["☎", "✉", "⌂", "☺"]
        await user.press("escape")
        assert "free" not in explorer.foot.line.plain


async def test_in_saver_mode_every_price_is_shown() -> None:
    settings = Settings(reserve=9_999_999)
    async with explore(program(settings), size=WIDE) as user:
        await user.search(SHOWPIECE)
        await user.press("enter")
        await user.press("escape")
        assert "⏎ open (1 request)" in user.app.explorer.foot.line.plain
        assert re.search(r"2 Finance \(?(up to )?2 req", user.screen)


async def test_where_nothing_is_counted_nothing_has_a_price(tmp_path: Path) -> None:
    registry = tmp_path / "own.db"
    shutil.copy(sample_path(cache_folder()), registry)
    async with explore(program(Settings(registry=str(registry))), size=WIDE) as user:
        await user.search(SHOWPIECE)
        await user.press("enter", "escape")
        assert user.screen.splitlines()[-1].rstrip().endswith("no limit")
        compare = ("escape", "slash", "ctrl+u", *"petro", "escape", "space", "space", "c")
        for keys in ((), ("question_mark",), ("escape", "ctrl+p"), compare):
            await user.press(*keys)
            assert not re.search(r"\d req|\(free\)|[1-9] request", user.screen), user.screen
        assert "Compare 2 companies" in user.screen
