"""Lines of text from a stream, in bounded memory even if they are very long."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.containers import container_of

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line; the longest real one has some thousands."""

LONGEST_RECORD: Final = 32_000_000
"""The most bytes of a company as JSON, with all its court cases."""

_BLOCK: Final = 1 << 18
CODE_PAGE: Final = "cp1250"
OTHER_ENCODING: Final = "a line in the code page 1250 within UTF-8"
NOT_TEXT: Final = "too long, or not text in the file's encoding"

Lines = list["str | None"]
"""Lines without their ends; ``None`` for one that is too long or wrongly encoded."""


def sniff_encoding(beginning: bytes, label: str) -> str:
    """``utf-8``, or the ministry's ``cp1250`` if the bytes are not valid UTF-8.

    Raises ``ImportRefusedError`` for binary data.
    """
    if what := container_of(beginning):
        raise ImportRefusedError(f"{label} is {what}.")
    if b"\x00" in beginning:
        line = beginning[: beginning.index(b"\x00")].count(b"\n") + 1
        raise ImportRefusedError(
            f"{label} contains NUL bytes, the first in line {line}: it is damaged, or not text. "
            "Get the file again, or leave it out."
        )
    if beginning.startswith(codecs.BOM_UTF8):
        return "utf-8"
    return CODE_PAGE if _is_code_page(beginning) else "utf-8"


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
