"""A typed line: what it lacks, where its options stand, and what a hidden answer says."""

from __future__ import annotations

import getpass
import warnings

import click
import pytest

from tests.cli.running import run
from tui_app.cli import login
from tui_app.cli.ending import WrongUseError
from tui_app.cli.main import main
from tui_app.cli.option_order import with_options_last

NEEDED = {
    "ask profile": "TAX_ID", "ask registered": "DAY", "ask autocomplete": "Q",
    "compare": "TAX_ID…", "completion": "{bash|zsh|fish}", "config get": "KEY",
    "config set": "KEY", "config set theme": "VALUE", "contracts": "TAX_ID",
    "data history add": "PATH…", "data history remove": "DAY", "data import": "PATH…",
    "data remove": "SOURCE…", "export": "TAX_ID", "keys backup": "FILE", "keys create": "--label",
    "keys migrate": "FROM", "keys migrate a.db": "TO", "keys prepare": "FILE|URL",
    "keys restore": "FILE", "keys revoke": "KEY_ID", "keys rotate": "KEY_ID", "keys set": "KEY_ID",
    "new": "DAY", "registry build": "INPUT.jsonl[.gz]", "registry build a.jsonl": "OUTPUT.db",
    "registry publish": "[REGISTRY.db] postgresql://…", "search": "TEXT…", "show": "TAX_ID",
    "watch add": "TAX_ID…", "watch remove": "TAX_ID…", "workspace import": "FILE",
}  # fmt: skip
"""What each command cannot do without."""


@pytest.mark.parametrize("line", NEEDED)
def test_what_is_missing_is_named(line: str) -> None:
    done = run(*line.split())
    told = " ".join(done.stderr.split())
    kind = "option" if NEEDED[line].startswith("--") else "argument"
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Error: Missing {kind} '{NEEDED[line]}'." in told


@pytest.mark.parametrize(
    ("line", "ordered"),
    [
        ("-o csv search x", "search -o csv x"),
        ("-o csv nope x", "-o csv nope x"),
        ("--sample nope x", "--sample nope x"),
        ("--sample cache nope", "--sample cache nope"),
        ("-o=csv search x", "search -o=csv x"),
        ("--sample search x", "search --sample x"),
        ("--lang ro search x", "--lang ro search x"),
        ("--lang=ro search x --limit 2", "--lang=ro search x --limit 2"),
        ("--registry a.db show 12", "show --registry a.db 12"),
        ("-- search x", "-- search x"),
        ("--limit 3 -- search x", "--limit 3 -- search x"),
        ("--limit 3 search x", "search --limit 3 x"),
        ("--limit 3", "--limit 3"),
        ("--all --yes screen", "screen --all --yes"),
        ("-o json cache info", "cache info -o json"),
        ("cache -o json info", "cache info -o json"),
        ("--fields a b cache info", "cache info --fields a b"),
        ("cache", "cache"),
        ("cache -o json", "cache -o json"),
        ("cache -o json nope", "cache -o json nope"),
        ("-h search x", "-h search x"),
        ("search -h", "search -h"),
        ("", ""),
    ],
)
def test_options_stand_behind_the_name_of_their_command(line: str, ordered: str) -> None:
    context = click.Context(main, **main.context_settings)
    assert with_options_last(main, context, line.split()) == ordered.split()


def test_a_hidden_answer_without_a_terminal_is_wrong_use_and_no_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(_question: str) -> str:
        warnings.warn("Can not control echo on the terminal.", getpass.GetPassWarning, stacklevel=2)
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", read)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with warnings.catch_warnings(), pytest.raises(WrongUseError):
        warnings.simplefilter("error")
        login._prompt("API key", hide_input=True)
