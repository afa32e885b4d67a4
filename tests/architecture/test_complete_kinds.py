"""Kinds of files and sources are complete: what is missing is named with its place."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args, get_type_hints

import pytest
from msgspec.structs import replace

import tui_app
from tui_app.cli.source_flags import FLAGS_OF
from tui_app.config.loading import _with_source
from tui_app.config.settings import Settings
from tui_app.opendata.kinds import ADAPTERS, READ, FileAdapter, FileKind
from tui_app.registry.provenance import publisher_of
from tui_app.registry.sqlite.sources import REGISTER
from tui_app.registry.sqlite.staging_tables import COLUMNS
from tui_app.sources import source
from tui_app.sources.source import SourceKind
from tui_app.ui.actions.program import sources

PACKAGE = Path(tui_app.__file__).parent
MERGING = ("registry/sqlite/merge.py", "registry/sqlite/tables.py", "opendata/register.py")
IN_OWN_WAY = {FileKind.STATEMENTS, FileKind.RECORDS}
"""Read by ``opendata/reading.py`` itself."""

SETTINGS = {
    SourceKind.SAMPLE: Settings(source="sample"),
    SourceKind.REGISTRY: Settings(source="registry", registry="companies.db"),
    SourceKind.REMOTE: Settings(source="server", base_url="https://companies.example"),
    SourceKind.PUBLIC: Settings(source="public"),
}


def missing_of(adapter: FileAdapter, *, is_read: bool) -> list[str]:
    """What is missing of a kind of file whose rows become those of companies."""
    merged = "".join((PACKAGE / name).read_text() for name in MERGING)
    table = adapter.table or "no table"
    found = {
        "what it is (description in opendata/kinds.py)": not adapter.description,
        "how it is recognised (columns or recognises there)": not (
            adapter.columns or adapter.recognises
        ),
        "its reader (there)": adapter.reader is None and not is_read,
        "its table (there), and its columns (registry/sqlite/staging_tables.py)": (
            table not in COLUMNS
        ),
        "what becomes of its rows (registry/sqlite/merge.py, tables.py)": not re.search(
            rf"\b(?:FROM|JOIN) (?:merged\.)?{table}\b", merged
        ),
    }
    return [what for what, is_so in found.items() if is_so]


def test_each_kind_of_file_has_an_adapter() -> None:
    assert set(ADAPTERS) == set(FileKind), "its adapter, in opendata/kinds.py"
    for kind in FileKind:
        if kind.name.startswith("PAST_"):
            assert ADAPTERS[kind].reader, "a kind of the history: its reader"


@pytest.mark.parametrize("kind", [kind for kind in READ if not kind.name.startswith("PAST_")])
def test_nothing_is_missing_of_a_kind_of_file(kind: FileKind) -> None:
    missing = missing_of(ADAPTERS[kind], is_read=kind in IN_OWN_WAY)
    assert not missing, "\n".join(missing)
    try:
        assert publisher_of(REGISTER if kind is FileKind.FIRMS else kind.value)
    except KeyError:
        pytest.fail("who publishes it, in registry/provenance.py")


def test_what_a_new_kind_of_file_lacks_is_named() -> None:
    assert len(missing_of(FileAdapter(), is_read=False)) == 5
    # A column of this name is merged, but no table.
    assert len(missing_of(FileAdapter(table="street_name"), is_read=False)) == 5


def test_nothing_is_missing_of_a_source() -> None:
    words = set(get_args(get_args(get_type_hints(Settings)["source"])[0]))
    assert set(FLAGS_OF) == words, "its flags, in cli/source_flags.py"
    assert set(SETTINGS) == set(SourceKind), "settings that choose it, above"
    for kind, settings in SETTINGS.items():
        assert source.kind_of(settings) is kind, "how it is chosen, in sources/source.py"
        both = replace(settings, base_url="https://companies.example")
        assert source.kind_of(_with_source(both)) is kind, "before a server, in config/loading.py"
    for text in (source.name_of, source.welcome, source.id_of):
        assert len(set(map(text, SETTINGS.values()))) == len(SourceKind), (
            text,
            "sources/source.py",
        )
    session = SimpleNamespace(settings=Settings(), source=SimpleNamespace(kind="sample"))
    lines = {each.name for each in sources(cast("Any", SimpleNamespace(session=session)))}
    assert words - {"server"} <= lines, "its line of the dialog, in ui/actions/program.py"
