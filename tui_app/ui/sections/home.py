"""What the right pane shows while no company does: what somebody wants who comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from textual.content import Content

from tui_app.language import N_, _
from tui_app.ui.context import Program
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as words
from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import heading, lines, paragraph, styled
from tui_app.workspace.changes import Change

if TYPE_CHECKING:
    from tui_app.workspace.workspace import Workspace

_MOST: Final = 5
_KEYS: Final = (
    ("search", N_("search")),
    ("watch", N_("watched companies")),
    ("history", N_("history")),
)


class News(Struct, frozen=True):
    """A watched company and its newest change."""

    name: str
    change: Change
    is_news: bool


class Home(Struct, frozen=True, kw_only=True):
    """What changed on the watch list, the last companies and the last searches."""

    news: tuple[News, ...] = ()
    companies: tuple[tuple[str, str], ...] = ()
    """Name and tax id."""
    searches: tuple[str, ...] = ()


def read_home(workspace: Workspace) -> Home:
    """The newest few of each; called in the workspace's thread."""
    watched = [each for each in workspace.watch_list.entries() if each.newest is not None]
    looked = workspace.history.companies(most=_MOST)
    return Home(
        news=tuple(
            News(each.summary.company_name or each.summary.tax_id, each.newest, each.news > 0)
            for each in watched[:_MOST]
            if each.newest is not None
        ),
        companies=tuple(
            (each.summary.company_name or each.summary.tax_id, each.summary.tax_id)
            for each in looked
        ),
        searches=workspace.history.searches(most=_MOST),
    )


def draw_home(home: Home, program: Program, width: int) -> Content:
    """All of it costs no request."""
    return lines(_home(home, program, width))


def _home(home: Home, program: Program, width: int) -> Iterator[Content]:
    yield paragraph(program.source.welcome, width)
    if home.news:
        yield Content()
        yield heading(_("Changed on the watch list"))
        for each in home.news:
            day = fmt.date(each.change.first_seen.astimezone().date())
            text = f"{day}  {each.name}: {words.change(each.change)}"
            yield styled(fit(text, width), "warn" if each.is_news else "text")
    if home.companies:
        yield Content()
        yield heading(_("Last companies"))
        for name, tax_id in home.companies:
            yield styled(fit(name, width - 12)) + styled(f"  {tax_id}", "dim")
    if home.searches:
        yield Content()
        yield heading(_("Last searches"))
        yield paragraph(" · ".join(home.searches), width)
    yield Content()
    yield paragraph(_("Source: {name}").format(name=program.source.name), width, "dim")
    keys = "   ".join(f"{program.first_key(name)} {_(label)}" for name, label in _KEYS)
    yield paragraph(keys, width, "dim")
