"""A typed line: what it lacks, where its options stand, and what a hidden answer says."""

from __future__ import annotations

import datetime as dt
import getpass
import math
import warnings
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import click
import pytest

from tests.cli.running import run
from tests.cli.scripted import people_read
from tui_app.cli import login
from tui_app.cli.ending import WrongUseError
from tui_app.cli.main import main
from tui_app.cli.option_order import with_options_last
from tui_app.service.allowance import Burst

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


SERVED = {"host": "127.0.0.1", "port": 8765, "workers": 1, "burst": Burst(600, 300), "pool": 7,
          "ask_above": 10}  # fmt: skip
MEANT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ask court-cases 12 --fresh", {"tax_id": "12", "page": "1", "fresh": True}),
    ("check", {"file": "-"}),
    ("check a --column b --sheet s --cases",
     {"file": "a", "column": "b", "sheet": "s", "cases": True}),
    ("compare 12 RO13 12 --fresh", {"tax_ids": ("12", "13"), "fresh": True}),
    ("contracts RO12", {"tax_id": "12", "side": "supplier"}),
    ("contracts 12 --side authority --limit 2 --partners --yes",
     {"tax_id": "12", "side": "authority", "limit": 2, "partners": True, "yes": True}),
    ("changes a b --limit 2", {"criteria": ("a", "b"), "limit": 2}),
    ("data check --live", {"live": True}),
    ("data download", {"years": 3}),
    ("data download --dry-run --only firms --years 2 --since 2020 --to x --history --procurement",
     {"dry_run": True, "only": "firms", "years": 2, "since": 2020, "folder": Path("x"),
      "of_history": True, "procurement": True}),
    ("data history add x y --date 2020-01-01 --with-people",
     {"paths": (Path("x"), Path("y")), "day": "2020-01-01", "with_people": True}),
    ("data import x", {"paths": (Path("x"),)}),
    ("data import x y --county CJ --form SRL --caen 62 --trading-only --with-administrators"
     " --year 2020 --accept-smaller --all-purchases --no-history --strict -o json",
     {"paths": (Path("x"), Path("y")), "county": "CJ", "form": "SRL", "caen": "62", "year": 2020,
      "trading_only": True, "with_administrators": True, "accept_smaller": True,
      "all_purchases": True, "no_history": True, "strict": True, "output": "json"}),
    ("data remove a b", {"source": ("a", "b")}),
    ("doctor --try-key", {"try_key": True}),
    ("export 12", {"tax_id": "12"}),
    ("export 12 --all-cases --all-contracts --fresh --with-people --yes --to x",
     {"tax_id": "12", "all_cases": True, "all_contracts": True, "fresh": True,
      "with_people": True, "yes": True, "folder": "x"}),
    ("keys backup a.db --force --accounts b", {"file": Path("a.db"), "force": True,
                                               "accounts": "b"}),
    ("keys create --label x --accounts b", {"label": "x", "quota": 10_000, "accounts": "b"}),
    ("keys migrate a b", {"source": "a", "target": "b"}),
    ("keys rotate x --accounts b", {"key_id": "x", "overlap": 7.0, "accounts": "b"}),
    ("keys set x --quota 1 --expires never --accounts b",
     {"key_id": "x", "quota": 1, "expires": math.inf, "accounts": "b"}),
    ("login --status --store file", {"status": True, "storage": "file"}),
    ("manual a b", {"topic": ("a", "b")}),
    ("match", {"file": "-"}),
    ("match a --name b --county c --locality d --address e --registry-number f --tax-id g"
     " --sheet s --review --yes",
     {"file": "a", "name": "b", "county": "c", "locality": "d", "address": "e",
      "registry_number": "f", "tax_id": "g", "sheet": "s", "review": True, "yes": True}),
    ("mcp", {"spend": 100, "ask_above": 10}),
    ("mcp --with-people", {"spend": 100, "ask_above": 10, "with_people": True}),
    ("new 14.05.2020 --all", {"date": dt.date(2020, 5, 14), "every": True}),
    ("open a b", {"text": ("a", "b"), "page": 1}),
    ("registry build a b --invented --strict",
     {"source": Path("a"), "output": Path("b"), "invented": True, "strict": True}),
    ("registry publish a b --rollback", {"places": ("a", "b"), "rollback": True}),
    ("screen", {"sort": "-turnover"}),
    ("screen a b --limit 3 --all --cursor c --sort won",
     {"criteria": ("a", "b"), "limit": 3, "every": True, "cursor": "c", "sort": "won"}),
    ("search a b --force", {"text": ("a", "b"), "limit": 10, "force": True}),
    ("serve --accounts b", {**SERVED, "accounts": "b"}),
    ("serve --accounts b --replica a --replica b --trusted-proxy 10.0.0.1 --trusted-proxy"
     " 10.0.0.0/8 --public-url https://a.example/x/ --burst off --mcp --reconcile"
     " --reconcile-without-key --metrics-port 9 --with-people",
     {**SERVED, "accounts": "b", "replicas": ("a", "b"), "burst": None,
      "proxies": (ip_network("10.0.0.1"), ip_network("10.0.0.0/8")),
      "public_url": "https://a.example/x", "with_mcp": True, "reconcile": True,
      "reconcile_without_key": True, "metrics_port": 9, "with_people": True}),
    ("show 12 --tab cases --page 2 --sources",
     {"tax_id": "12", "section": "cases", "page": 2, "sources": True}),
    ("show 12", {"tax_id": "12", "section": "overview"}),
    ("watch add 12 RO13", {"tax_ids": ("12", "13")}),
    ("workspace export", {"file": "-"}),
)  # fmt: skip


@pytest.mark.parametrize(("line", "meant"), MEANT, ids=[line for line, _meant in MEANT])
def test_a_line_means_what_was_typed_and_the_usual(line: str, meant: dict[str, Any]) -> None:
    """What was neither typed nor has a usual value is empty."""
    words = line.split()
    command: click.Command = main
    context = click.Context(main, **main.context_settings)
    while isinstance(command, click.Group):
        inner = command.get_command(context, words.pop(0))
        assert inner is not None
        command, context = inner, click.Context(inner, parent=context)
    found = command.make_context("x", words, parent=context.parent).params
    given = {name: value for name, value in found.items() if value or name in meant}
    assert given == meant
    assert all(value in (None, False, "", ()) for name, value in found.items() if name not in meant)


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


def test_questions_of_a_login_stand_on_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    people_read(monkeypatch)
    done = run("login", typed="https://t.example\nno key\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "Base address of the server: https://t.example\nAPI key for t.example: \n"
        "Error: A key is one word of plain letters, digits and signs. Nothing was sent or saved.\n"
    )
    done = run("--base-url", "https://t.example", "login", typed="")
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.startswith("API key for t.example: ")


def test_what_may_be_a_url_or_is_still_to_be_written_is_not_looked_at_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("click.types.os.access", lambda *_given: False)
    for name in "ab":
        Path(name).touch()
    for line in (
        "check a", "match a", "workspace export a", "workspace import a", "serve --accounts a",
        "registry publish a b", "keys migrate a b", "keys prepare a", "keys list --accounts a",
        "search x --registry a", "search x --api-key-file a", "search x --output a",
    ):  # fmt: skip
        words = line.split()
        name, *rest = words
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group):
            command, rest = command.commands[rest[0]], rest[1:]
        assert command is not None
        assert command.make_context(name, rest, parent=click.Context(main)).params
