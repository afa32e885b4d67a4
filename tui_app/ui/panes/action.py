"""What a key does, as values: an action, what Enter means, and the menu that is to choose from.

Footer, palette, help, bindings and the table of keys derive from an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from msgspec import Struct

from tui_app.system.language import _
from tui_app.ui.remote.questions import Questions, as_short_text, as_text, is_price_shown
from tui_app.ui.widgets.strips import Hint, key_hint


class Intent(Struct, frozen=True):
    """What Enter does in a pane now: its label in the current language, its questions, the deed.

    What the footer says, what it costs, and what happens are one.
    """

    label: str
    questions: Questions
    run: Callable[[], object]


class Choice(Struct, frozen=True):
    """An option: its name for programs, its letter if any, its label, and a sample.

    ``note`` is at the right edge; ``chosen`` marks the current one. A ``whole`` text that does not
    fit the row is shown below, wrapped. ``price`` counts requests.
    """

    name: str
    letter: str
    label: str
    sample: str = ""
    note: str = ""
    chosen: bool = False
    whole: str = ""
    price: int | None = None


class Menu(Struct, frozen=True):
    """A title with its options; ``choose`` is called with the name of the chosen one.

    A pane offers it, a dialog shows it.
    """

    title: str
    choices: Sequence[Choice]
    choose: Callable[[str], None]


class Checklist(Struct, frozen=True):
    """Options to tick; ``choose`` is called with the names of the ticked ones."""

    title: str
    choices: Sequence[Choice]
    choose: Callable[[tuple[str, ...]], None]


class Pane(StrEnum):
    """The pane where an action belongs; every action can also be called from elsewhere."""

    ANYWHERE = "anywhere"
    LIST = "list"
    DETAIL = "detail"
    TAB = "tab"
    """Only in the lists and tabs that the action names."""


def _always(_target: object) -> str:
    return ""


# Any: the two panes, which are above, or what ``target`` finds there.
_Target = Any


class Action(Struct, frozen=True, kw_only=True):
    """One thing the user can do. Texts are marked for translation and translated when shown.

    ``do``, ``why_not`` and ``questions_of`` get what it acts on: the two panes, or what ``target``
    finds there, such as the list that declares it.
    """

    name: str
    """For programs: the key in the configuration file's ``[keys]``, and the binding's id."""
    keys: str
    """Default keys, separated by commas, the first one shown."""
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence."""
    do: Callable[[_Target], Menu | Checklist | None]
    """Does it, or returns the menu to choose from."""
    why_not: Callable[[_Target], str] | None = None
    """Why it can do nothing now, for people; empty if it can. ``None``: it always can."""
    questions_of: Callable[[_Target], Questions | None] | None = None
    """What it asks now; ``None`` when it never asks the server."""
    together: bool = False
    """Whether a live source looks up all its companies at once."""
    says: Callable[[_Target], str] | None = None
    """The label in the current language, as it fits the current state."""
    intent: Callable[[_Target], Intent | None] | None = None
    """What it means now, if label, questions and deed are one value; ``None``: nothing."""
    target: Callable[[_Target], _Target] | None = None
    """What it acts on, given the two panes; ``None`` if that is not shown."""
    elsewhere: Callable[[_Target], str] = _always
    """Where its target is, for people, given the two panes."""
    leads_to: Callable[[_Target], str] = _always
    """The action that leads to where this one can run, given the two panes; often none."""
    pane: Pane = Pane.ANYWHERE
    tabs: tuple[str, ...] = ()
    """Names of the lists or tabs where it applies as well."""
    hinted_in: Pane | None = None
    """The only pane whose footer shows it, for an action that is possible anywhere."""
    footer: int = 0
    """Its position in the footer, lowest first; 0: not in the footer."""
    field: int = 0
    """The same for a text field with the focus, where letters are text; 0: not in the footer."""
    goes_there: bool = False
    """Whether it can run from any pane; its own pane is shown first."""
    going: Callable[[_Target], _Target] | None = None
    """Shows its own pane, given the two panes, and returns it."""

    def is_of(self, pane: Pane, tab: str) -> bool:
        """Whether it applies in a pane with this list or tab."""
        if self.hinted_in is not None:
            return pane is self.hinted_in
        return self.pane in (Pane.ANYWHERE, pane) or tab in self.tabs

    def shown_label(self, panes: _Target) -> str:
        """The label in the current language, as it fits the current state."""
        return _(self.label) if self.says is None else self.says(panes)

    def reason(self, panes: _Target) -> str:
        """Why it can do nothing now, for people; empty if it can."""
        target = panes if self.target is None else self.target(panes)
        if target is None:
            return self.elsewhere(panes)
        return "" if self.why_not is None else self.why_not(target)

    def price(self, panes: _Target) -> int | None:
        """How many requests it would cost now; ``None`` when it never asks the server."""
        target = panes if self.target is None else self.target(panes)
        if self.questions_of is None or target is None:
            return None
        asked = self.questions_of(target)
        return None if asked is None else panes.answers.price(asked, together=self.together)

    def hint(self, key: str, *, panes: _Target, is_narrow: bool) -> Hint | None:
        """How a footer shows it with its key and price; ``None``: it can do nothing now."""
        price: int | None = None
        if self.intent is not None:
            found = self.intent(panes)
            if found is None:
                return None
            label, price = found.label, panes.answers.price(found.questions)
        else:
            # As in ``reason`` and ``price``, with one look for the target: this runs for each hint.
            target = panes if self.target is None else self.target(panes)
            if target is None or (self.why_not is not None and self.why_not(target)):
                return None
            if self.questions_of is not None and (asked := self.questions_of(target)) is not None:
                price = panes.answers.price(asked, together=self.together)
            label = _(self.label) if self.says is None else self.says(panes)
        cost = ""
        if price and is_price_shown(price, panes.session.client):
            cost = as_short_text(price) if is_narrow else as_text(price)
        return Hint(key_hint(key, label, cost), self.name)

    def run(self, panes: _Target) -> None:
        """Do it; open the menu that it returns."""
        find = self.going or self.target
        target = panes if find is None else find(panes)
        if target is not None and (menu := self.do(target)) is not None:
            panes.open_menu(menu)


def actions_of(actions: Iterable[Action], pane: Pane, tab: str) -> list[Action]:
    """The actions that apply in a pane with this list or tab."""
    return [action for action in actions if action.is_of(pane, tab)]


def steps(
    label: str,
    do: Callable[..., None],
    *ways: tuple[str, str, str, int],
    footer: int = 0,
    why_not: Callable[[_Target], str] | None = None,
) -> Iterator[Action]:
    """Actions that go some way: name, keys, help, and how far ``do`` goes. The footer has the last.

    ``do`` gets what the actions act on, and the distance.
    """
    for at, (name, keys, help, by) in enumerate(ways, 1):
        order = footer if at == len(ways) else 0
        yield Action(
            name=name,
            keys=keys,
            label=label,
            help=help,
            do=partial(_go, do, by),
            why_not=why_not,
            footer=order,
        )


def _go(do: Callable[..., None], by: int, target: _Target) -> None:
    do(target, by)
