"""Says where the data of a company come from, by reading ``company.traces``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tui_app.contract import operations as op
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import CompanyProfile, Emails, Phones
from tui_app.registry.lookup import owner_of
from tui_app.registry.sql import Read
from tui_app.system.untyped import DbValue

_SOURCES: Final = """
SELECT number, kind, part, parts, name, day, is_dated, licence FROM {s}source
"""
_TRACES: Final = "SELECT traces FROM {s}company WHERE id = ?"
_YEARS: Final = """
SELECT source, line, year, class FROM {s}financial_year WHERE company = ? ORDER BY year DESC
"""
_CASES: Final = "SELECT DISTINCT source FROM {s}court_case WHERE company = ? ORDER BY source"
_CONTACTS: Final = """
SELECT DISTINCT source, kind, line FROM {s}contact WHERE company = ? ORDER BY source, kind
"""
_MOVED: Final = """
SELECT moved FROM {s}line_run WHERE source = ? AND first <= ? ORDER BY first DESC LIMIT 1
"""
_OF_TAXES: Final = ("VAT", "taxCategory")
_NAMES: Final = {field.name: field.encode_name for field in msgspec.structs.fields(CompanyProfile)}
_OF_REGISTER: Final = tuple(
    name
    for field, name in _NAMES.items()
    if not field.startswith("has_")
    and name not in {*_OF_TAXES, "splitVAT", "checkoutVAT", "status", "caen"}
)
_CONTACT_KINDS: Final = {
    op.PHONES.name: Phones.__struct_fields__,
    op.EMAILS.name: Emails.__struct_fields__,
    op.ADMINISTRATORS.name: ("administrators",),
    op.WEBSITES.name: ("websites",),
}


def sources(read: Read, tax_id: str, operation: str) -> tuple[DataSource, ...]:
    """The sources of an operation's answer about a company.

    Empty if nothing is on record, and for operations that do not say it.
    """
    owner = owner_of(read, tax_id)
    if owner is None:
        return ()
    known = {row[0]: row for row in read(_SOURCES, ())}
    number = owner.number
    if operation == op.PROFILE.name:
        return tuple(_of_profile(read, number, known))
    if operation == op.FINANCIAL.name:
        rows = read(_YEARS, (number,))
        return tuple(_source(known, s, line, year=year) for s, line, year, _ in rows if s in known)
    if operation == op.COURT_CASES.name:
        return tuple(_source(known, s) for (s,) in read(_CASES, (number,)) if s in known)
    kinds = _CONTACT_KINDS.get(operation, ())
    first: dict[tuple[int, str], int] = {}
    for source, kind, numbered in read(_CONTACTS, (number,)):
        if kind in kinds and source in known:
            line = _line(read, source, numbered)
            first[source, kind] = min(line, first.get((source, kind), line))
    found = dict.fromkeys((source, line) for (source, _kind), line in first.items())
    return tuple(_source(known, source, line) for source, line in found)


def _line(read: Read, source: int, numbered: int) -> int:
    """Where a line is now: from month to month it keeps the number with which it was stored."""
    rows = read(_MOVED, (source, numbered))
    return numbered + (rows[0][0] if rows else 0)


def _of_profile(read: Read, number: int, known: dict[int, DbValue]) -> Iterator[DataSource]:
    ((traces,),) = read(_TRACES, (number,))
    own: list[tuple[int, int, list[str]]] = []
    public: list[tuple[int, int, list[str]]] = []
    for trace in (traces or "").split("|") if traces else ():
        start, *given = trace.split(" ")
        source, numbered = map(int, start.split(":"))
        line = _line(read, source, numbered)
        if known[source][1].startswith("records"):
            own.append((source, line, given))
        else:
            public.append((source, line, [_NAMES[name] for name in given]))
    taken: set[str] = set()
    found = []
    # Of two own records, the later one counts.
    for source, line, given in reversed(own):
        fields = [_NAMES[name] for name in given if name in _NAMES and _NAMES[name] not in taken]
        taken.update(fields)
        if fields:
            found.append(_source(known, source, line, fields=fields))
    # A line with only a few fields is the source of just these.
    apart = {name for _source, _line, given in public for name in given}
    for source, line, given in public:
        of_line = given or [name for name in _fields_of(known[source][1]) if name not in apart]
        fields = [name for name in of_line if name not in taken]
        if fields:
            yield _source(known, source, line, fields=fields)
    if "caen" not in taken:
        for source, line, year, code in read(_YEARS, (number,)):
            if code is not None and source in known:
                yield _source(known, source, line, year=year, fields=["caen"])
                break
    yield from reversed(found)


def _fields_of(kind: str) -> tuple[str, ...]:
    if kind.startswith("taxpayers"):
        return _OF_TAXES
    return ("status",) if kind == "states" else _OF_REGISTER


def _source(
    known: dict[int, DbValue],
    source: int,
    line: int | None = None,
    *,
    year: int | None = None,
    fields: Iterable[str] = (),
) -> DataSource:
    _number, kind, part, parts, name, day, is_dated, licence = known[source]
    return DataSource(
        source=f"{kind}, part {part} of {parts}" if part else kind,
        publisher=publisher_of(kind),
        file=name,
        day=day,
        day_known=bool(is_dated),
        line=line,
        year=year,
        licence=licence,
        fields=tuple(fields),
    )


_PUBLISHERS: Final = {
    "own file": ("records",),
    "National Trade Register Office": (
        "register", "states", "state", "class", "authorised", "representatives", "family",
    ),
    "Ministry of Finance": ("statements", "taxpayers"),
    "Authority for the Digitalisation of Romania": ("direct", "contracts", "awards", "changes"),
}  # fmt: skip
"""Publishers by the first words of the kinds of their sources."""
_PUBLISHER_OF: Final = {word: name for name, words in _PUBLISHERS.items() for word in words}


def publisher_of(kind: str) -> str:
    """The publisher of a kind of source."""
    return _PUBLISHER_OF[kind.split(maxsplit=1)[0].rstrip(",")]
