"""``firmeterm mcp``: the tools for agents over standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app.cli.session import session
from tui_app.cli.source_flags import is_typed, refuse_idle
from tui_app.sources import source
from tui_app.system.extras import needs_extra
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.agents.toolbox import Toolbox
    from tui_app.cli.session import Session

SPEND: Final = 100
ASK_ABOVE: Final = 10

ASK_ABOVE_OPTION: Final = click.option(
    "--ask-above",
    type=click.IntRange(min=0),
    default=ASK_ABOVE,
    show_default=True,
    help="A call that costs more requests is confirmed by the user first.",
)
WITH_PEOPLE_OPTION: Final = click.option(
    "--with-people", is_flag=True, help="Let answers name administrators."
)


@click.command(
    epilog="Examples: firmeterm mcp · firmeterm mcp --registry FILE · firmeterm mcp --server work"
    " --spend 50 · firmeterm manual agents"
)
@click.option(
    "--spend",
    type=click.IntRange(min=0),
    default=SPEND,
    show_default=True,
    help="Maximum number of requests that this process may send.",
)
@ASK_ABOVE_OPTION
@WITH_PEOPLE_OPTION
def mcp(spend: int, ask_above: int, with_people: bool) -> None:
    """Answer an assistant's questions about companies, over the Model Context Protocol.

    An assistant starts this command and talks to it over standard input and output. It answers
    from the same source as the explorer, with the cost, the source and the day of each answer.
    """
    if is_typed("ask_above") and ask_above >= spend > 0:
        raise click.UsageError(
            f"--ask-above {ask_above} never asks: a call may spend {spend} at most. Give less, or"
            " a larger --spend."
        )
    run = session()
    if source.kind_of(run.settings) is source.SourceKind.REGISTRY:
        for name in ("spend", "ask_above"):
            if is_typed(name):
                refuse_idle(f"--{name.replace('_', '-')}", _("a registry, where requests are free"))
    require_sdk()
    from tui_app.agents.mcp_server import serve_streams

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(run, serve_streams, spend, ask_above, with_people))


async def _serve(
    run: Session, serve_streams: Any, spend: int, ask_above: int, with_people: bool
) -> None:
    from tui_app.agents.guard import Guard, Handles
    from tui_app.agents.toolbox import SourceFacts, Toolbox

    name = source.name_of(run.settings)
    facts = SourceFacts(name, source.day_of(run.settings))
    guard = Guard(spend, ask_above, Handles())
    async with source.connect(run.settings, run.key) as companies:
        toolbox = Toolbox(companies, facts, guard, with_people=with_people)

        @contextlib.asynccontextmanager
        async def opened(_request: object) -> AsyncIterator[Toolbox]:
            yield toolbox

        await serve_streams(opened)


def require_sdk() -> None:
    """End the command if the extra is not installed."""
    try:
        import mcp.server  # noqa: F401
    except ImportError:
        raise click.UsageError(needs_extra("This command", "mcp")) from None
