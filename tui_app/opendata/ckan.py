"""Finds the data files in the portal's CKAN catalogue.

The catalogue is messy: duplicates, test files, several years in one dataset. So files are
selected by their own names. Nothing here was tested against the real portal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from msgspec import Struct, structs

from tui_app.contract.pasted_text import without_invisible
from tui_app.opendata.files.inputs import day_in
from tui_app.opendata.treasury.file_names import read_name
from tui_app.opendata.treasury.legend import STABLE_YEARS
from tui_app.registry.statement_sets import (
    ALL,
    IFRS,
    LONG,
    SMALL,
    missing_lines,
    missing_sets,
)
from tui_app.system.language import _
from tui_app.system.untyped import JsonObject

KINDS: Final = ("firms", "names", "statements", "taxpayers")
"""The kinds of files that are fetched."""

EVERY_KIND: Final = (*KINDS, "activities")
"""All kinds that can be fetched: authorised activities only serve an import with ``--caen``."""

_REGISTER_FILES: Final = re.compile(
    r"od_(?:firme|stare_firma|reprezentanti_legali|reprezentanti_if)\.csv", re.I
)
_NAME_FILES: Final = re.compile(r"n_(?:stare_firma|caen|versiune_caen|caen_versiune)\.csv", re.I)
_ACTIVITIES: Final = re.compile(r"od_caen_autorizat\.csv", re.I)
_STATEMENTS: Final = re.compile(r"web.*\.(?:txt|csv|zip)", re.I)
_TAXPAYERS: Final = re.compile(r"date_(?:de_)?identificare_platitori.*_a\.(?:csv|txt|zip)", re.I)
_FETCHED: Final = {ALL, SMALL, LONG, IFRS}
_SAFE: Final = re.compile(r"(?!\.)[\w.-]{1,120}", re.ASCII)


class RemoteFile(Struct, frozen=True):
    """A file of the portal. ``size`` is announced, in bytes; ``day`` is that of its package."""

    kind: str
    dataset: str
    name: str
    url: str
    size: int | None
    licence: str | None
    day: dt.date | None = None


def newest_files(
    portal: str, datasets: Iterable[JsonObject], kinds: Iterable[str], years: int
) -> tuple[list[RemoteFile], list[str]]:
    """The newest file of each kind in a portal's catalogue, among those on the portal itself.

    The second value is a line on each year or set of statements that the portal does not list.
    """
    known = sorted(_files(portal, datasets), key=lambda each: each[0])
    wanted = set(kinds)
    # Sorted by date, so the newer of two files with the same name or the same content wins.
    by_name = {(file.kind, _identity(file)): (day, file) for day, file in known}
    newest = {
        kind: max((day for day, file in by_name.values() if file.kind == kind), default=None)
        for kind in EVERY_KIND
        if kind != "statements"
    }
    filed = sorted({_year(file) for _, file in by_name.values() if file.kind == "statements"})
    latest = set(filed[-years:]) if years > 0 else set()
    chosen = [
        file
        for day, file in by_name.values()
        if file.kind in wanted
        and (_year(file) in latest if file.kind == "statements" else day == newest[file.kind])
    ]
    notes = list(_not_listed(chosen, years)) if "statements" in wanted else []
    order = sorted(chosen, key=lambda file: (EVERY_KIND.index(file.kind), file.dataset, file.name))
    return order, notes


def _not_listed(files: Iterable[RemoteFile], years: int) -> Iterator[str]:
    """What is missing of the statements that were asked for: years, sets and legends."""
    names = [file.name for file in files if file.kind == "statements"]
    data = {read_name(name) for name in names if not name.lower().endswith(".csv")}
    plain = {read_name(name) for name in names if name.lower().endswith(".txt")}
    found = sorted({year for year, _ in data if year}, reverse=True)
    if found and len(found) < years:
        listed = ", ".join(map(str, found))
        yield _("statements: {count} of {years} years are listed ({listed})").format(
            count=len(found), years=years, listed=listed
        )
    if found and found[0] - found[-1] >= len(found):
        gaps = set(range(found[-1], found[0])) - set(found)
        yield _("statements: no file of {names} is listed").format(
            names=", ".join(map(str, sorted(gaps, reverse=True)))
        )
    kinds = [f"statements {year} {which}" for year, which in data]
    yield from (
        _("statements: {line}").format(line=line) for line in missing_lines(missing_sets(kinds))
    )
    legends = {read_name(name) for name in names if name.lower().endswith(".csv")}
    for year, which in sorted(plain - legends, key=str, reverse=True):
        if year and (year not in STABLE_YEARS or which == IFRS):
            yield _(
                "statements {year} {which}: no legend is listed, without which they are not read"
            ).format(year=year, which=which)


def _files(portal: str, datasets: Iterable[JsonObject]) -> Iterator[tuple[dt.date, RemoteFile]]:
    for dataset in datasets:
        for file in own_files(portal, dataset):
            kind = _kind(file.dataset, file.name)
            if kind is not None and _SAFE.fullmatch(file.name):
                day = _day(dataset, file.dataset)
                known = None if day == dt.date.min else day
                yield day, structs.replace(file, kind=kind, day=known)


def own_files(portal: str, dataset: JsonObject) -> Iterator[RemoteFile]:
    """The files of a dataset that the portal itself serves, with no kind or day yet.

    Their names are the last parts of their addresses, and may contain any character.
    """
    slug = dataset.get("name")
    if isinstance(slug, str) and _SAFE.fullmatch(slug):
        for resource in resources_of(dataset):
            if file := file_of(portal, slug, dataset, resource):
                yield file


def resources_of(dataset: JsonObject) -> list[JsonObject]:
    """What a dataset lists."""
    found = dataset.get("resources")
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def file_of(portal: str, slug: str, dataset: JsonObject, resource: JsonObject) -> RemoteFile | None:
    """The file of a resource; ``None`` if the portal itself does not serve it."""
    licence = dataset.get("license_title") or dataset.get("license_id")
    url = resource.get("url")
    if not isinstance(url, str):
        return None
    try:
        url = urljoin(f"{portal.rstrip('/')}/", url)
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        return None
    if parts.hostname != urlsplit(portal).hostname or not url.isprintable():
        return None
    size = str(resource.get("size") or "")
    return RemoteFile(
        kind="",
        dataset=slug,
        name=unquote(parts.path).rpartition("/")[2],
        url=url,
        size=int(size) if size.isascii() and size.isdigit() and int(size) else None,
        licence=without_invisible(licence) if isinstance(licence, str) else None,
    )


def _kind(slug: str, name: str) -> str | None:
    if slug.startswith("firme-") and _REGISTER_FILES.fullmatch(name):
        return "firms"
    if slug.startswith("firme-") and _ACTIVITIES.fullmatch(name):
        return "activities"
    if slug.startswith(("nomenclatoare", "firme-")) and _NAME_FILES.fullmatch(name):
        return "names"
    if _STATEMENTS.fullmatch(name) and read_name(name).year and read_name(name).which in _FETCHED:
        return "statements"
    return "taxpayers" if _TAXPAYERS.fullmatch(name) else None


def _year(file: RemoteFile) -> int:
    return (read_name(file.name).year or 0) if file.kind == "statements" else 0


def _identity(file: RemoteFile) -> object:
    """The same for two spellings of the name of one year's set."""
    if file.kind != "statements":
        return file.name.lower()
    return read_name(file.name), file.name.lower().endswith(".csv")


def _day(dataset: JsonObject, slug: str) -> dt.date:
    """The date in a dataset's name, else the date of its last change."""
    if named := day_in((slug,)):
        return named
    try:
        return dt.date.fromisoformat(str(dataset.get("metadata_modified"))[:10])
    except ValueError:
        return dt.date.min
