"""Builds the contract's Structs from any JSON value, at the price of the wrong fields only.

A missing, null, unknown or wrongly typed field costs that field and never the record; each
is reported once by its place, however many records share the fault. Every text is cleaned on
the way (see ``sanitize``), so nothing built here can act on a terminal.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from tui_app.client.sanitize import LONGEST, clean
from tui_app.language import N_, _

MOST_ITEMS: Final = 1_000
"""Items of a list that are kept."""

_INT64: Final = 2**63
T = TypeVar("T")


class WrongType(Exception):
    """A value is not of the type the contract names; the text says which was expected."""


class Report:
    """What was wrong with one answer: a short text for each place, each once."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._unknown: dict[str, None] = {}

    def add(self, place: str, text: str, **values: int) -> None:
        """Note a fault of a field; only the first of a place counts. ``text`` is a template."""
        self._texts.setdefault(place or "data", _(text).format(**values))

    def add_unknown(self, place: str) -> None:
        """Note a field that the contract does not have."""
        if len(self._unknown) < MOST_ITEMS:
            self._unknown[clean(place, 80)] = None

    @property
    def faults(self) -> tuple[str, ...]:
        """One text for each place where a value was lost."""
        return tuple(f"{place}: {text}" for place, text in self._texts.items())

    @property
    def unknown(self) -> tuple[str, ...]:
        """The places of the fields that nobody knows."""
        return tuple(self._unknown)


_Reader = Callable[[object, str, Report], Any]


class _Field(Struct, frozen=True):
    name: str
    wire_name: str
    read: _Reader
    required: bool


def build(kind: type[T], value: object, report: Report) -> T:
    """The value as ``kind``. Raises ``WrongType`` when not even its outermost shape fits."""
    read: _Reader = _reader(cast(Any, kind))
    return cast(T, read(value, "", report))


# Any, here and below: the type is only known to the plan that is being made.
@cache
def _reader(kind: Any) -> _Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _reader(arguments[0])
    if origin in {Union, types.UnionType}:
        return _reader(next(a for a in arguments if a is not type(None)))
    if origin is tuple:
        return _list_reader(_reader(arguments[0]))
    if kind in _SCALARS:
        return _SCALARS[kind]
    return _record_reader(kind)


def _record_reader(kind: type[Struct]) -> _Reader:
    fields = [
        _Field(f.name, f.encode_name, _reader(f.type), f.default is not NODEFAULT and f.type is str)
        for f in msgspec.structs.fields(kind)
    ]
    known = {field.wire_name for field in fields}

    def read(value: object, place: str, report: Report) -> Struct:
        if not isinstance(value, Mapping):
            raise WrongType(N_("not an object"))
        prefix = f"{place}." if place else ""
        for name in value.keys() - known:
            report.add_unknown(prefix + name)
        found = {f.name: _field(f, value, prefix, report) for f in fields}
        return kind(**{name: v for name, v in found.items() if v is not None})

    return read


def _field(field: _Field, record: Mapping[str, object], prefix: str, report: Report) -> Any:
    place = prefix + field.wire_name
    value = record.get(field.wire_name)
    if value is None:
        if field.required:
            report.add(place, N_("missing"))
        return None
    try:
        return field.read(value, place, report)
    except WrongType as wrong:
        report.add(place, str(wrong))
        return None


def _list_reader(read_item: _Reader) -> _Reader:
    def read(value: object, place: str, report: Report) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise WrongType(N_("not a list"))
        if len(value) > MOST_ITEMS:
            text = N_("{count} items, the first {kept} are kept")
            report.add(place, text, count=len(value), kept=MOST_ITEMS)
        kept = []
        for item in value[:MOST_ITEMS]:
            try:
                kept.append(read_item(item, place, report))
            except WrongType as wrong:
                report.add(place, str(wrong))
        return tuple(kept)

    return read


def _text(value: object, place: str, report: Report) -> str:
    if not isinstance(value, str):
        raise WrongType(N_("not a text"))
    cleaned = clean(value)
    if cleaned != value:
        if len(value) > LONGEST:
            report.add(place, N_("longer than {most} characters, cut"), most=LONGEST)
        else:
            report.add(place, N_("characters that do not belong in a text were taken out"))
    return cleaned


def _integer(value: object, place: str, report: Report) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongType(N_("not a whole number"))
    if not -_INT64 <= value < _INT64:
        raise WrongType(N_("a number too large to be true"))
    return value


def _number(value: object, place: str, report: Report) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise WrongType(N_("not a number"))
    if not math.isfinite(value) or abs(value) >= _INT64:
        raise WrongType(N_("a number too large to be true"))
    return float(value)


def _flag(value: object, place: str, report: Report) -> bool:
    if not isinstance(value, bool):
        raise WrongType(N_("neither true nor false"))
    return value


_SCALARS: Final[dict[Any, _Reader]] = {str: _text, int: _integer, float: _number, bool: _flag}
