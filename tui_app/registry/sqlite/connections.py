"""Writes which companies share an administrator or an address: see ``registry.connections``.

Written only if administrators were imported, which is optional.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from tui_app.registry.connections import MAX_COUNTED, address_key, person_key

_ADDRESS: Final = "county, locality, street_name, street_nr"
_HAS_ADDRESS: Final = "street_name <> '' AND street_nr GLOB '*[0-9]*'"
_PEOPLE: Final = "FROM contact WHERE kind = 'administrators'"
_LINKS: Final = f"""
INSERT OR IGNORE INTO connection
SELECT person_key(value), company {_PEOPLE}
UNION ALL SELECT address_key({_ADDRESS}), id FROM company WHERE {_HAS_ADDRESS}
ORDER BY 1, 2
"""
_POPULAR: Final = f"""
INSERT INTO popular_link
SELECT key, count(*) FROM connection GROUP BY key HAVING count(*) > {MAX_COUNTED}
"""


def write(connection: sqlite3.Connection) -> None:
    """Fill the table, if any administrator is on record."""
    if connection.execute(f"SELECT 1 {_PEOPLE} LIMIT 1").fetchone() is None:
        return
    connection.create_function("person_key", 1, person_key, deterministic=True)
    connection.create_function("address_key", 4, address_key, deterministic=True)
    connection.execute(_LINKS)
    connection.execute(_POPULAR)
