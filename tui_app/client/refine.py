"""Derives the answer to a longer search text from the answer to a shorter one, where provable.

An answer of fewer than ten companies is complete: it has every match of a longer text that extends
the shorter one. The contract fixes the order, with one exception: two companies of one tier that
were in different tiers before. Then turnover decides, which a summary does not show, so the text is
sent. It is also sent if a company matches by a tier that only our own service has. If the server is
seen to match or order differently, every text is sent. Servers that do not put equal names first,
as ours does, are no exception: answers are compared as if they did. Companies that our own service
found beyond the text are left out.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.contract.folding import fold
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.ranking import Query, Tier, has_name, narrows, read_query, tier
from tui_app.contract.resources import CompanySummary
from tui_app.contract.search_notes import SearchNotes
from tui_app.contract.status import StatusGroup, classify_status

Summaries = tuple[CompanySummary, ...]
_REMEMBERED: Final = 100


class _EarlierSearch(Struct, frozen=True):
    query: Query
    answer: Answer[Summaries]

    @property
    def complete(self) -> bool:
        # A company that matches by a former name may match a longer text by another one.
        return len(self.answer.data) < MAXIMUM_RESULTS and not any(map(_formerly, self.answer.data))

    def implies(self, query: Query) -> Summaries | None:
        """The answer to another text, if it follows from this one."""
        if query == self.query:
            return self.answer.data
        if self.complete and narrows(query, self.query):
            return refine(query, self.query, self.answer.data)
        return None


class Refiner:
    """Remembers the searches of a session. The first contradiction turns it off (``enabled``)."""

    def __init__(self) -> None:
        self.enabled = True
        self._known: OrderedDict[str, _EarlierSearch] = OrderedDict()

    def learn(self, q: str, answer: Answer[Summaries]) -> None:
        """Remember what the server answered, and check it against earlier answers."""
        if not self.enabled or answer.faults:
            return  # a record changed by sanitising says nothing about how the server matches
        answer = _of_text_alone(answer)
        query = read_query(q)
        if self._is_contradicted(query, answer):
            self.enabled = False
            self._known.clear()
            return
        self._known[query.text] = _EarlierSearch(query, answer)
        self._known.move_to_end(query.text)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def answer(self, q: str) -> Answer[Summaries] | None:
        """The server's answer to ``q``, with the age of the one it follows from, or ``None``."""
        query = read_query(q)
        for known in reversed(self._known.values()):
            found = known.implies(query)
            if found is not None:
                fetched_at = known.answer.fetched_at
                return Answer(data=found, fetched_at=fetched_at, from_cache=True, requests=0)
        return None

    def _is_contradicted(self, query: Query, answer: Answer[Summaries]) -> bool:
        by_name = tuple(each for each in answer.data if not _formerly(each))
        found = _equal_first(query, by_name)
        places = [rank for each in found if (rank := _place(query, each)) is not None]
        if len(places) < len(found) or len(found) > MAXIMUM_RESULTS:
            return True
        if any(later < earlier for earlier, later in pairwise(places)):
            return True
        new = _EarlierSearch(query, answer)
        return any(_contradict(new, old) for old in self._known.values())


def _contradict(new: _EarlierSearch, old: _EarlierSearch) -> bool:
    """Whether an answer contradicts what the other one implies for its text."""
    if new.query == old.query:
        return False  # the data may have changed; that says nothing about matching
    return any(
        implying.implies(implied.query)
        not in (None, _equal_first(implied.query, implied.answer.data))
        for implying, implied in ((old, new), (new, old))
    )


def refine(longer: Query, shorter: Query, found: Summaries) -> Summaries | None:
    """The results of ``longer`` from the complete answer to ``shorter``, which it narrows.

    ``None`` where the order cannot be known.
    """
    places: dict[tuple[int, bool], int | None] = {}
    matching = []
    for index, company in enumerate(found):
        rank = _place(longer, company)
        if rank is None:
            continue
        is_start = fold(company.company_name).startswith(longer.text)
        if Tier(rank[0]).is_own or (rank[0] == Tier.NAME_EQUAL and not is_start):
            return None
        before = _tier_of(shorter, company)
        if places.setdefault(rank, before) != before:
            return None
        matching.append((rank, index, company))
    return tuple(company for _place, _number, company in sorted(matching, key=lambda m: m[:2]))


def _of_text_alone(answer: Answer[Summaries]) -> Answer[Summaries]:
    """An answer without the companies found beyond the text."""
    beyond = answer.search.beyond
    if not beyond:
        return answer
    found = tuple(each for each in answer.data if each.tax_id not in beyond)
    return replace(answer, data=found, search=SearchNotes())


def _equal_first(query: Query, found: Summaries) -> Summaries:
    """An answer with the companies first whose name equals the text."""
    return tuple(sorted(found, key=lambda each: not has_name(query, fold(each.company_name))))


def _place(query: Query, company: CompanySummary) -> tuple[int, bool] | None:
    """The rank of a company by what a summary shows: its tier, then active or not."""
    matched = _tier_of(query, company)
    if matched is None:
        return None
    return matched, classify_status(company.status) is not StatusGroup.ACTIVE


def _formerly(company: CompanySummary) -> str:
    """The former name by which the company matches, if it does."""
    return getattr(company, "formerly", None) or ""


def _tier_of(query: Query, company: CompanySummary) -> int | None:
    return tier(query, company.company_name, company.tax_id, company.company_id)
