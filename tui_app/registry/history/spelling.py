"""Decides which values are equal but for spelling: another spelling is not a change."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold, words
from tui_app.contract.registry_numbers import number_key
from tui_app.contract.vocabulary.localities import read_locality
from tui_app.registry.history.layout import Field

_STREETS: Final = {
    "str": "", "strada": "", "nr": "", "numarul": "", "bd": "bulevardul", "bld": "bulevardul",
    "bdul": "bulevardul", "blvd": "bulevardul", "bulevard": "bulevardul", "sos": "soseaua",
    "al": "aleea", "intr": "intrarea", "pta": "piata", "spl": "splaiul", "cal": "calea",
}  # fmt: skip
_SPLIT_NUMBER: Final = re.compile(r"(?<=\d) (?=[a-z]\b)")


@lru_cache(maxsize=4096)
def plain_name(text: str) -> str:
    """A name without case, marks, signs, and a leading ``SC``."""
    found = words(fold(text))
    return " ".join(found[1:] if len(found) > 1 and found[0] == "sc" else found)


@lru_cache(maxsize=65_536)
def plain_locality(text: str) -> str:
    """A locality without the word for its kind, in one spelling."""
    return read_locality(text).key


@lru_cache(maxsize=4096)
def plain_street(text: str) -> str:
    """A street and number, with uniform abbreviations and without ``str.`` and ``nr.``."""
    found = fold(text.replace(".", " ")).replace("b dul", "bulevardul").split()
    kept = " ".join(word for each in found if (word := _STREETS.get(each, each)))
    return _SPLIT_NUMBER.sub("", kept)


def _number(text: str) -> str:
    return str(number_key(text))


def _roles(text: str) -> str:
    return ";".join(sorted(map(fold, text.split("; "))))


_PLAIN: Final[dict[Field, Callable[[str], str]]] = {
    Field.NUMBER: _number,
    Field.NAME: plain_name,
    Field.LOCALITY: plain_locality,
    Field.STREET: plain_street,
    Field.LIQUIDATOR: _roles,
    Field.ADMINISTRATOR: _roles,
}


def plain(field: Field, text: str) -> str:
    """A value for comparison with another one of its field."""
    return _PLAIN[field](text) if text and field in _PLAIN else text


def differs(field: int, value: str | None, other: str | None) -> bool:
    """Whether two values of a field differ by more than their spelling."""
    if value is None or other is None:
        return value is not other
    return plain(Field(field), value) != plain(Field(field), other)


def hashed(text: str) -> int:
    """A text as a signed number of 64 bits."""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
