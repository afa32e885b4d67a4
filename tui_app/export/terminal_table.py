"""Records as tables for a terminal: columns for many records, lines for one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tui_app.export.values import MISSING, number
from tui_app.system.language import _

_WIDE: Final = 10_000
_GAP: Final = 3
_LONGEST_WORD: Final = 40
"""A longer word, such as a web address, may be broken; no id is as long."""

_PLAIN_NUMBERS: Final = frozenset({"year", "foundingYear", "statementYear", "line"})
"""Numbers that are not amounts or counts, and are not grouped."""


# Any, here and below: values of the interface.
def text_of(value: Any, name: str = "") -> str:
    """A value as text; amounts are grouped, and a missing value is a dash, never zero."""
    if value is None or value in ("", [], ()):
        return MISSING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return "; ".join(text_of(each) for each in value)
    if isinstance(value, int) and name not in _PLAIN_NUMBERS:
        return number(value)
    return str(value)


def down(row: Mapping[str, Any]) -> str:
    """One record: a line for each field, and for each value of a list."""
    widest = max(map(len, row), default=0)
    lines = []
    for name, value in row.items():
        values = [text_of(each) for each in value] if isinstance(value, list | tuple) else []
        first, *rest = values or [text_of(value, name)]
        lines.append(f"{name:<{widest}}  {first}")
        lines += [f"{'':<{widest}}  {each}" for each in rest]
    return "\n".join(lines) + "\n"


def across(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Many records: a column for each field, as many as fit the terminal.

    Values are broken between words only. Columns that do not fit are named below the table.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    names, records = tuple(columns), tuple(rows)
    cells = {name: [text_of(row.get(name), _field(name, row)) for row in records] for name in names}
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDE
    shown = _fitting({name: _narrowest(name, texts) for name, texts in cells.items()}, width)
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, safe_box=False)
    for name in shown:
        right = _are_numbers([row.get(name) for row in records]) and name not in _PLAIN_NUMBERS
        table.add_column(
            name,
            justify="right" if right else "left",
            overflow="fold",
            min_width=_narrowest(name, cells[name]),
        )
    for at in range(len(records)):
        table.add_row(*(Text(cells[name][at]) for name in shown))
    console = Console(width=width, force_terminal=False, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(table)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    if left_out := names[len(shown) :]:
        text = _("Not shown because the terminal is too narrow: {names}.")
        lines += ["", text.format(names=", ".join(left_out))]
    return "\n".join(lines) + "\n"


def _field(column: str, row: Mapping[str, Any]) -> str:
    """The field whose value a cell shows: in a list of fields each row names its own."""
    if column != "value" or not isinstance(row.get("field"), str):
        return column
    return str(row["field"]).rpartition(".")[2]


def _narrowest(name: str, texts: Sequence[str]) -> int:
    """The width that breaks neither the header nor a word."""
    from rich.cells import cell_len

    words = (word for text in texts for word in text.split())
    return max(len(name), min(_LONGEST_WORD, max(map(cell_len, words), default=0)))


def _fitting(narrowest: Mapping[str, int], width: int) -> list[str]:
    """The columns from the left that fit side by side; at least one."""
    shown: list[str] = []
    used = -_GAP
    for name, own in narrowest.items():
        used += own + _GAP
        if shown and used > width:
            break
        shown.append(name)
    return shown


def _are_numbers(values: Sequence[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(type(value) in (int, float) for value in known)
