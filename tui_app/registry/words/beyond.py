"""What a search of our own registries finds beyond its text, where that leaves room."""

from __future__ import annotations

from collections.abc import Sequence

from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query
from tui_app.contract.search_notes import NearWord, SearchNotes
from tui_app.registry import lookup
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.sql import Read
from tui_app.registry.words.similar import similar


def results(
    read: Read, query: Query, numbers: Sequence[int], found: SearchResults
) -> SearchResults:
    """What was found, and similar companies after it; ``numbers`` are those that the text finds."""
    near = similar(read, query, MAXIMUM_RESULTS, numbers)
    known = {company.tax_id for company in found.companies}
    more = [each for each in lookup.summaries(read, near.numbers) if each.tax_id not in known]
    more = more[: MAXIMUM_RESULTS - len(known)]
    notes = SearchNotes(
        similar=tuple(company.tax_id for company in more),
        near=tuple(NearWord(word, tuple(meant)) for word, meant in near.near.items()),
    )
    return SearchResults((*found.companies, *more), found.is_complete, notes)
