"""The pictures of the README, from the running program: ``python -m tests.docs.screenshots``."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.sample import landmarks
from tests.ui.user import explore, program
from tui_app.config.settings import Settings
from tui_app.ui.text import formatting

FOLDER = Path(__file__).parents[2] / "screenshots"
WIDE = (120, 36)
SCREENED = "form:SRL turnover:>1M active"

SHOTS: dict[str, tuple[tuple[int, int], str, tuple[str, ...]]] = {
    "hero": (WIDE, "firmeterm-dark", ("petro", "enter", "2")),
    "search": (WIDE, "firmeterm-dark", ("petro", "down")),
    "financials": (WIDE, "firmeterm-dark", (landmarks.SHOWPIECE, "enter", "2")),
    "losses-light": (WIDE, "firmeterm-light", (landmarks.LOSSES, "enter", "2")),
    "court-cases": (WIDE, "firmeterm-dark", (landmarks.MANY_COURT_CASES, "enter", "3", "n")),
    "compare": (WIDE, "firmeterm-dark", ("petro", "escape", "space", "space", "space", "c")),
    "screening": (WIDE, "firmeterm-dark", ("petro", "escape", "Q", SCREENED, "enter")),
    "palette": (WIDE, "firmeterm-contrast", ("petro", "escape", "ctrl+p", "down")),
    "contacts-narrow": ((80, 24), "firmeterm-dark", (landmarks.SHOWPIECE, "enter", "4")),
    "help": (WIDE, "firmeterm-dark", (landmarks.SHOWPIECE, "enter", "question_mark")),
}
"""Name: size, theme, the text that is searched, and the keys that follow, or another text."""


def clock(_moment: dt.datetime) -> str:
    return "14:02"


async def take(name: str) -> str:
    """One picture, as SVG."""
    size, theme, (text, *keys) = SHOTS[name]
    with (
        TemporaryDirectory() as folder,
        patch.dict(os.environ, {"FIRMETERM_ACCOUNTS": f"{folder}/accounts.db"}),
        patch.object(formatting, "clock", clock),
    ):
        async with explore(program(Settings(theme=theme)), size) as user:
            await user.search(text)
            for key in keys:
                await (user.paste(key) if " " in key else user.press(key))
            return user.app.export_screenshot()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        (FOLDER / f"{shot}.svg").write_text(asyncio.run(take(shot)), encoding="utf-8")
