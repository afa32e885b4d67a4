"""``firmeterm help``, ``version`` and ``manual``: help, the version, the manual by topic."""

from __future__ import annotations

import sys
from typing import Final

import click

from tui_app import __version__
from tui_app.cli.ending import require_output
from tui_app.cli.session import NOTHING, end
from tui_app.cli.source_flags import refuse_idle
from tui_app.manual.pages import lines_with, page_of, topics
from tui_app.system.language import _
from tui_app.system.nearest import nearest


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


_WIDEST: Final = 100


def _topics(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    """The topics; none after one is given."""
    given = ctx.params.get("topic")
    return [each for each in topics() if not given and each.startswith(typed.lower())]


@click.command(
    epilog="Examples: firmeterm manual · firmeterm manual court cases · firmeterm manual"
    " --search tmux"
)
@click.argument("topic", metavar="[TOPIC…]", nargs=-1, shell_complete=_topics)
@click.option("--search", "text", metavar="TEXT", help="Show the lines that contain a text.")
def manual(topic: tuple[str, ...], text: str | None) -> None:
    """Read the manual: its topics, one of them, or the lines that contain a text.

    On a terminal a topic opens in the pager, where / searches; piped it is plain text.
    """
    require_output(_("nothing was shown"))
    if text is not None:
        if topic:
            refuse_idle(" ".join(topic), "--search")
        _search(text)
        return
    name = " ".join(topic).lower().replace("-", " ").strip()
    known = topics()
    if not name:
        click.echo(_("{command}, one of:").format(command="firmeterm manual TOPIC"))
        for each, title in known.items():
            click.echo(f"  {each:<20}{title}")
    elif name in known:
        _show(page_of(name))
    else:
        beginning = [each for each in known if each.startswith(name)]
        if len(beginning) == 1:
            _show(page_of(beginning[0]))
            return
        hint = nearest(name, known)
        message = _("There is no topic {name}: {names}.")
        raise click.UsageError(message.format(name=repr(name), names=", ".join(known)) + hint)


def _search(text: str) -> None:
    """Print each line that contains a text, with its topic."""
    found = [f"{each.topic}: {each.line}" for each in lines_with(text)]
    if not found:
        end(_("Nothing in the manual contains {text}."), NOTHING, text=repr(text))
    click.echo("\n".join(found))


def _show(page: str) -> None:
    if not sys.stdout.isatty():
        click.echo(page, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(_WIDEST, Console().width))
    with console.capture() as captured:
        console.print(Markdown(page))
    click.echo_via_pager(captured.get())
