"""Companies that share an administrator or an address, the same for every engine.

People are identified only by name, so two with the same name count as one; the screen must say so.
An address counts if it has a street and a number; "FN" is not a number.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.operations import PAGE_SIZE
from tui_app.contract.resources import CompanySummary, ConnectedCompany, ConnectionPage
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.contract.vocabulary.streets import plain_street
from tui_app.registry.lookup import Owner, pages, with_form
from tui_app.registry.sql import Read, listed
from tui_app.system.untyped import DbValue

MAX_COUNTED: Final = 1_000
"""Up to this many companies of a link are counted on request; larger counts are stored."""

_SUMMARY: Final = CompanySummary.__struct_fields__
_DIGIT: Final = re.compile("[0-9]")
_PEOPLE: Final = """
SELECT value FROM {s}contact WHERE company = ? AND kind = 'administrators' ORDER BY position
"""
_ADDRESS: Final = """
SELECT county, locality, street_name, street_nr, full_address FROM {s}company WHERE id = ?
"""
_OTHERS: Final = "FROM {s}connection WHERE key = ? AND company <> ?"
_COUNT: Final = f"""
SELECT coalesce(
  (SELECT companies - 1 FROM {{s}}popular_link WHERE key = ?), (SELECT count(*) {_OTHERS})
)
"""
_COMPANIES: Final = f"""
SELECT {listed(_SUMMARY)} FROM {{s}}company WHERE id IN (
  SELECT company {_OTHERS} ORDER BY company LIMIT ? OFFSET ?
) ORDER BY id
"""


class _Link(NamedTuple):
    """What companies may share: ``link`` is its kind, ``through`` its text for people."""

    link: str
    through: str
    key: int


def connections(read: Read, owner: Owner, page: int) -> ConnectionPage:
    """One page of the companies connected to one, best rank first within each link.

    A very common name or address comes last: it means least, and would fill all pages.
    """
    links = [
        (link, read(_COUNT, (link.key, link.key, owner.number))[0][0])
        for link in _links_of(read, owner)
    ]
    links.sort(key=lambda counted: counted[1] > MAX_COUNTED)
    skip, missing = (page - 1) * PAGE_SIZE, PAGE_SIZE
    found: list[ConnectedCompany] = []
    for link, count in links:
        if skip < count and missing:
            rows = read(_COMPANIES, (link.key, owner.number, missing, skip))
            found += [_connection(link, row) for row in rows]
            missing -= len(rows)
        skip = max(0, skip - count)
    total = sum(count for _link, count in links)
    return ConnectionPage(
        connections=tuple(found),
        total_pages=pages(total),
        current_page=page,
        total_connections=total,
    )


def _links_of(read: Read, owner: Owner) -> Iterator[_Link]:
    """The people of a company, one for all spellings of a name, then its address."""
    people: dict[int, str] = {}
    for (name,) in read(_PEOPLE, (owner.number,)):
        people.setdefault(person_key(name), name)
    for key, name in people.items():
        yield _Link("administrator", name, key)
    ((*parts, full),) = read(_ADDRESS, (owner.number,))
    street, street_nr = parts[-2:]
    if street and _DIGIT.search(street_nr or ""):
        through = full or ", ".join(part for part in parts if part)
        yield _Link("address", through, address_key(*parts))


def _connection(link: _Link, row: Iterable[DbValue]) -> ConnectedCompany:
    summary = with_form(dict(zip(_SUMMARY, row, strict=True)))
    return ConnectedCompany(**summary, link=link.link, through=link.through)


# Of all addresses of a country many have the same street, locality or number.
_folded: Final = lru_cache(maxsize=32_768)(fold)


def person_key(name: str) -> int:
    """The key of all people with a name."""
    return _key(f"person {fold(name)}")


def address_key(county: DbValue, locality: DbValue, street: DbValue, number: DbValue) -> int:
    """The key of an address: ``Str. Lungă 12 A`` and ``Strada Lunga 12a`` are one."""
    plain_number = _folded(str(number or "")).replace(" ", "")
    texts = (plain_county(county), _folded(str(locality or "")), plain_street(str(street or "")))
    return _key("|".join(("address " + texts[0], *texts[1:], plain_number)))


def _key(text: str) -> int:
    digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
