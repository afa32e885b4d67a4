"""Messages name the keys that the user has set."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.hostile import all_of, in_detail, in_list, remote, told
from tests.ui.user import explore, program
from tui_app.client import sending
from tui_app.client.companies import Companies
from tui_app.client.errors import UnreachableError
from tui_app.config.settings import Settings
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.dialogs.help import HelpRow, fitting
from tui_app.ui.text.keys import shown_key, shown_keys

KEYS = {"reload": "f5", "search": "F", "open": "space", "escape": "f9", "server": "K"}
KEYS |= {"toggle_watch": "f6"}


@pytest.fixture(autouse=True)
def _no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.02)


async def test_after_a_failure_the_keys_in_force_are_named(faulty: FaultyServer) -> None:
    app = remote(faulty.base_url(), keys=KEYS)
    async with explore(app) as user:
        await user.paste("demo")
        faulty.misbehave("401")
        await user.press("f9", "space")
        assert "Then press F5." in in_detail(user)
        faulty.misbehave("404")
        await user.press("f5")
        assert "Press F to search for another." in all_of(user)
        faulty.misbehave("500")
        await user.press("f5")
        assert "Press F5 to try again." in all_of(user)
        faulty.misbehave("429-bare")
        await user.press("f5", "space")
        assert "Wait a little, then press F5." in all_of(user)
        faulty.misbehave("429-date")
        await user.press("f5", "space")
        shown = " ".join(all_of(user).split())
        assert "Try again after" in shown and "Then press F5." in shown and "Wait" not in shown
        assert "Saver mode: Space confirms each request" in user.screen
        await user.press("f5")
        assert told(user).endswith("· Space confirms, F9 cancels")


async def test_a_key_that_was_removed_is_not_named(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url(), keys={"reload": ""})) as user:
        await user.search("demo")
        faulty.misbehave("500")
        await user.press("enter")
        assert all_of(user).endswith("(3 attempts).")


async def test_in_the_search_field_no_letter_is_named_that_it_would_take_for_text() -> None:
    def connect(_settings: Settings) -> Companies:
        raise UnreachableError("The sample cannot be built.")

    async with explore(program(Settings(source="sample"), connect=connect)) as user:
        await user.search("demo")
        said = "The sample cannot be built. Press ⏎ in the search field to search again."
        assert said in in_list(user)


async def test_the_invitation_names_the_key_in_force() -> None:
    async with explore(program(Settings(source="sample", keys=KEYS))) as user:
        assert "Real ones: F9 K to connect" in user.screen
        await user.press("f9", "W")
        assert "Nothing is watched · F6 watches a company" in user.screen


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        *((typed, ["^k"]) for typed in ("ctrl+k", "^k", "Ctrl+K")),
        ("ctrl+p", []),
        *((typed, ["F5"]) for typed in ("F5", "f5")),
        ("pgdn", ["PgDn ^d"]),
        ("slash", []),
    ],
)
def test_the_help_finds_a_key_as_people_write_it(typed: str, keys: list[str]) -> None:
    actions = ActionTable(changed=KEYS | {"palette": "ctrl+k"})
    rows = [HelpRow(" ".join(map(shown_key, actions.keymap[a.name])), a.help) for a in actions]
    assert [row.keys for row in fitting(rows, typed, shown_keys)] == keys
