"""Answers that cost nothing: cached ones, and all of them if requests are free."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textual.widget import Widget
from textual.worker import Worker

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError
from tui_app.contract.operations import COURT_CASES, Operation
from tui_app.contract.resources import CompanyProfile, CourtCasePage
from tui_app.ui.program import program_of
from tui_app.ui.remote.price import is_announced
from tui_app.ui.remote.workers import start

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp

_PAGES: Final = 5
"""The most pages of court cases."""

# Any: operations have different result types.
_Question = tuple[Operation[Any], dict[str, str]]
"""An operation and its page."""


async def counts_of(program: FirmetermApp, screens: Iterable[str]) -> dict[str, str]:
    """How many companies match each line of criteria, in words; nothing if that costs requests."""
    from tui_app.ui.screening.wording import counted

    found: dict[str, str] = {}
    if not program.source.embedded:
        return found
    try:
        client = await program.companies()
        if client.live is not None or client.offline:
            return found
        source = await client.uncounted()
        await source.learn_extensions()
        for line in screens:
            page = (await source.screen(line, limit=1)).data
            exact = page.total_is_exact is not False
            found[line] = counted(page.total_companies, exact=exact)
    except ClientError:
        return found  # the screen itself says why, once it is opened
    return found


class FreeAnswers:
    """The answers about one company. They arrive together: ``changed`` is called once."""

    def __init__(self, pane: Widget, changed: Callable[[], None]) -> None:
        self._pane = pane
        self._changed = changed
        self._number = 0
        self._worker: Worker[None] | None = None
        # Any: operations have different result types.
        self.answers: dict[str, Answer[Any]] = {}
        """By the names of their operations; of paged ones, the first page."""
        self.case_pages: dict[int, Answer[CourtCasePage]] = {}
        """The further pages of court cases."""
        self.is_loading = False

    def drop(self) -> None:
        """Forget the answers, and drop pending requests."""
        self._number += 1
        self.answers, self.case_pages, self.is_loading = {}, {}, False

    # Any: as above.
    def load(
        self, operations: Iterable[Operation[Any]], tax_id: str, profile: CompanyProfile
    ) -> None:
        """Request missing answers that are free, and not ruled out by the profile."""
        client = program_of(self._pane).client
        if client is None or self.is_loading:
            return
        missing = [
            (each, each.page(1))
            for each in operations
            if each.name not in self.answers
            and is_announced(each, client)
            and not each.is_ruled_out(profile)
        ]
        if wanted := [each for each in missing if self._is_free(client, each, tax_id)]:
            self.is_loading = True
            work = self._ask(self._number, client, wanted, tax_id)
            self._worker = start(
                self._pane, work, group="free answers", description="what costs nothing"
            )

    def all_are_free(self, client: Companies) -> bool:
        """Whether requests cost nothing: in a registry, and in the sample beside its allowance."""
        return program_of(self._pane).source.embedded and client.live is None and not client.offline

    def _is_free(self, client: Companies, question: _Question, tax_id: str) -> bool:
        operation, page = question
        return self.all_are_free(client) or not client.price(operation, tax_id, fresh=False, **page)

    async def _ask(
        self, number: int, client: Companies, questions: list[_Question], tax_id: str
    ) -> None:
        program = program_of(self._pane)
        keep = partial(program.workspace_thread.keep, program.source)
        found: dict[str, Answer[Any]] = {}
        pages: dict[int, Answer[CourtCasePage]] = {}
        try:
            source = await client.uncounted() if self.all_are_free(client) else client
            for question in questions:
                if answer := await _one(source, question, tax_id):
                    found[question[0].name] = answer
            if first := found.get(COURT_CASES.name):
                for page in range(2, min(first.data.total_pages or 1, _PAGES) + 1):
                    further = COURT_CASES, COURT_CASES.page(page)
                    if self._is_free(client, further, tax_id) and (
                        answer := await _one(source, further, tax_id)
                    ):
                        pages[page] = answer
        finally:
            if number == self._number:
                self.is_loading = False
        for operation, _page in questions:
            if answer := found.get(operation.name):
                keep(operation, tax_id, 1, answer)
        for page, answer in pages.items():
            keep(COURT_CASES, tax_id, page, answer)
        await program.pause_between_keys()
        if number == self._number:
            self.answers, self.case_pages = self.answers | found, self.case_pages | pages
            self._changed()


# Any: as above.
async def _one(client: Companies, question: _Question, tax_id: str) -> Answer[Any] | None:
    """One answer; a failure is shown by the tab that the data belong to."""
    operation, page = question
    try:
        return await client.ask(operation, tax_id, page)
    except ClientError:
        return None
