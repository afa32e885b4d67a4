"""Keys of one burst act on the dialog that the first one opens, and after the one it closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any, cast

import pytest
from textual.events import Key

from tests.ui.user import User, explore
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.terminal.keys import KeyGate
from tui_app.ui.terminal.textual_private import FrameApp
from tui_app.ui.workspace_thread import WorkspaceThread


async def burst(user: User, *keys: str) -> None:
    """Type keys as the terminal passes them on: none waits for the screen to come to rest."""
    gate = KeyGate(cast(FrameApp[object], user.app), asyncio.get_running_loop(), Event())

    def typed() -> None:
        for key in keys:
            gate.pass_on(Key(key, key if len(key) == 1 else None))

    await asyncio.to_thread(typed)
    await user.when(lambda: not user.app.holds_keys)
    await user.idle()


async def test_screens_are_saved_opened_and_renamed_in_bursts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = WorkspaceThread.ask

    # Any: whatever is asked.
    async def slowly(thread: WorkspaceThread, work: Callable[..., Any], instead: Any) -> Any:
        await asyncio.sleep(0.2)  # keys take a hundredth
        return await ask(thread, work, instead)

    async with explore() as user:
        monkeypatch.setattr(WorkspaceThread, "ask", slowly)
        await user.press("escape", "Q")
        for line in ("form:SA", "form:SNC"):
            await user.paste(line)
            await user.press("enter")
            await burst(user, "K", "ctrl+u", *line[5:], "enter", "O")
            await burst(user, "escape", "Q")
        shown = user.app.explorer.list
        assert isinstance(shown, ScreeningList) and shown.line.text == "form:SNC"
        await user.press("escape")
        await burst(user, "O", "down", "r", "end", *"xy", "enter", "u", "up", "enter")
        assert (shown.saved_name, shown.line.text) == ("SA", "form:SA")
        await burst(user, "O", "down", "enter")
        assert (shown.saved_name, shown.line.text) == ("SNCxy", "form:SNC")
        await user.press("escape", "Q")
        await user.paste("form:SRL")
        await user.press("enter")
        await burst(user, "K", "enter")  # the line under the name is read, and replaced
        assert shown.saved_name == "SNCxy"


async def test_letters_right_behind_the_key_of_a_new_list_are_typed_into_its_field() -> None:
    async with explore() as user:
        await user.press("escape")
        await burst(user, "Q", *"form:SA", "enter")
        shown = user.app.explorer.list
        assert isinstance(shown, ScreeningList) and shown.line.text == "form:SA"
        assert shown.entries


async def test_down_right_behind_the_key_of_a_new_list_leads_to_its_rows() -> None:
    async with explore() as user:
        await user.press("escape")
        await burst(user, "Q", "down", "enter")
        shown = user.app.explorer.list
        assert isinstance(shown, ScreeningList) and shown.rows.cursor == 1
        assert user.app.explorer.detail.tax_id == shown.shown[1].tax_id
        assert user.app.explorer.detail_has_focus
