"""Matches the parties of court cases with companies, by name.

The portal has names, not tax ids. If two companies have the same name, no match is certain.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase
from tui_app.opendata.courts import PortalCase, cases_of, newest_first
from tui_app.opendata.party_names import PartyName, shows_company

SEVERAL: Final = "several"
"""The value of ``matched_by`` if several companies have the name."""

_REMOVED: Final = re.compile("[.'`’‘ʼ]")
_LOST: Final = re.compile("[st?]")

CaseRow = tuple["int | str | None", ...]


class CaseIndex:
    """The staged cases of a build, by the first word of each party's name.

    ``source_of`` is SQL for the number of a case's source.
    """

    def __init__(self, connection: sqlite3.Connection, source_of: str) -> None:
        self._connection = connection
        self._source_of = source_of
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        decoder = msgspec.msgpack.Decoder(PortalCase)
        for number, packed in connection.execute("SELECT rowid, packed FROM portal_case"):
            words = {_index_word(party.name) for party in decoder.decode(packed).parties}
            for word in words - {""}:
                self._by_word[word].append(number)

    def rows(self, companies: Iterable[tuple[int, str, str]]) -> Iterator[CaseRow]:
        """The cases of companies (tax id, name, folded name), as rows for staging."""
        found: defaultdict[PartyName, list[tuple[int, tuple[_Found, ...]]]] = defaultdict(list)
        for tax_id, name, folded in companies:
            # Most names share no word with any party, and need no comparison.
            words = {key for word in _words(name, folded) for key in _index_keys(word)}
            if words.isdisjoint(self._by_word):
                continue
            party = PartyName.read(name)
            if cases := self._cases(party, str(tax_id), name):
                found[party].append((tax_id, cases))
        for bearers in found.values():
            yield from _rows(bearers)

    def _cases(self, party: PartyName, tax_id: str, name: str) -> tuple[_Found, ...]:
        keys = _index_keys(party.words.partition(" ")[0])
        numbers = {number for key in keys for number in self._by_word.get(key, ())}
        decoder = msgspec.msgpack.Decoder(PortalCase)
        newest: dict[tuple[str | None, ...], _Found] = {}
        for number in sorted(numbers):
            ((packed, uncertain, source),) = self._connection.execute(
                f"SELECT packed, uncertain, {self._source_of} FROM portal_case WHERE rowid = ?",
                (number,),
            ).fetchall()
            case = _unveiled(decoder.decode(packed), party)
            for matched in cases_of([case], tax_id, name, certain_only=not uncertain):
                key = (matched.case_number, matched.institution, matched.procedural_stage)
                other = newest.get(key)
                # The latest version of a case; if two are equally recent, that of the later source.
                if other is None or (matched.last_update or "") >= (other.case.last_update or ""):
                    newest[key] = _Found(matched, bool(uncertain), source)
        ordered = newest_first(each.case for each in newest.values())
        by_case = {each.case: each for each in newest.values()}
        return tuple(by_case[case] for case in ordered)


class _Found(NamedTuple):
    case: CourtCase
    uncertain: bool
    source: int


def packed_cases(cases: Iterable[PortalCase]) -> Iterator[bytes]:
    """The cases as they are stored: names of parties that may be private persons are veiled.

    Only somebody who already knows the name can make use of a veiled one.
    """
    encoder = msgspec.msgpack.Encoder()
    for case in cases:
        parties = tuple(
            party
            if shows_company(party.name)
            else replace(party, name=_veiled(case.number, PartyName.read(party.name).words))
            for party in case.parties
        )
        yield encoder.encode(replace(case, parties=parties))


def _veiled(case_number: str, words: str) -> str:
    text = _LOST.sub("?", words)
    whole = hashlib.blake2b(f"{case_number}\n{text}".encode(), digest_size=8).hexdigest()
    return f"{_veiled_word(text.partition(' ')[0])}{whole}"


@lru_cache(maxsize=65_536)
def _veiled_word(word: str) -> str:
    return f"#{hashlib.blake2b(word.encode(), digest_size=1).hexdigest()}"


def _unveiled(case: PortalCase, company: PartyName) -> PortalCase:
    """The case as this company sees it, with no veiled names except its own."""
    own = _veiled(case.number, company.words)
    parties = tuple(
        replace(party, name=company.words) if party.name == own else party
        for party in case.parties
        if party.name == own or not party.name.startswith("#")
    )
    return replace(case, parties=parties)


def _index_word(party: str) -> str:
    """The key under which a party is found, from the first word of its name."""
    if party.startswith("#"):
        return party[:3]
    return _LOST.sub("?", PartyName.read(party).words.partition(" ")[0])


def _index_keys(word: str) -> tuple[str, str]:
    plain = _LOST.sub("?", word)
    return plain, _veiled_word(plain)


def _words(name: str, folded: str) -> list[str]:
    """The words of a name as ``PartyName`` separates them: folding removes dots, not words."""
    if _REMOVED.search(name):
        folded = fold(_REMOVED.sub(" ", name))
    return folded.replace("&", "si").split()


def _rows(bearers: Sequence[tuple[int, tuple[_Found, ...]]]) -> Iterator[CaseRow]:
    several = len(bearers) > 1
    for tax_id, cases in bearers:
        for case, uncertain, source in cases:
            if several and not uncertain:
                continue
            matched = SEVERAL if several else case.matched_by
            # The registry adds the company's own id and name.
            row = replace(case, matched_by=matched, tax_id=None, company_name=None)
            yield (tax_id, *astuple(row), source)
