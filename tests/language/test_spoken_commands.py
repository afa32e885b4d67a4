"""Every command speaks Romanian: its help, its questions, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.running import run
from tests.language.catalogues import PACKAGE
from tests.language.test_marked import unmarked
from tests.opendata.conftest import SMALL
from tui_app.cli.main import main

_PROSE = re.compile(r"(?<![\w-])(?!firmeterm )[a-z]{2,} [a-z]{2,} [a-z]{2,}")
OF_THE_OPERATOR = {"serve.py", "mcp.py"}
"""They speak to whoever runs a server, and to logs."""

OF_HELP = {"help", "short_help", "epilog", "metavar"}
"""The catalogue takes these from the command itself."""

COMMAND_LINE = re.compile(
    r"[( ]?(firmeterm|--section|export|tmux|stty|python|TERM=\S+|contracts|keys|data) "
)

NO_TEXTS = {"examples.py", "former.py", "shells.py", "completion.py"}
"""Command lines, scripts of shells and SQL."""


def _paths(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _paths(command, (*path, name))
        else:
            yield (*path, name)


def _help_lines(language: str, path: tuple[str, ...]) -> list[str]:
    done = run("--lang", language, *path, "--help")
    assert done.exit_code == 0, done.output
    example = "Examples: " if language == "en" else "Exemple: "
    return [line.strip() for line in done.stdout.partition(example)[0].splitlines()]


def test_the_help_of_every_command_is_translated() -> None:
    paths = list(_paths(main))
    assert len(paths) > 60
    for path in paths:
        english = {line for line in _help_lines("en", path) if _PROSE.search(line)}
        assert english or path == ("version",), path
        assert not english & set(_help_lines("ro", path)), path


def test_every_word_of_a_command_is_marked() -> None:
    files = [
        file
        for file in sorted((PACKAGE / "cli").rglob("*.py"))
        if file.name not in OF_THE_OPERATOR | NO_TEXTS
    ]
    assert len(files) > 45
    found = {
        f"{file.relative_to(PACKAGE)}:{line}: {text}"
        for file in files
        for line, text in unmarked(file.read_text(encoding="utf-8"), OF_HELP)
        if not COMMAND_LINE.match(text)
    }
    assert not found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("doctor -o table", "spațiu lucru"),
        ("cache info -o table", "Nimic în cache"),
        ("watch list -o table", "Nicio firmă urmărită"),
        ("watch check -o table", "Nimic nu s-a schimbat"),
        ("keys list -o table", "Nicio cheie încă"),
        ("keys revoke x", "Nicio cheie nu a fost emisă"),
        ("data check", "Nu există un registru la"),
        ("data download --since 2020", "--since cere"),
        ("data history info", "Nu există istoric lângă"),
        ("--sample search zzzzzz", "Nimic găsit"),
        ("--sample show 990000013 --section finanse", "Ați vrut să scrieți finance?"),
        ("serach petroterm", "Nu există comanda 'serach'. Ați vrut să scrieți search?"),
        ("--source public screen", "nu pot fi filtrate"),
        ("config get nothing", "Nu există setarea"),
        ("new soon", "O zi se scrie"),
        ("--lang en cache info -o table --lang ro", "Nimic în cache"),
    ],
)
def test_what_a_command_says_is_romanian(words: str, said: str) -> None:
    done = run("--lang", "ro", *words.split())
    assert said in done.output, done.output


def test_an_import_is_told_in_romanian(tmp_path: Path) -> None:
    told: dict[str, str] = {}
    for name in ("en", "ro"):
        registry = ("--lang", name, "--registry", str(tmp_path / f"{name}.db"))
        table = ("-o", "table")
        told[name] = "\n".join(
            run("data", *words, *registry).output.replace("stare de probă", "")
            for words in (("import", str(SMALL), *table), ("info", *table), ("check", *table))
        )
    english = {line for line in told["en"].splitlines() if _PROSE.search(line)}
    assert len(english) > 20
    assert not english & set(told["ro"].splitlines())
    reasons = set(re.findall("left out: (.*)", told["en"]))
    assert len(reasons) > 5
    assert not [reason for reason in reasons if reason in told["ro"]]
