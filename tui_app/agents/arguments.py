"""Reads the arguments of a tool, with errors that say what to write instead."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Mapping
from typing import Any, Final

from tui_app.agents.errors import ToolError
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.system.nearest import nearest

_LONGEST_NUMBER: Final = 10
CONFIRM: Final = "confirm"
"""The argument with the handle that confirms a price; every tool accepts it."""


class Arguments:
    """The arguments of one call. Every method raises ``ToolError`` for an invalid value.

    ``null`` counts as absent, since some clients send every optional argument. ``given`` are the
    others.
    """

    def __init__(self, tool: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        for name in given:
            if name not in known:
                raise ToolError(
                    f"{tool} takes no argument {name!r}.{nearest(name, known)}"
                    f" It takes: {', '.join(known)}."
                )
        if (text := json.dumps(given, default=str)) != without_personal_codes(text):
            raise ToolError(
                "An argument looks like a personal code (CNP). Nothing was sent. Companies are"
                " found by name, tax id (CUI) or trade-registry number."
            )
        self.given = {name: value for name, value in given.items() if value is not None}

    def text(self, name: str, default: str | None = None) -> str:
        """A text; required without a default."""
        value = self.given.get(name, default)
        if value is None or (default is None and not str(value).strip()):
            raise ToolError(f"{name} is missing.")
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise ToolError(f"{name} must be a text.")
        return str(value).strip()

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number from 1 to ``most``."""
        value = self.given.get(name, default)
        if isinstance(value, str) and value.isascii() and value.strip().isdecimal():
            value = int(value) if len(value) < _LONGEST_NUMBER else most + 1
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise ToolError(f"{name} must be a whole number from 1 to {most}.")
        return value

    def choices(
        self, name: str, default: Collection[str], known: Collection[str]
    ) -> tuple[str, ...]:
        """A list of known words, without repeats; a single word is accepted as a list."""
        value = self.given.get(name, list(default))
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(each, str) for each in words):
            raise ToolError(f"{name} must be a list of: {', '.join(known)}.")
        for word in words:
            if word not in known:
                raise ToolError(
                    f"{name} has no {word!r}.{nearest(word, known)} There are: {', '.join(known)}."
                )
        return tuple(dict.fromkeys(words))

    def tax_ids(self, name: str, most: int) -> tuple[str, ...]:
        """Several tax ids, without repeats; empty if the argument is absent."""
        given = self.given.get(name, [])
        words = [given] if isinstance(given, str | int) else given
        if not isinstance(words, list) or len(words) > most:
            raise ToolError(f"{name} must be a list of at most {most} tax ids.")
        found = [read_tax_id(str(each)) for each in words]
        if None in found:
            raise ToolError(f"{name} contains an invalid tax id (CUI): {words[found.index(None)]}.")
        return tuple(dict.fromkeys(each for each in found if each))

    def day(self, name: str) -> dt.date | None:
        """A day, or the first day of a month; ``None`` if it is absent."""
        text = self.text(name, "")
        if not text:
            return None
        try:
            return dt.date.fromisoformat(text if len(text) != len("2026-06") else f"{text}-01")
        except ValueError:
            raise ToolError(f"{name} must be a day as YYYY-MM-DD, or a month as YYYY-MM.") from None

    def rows(self, name: str, fields: Collection[str], most: int) -> list[dict[str, str]]:
        """A list of objects whose values are texts; a row that is a text is its first field."""
        given = self.given.get(name)
        given = [given] if isinstance(given, str | dict) else given
        if not isinstance(given, list) or not 1 <= len(given) <= most:
            raise ToolError(f"{name} must be a list of 1 to {most} objects.")
        first = next(iter(fields))
        found = [{first: row} if isinstance(row, str) else row for row in given]
        for number, row in enumerate(found, 1):
            if not isinstance(row, dict) or not set(row) <= set(fields):
                raise ToolError(
                    f"Row {number} must be an object with only these fields: {', '.join(fields)}."
                )
            if not all(isinstance(value, str | int | None) for value in row.values()):
                raise ToolError(f"Row {number} has a value that is not a text.")
        return [
            {field: str(value) for field, value in row.items() if value is not None}
            for row in found
        ]

    def tax_id(self, name: str) -> str:
        """A tax id in any spelling."""
        found = read_tax_id(self.text(name))
        if found is None:
            raise ToolError(
                f"{name} must be a tax id (CUI): 2 to 10 digits, with or without RO."
                " Use find to get it from a name."
            )
        return found
