"""Recognises files that are incomplete, far smaller than before, or about other companies."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.names import is_unfinished
from tui_app.opendata.kinds import ADAPTERS
from tui_app.opendata.lanes import FilePart, FileRead
from tui_app.registry.sqlite.finished import finished, uri_of
from tui_app.registry.sqlite.sources import SourceInfo
from tui_app.system.language import _

MIN_SHARE: Final = 0.9
"""A source is not replaced by default if the new one has less than this share of its rows."""

MIN_SHARED: Final = 0.5
"""A source is not replaced by default if less than this share of its companies is in the new one.
"""

_LOOKED_UP: Final = 500
_MIN_COMPARED: Final = 5
Files = Sequence[FileRead]


def why_not_whole(files: Files) -> list[str]:
    """Why files are cut off, or differ from the portal's announcement; empty if they are whole."""
    reasons = []
    for read in files:
        source = read.file.source
        if is_unfinished(source.name):
            reasons.append(_("the download of {source} is not finished").format(source=source.name))
        elif source.announced is not None and source.announced != source.size:
            reasons.append(
                _("{source} has {size} of the {announced} bytes that the portal announced").format(
                    source=source.name, size=source.size, announced=source.announced
                )
            )
        if read.is_cut:
            reasons.append(_("the last line of {source} is cut off").format(source=source.name))
    return reasons


def why_partial(files: Files, replaced: Sequence[SourceInfo], kept: Sequence[Path]) -> str | None:
    """Why the files of one kind do not replace their sources; ``None`` if they do.

    ``kept`` are the files with the sources' data.
    """
    if not replaced:
        return None
    reasons = why_not_whole(files)
    rows, before = sum(read.tally.rows for read in files), sum(s.rows for s in replaced)
    if rows < before * MIN_SHARE and not reasons:
        reasons.append(_("that is less than {min_share:.0%}").format(min_share=MIN_SHARE))
    if not reasons:
        reasons += _other_companies(files, kept)
    if not reasons:
        return None
    labels = ", ".join(read.file.source.label for read in files)
    old = f"{replaced[0].kind} ({replaced[0].day_text})"
    return _(
        "{labels}: {rows} rows beside the {before} of {old}; {reasons}. The earlier"
        " import stays. Get the file again, or use it as it is: --accept-smaller."
    ).format(labels=labels, rows=rows, before=before, old=old, reasons="; ".join(reasons))


def _other_companies(files: Files, kept: Sequence[Path]) -> Iterator[str]:
    """Whether the files are about other companies than the kept ones, judging by a sample."""
    adapter = ADAPTERS[files[0].file.kind]
    table, key = adapter.table, adapter.key
    if not key:
        return
    sought: set[object] = set()
    with suppress(sqlite3.DatabaseError):  # damaged; the new file may well replace it
        sought = {name for path in kept if path.is_file() for name in _some(path, table, key)}
    found: set[object] = set()
    for read in files:
        for piece in read.parts:
            with finished(piece.draft) as connection:
                marks = ", ".join("?" * len(sought))
                named = f"SELECT DISTINCT {key} FROM {table} WHERE {key} IN ({marks})"
                found.update(name for (name,) in connection.execute(named, list(sought)))
    if len(sought) >= _MIN_COMPARED and len(found) < len(sought) * MIN_SHARED:
        yield _("it names only {count} of {sought} companies in the earlier one").format(
            count=len(found), sought=len(sought)
        )
        for read in files:
            yield from (
                _("{count} rows left out: {why}").format(count=count, why=_(why))
                for why, count in read.tally.left_out.items()
            )


def _some(path: Path, table: str, key: str) -> Iterator[object]:
    """A sample of the companies in a file, from all parts of it."""
    with finished(path) as connection:
        (rows,) = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()
        step = max((rows or 0) // _LOOKED_UP, 1)
        numbers = range(step, (rows or 0) + 1, step)
        marks = ", ".join("?" * len(numbers))
        chosen = f"SELECT {key} FROM {table} WHERE rowid IN ({marks})"
        yield from (name for (name,) in connection.execute(chosen, list(numbers)))


def refuse_versions_as_parts(files: Files) -> None:
    """Raise ``ImportRefusedError`` if files of one day name the same companies.

    Then they are not parts of one file, and it is unknown which is newer.
    """
    adapter = ADAPTERS[files[0].file.kind]
    if len(files) < 2 or not adapter.is_disjoint:
        return
    table, key = adapter.table, adapter.key
    first, *others = files
    for other in others:
        shared = sum(
            _shared(mine, theirs, table, key) for mine in first.parts for theirs in other.parts
        )
        if shared * 2 > min(_count(first.parts, table), _count(other.parts, table)):
            names = _("{one} and {other}").format(
                one=first.file.source.label, other=other.file.source.label
            )
            raise ImportRefusedError(
                _(
                    "{names} have the same date and name the same companies, so they are not parts"
                    " of one file. Import the newer one alone, or put each in a folder named by its"
                    " day: firme-02-09-2026."
                ).format(names=names)
            )


def _shared(one: FilePart, other: FilePart, table: str, key: str) -> int:
    with finished(one.draft) as connection:
        connection.execute("ATTACH ? AS other", (uri_of(other.draft),))
        (count,) = connection.execute(
            f"SELECT count(*) FROM {table} WHERE {key} IN (SELECT {key} FROM other.{table})"
        ).fetchone()
    return int(count)


def _count(pieces: Sequence[FilePart], table: str) -> int:
    total = 0
    for piece in pieces:
        with finished(piece.draft) as connection:
            total += connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return total
