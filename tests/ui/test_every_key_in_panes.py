"""No key ends the program in a list or tab: each that Textual names, and each character."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.every_key import (
    ACTIONS,
    LISTS_AND_TABS,
    TURNS,
    all_keys,
    press_each_key,
    tried_elsewhere,
)


def test_the_keys_are_those_that_a_keyboard_has() -> None:
    names = {key.key for key in all_keys()}
    assert {"at", "ctrl+at", "alt+at", "f12", "q", "alt+q", "slash", "ctrl+pageup"} <= names
    bound = {key for keys in ACTIONS.keymap.values() for key in keys}
    assert bound <= names
    for actions, panes in TURNS:
        for action in actions:
            assert sum(action not in tried_elsewhere(pane) for pane in panes) == 1


@pytest.mark.long
async def test_no_key_ends_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where an export is written
    await press_each_key(LISTS_AND_TABS)
