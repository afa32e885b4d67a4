"""Counts the contents of a registry, for ``firmeterm data info``."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

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

_COUNTS: Final = {
    "byStatus": ("by status", "status", "company", "2 DESC, 1"),
    "byForm": ("by legal form", "replace(company_type, '.', '')", "company", "2 DESC, 1"),
    "byCounty": ("by county", "county", "company", "2 DESC, 1"),
    "statements": ("statements by year", "year", "financial_year", "1 DESC"),
}  # fmt: skip
"""Name in the JSON: heading, and the column, table and order of the counts."""

_SHOWN: Final = 12


# Any: this is JSON.
def contents_of(path: Path) -> dict[str, Any]:
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
        raise RegistryError(f"{path} is damaged ({error}).") from error
    return {
        "registry": str(path),
        "companies": info.companies,
        "only": company_filter.text,
        "skipped": others,
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


def contents_lines(contents: dict[str, Any]) -> Iterator[str]:
    """The output of ``data info`` as text lines."""
    yield contents["registry"]
    invented = " (invented)" if contents["invented"] else ""
    companies = contents["companies"]
    everybody = companies + contents["skipped"]
    only = f" of {everybody}, by {contents['only']}" if contents["only"] else ""
    yield f"companies: {companies}{only}{invented}"
    yield f"built: {contents['builtAt'][:16].replace('T', ' ')} UTC, version {contents['version']}"
    yield f"size: {contents['bytes'] / 1e6:.1f} MB"
    for name, (heading, *_query) in _COUNTS.items():
        if contents[name]:
            yield f"{heading}:"
            yield from _counted(contents[name])
    yield "sources:"
    for source in contents["sources"]:
        licence = source["licence"] or "licence not stated"
        yield (
            f"  {source['source']}: {source['name']}, {_day(source)}, {licence},"
            f" {source['rows']} rows read"
        )
        yield from (
            f"    {count} left out: {reason}" for reason, count in source["leftOut"].items()
        )


# Any: this is JSON.
def _day(source: dict[str, Any]) -> str:
    if source["dayKnown"]:
        return f"of {source['day']}"
    saved = dt.date.fromisoformat(source["day"])
    return f"day unknown, file saved {saved.day} {saved:%b %Y}"


def _counted(counts: dict[str, int]) -> Iterator[str]:
    for key, count in list(counts.items())[:_SHOWN]:
        yield f"  {count:>9}  {without_invisible(key) or '(unknown)'}"
    others = list(counts.values())[_SHOWN:]
    if others:
        yield f"  {sum(others):>9}  in {len(others)} others"
