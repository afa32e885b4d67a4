"""A table written row by row, as it is too long for memory: CSV, JSON, Markdown or Parquet.

It is written under a temporary name, so that a file with the final name is always complete.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final, cast

from tui_app.export.files import ExportError
from tui_app.export.parquet import ParquetRows
from tui_app.export.tables import Cell, guard, line_of, plain

_CUT: Final = "cut"
"""Added to the name of a file that was ended early."""


class StreamedTable:
    """A file being written. ``finish`` or ``cut`` renames it, ``discard`` deletes it.

    Each method may raise ``ExportError`` and blocks while the disk is slow.
    """

    def __init__(
        self, folder: Path, stem: str, file_format: str, title: str, columns: tuple[str, ...]
    ) -> None:
        self._folder, self._stem, self._format = folder, stem, file_format
        self._columns = columns
        self.rows = 0
        """The number of rows written."""
        try:
            self._parquet = ParquetRows(columns) if file_format == "parquet" else None
        except ImportError as error:
            raise ExportError(f"Parquet: {error}") from None
        try:
            handle, name = tempfile.mkstemp(
                prefix=f".{stem}-", suffix=f".{file_format}.part", dir=folder
            )
        except OSError as error:
            raise ExportError(f"{folder} cannot be written: {error.strerror}") from None
        self._path = Path(name)
        self._file = os.fdopen(handle, "w", encoding="utf-8", newline="")
        self._bytes = cast(IO[bytes], self._file.buffer)
        self._csv = csv.writer(self._file)
        if file_format == "csv":
            self._csv.writerow(columns)
        elif file_format != "parquet":
            self._file.write("[" if file_format == "json" else _head(title, columns))

    def write(self, rows: Iterable[tuple[Cell, ...]]) -> None:
        """Add rows, in the order of the columns."""
        try:
            if self._parquet is not None:
                rows = list(rows)
                named = [dict(zip(self._columns, row, strict=True)) for row in rows]
                self._parquet.write(self._bytes, named)
                self.rows += len(rows)
                rows = ()
            for row in rows:
                self._write(row)
                self.rows += 1
            self._file.flush()
        except OSError as error:
            raise ExportError(f"{self._path} cannot be written: {error.strerror}") from None

    def _write(self, row: tuple[Cell, ...]) -> None:
        if self._format == "csv":
            self._csv.writerow([guard(value) for value in row])
        elif self._format == "json":
            value = json.dumps(
                dict(zip(self._columns, row, strict=True)), ensure_ascii=False, indent=2
            )
            indented = value.replace("\n", "\n  ")
            self._file.write(f"{',' if self.rows else ''}\n  {indented}")
        else:
            self._file.write(f"{line_of(row)}\n")

    def finish(self) -> Path:
        """End the file and return its path, numbered where the name is taken."""
        return self._named(self._stem)

    def cut(self) -> Path:
        """End the file early, under a name that says so."""
        return self._named(f"{self._stem}-{_CUT}")

    def discard(self) -> None:
        """Delete the file."""
        with contextlib.suppress(OSError):
            if self._parquet is not None:
                self._parquet.close()
            self._file.close()
        self._path.unlink(missing_ok=True)

    def _named(self, stem: str) -> Path:
        try:
            if self._format == "json":
                self._file.write("\n]\n" if self.rows else "]\n")
            if self._parquet is not None:
                self._parquet.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._path.chmod(0o666 & ~_mask())
            for number in range(1, 1000):
                name = stem if number == 1 else f"{stem}-{number}"
                path = self._folder / f"{name}.{self._format}"
                with contextlib.suppress(FileExistsError):
                    path.touch(exist_ok=False)
                    return self._path.replace(path).absolute()
        except OSError as error:
            raise ExportError(
                f"{self._folder / stem} cannot be written: {error.strerror}"
            ) from None
        raise ExportError(f"{self._folder / stem}.{self._format} exists in a thousand versions")


def _head(title: str, columns: tuple[str, ...]) -> str:
    lines = (f"# {plain(title)}", "", line_of(columns), line_of(["---"] * len(columns)))
    return "\n".join(lines) + "\n"


def _mask() -> int:
    """The user's own mask for new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
