"""The API key, wrapped so that it cannot get into a text by accident."""

from __future__ import annotations

import re
from typing import Final, NoReturn

_SENDABLE: Final = re.compile(r"[!-~]{1,512}")
_SHOWN_FROM: Final = 16
_SHORT: Final = 8
"""Shorter keys are removed only as whole words: ``test`` is also a part of ``contestație``."""
_AFTER_BACKSLASH: Final = '"\\/'
_REDACTED: Final = b"[key]"


def _as_json_may_write(character: str) -> str:
    """A pattern for a JSON character: escaped by number, after a backslash, or plain."""
    backslash = r"\\?" if character in _AFTER_BACKSLASH else ""
    return rf"(?:\\u(?i:{ord(character):04x})|{backslash}{re.escape(character)})"


class UnusableKey(ValueError):
    """The text cannot be an API key; the message does not repeat it."""


class Secret:
    """A credential. Its ``repr`` and ``str`` never show it; only ``reveal`` does."""

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        """Wrap a key. Raises ``UnusableKey`` when it cannot be sent in a header."""
        if not _SENDABLE.fullmatch(value):
            raise UnusableKey("An API key is one word of plain letters, digits and signs")
        self.__value = value

    def reveal(self) -> str:
        """The key itself: only for the Authorization header and the key stores."""
        return self.__value

    def redacted(self, of: bytes) -> bytes:
        """A body without the key, even if JSON escaped some of its characters."""
        if b"\\" not in of and len(self.__value) >= _SHORT:  # as most: a pattern takes 2 ms
            return of.replace(self.__value.encode(), _REDACTED)
        echo = "".join(map(_as_json_may_write, self.__value))
        if len(self.__value) < _SHORT:
            echo = f"(?<![0-9A-Za-z]){echo}(?![0-9A-Za-z])"
        return re.sub(echo.encode(), _REDACTED, of)

    @property
    def fingerprint(self) -> str:
        """Identifies a key without revealing it: 12 hexadecimal digits of a hash."""
        import hashlib

        return hashlib.sha256(self.__value.encode()).hexdigest()[:12]

    @property
    def masked(self) -> str:
        """The key in a form that may be shown: its prefix and the last four characters."""
        if len(self.__value) < _SHOWN_FROM:
            return "…"
        prefix, sign, _ = self.__value.partition("_")
        shown = prefix + sign if sign and len(prefix) <= 8 else ""
        return f"{shown}…{self.__value[-4:]}"

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is not written anywhere")
