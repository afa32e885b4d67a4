"""``firmeterm help`` and ``firmeterm version``: what ``--help`` and ``--version`` print."""

from __future__ import annotations

import click

from tui_app import __version__


def _complete(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    command = _command_of(ctx.find_root(), ctx.params.get("command") or ())[0]
    names = command.list_commands(ctx.find_root()) if isinstance(command, click.Group) else []
    return [name for name in names if name.startswith(typed)]


@click.command("help", epilog="Examples: firmeterm help \u00b7 firmeterm help watch check")
@click.argument("command", metavar="[COMMAND…]", nargs=-1, shell_complete=_complete)
@click.pass_context
def help_(ctx: click.Context, command: tuple[str, ...]) -> None:
    """Show the help of firmeterm, or of a COMMAND."""
    found, context = _command_of(ctx.find_root(), command)
    click.echo(found.get_help(context))


def _command_of(root: click.Context, words: tuple[str, ...]) -> tuple[click.Command, click.Context]:
    """The command that the words name. Raises ``click.UsageError``."""
    command, context = root.command, root
    for word in words:
        inner = command.get_command(context, word) if isinstance(command, click.Group) else None
        if inner is None:
            raise click.NoSuchCommand(word, ctx=context)
        command, context = inner, click.Context(inner, info_name=word, parent=context)
    return command, context


@click.command(epilog="Examples: firmeterm version")
def version() -> None:
    """Print the version."""
    click.echo(f"firmeterm {__version__}")
