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
from typing import Any, Final, Protocol, TypeVar

from tui_app.contract.identifiers import is_bare_tax_id, read_tax_id
from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.contract.names import CompanyName
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanySummary
from tui_app.insight.matching.common_words import is_common_anywhere
from tui_app.insight.matching.names import IsCommon, plain_name, read_name, search_text
from tui_app.insight.matching.rows import readable
from tui_app.insight.matching.scoring import Candidate, match, without_certainty
from tui_app.registry import lookup
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.sql import Read, listed
from tui_app.registry.words.companies import with_words
from tui_app.registry.words.errors import SHORTEST
from tui_app.registry.words.index import counts, near_words
from tui_app.registry.words.names import name_key

_BY_TAX_ID: Final = "SELECT id FROM {s}company WHERE tax_id = ?"
_BY_NUMBER: Final = "SELECT company FROM {s}registry_number WHERE number = ? ORDER BY 1 LIMIT 10"
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

_LARGE: Final = 20_000
"""With fewer companies, a registry's own counts say little about how common a word is."""

_COMMON_IN: Final = 2_000
"""A word is common in a registry if one in this many names has it."""

_COMMON_AT_LEAST: Final = 30
_MAX_WORDS: Final = 8

T = TypeVar("T")


class _Worded(Protocol):
    @property
    def has_words(self) -> bool: ...


class Searchable(Protocol):
    """What matching needs from a registry: see ``SqlRegistry``."""

    # Any: contents have more than matching needs.
    def read(self, reading: Callable[[Read, Any], T]) -> T:
        """The result of ``reading``."""

    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first."""


def match_rows(
    registry: Searchable,
    companies: int,
    rows: Sequence[MatchRow],
    interrupt: threading.Event | None = None,
) -> tuple[CompanyMatch, ...]:
    """The answer for each row, in order; rows after an interruption have empty answers.

    ``companies`` is their number in the registry. What may be a person's code is neither searched
    nor compared.
    """
    matching = _Matching(registry, companies, interrupt)
    found = []
    for row in map(readable, rows):
        is_stopped = interrupt is not None and interrupt.is_set()
        found.append(CompanyMatch() if is_stopped else matching.match(row))
    return tuple(found)


class _Matching:
    """Matches rows of one request; remembers how common words are."""

    def __init__(
        self, registry: Searchable, companies: int, interrupt: threading.Event | None
    ) -> None:
        self._registry = registry
        self._interrupt = interrupt
        self._companies = companies
        self._known: dict[str, int] = {}

    def match(self, row: MatchRow) -> CompanyMatch:
        """The answer for a row."""
        found = self._registry.read(lambda read, content: self._by_words(read, content, row))
        if found.decision == Decision.NONE and (text := search_text(row.name)):
            # Found only by letters: blanks more or less, several words in one.
            listed = self._registry.search(text, interrupt=self._interrupt).companies
            self._registry.read(lambda read, content: self._count_names(read, content, listed))
            fallback = match(row, map(Candidate, listed), self._is_common)
            return max(fallback, found, key=lambda each: each.confidence)
        return found

    def _by_words(self, read: Read, content: _Worded, row: MatchRow) -> CompanyMatch:
        candidates: dict[int, Candidate] = {}
        found = CompanyMatch()
        is_cut = False
        for numbers in self._stages(read, content, row):
            is_cut = is_cut or len(numbers) >= _MAX_NAMED
            fresh = [number for number in numbers if number not in candidates]
            if not fresh:
                continue
            more = _candidates(read, fresh, with_streets=bool(row.address))
            self._count_names(read, content, [each.company for each in more.values()])
            candidates |= more
            found = match(row, candidates.values(), self._is_common)
            if found.decision != Decision.NONE:
                break
        return without_certainty(found) if is_cut else found

    def _stages(self, read: Read, content: _Worded, row: MatchRow) -> Iterator[list[int]]:
        """Numbers of companies, the most certain first."""
        numbered = _numbered(read, row)
        words = (
            CompanyName.read(plain_name(row.name)).words[:_MAX_WORDS] if content.has_words else ()
        )
        if content.has_words:
            self._count(read, read_name(row.name).words[:_MAX_WORDS])
        # A number and a name may mean two companies, so both are compared.
        yield numbered + _named(read, [words])
        if words:
            yield with_words(read, [[word] for word in words], _MAX_LOOKED_AT)
            meant = {word: self._spellings_of(read, word) for word in words}
            yield _named(read, _spellings(words, meant))
            yield from self._with_words(read, words, meant)

    def _spellings_of(self, read: Read, word: str) -> list[str]:
        """A word, and words of names that are one typing error away."""
        near = list(near_words(read, word))[:_MAX_NEAR] if len(word) >= SHORTEST else []
        self._count(read, [word, *near])
        return [word, *near]

    def _with_words(
        self, read: Read, words: Sequence[str], meant: Mapping[str, list[str]]
    ) -> Iterator[list[int]]:
        """Companies with all the words, then without one of them, then with the rarest alone."""
        groups = [
            known for word in words if (known := [w for w in meant[word] if self._known.get(w)])
        ]
        rarest = sorted(groups, key=lambda group: sum(map(self._known.__getitem__, group)))
        # A town is at the end, an abbreviation anywhere.
        without_one = [groups[:at] + groups[at + 1 :] for at in reversed(range(len(groups)))]
        tried = [groups, *without_one, groups[:-2]]
        tried += [rarest[:most] for most in range(len(rarest) - 2, 0, -1)]
        for some in tried:
            if not some or (len(some) == 1 and all(map(self._is_common, some[0]))):
                continue
            if numbers := with_words(read, some, _MAX_LOOKED_AT):
                yield numbers

    def _count_names(
        self, read: Read, content: _Worded, companies: Iterable[CompanySummary]
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


def _spellings(words: Sequence[str], meant: Mapping[str, list[str]]) -> list[tuple[str, ...]]:
    """Possible names with the typing errors corrected: all of them, or one if there are many."""
    if prod(len(meant[word]) for word in words) <= _MAX_SPELLINGS:
        return list(product(*(meant[word] for word in words)))
    return [
        (*words[:at], other, *words[at + 1 :])
        for at, word in enumerate(words)
        for other in meant[word][1:]
    ]


def _named(read: Read, names: Sequence[tuple[str, ...]]) -> list[int]:
    """The companies with one of these names, best rank first."""
    keys = list({name_key(CompanyName(words, "")) for words in names if words})
    if not keys:
        return []
    rows = read(_NAMED.format(listed("?" * len(keys))), keys)
    return [company for (company,) in rows]


def _candidates(read: Read, numbers: list[int], *, with_streets: bool) -> dict[int, Candidate]:
    companies: tuple[CompanySummary, ...] = lookup.summaries(read, numbers)
    streets: dict[int, str] = {}
    if with_streets:
        streets = dict(read(f"{_STREETS} ({listed('?' * len(numbers))})", numbers))
    return {
        number: Candidate(company, streets.get(number, ""))
        for number, company in zip(numbers, companies, strict=True)
    }


def _numbered(read: Read, row: MatchRow) -> list[int]:
    """The companies with the tax id or the registry number of a row."""
    numbers: list[int] = []
    tax_id, number = read_tax_id(row.tax_id), new_registry_number(row.registry_number)
    if tax_id is not None and is_bare_tax_id(tax_id):
        numbers += [company for (company,) in read(_BY_TAX_ID, (tax_id,))]
    if number is not None:
        numbers += [company for (company,) in read(_BY_NUMBER, (number,))]
    return list(dict.fromkeys(numbers))
