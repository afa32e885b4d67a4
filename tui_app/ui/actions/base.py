"""What an action is: one class with its name, key, help, price and place."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from tui_app.language import _

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Pane(StrEnum):
    """Where an action is of use; it can be called from everywhere."""

    ANYWHERE = "anywhere"
    LIST = "list"
    DETAIL = "detail"
    TAB = "tab"
    """Only in the tabs it names."""


def offline_reason(explorer: ExplorerScreen) -> str:
    """Why no server may be asked; empty where one may."""
    if explorer.program.settings.offline:
        return _("Offline: start without --offline to ask the server.")
    return ""


def key_of(explorer: ExplorerScreen, name: str) -> str:
    """The key that does an action now, as people write it."""
    from tui_app.ui.actions.registry import first_key

    return first_key(explorer.program.settings.keys, name)


def only_in_list(explorer: ExplorerScreen) -> str:
    """Why what is of the list does nothing for who reads a company; empty in the list."""
    if not explorer.detail_has_focus:
        return ""
    return _("Only in the list ({key}).").format(key=key_of(explorer, "left_pane"))


class Action:
    """One thing the user can do. Texts are marked for translation and translated when shown."""

    name: ClassVar[str]
    """For programs: the word in the configuration file's ``[keys]``."""
    keys: ClassVar[str]
    """Default keys, separated by commas, the first one shown."""
    label: ClassVar[str]
    """One or two words for the footer."""
    help: ClassVar[str]
    """A sentence."""
    place: ClassVar[Pane] = Pane.ANYWHERE
    tabs: ClassVar[tuple[str, ...]] = ()
    """Names of lists or tabs in which it is of use as well."""
    footer: ClassVar[int] = 0
    """Where it stands in the footer, lowest first; 0: not there."""
    field: ClassVar[int] = 0
    """The same while a text field has the keys, where letters are text; 0: not there."""

    def is_of(self, place: Pane, tab: str) -> bool:
        """Whether it is of use in a pane with this list or tab."""
        return self.place in (Pane.ANYWHERE, place) or tab in self.tabs

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """The label in the language in force, as it fits now."""
        return _(self.label)

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why it can do nothing now, for people; empty when it can."""
        return ""

    def price(self, explorer: ExplorerScreen) -> int | None:
        """How many requests it would cost now; ``None`` when it never asks the server."""
        return None

    def run(self, explorer: ExplorerScreen) -> None:
        """Do it."""
        raise AssertionError(f"{type(self).__name__} does nothing")
