"""What changed in the names and numbers of companies since the registry before.

What finds companies by text is copied from it and patched: that is most of the work of a month in
which few companies changed. Built anew it would be the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tui_app import __version__
from tui_app.registry.sqlite.checksum import has_wrong_checksum
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION

_FEW: Final = 4
"""A patch pays off if fewer than one in so many companies changed."""

_CHANGED: Final = """
SELECT one.id, one.company_name, one.tax_id, one.company_id
FROM {one}.company AS one LEFT JOIN {other}.company AS other USING (id)
WHERE other.tax_id IS NOT one.tax_id OR other.company_name IS NOT one.company_name
  OR other.company_id IS NOT one.company_id
ORDER BY one.id
"""


class Named(NamedTuple):
    """A company's number, and the texts by which it is found."""

    number: int
    name: str
    tax_id: str
    company_id: str | None


class Changes(NamedTuple):
    """The companies as they were found before and are not any more, and as they are now."""

    gone: list[Named]
    new: list[Named]


def registry_before(path: Path) -> Path | None:
    """A registry that a build may continue: whole, and written by this version of the program."""
    with suppress(OSError, sqlite3.Error, TypeError), finished(path) as connection:
        ((application,),) = connection.execute("PRAGMA application_id").fetchall()
        ((version,),) = connection.execute("PRAGMA user_version").fetchall()
        if (application, version) == (APPLICATION_ID, SCHEMA_VERSION):
            ((program,),) = connection.execute("SELECT program FROM build").fetchall()
            return path if program == __version__ and not has_wrong_checksum(path) else None
    return None


def changes(connection: sqlite3.Connection, companies: int) -> Changes | None:
    """The differences of ``main`` from the attached ``before``; ``None`` if they are too many."""
    found = Changes(*(list(_changed(connection, *sides)) for sides in (_GONE, _NEW)))
    return found if (len(found.gone) + len(found.new)) * _FEW < companies else None


_GONE: Final = "before", "main"
_NEW: Final = "main", "before"


def _changed(connection: sqlite3.Connection, one: str, other: str) -> Iterator[Named]:
    return map(Named._make, connection.execute(_CHANGED.format(one=one, other=other)))
