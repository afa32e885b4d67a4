"""Sends the requests of a screen: pages by cursor, facets, and which criterion leaves nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError, InvalidRequestError
from tui_app.contract.operations import SCREEN, SCREEN_FACETS, Operation
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import ScreeningFacets, ScreeningPage
from tui_app.ui.panes.base import DataPane
from tui_app.ui.remote.questions import Questions, question
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.screening.wording import vocabulary
from tui_app.ui.session import requests_are_free, session_of

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

T = TypeVar("T")

_MAX_CRITERIA: Final = 8
"""The most criteria that are tried: each costs a request, which must be free."""


class ScreeningQuery(NamedTuple):
    """A line of criteria in English, and the sort field; a - in front puts the largest first."""

    line: str
    sort: str


class ScreeningAnswers:
    """The newest request, the page shown, and its facets."""

    def __init__(
        self, pane: DataPane, page_changed: Callable[[], None], facets_changed: Callable[[], None]
    ) -> None:
        """``page_changed`` is called for every page, even a failed one."""
        self._pane = pane
        self._page_changed = page_changed
        self.value: RemoteValue[ScreeningPage] = RemoteValue(pane, "screen", self._value_changed)
        self.facets: RemoteValue[ScreeningFacets] = RemoteValue(
            pane, "screen_facets", facets_changed
        )
        self.query: ScreeningQuery | None = None
        self.answered_query: ScreeningQuery | None = None
        """The request whose companies are shown."""
        self._facets_line: str | None = None
        """The line whose facets were requested."""
        self._may_spend = self._fresh = False

    def is_answered(self, query: ScreeningQuery) -> bool:
        """Whether the companies of a request are shown, or the request is under way."""
        if query != self.query:
            return False
        return self.value.phase in (Phase.WAITING, Phase.LOADING) or (
            self.value.phase is Phase.READY and not self.value.needs_refresh
        )

    def ask(
        self, query: ScreeningQuery, page: int = 1, *, fresh: bool = False, confirm: bool = False
    ) -> None:
        """Ask for a page; a different request starts at its first page."""
        pages = self._pane.pages
        pages.ask(page if query == self.query else 1, query)
        self.query = query
        if fresh:
            self._facets_line = None
        self._may_spend, self._fresh = confirm, fresh
        raw = _raw(query, pages.cursor(pages.asked))
        self.value.ask(_request_for(SCREEN, raw, fresh=fresh, confirm=confirm))

    def ask_facets(self, *, confirm: bool = False) -> None:
        """Ask for the facets, unless they were requested."""
        query = self.query
        if query is None or query.line == self._facets_line:
            return
        if not (requests_are_free(session_of(self._pane)) or confirm or self._may_spend):
            return
        self._facets_line = query.line
        raw = {"q": query.line}
        may_spend = confirm or self._may_spend
        self.facets.ask(_request_for(SCREEN_FACETS, raw, fresh=self._fresh, confirm=may_spend))

    def questions(
        self, query: ScreeningQuery, *, with_facets: bool = False, fresh: bool = False
    ) -> Questions:
        """The first page, and the facets."""
        page = question(SCREEN, {"q": query.line, "sort": query.sort})
        return (page, *(self.questions_of_facets(query, fresh=fresh) if with_facets else ()))

    def questions_of_facets(self, query: ScreeningQuery, *, fresh: bool = False) -> Questions:
        """The facets, unless they are known."""
        if query.line == self._facets_line and not fresh:
            return ()
        return (question(SCREEN_FACETS, {"q": query.line}),)

    def questions_of_page(self, page: int) -> Questions:
        """Another page."""
        pages = self._pane.pages
        if self.query is None or not pages.has_cursor(page):
            return ()
        return (question(SCREEN, _raw(self.query, pages.cursor(page))),)

    @property
    def is_unsupported(self) -> bool:
        """Whether the source does not offer this extension."""
        client = session_of(self._pane).client
        if client is None or client.answers_extension(SCREEN) or client.offline:
            return False
        refused = isinstance(self.value.error, InvalidRequestError)
        was_answered = not client.connection_lost and client.allowance.session_requests > 0
        return refused or client.live is not None or was_answered

    def _value_changed(self) -> None:
        answer = self.value.answer
        if self.value.phase is Phase.READY and answer is not None:
            self._pane.pages.arrived(answer.data.next_cursor)
            self.answered_query = self.query
        elif self.value.has_failed:
            self._pane.pages.failed()
        self._page_changed()


def _raw(query: ScreeningQuery, cursor: str) -> dict[str, str]:
    raw = {"q": query.line, "sort": query.sort, "cursor": cursor}
    return {name: text for name, text in raw.items() if text}


def _request_for(
    operation: Operation[T], raw: dict[str, str], *, fresh: bool, confirm: bool
) -> Callable[[Companies], Awaitable[Answer[T]]]:
    """Send a request if the source offers screening."""

    async def request(companies: Companies) -> Answer[T]:
        if not companies.answers_extension(operation):
            await companies.learn_extensions(confirm=confirm)
        return await companies.ask(operation, raw=raw, fresh=fresh, confirm=confirm)

    return request


class Emptying(NamedTuple):
    """A criterion as the screen writes it, and the number of companies without it."""

    criterion: str
    companies: int


async def emptying(companies: Companies, criteria: Criteria) -> Emptying | None:
    """The criterion to leave out; ``None`` if no single one helps."""
    found: list[Emptying] = []
    for index, criterion in enumerate(criteria[:_MAX_CRITERIA]):
        others = criteria[:index] + criteria[index + 1 :]
        try:
            answer = await companies.ask(SCREEN, raw={"q": write(others)})
        except ClientError:
            continue
        written = write((criterion,), vocabulary())
        found.append(Emptying(written, answer.data.total_companies or 0))
    best = max(found, key=lambda each: each.companies, default=None)
    return best if best and best.companies else None
