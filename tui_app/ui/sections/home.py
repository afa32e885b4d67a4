"""The start page of the detail pane, shown while there is no company.

One row for each change on the watch list, saved screen, recent company and recent search. All of it
comes from the workspace; the counts of the screens are added if they are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui_app.system.language import N_, _
from tui_app.ui.panes.entry import CompanyEntry, from_record
from tui_app.ui.text import research as wording
from tui_app.ui.text.cells import fit, pad
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.changes import Change

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession
    from tui_app.workspace.workspace import Workspace

_MAX_LINES: Final = 5
_LABELS: Final = 11
_ROOMY: Final = 60
"""The minimum width for the keys below the rows, and for the days of changes."""
_KEYS: Final = (
    ("search", N_("search")),
    ("watch", N_("watched companies")),
    ("visited", N_("visited")),
)


class News(Struct, frozen=True):
    """A watched company and its newest change."""

    entry: CompanyEntry
    change: Change
    is_news: bool


class Home(Struct, frozen=True, kw_only=True):
    """Changes on the watch list, saved screens, the last companies and searches."""

    news: tuple[News, ...] = ()
    screenings: tuple[tuple[str, str], ...] = ()
    """Name and line of each."""
    companies: tuple[CompanyEntry, ...] = ()
    searches: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return self == Home()


def read_home(workspace: Workspace) -> Home:
    """The newest few of each; called in the workspace's thread."""
    return Home(
        news=tuple(
            News(from_record(each.summary), each.newest, each.news > 0)
            for each in workspace.watch_list.changed(most=_MAX_LINES)
            if each.newest is not None
        ),
        screenings=tuple(
            (each.name, each.line) for each in workspace.screenings.all()[:_MAX_LINES]
        ),
        companies=tuple(
            from_record(each.summary) for each in workspace.history.companies(most=_MAX_LINES)
        ),
        searches=workspace.history.searches(most=_MAX_LINES),
    )


class HomeView(Vertical):
    """The rows, with a hint above and the source below."""

    DEFAULT_CSS = "HomeView { height: 1fr; } HomeView TextPane { height: auto; padding: 0 0 1 0; }"
    BLANK = True

    class SearchAgain(Message):
        """The user repeats an earlier search."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class ScreeningChosen(Message):
        """The user opens a saved screen."""

        def __init__(self, name: str, line: str) -> None:
            super().__init__()
            self.name = name
            self.line = line

    def __init__(self, session: ScreenSession) -> None:
        super().__init__(id="home")
        self._home = Home()
        self._counts: dict[str, str] = {}
        """How many companies match a saved screen now, in words, by its line."""
        self.rows = RowList(lines_per_row=1, id="home-rows")
        self._welcome = TextPane(
            lambda width: paragraph(session.source.welcome, width), id="home-welcome"
        )
        self._source = TextPane(lambda width: draw_source(session, width), id="home-source")
        self._companies: dict[str, CompanyEntry] = {}
        self._searches: dict[str, str] = {}
        self._screenings: dict[str, tuple[str, str]] = {}

    def compose(self) -> ComposeResult:
        """A hint about what to type, the rows, and the source."""
        yield self._welcome
        yield self.rows
        yield self._source

    def show(self, home: Home) -> None:
        """Show new data; the cursor stays on its row."""
        self._home = home
        screenings = {f"screen {name}": (name, line) for name, line in home.screenings}
        self._screenings = screenings
        changed = {f"change {each.entry.tax_id}": each for each in home.news}
        looked = {f"company {each.tax_id}": each for each in home.companies}
        self._companies = {key: each.entry for key, each in changed.items()} | looked
        self._searches = {f"search {text}": text for text in home.searches}
        roomy = self.app.size.width >= _ROOMY
        rows = [
            *_rows(_("Changed"), {key: _news(each, roomy) for key, each in changed.items()}),
            *_rows(_("Screens"), {key: self._screening(*each) for key, each in screenings.items()}),
            *_rows(_("Looked at"), {key: _company(each) for key, each in looked.items()}),
            *_rows(_("Searched"), {key: ((Piece(t),), ()) for key, t in self._searches.items()}),
        ]
        self.rows.show(rows, keep_cursor=True)

    def count(self, counts: dict[str, str]) -> None:
        """Show how many companies match each screen."""
        self._counts = counts
        self.show(self._home)

    def _screening(self, name: str, line: str) -> _Sides:
        count = self._counts.get(line, "")
        return (Piece(name), Piece(f"  {line}", "dim")), ((Piece(count, "dim"),) if count else ())

    def screening_of(self, key: str) -> tuple[str, str] | None:
        """Name and line of a row that is a saved screen."""
        return self._screenings.get(key)

    @property
    def company(self) -> CompanyEntry | None:
        """The company under the cursor."""
        row = self.rows.current
        return self._companies.get(row.key) if row else None

    def searched(self, key: str) -> str:
        """The search text of a row, if the row is a search."""
        return self._searches.get(key, "")


_Sides = tuple[tuple[Piece, ...], tuple[Piece, ...]]


def _rows(label: str, of_group: dict[str, _Sides]) -> Iterator[Row]:
    """The rows of a group, with the group's title before its first row."""
    for place, (key, (left, right)) in enumerate(of_group.items()):
        title = pad(fit("" if place else label, _LABELS - 1), _LABELS)
        yield Row(key, (RowLine((Piece(title, "dim"), *left), right),))


def _news(each: News, roomy: bool) -> _Sides:
    """What changed, and since when if there is room for both."""
    day = wording.change_day(each.change)
    text = f"{_named(each.entry)}: {wording.change(each.change)}"
    return (Piece(text, "warn" if each.is_news else "text"),), (
        (Piece(day, "dim"),) if roomy else ()
    )


def _company(entry: CompanyEntry) -> _Sides:
    return (Piece(_named(entry)),), (Piece(entry.tax_id, "dim"),)


def _named(entry: CompanyEntry) -> str:
    return entry.name or entry.tax_id


def draw_welcome(session: ScreenSession, width: int) -> Content:
    """For a user without stored data."""
    welcome = paragraph(session.source.welcome, width)
    return lines([welcome, Content(), draw_source(session, width)])


def draw_source(session: ScreenSession, width: int) -> Content:
    """The source, the date of its data, and three keys; one line if there is little space."""
    source = session.source
    text = _("Source: {name}").format(name=source.name)
    text = " · ".join(part for part in (text, source.dated) if part)
    if width < _ROOMY:
        return styled(fit(text, width), "dim")
    keys = "   ".join(f"{session.first_key(name)} {_(label)}" for name, label in _KEYS)
    return lines([paragraph(text, width, "dim"), paragraph(keys, width, "dim")])
