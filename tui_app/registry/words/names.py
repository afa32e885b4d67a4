"""Companies by their whole name, the legal form aside."""

from __future__ import annotations

import zlib
from typing import Final

from tui_app.contract.names import CompanyName
from tui_app.registry.sql import Read

_MOST: Final = 200
"""So many companies with one name are looked at, best rank first."""

_NAMED: Final = f"""
SELECT id, company_name FROM {{s}}name_key JOIN {{s}}company ON id = company
WHERE key = ? ORDER BY id LIMIT {_MOST}
"""


def name_key(folded: str) -> int | None:
    """The same number for equal names, 32 bits with a sign; ``None`` for a name of no words."""
    words = CompanyName.of(folded).words
    return zlib.crc32(" ".join(words).encode(errors="replace")) - 2**31 if words else None


def named(read: Read, folded: str) -> list[int]:
    """The numbers of the companies with a name, best rank first; the form may be left out."""
    name, key = CompanyName.of(folded), name_key(folded)
    rows = [] if key is None else read(_NAMED, (key,))
    return [number for number, found in rows if name.equals(CompanyName.read(found))]
