"""Ranks the merged companies and numbers them: the table ``ranked`` of the staging file.

Where few companies changed since the registry before, only these are sorted, and placed among the
others, which it lists in order of rank.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect, bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from tui_app.contract.folding import fold
from tui_app.registry.sqlite.drafts import write_many
from tui_app.registry.sqlite.finished import uri_of
from tui_app.registry.sqlite.numbering import numbers_of
from tui_app.registry.sqlite.patching import is_few
from tui_app.system.untyped import DbRow

_FIGURES: Final = (
    "coalesce(status, '') NOT IN (SELECT status FROM active_status), turnover IS NULL, -turnover"
)
"""The first part of the key by which companies are ranked; name and tax id are the rest."""

_BY_RANK: Final = """
CREATE TABLE by_rank (
  rank INTEGER PRIMARY KEY, tax_id INTEGER, firm INTEGER, status TEXT, turnover,
  folded_name TEXT, company_id TEXT
)
"""
_SORTED: Final = f"""
INSERT INTO by_rank (tax_id, firm, status, turnover, folded_name, company_id)
SELECT tax_id, firm, status, turnover, folded_name, company_id FROM (
  SELECT firm.tax_id AS tax_id, firm.rowid AS firm,
    coalesce(own.status, state_name.name, 'stare ' || firm_state.code) AS status,
    coalesce(own.latest_turnover, latest.turnover) AS turnover,
    coalesce(own.folded_name, firm.folded_name, lower(firm.company_name)) AS folded_name,
    coalesce(own.company_id, nullif(firm.company_id, '')) AS company_id,
    coalesce(own.company_type, firm.company_type) AS company_type,
    coalesce(own.county, firm.county) AS county,
    firm.tax_id AS tax_id_of, firm.key AS key_of
  FROM firm
  LEFT JOIN firm_state USING (key) LEFT JOIN state_name USING (code)
  LEFT JOIN latest ON latest.tax_id = firm.tax_id
  LEFT JOIN own ON own.tax_id = firm.tax_id
  WHERE firm.{{of_these}} AND firm.rowid NOT IN (SELECT firm FROM duplicate)
  UNION ALL
  SELECT own.tax_id, NULL, own.status, coalesce(own.latest_turnover, latest.turnover),
    own.folded_name, own.company_id, own.company_type, own.county,
    own.tax_id, NULL
  FROM own LEFT JOIN latest ON latest.tax_id = own.tax_id
  WHERE own.{{of_these}} AND own.tax_id NOT IN (SELECT tax_id FROM firm)
)
WHERE {{condition}}
ORDER BY {_FIGURES}, folded_name, CAST(tax_id AS TEXT)
"""
_ALL: Final = "tax_id IS NOT NULL"
_CHANGED: Final = "tax_id IN (SELECT tax_id FROM changed_firm)"
_CHANGED_TEXTS: Final = "(SELECT CAST(tax_id AS TEXT) FROM changed_firm)"

_RANKED: Final = """
CREATE TABLE ranked (
  id INTEGER PRIMARY KEY, tax_id INTEGER, firm INTEGER, status TEXT, folded_name TEXT,
  company_id TEXT
)
"""
_ADD_STAYED: Final = f"""
INSERT INTO ranked
SELECT id, CAST(tax_id AS INTEGER), NULL, status, fold(company_name), company_id
FROM before.company WHERE tax_id NOT IN {_CHANGED_TEXTS} ORDER BY id
"""
_ADD_SORTED: Final = """
INSERT INTO ranked SELECT number_of(rank), tax_id, firm, status, folded_name, company_id
FROM by_rank ORDER BY rank
"""
_NUMBERS_BEFORE: Final = """
SELECT coalesce(company.id, 0) FROM by_rank
LEFT JOIN before.company ON company.tax_id = CAST(by_rank.tax_id AS TEXT) ORDER BY rank
"""
_KEYS: Final = f"SELECT {_FIGURES}, folded_name, CAST(tax_id AS TEXT) FROM by_rank ORDER BY rank"
_KEY_BEFORE: Final = f"""
SELECT {_FIGURES}, fold(company_name), tax_id
FROM before.company LEFT JOIN before.financial ON financial.company = id WHERE id = ?
"""
_REWRITTEN: Final = "CREATE TABLE rewritten (id INTEGER PRIMARY KEY)"
"""The numbers with another company than in the registry before, or none any more, and those of
companies that changed."""

_ADD_CHANGED: Final = """
INSERT OR IGNORE INTO rewritten SELECT number_of(rank) FROM by_rank
WHERE tax_id IN (SELECT tax_id FROM changed_firm)
"""

_FIRMS: Final = """
UPDATE ranked SET firm = (
  SELECT rowid FROM firm
  WHERE firm.tax_id = ranked.tax_id AND rowid NOT IN (SELECT firm FROM duplicate)
)
WHERE firm IS NULL AND {which}
"""
_CACHED: Final = 16_384


def write_ranks(
    connection: sqlite3.Connection,
    condition: str,
    values: Sequence[str],
    before: Path | None,
    *,
    only_changed: bool,
) -> int:
    """Fill ``ranked`` with the companies that meet a condition, and return their number.

    Those that stayed have a ``firm`` only where they are written anew.
    """
    for statement in (_BY_RANK, _REWRITTEN, _RANKED):
        connection.execute(statement)
    these = _CHANGED if only_changed else _ALL
    connection.execute(_SORTED.format(condition=condition, of_these=these), values)
    if before is None:
        ((companies,),) = connection.execute("SELECT count(*) FROM by_rank").fetchall()
        numbers = numbers_of(array("q", bytes(8 * companies)))
        places: Sequence[int] = range(companies)
    else:
        connection.execute("ATTACH ? AS before", (uri_of(before),))
        connection.execute("PRAGMA before.cache_size = -24576")
        if only_changed:
            connection.create_function("fold", 1, fold, deterministic=True)
            connection.execute(_ADD_STAYED)
        earlier, places = _order(connection)
        numbers = numbers_of(earlier)
        _move(connection, earlier, numbers, only_changed=only_changed)
        connection.execute("DETACH before")
    connection.create_function("number_of", 1, lambda rank: numbers[places[rank - 1]])
    connection.execute(_ADD_SORTED)
    connection.execute(_ADD_CHANGED)
    connection.execute("DROP TABLE by_rank")
    return len(numbers)


def _order(connection: sqlite3.Connection) -> tuple[array[int], array[int]]:
    """The earlier number of each company in order of rank, 0 for none.

    The second result are the places of those in ``by_rank`` among those in ``ranked``.
    """
    stayed = array("q", (number for (number,) in connection.execute("SELECT id FROM ranked")))

    @lru_cache(_CACHED)
    def key_of(number: int) -> DbRow:
        found: DbRow = connection.execute(_KEY_BEFORE, (number,)).fetchone()
        return found

    order, places, done = array("q"), array("q"), 0
    keys = connection.execute(_KEYS)
    for (number,), key in zip(connection.execute(_NUMBERS_BEFORE), keys, strict=True):
        if number and stayed and key == key_of(number):
            at = bisect_left(stayed, number)  # it is where it was
        else:
            at = bisect(stayed, key, key=key_of)
        order.extend(stayed[done:at])
        places.append(len(order))
        order.append(number)
        done = at
    order.extend(stayed[done:])
    return order, places


def _move(
    connection: sqlite3.Connection,
    earlier: array[int],
    numbers: array[int],
    *,
    only_changed: bool,
) -> None:
    """Give those in ``ranked`` their numbers, and note which are of another company now."""
    moved = [(new, old) for old, new in zip(earlier, numbers, strict=True) if new != old]
    which = f"WHERE tax_id IN {_CHANGED_TEXTS}" if only_changed else ""
    listed = connection.execute(f"SELECT id FROM before.company {which}")
    free = chain((number for (number,) in listed), (old for _new, old in moved if old))
    gone = [number for number in free if not _is_in(numbers, number)]
    others = ((number,) for number in chain((new for new, _old in moved), gone))
    write_many(connection, "INSERT OR IGNORE INTO rewritten VALUES (?)", others)
    if not only_changed:
        return
    # By way of numbers that none of them has.
    write_many(connection, "UPDATE ranked SET id = -? WHERE id = ?", moved)
    connection.execute("UPDATE ranked SET id = -id WHERE id < 0")
    ((changed,),) = connection.execute("SELECT count(*) FROM changed_firm").fetchall()
    few = is_few(changed + len(moved) + len(gone), len(numbers))
    which = "id IN (SELECT id FROM rewritten)" if few else "true"
    connection.execute(_FIRMS.format(which=which))


def _is_in(numbers: array[int], number: int) -> bool:
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number
