"""The start page of the detail pane, shown while there is no company.

One row for each change on the watch list, saved screen, recent company and recent search, and six
things that can be done here with their keys. All but those come from the workspace; the counts of
the screens are added if they are free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui_app.client.errors import ClientError
from tui_app.contract.operations import SCREEN
from tui_app.system.language import N_, _
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.questions import is_announced
from tui_app.ui.text.drawing import fit, lines, pad, paragraph, styled
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession
    from tui_app.workspace.changes import Change
    from tui_app.workspace.workspace import Workspace

_MAX_LINES: Final = 5
_THING: Final = "do "
"""Prefix of the keys of the rows that offer an action."""
_LABELS: Final = 11
_ROOMY: Final = 60
"""The minimum width for the keys below the rows, and for the days of changes."""
_THINGS: Final = {
    "search": N_("search by name, tax id or registry number"),
    "screen": N_("find companies by county, activity, turnover…"),
    "new": N_("companies registered on a day"),
    "match": N_("check a list of your own, from a file"),
    "watch": N_("watched companies and their news"),
    "server": N_("another source of data"),
    "palette": N_("find a command by typing a word"),
    "visited": N_("companies looked at"),
}
"""What can be done from the start page, by the names of actions, most important first."""
_MOST_THINGS: Final = 6
_LEAST_LINES: Final = 2
_ROWS_OF_SCREEN_AROUND: Final = 10
"""Rows of the screen around those of the start page."""
_GROUPS: Final = 4
"""Groups of rows beside the things."""


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


class _HomeRows(RowList):
    """Rows of which a click on a thing to do does it."""

    def on_click(self, event: events.Click) -> None:
        """Do it at once; for a company or a search the second click counts, as in lists."""
        index = self.row_at(event.y)
        if event.chain == 1 and index >= 0 and self.rows[index].key.startswith(_THING):
            self.cursor = index
            self.open()


class HomeView(Vertical):
    """The rows, with a hint above and the source below."""

    DEFAULT_CSS = "HomeView { height: 1fr; } HomeView TextPane { height: auto; padding: 0 0 1 0; }"
    BLANK = True

    class SearchAgain(Message):
        """The user repeats an earlier search."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class ActionChosen(Message):
        """The user does one of the things that are offered."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class ScreeningChosen(Message):
        """The user opens a saved screen."""

        def __init__(self, name: str, line: str) -> None:
            super().__init__()
            self.name = name
            self.line = line

    def __init__(self, session: ScreenSession) -> None:
        super().__init__(id="home")
        self._session = session
        self._home = Home()
        self._shown_in = (0, False)
        """The room that the rows were chosen for."""
        self._counts: dict[str, str] = {}
        """How many companies match a saved screen now, in words, by its line."""
        self.rows = _HomeRows(lines_per_row=1, id="home-rows")
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

    def show(self, home: Home | None = None) -> None:
        """Show new data, or the same with the keys that work now; the cursor stays on its row."""
        self._home = home = home or self._home
        most, roomy = self._shown_in = self._room
        screenings = {f"screen {name}": (name, line) for name, line in home.screenings[:most]}
        self._screenings = screenings
        changed = {f"change {each.entry.tax_id}": each for each in home.news[:most]}
        looked = {f"company {each.tax_id}": each for each in home.companies[:most]}
        self._companies = {key: each.entry for key, each in changed.items()} | looked
        self._searches = {f"search {text}": text for text in home.searches[:most]}
        rows = [
            *_rows(_("Changed"), {key: _news(each, roomy) for key, each in changed.items()}),
            *_rows(_("Screens"), {key: self._screening(*each) for key, each in screenings.items()}),
            *_rows(
                _("Looked at"),
                {k: ((Piece(_named(e)),), (Piece(e.tax_id, "dim"),)) for k, e in looked.items()},
            ),
            *_rows(_("Searched"), {key: ((Piece(t),), ()) for key, t in self._searches.items()}),
            *_rows(_("Press"), {f"{_THING}{name}": side for name, side in self._things()}),
        ]
        self.rows.show(rows, keep_cursor=True)

    @property
    def _room(self) -> tuple[int, bool]:
        """The most rows of a group in the terminal, and whether a row has room for its day."""
        size = self.app.size
        rows = (size.height - _ROWS_OF_SCREEN_AROUND - _MOST_THINGS) // _GROUPS
        return max(_LEAST_LINES, min(_MAX_LINES, rows)), size.width >= _ROOMY

    def on_resize(self) -> None:
        """Show as many rows as now have room."""
        if self._shown_in != self._room:
            self.show()

    def _things(self) -> Iterator[tuple[str, _Sides]]:
        """What can be done here, with the keys that work from where the focus is."""
        session = self._session
        names = [name for name in _THINGS if _is_possible(name, session)][:_MOST_THINGS]
        keys = {name: session.first_key(name, here=True) for name in names}
        focused, in_field = self.screen.focused, keys["search"] != session.first_key("search")
        if in_field and (focused is None or focused.id == "search-field"):
            keys["search"] = _("type")
        width = max(map(cell_len, keys.values()))
        for name, key in keys.items():
            is_live = name == "search" and session.source.kind == "public"
            what = _("look a company up by its tax id") if is_live else _(_THINGS[name])
            yield name, ((Piece(pad(key, width), "strong"), Piece(f"  {what}")), ())

    def count(self, counts: dict[str, str]) -> None:
        """Show how many companies match each screen."""
        self._counts = counts
        self.show(self._home)

    def _screening(self, name: str, line: str) -> _Sides:
        count = self._counts.get(line, "")
        return (Piece(name), Piece(f"  {line}", "dim")), ((Piece(count, "dim"),) if count else ())

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Open the company of a row, repeat its screen or search, or do what it offers."""
        key = event.key
        if company := self.company_of(key):
            self.post_message(DataPane.OpenCompany(company, _("opened before")))
        elif screening := self._screenings.get(key):
            self.post_message(self.ScreeningChosen(*screening))
        elif text := self._searches.get(key):
            self.post_message(self.SearchAgain(text))
        else:
            self.post_message(self.ActionChosen(key.removeprefix(_THING)))

    def company_of(self, key: str) -> CompanyEntry | None:
        """The company of a row, if it is of one."""
        return self._companies.get(key)


_Sides = tuple[tuple[Piece, ...], tuple[Piece, ...]]


def _is_possible(name: str, session: ScreenSession) -> bool:
    """Whether the source can answer it."""
    kind = session.source.kind
    if name == "screen":
        return kind in ("sample", "registry") or is_announced(SCREEN, session.client)
    return name != "new" or kind != "public"


def _rows(label: str, of_group: dict[str, _Sides]) -> Iterator[Row]:
    """The rows of a group, with the group's title before its first row."""
    for index, (key, (left, right)) in enumerate(of_group.items()):
        title = pad(fit("" if index else label, _LABELS - 1), _LABELS)
        yield Row(key, (RowLine((Piece(title, "dim"), *left), right),))


def _news(each: News, roomy: bool) -> _Sides:
    """What changed, and since when if there is room for both."""
    from tui_app.ui.text import research as wording

    day = wording.change_day(each.change)
    text = f"{_named(each.entry)}: {wording.change(each.change)}"
    return (Piece(text, "warn" if each.is_news else "text"),), (
        (Piece(day, "dim"),) if roomy else ()
    )


def _named(entry: CompanyEntry) -> str:
    return entry.name or entry.tax_id


def draw_welcome(session: ScreenSession, width: int) -> Content:
    """For a user without stored data."""
    welcome = paragraph(session.source.welcome, width)
    return lines([welcome, Content(), draw_source(session, width)])


def draw_source(session: ScreenSession, width: int) -> Content:
    """The source and the date of its data; one line if there is little space."""
    source = session.source
    text = _("Source: {name}").format(name=source.name)
    text = " · ".join(part for part in (text, source.dated) if part)
    return styled(fit(text, width), "dim") if width < _ROOMY else paragraph(text, width, "dim")


async def counts_of(session: ScreenSession, screens: Iterable[str]) -> dict[str, str]:
    """How many companies match each line of criteria, in words; nothing if that costs requests."""
    from tui_app.ui.screening.wording import counted

    found: dict[str, str] = {}
    if not session.source.embedded:
        return found
    try:
        client = await session.companies()
        if client.live is not None or client.offline:
            return found
        source = await client.uncounted()
        await source.learn_extensions()
        for line in screens:
            page = (await source.screen(line, limit=1)).data
            exact = page.total_is_exact is not False
            found[line] = counted(page.total_companies, exact=exact)
    except ClientError:
        return found  # the screen itself says why, once it is opened
    return found
