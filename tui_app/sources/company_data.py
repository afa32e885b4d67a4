"""Loads the operations of one company that a caller needs, with as few requests as possible."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct

from tui_app.client.answer import Answer, AnyAnswer
from tui_app.client.errors import ClientError, NotFoundError
from tui_app.contract import operations as ops
from tui_app.contract.operations import AnyOperation, Operation
from tui_app.contract.past import CompanyHistory
from tui_app.contract.resources import CompanyProfile, CourtCasePage, FinancialData, Resource
from tui_app.insight.figures import Facts
from tui_app.insight.signals import Signal, signals, summarise

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

R = TypeVar("R", bound=Resource)


class CompanyData(Struct):
    """The answers of a company by operation, the failures, and the operations not requested."""

    answers: dict[str, AnyAnswer]
    problems: dict[str, ClientError]
    nothing: set[str]

    def data(self, operation: Operation[R]) -> R | None:
        """The data of an operation; empty if none are on record, ``None`` if not loaded."""
        if operation.name in self.answers:
            answer: Answer[R] = self.answers[operation.name]
            return answer.data
        return operation.result() if operation.name in self.nothing else None

    @property
    def profile(self) -> CompanyProfile:
        """The profile, without which a company is not loaded."""
        answer: Answer[CompanyProfile] = self.answers[ops.PROFILE.name]
        return answer.data

    @property
    def requests(self) -> int:
        """How many requests were sent, including retries and failures."""
        answered = sum(each.requests for each in self.answers.values())
        return answered + sum(each.requests for each in self.problems.values())

    @property
    def facts(self) -> Facts:
        """The input for the rules."""
        cases: CourtCasePage | None = self.data(ops.COURT_CASES)
        financial: FinancialData | None = self.data(ops.FINANCIAL)
        return Facts(
            profile=self.data(ops.PROFILE),
            financial=financial,
            cases=None if cases is None else cases.court_cases,
            total_cases=None if cases is None else cases.total_cases,
            incomplete=frozenset(n for n, answer in self.answers.items() if answer.partial),
            newest_year=max(
                (each.newest_year for each in self.answers.values() if each.newest_year),
                default=None,
            ),
            history=None if self.data(ops.HISTORY) == CompanyHistory() else self.data(ops.HISTORY),
        )

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The signals of the company today."""
        return signals(self.facts, dt.datetime.now(dt.UTC).astimezone().date())


async def load_company(
    companies: Companies,
    tax_id: str,
    wanted: Collection[AnyOperation],
    *,
    page: int = 1,
    fresh: bool = False,
    confirm: bool = True,
) -> CompanyData:
    """Ask for the profile first, then for the operations that it does not rule out.

    Extensions that the source does not have are left out. ``confirm`` says that the user
    confirmed requests which the reserve would prevent. Raises ``ClientError`` if the profile
    fails. Failures of other operations are in ``problems``; operations without data are in
    ``nothing``.
    """
    profile = await companies.profile(tax_id, fresh=fresh, confirm=confirm)
    found = CompanyData({ops.PROFILE.name: profile}, {}, set())
    if not companies.allowance.metered and any(each in ops.EXTENSIONS for each in wanted):
        await companies.learn_extensions()  # the profile may come from the cache
    rest = [
        each
        for each in wanted
        if each is not ops.PROFILE
        and (
            each not in ops.EXTENSIONS
            or companies.answers_extension(each)
            or await companies.cached(each, tax_id)
        )
    ]
    if set(SIGNAL_OPERATIONS) <= set(wanted) and companies.answers_extension(ops.HISTORY):
        rest.append(ops.HISTORY)
    found.nothing = {each.name for each in rest if each.is_ruled_out(profile.data)}

    async def ask(operation: AnyOperation) -> None:
        raw = {"page": str(page)} if operation.paging is not None else None
        try:
            answer = await companies.ask(operation, tax_id, raw, fresh=fresh, confirm=confirm)
        except NotFoundError:
            found.nothing.add(operation.name)
        except ClientError as error:
            found.problems[operation.name] = error
        else:
            found.answers[operation.name] = answer

    await asyncio.gather(*(ask(each) for each in rest if each.name not in found.nothing))
    return found


SIGNAL_OPERATIONS: Final = tuple(
    operation
    for operation in ops.OPERATIONS
    if operation.name in summarise(signals(Facts(), dt.date(2000, 1, 1))).needs
)
"""The operations that the signals' rules need."""
