"""All actions: their keys and texts, and the keys that none may use."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tui_app.config.file import key_lines
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.text.keys import shown_key

ACTIONS = ActionTable()

# Keys that terminals read as another key, that tmux, screen or flow control take, that need
# AltGr on Romanian, German and Hungarian keyboards, or that do not pass tmux.
TAKEN = {
    *(f"ctrl+{letter}" for letter in "jmhibas"),
    *(f"ctrl+{digit}" for digit in "0123456789"),
    "ctrl+enter",
    "left_square_bracket",
    "right_square_bracket",
    "left_curly_bracket",
    "right_curly_bracket",
    "backslash",
    "at",
}


def keys_in_force(changed: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return ActionTable(changed=changed).keymap


def complaints(changed: Mapping[str, str], lines: Mapping[str, int]) -> list[str]:
    return ActionTable(changed=changed, lines=lines).complaints()


def first_key(changed: Mapping[str, str], name: str) -> str:
    return ActionTable(changed=changed).first_keys[name]


def test_no_default_key_is_taken_by_terminals_or_keyboards() -> None:
    keys = [key for keys in ACTIONS.keymap.values() for key in keys]
    assert not TAKEN & set(keys)
    assert not [key for key in keys if key.startswith("ctrl+shift+")]


def test_every_action_is_described_once_and_has_a_key() -> None:
    assert len(ACTIONS.by_name) == len(ACTIONS)
    for action in ACTIONS:
        assert ACTIONS.keymap[action.name], action.name
        assert action.label and action.help[0].isupper(), action.name
        assert re.fullmatch(r"[a-z_]+", action.name)


def test_no_default_key_does_two_things() -> None:
    assert complaints({}, {}) == []


def test_a_key_that_is_taken_already_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('theme = "textual-dark"\n\n[keys]\n# mine\ncopy = "q"\n')
    lines = key_lines({"FIRMETERM_CONFIG": str(file)})
    assert complaints({"copy": "q"}, lines) == [
        'config.toml:5: copy = "q": q already does “quit”',
    ]
    assert complaints({"copy": "q"}, {}) == ['[keys] copy = "q": q already does “quit”']


def test_an_unknown_action_is_reported() -> None:
    assert complaints({"fly": "x"}, {}) == ['[keys] fly = "x": there is no such action']


def test_keys_can_be_changed_and_taken_away() -> None:
    keys = keys_in_force({"copy": "c,ctrl+y", "export": ""})
    assert keys["copy"] == ("c", "ctrl+y")
    assert keys["export"] == ()
    assert keys_in_force({"search": "?, ^f"})["search"] == ("question_mark", "ctrl+f")


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("Ctrl+Y", "ctrl+y"),
        ("^Y", "ctrl+y"),
        ("F5", "f5"),
        ("ctrl+F5", "ctrl+f5"),
        ("pgdn", "pagedown"),
        ("PgUp", "pageup"),
        ("Esc", "escape"),
        ("Return", "enter"),
        ("del", "delete"),
        ("Ctrl+Del", "ctrl+delete"),
        ("shift+s", "S"),
        ("Shift+Tab", "shift+tab"),
        ("S", "S"),
        ("ș", "ș"),
        ("_", "underscore"),
        ("+", "plus"),
        ("Space", "space"),
    ],
)
def test_a_key_may_be_written_in_the_usual_ways(written: str, named: str) -> None:
    changed = {"copy": written}
    assert keys_in_force(changed)["copy"] == (named,)
    assert not any("not a key" in complaint for complaint in complaints(changed, {}))


@pytest.mark.parametrize("written", ["pgdwn", "ctlr+y", "yy", "ctrl+", "ctrl++", "F99", "^pg"])
def test_what_is_no_key_is_reported_and_takes_no_key_away(written: str) -> None:
    assert complaints({"copy": written}, {"copy": 3}) == [
        f'config.toml:3: copy = "{written}": {written} is not a key'
    ]
    assert keys_in_force({"copy": written})["copy"] == ("y",)
    assert keys_in_force({"copy": f"{written},c"})["copy"] == ("c",)


def test_texts_name_the_key_in_force() -> None:
    assert first_key({}, "finance") == "2"
    assert first_key({"finance": "F5, 2"}, "finance") == "F5"
    assert first_key({"finance": ""}, "finance") == "–"


def test_keys_are_shown_as_people_write_them() -> None:
    keys = ("slash", "ctrl+p", "enter", "y", "less_than_sign", "at")
    assert [shown_key(key) for key in keys] == ["/", "^p", "⏎", "y", "<", "@"]
