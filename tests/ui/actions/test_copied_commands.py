"""A copied firmeterm command asks for what the screen shows."""

from __future__ import annotations

import asyncio
import shlex

import pytest

from tests.cli.running import data_of
from tests.sample import landmarks
from tests.ui.user import explore, program
from tui_app.config.settings import Settings
from tui_app.ui.actions.copying import text_of
from tui_app.ui.app import FirmetermApp

CONTACTS = ("phones", "emails", "administrators", "websites")
COMMANDS = {
    "1": ["show 990000013"],
    "2": ["show 990000013 --section financial"],
    "3": ["show 990000013 --section court-cases --page 1"],
    "4": [f"ask {operation} 990000013" for operation in CONTACTS],
}


async def test_the_command_asks_what_the_tab_shows_and_is_offered_beside_curl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(FirmetermApp, "copy", lambda self, text, what: copied.append(text))
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        for tab, commands in COMMANDS.items():
            await user.press(tab)
            found = text_of(user.app.explorer, "command").splitlines()
            assert sorted(found) == sorted(f"firmeterm --sample {line}" for line in commands)
            for line in found:
                assert await asyncio.to_thread(data_of, *shlex.split(line)[1:]), line
        await user.press("1", "y")
        assert "curl command, without the key" in user.screen
        await user.press("f")
    assert copied == ["firmeterm --sample show 990000013"]


async def test_it_names_the_server_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_API_KEY", "firme_secret_key")
    settings = Settings(base_url="http://127.0.0.1:9")
    async with explore(program(settings)) as user:
        await user.press("ctrl+p")
        await user.paste("990000013")
        await user.press("enter")
        copied = text_of(user.app.explorer, "command")
    assert copied == "firmeterm --base-url http://127.0.0.1:9 show 990000013"
