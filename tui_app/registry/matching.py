"""Finds the companies that a row of a list may mean, in any registry of SQL tables.

The stages are: the companies with the row's numbers, those with its whole name, those with its
words or words one typing error away, and finally the results of a search. Later stages are left out
once a company matches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from tui_app.contract.identifiers import is_bare_tax_id, read_tax_id
from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.contract.names import CompanyName
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanySummary
from tui_app.contract.vocabulary.lost_letters import is_misread, meant
from tui_app.insight.matching.common_words import is_common_anywhere
from tui_app.insight.matching.names import IsCommon, plain_name, read_name, search_text
from tui_app.insight.matching.readings import readings
from tui_app.insight.matching.scoring import Candidate, match, without_certainty
from tui_app.registry import lookup
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.content import RegistryContent, RegistryQuery
from tui_app.registry.history.layout import STILL, Field
from tui_app.registry.sql import Read, listed
from tui_app.registry.words.errors import SHORTEST
from tui_app.registry.words.index import counts, near_words, with_words
from tui_app.registry.words.names import name_key

_BY_TAX_ID: Final = "SELECT id FROM {s}company WHERE tax_id = ?"
_BY_NUMBER: Final = "SELECT company FROM {s}registry_number WHERE number = ? ORDER BY 1 LIMIT 10"
_BY_TAX_IDS: Final = "SELECT id FROM {s}company WHERE tax_id IN"
_BY_FORMER_NUMBER: Final = "SELECT company FROM {s}former_number WHERE number = ? LIMIT 10"
_BY_FORMER_NAME: Final = "SELECT DISTINCT company FROM {s}former_name WHERE name LIKE ? LIMIT 100"
_STREETS: Final = "SELECT id, coalesce(street_name, '') FROM {s}company WHERE id IN"

_NAMED: Final = (
    "SELECT DISTINCT company FROM {{s}}name_key WHERE key IN ({}) ORDER BY company LIMIT 1000"
)
_MAX_NAMED: Final = 1_000
"""The most companies of one name that are compared; with more, none is chosen by name."""

_MAX_NEAR: Final = 40
"""The most words one error away that are tried for a typed one: those in most names."""

_MAX_SPELLINGS: Final = 400
_MAX_LOOKED_AT: Final = 100
"""The most companies with the same words that are compared, best rank first."""

_MAX_ALONE: Final = 3
"""The most words that are each looked up alone, the rarest first."""

_LARGE: Final = 20_000
"""With fewer companies, a registry's own counts say little about how common a word is."""

_COMMON_IN: Final = 2_000
"""A word is common in a registry if one in this many names has it."""

_COMMON_AT_LEAST: Final = 30
_MAX_WORDS: Final = 8


def match_rows(
    read: Callable[[RegistryQuery[CompanyMatch]], CompanyMatch],
    search: Callable[[str], SearchResults],
    rows: Sequence[MatchRow],
    interrupt: threading.Event | None = None,
) -> tuple[CompanyMatch, ...]:
    """The answer for each row, in order; rows after an interruption have empty answers.

    ``read`` and ``search`` are of the registry. What may be a person's code is neither searched nor
    compared.
    """
    matching = _Matching(read, search)
    found = []
    for row in rows:
        is_stopped = interrupt is not None and interrupt.is_set()
        found.append(CompanyMatch() if is_stopped else matching.match(row))
    return tuple(found)


class _Matching:
    """Matches rows of one request; remembers how common words are."""

    def __init__(
        self,
        read: Callable[[RegistryQuery[CompanyMatch]], CompanyMatch],
        search: Callable[[str], SearchResults],
    ) -> None:
        self._read = read
        self._search = search
        self._companies = 0
        self._known: dict[str, int] = {}

    def match(self, row: MatchRow) -> CompanyMatch:
        """The answer for a row."""
        found = self._read(lambda read, content: self._by_words(read, content, row))
        name = readings(row)[0].row.name
        if found.decision == Decision.NONE and (text := search_text(name)):
            # Found only by letters: blanks more or less, several words in one.
            listed = self._search(text).companies

            def by_letters(read: Read, content: RegistryContent) -> CompanyMatch:
                self._count_names(read, content, listed)
                return match(row, map(Candidate, listed), self._is_common)

            return max(self._read(by_letters), found, key=lambda each: each.confidence)
        return found

    def _by_words(self, read: Read, content: RegistryContent, row: MatchRow) -> CompanyMatch:
        self._companies = content.info.companies
        candidates: dict[int, Candidate] = {}
        found = CompanyMatch()
        is_cut = False
        main = readings(row)[0].row
        known = _Known(read, content, main)
        for numbers in self._stages(read, content, row, known):
            is_cut = is_cut or len(numbers) >= _MAX_NAMED
            fresh = [number for number in numbers if number not in candidates]
            if not fresh:
                continue
            more = known.candidates(fresh)
            self._count_names(read, content, [each.company for each in more.values()])
            candidates |= more
            found = match(row, candidates.values(), self._is_common)
            if found.decision != Decision.NONE:
                break
        return without_certainty(found) if is_cut else found

    def _stages(
        self, read: Read, content: RegistryContent, row: MatchRow, known: _Known
    ) -> Iterator[list[int]]:
        """Numbers of companies, the most certain first."""
        names: list[tuple[str, ...]] = []
        if content.has_words:
            ways = [way.row.name for way in readings(row)]
            names = [CompanyName.read(plain_name(name)).words[:_MAX_WORDS] for name in ways]
            self._count(
                read, [word for name in ways for word in read_name(name).words[:_MAX_WORDS]]
            )
        # A number and a name may mean two companies, so both are compared.
        yield known.numbered + _named(read, names)
        if names and (words := names[0]):
            yield known.formerly_named(words)
            yield with_words(read, [[word] for word in words], _MAX_LOOKED_AT)
            spelt = {word: self._spellings_of(read, word) for word in words}
            yield _named(read, _spellings(words, spelt))
            yield from self._with_words(read, words, spelt)

    def _spellings_of(self, read: Read, word: str) -> list[str]:
        """A word, and words of names that are one typing error away."""
        near = list(near_words(read, word))[:_MAX_NEAR] if len(word) >= SHORTEST else []
        if is_misread(word):
            near += counts(read, list(meant(word)))
        # ANASA, SCANA
        near += counts(read, [word.removeprefix("sc"), word.removesuffix("sa")])
        self._count(read, [word, *near])
        return [word, *near]

    def _with_words(
        self, read: Read, words: Sequence[str], spellings: Mapping[str, list[str]]
    ) -> Iterator[list[int]]:
        """Companies with all the words, then without one of them, then with the rarest alone."""
        groups = [
            known for word in words if (known := [w for w in spellings[word] if self._known.get(w)])
        ]
        rarest = sorted(groups, key=lambda group: sum(map(self._known.__getitem__, group)))
        # A town is at the end, an abbreviation anywhere.
        without_one = [groups[:at] + groups[at + 1 :] for at in reversed(range(len(groups)))]
        tried = [groups, *without_one, groups[:-2]]
        tried += [rarest[:most] for most in range(len(rarest) - 2, 1, -1)]
        tried += [[group] for group in rarest[:_MAX_ALONE]]
        for some in tried:
            if not some or (len(some) == 1 and all(map(self._is_common, some[0]))):
                continue
            if numbers := with_words(read, some, _MAX_LOOKED_AT):
                yield numbers

    def _count_names(
        self, read: Read, content: RegistryContent, companies: Iterable[CompanySummary]
    ) -> None:
        if content.has_words:
            names = (read_name(each.company_name) for each in companies)
            self._count(read, list({word for name in names for word in name.words}))

    def _count(self, read: Read, words: Sequence[str]) -> None:
        if unknown := [word for word in words if word not in self._known]:
            found = counts(read, unknown)
            self._known |= {word: found.get(word, 0) for word in unknown}

    @property
    def _is_common(self) -> IsCommon:
        least = max(_COMMON_AT_LEAST, self._companies // _COMMON_IN)

        def is_common(word: str) -> bool:
            if self._companies < _LARGE and is_common_anywhere(word):
                return True
            return self._known.get(word, 0) > least

        return is_common


def _spellings(words: Sequence[str], spellings: Mapping[str, list[str]]) -> list[tuple[str, ...]]:
    """Possible names with the typing errors corrected: all of them, or one if there are many."""
    if prod(len(spellings[word]) for word in words) <= _MAX_SPELLINGS:
        return list(product(*(spellings[word] for word in words)))
    return [
        (*words[:at], other, *words[at + 1 :])
        for at, word in enumerate(words)
        for other in spellings[word][1:]
    ]


def _named(read: Read, names: Sequence[tuple[str, ...]]) -> list[int]:
    """The companies with one of these names, best rank first."""
    keys = list({name_key(CompanyName(words, "")) for words in names if words})
    if not keys:
        return []
    rows = read(_NAMED.format(listed("?" * len(keys))), keys)
    return [company for (company,) in rows]


class _Known:
    """What a registry and its history say about the companies that a row may mean."""

    def __init__(self, read: Read, content: RegistryContent, row: MatchRow) -> None:
        self._read = read
        self._has_history = content.has_history
        self._has_address = bool(row.address)
        self._former: set[int] = set()
        number = new_registry_number(row.registry_number)
        self._by_number = self._with_number(number) if number else []
        tax_id = read_tax_id(row.tax_id) or ""
        by_tax_id = read(_BY_TAX_ID, (tax_id,)) if is_bare_tax_id(tax_id) else []
        self.numbered = [*dict.fromkeys([*(each for (each,) in by_tax_id), *self._by_number])]
        """The companies with the tax id or the registry number of the row."""

    def _with_number(self, number: str) -> list[int]:
        found = [company for (company,) in self._read(_BY_NUMBER, (number,))]
        if self._has_history:
            found += self._of_today(self._read(_BY_FORMER_NUMBER, (number,)))
        return found

    def formerly_named(self, words: Sequence[str]) -> list[int]:
        """The companies that once had a name of these words."""
        text = " ".join(words)
        if not self._has_history or len(text) < SHORTEST:
            return []
        found = self._of_today(self._read(_BY_FORMER_NAME, (f"% {text} %",)))
        self._former.update(found)
        return found

    def _of_today(self, rows: Sequence[tuple[int]]) -> list[int]:
        tax_ids = [str(company) for (company,) in rows]
        if not tax_ids:
            return []
        statement = f"{_BY_TAX_IDS} ({listed('?' * len(tax_ids))}) ORDER BY id"
        return [company for (company,) in self._read(statement, tax_ids)]

    def candidates(self, numbers: list[int]) -> dict[int, Candidate]:
        """The companies, with their streets if the row has an address."""
        companies: tuple[CompanySummary, ...] = lookup.summaries(self._read, numbers)
        streets: dict[int, str] = {}
        if self._has_address:
            statement = f"{_STREETS} ({listed('?' * len(numbers))})"
            streets = dict(self._read(statement, numbers))
        return {
            number: Candidate(
                company,
                streets.get(number, ""),
                self._former_names(company.tax_id) if number in self._former else (),
                number in self._by_number,
            )
            for number, company in zip(numbers, companies, strict=True)
        }

    def _former_names(self, tax_id: str) -> tuple[str, ...]:
        from tui_app.registry.history.reading import former_texts

        return tuple(former_texts(self._read, int(tax_id), Field.NAME, STILL))
