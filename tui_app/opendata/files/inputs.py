"""The inputs of an import: files, folders, and the members of archives.

Archives are read as streams and never unpacked to disk. A member that expands too far, or has a
path outside its archive, is refused.
"""

from __future__ import annotations

import datetime as dt
import gzip
import io
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Final

import msgspec
from msgspec import Struct, structs

from tui_app.contract.dates import day_in_name
from tui_app.contract.pasted_text import without_invisible
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.containers import workbook_of
from tui_app.opendata.files.names import is_unfinished
from tui_app.registry.sqlite.sources import day_of_source
from tui_app.system.language import N_, _
from tui_app.tables.lines import Recoded, form_of

if TYPE_CHECKING:
    from typing_extensions import Buffer

MAX_FILES: Final = 10_000
"""The most files in one folder or archive."""

LARGEST_RATIO: Final = 200
"""The highest compression ratio of a file; the public files reach 15."""

_SAFE_BYTES: Final = 64_000_000
_GZIP: Final = b"\x1f\x8b"
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_FIRST_YEAR_OF_ZIP: Final = 1980
_ADVICE: Final = N_("Get the file again, or leave it out.")


class InputFile(Struct, frozen=True):
    """One file to read. ``label`` is its name for people; ``key`` pairs it with related files.

    Names may come from other people's archives, so control characters are removed from ``label``
    and ``name``.

    ``day`` is the date of the data: from the names of the file, its archive or its folders
    (``firme-02-09-2026``), else from the note of a download; otherwise it is the date of the file's
    last change, and ``is_dated`` is false. ``size`` is in bytes, unpacked if the archive says it;
    ``announced`` is the size that the portal announced. ``path`` is the file itself, if it is not
    packed. ``open`` gives lines in UTF-8 or a code page; ``form`` names another form in which the
    file was written, and then it has no ``path``. ``workbook`` is the form of a spreadsheet in a
    zip archive (xlsx, ods), which has a ``path`` and cannot be opened as text.
    """

    label: str
    key: PurePosixPath
    day: dt.date
    is_dated: bool
    size: int
    open: Callable[[], io.BufferedIOBase]
    path: Path | None = None
    announced: int | None = None
    form: str = ""
    workbook: str = ""

    @property
    def name(self) -> str:
        """The file's own name."""
        return without_invisible(self.key.name)

    @property
    def is_whole(self) -> bool:
        """Whether it is no unfinished download: by its name, and the size that was announced."""
        return not is_unfinished(self.name) and self.announced in {None, self.size}

    @property
    def day_text(self) -> str:
        """Its day in words."""
        return day_of_source(self.day, is_dated=self.is_dated)


class PortalNote(Struct, frozen=True):
    """The portal's description of a file when it was downloaded."""

    size: int | None = None
    day: dt.date | None = None


NOTES: Final = ".firmeterm.json"
"""The file beside downloaded files that has a ``PortalNote`` for each, by name."""


def portal_note(path: Path) -> PortalNote:
    """The portal's note on a file; empty if ``fetch_all`` did not download it."""
    name = re.sub(r"\.(?:part|crdownload)$", "", path.name)
    try:
        notes = path.with_name(NOTES).read_bytes()
        return msgspec.json.decode(notes, type=dict[str, PortalNote]).get(name, PortalNote())
    except (OSError, msgspec.DecodeError):
        return PortalNote()


def note_download(path: Path, note: PortalNote) -> None:
    """Write the portal's note beside a downloaded file; raises ``OSError``."""
    notes_path = path.with_name(NOTES)
    try:
        notes = msgspec.json.decode(notes_path.read_bytes(), type=dict[str, PortalNote])
    except (FileNotFoundError, msgspec.DecodeError):
        notes = {}
    notes_path.write_bytes(msgspec.json.encode({**notes, path.name: note}))


class WorkbookError(ImportRefusedError):
    """An archive is a spreadsheet of this kind."""

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(text)
        self.kind = kind


def find_inputs(paths: Iterable[Path]) -> Iterator[InputFile]:
    """Every file under the paths, in order of name; raises ``ImportRefusedError``.

    Opening a file or an archive that cannot be read raises it, too.
    """
    for path in paths:
        if not path.exists():
            raise ImportRefusedError(_("There is no file or folder {path}.").format(path=path))
        if path.is_dir():
            yield from map(_recoded, _in_folder(path))
        elif not path.is_file():
            raise ImportRefusedError(
                _(
                    "{path} is a pipe or a device, but an import inspects its input first: write"
                    " it to a file."
                ).format(path=path)
            )
        else:
            yield from map(_recoded, _of_file(path))


def _recoded(source: InputFile) -> InputFile:
    """The input, converted to lines in UTF-8 if it is written otherwise."""
    try:
        with closing(source.open()) as stream:
            form, codec = form_of(stream)
    except (ImportRefusedError, OSError):
        return source
    if not form:
        return source
    again = source.open
    return structs.replace(
        source, open=lambda: io.BufferedReader(Recoded(again(), codec)), path=None, form=form
    )


def _refused(path: Path, written: dt.date, why: str, workbook: str = "") -> InputFile:
    """An input that says, when it is opened, why it cannot be read."""

    def refuse() -> io.BufferedIOBase:
        raise ImportRefusedError(why)

    key = PurePosixPath(path.resolve().as_posix())
    label = without_invisible(str(path))
    if not workbook:
        return InputFile(label=label, key=key, day=written, is_dated=False, size=0, open=refuse)
    note = portal_note(path)
    day = day_in(key.parts) or note.day
    return InputFile(
        label=label, key=key, day=day or written, is_dated=day is not None,
        size=path.stat().st_size, open=refuse, path=path, workbook=workbook,
    )  # fmt: skip


def _in_folder(folder: Path) -> Iterator[InputFile]:
    found = 0
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if any(part.startswith(".") for part in relative.parts) or not path.is_file():
            continue
        found += 1
        if found > MAX_FILES:
            raise ImportRefusedError(
                _("{folder} contains more than {max_files} files: name some of them.").format(
                    folder=folder, max_files=MAX_FILES
                )
            )
        yield from _of_file(path)


def _of_file(path: Path) -> Iterator[InputFile]:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
            written = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC).date()
            size = file.seek(0, os.SEEK_END)
            # A gzip file ends with its unpacked size, modulo 4 GB.
            file.seek(max(0, size - 4))
            unpacked = max(size, int.from_bytes(file.read(4), "little"))
    except OSError as error:
        yield _refused(
            path,
            dt.date.min,
            _("{path} cannot be read: {why}.").format(path=path, why=error.strerror),
        )
        return
    if magic.startswith(_ZIP):
        try:
            yield from list(_in_zip(path, written))
        except WorkbookError as error:
            yield _refused(path, written, str(error), error.kind)
        except ImportRefusedError as error:
            yield _refused(path, written, str(error))
        return
    key = PurePosixPath(path.resolve().as_posix())
    packed = magic.startswith(_GZIP)
    if packed and key.suffix.lower() == ".gz":
        key = key.with_suffix("")
    note = portal_note(path)
    day = day_in(key.parts) or note.day
    yield InputFile(
        label=without_invisible(str(path)),
        key=key,
        day=day or written,
        is_dated=day is not None,
        size=unpacked if packed else size,
        open=lambda: _gunzipped(path, size) if packed else path.open("rb"),
        path=None if packed else path,
        announced=None if packed else note.size,
    )


def file_range(source: InputFile, start: int, end: int) -> InputFile:
    """The bytes of an unpacked file from ``start`` up to ``end``, as an input."""
    path = source.path
    if path is None:
        raise ValueError("only an unpacked file can be read in parts")
    return structs.replace(source, open=lambda: io.BufferedReader(_FileRange(path, start, end)))


def _in_zip(path: Path, written: dt.date) -> Iterator[InputFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise ImportRefusedError(
            _("{path} is a damaged archive ({error}). {advice}").format(
                path=path, error=error, advice=_(_ADVICE)
            )
        ) from None
    if workbook := workbook_of({member.filename for member in members}):
        raise WorkbookError(f"{path} is {workbook[1]}.", workbook[0])
    if len(members) > MAX_FILES:
        raise ImportRefusedError(
            _("{path} contains more than {max_files} files. {advice}").format(
                path=path, max_files=MAX_FILES, advice=_(_ADVICE)
            )
        )
    for member in sorted(members, key=lambda each: each.filename):
        name = PurePosixPath(member.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or (name.parts and ":" in name.parts[0]):
            raise ImportRefusedError(
                _(
                    "{path} contains a file with a path outside the archive, so nothing in it is"
                    " read. {advice}"
                ).format(path=path, advice=_(_ADVICE))
            )
        if member.is_dir() or any(part.startswith((".", "__MACOSX")) for part in name.parts):
            continue
        if member.flag_bits & 0x1:
            raise ImportRefusedError(
                _("{path} is locked with a password: unpack it first.").format(path=path)
            )
        yield _zipped(path, member, name, written)


def _zipped(
    path: Path, member: zipfile.ZipInfo, name: PurePosixPath, written: dt.date
) -> InputFile:
    key = PurePosixPath(path.resolve().as_posix()) / name
    day = day_in(key.parts)
    with suppress(ValueError):
        # An archive's first year stands for an unknown day.
        if member.date_time[0] > _FIRST_YEAR_OF_ZIP:
            written = dt.date(*member.date_time[:3])
    return InputFile(
        label=without_invisible(f"{path}:{name}"),
        key=key,
        day=day or written,
        is_dated=day is not None,
        size=member.file_size,
        open=lambda: _unzipped(path, member),
    )


def _gunzipped(path: Path, packed_size: int) -> io.BufferedIOBase:
    return io.BufferedReader(_Unpacked(str(path), packed_size, gzip.open(path, "rb")))


def _unzipped(path: Path, member: zipfile.ZipInfo) -> io.BufferedIOBase:
    label = without_invisible(f"{path}:{member.filename}")
    try:
        # An open member holds the archive's file open.
        with zipfile.ZipFile(path) as archive:
            file = archive.open(member)
    except (NotImplementedError, zipfile.BadZipFile, RuntimeError):
        raise ImportRefusedError(
            _("{label} cannot be unpacked by this program: unpack it first.").format(label=label)
        ) from None
    return io.BufferedReader(_Unpacked(label, member.compress_size, file))


def day_in(parts: tuple[str, ...]) -> dt.date | None:
    """The date in the innermost name that has one."""
    return next((day for part in reversed(parts) if (day := day_in_name(part))), None)


class _FileRange(io.FileIO):
    """A part of a file."""

    def __init__(self, path: Path, start: int, end: int) -> None:
        super().__init__(path)
        self.seek(start)
        self._left = end - start

    def readinto(self, buffer: Buffer, /) -> int | None:
        count = super().readinto(memoryview(buffer)[: self._left])
        self._left -= count or 0
        return count


class _Unpacked(io.RawIOBase):
    """A stream from an archive, which raises a clear error before it exhausts memory or disk."""

    def __init__(self, label: str, packed_size: int, file: IO[bytes] | gzip.GzipFile) -> None:
        self._label = label
        self._file = file
        self._most = max(_SAFE_BYTES, packed_size * LARGEST_RATIO)
        self._read_so_far = 0

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Buffer, /) -> int:
        view = memoryview(buffer)
        try:
            found = self._file.read(len(view))
        except (EOFError, zlib.error, zipfile.BadZipFile, gzip.BadGzipFile):
            raise ImportRefusedError(
                _("{label} is damaged or cut short after {read_so_far} bytes. {advice}").format(
                    label=self._label, read_so_far=self._read_so_far, advice=_(_ADVICE)
                )
            ) from None
        except (NotImplementedError, RuntimeError):
            raise ImportRefusedError(
                _("{label} is packed in an unknown way: unpack it first.").format(label=self._label)
            ) from None
        self._read_so_far += len(found)
        if self._read_so_far > self._most:
            raise ImportRefusedError(
                _(
                    "{label} grows to more than {largest_ratio} times its size while it is"
                    " unpacked: it is not a file of public data. {advice}"
                ).format(label=self._label, largest_ratio=LARGEST_RATIO, advice=_(_ADVICE))
            )
        view[: len(found)] = found
        return len(found)
