"""Answers questions about the past from a registry with a history, for any engine."""

from __future__ import annotations

import datetime as dt
import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar

from tui_app.contract import resources as r
from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import CHANGES, HISTORY, MAXIMUM_RESULTS
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.past import ChangePage, CompanyHistory, profile_on, snapshot_on
from tui_app.contract.screening import OF_THE_PAST
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.registry.company_registry import RegistryInfo, SearchResults
from tui_app.registry.content import RegistryContent, RegistryQuery
from tui_app.registry.sql import Read

if TYPE_CHECKING:
    from tui_app.registry.history.reading import HistoryDescription

T = TypeVar("T")
EXTENSIONS = (HISTORY.name, CHANGES.name)


class PastAnswers(ABC):
    """The history of a company, changes, and the register as of a day.

    Every method raises ``InvalidParameter`` if there is no history, or none of that day.
    """

    @abstractmethod
    def read(self, reading: RegistryQuery[T]) -> T:
        """The result of ``reading``, which may be called again on newer content.

        Raises ``RegistryError``.
        """

    @property
    @abstractmethod
    def info(self) -> RegistryInfo:
        """The description of the registry."""

    @abstractmethod
    def search(self, q: str, *, interrupt: threading.Event | None = None) -> SearchResults:
        """At most ten companies, most relevant first; ``q`` has passed ``operations.QUERY``.

        A search that takes too long, or whose ``interrupt`` is set, returns what it has found by
        then.
        """

    def history(self, tax_id: str) -> CompanyHistory | None:
        """A company in all snapshots; ``None`` if it is in none."""
        from tui_app.registry.history.reading import company_history

        if not is_bare_tax_id(tax_id):
            return None
        return self.read(lambda read, content: company_history(read, _history(content), tax_id))

    def changes(self, criteria: Criteria, size: int, cursor: str) -> ChangePage:
        """One page of changes, newest first."""
        from tui_app.registry.history.changes import change_page

        def page(read: Read, content: RegistryContent) -> ChangePage:
            index = content.screening.index(read)
            history = _history(content)
            return change_page(index, history, content.screening.version, criteria, size, cursor)

        return self.read(page)

    def profile_on(self, tax_id: str, day: dt.date) -> r.CompanyProfile | None:
        """The profile as of a day; ``None`` if the company is not in the snapshot."""
        history = self.history(tax_id)
        self._day(day)
        snapshot = None if history is None else snapshot_on(history, day)
        if history is None or snapshot is None:
            return None
        return profile_on(history, snapshot)

    def search_on(self, q: str, day: dt.date) -> SearchResults:
        """The companies whose name or number up to that day matches a text."""
        from tui_app.registry.history.as_of import PastDay

        at = self._day(day)
        today = self.search(q).companies
        return self.read(
            lambda read, content: PastDay(read, _history(content), at).search(q, today)
        )

    def screen_on(
        self, criteria: Criteria, order: str, size: int, cursor: str, day: dt.date
    ) -> ScreeningPage:
        """One page of the companies that matched on a day."""
        from tui_app.registry.history.as_of import PastDay

        at = self._day(day)
        return self.read(
            lambda read, content: PastDay(read, _history(content), at).screen(
                criteria, order, size, cursor
            )
        )

    def screen_facets_on(self, criteria: Criteria, day: dt.date) -> ScreeningFacets:
        """The facets of the companies that matched on a day."""
        from tui_app.registry.history.as_of import PastDay

        at = self._day(day)
        return self.read(
            lambda read, content: PastDay(read, _history(content), at).facets(criteria)
        )

    def _day(self, day: dt.date) -> int:
        """The snapshot of a day."""

        def found(_: Read, content: RegistryContent) -> int:
            history = _history(content)
            at = history.day_on(day)
            if at is None:
                first = history.snapshots[0].day
                message = f"The history begins on {first}: nothing is known of {day}"
                raise InvalidParameter(Reason.DATE_INVALID, message)
            return at

        return self.read(found)


def answerable(criteria: Criteria, content: RegistryContent) -> Criteria:
    """The criteria; raises ``InvalidParameter`` for criteria about an unknown past."""
    if any(criterion.field in OF_THE_PAST for criterion in criteria):
        _history(content)
    return criteria


def _history(content: RegistryContent) -> HistoryDescription:
    if content.history_description is None:
        message = "There is no history of the register here: firmeterm data history add"
        raise InvalidParameter(Reason.NOT_KNOWN_TO_SOURCE, message)
    return content.history_description


def with_former(
    read: Read, history: HistoryDescription | None, q: str, found: SearchResults
) -> SearchResults:
    """Search results, followed by the companies that had such a name or number before."""
    if history is None or len(found.companies) >= MAXIMUM_RESULTS:
        return found
    from tui_app.registry.history.as_of import formerly

    known = {company.tax_id for company in found.companies}
    more = [each for each in formerly(read, history, q) if each.tax_id not in known]
    return SearchResults(
        (*found.companies, *more[: MAXIMUM_RESULTS - len(known)]), found.is_complete
    )
