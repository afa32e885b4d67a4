"""What is pasted loses what cannot be seen before it is shown, sought or sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import remote
from tests.ui.user import User, explore
from tui_app.ui.widgets.text_field import TextField

DIRTY = "\u202epe\u200btro\u00a0te\x1br\x07\u2003m\x9b\ufeff"
CLEAN = "petro ter m"

WAYS = {
    "filter-field": ("F",),
    "page-field": ("P",),
    "palette-field": ("ctrl+p",),
    "help-field": ("question_mark",),
    "server-address": ("C", "c"),
    "history-field": ("H",),
    "date-field": ("N",),
    "criteria-field": ("Q",),
    "search-field": ("escape", "slash"),
}
"""Keys that lead to each field: from the court cases of a company first, and from a list then."""


async def paste(user: User, text: str) -> TextField:
    field = user.app.focused
    assert isinstance(field, TextField)
    field.post_message(events.Paste(text))
    await user.idle()
    return field


@pytest.mark.long
async def test_no_field_holds_what_cannot_be_seen() -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3")
        for name, keys in WAYS.items():
            await user.press(*keys)
            assert user.app.focused is not None and user.app.focused.id == name, name
            field = await paste(user, DIRTY)
            assert field.value == CLEAN, name
            assert all(line.isprintable() for line in user.screen.splitlines()), name
            while user.app.screen is not user.app.explorer:
                await user.press("escape")
            await user.press("escape")
        # The cursor stands behind what came in, wherever that was put.
        await user.press("escape", "slash")
        field = await paste(user, DIRTY)
        field.cursor_position = 2
        await paste(user, "\n\u200bx\u202e\u200f\nsecond")
        assert field.value == "pextro ter m" and field.cursor_position == 3


@pytest.mark.parametrize(
    ("pasted", "sent"),
    [
        ("\u202ede\u200bmo\u00a01\x1b", "demo 1"),
        ("\ufeffRO\u00a0990\u2009000\u202f013\u200b\n", "990000013"),
    ],
)
async def test_a_server_is_sent_what_was_seen(
    pasted: str, sent: str, faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    async with explore(remote(faulty.base_url())) as user:
        await paste(user, pasted)
        (entry,) = faulty.log()
    assert entry["tax_id"] == sent or entry["query"] == {"q": sent}
