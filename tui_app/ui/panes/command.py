"""What a pane can do beyond what every pane can, as data that actions are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tui_app.ui.panes.menu import Checklist, Menu

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


# Any: the pane that declares the command; its methods are what the fields hold.
class PaneCommand(Struct, frozen=True, kw_only=True):
    """One key of a pane. Texts are marked for translation and translated when shown."""

    name: str
    """For programs: the word in the configuration file's ``[keys]``."""
    keys: str
    """Default keys, separated by commas."""
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence."""
    run: Callable[[Any], Menu | Checklist | None]
    """Does it, or says what to choose from."""
    footer: int = 0
    """Where it stands in the footer, lowest first; 0: not there."""
    reason: Callable[[Any], str] | None = None
    """Why it can do nothing now, for people; empty when it can."""
    price: Callable[[Any, Companies], int | None] | None = None
    """What it would send, in requests; ``None`` where the pane never asks for it."""
    goes_there: bool = False
    """Whether it can be called from any pane and shows its own first."""
