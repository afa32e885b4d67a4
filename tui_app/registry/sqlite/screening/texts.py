"""Writes the words of names, what finds them with a typing error, and the orders of texts."""

from __future__ import annotations

import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from pyroaring import BitMap

from tui_app.contract.folding import fold, words
from tui_app.contract.names import names_debutant
from tui_app.registry.screening import layout
from tui_app.registry.sqlite import word_index
from tui_app.registry.sqlite.drafts import filled_at_once
from tui_app.registry.sqlite.patching import Changes, Named
from tui_app.registry.sqlite.screening.writing import (
    Rows,
    Sets,
    insert_sets,
    sets_before,
    write_text_order,
)

_BATCH: Final = 50_000
_TEXT_ORDERS: Final = {
    "company_name": "SELECT id FROM ranked ORDER BY folded_name, id",
    "tax_id": "SELECT id FROM ranked ORDER BY tax_id, id",
    "company_id": ("SELECT id FROM ranked WHERE company_id IS NOT NULL ORDER BY company_id, id"),
}


def write(
    connection: sqlite3.Connection, ranked: sqlite3.Connection, changes: Changes | None = None
) -> None:
    """Write the tables from the companies in ``ranked``; words are patched if there are changes."""
    connection.execute("BEGIN")
    for order, query in _TEXT_ORDERS.items():
        write_text_order(connection, order, chain.from_iterable(ranked.execute(query)))
    if changes is None:
        _write_words(connection, ranked)
        word_index.write_near(connection)
    else:
        _patch_words(connection, changes)
    connection.execute("COMMIT")


def _write_words(connection: sqlite3.Connection, ranked: sqlite3.Connection) -> None:
    starts: Sets = {}
    debutants = BitMap()
    connection.execute("CREATE TEMP TABLE waiting_word (word TEXT, members BLOB)")
    rows = ranked.execute("SELECT id, folded_name FROM ranked ORDER BY id")
    while some := rows.fetchmany(_BATCH):
        of: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for number, name in some:
            if names_debutant(name):
                debutants.add(number)
            for word in set(words(name)):
                of[word].append(number)
        _add_starts(starts, of)
        connection.executemany(
            "INSERT INTO temp.waiting_word VALUES (?, ?)",
            ((word, found.tobytes()) for word, found in of.items()),
        )
    insert_sets(connection, layout.START, starts)
    insert_sets(connection, layout.DEBUTANT, {"1": debutants})
    pieces = connection.execute("SELECT word, members FROM temp.waiting_word ORDER BY word")
    with filled_at_once(connection, "screen_word"):
        connection.executemany("INSERT INTO screen_word VALUES (?, ?, ?)", _joined(pieces))
    connection.execute("DROP TABLE temp.waiting_word")


def _patch_words(connection: sqlite3.Connection, changes: Changes) -> None:
    """Correct the tables of words, which are those of before."""
    gone, new = map(_words_of, changes)
    known: dict[bool, list[str]] = {True: [], False: []}
    for word in sorted(gone.keys() | new.keys()):
        found = connection.execute("SELECT members FROM screen_word WHERE word = ?", (word,))
        ((packed,),) = found.fetchall() or ((None,),)
        members = (BitMap.deserialize(packed) if packed else BitMap()) - gone[word] | new[word]
        if members:
            row = word, len(members), members.serialize()
            connection.execute("INSERT OR REPLACE INTO screen_word VALUES (?, ?, ?)", row)
        else:
            connection.execute("DELETE FROM screen_word WHERE word = ?", (word,))
        if bool(members) != bool(packed):
            known[bool(members)].append(word)
    word_index.patch_near(connection, gone=known[False], new=known[True])
    for field, texts_of in ((layout.START, _starts), (layout.DEBUTANT, _debutant)):
        sets = sets_before(connection, field)
        gone, new = (_by_text(some, texts_of) for some in changes)
        for value in gone.keys() | new.keys():
            sets[value] = sets.get(value, BitMap()) - gone[value] | new[value]
        insert_sets(connection, field, sets)


def _by_text(
    companies: Iterable[Named], texts_of: Callable[[str], Iterable[str]]
) -> defaultdict[str, BitMap]:
    found: defaultdict[str, BitMap] = defaultdict(BitMap)
    for company in companies:
        for text in texts_of(fold(company.name)):
            found[text].add(company.number)
    return found


def _words_of(companies: Iterable[Named]) -> defaultdict[str, BitMap]:
    return _by_text(companies, words)


def _starts(name: str) -> set[str]:
    return {word[:length] for word in words(name) for length in range(1, layout.SHORT_START + 1)}


def _debutant(name: str) -> tuple[str, ...]:
    return ("1",) if names_debutant(name) else ()


def _add_starts(starts: Sets, of: dict[str, array[int]]) -> None:
    found: dict[str, list[array[int]]] = defaultdict(list)
    for word, numbers in of.items():
        for length in range(1, layout.SHORT_START + 1):
            if len(word) >= length:
                found[word[:length]].append(numbers)
    for start, some in found.items():
        members = starts.setdefault(start, BitMap())
        for numbers in some:
            members.update(numbers)


def _joined(pieces: Rows) -> Iterator[tuple[str, int, bytes]]:
    for word, group in groupby(pieces, key=itemgetter(0)):
        members = array("I")
        for _word, packed in group:
            members.frombytes(packed)
        yield word, len(members), BitMap(members).serialize()
