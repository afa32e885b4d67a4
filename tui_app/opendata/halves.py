"""Reads the largest file, the firms of the trade register, in two processes.

This process reads the first half; another, ``python -m`` this module, reads the second into
its own staging file, which is then copied. A packed or small file is read by one process.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, file_range, find_inputs
from tui_app.opendata.files.table_reader import Beginning, TableReader
from tui_app.opendata.files.tally import MOST_REPORTED, Tally
from tui_app.opendata.onrc.firms import read_firms
from tui_app.registry.sqlite.build_process import end_with_parent
from tui_app.registry.sqlite.staging import Staging

WORTH_IT: Final = 64_000_000
"""The least size in bytes for which a second process pays off."""

_LOOK_AT: Final = 1 << 16
_COUNTED_AT_ONCE: Final = 1 << 20


class Half(msgspec.Struct):
    """The result of the other process; ``refused`` is its error, if any."""

    rows: int
    left_out: dict[str, int]
    unreadable: dict[str, int]
    notes: dict[str, int]
    reported: list[tuple[int, str]]
    digest: str
    refused: str = ""


def stage_firms(
    staging: Staging,
    source: InputFile,
    beginning: Beginning,
    tally: Tally,
    reported: Callable[[int, int], None],
) -> None:
    """Stage a file of firms; ``reported`` is called with the bytes and rows that were read.

    Raises ``ImportRefusedError``.
    """

    def advanced(block: bytes) -> None:
        staging.add_to_digest(block)
        # Progress counts both halves, assuming the same speed.
        reported(len(block) * halves, tally.rows * halves)

    middle = _middle(source, beginning) if source.path and source.size >= WORTH_IT else None
    halves = 1 if middle is None else 2
    if source.path is None or middle is None:
        staging.add("firm", read_firms(TableReader(source, beginning, tally, advanced)))
        return
    draft = staging.path.with_name("half.db")
    command = [sys.executable, "-m", __name__, str(source.path), str(middle), str(draft)]
    with subprocess.Popen(  # noqa: S603 (this module itself)
        [*command, source.label, "strict" if tally.is_strict else ""],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as other:
        try:
            first = file_range(source, 0, middle)
            staging.add("firm", read_firms(TableReader(first, beginning, tally, advanced)))
            answer, _ = other.communicate()
        finally:
            other.kill()
    if other.returncode != 0:
        raise ImportRefusedError(f"{source.label} cannot be read: a process of its own ended.")
    _add(msgspec.json.decode(answer, type=Half), staging, tally, draft)


def _add(half: Half, staging: Staging, tally: Tally, draft: Path) -> None:
    if half.refused:
        raise ImportRefusedError(half.refused)
    tally.rows += half.rows
    tally.left_out.update(half.left_out)
    tally.unreadable.update(half.unreadable)
    tally.notes.update(half.notes)
    tally.reported += half.reported[: MOST_REPORTED - len(tally.reported)]
    staging.add_to_digest(half.digest.encode())
    staging.append_from(draft, "firm")
    draft.unlink()


def _middle(source: InputFile, beginning: Beginning) -> int | None:
    """The start of a row near the middle: between two lines with all their columns."""
    width, delimiter = len(beginning.header.columns), beginning.header.delimiter.encode()
    with file_range(source, source.size // 2, source.size).open() as stream:
        lines = stream.read(_LOOK_AT).split(b"\n")[:-1]
    at = source.size // 2
    whole = False
    # The first line is incomplete.
    for number, line in enumerate(lines):
        is_whole = number > 0 and line.count(delimiter) == width - 1
        if whole and is_whole:
            return at
        at += len(line) + 1
        whole = is_whole
    return None


def _main(path: Path, middle: int, draft: Path, label: str, *, is_strict: bool) -> None:
    end_with_parent()
    (whole,) = find_inputs([path])
    tally = Tally(label, is_strict=is_strict)
    staging = Staging(draft)
    refused = ""
    try:
        half = msgspec.structs.replace(file_range(whole, middle, whole.size), label=label)
        first_line = 1 + _lines_before(whole, middle)
        table = TableReader(
            half, Beginning(whole), tally, staging.add_to_digest, first_line=first_line
        )
        staging.add("firm", read_firms(table))
    except ImportRefusedError as error:
        refused = str(error)
    finally:
        staging.close()
    counts = (dict(tally.left_out), dict(tally.unreadable), dict(tally.notes), tally.reported)
    answer = msgspec.json.encode(Half(tally.rows, *counts, staging.digest, refused))
    sys.stdout.buffer.write(answer)


def _lines_before(source: InputFile, middle: int) -> int:
    with file_range(source, 0, middle).open() as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(_COUNTED_AT_ONCE), b""))


if __name__ == "__main__":
    _path, _start, _draft, _label, _strict = sys.argv[1:]
    _main(Path(_path), int(_start), Path(_draft), _label, is_strict=bool(_strict))
