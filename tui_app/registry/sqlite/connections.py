"""Writes which companies share an administrator or an address: see ``registry.connections``.

Written only if administrators were imported, which is optional.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from tui_app.registry.connections import MAX_COUNTED, address_key, person_key
from tui_app.registry.sqlite.patching import derive

_ADDRESS: Final = "county, locality, street_name, street_nr"
_HAS_ADDRESS: Final = "street_name <> '' AND street_nr GLOB '*[0-9]*'"
_PEOPLE: Final = "FROM {contact} WHERE kind = 'administrators'"
_LINKS: Final = f"""
SELECT person_key(value), company {_PEOPLE}
UNION ALL SELECT address_key({_ADDRESS}), id FROM {{company}} WHERE {_HAS_ADDRESS}
"""
_POPULAR: Final = f"""
INSERT INTO popular_link
SELECT key, count(*) FROM connection GROUP BY key HAVING count(*) > {MAX_COUNTED}
"""


def write(connection: sqlite3.Connection, *, anew: bool) -> None:
    """Fill the table, if any administrator is on record."""
    if not _has_people(connection, "main"):
        connection.execute("DELETE FROM connection")
        return
    connection.create_function("person_key", 1, person_key, deterministic=True)
    connection.create_function("address_key", 4, address_key, deterministic=True)
    anew = anew or not _has_people(connection, "before")
    derive(connection, "connection", "key", _LINKS, anew=anew)
    connection.execute(_POPULAR)


def _has_people(connection: sqlite3.Connection, file: str) -> bool:
    people = f"SELECT 1 {_PEOPLE} LIMIT 1".format(contact=f"{file}.contact")
    return connection.execute(people).fetchone() is not None
