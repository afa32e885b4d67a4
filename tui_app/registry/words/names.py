"""Companies by their whole name, apart from the legal form, and by their domain."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.names import CompanyName
from tui_app.contract.ranking import Query, has_name
from tui_app.contract.search_text import domain_in
from tui_app.registry.sql import Read
from tui_app.registry.words.index import placeholders

_USUAL: Final = 12
_MAX_FOUND: Final = 200
"""The most companies with one name that are checked at a time, best rank first."""

_NAMED: Final = """
SELECT id, company_name FROM {s}name_key JOIN {s}company ON id = company
WHERE key = ? ORDER BY id LIMIT ?
"""
_ADDRESSES: Final = """
SELECT name_key.company, value FROM {s}name_key JOIN {s}contact
ON contact.company = name_key.company WHERE key = ? ORDER BY 1 LIMIT 200
"""
_ANY: Final = (
    f"SELECT company FROM {{{{s}}}}name_key WHERE key IN ({{}}) ORDER BY 1 LIMIT {_MAX_FOUND}"
)


def name_key(name: CompanyName) -> int:
    """A signed 32-bit number that is the same for equal names, whatever their legal form."""
    return zlib.crc32(" ".join(name.words).encode(errors="replace")) - 2**31


def domain_key(domain: str) -> int:
    """The same kind of number for the domain of a company's web or e-mail address."""
    return zlib.crc32(f"@{domain}".encode(errors="replace")) - 2**31


def with_domain(read: Read, domain: str) -> list[int]:
    """The numbers of the companies with a web or e-mail address of a domain, best rank first."""
    rows = read(_ADDRESSES, (domain_key(domain),))
    return list(dict.fromkeys(number for number, value in rows if domain_in(value) == domain))


def named(read: Read, query: Query) -> list[int]:
    """The numbers of the companies with a name, best rank first; the form may be left out."""
    if not query.words:
        return []
    key = name_key(query.name)
    rows = read(_NAMED, (key, _USUAL))
    if len(rows) == _USUAL and not all(has_name(query, fold(found)) for _, found in rows):
        rows = read(_NAMED, (key, _MAX_FOUND))
    return [number for number, found in rows if has_name(query, fold(found))]


def with_names(read: Read, names: Sequence[CompanyName]) -> list[int]:
    """The numbers of companies that may have any of some names, best rank first."""
    keys = [name_key(name) for name in names]
    return [number for (number,) in read(_ANY.format(placeholders(keys)), keys)] if keys else []
