"""Reads the line ``:`` of the explorer, with the same commands and flags as the command line."""

from __future__ import annotations

import shlex

import click
from click.core import ParameterSource

from tui_app.cli.age_options import day_of_command
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.ui.session import LineCommand, LineError

_PROGRAM = "firmeterm"
_HELP = frozenset({"-h", "--help", "--version"})
"""Options that print something instead of running: the screen shows its help."""


def read_line(main: click.Group, line: str) -> LineCommand:
    """Read a line as after ``firmeterm``; a flag may lack its dashes, as in ``theme light``.

    Raises ``LineError`` with the text that the command line would print.
    """
    words = _words(line)
    root = click.Context(main, info_name=_PROGRAM)
    try:
        with root:
            if not _HELP.isdisjoint(words):
                return LineCommand(name="help")
            if (flag := _flag(main, words[0])) is not None:
                words[0] = flag
            _options, rest, _order = main.make_parser(root).parse_args(list(words))
            main.parse_args(root, words[: len(words) - len(rest)])
            if not rest:
                return LineCommand(name="", settings=dict(root.params), options=_options_of(root))
            name, command, rest = main.resolve_command(root, rest)
            if name is None or command is None:
                raise LineError(line)
            if isinstance(command, click.Group):
                return LineCommand(name=" ".join([name, *rest]), settings=dict(root.params))
            context = command.make_context(name, list(rest), parent=root)
            with context:
                return LineCommand(
                    name=name,
                    values=dict(context.params),
                    settings=dict(root.params),
                    as_of=day_of_command(),
                    options=_options_of(root) | _options_of(context),
                )
    except click.ClickException as error:
        raise LineError(without_personal_codes(error.format_message())) from None
    except click.exceptions.Exit:
        return LineCommand(name="help")


def complete_line(main: click.Group, line: str) -> tuple[tuple[str, str], ...]:
    """The possible completions of the last word of a line, as in a shell, and what each means."""
    from click.shell_completion import ShellComplete

    try:
        words = shlex.split(line)
    except ValueError:
        return ()
    last = "" if not line or line[-1].isspace() else words.pop()
    if words and (flag := _flag(main, words[0])) is not None:
        words[0] = flag
    shell = ShellComplete(main, {}, _PROGRAM, "")
    found = [(item.value, item.help or "") for item in shell.get_completions(words, last)]
    if not words:
        found += [
            (option.name, "")
            for option in main.params
            if option.name and _flag(main, option.name) and option.name.startswith(last)
        ]
    return tuple({text: (text, help) for text, help in found if text.startswith(last)}.values())


def _options_of(context: click.Context) -> dict[str, str]:
    """The options that were typed, by their names, as they are written."""
    return {
        option.name: option.opts[0]
        for option in context.command.params
        if isinstance(option, click.Option)
        and option.name
        and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    }


def _words(line: str) -> list[str]:
    try:
        words = shlex.split(line.strip().removeprefix(":"))
    except ValueError as error:
        raise LineError(str(error)) from None
    if words[:1] == [_PROGRAM]:
        words = words[1:]
    if not words:
        raise LineError("")
    return words


def _flag(group: click.Group, word: str) -> str | None:
    """The option of that name that takes a value; ``None`` if there is none."""
    for option in group.params:
        if isinstance(option, click.Option) and not option.is_flag and f"--{word}" in option.opts:
            return f"--{word}"
    return None
