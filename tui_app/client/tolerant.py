"""Builds the contract's Structs from any JSON value; a wrong field costs only that field.

A missing, null or wrongly typed field costs that field and never the record, and is reported
once by its position. Unknown fields cost nothing. Every text is sanitised
here, so no result can act on a terminal.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from tui_app.client.sanitize import LONGEST, clean, without_breaks
from tui_app.contract.resources import Timestamp
from tui_app.contract.timestamps import parse_timestamp
from tui_app.system.language import N_, _

MAX_ITEMS: Final = 1_000
"""The most items of a list."""

Faults = dict[str, str]
"""The faults of an answer: one text for each position."""

T = TypeVar("T")
_Reader = Callable[[object, str, Faults], Any]
_Integer = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
_Number = Annotated[float, Meta(ge=-(2**63), le=2**63 - 1)]


class WrongType(Exception):
    """A value has the wrong type; the text says which was expected."""


def note(faults: Faults, path: str, text: str, **values: int) -> None:
    """Report a fault; only the first at a position counts. ``text`` is a template."""
    faults.setdefault(path or "data", _(text).format(**values))


def build(kind: type[T], value: object, faults: Faults) -> T:
    """The value as ``kind``. Raises ``WrongType`` when not even its outermost shape fits."""
    read: _Reader = _reader(cast(Any, kind))
    return cast(T, read(value, "", faults))


# Any, here and below: only the reader that is being created knows the type.
@cache
def _reader(kind: Any) -> _Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind == Timestamp:
        return _timestamp
    if origin is Annotated:
        return _reader(arguments[0])
    if origin in {Union, types.UnionType}:
        return _reader(next(a for a in arguments if a is not type(None)))
    if origin is tuple:
        return _list_reader(_reader(arguments[0]))
    if kind is str:
        return _text
    if kind in _SCALARS:
        return _scalar_reader(*_SCALARS[kind])
    return _record_reader(kind)


_SCALARS: Final[dict[Any, tuple[Any, str]]] = {
    int: (_Integer, N_("not a whole number")),
    float: (_Number, N_("not a number")),
    bool: (bool, N_("neither true nor false")),
}


def _scalar_reader(kind: Any, wrong: str) -> _Reader:
    def read(value: object, path: str, faults: Faults) -> object:
        if kind is _Integer and isinstance(value, float) and value.is_integer():
            value = int(value)
        try:
            return msgspec.convert(value, kind)
        except (msgspec.ValidationError, UnicodeError):  # half a surrogate pair is not text
            raise WrongType(wrong) from None

    return read


def _text(value: object, path: str, faults: Faults) -> str:
    if not isinstance(value, str):
        raise WrongType(N_("not a text"))
    cleaned = clean(value)
    if len(value) > LONGEST:
        note(faults, path, N_("longer than {most} characters, cut"), most=LONGEST)
    elif cleaned != without_breaks(value):
        note(faults, path, N_("characters that do not belong in text were removed"))
    return cleaned


def _timestamp(value: object, path: str, faults: Faults) -> str:
    text = _text(value, path, faults)
    if text and parse_timestamp(text) is None:
        raise WrongType(N_("not a date"))
    return text


def _list_reader(read_item: _Reader) -> _Reader:
    def read(value: object, path: str, faults: Faults) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise WrongType(N_("not a list"))
        if len(value) > MAX_ITEMS:
            text = N_("{count} items, the first {kept} are kept")
            note(faults, path, text, count=len(value), kept=MAX_ITEMS)
        items = []
        for item in value[:MAX_ITEMS]:
            try:
                items.append(read_item(item, path, faults))
            except WrongType as wrong:
                note(faults, path, str(wrong))
        return tuple(items)

    return read


def _record_reader(kind: type[Struct]) -> _Reader:
    fields = [(f, _reader(f.type)) for f in msgspec.structs.fields(kind)]

    def read(value: object, path: str, faults: Faults) -> Struct:
        if not isinstance(value, Mapping):
            raise WrongType(N_("not an object"))
        found = {}
        for field, read_field in fields:
            inner = value.get(field.encode_name)
            where = f"{path}.{field.encode_name}" if path else field.encode_name
            try:
                if inner is not None:
                    found[field.name] = read_field(inner, where, faults)
                elif field.type is str and field.default is not NODEFAULT:
                    note(faults, where, N_("missing"))
            except WrongType as wrong:
                note(faults, where, str(wrong))
        return kind(**found)

    return read
