"""``firmeterm manual``: the manual that ships with the program, by topic and searched."""

from __future__ import annotations

import sys
from typing import Final

import click

from tui_app.cli.ending import require_output
from tui_app.cli.session import NOTHING, end
from tui_app.cli.source_flags import refuse_idle
from tui_app.manual.pages import lines_with, page_of, topics
from tui_app.system.language import _
from tui_app.system.nearest import nearest

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
        raise click.UsageError(
            _("There is no topic {name}: {names}.").format(name=repr(name), names=", ".join(known))
            + hint
        )


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
