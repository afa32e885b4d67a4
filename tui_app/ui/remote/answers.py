"""What is known about companies, for all who show it: whoever loads it, every place knows it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct
from textual.widget import Widget

from tui_app.client.answer import Answer, AnyAnswer
from tui_app.client.errors import ClientError, CredentialError
from tui_app.client.in_flight import closed
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, CourtCasePage
from tui_app.ui.remote.questions import (
    Question,
    Raw,
    about,
    is_announced,
    price_of,
    price_together,
    total,
)
from tui_app.ui.remote.value import AnyValue, Phase, RemoteValue, start

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.session import ScreenSession


T = TypeVar("T")


class LoadedData(Struct, frozen=True):
    """Answers by operation name; of paged ones, the first page."""

    answers: dict[str, AnyAnswer]
    case_pages: Mapping[int, Answer[CourtCasePage]] = MappingProxyType({})
    """The loaded pages of court cases, by number."""

    @property
    def missing_case_pages(self) -> list[int]:
        """The numbers of the pages of court cases that exist and are not loaded."""
        known = self.case_pages
        pages = max((page.data.total_pages or 0 for page in known.values()), default=0)
        last = min(pages, ops.PAGE.maximum)
        return [number for number in range(1, last + 1) if number not in known]

    def data(self, operation: ops.Operation[T], kind: type[T]) -> T | None:
        """The data of an operation; ``None`` if they are not loaded."""
        answer = self.answers.get(operation.name)
        return answer.data if answer is not None and isinstance(answer.data, kind) else None


_FREE_PAGES: Final = 5
"""The most pages of court cases that are loaded because they are free."""

_FROM_CACHE: Final[tuple[ops.AnyOperation, ...]] = (ops.PROFILE, ops.FINANCIAL, ops.HISTORY)
"""What is read from the cache beside all pages of court cases."""

_Key = tuple[str, Raw]
"""The name of an operation, and its parameters."""
Observer = Callable[[str, Question | None], None]
"""Called with the tax id and the question whose state changed; ``None``: free answers came."""


class _Company(Struct, eq=False):
    """The answers about one company."""

    profile_value: AnyValue
    values: dict[_Key, tuple[Question, AnyValue]]
    """What was asked for."""
    holders: int = 0
    found: dict[_Key, tuple[Question, AnyAnswer]] = {}
    """What was not asked for: cached answers of any age, and answers that cost nothing."""
    asked_freely: set[str] = set()
    """The operations whose free answers were requested."""
    following: dict[_Key, Callable[[], None]] = {}
    """What is asked after the answer to a question, unless the key is rejected."""
    loaded: LoadedData | None = None
    """``None`` while it has to be put together again."""


class Answers:
    """The answers by company, operation and page.

    They are kept as long as somebody holds the company; ``client`` keeps them longer. ``node`` is
    the widget whose workers ask.
    """

    node: Widget

    def __init__(self, session: ScreenSession) -> None:
        self.session = session
        self._companies: dict[str, _Company] = {}
        self._observers: list[Observer] = []
        self.changes = 0
        """Counts the changes of what is known: a price holds until the next one."""

    def observe(self, observer: Observer) -> None:
        """Call ``observer`` on the screen's loop after each change."""
        self._observers.append(observer)

    def stop_observing(self, observer: Observer) -> None:
        """Call it no more."""
        self._observers.remove(observer)

    def hold(self, tax_id: str) -> None:
        """Keep the answers about a company until ``release``."""
        if tax_id not in self._companies:
            question = about(ops.PROFILE, tax_id)
            profile = self.value(question)
            values = {(ops.PROFILE.name, question.raw): (question, profile)}
            self._companies[tax_id] = _Company(profile, values)
        self._companies[tax_id].holders += 1
        self.changes += 1

    def release(self, tax_id: str) -> None:
        """Forget a company that nobody else holds; what was not sent yet is dropped."""
        company = self._companies[tax_id]
        company.holders -= 1
        if not company.holders:
            del self._companies[tax_id]
            self.changes += 1
            for _question, value in company.values.values():
                if value.phase is not Phase.IDLE:
                    value.drop()

    def close(self) -> None:
        """Drop what was not sent yet: nobody wants it any more."""
        for company in self._companies.values():
            for _question, value in company.values.values():
                value.drop()

    def value(self, question: Question) -> AnyValue:
        """The state of a question; that of a company that nobody holds was never asked."""
        company, name = self._companies.get(question.tax_id), question.operation.name
        if company is not None and (known := company.values.get((name, question.raw))) is not None:
            return known[1]
        value: AnyValue = RemoteValue(self.node, name, partial(self._changed, question))
        if company is not None:
            company.values[name, question.raw] = (question, value)
        return value

    def profile(self, tax_id: str) -> CompanyProfile | None:
        """The profile that was asked for, if it has arrived."""
        company = self._companies.get(tax_id)
        answer = company.profile_value.answer if company is not None else None
        return answer.data if answer is not None else None

    def pages(self, operation: ops.AnyOperation, tax_id: str) -> dict[int, AnyAnswer]:
        """The pages of an answer that were asked for and have arrived, in order."""
        company = self._companies.get(tax_id)
        found: dict[int, AnyAnswer] = {}
        for question, value in company.values.values() if company else ():
            if question.operation is operation and value.answer is not None:
                found[question.page] = value.answer
        return dict(sorted(found.items()))

    def loaded(self, tax_id: str) -> LoadedData:
        """All that is known of a company: the same object as long as nothing changes."""
        company = self._companies.get(tax_id)
        if company is None:
            return LoadedData({})
        if company.loaded is None:
            known = dict(company.found)
            for key, (question, value) in company.values.items():
                if value.answer is not None:
                    known[key] = (question, value.answer)
            answers, pages = dict[str, AnyAnswer](), dict[int, AnyAnswer]()
            for question, answer in known.values():
                if question.page == 1:
                    answers[question.operation.name] = answer
                if question.operation is ops.COURT_CASES:
                    pages[question.page] = answer
            company.loaded = LoadedData(answers, case_pages=dict(sorted(pages.items())))
        return company.loaded

    def price(self, questions: Iterable[Question], *, together: bool = False) -> int:
        """How many requests questions would send now; at most 1 before there is a client.

        ``together``: a live source looks up all companies at once.
        """
        client, prices = self.session.client, []
        if client is None:
            return 1 if any(True for _each in questions) else 0
        needed: list[Question] = []
        for each in questions:
            company = self._companies.get(each.tax_id)
            if company is not None and not each.fresh:
                known = company.values.get((each.operation.name, each.raw))
                if known is not None and not known[1].is_missing:
                    continue  # known, or under way
            needed.append(each)
            answer = company.profile_value.answer if company is not None else None
            prices.append(price_of(each, client, answer.data if answer is not None else None))
        if together and client.live is not None and not any(each.fresh for each in needed):
            return price_together(needed, client)
        return total(*prices) if any(prices) else 0

    def load(
        self, questions: Iterable[Question], *, confirm: bool = False, again: bool = False
    ) -> None:
        """Ask what is not known yet, and does not say on record that there is nothing.

        The first of several requests is sent alone, so that a rejected key costs one request.
        ``confirm``: a key was pressed, so it may cost even the last requests. ``again``: also ask
        what failed before.
        """
        wanted = self.wanted(questions, again=again)
        if not wanted:
            return
        first, *others = wanted
        if others:
            following = partial(self._load_all, others, confirm=confirm)
            self._companies[first.tax_id].following[first.operation.name, first.raw] = following
        self._ask(first, confirm=confirm)

    def wanted(self, questions: Iterable[Question], *, again: bool = False) -> list[Question]:
        """The questions that ``load`` sends."""
        wanted: list[Question] = []
        for each in questions:
            value, operation = self.value(each), each.operation
            is_due = each.fresh or value.needs_request or (again and value.is_missing)
            is_absent = operation.is_ruled_out(self.profile(each.tax_id))
            is_held = each.tax_id in self._companies and not is_absent
            if is_due and is_held and is_announced(operation, self.session.client):
                wanted.append(each)
        return wanted

    def _load_all(self, questions: list[Question], *, confirm: bool) -> None:
        for each in questions:
            if not self.value(each).is_pending:
                self._ask(each, confirm=confirm)

    async def fetch(self, question: Question) -> AnyValue:
        """The state of a question after it was asked, unless its answer is known already.

        A key was pressed for it, so it may cost even the last requests.
        """
        value = self.value(question)
        if question.fresh or value.is_missing:
            self._ask(question, confirm=True)
        await value.settled()
        return value

    def _ask(self, question: Question, *, confirm: bool) -> None:
        session, operation, tax_id = self.session, question.operation, question.tax_id
        settings = session.settings

        async def request(companies: Companies) -> AnyAnswer:
            if session.settings is not settings:
                raise closed()  # another source was chosen meanwhile
            answer = await companies.ask(
                operation, tax_id, dict(question.raw), fresh=question.fresh, confirm=confirm
            )
            if operation is not ops.PROFILE:  # kept once somebody looks at the company
                self._keep(question, answer)
            return answer

        self.value(question).ask(request)
        self._forget_loaded(tax_id)

    def _keep(self, question: Question, answer: AnyAnswer) -> None:
        """Store an answer as a snapshot."""
        self.session.workspace_thread.keep(
            self.session.source, question.operation, question.tax_id, question.page, answer
        )

    def keep_profile(self, tax_id: str) -> None:
        """Store the profile of a company that the user looked at, if it has arrived."""
        question = about(ops.PROFILE, tax_id)
        if (answer := self.value(question).answer) is not None:
            self._keep(question, answer)

    def drop(self, question: Question) -> None:
        """Forget an answer, and what was not sent yet."""
        self.value(question).drop()
        self._forget_loaded(question.tax_id)

    def _changed(self, question: Question) -> None:
        company = self._companies.get(question.tax_id)
        value = self.value(question)
        if company is not None and value.is_settled and not value.follows:
            following = company.following.pop((question.operation.name, question.raw), None)
            if following is not None and not isinstance(value.error, CredentialError):
                following()
        self._tell(question.tax_id, question)

    def _forget_loaded(self, tax_id: str) -> None:
        self.changes += 1
        if company := self._companies.get(tax_id):
            company.loaded = None

    def _tell(self, tax_id: str, question: Question | None) -> None:
        self._forget_loaded(tax_id)
        for observer in tuple(self._observers):
            observer(tax_id, question)

    # What is known without being asked for

    async def read_cache(self, tax_id: str) -> bool:
        """Read the cached answers, at any age; returns whether there are new ones."""
        client = self.session.client
        if client is None:
            return False
        found: list[tuple[Question, AnyAnswer]] = []
        for operation in _FROM_CACHE:
            if (answer := await client.cached(operation, tax_id)) is not None:
                found.append((about(operation, tax_id), answer))
        page = 1
        while (answer := await client.cached(ops.COURT_CASES, tax_id, page=page)) is not None:
            found.append((about(ops.COURT_CASES, tax_id, page), answer))
            page += 1
        return self._add(tax_id, found)

    def _add(self, tax_id: str, found: Iterable[tuple[Question, AnyAnswer]]) -> bool:
        """Add answers that nobody asked for; a newer one stays."""
        if (company := self._companies.get(tax_id)) is None:
            return False
        is_new = False
        for question, answer in found:
            key = (question.operation.name, question.raw)
            before = company.found.get(key)
            if before is None or before[1].fetched_at < answer.fetched_at:
                company.found[key] = (question, answer)
                is_new = True
        if is_new:
            self._forget_loaded(tax_id)
        return is_new

    async def renew(self, tax_id: str, names: Container[str]) -> None:
        """Show the answers to these operations that another place has just asked for afresh."""
        if tax_id not in self._companies:
            return
        if await self.read_cache(tax_id):
            self._tell(tax_id, None)
        client, company = self.session.client, self._companies.get(tax_id)
        for question, value in tuple(company.values.values()) if client and company else ():
            cached = question._replace(fresh=False)
            is_shown = question.operation.name in names and value.answer is not None
            if client and is_shown and self._is_free(client, cached):
                self._ask(cached, confirm=False)

    def load_free(self, operations: Iterable[ops.AnyOperation], tax_id: str) -> None:
        """Ask what costs nothing, and was not asked for yet; all answers are told together."""
        client, company = self.session.client, self._companies.get(tax_id)
        if client is None or company is None:
            return
        profile, all_are_free = self.profile(tax_id), self.all_are_free(client)
        free: list[Question] = []
        for each in operations:
            if each.name in company.asked_freely or each.is_ruled_out(profile):
                continue
            asked = about(each, tax_id)
            if is_announced(each, client) and (
                all_are_free or not price_of(asked, client, profile)
            ):
                company.asked_freely.add(each.name)
                free.append(asked)
        if free:
            start(
                self.node, self._ask_freely(company, client, free), description="what costs nothing"
            )

    def all_are_free(self, client: Companies) -> bool:
        """Whether requests cost nothing: in a registry, and in the sample beside its allowance."""
        return self.session.source.embedded and client.live is None and not client.offline

    async def free_answer(self, question: Question) -> AnyAnswer | None:
        """An answer that costs nothing: known here, free, or cached at any age."""
        known = self.loaded(question.tax_id).answers.get(question.operation.name)
        client = self.session.client
        if known is not None or client is None or client.live is not None:
            return known
        if self.all_are_free(client):
            return await _one(await client.uncounted(), question)
        return await client.cached(question.operation, question.tax_id)

    def _is_free(self, client: Companies, question: Question) -> bool:
        if self.all_are_free(client):
            return True
        return not price_of(question, client, self.profile(question.tax_id))

    async def _ask_freely(
        self, company: _Company, client: Companies, questions: list[Question]
    ) -> None:
        tax_id = questions[0].tax_id
        source = await client.uncounted() if self.all_are_free(client) else client
        found: list[tuple[Question, AnyAnswer]] = []
        for question in questions:
            if answer := await _one(source, question):
                found.append((question, answer))
                if question.operation is ops.COURT_CASES:
                    last = min(answer.data.total_pages or 1, _FREE_PAGES)
                    further = [about(ops.COURT_CASES, tax_id, page) for page in range(2, last + 1)]
                    if question.page == 1:
                        questions += [each for each in further if self._is_free(client, each)]
        for question, answer in found:
            self._keep(question, answer)
        await self.session.pause_between_keys()
        if self._companies.get(tax_id) is company:
            self._add(tax_id, found)
            self._tell(tax_id, None)


async def _one(client: Companies, question: Question) -> AnyAnswer | None:
    """One answer; a failure is shown by the tab that the data belong to."""
    try:
        return await client.ask(question.operation, question.tax_id, dict(question.raw))
    except ClientError:
        return None
