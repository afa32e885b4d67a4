"""``firmeterm manual``: the manual that ships with the program, by topic and searched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from tui_app.commands.asking import NOTHING, end
from tui_app.commands.nearest import nearest
from tui_app.contract.folding import fold
from tui_app.streams import require_output

FOLDER: Final = Path(__file__).parent.parent / "manual"
_WIDEST: Final = 100


def topics() -> dict[str, str]:
    """The topics in lower case, with their titles."""
    found = {}
    for page in sorted(FOLDER.glob("*.md")):
        with page.open(encoding="utf-8") as lines:
            found[page.stem.replace("-", " ")] = next(lines).removeprefix("# ").strip()
    return found


def page_of(topic: str) -> str:
    """The text of a topic, as Markdown."""
    return (FOLDER / f"{topic.replace(' ', '-')}.md").read_text(encoding="utf-8")


@click.command(
    epilog="Examples: firmeterm manual · firmeterm manual court cases · firmeterm manual"
    " --search tmux"
)
@click.argument("topic", nargs=-1)
@click.option("--search", "sought", metavar="TEXT", help="Show the lines that contain a text.")
def manual(topic: tuple[str, ...], sought: str | None) -> None:
    """Read the manual: its topics, one of them, or the lines that contain a text.

    On a terminal a topic opens in the pager, where / searches; piped it is plain text.
    """
    require_output("nothing was shown")
    if sought is not None:
        _search(sought)
        return
    name = " ".join(topic).lower().replace("-", " ").strip()
    known = topics()
    if not name:
        click.echo("firmeterm manual TOPIC, one of:")
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
        raise click.UsageError(f"There is no topic {name!r}: {', '.join(known)}.{hint}")


def _search(sought: str) -> None:
    """Print each line that contains a text, after its topic."""
    words = fold(sought)
    found = [
        f"{topic}: {line.strip()}"
        for topic in topics()
        for line in page_of(topic).splitlines()
        if words and words in fold(line)
    ]
    if not found:
        end(f"Nothing in the manual contains {sought!r}.", NOTHING)
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
