"""Reduces the rows of a snapshot to one row per company, in SQL.

Of several rows with one tax id the current one is used, chosen as in an import: not struck off,
then registered last.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from tui_app.opendata.history.rows import plain_form_code, street_text
from tui_app.opendata.onrc.statuses import STRUCK_OFF, known_states
from tui_app.registry.history.layout import SEEN, VALUE_COLUMNS, Field
from tui_app.registry.history.spelling import hashed, key_of
from tui_app.registry.sqlite.staging import OPERATIONS, keep_going
from tui_app.registry.sqlite.staging_tables import COLUMNS

_SETTINGS: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -131072;
"""
_ROWS: Final = ", ".join(
    f"{name} INTEGER" if name.endswith("_key") or name in {"id", "registered"} else f"{name}"
    for name in COLUMNS["past_firm"]
)
_TABLES: Final = f"""
CREATE TABLE past_firm ({_ROWS});
CREATE TABLE state (key, code INTEGER);
CREATE TABLE state_name (code INTEGER, name TEXT, severity INTEGER);
CREATE TABLE past_role (key, field INTEGER, entry TEXT);
CREATE TABLE seen {SEEN};
"""
_COPIED: Final = ("past_firm", "past_role")
# The kept sources of a month, which have no companies without a tax id, and no roles of firms.
_KEPT: Final = f"""
INSERT INTO past_firm SELECT tax_id, key, company_id, hash(key), company_name,
  name_key(company_name), form_code(company_type), NULL, coalesce(county, ''),
  coalesce(locality, ''), locality_key(coalesce(locality, '')),
  street_text(street_name, street_nr), street_key(street_text(street_name, street_nr)),
  coalesce(CAST(replace(substr(registration_date, 1, 10), '-', '') AS INTEGER),
    {10_000} * founding_year + 1231, 0)
FROM draft.firm;
"""
_GROUPED: Final = """
CREATE TABLE state_of (key PRIMARY KEY, state TEXT) WITHOUT ROWID;
INSERT INTO state_of SELECT key, group_concat(code, ' ')
FROM (SELECT DISTINCT key, code FROM state ORDER BY key, code) GROUP BY key;
CREATE TABLE role_of (key, field INTEGER, entry TEXT, PRIMARY KEY (key, field)) WITHOUT ROWID;
INSERT INTO role_of SELECT key, field, group_concat(entry, '; ')
FROM (SELECT DISTINCT key, field, entry FROM past_role ORDER BY key, field, entry)
GROUP BY key, field;
CREATE INDEX past_firm_by_id ON past_firm (id);
DELETE FROM past_firm WHERE rowid IN (
  SELECT number FROM (
    SELECT past_firm.rowid AS number, row_number() OVER (
      PARTITION BY id
      ORDER BY is_struck_off(coalesce(past_firm.state, state_of.state, '')), registered DESC,
        past_firm.rowid
    ) AS place
    FROM past_firm LEFT JOIN state_of USING (key)
    WHERE id IN (SELECT id FROM past_firm GROUP BY id HAVING count(*) > 1)
  ) WHERE place > 1
);
"""


_NOTHING: Final = ("''", str(hashed("")))


class SeenFile:
    """A new file with the companies of a snapshot: ``take`` its drafts, then ``finish``."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection

    def take(self, drafts: Iterable[Path]) -> None:
        """Take the rows read from files, or those kept by an import."""
        for draft in drafts:
            uri = f"{draft.absolute().as_uri()}?mode=ro&immutable=1"
            self._connection.execute("ATTACH ? AS draft", (uri,))
            names = {
                name for (name,) in self._connection.execute("SELECT name FROM draft.sqlite_schema")
            }
            for table in _COPIED:
                if table in names:
                    self._connection.execute(f"INSERT INTO {table} SELECT * FROM draft.{table}")
            if "firm" in names:
                self._connection.execute(_KEPT)
            if "state" in names:
                self._connection.execute("INSERT INTO state SELECT key, code FROM draft.state")
            if "state_name" in names:
                self._connection.execute(
                    "INSERT INTO state_name SELECT code, name, severity FROM draft.state_name"
                )
            self._connection.execute("DETACH draft")

    def state_names(self) -> list[tuple[int, str, int]]:
        """The names of states by code, and their severity."""
        rows = self._connection.execute(
            "SELECT code, min(name), severity FROM state_name GROUP BY 1"
        )
        known = {code: (name, severity) for code, name, severity in known_states()}
        named = {code: (name, severity) for code, name, severity in rows}
        return [(code, *each) for code, each in sorted({**known, **named}.items())]

    def finish(self, fields: Iterable[Field]) -> int:
        """Write the table ``seen``, and return the number of its companies."""
        covered = set(fields)
        severity = {code: severity for code, _, severity in self.state_names()}

        @lru_cache(maxsize=4096)
        def is_struck_off(codes: str) -> bool:
            return any(severity.get(code) == STRUCK_OFF for code in map(int, codes.split()))

        self._connection.create_function("is_struck_off", 1, is_struck_off, deterministic=True)
        self._connection.create_function("role_key", 1, _key_of_roles, deterministic=True)
        self._connection.executescript(_GROUPED)
        role = "coalesce({}.entry, '')"
        values = {
            "number": "registry_number",
            "number_key": "registry_number_key",
            "state": "coalesce(past_firm.state, state_of.state, '')",
            "liquidator": role.format("winding_up"),
            "liquidator_key": f"role_key({role.format('winding_up')})",
            "administrator": role.format("others"),
            "administrator_key": f"role_key({role.format('others')})",
        }
        # If a file lacks a column that others have, its value is empty: companies without a seat.
        chosen = ", ".join(
            f"coalesce({values.get(column, column)}, {_NOTHING[column.endswith('_key')]})"
            if _field_of(column) in covered
            else "NULL"
            for column in VALUE_COLUMNS
        )
        self._connection.execute(
            f"INSERT INTO seen SELECT id, {chosen} FROM past_firm LEFT JOIN state_of USING (key)"
            f" LEFT JOIN role_of AS winding_up ON winding_up.key = past_firm.key"
            f" AND winding_up.field = {int(Field.LIQUIDATOR)}"
            f" LEFT JOIN role_of AS others ON others.key = past_firm.key"
            f" AND others.field = {int(Field.ADMINISTRATOR)} ORDER BY id"
        )
        (count,) = self._connection.execute("SELECT count(*) FROM seen").fetchone()
        for table in ("past_firm", "state", "past_role", "state_of", "role_of"):
            self._connection.execute(f"DROP TABLE {table}")
        return int(count)


@contextmanager
def seen_file(path: Path) -> Iterator[SeenFile]:
    """A new file at ``path`` with the companies of a snapshot."""
    uri = path.absolute().as_uri()
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.executescript(_SETTINGS + _TABLES)
        connection.set_progress_handler(keep_going, OPERATIONS)
        for name, function in (
            ("hash", lambda key: hashed(str(key))),
            ("name_key", lambda text: key_of(Field.NAME, text)),
            ("locality_key", lru_cache(65_536)(lambda text: key_of(Field.LOCALITY, text))),
            ("street_key", lru_cache(65_536)(lambda text: key_of(Field.STREET, text))),
            ("form_code", lambda text: plain_form_code(text or "")),
        ):
            connection.create_function(name, 1, function, deterministic=True)
        connection.create_function("street_text", 2, _street, deterministic=True)
        yield SeenFile(connection, path)


@lru_cache(maxsize=4096)
def _key_of_roles(text: str) -> int | None:
    return key_of(Field.LIQUIDATOR, text)


def _street(street: str | None, number: str | None) -> str:
    return street_text(street or "", number or "")


def _field_of(column: str) -> Field:
    return Field[column.removesuffix("_key").upper()]
