"""The user's own commands: tables ``[[command]]`` of the configuration file.

Values of a company come from servers and files, so no shell may read them as program text. Each is
passed as a separate argument, and in an environment variable for commands that a shell runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import PurePath
from typing import Annotated, Final, Literal
from urllib.parse import quote

from msgspec import Meta, Struct

from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.system.language import _

VARIABLES: Final = {
    "tax_id": "COMPANY_TAX_ID",
    "name": "COMPANY_NAME",
    "company_id": "COMPANY_ID",
    "company_type": "COMPANY_TYPE",
    "status": "COMPANY_STATUS",
    "locality": "COMPANY_LOCALITY",
    "county": "COMPANY_COUNTY",
}
"""The names allowed in braces in ``run``, and the environment variables with the same values."""

VALUES: Final = tuple(VARIABLES)

_INTERPRETERS: Final = lazy_pattern(
    r"(?:[a-z]*sh|busybox|su|runuser|script|python[0-9.]*|perl|ruby|node|php|lua|bun|Rscript"
    r"|osascript|nix-shell|flock|xterm|urxvt|n?vim?)"
)
_TAKES_CODE: Final = lazy_pattern(r"-[A-Za-z]*[cer]|--(?:command|eval|session-command|run)")
_WITH_CODE: Final = lazy_pattern(
    r"-[A-Za-z]*[cer].+|\+.+|--(?:command|eval|session-command|run)=.*"
)
"""Options that carry their code in the same word."""

_COMMAND_RUNNERS: Final = frozenset(
    ("eval", "ssh", "tmux", "screen", "watch", "parallel", "pwsh", "powershell", "cmd", "cmd.exe")
)
"""Programs that hand their arguments to a shell."""


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
    shell: Annotated[
        bool, Meta(description="Run it in a shell, with the values as $COMPANY_NAME and the like.")
    ] = False

    def __post_init__(self) -> None:
        if fault := fault_of(self.run, shell=self.shell):
            raise ValueError(fault)


class Invocation(Struct, frozen=True):
    """A command for one company: the program with its arguments, and variables beside them."""

    arguments: list[str]
    environment: dict[str, str]


def fault_of(run: str, *, shell: bool = False) -> str:
    """The error in a command line; empty for none."""
    import shlex
    from string import Formatter

    try:
        for _text, name, _spec, _how in Formatter().parse(run):
            if name is not None and name not in VALUES:
                return _unknown(name)
        # Try it out: a format may be wrong, or contain a name itself: {name:{width}}.
        run.format_map(dict.fromkeys(VALUES, ""))
        if shell and _names_in(run):
            return _within_shell(_with_variables(run))
        words = shlex.split(run)
        if not shell and (text := _code_with_value(words)) is not None:
            if text not in run:  # a quotation that begins within the word
                return _(
                    "a value within code could run as a command; give it as a separate argument"
                )
            return _within_shell(run.replace(text, _with_variables(text)))
        return "" if words else _("run is empty")
    except KeyError as error:
        return _unknown(error.args[0])
    except ValueError as error:
        return _("run cannot be read: {error}").format(error=error)


def _unknown(name: str) -> str:
    return _("run knows no {{{name}}}; known are {names}").format(
        name=name, names=", ".join(VALUES)
    )


def _within_shell(instead: str) -> str:
    delimiter = "'''" if "'" in instead else "'"
    return _(
        "a value within the text of a shell could run as a command; write: run ="
        " {delimiter}{instead}{delimiter}"
    ).format(delimiter=delimiter, instead=instead)


def _code_with_value(words: list[str]) -> str | None:
    """The first word that contains a value and that a program would run as code."""
    programs = [PurePath(word).name for word in words]
    if any(program in _COMMAND_RUNNERS for program in programs):
        # A tax id consists of digits only.
        return next((word for word in words if set(_names_in(word)) - {"tax_id"}), None)
    for index, program in enumerate(programs):
        if _INTERPRETERS().fullmatch(program):
            found = _codes_in([word for word in words[index + 1 :] if word != "--"])
            return next((code for code in found if _names_in(code)), None)
    return None


def _codes_in(words: list[str]) -> Iterator[str]:
    """The words that an interpreter with these arguments runs as code."""
    for option, code in pairwise(["", *words]):
        if _TAKES_CODE().fullmatch(option) or _WITH_CODE().fullmatch(code):
            yield code


def _with_variables(run: str) -> str:
    """A shell's text with each value as a variable, quoted as its place needs it."""
    from string import Formatter

    written, inside = "", ""
    for text, name, _spec, _how in Formatter().parse(run):
        for character in text:
            if character in "\"'" and inside in ("", character):
                inside = "" if inside else character
        written += text.replace("{", "{{").replace("}", "}}")
        if name:
            variable = f"${VARIABLES[name]}"
            quoted = {'"': variable, "'": f"'\"{variable}\"'", "": f'"{variable}"'}[inside]
            written += quoted
    # Quotes around a value alone were needed only without a variable.
    return re.sub(r"''(\"\$[A-Z_]+\")''", r"\1", written)


def invocation_of(command: UserCommand, values: Mapping[str, str | None]) -> Invocation:
    """The program and its arguments for a company.

    In a URL values are percent-encoded. Raises ``CannotRunError`` for a value that is missing, or
    that a program would read as an option.
    """
    import shlex

    if command.shell:
        for name in _variables_in(command.run):
            if _value_of(values, name).startswith("-"):
                raise CannotRunError(name)
        arguments = ["sh", "-c", command.run.format()]
    else:
        arguments = [_word(word, values) for word in shlex.split(command.run)]
    environment = {VARIABLES[name]: value for name in VALUES if (value := values.get(name))}
    return Invocation(arguments, environment)


def _variables_in(run: str) -> Iterator[str]:
    names = {variable: name for name, variable in VARIABLES.items()}
    for found in re.findall(r"\$\{{0,2}(COMPANY_[A-Z_]+)", run):
        if found in names:
            yield names[found]


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
    if not value or (name == "tax_id" and not (value.isascii() and value.isdigit())):
        raise CannotRunError(name)
    return value
