"""Where the user was, so that the explorer opens there again."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from tui_app.language import _

_log = logging.getLogger(__name__)


class SavedLocation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The list, what was asked in it, the company with its tab and page, and who had the keys."""

    list: str = "search"
    query: str = ""
    day: str = ""
    list_page: int = 1
    tax_id: str = ""
    company_name: str = ""
    tab: str = "profile"
    page: int = 1
    in_detail: bool = False
    """Whether the company had the keys."""


class Loaded(NamedTuple):
    """The place to open at, and what to tell the user of a damaged file."""

    place: SavedLocation
    notice: str = ""


def load_location(path: Path) -> Loaded:
    """The place that was saved; the start where there is none.

    A file that cannot be understood is set aside, for the curious.
    """
    try:
        return Loaded(msgspec.json.decode(path.read_bytes(), type=SavedLocation))
    except FileNotFoundError:
        return Loaded(SavedLocation())
    except OSError as error:
        text = _("The last place cannot be read ({problem}): {path}.")
        return Loaded(SavedLocation(), text.format(problem=error.strerror, path=path))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        aside = path.with_name(f"{path.name}.damaged-{int(time.time())}")
        with contextlib.suppress(OSError):
            path.replace(aside)
        text = _("The last place could not be read and is forgotten; the old file is now {path}.")
        return Loaded(SavedLocation(), text.format(path=aside))


def save_location(path: Path, place: SavedLocation) -> None:
    """Write the place whole or not at all; a full disk costs the place and nothing else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(place))
            Path(name).replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        _log.warning("The place cannot be saved: %s", error)
