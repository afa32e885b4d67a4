"""Companies by their whole name, the legal form aside."""

from __future__ import annotations

import zlib
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.names import CompanyName
from tui_app.contract.ranking import Query, has_name
from tui_app.registry.sql import Read

_MOST: Final = 200
"""So many companies with one name are looked at, best rank first."""

_NAMED: Final = f"""
SELECT id, company_name FROM {{s}}name_key JOIN {{s}}company ON id = company
WHERE key = ? ORDER BY id LIMIT {_MOST}
"""


def name_key(name: CompanyName) -> int:
    """The same number for equal names, whatever their form: 32 bits with a sign."""
    return zlib.crc32(" ".join(name.words).encode(errors="replace")) - 2**31


def named(read: Read, query: Query) -> list[int]:
    """The numbers of the companies with a name, best rank first; the form may be left out."""
    rows = read(_NAMED, (name_key(query.name),)) if query.words else []
    return [number for number, found in rows if has_name(query, fold(found))]
