"""Finds procurement files in the portal's catalogue: one data set a year, files by quarter.

Nothing here was tested against the real portal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from msgspec import structs

from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_invisible
from tui_app.opendata.ckan import RemoteFile, file_of, resources_of
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
    taken: set[str] = set()
    for resource in resources_of(dataset):
        name = resource.get("name")
        if not isinstance(name, str) or not isinstance(resource.get("url"), str):
            continue
        file = file_of(portal, slug, dataset, resource) if is_used(name) else None
        if file is None:
            yield None, without_invisible(name)
            continue
        plain = re.sub(r"[^\w.-]+", "-", fold(name)).strip("-.")[:80] or "file"
        ending = PurePosixPath(urlsplit(file.url).path).suffix[:6]
        is_plain = re.fullmatch(r"[.]\w+", ending, re.ASCII)
        file_name = f"{plain}{ending if is_plain else ''}"
        while file_name in taken:
            file_name = f"again-{file_name}"
        taken.add(file_name)
        day = _day(resource, dataset)
        yield (
            structs.replace(file, kind="procurement", name=file_name, day=day),
            without_invisible(name),
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
