"""The user's own commands: tables ``[[command]]`` of the configuration file.

Values of a company come from servers and files. Each is passed as a separate argument,
so that no shell interprets it; a user who asks for a shell gets them quoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal
from urllib.parse import quote

from msgspec import Meta, Struct

VALUES: Final = (
    "tax_id", "name", "company_id", "company_type", "status", "locality", "county",
)  # fmt: skip
"""The names allowed in braces in ``run``."""


class CannotRunError(ValueError):
    """A command cannot be run for a company; ``value`` names the value that prevents it."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value


class UserCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command of the user: its name, its command line, and where it is offered."""

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
    """The error in a command line; empty for none."""
    import shlex
    from string import Formatter

    try:
        for _text, name, _spec, _how in Formatter().parse(run):
            if name is not None and name not in VALUES:
                return _unknown(name)
        # A trial, for a format may be wrong, or hold a name too: {name:{width}}.
        run.format_map(dict.fromkeys(VALUES, ""))
        return "" if shlex.split(run) else "run is empty"
    except KeyError as error:
        return _unknown(error.args[0])
    except ValueError as error:
        return f"run cannot be read: {error}"


def _unknown(name: str) -> str:
    return f"run knows no {{{name}}}; known are {', '.join(VALUES)}"


def arguments_of(command: UserCommand, values: Mapping[str, str | None]) -> list[str]:
    """The program and its arguments for a company.

    In a URL values are percent-encoded. Raises ``CannotRunError`` for a value that is
    missing, or that a program would read as an option.
    """
    import shlex

    if command.shell:
        quoted = {name: shlex.quote(_value_of(values, name)) for name in _names_in(command.run)}
        return ["sh", "-c", command.run.format_map(quoted)]
    return [_word(word, values) for word in shlex.split(command.run)]


def _word(word: str, values: Mapping[str, str | None]) -> str:
    quoted = {name: _value_of(values, name) for name in _names_in(word)}
    if "://" in word:
        quoted = {name: quote(value, safe="") for name, value in quoted.items()}
    filled = word.format_map(quoted)
    if quoted and filled.startswith("-") and not word.startswith("-"):
        raise CannotRunError(next(iter(quoted)))
    return filled


def _names_in(text: str) -> list[str]:
    from string import Formatter

    return [name for _text, name, _spec, _how in Formatter().parse(text) if name]


def _value_of(values: Mapping[str, str | None], name: str) -> str:
    value = values.get(name)
    if not value:
        raise CannotRunError(name)
    return value
