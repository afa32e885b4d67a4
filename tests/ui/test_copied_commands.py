"""The question that is copied as a command of ours asks what the screen shows."""

from __future__ import annotations

import asyncio
import json
import shlex

import pytest

from tests.commands.running import process
from tests.sample import landmarks
from tests.ui.explorer import explore, program
from tui_app.settings import Settings
from tui_app.ui.actions.copying import text_of
from tui_app.ui.app import FirmetermApp


@pytest.mark.parametrize(
    ("tab", "commands"),
    [
        ("1", ["firmeterm --sample show 990000013"]),
        ("2", ["firmeterm --sample show 990000013 --section financial"]),
        ("3", ["firmeterm --sample show 990000013 --section court-cases --page 1"]),
        (
            "4",
            [f"firmeterm --sample ask {o} 990000013"
             for o in ("phones", "emails", "administrators", "websites")],
        ),
    ],
)  # fmt: skip
async def test_the_command_asks_what_the_tab_shows(tab: str, commands: list[str]) -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", tab)
        copied = text_of(user.app.explorer, "command").splitlines()
    assert sorted(copied) == sorted(commands)
    for line in copied:
        ran = await asyncio.to_thread(process, *shlex.split(line)[1:])
        assert ran.returncode == 0, ran.stderr
        assert json.loads(ran.stdout)


async def test_it_is_offered_beside_curl(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(FirmetermApp, "copy", lambda self, text, what: copied.append(text))
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "y")
        assert "curl command, without the key" in user.screen
        await user.press("f")
    assert copied == ["firmeterm --sample show 990000013"]


async def test_it_names_the_server_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_API_KEY", "firme_secret_key")
    settings = Settings(base_url="http://127.0.0.1:9")
    async with explore(program(settings)) as user:
        await user.press("ctrl+p")
        await user.type("990000013")
        await user.press("enter")
        copied = text_of(user.app.explorer, "command")
    assert copied == "firmeterm --base-url http://127.0.0.1:9 show 990000013"
