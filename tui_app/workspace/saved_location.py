"""The user's last location, where the explorer opens next time."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from tui_app.system.atomic_file import replace_file
from tui_app.system.language import _
from tui_app.system.own_files import set_aside

_log = logging.getLogger(__name__)


Focus = Literal["", "field", "list", "detail"]


class SavedQuery(Struct, frozen=True, omit_defaults=True):
    """The request of a list: the text or date in its field, and the page."""

    text: str = ""
    page: int = 1


class SavedLocation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The list and its request, the company with its tab and page, and the focus."""

    list: str = "search"
    queries: dict[str, SavedQuery] = {}
    """By list name."""
    tax_id: str = ""
    company_name: str = ""
    tab: str = "overview"
    page: int = 1
    focus: Focus = ""
    """The focused pane; empty before the first one, so that the field gets the focus."""
    columns: dict[str, tuple[str, ...]] = {}
    """The columns chosen by the user, by list name."""

    @property
    def views(self) -> set[str]:
        """The names of the lists and of the tab that it says something about."""
        return {self.list, self.tab, *self.queries, *self.columns}


class Loaded(NamedTuple):
    """The location to open at, and a notice about a damaged file."""

    location: SavedLocation
    notice: str = ""


def load_location(path: Path) -> Loaded:
    """The saved location, or the default one if there is none.

    An unreadable file is renamed, so that it can be examined.
    """
    try:
        return Loaded(msgspec.json.decode(path.read_bytes(), type=SavedLocation))
    except FileNotFoundError:
        return Loaded(SavedLocation())
    except OSError as error:
        text = _("The last location cannot be read ({problem}): {path}.")
        return Loaded(SavedLocation(), text.format(problem=error.strerror, path=path))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        text = _("The last location could not be read; the old file is now {path}.")
        return Loaded(SavedLocation(), text.format(path=set_aside(path)))


def save_location(path: Path, location: SavedLocation) -> None:
    """Write the location atomically; on a full disk only the location is lost."""
    try:
        replace_file(path, msgspec.json.encode(location))
    except OSError as error:
        _log.warning("The place cannot be saved: %s", error)
