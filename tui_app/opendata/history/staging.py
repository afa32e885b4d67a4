"""Reduces the rows of a snapshot to one row per company, in SQL.

Of several rows with one tax id the one in force is used, as in an import.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from tui_app.contract.severities import STRUCK_OFF
from tui_app.opendata.history.rows import plain_form_code, street_text
from tui_app.opendata.onrc.statuses import known_states
from tui_app.registry.history.layout import SEEN, VALUE_COLUMNS, Field
from tui_app.registry.sqlite.drafts import drafted
from tui_app.registry.sqlite.finished import uri_of
from tui_app.registry.sqlite.firm_in_force import REGISTERED, best_first

_PAGE: Final = 16_384
"""Bytes: in SQLite's usual pages, a quarter as large, writing it takes a tenth longer."""

_TABLES: Final = f"""
CREATE TABLE state (key, code INTEGER, PRIMARY KEY (key, code)) WITHOUT ROWID;
CREATE TABLE state_name (code INTEGER, name TEXT, severity INTEGER);
CREATE TABLE past_role (
  key, field INTEGER, entry TEXT, PRIMARY KEY (key, field, entry)
) WITHOUT ROWID;
CREATE TABLE seen {SEEN};
"""
_COPIED: Final = {
    "past_role": "SELECT * FROM draft.past_role ORDER BY key, field, entry",
    "state": "SELECT key, code FROM draft.state ORDER BY key, code",
    "state_name": "SELECT code, name, severity FROM draft.state_name",
}
# The kept sources of a month, which have no companies without a tax id, and no roles of firms.
_KEPT: Final = f"""(
SELECT rowid, tax_id AS id, key, company_id AS registry_number, company_name AS name,
  form_code(company_type) AS form, NULL AS state, county, locality,
  street_text(street_name, street_nr) AS street,
  {REGISTERED} AS registered
FROM draft.firm) AS firm
"""
_FIRMS: Final = {"past_firm": "draft.past_firm AS firm", "firm": _KEPT}
# Few firms have any: one look for both fields.
_ROLES: Final = f"""
CREATE TABLE role (key PRIMARY KEY, liquidator, administrator) WITHOUT ROWID;
INSERT INTO role SELECT key, group_concat(entry, '; ') FILTER (WHERE field = {Field.LIQUIDATOR:d}),
  group_concat(entry, '; ') FILTER (WHERE field = {Field.ADMINISTRATOR:d})
FROM past_role GROUP BY key;
DROP TABLE past_role;
"""
_VALUES: Final = {
    Field.NUMBER: "registry_number",
    Field.STATE: (
        "coalesce(state, (SELECT group_concat(code, ' ') FROM state WHERE state.key = firm.key))"
    ),
}
_STRUCK_OFF: Final = "is_struck_off(coalesce({}.state, ''))"
# Of several rows with one tax id; of equal ones the first stays.
_IS_BETTER: Final = "({}) < ({})".format(
    *(best_first(_STRUCK_OFF.format(row), f"{row}.registered") for row in ("excluded", "seen"))
)


class SeenFile:
    """A new file with the companies of a snapshot: ``take`` its drafts, then ``finish``."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._drafts: list[Path] = []

    def take(self, drafts: Iterable[Path]) -> None:
        """Take the rows read from files, or those kept by an import."""
        for path in drafts:
            with self._attached(path) as tables:
                for table in tables & set(_COPIED):
                    self._connection.execute(f"INSERT OR IGNORE INTO {table} {_COPIED[table]}")
            self._drafts.append(path)

    @contextmanager
    def _attached(self, path: Path) -> Iterator[set[str]]:
        self._connection.execute("ATTACH ? AS draft", (uri_of(path),))
        names = self._connection.execute("SELECT name FROM draft.sqlite_schema").fetchall()
        yield {name for (name,) in names}
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
        # If a file lacks a column that others have, its value is empty: companies without a seat.
        chosen = {
            field.column: f"coalesce({_VALUES.get(field, field.column)}, '')"
            for field in Field
            if field in covered
        }
        # SQLite sorts faster by a number if there are few columns. Benchmark: ``history``.
        columns, values = ", ".join(chosen), ", ".join(chosen.values())
        better = ", ".join(f"{name} = excluded.{name}" for name in (*VALUE_COLUMNS, "registered"))
        self._connection.executescript(_ROLES)
        for path in self._drafts:
            with self._attached(path) as tables:
                for table in tables & set(_FIRMS):
                    self._connection.execute(
                        f"INSERT INTO seen (id, {columns}, registered)"
                        f" SELECT id, {values}, registered FROM {_FIRMS[table]}"
                        f" LEFT JOIN role ON role.key = firm.key WHERE true ORDER BY id, firm.rowid"
                        f" ON CONFLICT DO UPDATE SET {better} WHERE {_IS_BETTER}"
                    )
        (count,) = self._connection.execute("SELECT count(*) FROM seen").fetchone()
        for table in ("state", "role"):
            self._connection.execute(f"DROP TABLE {table}")
        return int(count)


@contextmanager
def seen_file(path: Path) -> Iterator[SeenFile]:
    """A new file at ``path`` with the companies of a snapshot."""
    with drafted(path) as connection:
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        connection.executescript(_TABLES)
        connection.create_function(
            "form_code", 1, lambda text: plain_form_code(text or ""), deterministic=True
        )
        connection.create_function("street_text", 2, _street, deterministic=True)
        yield SeenFile(connection, path)


def _street(street: str | None, number: str | None) -> str:
    return street_text(street or "", number or "")
