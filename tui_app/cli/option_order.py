"""Moves options before a command's name behind it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tui_app.cli.source_flags import may_be_idle


def with_options_last(group: click.Group, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """The arguments, with the options of the command and of a run moved behind its name.

    ``-o csv search x`` becomes ``search -o csv x``, so that each option is taken or refused by the
    command; a line without a command is left unchanged.
    """
    command: click.Command = group
    known: list[str] = []
    early: list[str] = []
    at = 0
    while at < len(args) and isinstance(command, click.Group):
        word = args[at]
        at += 1
        if word == "--":
            return list(args)
        if not word.startswith("-"):
            inner = command.get_command(ctx, word)
            if inner is None:
                return list(args)
            known.append(word)
            command = inner
            continue
        takes_value, moves = _takes_value(command, ctx, word)
        if takes_value is None:
            early.append(word)
            names = command.list_commands(ctx)
            while at < len(args) and not args[at].startswith("-") and args[at] not in names:
                early.append(args[at])
                at += 1
            continue
        (early if moves else known).extend(args[at - 1 : at + takes_value])
        at += takes_value
    if isinstance(command, click.Group):
        return list(args)
    return [*known, *early, *args[at:]]


def _takes_value(command: click.Command, ctx: click.Context, word: str) -> tuple[bool | None, bool]:
    """Whether the next word is the value of an option, and whether the option is one of a run.

    ``None`` if the group lacks it.
    """
    name, has_value, _value = word.partition("=")
    if name in command.get_help_option_names(ctx):
        return False, False
    for param in command.params:
        if isinstance(param, click.Option) and name in (*param.opts, *param.secondary_opts):
            return not param.is_flag and not has_value, may_be_idle(param)
    return None, False
