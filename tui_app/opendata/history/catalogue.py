"""Finds the snapshots of the trade register in the portal's catalogue, in either layout.

Nothing here was tested against the real portal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Final

from msgspec import structs

from tui_app.contract.dates import names_whole_day
from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_invisible
from tui_app.opendata.ckan import RemoteFile, own_files
from tui_app.opendata.history.snapshots import which_of_four
from tui_app.system.language import _
from tui_app.system.untyped import JsonObject

_NEW: Final = re.compile(r"od_(?:firme|stare_firma|reprezentanti_legali)|n_stare_firma")
_OLD_NAMES: Final = re.compile(r"nomenclator.*stari")
_READ: Final = re.compile(r"(.+?)[.](?:csv|txt|zip|gz|csv[.]gz)")
_UNSAFE: Final = re.compile(r"[^\w.-]+", re.ASCII)


def past_files(
    portal: str, datasets: Iterable[JsonObject], since: int | None
) -> tuple[list[RemoteFile], list[str]]:
    """The files of all snapshots since a year, oldest first, and a line on each other file.

    The day of a file is in its name, else in the name of its dataset.
    """
    found: dict[tuple[dt.date, str], RemoteFile] = {}
    told: list[str] = []
    for dataset in datasets:
        for file in own_files(portal, dataset):
            if not _is_of_register(file.name):
                continue
            name = _UNSAFE.sub("-", file.name).lstrip(".-")[:120]
            day = names_whole_day(name) or names_whole_day(file.dataset)
            if day is None:
                shown = without_invisible(f"{file.dataset}/{file.name}")
                told.append(
                    _("left out: {shown}: no name contains its date: {url}").format(
                        shown=shown, url=file.url
                    )
                )
            elif day.year >= (since or 0):
                known = structs.replace(file, kind="history", name=name, day=day)
                found[day, name.lower()] = known
    return [found[each] for each in sorted(found)], told


def _is_of_register(name: str) -> bool:
    match = _READ.fullmatch(name.lower())
    return match is not None and (
        _NEW.fullmatch(match[1]) is not None
        or which_of_four(match[1]) is not None
        or _OLD_NAMES.search(fold(match[1])) is not None
    )
