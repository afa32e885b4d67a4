"""Writes the search index: the n-grams of names and identifiers, in order of rank.

In a very large build another process writes them into a file of its own, from the staging file
alone, and they are then copied: ``python -m`` this module.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import islice
from pathlib import Path
from typing import Final, Generic, TypeVar

from tui_app.contract.folding import AMPERSAND, fold
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.registry.sqlite.drafts import drafted
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.ngrams import (
    JOINED,
    START,
    identifier_ngrams,
    identifier_windows,
    name_ngrams,
    name_windows,
    parts_of,
)
from tui_app.registry.sqlite.patching import Changes, Named, derive
from tui_app.registry.sqlite.schema import search_tables
from tui_app.registry.sqlite.short_parts import best_with, packed
from tui_app.system.child_process import ChildProcess, end_with_parent

# FTS5 writes its buffer to disk at this size in bytes; all is merged once, at the end. One twice as
# large saves no time, and takes 8 MB more.
_GATHERING: Final = {"hashsize": 4_000_000, "automerge": 0, "crisismerge": 1_999}
_BATCH: Final = 5_000
_FEW: Final = 100
_MANY_WINDOWS: Final = 20_000
_SPARE: Final = 4
PATCHED_AT_ONCE: Final = 100_000
"""About so many changed companies at once have the windows of their texts in memory."""
_SHADOWS: Final = ("data", "idx", "config")
KINDS: Final = ("name", "identifier")
"""The indexes: tables ``name_piece`` and ``name_part``, and those of identifiers."""

_NUMBERS: Final = """
SELECT new_form(coalesce(company_id, '')), id FROM {company}
UNION ALL SELECT new_form(company_id), company FROM {other_firm}
"""

_OfWindow = defaultdict[str, list[int]]
"""The best companies with each window of their text: see ``ngrams.name_windows``."""

T = TypeVar("T")


class _Index(Generic[T]):
    """One of the two indexes: an FTS5 table of n-grams and a table of short parts."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        name: str,
        ngrams_of: Callable[[T], str],
        windows_of: Callable[[T], Collection[str]],
        text_of: Callable[[T], str],
    ) -> None:
        self._connection = connection
        self._name = name
        self._ngrams_of = ngrams_of
        self._windows_of = windows_of
        self._text_of = text_of
        self._insert = f"INSERT INTO {name}_piece (rowid, pieces) VALUES (?, ?)"
        # The number of companies stored for each short part, and the parts that have enough.
        self._counts: dict[str, int] = {}
        self._full: set[str] = set()
        for setting, value in _GATHERING.items():
            connection.execute(
                f"INSERT INTO {name}_piece ({name}_piece, rank) VALUES (?, ?)", (setting, value)
            )

    def write(self, companies: Iterable[tuple[int, T]]) -> None:
        """Write the companies, best rank first, with their searchable texts."""
        waiting = iter(companies)
        of_window, full = _OfWindow(list), set[str]()
        self._connection.execute("BEGIN")
        while some := list(islice(waiting, _BATCH)):
            numbers, texts = zip(*some, strict=True)
            pieces = zip(numbers, map(self._ngrams_of, texts), strict=True)
            self._connection.executemany(self._insert, pieces)
            _add_windows(some, self._windows_of, of_window, full)
            if len(of_window) >= _MANY_WINDOWS:
                self._store_parts(of_window, full)
        self._store_parts(of_window, full)
        self._connection.execute("COMMIT")
        name = self._name
        self._connection.execute(f"INSERT INTO {name}_piece ({name}_piece) VALUES ('optimize')")

    def patch(
        self, gone: set[tuple[int, T]], new: set[tuple[int, T]], everybody: Iterable[tuple[int, T]]
    ) -> None:
        """Leave out companies and add others; ``everybody`` is as for ``write``."""
        name = self._name
        gone, new = gone - new, new - gone
        self._connection.execute("BEGIN")
        self._connection.executemany(
            f"INSERT INTO {name}_piece ({name}_piece, rowid, pieces) VALUES ('delete', ?, ?)",
            ((company, self._ngrams_of(found)) for company, found in sorted(gone)),
        )
        self._connection.executemany(
            self._insert, ((company, self._ngrams_of(found)) for company, found in sorted(new))
        )
        self._patch_parts(gone, new, everybody)
        self._connection.execute("COMMIT")
        self._connection.execute(f"INSERT INTO {name}_piece ({name}_piece) VALUES ('optimize')")

    def _patch_parts(
        self, gone: set[tuple[int, T]], new: set[tuple[int, T]], everybody: Iterable[tuple[int, T]]
    ) -> None:
        """Correct the ten best companies of each short part that these have."""
        waiting: dict[str, tuple[list[int], set[int]]] = {}
        wanted: dict[str, tuple[int, int]] = {}
        groups = 1 + (len(gone) + len(new)) // PATCHED_AT_ONCE
        for group in range(groups):
            # Who was among the ten best of all is among the ten best of those that are gone.
            lost, won = (
                self._by_part(self._windows_in(some, group, groups)) for some in (gone, new)
            )
            stored = self._stored(
                {part: min(lost[part] | won[part]) for part in lost.keys() | won.keys()}
            )
            known = {part: (set(found) - lost[part]) | won[part] for part, found in stored.items()}
            # Where one of ten is gone, and none of those that have the part now comes before the
            # tenth, the next one has to be found among all companies.
            for part, found in stored.items():
                if len(found) == MAXIMUM_RESULTS and not lost[part].isdisjoint(found):
                    stayed = sum(company <= found[-1] for company in known[part])
                    wanted[part] = found[-1], MAXIMUM_RESULTS - stayed
                    waiting[part] = found, known.pop(part)
            self._replace_best({part: (stored[part], known[part]) for part in known})
        following = self._following(wanted, everybody)
        self._replace_best(
            {part: (found, known | following[part]) for part, (found, known) in waiting.items()}
        )

    def _windows_in(self, companies: set[tuple[int, T]], group: int, groups: int) -> _OfWindow:
        """The companies by their windows, but only by those of one group.

        All windows with a common part are in one group: they begin with the same character.
        """

        def windows_of(text: T) -> set[str]:
            return {each for each in self._windows_of(text) if _group(each, groups) == group}

        found = _OfWindow(list)
        _add_windows(sorted(companies), windows_of, found, set())
        return found

    def _replace_best(self, parts: dict[str, tuple[list[int], set[int]]]) -> None:
        """Store the best of the known companies of each part, in place of those stored before."""
        gone, rows = [], []
        for part, (before, known) in sorted(parts.items()):
            best = sorted(known)[:MAXIMUM_RESULTS]
            if not best:
                gone.append((part,))
            elif best != before:
                rows.append((part, packed(best)))
        table = f"{self._name}_part"
        self._connection.executemany(f"DELETE FROM {table} WHERE part = ?", gone)
        self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", rows)

    def _stored(self, first: dict[str, int]) -> dict[str, list[int]]:
        """The companies of each part, if its ``first`` change is not after the tenth of them."""
        found: dict[str, list[int]] = {}
        for part, changed in sorted(first.items()):
            some = best_with(self._connection, self._name, part)
            if len(some) < MAXIMUM_RESULTS or changed <= some[-1]:
                found[part] = some
        return found

    def _by_part(self, of_window: _OfWindow) -> defaultdict[str, set[int]]:
        """At least the ten best companies with each short part; none if it has enough."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for window, some in of_window.items():
            for part in parts_of(window):
                if part in self._full:
                    continue
                best = found[part]
                best.update(some)
                if len(best) > _SPARE * MAXIMUM_RESULTS:
                    found[part] = set(sorted(best)[:MAXIMUM_RESULTS])
        return found

    def _following(
        self, wanted: dict[str, tuple[int, int]], everybody: Iterable[tuple[int, T]]
    ) -> dict[str, set[int]]:
        """For each part, as many companies as wanted that follow the last one that is known."""
        found: dict[str, set[int]] = {part: set() for part in wanted}
        sought = {part for part, (_last, missing) in wanted.items() if missing > 0}
        waiting = iter(everybody)
        while sought and (some := list(islice(waiting, _FEW))):
            texts = [self._text_of(text) for _company, text in some]
            together = "".join(texts)
            # Most of them are rare.
            near = {part for part in sought if part in together and wanted[part][0] < some[-1][0]}
            for (company, text), whole in zip(some, texts, strict=True) if near else ():
                if not any(part in whole for part in near):
                    continue
                for window in self._windows_of(text):
                    for part in near.intersection(parts_of(window)):
                        if company > wanted[part][0]:
                            found[part].add(company)
            sought -= {part for part in near if len(found[part]) >= wanted[part][1]}
        return found

    def _store_parts(self, of_window: _OfWindow, full: set[str]) -> None:
        """Store the parts of windows, looking at each window once for all its companies.

        Windows whose parts have enough, or that have none, join the ``full`` ones.
        """
        counts, rows = self._counts, []
        for part, found in sorted(self._by_part(of_window).items()):
            known = counts.get(part, 0)
            best = sorted(found)[: MAXIMUM_RESULTS - known]
            counts[part] = known + len(best)
            if counts[part] == MAXIMUM_RESULTS:
                self._full.add(part)
                del counts[part]
            rows.append((part, packed(best)))
        self._connection.executemany(
            f"INSERT INTO {self._name}_part VALUES (?, ?) ON CONFLICT (part)"
            " DO UPDATE SET companies = companies || ' ' || excluded.companies",
            rows,
        )
        full.update(window for window in of_window if self._full.issuperset(parts_of(window)))
        of_window.clear()


def _add_windows(
    companies: Iterable[tuple[int, T]],
    windows_of: Callable[[T], Collection[str]],
    of_window: _OfWindow,
    full: set[str],
) -> None:
    """Add companies to the best ten of each window; they are in order of rank.

    ``full`` are the windows whose parts have ten.
    """
    for company, text in companies:
        windows = windows_of(text)
        if full.issuperset(windows):
            continue
        for window in set(windows) - full:
            best = of_window[window]
            best.append(company)
            if len(best) == MAXIMUM_RESULTS:
                full.add(window)


def _group(window: str, groups: int) -> int:
    """The number of its group."""
    begins = window.removeprefix(JOINED)[:1]
    return ord(begins) % groups if begins else 0


def write(
    kind: str,
    connection: sqlite3.Connection,
    ranked: sqlite3.Connection,
    changes: Changes | None = None,
) -> None:
    """Write one index for the companies in ``ranked``, or patch that of before."""
    if kind == "name":
        names = _Index[str](connection, kind, name_ngrams, name_windows, _text_of_name)
        rows = ranked.execute("SELECT id, folded_name FROM ranked ORDER BY id")
        if changes is None:
            names.write(rows)
        else:
            gone, new = (_changed(some, _name) for some in changes)
            names.patch(gone, new, rows)
        return
    rows = ranked.execute("SELECT id, tax_id, coalesce(company_id, '') FROM ranked ORDER BY id")
    everybody = ((company, (str(tax_id), fold(number))) for company, tax_id, number in rows)
    identifiers = _Index[tuple[str, str]](
        connection, kind, identifier_ngrams, identifier_windows, START.join
    )
    if changes is None:
        identifiers.write(everybody)
    else:
        lost, added = (_changed(some, _identifiers) for some in changes)
        identifiers.patch(lost, added, everybody)


def _text_of_name(folded: str) -> str:
    """A text with all parts of a name, and perhaps more."""
    return "".join(name_windows(folded)) if AMPERSAND in folded else START + folded


def _changed(companies: Iterable[Named], text_of: Callable[[Named], T]) -> set[tuple[int, T]]:
    return {(company.number, text_of(company)) for company in companies}


def _name(company: Named) -> str:
    return fold(company.name)


def _identifiers(company: Named) -> tuple[str, str]:
    return company.tax_id, fold(company.company_id or "")


def write_numbers(connection: sqlite3.Connection, *, anew: bool) -> None:
    """Write every registry number, including those of other firms with the same tax id."""
    connection.create_function("new_form", 1, _new_form, deterministic=True)
    derive(connection, "registry_number", "number", _NUMBERS, anew=anew)


def _new_form(number: str) -> str:
    return new_registry_number(number) or fold(number)


def begin(staging: Path, folder: Path) -> ChildProcess:
    """Write both indexes in another process, into a file in ``folder``."""
    return ChildProcess(__name__, staging, folder / "indexes.db")


def take(path: Path, connection: sqlite3.Connection) -> None:
    """Copy both indexes from the file of the other process."""
    connection.execute("ATTACH ? AS apart", (str(path),))
    connection.execute("BEGIN")
    for kind in KINDS:
        for shadow in _SHADOWS:
            table = f"{kind}_piece_{shadow}"
            connection.execute(f"DELETE FROM main.{table}")
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM apart.{table}")
        part = f"{kind}_part"
        connection.execute(f"INSERT INTO main.{part} SELECT * FROM apart.{part} ORDER BY 1")
    connection.execute("COMMIT")
    connection.execute("DETACH apart")
    path.unlink()


def _main(staging: str, output: str) -> None:
    end_with_parent()
    with (
        finished(Path(staging)) as ranked,
        drafted(Path(output)) as connection,
    ):
        connection.executescript("".join(map(search_tables, KINDS)))
        for kind in KINDS:
            write(kind, connection, ranked)


if __name__ == "__main__":
    _main(*sys.argv[1:])
