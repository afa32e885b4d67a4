"""Decides which values are equal but for spelling: another spelling is not a change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.names import is_same_name, plain_name
from tui_app.contract.registry_numbers import number_key
from tui_app.contract.vocabulary.localities import read_locality
from tui_app.contract.vocabulary.lost_letters import STAND_IN, are_alike, restored
from tui_app.contract.vocabulary.streets import is_same_street, plain_street
from tui_app.registry.history.layout import Field


def _number(text: str) -> str:
    return str(number_key(text))


def _place(text: str) -> str:
    return read_locality(text).key


def _roles(text: str) -> str:
    return ";".join(sorted(map(_role, text.split("; "))))


def _role(entry: str) -> str:
    role, _, name = entry.rpartition(": ")
    return f"{fold(role)}:{plain_name(name)}" if role else f"{fold(name)}:"


_PLAIN: Final[dict[Field, Callable[[str], str]]] = {
    Field.NUMBER: _number,
    Field.NAME: plain_name,
    Field.LOCALITY: _place,
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


def is_same(field: Field, value: str, other: str) -> bool:
    """Whether two values may be one, also where one of them lost a letter or says less.

    Unlike ``plain`` this relation has no classes: what lost a letter may be either of two others.
    """
    if plain(field, value) == plain(field, other):
        return True
    match field:
        case Field.NAME:
            return is_same_name(value, other)
        case Field.STREET:
            return is_same_street(value, other)
        case Field.LOCALITY:
            one, two = read_locality(value), read_locality(other)
            is_vague = one.name == two.name and None in (one.sector, two.sector)
            is_capital = bool(one.sector or two.sector)
            return are_alike(one.key, two.key) or (is_capital and is_vague)
        case Field.LIQUIDATOR | Field.ADMINISTRATOR:
            entries = [sorted(text.split("; "), key=_role) for text in (value, other)]
            return len(entries[0]) == len(entries[1]) and all(map(_is_same_role, *entries))
    return False


def _is_same_role(entry: str, other: str) -> bool:
    """People are in a snapshot by their role alone, if their names were not requested."""
    (role, _, name), (same_role, _, same_name) = entry.partition(": "), other.partition(": ")
    if fold(role) != fold(same_role):
        return False
    return not (name and same_name) or is_same_name(name, same_name)


def says_less(field: Field, value: str, other: str) -> bool:
    """Whether of two values that may be one the first says less."""
    if field is Field.LOCALITY and read_locality(other).sector:
        return read_locality(value).sector is None
    return _lost(value) > _lost(other)


def _lost(text: str) -> int:
    return restored(text).count(STAND_IN)


def hashed(text: str) -> int:
    """A text as a signed number of 64 bits."""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
