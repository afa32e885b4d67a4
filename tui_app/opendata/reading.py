"""Reads files into staging files, one for each, and large ones in two processes at once.

The staged rows of a file depend only on the file and on the way it is read: never on other files,
on known companies, or on earlier imports.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, file_range
from tui_app.opendata.files.spreadsheets import QUOTED
from tui_app.opendata.files.table_reader import Beginning, TableReader
from tui_app.opendata.files.tally import Counts, Tally
from tui_app.opendata.history.rows import read_companies, read_roles, read_roles_of_firms
from tui_app.opendata.known_lines import KnownLines
from tui_app.opendata.onrc import activities, people, statuses
from tui_app.opendata.onrc.firms import read_firms
from tui_app.opendata.recognition import FileKind
from tui_app.opendata.records import read_records
from tui_app.opendata.treasury import statements, taxpayers
from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.checksum import append_checksum
from tui_app.registry.sqlite.staging import StagedSource
from tui_app.system.language import _

_TAIL: Final = 1 << 16


def _read_taxpayers(table: TableReader) -> Iterator[tuple[object, ...]]:
    for tax_id, vat, category, phones, line in taxpayers.read_taxpayers(table):
        yield tax_id, vat, category, json.dumps(phones) if phones else None, line


TABLES: Final = {
    FileKind.FIRMS: ("firm", read_firms),
    FileKind.STATES: ("state", statuses.read_states),
    FileKind.STATE_NAMES: ("state_name", statuses.read_state_names),
    FileKind.CLASS_NAMES: ("class_name", activities.read_class_names),
    FileKind.AUTHORISED: ("authorised", activities.read_authorised),
    FileKind.REPRESENTATIVES: ("representative", people.read_representatives),
    FileKind.TAXPAYERS: ("taxpayer", _read_taxpayers),
    FileKind.PAST_FIRMS: ("past_firm", read_companies),
    FileKind.PAST_ROLES: ("past_role", read_roles_of_firms),
    FileKind.PAST_ROLES_AND_PEOPLE: ("past_role", read_roles),
}
"""The kinds that are read column by column: their table, and the reader."""


_MONTHLY: Final = {FileKind.FIRMS, FileKind.STATES, FileKind.REPRESENTATIVES}
"""Those whose next dump has nearly the same lines."""


class Stretch(Struct, frozen=True):
    """A file to read, or its bytes from ``start`` up to ``end``, and the way to read it.

    ``columns`` and ``year`` are for statements; ``earlier`` are staged files that it replaces.
    """

    kind: FileKind
    label: str
    columns: dict[str, str] = {}
    year: int = 0
    strict: bool = False
    start: int = 0
    end: int | None = None
    earlier: tuple[Path, ...] = ()


class Reading(Struct):
    """The result of reading a file. ``tail`` is its end; ``refused`` is why it cannot be read."""

    counts: Counts
    digest: str
    tail: bytes
    refused: str = ""


def read(
    stretch: Stretch,
    source: InputFile,
    beginning: Beginning,
    draft: Path,
    advanced: Callable[[int, int], None],
) -> Reading:
    """Stage a file in ``draft``. ``advanced`` is called with the bytes and rows just read."""
    tally = Tally(stretch.label, is_strict=stretch.strict)
    digest = hashlib.blake2b(digest_size=12)
    digest.update(repr((stretch.kind, stretch.columns, stretch.year)).encode())
    tail = b""

    def noted(block: bytes) -> None:
        nonlocal tail
        digest.update(block)
        tail = (tail + block[-_TAIL:])[-_TAIL:]
        advanced(len(block), tally.rows)

    refused = ""
    with closing(StagedSource(draft)) as staged:
        try:
            _stage(stretch, source, beginning, staged, tally, noted)
        except OSError as error:
            refused = _("{stretch} cannot be read: {error}.").format(
                stretch=stretch.label, error=error
            )
        except (ImportRefusedError, BuildError) as error:
            refused = str(error)
    append_checksum(draft)
    return Reading(tally.counts, digest.hexdigest(), tail, refused)


def _stage(
    stretch: Stretch,
    source: InputFile,
    beginning: Beginning,
    staged: StagedSource,
    tally: Tally,
    noted: Callable[[bytes], None],
) -> None:
    if stretch.kind is FileKind.RECORDS:
        staged.add_records(read_records(source, tally, noted))
        return
    first_line = 1
    if stretch.end is not None:
        first_line += _lines_before(source, stretch.start)
        part = file_range(source, stretch.start, stretch.end)
        source = msgspec.structs.replace(part, label=stretch.label)
    table = TableReader(
        source,
        beginning,
        tally,
        noted,
        first_line=first_line,
        mixed=stretch.kind is FileKind.PAST_FIRMS,
    )
    if stretch.kind is FileKind.STATEMENTS:
        rows = statements.read_statements(table, stretch.columns)
        staged.add("statement", ((*row, stretch.year) for row in rows))
        return
    name, reader = TABLES[stretch.kind]
    if stretch.kind in _MONTHLY:
        KnownLines(staged, name, table, stretch.earlier).stage(reader(table))
    else:
        staged.add(name, reader(table))


_COUNTED_AT_ONCE: Final = 1 << 20


def _lines_before(source: InputFile, middle: int) -> int:
    if middle == 0:
        return 0
    with file_range(source, 0, middle).open() as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(_COUNTED_AT_ONCE), b""))


def is_cut(reading: Reading, beginning: Beginning, kind: FileKind) -> bool:
    """Whether the last line of a file is incomplete, as when a download broke off."""
    tail = reading.tail.replace(b"\x00", b"")
    if not tail or tail.endswith((b"\n", b"\r")):
        return False
    last = tail.rpartition(b"\n")[2]
    if kind is FileKind.RECORDS:
        return not last.rstrip().endswith(b"}")
    header = beginning.header
    if last.count(header.delimiter.encode()) < len(header.columns) - 1:
        return True
    # The publishers end each line; a hand that edits a file may leave out the last end, as some
    # spreadsheets do. These close the last cell with a quote.
    is_closed = last.endswith(b'"') and last.count(b'"') % 2 == 0 and QUOTED in beginning.remarks
    return b"\r\n" in tail and not is_closed
