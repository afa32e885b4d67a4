"""What a search walks: the pieces of names and of identifiers, written once in order of rank.

The two indexes know nothing of each other. In a large build the one of names is made by a
process of its own, in a file of its own, and then copied: ``python -m`` this module.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final, Generic, TypeVar

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import new_registry_number
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.registry.sqlite.ngrams import (
    name_pieces,
    pieces,
    shorter_parts,
    telling_name_parts,
    telling_parts,
)
from tui_app.registry.sqlite.schema import NAME_INDEX

# FTS5 writes what it has gathered when it is this large, and merges it all in the end.
_GATHERED_BYTES: Final = 64_000_000
_BATCH: Final = 5_000
_LOOK_EVERY: Final = 20
_SETTINGS: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -65536;
"""
_SHADOWS: Final = ("data", "idx", "config")

_NOTE_NUMBER: Final = "INSERT INTO waiting.number VALUES (?, ?)"

_Row = tuple[str, int]

T = TypeVar("T")


class _Index(Generic[T]):
    """One of the two indexes: an FTS5 table of pieces and a table of short parts."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        name: str,
        pieces_of: Callable[[T], str],
        telling_of: Callable[[T], set[str]],
    ) -> None:
        self._connection = connection
        self._name = name
        self._pieces_of = pieces_of
        self._telling_of = telling_of
        self._insert = f"INSERT INTO {name}_piece (rowid, pieces) VALUES (?, ?)"
        # How many companies are kept for each short part, and those that have enough.
        self._kept: dict[str, int] = {}
        self._full: set[str] = set()
        connection.execute(
            f"INSERT INTO {name}_piece ({name}_piece, rank) VALUES ('hashsize', {_GATHERED_BYTES})"
        )

    def write(self, companies: Iterable[tuple[int, T]]) -> None:
        """Write the companies, best rank first, with what can be found of them."""
        waiting = iter(companies)
        self._connection.execute("BEGIN")
        while some := list(islice(waiting, _BATCH)):
            self._connection.executemany(
                self._insert, [(company, self._pieces_of(found)) for company, found in some]
            )
            self._connection.executemany(
                "INSERT INTO waiting.part VALUES (?, ?)", self._kept_parts(some)
            )
        name = self._name
        self._connection.execute(
            f"INSERT INTO main.{name}_part SELECT part, company FROM waiting.part ORDER BY 1, 2"
        )
        self._connection.execute("DELETE FROM waiting.part")
        self._connection.execute("COMMIT")
        self._connection.execute(f"INSERT INTO {name}_piece ({name}_piece) VALUES ('optimize')")

    def _kept_parts(self, companies: list[tuple[int, T]]) -> Iterator[_Row]:
        # Companies come in order of rank: the first ten with a part are its best.
        kept, full = self._kept, self._full
        for company, found in companies:
            missing = self._telling_of(found) - full
            if not missing:
                continue
            for part in missing.union(*map(shorter_parts, missing)) - full:
                kept[part] = count = kept.get(part, 0) + 1
                if count == MAXIMUM_RESULTS:
                    full.add(part)
                    del kept[part]
                yield part, company


def prepare(connection: sqlite3.Connection, folder: Path) -> None:
    """Give a connection that writes an index the file in which rows wait to be sorted."""
    connection.execute("ATTACH ? AS waiting", (tempfile.mkdtemp(dir=folder) + "/waiting.db",))
    connection.executescript(
        "PRAGMA waiting.journal_mode = OFF; PRAGMA waiting.synchronous = OFF;"
        "CREATE TABLE waiting.part (part TEXT, company INTEGER);"
        "CREATE TABLE waiting.number (number TEXT, company INTEGER);"
    )


def write_names(connection: sqlite3.Connection, ranked: sqlite3.Connection) -> None:
    """Index the names of the companies in ``ranked``."""
    rows = ranked.execute("SELECT id, folded_name FROM ranked ORDER BY id")
    _name_index(connection).write(rows)


def write_identifiers(connection: sqlite3.Connection, ranked: sqlite3.Connection) -> None:
    """Index tax ids and registry numbers, those of other firms under a tax id included."""
    rows = ranked.execute("SELECT id, tax_id, coalesce(company_id, '') FROM ranked ORDER BY id")
    index = _Index[tuple[str, str]](
        connection,
        "identifier",
        lambda two: pieces(*two),
        lambda two: telling_parts(*two),
    )
    index.write(_noted(connection, rows))
    connection.execute("BEGIN")
    others = connection.execute("SELECT company_id, company FROM other_firm").fetchall()
    connection.executemany(
        _NOTE_NUMBER, [(_new_form(number), company) for number, company in others]
    )
    connection.execute(
        "INSERT OR IGNORE INTO registry_number SELECT number, company FROM waiting.number"
        " ORDER BY 1, 2"
    )
    connection.execute("COMMIT")


def _name_index(connection: sqlite3.Connection) -> _Index[str]:
    return _Index(connection, "name", name_pieces, telling_name_parts)


def _noted(
    connection: sqlite3.Connection, rows: Iterable[tuple[int, int, str]]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """The texts of companies; their numbers are noted on the way."""
    waiting = iter(rows)
    while some := list(islice(waiting, _BATCH)):
        connection.executemany(_NOTE_NUMBER, [(_new_form(n), company) for company, _, n in some])
        for company, tax_id, number in some:
            yield company, (str(tax_id), fold(number))


def _new_form(number: str) -> str:
    return new_registry_number(number) or fold(number)


class NamesApart:
    """The index of names, made by a process of its own while this one does something else."""

    def __init__(self, staging: Path, folder: Path) -> None:
        self._output = folder / "names.db"
        self._process = subprocess.Popen(  # noqa: S603 (this module itself)
            [sys.executable, "-m", __name__, str(staging), str(self._output)],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "SQLITE_TMPDIR": str(folder)},
            start_new_session=True,
        )

    def __enter__(self) -> NamesApart:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def copy_into(self, connection: sqlite3.Connection) -> None:
        """Wait for the index and copy it; raises ``sqlite3.OperationalError`` if it failed."""
        if self._process.wait() != 0:
            raise sqlite3.OperationalError("the index of names could not be written")
        connection.execute("ATTACH ? AS names", (str(self._output),))
        connection.execute("BEGIN")
        for shadow in _SHADOWS:
            connection.execute(f"DELETE FROM main.name_piece_{shadow}")
            connection.execute(
                f"INSERT INTO main.name_piece_{shadow} SELECT * FROM names.name_piece_{shadow}"
            )
        connection.execute("INSERT INTO main.name_part SELECT * FROM names.name_part ORDER BY 1, 2")
        connection.execute("COMMIT")
        connection.execute("DETACH names")


def _watched(rows: Iterable[tuple[int, str]], parent: int) -> Iterator[tuple[int, str]]:
    """The rows, as long as the process lives that wants them."""
    for number, row in enumerate(rows):
        if number % (_BATCH * _LOOK_EVERY) == 0 and os.getppid() != parent:
            raise SystemExit(1)
        yield row


def _main(staging: str, output: str) -> None:
    parent = os.getppid()
    uri = f"{Path(staging).absolute().as_uri()}?mode=ro&immutable=1"
    with (
        closing(sqlite3.connect(uri, uri=True)) as ranked,
        closing(sqlite3.connect(output, isolation_level=None)) as connection,
    ):
        connection.executescript(_SETTINGS + NAME_INDEX)
        prepare(connection, Path(output).parent)
        rows = ranked.execute("SELECT id, folded_name FROM ranked ORDER BY id")
        _name_index(connection).write(_watched(rows, parent))


if __name__ == "__main__":
    _main(*sys.argv[1:])
