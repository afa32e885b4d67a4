"""API keys: 256 random bits with a recognisable prefix and check digits.

A key is shown once. Only its SHA-256 is stored: the key has as much entropy as the digest, so
neither a salt nor a slow hash is needed. The check digits distinguish a mistyped key from an
unknown one without reading the database, and the prefix lets scanners find a leaked key.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

PREFIX: Final = "firme_"
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BODY_LENGTH: Final = 43  # 62**43 > 2**256
_CHECK_LENGTH: Final = 6  # 62**6 > 2**32
_SHAPE: Final = re.compile(
    rf"{PREFIX}([0-9A-Za-z]{{{_BODY_LENGTH}}})([0-9A-Za-z]{{{_CHECK_LENGTH}}})", re.ASCII
)


def new_key() -> str:
    """A new random key."""
    import secrets

    body = _in_letters(int.from_bytes(secrets.token_bytes(32)), _BODY_LENGTH)
    return f"{PREFIX}{body}{_check_digits(body)}"


def has_valid_check_digits(key: str) -> bool:
    """Whether a text can be one of our keys."""
    match = _SHAPE.fullmatch(key)
    return match is not None and _check_digits(match[1]) == match[2]


def digest(key: str) -> bytes:
    """The stored form of a key: its SHA-256, 32 bytes."""
    import hashlib

    return hashlib.sha256(key.encode()).digest()


def key_id(key_digest: bytes) -> str:
    """The short public id of a key, for lists, logs and revoking; it reveals nothing of the key."""
    return key_digest[:5].hex()


def _check_digits(body: str) -> str:
    return _in_letters(zlib.crc32(body.encode()), _CHECK_LENGTH)


def _in_letters(number: int, length: int) -> str:
    letters = []
    for _ in range(length):
        number, rest = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[rest])
    return "".join(reversed(letters))
