"""``firmeterm TEXT`` and ``firmeterm open TEXT``: the explorer with a search result."""

from __future__ import annotations

import click

from tui_app.cli.age_options import AS_OF, day_of_command, read_day_typed
from tui_app.cli.completion import complete_texts
from tui_app.cli.explore import explore_as_asked
from tui_app.cli.nearest_choice import ViewChoice
from tui_app.cli.source_flags import is_typed
from tui_app.contract.operations import PAGE, QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.views import LISTS, TABS
from tui_app.system.language import _


@click.command(
    "open",
    epilog='Examples: firmeterm 990000013 · firmeterm "petroterm demo" --tab finance ·'
    " firmeterm open show · firmeterm open --list visited",
)
@click.argument("text", metavar="[TEXT…]", nargs=-1, shell_complete=complete_texts)
@click.option("--tab", type=ViewChoice(TABS), help="Tab to open the company on.")
@click.option(
    "--list", "pane", type=ViewChoice(LISTS), help="List to open; the text goes into its field."
)
@click.option(
    "--page",
    type=click.IntRange(PAGE.minimum, PAGE.maximum),
    default=1,
    help="Page of the tab, or of the list of a day.",
)
@AS_OF
def open_text(text: tuple[str, ...], tab: str | None, pane: str | None, page: int) -> None:
    """Open the explorer at a name, a tax id or a registry number.

    One company that is found is opened, several are listed. The word open can be left out
    unless the text is the name of a command. Costs a request, unless it is cached.
    """
    wanted, day = " ".join(text), day_of_command()
    if may_be_personal_code(wanted):
        raise click.UsageError(
            _("Eleven or more digits may be a person's code: nothing was sent or shown.")
        )
    views = {view.name: view for view in (*TABS, *LISTS) if view.has_pages}
    if is_typed("page") and (pane or tab) not in views:
        message = _("--page works with --tab or --list {names} only.")
        raise click.UsageError(message.format(names=" or ".join(views)))
    if pane is not None:
        _check_list(pane, wanted, tab)
    elif not wanted:
        raise click.UsageError(f"{_('Missing argument')} 'TEXT…'.")
    else:
        _check_search(wanted)
    from tui_app.ui.session import FirstView, LineCommand

    if pane is None and page == 1 and day is None:
        explore_as_asked(FirstView(text=wanted, tab=tab or ""))
    values = {"text": text, "tab": tab, "pane": pane, "page": page}
    explore_as_asked(FirstView(line=LineCommand(name="open", values=values, as_of=day)))


def _check_list(pane: str, text: str, tab: str | None) -> None:
    if tab is not None:
        raise click.UsageError(_("--tab and --list exclude each other."))
    if pane == "watch" and text:
        raise click.UsageError(_("The watch list has no field for a text."))
    if pane == "search" and text:
        _check_search(text)
    if pane == "new" and text:
        read_day_typed(text)


def _check_search(text: str) -> None:
    try:
        QUERY.read(text)
    except InvalidParameter:
        message = _("A search takes {least} to {most} characters.")
        raise click.UsageError(
            message.format(least=QUERY.minimum_length, most=QUERY.maximum_length)
        ) from None
