"""What a search of our own registries finds beyond its text, if there is room.

First come results of other readings of the text: an identifier in it, an abbreviation written out,
its town or county as a place. Then come names with a typing error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query, read_query
from tui_app.contract.resources import CompanySummary
from tui_app.contract.search_notes import NearWord, SearchNotes
from tui_app.contract.search_text import (
    domain_in,
    identifier_in,
    other_readings,
    without_words_around,
)
from tui_app.registry import lookup
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.sql import Read
from tui_app.registry.words.names import with_domain
from tui_app.registry.words.similar import similar, within_place

if TYPE_CHECKING:
    from pyroaring import FrozenBitMap

    from tui_app.registry.content import RegistryContent

_LONGEST_PLACE: Final = 3
"""The most words of a place: ``bucuresti sector 3``."""

_MAX_WORDS: Final = 8


class LooserSearch(Struct, frozen=True):
    """A search with room for more results.

    ``numbers`` are the companies that the text finds; ``by_text`` finds those of another text.
    """

    read: Read
    content: RegistryContent
    q: str
    numbers: Sequence[int]
    by_text: Callable[[Query], list[int]]

    def results(self, found: SearchResults) -> SearchResults:
        """The results, followed by those found beyond the text."""
        companies = list(found.companies)
        # If the text finds them, no other reading is needed.
        otherwise = () if self.numbers else self._add(companies, self._other_ways(companies))
        if len(companies) >= MAXIMUM_RESULTS or self._is_number:
            notes = SearchNotes(otherwise=otherwise)
        else:
            query = read_query(without_words_around(self.q))
            near = similar(self.read, query, self.numbers)
            meant = near.numbers or list(self._in_places(query, is_similar=True))
            notes = SearchNotes(
                otherwise=otherwise,
                similar=self._add(companies, [meant]),
                near=tuple(NearWord(word, tuple(texts)) for word, texts in near.near.items()),
            )
        return SearchResults(tuple(companies), found.is_complete, notes)

    @property
    def _is_number(self) -> bool:
        """Whether the text is a number of a company, or contains one."""
        return not any(map(str.isalpha, self.q)) or identifier_in(self.q) is not None

    def _add(
        self, companies: list[CompanySummary], more: Iterable[Sequence[int]]
    ) -> tuple[str, ...]:
        """Add companies, each once, as long as there is room; returns their tax ids."""
        known = {company.tax_id for company in companies}
        before = len(companies)
        for numbers in more:
            for company in lookup.summaries(self.read, list(numbers[:MAXIMUM_RESULTS])):
                if company.tax_id not in known and len(companies) < MAXIMUM_RESULTS:
                    known.add(company.tax_id)
                    companies.append(company)
        return tuple(company.tax_id for company in companies[before:])

    def _other_ways(self, companies: Sequence[CompanySummary]) -> Iterator[list[int]]:
        if domain := domain_in(self.q):
            yield with_domain(self.read, domain)
        for text in other_readings(self.q):
            if len(companies) >= MAXIMUM_RESULTS:
                return
            yield self.by_text(read_query(text))
        if len(companies) < MAXIMUM_RESULTS:
            yield list(self._in_places(read_query(without_words_around(self.q))))

    def _in_places(self, query: Query, *, is_similar: bool = False) -> Iterator[int]:
        """The companies with the words of a text in a place that it names; the first with any."""
        for words, members in self._places(query.words):
            rest = read_query(" ".join(words))
            found = (
                similar(self.read, rest, within=members).numbers
                if is_similar
                else within_place(self.read, rest, members)
            )
            if found:
                yield from found
                return

    def _places(self, words: Sequence[str]) -> Iterator[tuple[list[str], FrozenBitMap]]:
        """Each place in a text, longest and last first, with the other words of the text."""
        if not 2 <= len(words) <= _MAX_WORDS:
            return
        for length in range(min(_LONGEST_PLACE, len(words) - 1), 0, -1):
            for start in range(len(words) - length, -1, -1):
                text = " ".join(words[start : start + length])
                is_last = start + length == len(words)
                # Two letters are a county's plate code only at the end.
                if len(text) > 2 or (is_last and len(text) == 2):
                    members = self.content.screening.in_place(self.read, text)
                    if members is not None:
                        yield [*words[:start], *words[start + length :]], members
