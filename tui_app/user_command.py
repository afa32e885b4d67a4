"""A command of the user's own: a table ``[[command]]`` of the configuration file.

Values of a company come from servers and files. They are handed over as arguments of their own,
so that nothing in them is ever read by a shell, unless the user wants one: then they are quoted.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Final, Literal
from urllib.parse import quote

from msgspec import Meta, Struct

VALUES: Final = (
    "tax_id", "name", "company_id", "company_type", "status", "locality", "county",
)  # fmt: skip
"""What may stand in braces in ``run``."""


class CannotRunError(ValueError):
    """A command cannot be run for a company; ``value`` names what of it is in the way."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value


class UserCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it is called, the line it runs, and where it is offered."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="What it is called.")]
    run: Annotated[str, Meta(min_length=1, description="The line to run, with {tax_id}.")]
    key: Annotated[str, Meta(description="Its keys, separated by commas.")] = ""
    where: Annotated[
        Literal["anywhere", "list", "company"], Meta(description="Where it is of use.")
    ] = "anywhere"
    shell: Annotated[bool, Meta(description="Run it in a shell; values are quoted.")] = False

    def __post_init__(self) -> None:
        if fault := fault_of(self.run):
            raise ValueError(fault)


def fault_of(run: str) -> str:
    """What is wrong with a line to run; empty for nothing."""
    try:
        named = [name for _text, name, _spec, _how in Formatter().parse(run) if name is not None]
        words = shlex.split(run)
    except ValueError as error:
        return f"run cannot be read: {error}"
    if not words:
        return "run is empty"
    for name in named:
        if name not in VALUES:
            return f"run knows no {{{name}}}; known are {', '.join(VALUES)}"
    return ""


def arguments_of(command: UserCommand, values: Mapping[str, str | None]) -> list[str]:
    """The program and its arguments for a company.

    In an address values are percent-encoded. Raises ``CannotRunError`` for a value that is
    missing, or that a program would take for an option.
    """
    if command.shell:
        quoted = {name: shlex.quote(_given(values, name)) for name in _named(command.run)}
        return ["sh", "-c", command.run.format_map(quoted)]
    return [_word(word, values) for word in shlex.split(command.run)]


def _word(word: str, values: Mapping[str, str | None]) -> str:
    given = {name: _given(values, name) for name in _named(word)}
    if "://" in word:
        given = {name: quote(value, safe="") for name, value in given.items()}
    filled = word.format_map(given)
    if given and filled.startswith("-") and not word.startswith("-"):
        raise CannotRunError(next(iter(given)))
    return filled


def _named(text: str) -> list[str]:
    return [name for _text, name, _spec, _how in Formatter().parse(text) if name]


def _given(values: Mapping[str, str | None], name: str) -> str:
    value = values.get(name)
    if not value:
        raise CannotRunError(name)
    return value
