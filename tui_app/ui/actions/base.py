"""The base class of actions: name, key, help, price, and the panes where it applies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from tui_app.system.language import _
from tui_app.ui.program import Program

if TYPE_CHECKING:
    from tui_app.ui.lists.base import ListPane
    from tui_app.ui.panes.base import DataPane
    from tui_app.ui.panes.entry import CompanyEntry
    from tui_app.ui.panes.menu import Checklist, Menu
    from tui_app.ui.panes.visited import VisitedCompanies
    from tui_app.ui.sections.detail import DetailPane

R = TypeVar("R")


class Pane(StrEnum):
    """The pane where an action belongs; every action can also be called from elsewhere."""

    ANYWHERE = "anywhere"
    LIST = "list"
    DETAIL = "detail"
    TAB = "tab"
    """Only in the lists and tabs that the action names."""


class Keys(Protocol):
    """All actions, as seen by one of them."""

    by_name: dict[str, Action]
    keymap: dict[str, tuple[str, ...]]

    def __iter__(self) -> Iterator[Action]:
        """All actions, in the order of the help panel."""

    def __len__(self) -> int:
        """The number of actions."""

    def hinted(
        self, pane: Pane, tab: str, *, in_field: bool = False
    ) -> tuple[tuple[Action, str], ...]:
        """The actions in the footer of a pane, in order, each with its first key as shown."""

    def first_key(self, name: str) -> str:
        """The first key that runs an action, as shown to people."""

    def complaints(self) -> list[str]:
        """Problems with the keys that the user set."""


class Explorer(Protocol):
    """What an action may request from the main screen."""

    program: Program
    lists: Mapping[str, ListPane]
    lists_made: Mapping[str, ListPane]
    """The lists that were needed so far: the others have nothing to save yet."""
    detail: DetailPane
    visited: VisitedCompanies
    compared: dict[str, CompanyEntry]
    """The companies chosen for comparison."""
    keys: Keys

    # Any: whatever the app returns.
    @property
    def app(self) -> App[Any]:
        """The Textual app, for what every app can do: themes, quitting, the browser."""

    @property
    def focused(self) -> Widget | None:
        """The widget with the focus."""

    @property
    def list(self) -> ListPane:
        """The list that is shown."""

    @property
    def pane(self) -> DataPane:
        """The list or tab with the focus."""

    @property
    def detail_has_focus(self) -> bool:
        """Whether the detail pane has the focus."""

    @property
    def company(self) -> CompanyEntry | None:
        """The current company."""

    @property
    def chosen(self) -> tuple[CompanyEntry, ...]:
        """An action's companies: the marked rows of the list with the focus, or the company."""

    @property
    def is_only_resumed(self) -> bool:
        """Whether the company is only the last session's, which the user has not opened now."""

    @property
    def is_restoring(self) -> bool:
        """Whether the last location is still being loaded."""

    @property
    def row_pane(self) -> Widget | None:
        """What Up and Down move: the focused pane, or the rows that a field filters."""

    def say(
        self, text: str, style: str = "text", *, shown_while: Callable[[], bool] = lambda: True
    ) -> None:
        """Show a message for a while, but only as long as ``shown_while()`` holds."""

    def hold(self, run: Callable[[], object], text: str) -> None:
        """Say that something waits for Enter, until the user moves elsewhere."""

    def still_here(self) -> Callable[[], bool]:
        """A check for later: whether the user is still in the same place."""

    def release(self) -> Callable[[], object] | None:
        """Stop waiting for Enter; return what waited, or ``None``."""

    def act(self, name: str, *, confirmed: bool = False) -> None:
        """Run an action; ``confirmed``: the user has already seen its price."""

    def spend(self, what: str, price: int | None, run: Callable[[], object]) -> None:
        """Run something at once, or after Enter confirms it if it costs too much."""

    def open_dialog(
        self, dialog: Screen[R], then: Callable[[R | None], None] | None = None
    ) -> None:
        """Put a dialog over the screen; ``then`` gets its result."""

    def open_menu(self, menu: Menu | Checklist) -> None:
        """Open a menu or a checklist."""

    def open_filter(self, pane: DataPane) -> None:
        """Open the filter field for a pane."""

    def show_company(self, entry: CompanyEntry) -> None:
        """Open a company, which need not be in the list."""

    def choose_list(self, name: str) -> None:
        """Show a list."""

    def choose_tab(self, tab: str) -> None:
        """Show a tab of the detail pane and focus it."""

    def focus_list(self) -> None:
        """Focus the list."""

    def focus_detail(self) -> None:
        """Focus the detail pane."""

    def leave_level(self) -> None:
        """Go back one level: filter, detail, list, search field."""

    def update_hints(self) -> None:
        """Update the key hints and prices."""

    def remember(self) -> None:
        """Note that the user moved to another place."""

    def workspace_changed(self) -> None:
        """Show a change of the history, the watch list or a note."""


def offline_reason(explorer: Explorer) -> str:
    """Why no server may be asked; empty if one may."""
    if explorer.program.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def pane_of(explorer: Explorer) -> Pane:
    """The pane that has the focus."""
    return Pane.DETAIL if explorer.detail_has_focus else Pane.LIST


def only_in_list(explorer: Explorer) -> str:
    """Why a list action does nothing in the detail pane; empty while the list has the focus."""
    if not explorer.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=explorer.keys.first_key("left_pane"))


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
    footer: int = 0
    """Its position in the footer, lowest first; 0: not in the footer."""
    field: int = 0
    """The same for a text field with the focus, where letters are text; 0: not in the footer."""

    hidden_when_disabled: bool = False
    """Whether the footer hides it, instead of dimming it, while it can do nothing."""

    def is_of(self, pane: Pane, tab: str) -> bool:
        """Whether it applies in a pane with this list or tab."""
        return self.pane in (Pane.ANYWHERE, pane) or tab in self.tabs

    def shown_label(self, explorer: Explorer) -> str:
        """The label in the current language, as it fits the current state."""
        return _(self.label)

    def reason(self, explorer: Explorer) -> str:
        """Why it can do nothing now, for people; empty if it can."""
        return ""

    def prerequisite(self, explorer: Explorer) -> str:
        """The action that leads to where this one can run; empty: it can run here, or nowhere."""
        return ""

    def price(self, explorer: Explorer) -> int | None:
        """How many requests it would cost now; ``None`` when it never asks the server."""
        return None

    def run(self, explorer: Explorer) -> None:
        """Run the action."""
        raise AssertionError(f"{type(self).__name__} does nothing")


class CompanyAction(Action):
    """An action on the chosen companies."""

    def reason(self, explorer: Explorer) -> str:
        """Why no company is chosen."""
        return "" if explorer.chosen else _("No company is open.")
