"""What an action is: one class with its name, key, help, price and place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from tui_app.language import _
from tui_app.ui.context import Program

if TYPE_CHECKING:
    from tui_app.ui.lists.base import ListPane
    from tui_app.ui.panes.base import DataPane
    from tui_app.ui.panes.entry import Entry
    from tui_app.ui.panes.history import History
    from tui_app.ui.panes.menu import Checklist, Menu
    from tui_app.ui.sections.detail import DetailPane

R = TypeVar("R")


class Pane(StrEnum):
    """Where an action is of use; it can be called from everywhere."""

    ANYWHERE = "anywhere"
    LIST = "list"
    DETAIL = "detail"
    TAB = "tab"
    """Only in the lists and tabs it names."""


class Keys(Protocol):
    """The actions as a whole, as one of them may ask."""

    by_name: dict[str, Action]
    in_force: dict[str, tuple[str, ...]]

    def __iter__(self) -> Iterator[Action]:
        """All actions, in the order of the help panel."""

    def __len__(self) -> int:
        """How many there are."""

    def first_key(self, name: str) -> str:
        """The key in force that does an action, as people write it."""

    def complaints(self) -> list[str]:
        """What is wrong with the user's keys."""


class Explorer(Protocol):
    """What an action may ask of the main screen."""

    program: Program
    lists: dict[str, ListPane]
    detail: DetailPane
    history: History
    compared: dict[str, Entry]
    """The companies that are put side by side."""
    keys: Keys
    under_way: Callable[[], None] | None
    """Ends what runs beside the screen and is told of in the footer; ``None``: nothing does."""

    # Any: whatever the app returns.
    @property
    def app(self) -> App[Any]:
        """For what every Textual app does: themes, leaving, the browser."""

    @property
    def focused(self) -> Widget | None:
        """What has the keys."""

    @property
    def list(self) -> ListPane:
        """The list that is shown."""

    @property
    def pane(self) -> DataPane:
        """The list or tab that has the keys."""

    @property
    def detail_has_focus(self) -> bool:
        """Whether keys go to the detail."""

    @property
    def chosen(self) -> tuple[Entry, ...]:
        """The companies that copy and export are about."""

    @property
    def row_pane(self) -> Widget | None:
        """What Up and Down move: where the keys go, or what a field is about."""

    def say(
        self, text: str, style: str = "text", *, while_so: Callable[[], bool] = lambda: True
    ) -> None:
        """Show a message for a while, and no longer than ``while_so``."""

    def hold(self, name: str, text: str) -> None:
        """Say that an action waits for Enter, as long as nobody goes elsewhere."""

    def still_here(self) -> Callable[[], bool]:
        """Tells later whether nobody went elsewhere since."""

    def release(self) -> str:
        """The action that waited for Enter and does no longer."""

    def act(self, name: str, *, confirmed: bool = False) -> None:
        """Run an action; ``confirmed``: its price was seen."""

    def open_dialog(
        self, dialog: Screen[R], then: Callable[[R | None], None] | None = None
    ) -> None:
        """Put a dialog over the screen; ``then`` gets what it gave back."""

    def open_menu(self, menu: Menu | Checklist) -> None:
        """Let the user choose."""

    def open_filter(self, pane: DataPane) -> None:
        """Let the user type a filter for a pane."""

    def show_company(self, entry: Entry) -> None:
        """Open a company that need not be in the list."""

    def choose_list(self, name: str) -> None:
        """Show a list."""

    def choose_tab(self, tab: str) -> None:
        """Show a tab of the detail and give it the keys."""

    def focus_list(self) -> None:
        """The keys go to the list."""

    def focus_detail(self) -> None:
        """The keys go to the detail."""

    def leave_level(self) -> None:
        """Filter, detail, list, search field: one step each."""

    def update_hints(self) -> None:
        """What can be done, and what it costs, may have changed."""

    def remember(self) -> None:
        """The user is somewhere else."""

    def kept_changed(self) -> None:
        """The history, the watch list or a note is not what it was."""


def offline_reason(explorer: Explorer) -> str:
    """Why no server may be asked; empty where one may."""
    if explorer.program.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def only_in_list(explorer: Explorer) -> str:
    """Why what is of the list does nothing for who reads a company; empty in the list."""
    if not explorer.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=explorer.keys.first_key("left_pane"))


class Action:
    """One thing the user can do. Texts are marked for translation and translated when shown."""

    name: str
    """For programs: the word in the configuration file's ``[keys]``."""
    keys: str
    """Default keys, separated by commas, the first one shown."""
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence."""
    place: Pane = Pane.ANYWHERE
    tabs: tuple[str, ...] = ()
    """Names of lists or tabs in which it is of use as well."""
    footer: int = 0
    """Where it stands in the footer, lowest first; 0: not there."""
    field: int = 0
    """The same while a text field has the keys, where letters are text; 0: not there."""

    hidden_in_vain: bool = False
    """Whether the footer leaves it out, rather than grey, while it can do nothing."""

    def is_of(self, place: Pane, tab: str) -> bool:
        """Whether it is of use in a pane with this list or tab."""
        return self.place in (Pane.ANYWHERE, place) or tab in self.tabs

    def shown_label(self, explorer: Explorer) -> str:
        """The label in the language in force, as it fits now."""
        return _(self.label)

    def reason(self, explorer: Explorer) -> str:
        """Why it can do nothing now, for people; empty when it can."""
        return ""

    def way_there(self, explorer: Explorer) -> str:
        """The action that leads to where this one can run; empty: it can here, or nowhere."""
        return ""

    def price(self, explorer: Explorer) -> int | None:
        """How many requests it would cost now; ``None`` when it never asks the server."""
        return None

    def run(self, explorer: Explorer) -> None:
        """Do it."""
        raise AssertionError(f"{type(self).__name__} does nothing")
