"""Where the user was, so that the explorer opens there again."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

_log = logging.getLogger(__name__)


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The list, what was asked in it, and the company with its tab and page."""

    list: str = "search"
    query: str = ""
    day: str = ""
    list_page: int = 1
    tax_id: str = ""
    company_name: str = ""
    tab: str = "profile"
    page: int = 1


def load_place(path: Path) -> Place:
    """The place that was saved; the start where there is none or it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Place)
    except FileNotFoundError:
        return Place()
    except (OSError, msgspec.MsgspecError) as error:
        _log.warning("The last place cannot be read and is left: %s", error)
        return Place()


def save_place(path: Path, place: Place) -> None:
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
