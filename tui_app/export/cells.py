"""Single values as text: one cell of CSV, Markdown or a table in the terminal."""

from __future__ import annotations

import json
import re
from typing import Final

from tui_app.system.untyped import FieldValue

Cell = str | int | float | bool | None
"""A value of a table; ``None`` is unknown and is written as an empty cell."""

# Characters that make a spreadsheet read a cell as a formula, also in wide forms (OWASP, CSV
# injection); some spreadsheets skip blanks before them.
_BEGINS_FORMULA: Final = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
# Phone numbers and amounts begin with a sign too, and must not be changed.
_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9 .,()/-]*")


_MIDNIGHT: Final = "T00:00:00.000Z"
"""The time part of a moment that stands for a day."""


def as_read(value: FieldValue, name: str = "") -> FieldValue:
    """A value of the interface as every format writes it.

    A day is written as a day (``2026-08-09``), a time stays in UTC with its zone, and a postal code
    has its six digits; values within a list or an object likewise.
    """
    if isinstance(value, dict):
        return {inner: as_read(each, inner) for inner, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(as_read, value))
    if isinstance(value, str):
        return value.removesuffix(_MIDNIGHT)
    if name == "postalCode" and isinstance(value, int):
        return f"{value:06d}"
    return value


def text_of(value: FieldValue) -> str:
    """A value as text: lists joined with semicolons, flags and objects as JSON, unknown empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "; ".join(map(text_of, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def guard(value: FieldValue) -> str:
    """A value as a CSV cell that a spreadsheet reads as text, not as a formula."""
    text = text_of(value)
    if isinstance(value, int | float):
        return text
    return f"'{text}" if _BEGINS_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def escaped(value: FieldValue) -> str:
    """A value as one line of plain Markdown text."""
    return " ".join(re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text_of(value)).split())
