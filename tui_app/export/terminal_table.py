"""Records as tables for a terminal: columns for many records, lines for one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from tui_app.export.values import MISSING, number
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue

_WIDE: Final = 10_000
_GAP: Final = 2
_SHORTEST: Final = 14
"""The least width of a column of texts."""

_PLAIN_NUMBERS: Final = frozenset({"year", "foundingYear", "statementYear", "line"})
"""Numbers that are not amounts or counts, and are not grouped."""


def text_of(value: FieldValue, name: str = "") -> str:
    """A value as text; amounts are grouped, and a missing value is a dash, never zero."""
    if value is None or value in ("", [], ()):
        return MISSING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return "; ".join(text_of(each) for each in value)
    if isinstance(value, int) and name.rpartition(".")[2] not in _PLAIN_NUMBERS:
        return number(value)
    return str(value)


def down(row: Mapping[str, FieldValue]) -> str:
    """One record: a line for each field, and for each value of a list."""
    widest = max(map(len, row), default=0)
    lines = []
    for name, value in row.items():
        values = [text_of(each) for each in value] if isinstance(value, list | tuple) else []
        first, *rest = values or [text_of(value, name)]
        lines.append(f"{name:<{widest}}  {first}")
        lines += [f"{'':<{widest}}  {each}" for each in rest]
    return "\n".join(lines) + "\n"


def across(
    columns: Iterable[str], rows: Iterable[Mapping[str, FieldValue]], kept: Collection[str] = ()
) -> str:
    """Many records: a line for each, a column for each field, as many as fit the terminal.

    A text is cut where the line is too narrow, a number never. Columns that do not fit are named
    below the table; the first one and those in ``kept`` stay.
    """
    names, records = tuple(columns), tuple(rows)
    cells = {
        name: [" ".join(text_of(row.get(name), _field(name, row)).split()) for row in records]
        for name in names
    }
    numeric = {
        name
        for name in names
        if _are_numbers([row.get(name) for row in records]) and name not in _PLAIN_NUMBERS
    }
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDE
    natural = {name: max(map(cell_len, (name, *texts))) for name, texts in cells.items()}
    least = {n: w if n in numeric else min(w, max(len(n), _SHORTEST)) for n, w in natural.items()}
    shown = _fitting(least, width, {*names[:1], *kept})
    widths = _shared({name: natural[name] for name in shown}, least, width)

    def line(texts: Iterable[str]) -> str:
        parts = [
            _placed(text, widths[name], right=name in numeric)
            for name, text in zip(shown, texts, strict=True)
        ]
        return (" " * _GAP).join(parts).rstrip()

    rule = ("─" if _draws_lines() else "-") * min(width, sum(widths.values()) + _GAP * len(shown))
    lines = [line(shown), rule]
    lines += [line(row) for row in zip(*(cells[name] for name in shown), strict=True)]
    if left_out := [name for name in names if name not in shown]:
        text = _("Not shown because the terminal is too narrow: {names}.")
        lines += ["", text.format(names=", ".join(left_out))]
    return "\n".join(lines) + "\n"


def _draws_lines() -> bool:
    return "utf" in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()


def _placed(text: str, width: int, *, right: bool) -> str:
    """A text in exactly ``width`` cells, cut with … if it is longer."""
    if cell_len(text) > width:
        text = set_cell_size(text, max(0, width - 1)).rstrip() + ("…" if _draws_lines() else "~")
    blanks = " " * (width - cell_len(text))
    return blanks + text if right else text + blanks


def _fitting(least: Mapping[str, int], width: int, kept: Collection[str]) -> tuple[str, ...]:
    """The columns that fit side by side: the last ones are dropped, but for those that are kept."""
    shown = list(least)
    for name in reversed(tuple(least)):
        if sum(least[each] + _GAP for each in shown) - _GAP <= width:
            break
        if name not in kept:
            shown.remove(name)
    return tuple(shown)


def _shared(natural: Mapping[str, int], least: Mapping[str, int], width: int) -> dict[str, int]:
    """The widths of the columns: the widest text gives way first, until all fit."""
    widths = dict(natural)
    while sum(each + _GAP for each in widths.values()) - _GAP > width:
        shrinking = [name for name in widths if widths[name] > least[name]]
        if not shrinking:
            break
        widths[max(shrinking, key=lambda name: widths[name])] -= 1
    return widths


def _field(column: str, row: Mapping[str, FieldValue]) -> str:
    """The field whose value a cell shows: in a list of fields each row names its own."""
    if column != "value" or not isinstance(row.get("field"), str):
        return column
    return str(row["field"]).rpartition(".")[2]


def _are_numbers(values: Sequence[FieldValue]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(type(value) in (int, float) for value in known)
