"""Records as tables for a terminal: columns for many records, lines for one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

_WIDE: Final = 10_000
_MISSING: Final = "–"


# Any, here and below: values of the interface.
def text_of(value: Any) -> str:
    """A value as text; a missing value is a dash, never zero."""
    if value is None or value in ("", [], ()):
        return _MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "; ".join(str(each) for each in value)
    if isinstance(value, str) and value.endswith("T00:00:00.000Z"):
        return value[:10]
    return str(value)


def down(row: Mapping[str, Any]) -> str:
    """One record: a line for each field, and for each value of a list."""
    widest = max(map(len, row), default=0)
    lines = []
    for name, value in row.items():
        values = [str(each) for each in value] if isinstance(value, list | tuple) else []
        first, *rest = values or [text_of(value)]
        lines.append(f"{name:<{widest}}  {first}")
        lines += [f"{'':<{widest}}  {each}" for each in rest]
    return "\n".join(lines) + "\n"


def across(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Many records: a column for each field, as wide as the terminal allows."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    names, records = tuple(columns), tuple(rows)
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, safe_box=False)
    for name in names:
        numbers = [type(row.get(name)) in (int, float) for row in records if row.get(name)]
        right = bool(numbers) and all(numbers) and name != "year"
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    for row in records:
        table.add_row(*(Text(text_of(row.get(name))) for name in names))
    here = sys.stdout.isatty()
    console = Console(
        width=shutil.get_terminal_size().columns if here else _WIDE,
        force_terminal=False,
        color_system=None,
        highlight=False,
    )
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"
