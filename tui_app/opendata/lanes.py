"""Reads several files at once, half of the bytes in this process and half in another.

A large file is split between two of its rows. ``python -m`` this module is the other process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, file_range, find_inputs
from tui_app.opendata.files.table_reader import Beginning
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.kinds import ADAPTERS, FileKind
from tui_app.opendata.reading import FileReading, ReadingTask, is_cut, read
from tui_app.opendata.recognition import Recognised, recognise
from tui_app.system.child_process import ChildProcess, end_with_parent
from tui_app.system.garbage import no_garbage_collection
from tui_app.system.language import _

WORTH_IT: Final = 64_000_000
"""The fewest bytes of all files together for which a second process pays off."""

_LARGE: Final = WORTH_IT // 2
_LOOK_AT: Final = 1 << 16


class ProgressListener(Protocol):
    """Receives the progress of an import."""

    def reading(self, label: str) -> None:
        """Reading of a file starts."""

    def advanced(self, size: int, rows: int) -> None:
        """``size`` more bytes were read; ``rows`` is the row count of the current file."""

    def working(self, step: str, companies: int) -> None:
        """All files are read; this step comes next."""


class FilePart(Struct):
    """A file to read into ``draft``, or a part of it; ``reading`` is the result."""

    file: Recognised
    task: ReadingTask
    draft: Path
    reading: FileReading | None = None

    @property
    def size(self) -> int:
        """Its bytes."""
        end = self.task.end
        return self.file.source.size if end is None else end - self.task.start


class FileRead(Struct):
    """A file that was read, in its parts: what they count, and what they are made of."""

    file: Recognised
    tally: Tally
    parts: list[FilePart]

    @property
    def digest(self) -> str:
        """Identifies the content, and the way it was read."""
        return "".join(part.reading.digest for part in self.parts if part.reading)

    @property
    def is_cut(self) -> bool:
        """Whether its last line is incomplete."""
        last = self.parts[-1].reading
        return last is not None and is_cut(last, self.file)


class _Task(Struct):
    path: Path
    task: ReadingTask
    draft: Path


def read_files(
    files: Sequence[tuple[Recognised, ReadingTask]], folder: Path, progress: ProgressListener
) -> list[FileRead]:
    """Read files into drafts in ``folder``.

    Raises ``ImportRefusedError``, also if most rows of a file are unreadable.
    """
    parts = _parts_of(files, folder)
    with no_garbage_collection():
        _read_all([part for some in parts for part in some], progress.reading, progress.advanced)
    reads = []
    for (file, task), some in zip(files, parts, strict=True):
        tally = Tally(task.label, is_strict=task.strict)
        for part in some:
            if part.reading is not None:
                tally.add(part.reading.counts)
        tally.judge()
        reads.append(FileRead(file, tally, some))
    return reads


def _parts_of(
    files: Sequence[tuple[Recognised, ReadingTask]], folder: Path
) -> list[list[FilePart]]:
    """Each file in one part or two, with drafts in ``folder``."""
    is_worth_it = sum(file.source.size for file, _ in files if file.source.path) >= WORTH_IT
    found = []
    for index, (file, task) in enumerate(files):
        ends: list[tuple[int, int | None]] = [(0, None)]
        if (
            is_worth_it
            and file.source.path
            and file.source.size >= _LARGE
            and not ADAPTERS[task.kind].is_one_part
        ):
            middle = _middle(file.source, file.beginning)
            ends = [(0, middle), (middle, file.source.size)] if middle else ends
        found.append(
            [
                FilePart(
                    file,
                    msgspec.structs.replace(task, start=start, end=end),
                    folder / f"draft-{index}-{start}.db",
                )
                for start, end in ends
            ]
        )
    return found


def _read_all(
    pieces: Sequence[FilePart],
    starting: Callable[[str], None],
    advanced: Callable[[int, int], None],
) -> None:
    """Read the parts, and store the results in them. Raises ``ImportRefusedError``.

    ``starting`` is called for each file, ``advanced`` with bytes and rows.
    """
    here, there = _lanes(pieces)
    share = sum(piece.size for piece in pieces) / max(sum(piece.size for piece in here), 1)

    def counted(size: int, rows: int) -> None:
        # Both processes read at the same speed.
        advanced(round(size * share), rows)

    with _other_process(there) as answers:
        for piece in here:
            starting(piece.file.source.label)
            piece.reading = read(piece.task, piece.file, piece.draft, counted)
            _raise_refused(piece.reading)
        for piece, reading in zip(there, answers(), strict=True):
            piece.reading = reading
            _raise_refused(reading)


def _raise_refused(reading: FileReading) -> None:
    if reading.refused:
        raise ImportRefusedError(reading.refused)


def _lanes(pieces: Sequence[FilePart]) -> tuple[list[FilePart], list[FilePart]]:
    """The parts for this process, and those for another one."""
    if sum(piece.size for piece in pieces if piece.file.source.path) < WORTH_IT:
        return list(pieces), []
    lanes: tuple[list[FilePart], list[FilePart]] = ([], [])
    for piece in sorted(pieces, key=lambda piece: -piece.size):
        sizes = [sum(each.size for each in lane) for lane in lanes]
        lanes[piece.file.source.path is not None and sizes[1] < sizes[0]].append(piece)
    return lanes


@contextmanager
def _other_process(pieces: Sequence[FilePart]) -> Iterator[Callable[[], list[FileReading]]]:
    """Read the parts in another process; the returned function waits for the results."""
    if not pieces:
        yield list
        return
    tasks = [_Task(p.file.source.path or Path(), p.task, p.draft) for p in pieces]
    asked, answered = (pieces[0].draft.with_name(name) for name in ("asked.json", "answered.json"))
    asked.write_bytes(msgspec.json.encode(tasks, enc_hook=str))
    with ChildProcess(__name__, asked, answered) as process:

        def answers() -> list[FileReading]:
            try:
                answer = process.wait().read_bytes()
            except ChildProcessError as error:
                raise ImportRefusedError(_("A worker process of this import ended.")) from error
            return msgspec.json.decode(answer, type=list[FileReading])

        yield answers


def _middle(source: InputFile, beginning: Beginning) -> int | None:
    """The start of a row near the middle: between two lines that have all their columns."""
    width, delimiter = len(beginning.header.columns), beginning.header.delimiter.encode()
    with file_range(source, source.size // 2, source.size).open() as stream:
        lines = stream.read(_LOOK_AT).split(b"\n")[:-1]
    at = source.size // 2
    whole = False
    # The first line is incomplete.
    for index, line in enumerate(lines):
        is_whole = index > 0 and line.count(delimiter) == width - 1
        if whole and is_whole:
            return at
        at += len(line) + 1
        whole = is_whole
    return None


def _main(asked: Path, answered: Path) -> None:
    end_with_parent()
    tasks = msgspec.json.decode(
        asked.read_bytes(), type=list[_Task], dec_hook=lambda kind, value: kind(value)
    )
    readings = []
    for task in tasks:
        (source,) = find_inputs([task.path])
        if task.task.kind is FileKind.PROCUREMENT:
            file = recognise(msgspec.structs.replace(source, label=task.task.label))
        else:
            file = Recognised(source, task.task.kind, Beginning(source))
        with no_garbage_collection():
            readings.append(read(task.task, file, task.draft, lambda _size, _rows: None))
    answered.write_bytes(msgspec.json.encode(readings))


if __name__ == "__main__":
    _main(*map(Path, sys.argv[1:]))
