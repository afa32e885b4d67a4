"""Reads a file, or a part of it, into a staging file.

The staged rows of a file depend only on the file and on the way it is read: never on other files,
on known companies, or on earlier imports.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, file_range
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.files.tally import Counts, Tally
from tui_app.opendata.kinds import ADAPTERS, FileKind
from tui_app.opendata.known_lines import KnownLines
from tui_app.opendata.procurement.reading import stage_contracts
from tui_app.opendata.recognition import Recognised
from tui_app.opendata.records import read_records
from tui_app.opendata.treasury import statements
from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.checksum import append_checksum
from tui_app.registry.sqlite.staging import StagedSource
from tui_app.system.language import _

_TAIL: Final = 1 << 16


class ReadingTask(Struct, frozen=True):
    """A file to read, or its bytes from ``start`` up to ``end``, and the way to read it.

    ``columns`` and ``year`` are for statements; ``earlier`` are staged files that it replaces;
    ``decimal_marks`` are by column, of a file that is read for the second time. What a file said is
    ``kept`` for a later one to be compared with, unless it is only for the history.
    """

    kind: FileKind
    label: str
    columns: dict[str, str] = {}
    year: int = 0
    strict: bool = False
    start: int = 0
    end: int | None = None
    earlier: tuple[Path, ...] = ()
    decimal_marks: dict[str, str] = {}
    kept: bool = True


class FileReading(Struct):
    """The result of reading a file. ``tail`` is its end; ``refused`` is why it cannot be read.

    With ``decimal_marks`` it has to be read again.
    """

    counts: Counts
    digest: str
    tail: bytes
    refused: str = ""
    decimal_marks: dict[str, str] = {}


def read(
    task: ReadingTask, file: Recognised, draft: Path, advanced: Callable[[int, int], None]
) -> FileReading:
    """Stage a file in ``draft``. ``advanced`` is called with the bytes and rows just read."""
    reading = _read_once(task, file, draft, advanced)
    if reading.decimal_marks and not reading.refused:
        draft.unlink()
        advanced(-file.source.size, 0)
        again = msgspec.structs.replace(task, decimal_marks=reading.decimal_marks)
        reading = _read_once(again, file, draft, advanced)
    append_checksum(draft)
    return reading


def _read_once(
    task: ReadingTask, file: Recognised, draft: Path, advanced: Callable[[int, int], None]
) -> FileReading:
    tally = Tally(task.label, is_strict=task.strict)
    digest = hashlib.blake2b(digest_size=12)
    digest.update(repr((task.kind, task.columns, task.year)).encode())
    tail = b""

    def noted(block: bytes) -> None:
        nonlocal tail
        digest.update(block)
        tail = (tail + block[-_TAIL:])[-_TAIL:]
        advanced(len(block), tally.rows)

    refused, decimal_marks = "", {}
    try:
        if file.procurement is not None:
            decimal_marks = stage_contracts(file, tally, draft, noted, task.decimal_marks)
        else:
            with closing(StagedSource(draft)) as staged:
                _stage(task, file, staged, tally, noted)
    except OSError as error:
        refused = _("{source} cannot be read: {error}.").format(source=task.label, error=error)
    except (ImportRefusedError, BuildError) as error:
        refused = str(error)
    return FileReading(tally.counts, digest.hexdigest(), tail, refused, decimal_marks)


def _stage(
    task: ReadingTask,
    file: Recognised,
    staged: StagedSource,
    tally: Tally,
    noted: Callable[[bytes], None],
) -> None:
    source = file.source
    if task.kind is FileKind.RECORDS:
        staged.add_records(read_records(source, tally, noted))
        return
    first_line = 1
    if task.end is not None:
        first_line += _lines_before(source, task.start)
        part = file_range(source, task.start, task.end)
        source = msgspec.structs.replace(part, label=task.label)
    table = TableReader(
        source,
        file.beginning,
        tally,
        noted,
        first_line=first_line,
        mixed=task.kind is FileKind.PAST_FIRMS,
    )
    adapter = ADAPTERS[task.kind]
    if task.kind is FileKind.STATEMENTS:
        rows = statements.read_statements(table, task.columns)
        staged.add(adapter.table, ((*row, task.year) for row in rows))
    elif adapter.reader is None:
        raise ValueError(f"no reader for {task.kind}")
    elif adapter.is_monthly and task.kept:
        KnownLines(staged, adapter.table, table, task.earlier).stage(adapter.reader(table))
    else:
        staged.add(adapter.table, adapter.reader(table))


_COUNTED_AT_ONCE: Final = 1 << 20


def _lines_before(source: InputFile, middle: int) -> int:
    if middle == 0:
        return 0
    with file_range(source, 0, middle).open() as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(_COUNTED_AT_ONCE), b""))


def is_cut(reading: FileReading, file: Recognised) -> bool:
    """Whether the last line of a file is incomplete, as when a download broke off."""
    tail = reading.tail.replace(b"\x00", b"")
    if not tail or tail.endswith((b"\n", b"\r")) or file.beginning.sheet:
        return False
    last = tail.rpartition(b"\n")[2]
    if file.kind is FileKind.RECORDS:
        return not last.rstrip().endswith(b"}")
    header = file.beginning.header
    if last.count(header.delimiter.encode()) < len(header.columns) - 1:
        return True
    # The publishers end each line; a hand that edits a file may leave out the last end, as some
    # spreadsheets do. These close the last cell with a quote.
    is_closed = (
        last.endswith(b'"') and last.count(b'"') % 2 == 0 and file.beginning.saving.is_quoted
    )
    return b"\r\n" in tail and not is_closed
