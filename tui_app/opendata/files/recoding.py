"""Reads text in other encodings, or with other line ends, as ASCII-compatible lines."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing_extensions import Buffer

UTF16: Final = "written as UTF-16"
CR: Final = "a line that ends in CR alone"

_EVERY_BYTE: Final = "latin-1"
_SNIFFED_BYTES: Final = 4096
_BOMS: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


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
