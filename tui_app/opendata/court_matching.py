"""Matches the parties of court cases with companies, by name.

The portal has names, not tax ids. If two companies have the same name, no match is certain.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import astuple, replace

from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase
from tui_app.opendata.courts import PortalCase, cases_of
from tui_app.opendata.party_names import PartyName

SEVERAL: Final = "several"
"""``matched_by`` where several companies have the name."""

_REMOVED: Final = re.compile("[.'`’‘ʼ]")
_LOST: Final = re.compile("[st?]")

CaseRow = tuple["int | str | None", ...]


class CaseIndex:
    """Saved cases, indexed on disk by the first word of each party's name."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        self._encoder = msgspec.msgpack.Encoder()
        connection.execute("CREATE TEMP TABLE portal_case (id INTEGER PRIMARY KEY, packed BLOB)")
        self.cases = 0

    def add(self, cases: Iterable[PortalCase]) -> None:
        """Add cases to the index."""
        for case in cases:
            self.cases += 1
            self._connection.execute(
                "INSERT INTO portal_case VALUES (?, ?)", (self.cases, self._encoder.encode(case))
            )
            words = {PartyName.read(party.name).words.partition(" ")[0] for party in case.parties}
            for word in words - {""}:
                self._by_word[_LOST.sub("?", word)].append(self.cases)

    def rows(
        self, companies: Iterable[tuple[int, str, str]], *, uncertain: bool
    ) -> Iterator[CaseRow]:
        """The cases of companies (tax id, name, folded name), as rows for staging."""
        found: defaultdict[PartyName, list[tuple[int, tuple[CourtCase, ...]]]] = defaultdict(list)
        for tax_id, name, folded in companies:
            # Most names share no word with any party: they need no comparison.
            if not any(_LOST.sub("?", word) in self._by_word for word in _words(name, folded)):
                continue
            party = PartyName.read(name)
            numbers = self._by_word.get(_LOST.sub("?", party.words.partition(" ")[0]), ())
            cases = cases_of(self._load(numbers), str(tax_id), name, certain_only=not uncertain)
            if cases:
                found[party].append((tax_id, cases))
        for bearers in found.values():
            if len(bearers) == 1 or uncertain:
                yield from _rows(bearers, several=len(bearers) > 1)

    def _load(self, numbers: Iterable[int]) -> Iterator[PortalCase]:
        decoder = msgspec.msgpack.Decoder(PortalCase)
        for number in numbers:
            (packed,) = self._connection.execute(
                "SELECT packed FROM portal_case WHERE id = ?", (number,)
            ).fetchone()
            yield decoder.decode(packed)


def _words(name: str, folded: str) -> list[str]:
    """The words of a name as ``PartyName`` separates them: folding removes dots, not words."""
    if _REMOVED.search(name):
        folded = fold(_REMOVED.sub(" ", name))
    return folded.replace("&", "si").split()


def _rows(
    bearers: Iterable[tuple[int, tuple[CourtCase, ...]]], *, several: bool
) -> Iterator[CaseRow]:
    for tax_id, cases in bearers:
        for case in cases:
            matched = SEVERAL if several else case.matched_by
            # The registry adds the company's own id and name.
            row = replace(case, matched_by=matched, tax_id=None, company_name=None)
            yield (tax_id, *astuple(row))
