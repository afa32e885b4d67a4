"""Lines of text from a stream, in bounded memory whatever their length."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import Final

from tui_app.opendata.errors import ImportRefusedError

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line; the longest real one has some thousands."""

LONGEST_RECORD: Final = 32_000_000
"""The most bytes of a company as JSON, with all its court cases."""

_BLOCK: Final = 1 << 18
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04")
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
NOT_TEXT: Final = "too long, or not text in the file's encoding"

Lines = list["str | None"]
"""Lines without their ends; ``None`` for one that is too long or wrongly encoded."""


def sniff_encoding(beginning: bytes, label: str) -> str:
    """``utf-8``, or the ministry's ``cp1250`` where the bytes are not valid UTF-8.

    Raises ``ImportRefusedError`` for binary data.
    """
    if beginning.startswith(_WIDE):
        raise ImportRefusedError(
            f"{label} is UTF-16 text: write it as UTF-8 (iconv -f utf-16 -t utf-8), or get the"
            " original again."
        )
    if beginning.startswith(_PACKED):
        raise ImportRefusedError(f"{label} is packed once more inside: unpack it first.")
    if b"\x00" in beginning:
        raise ImportRefusedError(f"{label} is no text. Get the file again, or leave it out.")
    if beginning.startswith(codecs.BOM_UTF8):
        return "utf-8"
    # A few invalid bytes in valid text are a damaged row, not another encoding.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(beginning)
    wrong = text.count("\ufffd")
    letters = len(text) - len(text.encode("ascii", "ignore")) - wrong
    return "cp1250" if wrong > letters else "utf-8"


def blocks(
    stream: BufferedIOBase,
    encoding: str,
    advanced: Callable[[bytes], None],
    *,
    longest: int = LONGEST_LINE,
) -> Iterator[Lines]:
    """The lines of a stream, some thousands at a time, without a byte-order mark.

    ``advanced`` is called with each block; lines of more than ``longest`` bytes are
    dropped.
    """
    rest = b""
    skipping = False
    first = True
    while block := stream.read(_BLOCK):
        advanced(block)
        if first:
            block, first = block.removeprefix(codecs.BOM_UTF8), False
        if skipping:
            _, end, block = block.partition(b"\n")
            if not end:
                continue
            skipping = False
        whole, end, left = block.rpartition(b"\n")
        if end:
            yield _decoded(rest + whole, encoding)
            rest = left
        else:
            rest += left
        if len(rest) > longest:
            yield [None]
            rest, skipping = b"", True
    if rest:
        yield _decoded(rest, encoding)


def _decoded(whole: bytes, encoding: str) -> Lines:
    if b"\r" in whole:
        whole = whole.replace(b"\r\n", b"\n").removesuffix(b"\r")
    try:
        return list(whole.decode(encoding).split("\n"))
    except UnicodeDecodeError:
        return [_line(line, encoding) for line in whole.split(b"\n")]


def _line(line: bytes, encoding: str) -> str | None:
    try:
        return line.decode(encoding)
    except UnicodeDecodeError:
        return None
