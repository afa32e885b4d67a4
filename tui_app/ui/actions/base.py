"""The base class of actions: name, key, help, price, and the panes where it applies."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tui_app.system.language import _
from tui_app.ui.remote.questions import Questions

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Pane(StrEnum):
    """The pane where an action belongs; every action can also be called from elsewhere."""

    ANYWHERE = "anywhere"
    LIST = "list"
    DETAIL = "detail"
    TAB = "tab"
    """Only in the lists and tabs that the action names."""


def offline_reason(panes: TwoPaneScreen) -> str:
    """Why no server may be asked; empty if one may."""
    if panes.session.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def pane_of(panes: TwoPaneScreen) -> Pane:
    """The pane that has the focus."""
    return Pane.DETAIL if panes.detail_has_focus else Pane.LIST


def only_in_list(panes: TwoPaneScreen) -> str:
    """Why a list action does nothing in the detail pane; empty while the list has the focus."""
    if not panes.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=panes.session.first_key("left_pane"))


class Offer(NamedTuple):
    """What a footer shows of an action now; ``price`` is ``None`` if it asks nothing."""

    label: str
    price: int | None
    is_enabled: bool = True


class Action:
    """One thing the user can do. Texts are marked for translation and translated when shown."""

    name: str
    """For programs: the key in the configuration file's ``[keys]``."""
    keys: str
    """Default keys, separated by commas, the first one shown."""
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence."""
    pane: Pane = Pane.ANYWHERE
    tabs: tuple[str, ...] = ()
    """Names of the lists or tabs where it applies as well."""
    is_named_by_title: bool = False
    """Whether ``label`` is a title, which a footer writes in small letters."""
    footer: int = 0
    """Its position in the footer, lowest first; 0: not in the footer."""
    field: int = 0
    """The same for a text field with the focus, where letters are text; 0: not in the footer."""

    together: bool = False
    """Whether a live source looks up all its companies at once."""
    hidden_when_disabled: bool = False
    """Whether the footer hides it, instead of dimming it, while it can do nothing."""

    def is_of(self, pane: Pane, tab: str) -> bool:
        """Whether it applies in a pane with this list or tab."""
        return self.pane in (Pane.ANYWHERE, pane) or tab in self.tabs

    def shown_label(self, panes: TwoPaneScreen) -> str:
        """The label in the current language, as it fits the current state."""
        return _(self.label).lower() if self.is_named_by_title else _(self.label)

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why it can do nothing now, for people; empty if it can."""
        return ""

    def prerequisite(self, panes: TwoPaneScreen) -> str:
        """The action that leads to where this one can run; empty: it can run here, or nowhere."""
        return ""

    def questions(self, panes: TwoPaneScreen) -> Questions | None:
        """What it would ask now; ``None`` when it never asks the server."""
        return None

    def price(self, panes: TwoPaneScreen) -> int | None:
        """How many requests it would cost now; ``None`` when it never asks the server."""
        asked = self.questions(panes)
        return None if asked is None else panes.answers.price(asked, together=self.together)

    def offer(self, panes: TwoPaneScreen) -> Offer | None:
        """How a footer shows it now; ``None``: not at all."""
        reason = self.reason(panes)
        if reason and self.hidden_when_disabled:
            return None
        price = None if reason else self.price(panes)
        return Offer(self.shown_label(panes), price, not reason)

    def run(self, panes: TwoPaneScreen) -> None:
        """Run the action."""
        raise AssertionError(f"{type(self).__name__} does nothing")


def actions_of(actions: Iterable[Action], pane: Pane, tab: str) -> list[Action]:
    """The actions that apply in a pane with this list or tab."""
    return [action for action in actions if action.is_of(pane, tab)]


class CompanyAction(Action):
    """An action on the chosen companies."""

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why no company is chosen."""
        return "" if panes.chosen else _("No company is open.")
