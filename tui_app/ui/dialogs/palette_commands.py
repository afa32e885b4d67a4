"""What the palette finds: every action by name, and jumps to a company, a day, an order, a look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import read_tax_id
from tui_app.language import LANGUAGES, _
from tui_app.ui.actions.base import Action, Pane
from tui_app.ui.actions.keys import shown_key
from tui_app.ui.actions.registry import ACTIONS, keys_in_force
from tui_app.ui.lists.base import Interest
from tui_app.ui.lists.entry import Entry
from tui_app.ui.lists.orders import ORDERS
from tui_app.ui.remote import prices
from tui_app.ui.remote.price import in_words
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.dates import read_day

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen

_OWN_NAMES = {"en": "English", "ro": "Română"}


class Command(Struct, frozen=True, kw_only=True):
    """One line of the palette. ``reason`` says why it can do nothing now."""

    title: str
    about: str = ""
    keys: str = ""
    reason: str = ""
    run: Callable[[], object] | None = None
    begins: str = ""
    """Text that choosing it puts into the field, where more has to be typed."""

    def rank(self, words: list[str]) -> int | None:
        """How well typed words fit, best first; ``None`` when they do not."""
        title = fold(self.title)
        whole = f"{title} {fold(self.about)}"
        if not all(word in whole for word in words):
            return None
        if title.startswith(" ".join(words)):
            return 0
        return 1 if all(word in title for word in words) else 2


def find(explorer: ExplorerScreen, typed: str) -> list[Command]:
    """What fits the typed text, best first; everything there is for none."""
    words = fold(typed).split()
    listed = [*_actions(explorer), *_orders(explorer), *_looks(explorer), *_beginnings()]
    if not words:
        return listed
    ranked = [(rank, c) for c in listed if (rank := c.rank(words)) is not None]
    ranked.sort(key=lambda pair: pair[0])
    return [*_jumps(explorer, words[-1]), *(command for _rank, command in ranked)]


def _actions(explorer: ExplorerScreen) -> Iterator[Command]:
    keys = keys_in_force(explorer.program.settings.keys)
    place, tab = explorer.here

    def nearness(action: Action) -> tuple[int, int]:
        """What only this pane offers comes first, what only others offer last."""
        everywhere = action.place is Pane.ANYWHERE
        away = 1 if everywhere else 0 if action.is_of(place, tab) else 2
        return away, action.footer or len(ACTIONS)

    for action in sorted(ACTIONS, key=nearness):
        if action.name != "palette":
            cost = in_words(action.price(explorer))
            yield Command(
                title=_(action.label),
                about=_(action.help) + (f" ({cost})" if cost else ""),
                keys=" ".join(map(shown_key, keys[action.name][:1])),
                reason=action.reason(explorer),
                # Enter was pressed on it with its price in sight: that is asking enough.
                run=partial(explorer.acting.act, action.name, confirmed=True),
            )


def _orders(explorer: ExplorerScreen) -> Iterator[Command]:
    for index in explorer.list.orders:
        title = _("sort: {order}").format(order=_(ORDERS[index].label))
        yield Command(title=title, run=partial(explorer.list.sort_by, index))


def _looks(explorer: ExplorerScreen) -> Iterator[Command]:
    program = explorer.program
    for name in sorted(program.available_themes, key=lambda n: (not n.startswith("firmeterm"), n)):
        title = _("theme: {name}").format(name=name)
        yield Command(title=title, run=partial(program.set_theme, name))
    for code in LANGUAGES:
        title = _("language: {name}").format(name=_OWN_NAMES[code])
        yield Command(title=title, run=partial(program.change_language, code))


def _beginnings() -> Iterator[Command]:
    go_to, new = _("go to tax id"), _("new companies of")
    yield Command(title=f"{go_to} …", about=_("Type the tax id after it"), begins=f"{go_to} ")
    yield Command(
        title=f"{new} …", about=_("Type the day after it: today, -3d, 20.11.2026"), begins=f"{new} "
    )


def _jumps(explorer: ExplorerScreen, word: str) -> Iterator[Command]:
    if tax_id := read_tax_id(word):
        cost = in_words(prices.of_opening(explorer, tax_id))
        title = _("Go to tax id {tax_id}").format(tax_id=tax_id)
        yield Command(title=title, about=cost, run=partial(_open, explorer, tax_id))
    if day := read_day(word, explorer.program.today()):
        cost = in_words(prices.of_day(explorer, day))
        title = _("New companies of {day}").format(day=fmt.date(day))
        yield Command(title=title, about=cost, run=partial(_list_day, explorer, word))


def _open(explorer: ExplorerScreen, tax_id: str) -> None:
    explorer.detail.show(Entry(tax_id=tax_id, name=""), Interest.OPEN)
    explorer.focus_detail()


def _list_day(explorer: ExplorerScreen, day: str) -> None:
    explorer.choose_list("new")
    if read := read_day(day, explorer.program.today()):
        explorer.new_list.go_to(read)
        explorer.new_list.rows.focus()
