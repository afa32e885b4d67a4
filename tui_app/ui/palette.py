"""The command palette: every action by name, and jumps to a company, a day, a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.markup import escape
from textual.widgets import Input

from tui_app.contract.identifiers import read_tax_id
from tui_app.language import _
from tui_app.ui import formatting as fmt
from tui_app.ui import prices
from tui_app.ui.actions.registry import ACTIONS, keys_in_force, shown_key
from tui_app.ui.dates import read_day
from tui_app.ui.lists.base import Interest
from tui_app.ui.lists.entry import Entry

if TYPE_CHECKING:
    from tui_app.ui.screens.explorer import ExplorerScreen


class _Command(NamedTuple):
    title: str
    help: str
    run: Callable[[], object]


class ExplorerCommands(Provider):
    """What the palette finds."""

    @property
    def _explorer(self) -> ExplorerScreen:
        from tui_app.ui.app import FirmetermApp

        app = self.app
        assert isinstance(app, FirmetermApp)  # noqa: S101 (narrows Textual's own type)
        return app.explorer

    async def discover(self) -> Hits:
        """Everything that can be done, before anything is typed."""
        for command in self._actions():
            yield DiscoveryHit(Content(command.title), command.run, command.title, command.help)

    async def search(self, query: str) -> Hits:
        """Jumps for what the text itself names, then the actions that match."""
        for command in self._jumps(query):
            yield Hit(1.0, Content(command.title), command.run, command.title, command.help)
        matcher = self.matcher(query)
        for command in (*self._actions(), *self._looks()):
            if (score := matcher.match(command.title)) > 0:
                shown = matcher.highlight(command.title)
                yield Hit(score, shown, command.run, command.title, command.help)

    def _actions(self) -> Iterator[_Command]:
        explorer = self._explorer
        keys = keys_in_force(explorer.program.settings.keys)
        for action in ACTIONS:
            if action.name in ("palette", "escape", "up", "down"):
                continue
            price = prices.in_words(action.price(explorer))
            notes = (shown_key(keys[action.name][0]) if keys[action.name] else "", price)
            about = " · ".join(note for note in (*notes, action.reason(explorer)) if note)
            yield _Command(_(action.help), escape(about), partial(explorer.action_act, action.name))

    def _looks(self) -> Iterator[_Command]:
        program = self._explorer.program
        for name in sorted(program.available_themes):
            yield _Command(
                _("Theme {name}").format(name=name), "", partial(program.set_theme, name)
            )

    def _jumps(self, query: str) -> Iterator[_Command]:
        explorer = self._explorer
        words = query.split()
        last = words[-1] if words else ""
        if tax_id := read_tax_id(last):
            price = prices.in_words(prices.of_profile(explorer, tax_id))
            entry = Entry(tax_id=tax_id, name="")
            title = _("Go to tax id {tax_id}").format(tax_id=tax_id)
            yield _Command(title, price, partial(_open, explorer, entry))
        if day := read_day(last, explorer.program.today()):
            price = prices.in_words(prices.of_day(explorer, day))
            title = _("New companies of {day}").format(day=fmt.date(day))
            yield _Command(title, price, partial(_list_day, explorer, last))


class Palette(CommandPalette):
    """Textual's palette, without what writes while nobody types."""

    DEFAULT_CSS = "Palette LoadingIndicator { display: none; }"

    def on_mount(self) -> None:
        """The cursor stands still."""
        self.query_one(Input).cursor_blink = False


def _open(explorer: ExplorerScreen, entry: Entry) -> None:
    explorer.detail.show(entry, Interest.OPEN)
    explorer.focus_detail()


def _list_day(explorer: ExplorerScreen, day: str) -> None:
    explorer.choose_list("new")
    if read := read_day(day, explorer.program.today()):
        explorer.new_list.go_to(read)
        explorer.new_list.rows.focus()
