"""Kinds of files and sources are complete: what is missing is named with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args, get_type_hints

import pytest

import tui_app
from tui_app.cli.source_flags import PLACES_OF
from tui_app.config.settings import Settings
from tui_app.opendata.plan import ORDER
from tui_app.opendata.reading import TABLES
from tui_app.opendata.recognition import DESCRIPTIONS, FileKind
from tui_app.registry.sqlite.staging_tables import COLUMNS
from tui_app.sources import source
from tui_app.sources.source import SourceKind
from tui_app.ui.actions.sources import sources

PACKAGE = Path(tui_app.__file__).parent
MERGING = ("registry/sqlite/merge.py", "registry/sqlite/tables.py", "opendata/deriving.py")
UNREAD = {FileKind.LEGEND, FileKind.BRANCHES, FileKind.VERSIONS}
OF_CONTRACTS = {FileKind.PROCUREMENT}
"""Staged by ``opendata/procurement/reading.py`` for a file of their own."""

IN_OWN_WAY = {FileKind.STATEMENTS: "statement", FileKind.RECORDS: "own_record"}

SETTINGS = {
    SourceKind.SAMPLE: Settings(source="sample"),
    SourceKind.REGISTRY: Settings(source="registry", registry="companies.db"),
    SourceKind.REMOTE: Settings(source="server", base_url="https://companies.example"),
    SourceKind.PUBLIC: Settings(source="public"),
}


def missing_of(kind: str, described: Iterable[str], ordered: Iterable[str]) -> list[str]:
    table, _reader = {**TABLES, **{k: (t, None) for k, t in IN_OWN_WAY.items()}}.get(
        cast("FileKind", kind), (kind, None)
    )
    merged = "".join((PACKAGE / name).read_text() for name in MERGING)
    found = {
        "what it is (DESCRIPTIONS in opendata/recognition.py)": kind not in described,
        "its turn (ORDER in opendata/plan.py)": kind not in ordered,
        "its table and its reader (TABLES in opendata/reading.py)": table == kind,
        "the columns of its table (registry/sqlite/staging_tables.py)": table not in COLUMNS,
        "what becomes of its rows (registry/sqlite/merge.py, tables.py)": not re.search(
            rf"\b(?:FROM|JOIN) (?:merged\.)?{table}\b", merged
        ),
    }
    return [what for what, is_so in found.items() if is_so]


@pytest.mark.parametrize("kind", [each for each in FileKind if each not in UNREAD | OF_CONTRACTS])
def test_nothing_is_missing_of_a_kind_of_file(kind: FileKind) -> None:
    if kind.name.startswith("PAST_"):
        assert kind in TABLES, "a kind of the history: its reader in opendata/reading.py"
        return
    missing = missing_of(kind, DESCRIPTIONS, ORDER)
    assert not missing, "\n".join(missing)


def test_what_a_new_kind_of_file_lacks_is_named() -> None:
    assert len(missing_of("seals of companies", DESCRIPTIONS, ORDER)) == 5
    # A column of this name is merged, but no table.
    assert len(missing_of("website", DESCRIPTIONS, ORDER)) == 5


def test_nothing_is_missing_of_a_source() -> None:
    words = set(get_args(get_args(get_type_hints(Settings)["source"])[0]))
    assert set(PLACES_OF) == words, "its flags, in cli/source_flags.py"
    assert set(SETTINGS) == set(SourceKind), "settings that choose it, above"
    for kind, settings in SETTINGS.items():
        assert source.kind_of(settings) is kind, "how it is chosen, in sources/source.py"
    for text in (source.name_of, source.welcome, source.id_of):
        assert len(set(map(text, SETTINGS.values()))) == len(SourceKind), (
            text,
            "sources/source.py",
        )
    session = SimpleNamespace(settings=Settings(), source=SimpleNamespace(kind="sample"))
    lines = {each.name for each in sources(cast("Any", SimpleNamespace(session=session)))}
    assert words - {"server"} <= lines, "its line of the dialog, in ui/actions/sources.py"
