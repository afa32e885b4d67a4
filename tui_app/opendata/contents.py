"""Counts the contents of a registry, for ``firmeterm data info``."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from tui_app.contract.pasted_text import without_invisible
from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.contracts.files import contract_sources, sources_beside
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import beside
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.kept_sources import paths_of
from tui_app.registry.sqlite.merge import filter_of
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.registry.sqlite.sources import SourceInfo, sources_of
from tui_app.system.language import N_, _
from tui_app.system.untyped import JsonObject
from tui_app.system.wording import day_text

_COUNTS: Final = {
    "byStatus": (N_("by status"), "status", "company", "2 DESC, 1"),
    "byForm": (N_("by legal form"), "replace(company_type, '.', '')", "company", "2 DESC, 1"),
    "byCounty": (N_("by county"), "county", "company", "2 DESC, 1"),
    "statements": (N_("statements by year"), "year", "financial_year", "1 DESC"),
}  # fmt: skip
"""Name in the JSON: heading, and the column, table and order of the counts."""

_SHOWN: Final = 12


def contents_of(path: Path) -> JsonObject:
    """The output of ``data info``; raises ``RegistryError``."""
    with closing(RegistryFile(path)) as opened:
        info = opened.info
    try:
        with finished(path) as connection:
            counts = {
                name: {
                    str(key): count
                    for key, count in connection.execute(
                        f"SELECT coalesce({column}, ''), count(*) FROM {table}"
                        f" GROUP BY 1 ORDER BY {order}"
                    )
                }
                for name, (_heading, column, table, order) in _COUNTS.items()
            }
            company_filter, others = filter_of(connection)
    except sqlite3.DatabaseError as error:
        raise RegistryError(
            _("{path} is damaged ({error}).").format(path=path, error=error)
        ) from error
    return {
        "registry": str(path),
        "companies": info.companies,
        "only": company_filter.text,
        "notSelected": others,
        "invented": info.invented,
        "builtAt": format_timestamp(info.built_at),
        "registerDay": info.register_day.isoformat() if info.register_day else None,
        "version": info.version,
        "bytes": path.stat().st_size,
        **counts,
        "sources": [
            {
                "source": source.label,
                "kind": source.kind,
                "publisher": source.publisher,
                "name": source.name,
                "day": source.day.isoformat(),
                "dayKnown": source.is_dated,
                "licence": source.licence,
                "rows": source.rows,
                "leftOut": source.left_out | source.unused,
                "bytes": sum(
                    file.stat().st_size for file in paths_of(beside, source) if file.exists()
                ),
                "importedAt": format_timestamp(source.imported_at),
            }
            for beside, source in _all_sources(path)
        ],
    }


def _all_sources(registry: Path) -> Iterator[tuple[Path, SourceInfo]]:
    """The sources of a registry and of the contracts beside it, with the place of their files."""
    kept = sources_beside(registry)
    yield from ((registry, source) for source in sources_of(registry))
    yield from ((kept, source) for source in contract_sources(beside(registry).contracts))


def contents_lines(contents: JsonObject) -> Iterator[str]:
    """The output of ``data info`` as text lines."""
    yield contents["registry"]
    invented = _(" (invented)") if contents["invented"] else ""
    companies = contents["companies"]
    everybody = companies + contents["notSelected"]
    of_all = _(" of {count}, by {filter}").format(count=everybody, filter=contents["only"])
    only = of_all if contents["only"] else ""
    yield _("companies: {count}{only}{invented}").format(
        count=companies, only=only, invented=invented
    )
    yield _("built: {moment} UTC, version {version}").format(
        moment=contents["builtAt"][:16].replace("T", " "), version=contents["version"]
    )
    yield _("size: {size:.1f} MB").format(size=contents["bytes"] / 1e6)
    for name, (heading, *_query) in _COUNTS.items():
        if contents[name]:
            yield f"{_(heading)}:"
            yield from _counted(contents[name])
    yield _("sources:")
    for source in contents["sources"]:
        licence = source["licence"] or _("licence not stated")
        yield (
            _("  {source}: {name}, {day}, {licence}, {rows} rows read").format(
                source=source["source"],
                name=source["name"],
                day=_day(source),
                licence=licence,
                rows=source["rows"],
            )
        )
        yield from (
            _("    {count} left out: {reason}").format(count=count, reason=_(reason))
            for reason, count in source["leftOut"].items()
        )


def _day(source: JsonObject) -> str:
    if source["dayKnown"]:
        return _("of {day}").format(day=source["day"])
    saved = dt.date.fromisoformat(source["day"])
    return _("day unknown, file saved {day}").format(day=day_text(saved))


def _counted(counts: dict[str, int]) -> Iterator[str]:
    for key, count in list(counts.items())[:_SHOWN]:
        yield f"  {count:>9}  {without_invisible(key) or _('(unknown)')}"
    others = list(counts.values())[_SHOWN:]
    if others:
        yield _("  {count:>9}  in {others} others").format(count=sum(others), others=len(others))
