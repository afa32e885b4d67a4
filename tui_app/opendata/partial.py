"""Files that are less than they seem: cut short, unfinished, or far smaller than before."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.lanes import FilePart
from tui_app.opendata.reading import is_cut
from tui_app.opendata.recognition import FileKind
from tui_app.opendata.sets import ImportStep, is_unfinished
from tui_app.registry.sqlite.sources import SourceInfo

LEAST_SHARE: Final = 0.9
"""A source that has fewer of its rows than this is not replaced unasked."""

_DISJOINT: Final = {FileKind.FIRMS: ("firm", "key"), FileKind.STATEMENTS: ("statement", "tax_id"),
                    FileKind.TAXPAYERS: ("taxpayer", "tax_id")}  # fmt: skip


def why_partial(
    files: Sequence[tuple[ImportStep, Tally, Sequence[FilePart]]], replaced: Sequence[SourceInfo]
) -> str | None:
    """Why the files of one kind do not take the place of sources; ``None`` where they do."""
    if not replaced:
        return None
    reasons = []
    for step, _tally, pieces in files:
        source = step.file.source
        last = pieces[-1].reading
        if is_unfinished(source):
            reasons.append(f"the download of {source.name} is not finished")
        elif source.announced is not None and source.announced != source.size:
            reasons.append(
                f"{source.name} has {source.size} of the {source.announced} bytes that the portal"
                " announced"
            )
        if last is not None and is_cut(last, step.file.beginning, step.file.kind):
            reasons.append(f"the last line of {source.name} is cut off")
    rows, before = sum(tally.rows for _, tally, _ in files), sum(s.rows for s in replaced)
    if rows < before * LEAST_SHARE and not reasons:
        reasons.append(f"that is less than {LEAST_SHARE:.0%}")
    if not reasons:
        return None
    labels = ", ".join(step.file.source.label for step, _, _ in files)
    old = f"{replaced[0].kind} of {replaced[0].day:%d %b %Y}"
    return (
        f"{labels}: {rows} rows beside the {before} of {old}; {'; '.join(reasons)}. What was"
        " imported before stays. Get the file again, or take it as it is: --accept-smaller."
    )


def refuse_versions_as_parts(files: Sequence[tuple[ImportStep, Sequence[FilePart]]]) -> None:
    """Raise ``ImportRefusedError`` where files of one day name the same companies: they are not
    parts of one, and which is the newer one is unknown.
    """
    kind = files[0][0].file.kind
    if len(files) < 2 or kind not in _DISJOINT:
        return
    table, key = _DISJOINT[kind]
    (first, its_pieces), *others = files
    for other, pieces in others:
        shared = sum(_shared(mine, theirs, table, key) for mine in its_pieces for theirs in pieces)
        if shared * 2 > min(_count(its_pieces, table), _count(pieces, table)):
            names = f"{first.file.source.label} and {other.file.source.label}"
            raise ImportRefusedError(
                f"{names} are of one day and name the same companies, so they are no parts of one"
                " file. Import the newer one alone, or put each in a folder named by its day:"
                " firme-02-09-2026."
            )


def _shared(one: FilePart, other: FilePart, table: str, key: str) -> int:
    with closing(sqlite3.connect(one.draft)) as connection:
        connection.execute("ATTACH ? AS other", (str(other.draft),))
        (count,) = connection.execute(
            f"SELECT count(*) FROM {table} WHERE {key} IN (SELECT {key} FROM other.{table})"
        ).fetchone()
    return int(count)


def _count(pieces: Sequence[FilePart], table: str) -> int:
    total = 0
    for piece in pieces:
        with closing(sqlite3.connect(piece.draft)) as connection:
            total += connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return total
