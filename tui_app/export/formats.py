"""The formats of output, each with the endings of its files, and why one cannot be written here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from msgspec import Struct

from tui_app.system.extras import is_installed, needs_extra
from tui_app.system.language import _


class Format(Struct, frozen=True):
    """A format: its name, the endings that stand for it, and the extra that it needs, if any.

    A binary one is not written to a terminal.
    """

    name: str
    endings: tuple[str, ...] = ()
    extra: str = ""
    is_binary: bool = False


TABLES: Final = (
    Format("table", (".txt",)),
    Format("csv", (".csv",)),
    Format("excel-csv"),
    Format("tsv", (".tsv", ".tab")),
    Format("json", (".json",)),
    Format("jsonl", (".jsonl", ".ndjson")),
    Format("md", (".md", ".markdown")),
    Format("xlsx", (".xlsx",), "xlsx", True),
    Format("parquet", (".parquet",), "parquet", True),
)
"""What every table can be written as."""

OTHERS: Final = (
    Format("ftm", (".ftm.jsonl", ".ftm.json", ".ftm")),
    Format("ocds", (".ocds.json",)),
    Format("toml", (".toml",)),
)
"""What some commands write besides."""

_BY_NAME: Final = {each.name: each for each in (*TABLES, *OTHERS)}
_ALIKE: Final = {"csv": {"excel-csv"}, "jsonl": {"ftm"}, "json": {"ftm", "ocds"}}
"""Formats whose files may have the ending of another one."""


def format_of_file(path: PurePath, names: Iterable[str]) -> str:
    """The format among ``names`` that a file's ending stands for; empty if there is none."""
    name = path.name.lower()
    fitting = [
        (len(ending), each)
        for each in names
        for ending in _BY_NAME[each].endings
        if name.endswith(ending)
    ]
    return max(fitting)[1] if fitting else ""


def endings_of(names: Iterable[str]) -> str:
    """The endings of files for some formats, for a message."""
    return ", ".join(_BY_NAME[name].endings[0] for name in names if _BY_NAME[name].endings)


def may_have_ending_of(name: str, other: str) -> bool:
    """Whether a file of one format may have the ending of another."""
    return name == other or name in _ALIKE.get(other, ())


def why_not_written(name: str, *, to_terminal: bool) -> str:
    """Why a format cannot be written here, and what would help; empty if it can be."""
    each = _BY_NAME[name]
    if each.extra and not is_installed(each.extra):
        return needs_extra(name, each.extra)
    if each.is_binary and to_terminal:
        text = _("{format} is binary; write it to a file: --output NAME{ending}")
        return text.format(format=name, ending=each.endings[0])
    return ""
