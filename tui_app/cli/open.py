"""``firmeterm TEXT`` and ``firmeterm open TEXT``: the explorer with a search result."""

from __future__ import annotations

import click

from tui_app.cli.completion import complete_texts
from tui_app.cli.explore import explore_as_asked
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.personal_codes import may_be_personal_code

TABS = (
    "overview", "financials", "court-cases", "contacts", "signals", "timeline", "connections",
    "public-money", "profile",
)  # fmt: skip
"""The last one is the overview's earlier name."""


def tab_named(word: str) -> str:
    """A tab's name for programs."""
    return "overview" if word == "profile" else word.replace("-", "_")


@click.command(
    "open",
    epilog='Examples: firmeterm 990000013 · firmeterm "petroterm demo" --tab financials ·'
    " firmeterm open show",
)
@click.argument("text", nargs=-1, required=True, shell_complete=complete_texts)
@click.option("--tab", type=NearestChoice(TABS), help="Tab to open the company on.")
def open_text(text: tuple[str, ...], tab: str | None) -> None:
    """Open the explorer at a name, a tax id or a registry number.

    One company that is found is opened, several are listed. The word open can be left out
    unless the text is the name of a command. Costs a request, unless it is cached.
    """
    wanted = " ".join(text)
    if may_be_personal_code(wanted):
        raise click.UsageError(
            "Eleven or more digits may be a person's code: nothing was sent or shown."
        )
    try:
        QUERY.read(wanted)
    except InvalidParameter:
        raise click.UsageError(
            f"A search takes {QUERY.minimum_length} to {QUERY.maximum_length} characters."
        ) from None
    explore_as_asked(text=wanted, tab=tab_named(tab or ""))
