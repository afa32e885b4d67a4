"""A file of rows, written page by page, because it may be too long for memory.

It is written under a temporary name, so that a file with the final name is always complete.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tui_app.export.files import ExportError
from tui_app.export.row_writers import Row, Sheet, row_writer
from tui_app.system.atomic_file import new_file_mode
from tui_app.system.language import _

_CUT: Final = "cut"
"""Added to the name of a file that was ended early."""


class RowFile:
    """A file being written. ``finish`` or ``cut`` renames it, ``discard`` deletes it.

    Each method may raise ``ExportError`` and blocks while the disk is slow.
    """

    def __init__(self, folder: Path, stem: str, file_format: str, sheet: Sheet) -> None:
        self._folder, self._stem, self._format = folder, stem, file_format
        try:
            handle, name = tempfile.mkstemp(
                prefix=f".{stem}-", suffix=f".{file_format}.part", dir=folder
            )
        except OSError as error:
            raise ExportError(
                _("{path} cannot be written: {why}").format(path=folder, why=error.strerror)
            ) from None
        self._path = Path(name)
        self._file = os.fdopen(handle, "w", encoding="utf-8", newline="")
        try:
            self._writer = row_writer(file_format, self._file, sheet)
        except ExportError:
            self.discard()
            raise

    @property
    def rows(self) -> int:
        """The number of rows written."""
        return self._writer.rows

    def write(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        try:
            self._writer.write(rows)
        except OSError as error:
            raise ExportError(
                _("{path} cannot be written: {why}").format(path=self._path, why=error.strerror)
            ) from None

    def finish(self) -> Path:
        """End the file and return its path, numbered if the name is taken."""
        return self._named(self._stem)

    def cut(self) -> Path:
        """End the file early, under a name that says so."""
        return self._named(f"{self._stem}-{_CUT}")

    def discard(self) -> None:
        """Delete the file."""
        with contextlib.suppress(OSError):
            self._file.close()
        self._path.unlink(missing_ok=True)

    def _named(self, stem: str) -> Path:
        try:
            self._writer.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._path.chmod(new_file_mode())
            for number in range(1, 1000):
                name = stem if number == 1 else f"{stem}-{number}"
                path = self._folder / f"{name}.{self._format}"
                with contextlib.suppress(FileExistsError):
                    path.touch(exist_ok=False)
                    return self._path.replace(path).absolute()
        except OSError as error:
            raise ExportError(
                _("{path} cannot be written: {why}").format(
                    path=self._folder / stem, why=error.strerror
                )
            ) from None
        raise ExportError(
            _("{path}.{suffix} exists in a thousand versions").format(
                path=self._folder / stem, suffix=self._format
            )
        )
