"""Finds procurement files in the portal's catalogue: one data set a year, files by quarter.

Nothing here was tested against the real portal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urljoin, urlsplit

from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_invisible
from tui_app.opendata.ckan import RemoteFile
from tui_app.system.untyped import JsonObject

FIRST_YEAR: Final = 2016
_MISSPELLED_DATA_SETS: Final = {2019: "achiziti-publice-2019"}
"""One year's data set, whose name lacks a letter."""


def slug_of(year: int) -> str:
    """The name of a year's data set."""
    return _MISSPELLED_DATA_SETS.get(year, f"achizitii-publice-{year}")


def files_of(
    portal: str, slug: str, dataset: JsonObject
) -> Iterator[tuple[RemoteFile | None, str]]:
    """The files of a data set with their names; ``None`` for a file that matches no table."""
    resources = dataset.get("resources")
    licence = dataset.get("license_title") or dataset.get("license_id")
    taken: set[str] = set()
    for resource in resources if isinstance(resources, list) else ():
        found = resource if isinstance(resource, dict) else {}
        name, url = found.get("name"), found.get("url")
        if not isinstance(name, str) or not isinstance(url, str):
            continue
        shown = without_invisible(name)
        url = urljoin(f"{portal.rstrip('/')}/", url)
        try:
            is_own = urlsplit(url).hostname == urlsplit(portal).hostname and url.isprintable()
        except ValueError:
            is_own = False
        if not is_own or not is_used(name):
            yield None, shown
            continue
        plain = re.sub(r"[^\w.-]+", "-", fold(name)).strip("-.")[:80] or "file"
        ending = PurePosixPath(urlsplit(url).path).suffix[:6]
        is_plain = re.fullmatch(r"[.]\w+", ending, re.ASCII)
        file_name = f"{plain}{ending if is_plain else ''}"
        while file_name in taken:
            file_name = f"again-{file_name}"
        taken.add(file_name)
        size = str(found.get("size") or "")
        yield (
            RemoteFile(
                kind="procurement",
                dataset=slug,
                name=file_name,
                url=url,
                size=int(size) if size.isascii() and size.isdigit() and int(size) else None,
                licence=without_invisible(licence) if isinstance(licence, str) else None,
                day=_day(found, dataset),
            ),
            shown,
        )


def is_used(name: str) -> bool:
    """Whether a file's name is that of a table in use: not notices or lists of call-offs."""
    folded = fold(name)
    if "fara anunt" in folded or "modific" in folded:
        return True
    if any(word in folded for word in ("anunt", "invitati", "notificar")):
        return False
    if "direct" in folded and ("achizi" in folded or "cumpar" in folded):
        return True
    rest = re.sub(r"contracte(?:le)? subsecvente", "", folded)
    return "contracte" in rest


def _day(*records: JsonObject) -> dt.date | None:
    for record in records:
        for key in ("last_modified", "metadata_modified", "created"):
            try:
                return dt.date.fromisoformat(str(record.get(key))[:10])
            except ValueError:
                continue
    return None
