"""Lines of text from a stream, in whatever encoding and with whatever line ends it is written.

They are read in bounded memory even if they are very long.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import TYPE_CHECKING, Final

from tui_app.system.language import N_

if TYPE_CHECKING:
    from typing_extensions import Buffer

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line; the longest real one has some thousands."""

LONGEST_RECORD: Final = 32_000_000
"""The most bytes of a company as JSON, with all its court cases."""

_BLOCK: Final = 1 << 18
CODE_PAGE: Final = "cp1250"
OTHER_ENCODING: Final = N_("a line in the code page 1250 within UTF-8")
UTF16: Final = N_("written as UTF-16")
CR: Final = N_("a line that ends in CR alone")
NOT_TEXT: Final = N_("too long, or not text in the file's encoding")

_EVERY_BYTE: Final = "latin-1"
_SNIFFED_BYTES: Final = 4096
_BOMS: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

DELIMITERS: Final = "^|;\t,"
"""In this order where as many would fit: a comma is the likeliest to occur within a value."""

_NAMES_DELIMITER: Final = re.compile(r'\ufeff?\s*("?)sep=([^\r\n])\1\s*', re.IGNORECASE)

Lines = list["str | None"]
"""Lines without their ends; ``None`` for one that is too long or wrongly encoded."""


def encoding_of(beginning: bytes) -> str:
    """``utf-8``, or the ministry's ``cp1250`` if the bytes are not valid UTF-8."""
    is_marked = beginning.startswith(codecs.BOM_UTF8)
    return CODE_PAGE if not is_marked and _is_code_page(beginning) else "utf-8"


def named_delimiter(line: str) -> str | None:
    """The delimiter in a line as ``sep=;``, which spreadsheets write before a table, and read."""
    found = _NAMES_DELIMITER.fullmatch(line)
    return found and found[2]


def _is_code_page(some: bytes) -> bool:
    """Whether bytes are not UTF-8; a few invalid ones in valid text are mere damage."""
    # The last character may be cut off.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(some)
    wrong = text.count("\ufffd")
    letters = len(text) - len(text.encode("ascii", "ignore")) - wrong
    return wrong > letters


def blocks(
    stream: BufferedIOBase,
    encoding: str,
    advanced: Callable[[bytes], None],
    *,
    longest: int = LONGEST_LINE,
    recoded: Callable[[], None] | None = None,
    mixed: bool = False,
) -> Iterator[Lines]:
    """The lines of a stream, some thousands at a time, without a byte-order mark.

    ``advanced`` is called with each block; lines of more than ``longest`` bytes are dropped. With
    ``recoded``, which is called for each of them, lines in the ministry's code page within UTF-8
    are read, too; so are ``mixed`` lines, which are UTF-8 except for some bytes.
    """
    rest = b""
    skipping = False
    first = True
    while block := stream.read(_BLOCK):
        advanced(block)
        while first and block.startswith(codecs.BOM_UTF8):
            block = block.removeprefix(codecs.BOM_UTF8)
        first = False
        if skipping:
            _, end, block = block.partition(b"\n")
            if not end:
                continue
            skipping = False
        whole, end, left = block.rpartition(b"\n")
        if end:
            yield _decoded(rest + whole, encoding, recoded, mixed=mixed)
            rest = left
        else:
            rest += left
        if len(rest) > longest:
            yield [None]
            rest, skipping = b"", True
    if rest:
        yield _decoded(rest, encoding, recoded, mixed=mixed)


def _decoded(
    whole: bytes, encoding: str, recoded: Callable[[], None] | None, *, mixed: bool
) -> Lines:
    if b"\r" in whole:
        whole = whole.replace(b"\r\n", b"\n").removesuffix(b"\r")
    try:
        return list(whole.decode(encoding).split("\n"))
    except UnicodeDecodeError:
        return [_line(line, encoding, recoded, mixed=mixed) for line in whole.split(b"\n")]


def _line(
    line: bytes, encoding: str, recoded: Callable[[], None] | None, *, mixed: bool
) -> str | None:
    try:
        return line.decode(encoding)
    except UnicodeDecodeError:
        if recoded is None or encoding == CODE_PAGE or not (mixed or _is_code_page(line)):
            return None
    try:
        text = line.decode(encoding, _BYTES) if mixed else line.decode(CODE_PAGE)
    except UnicodeDecodeError:
        return None
    recoded()
    return text


def _in_code_page(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes that are not UTF-8 in the ministry's code page."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return wrong.decode(CODE_PAGE, "replace"), error.end


_BYTES: Final = "bytes-in-code-page"
codecs.register_error(_BYTES, _in_code_page)


def _ignore(*_: object) -> None:
    """Nobody watches, nobody counts."""


def whole_text(data: bytes) -> str:
    """The text of a file in memory, with line feeds."""
    form, codec = form_of(io.BytesIO(data))
    if form:
        data = io.BufferedReader(Recoded(io.BytesIO(data), codec)).read()
    found = blocks(
        io.BytesIO(data), encoding_of(data), _ignore,
        longest=len(data), recoded=_ignore, mixed=True,
    )  # fmt: skip
    return "\n".join(line or "" for some in found for line in some)


def form_of(stream: io.BufferedIOBase) -> tuple[str, str]:
    """How a text is written (``UTF16``, ``CR`` or empty for nothing special), and its codec.

    Reads the beginning from the stream.
    """
    beginning = stream.read(_SNIFFED_BYTES)
    for mark, codec in _BOMS.items():
        if beginning.startswith(mark):
            return UTF16, codec
    # Half of the bytes of plain letters are NUL, in even or in odd places.
    even, odd = beginning[::2].count(0), beginning[1::2].count(0)
    if max(even, odd) * 4 > len(beginning) and min(even, odd) * 20 <= max(even, odd):
        return UTF16, "utf-16-be" if even > odd else "utf-16-le"
    if b"\r" in beginning and b"\n" not in beginning:
        return CR, _EVERY_BYTE
    return "", ""


class Recoded(io.RawIOBase):
    """A stream as UTF-8 with line feeds; bytes of ASCII-compatible text are left as they are."""

    def __init__(self, stream: io.BufferedIOBase, codec: str) -> None:
        self._stream = stream
        decoder = codecs.getincrementaldecoder(codec)("replace")
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        self._codec = _EVERY_BYTE if codec == _EVERY_BYTE else "utf-8"
        self._waiting = b""

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def close(self) -> None:
        """Close the stream beneath, too."""
        self._stream.close()
        super().close()

    def readinto(self, buffer: Buffer, /) -> int:
        """Fill the buffer; 0 at the end."""
        view = memoryview(buffer)
        while not self._waiting:
            raw = self._stream.read(len(view))
            text = self._decoder.decode(raw, final=not raw)
            self._waiting = text.encode(self._codec, "replace")
            if not raw:
                break
        count = min(len(view), len(self._waiting))
        view[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count
