"""Checks the watch list: requests every watched company and stores the answers.

At most one request for each company and section. Answers are stored company by company, so that an
interrupted check continues where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    NotFoundError,
    NotKnownToSourceError,
    TooFastError,
    UnreachableError,
)
from tui_app.contract import operations as ops
from tui_app.contract.operations import AnyOperation
from tui_app.contract.resources import CompanyProfile, summary_of
from tui_app.system.language import N_
from tui_app.workspace.snapshots import WATCHED, SectionAnswer
from tui_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

TOGETHER: Final = 100
"""The number of companies that a live source looks up with one request."""

_MAX_FAILURES: Final = 3
"""After this many failed companies in a row the check stops."""

_STOPPING_ERRORS: Final = (AllowanceError, TooFastError, UnreachableError)
"""Failures that the next company would have too."""

_PERMANENT_FAILURES: Final = (
    CredentialError,
    InvalidRequestError,
    NotFoundError,
    NotKnownToSourceError,
)
"""Failures that would only repeat in the next check."""


class CheckPlan(Struct, frozen=True, kw_only=True):
    """The requests of a check: each company's sections, without those already answered."""

    source: str
    sections: dict[str, tuple[AnyOperation, ...]]

    @property
    def most_requests(self) -> int:
        """The most requests it takes; a profile may make some of them needless."""
        return sum(map(len, self.sections.values()))


class CheckOutcome(Struct, frozen=True, kw_only=True):
    """The result of a check: the failures of companies, and the reason for an early end."""

    problems: dict[str, ClientError]
    stopped: ClientError | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the next check starts anew instead of continuing this one.

        A company whose failure would repeat does not keep the check open: the others must be asked
        again the next day.
        """
        lasting = all(isinstance(each, _PERMANENT_FAILURES) for each in self.problems.values())
        return self.stopped is None and lasting


def plan(
    workspace: Workspace, source: str, *, watched: Sequence[AnyOperation] = WATCHED
) -> CheckPlan:
    """Start a check of the watch list at a kind of source, and return its plan."""
    started = workspace.checks.begin(source)
    answered = workspace.snapshots.seen_since(source, started)

    def unanswered(tax_id: str) -> tuple[AnyOperation, ...]:
        left = tuple(each for each in watched if (tax_id, each.name) not in answered)
        if ops.PROFILE in left:
            return left
        # The profile came before the check was interrupted, and still rules out the same sections.
        profile = workspace.snapshots.profile(source, tax_id)
        return tuple(each for each in left if not each.is_ruled_out(profile))

    return CheckPlan(
        source=source,
        sections={tax_id: unanswered(tax_id) for tax_id in workspace.watch_list.tax_ids()},
    )


async def check(
    companies: Companies,
    workspace: Workspace,
    planned: CheckPlan,
    *,
    invented: bool,
    progress: Callable[[], None] = lambda: None,
) -> CheckOutcome:
    """Carry out a plan with a workspace of this thread; ``progress`` is called after each company.

    A live source first looks up many companies at once.
    """

    async def record(tax_id: str, answered: Sequence[SectionAnswer]) -> None:
        store(workspace, planned.source, tax_id, answered, invented=invented)
        progress()

    outcome = await carry_out(companies, planned, record)
    if outcome.is_finished:
        workspace.checks.finish(planned.source)
    return outcome


def store(
    workspace: Workspace,
    source: str,
    tax_id: str,
    answered: Sequence[SectionAnswer],
    *,
    invented: bool,
) -> None:
    """Store the answers about a company."""
    workspace.snapshots.record(source, tax_id, answered)
    for answer in answered:
        if isinstance(answer.data, CompanyProfile):
            workspace.companies.remember(summary_of(answer.data), invented=invented)


async def carry_out(
    companies: Companies,
    planned: CheckPlan,
    record: Callable[[str, Sequence[SectionAnswer]], Awaitable[object]],
) -> CheckOutcome:
    """Ask about one company after the other; ``record`` gets the answers about each."""
    await companies.prepare(list(planned.sections))
    is_prepared = companies.live is not None
    problems: dict[str, ClientError] = {}
    in_a_row = 0
    for tax_id, sections in planned.sections.items():
        allowance = companies.allowance
        is_counted = bool(sections) and allowance.remaining is not None
        if is_counted and not allowance.affords(len(sections)):
            return CheckOutcome(problems=problems, stopped=_out_of_requests(companies))
        answered, failure = await _ask_about(companies, tax_id, sections, fresh=not is_prepared)
        await record(tax_id, answered)
        in_a_row = in_a_row + 1 if failure and not answered else 0
        if failure is not None:
            problems[tax_id] = failure
            if _ends(failure, answered) or in_a_row == _MAX_FAILURES:
                return CheckOutcome(problems=problems, stopped=failure)
    return CheckOutcome(problems=problems)


def _ends(failure: ClientError, answered: Sequence[SectionAnswer]) -> bool:
    """Whether to stop. A key that only some sections reject is no reason to."""
    return isinstance(failure, _STOPPING_ERRORS) or (
        isinstance(failure, CredentialError) and not answered
    )


def _out_of_requests(companies: Companies) -> AllowanceError:
    left = companies.allowance.remaining or 0
    one = N_("1 request is left, which is too few to go on.")
    several = N_("{left} requests are left, which is too few to go on.")
    return AllowanceError(one if left == 1 else several, left=left)


async def _ask_about(
    companies: Companies, tax_id: str, sections: Sequence[AnyOperation], *, fresh: bool
) -> tuple[list[SectionAnswer], ClientError | None]:
    """The answers about a company, and the failures.

    The profile comes first, since it shows which other sections have no data.
    """
    answered: list[SectionAnswer] = []
    rest = tuple(sections)
    if ops.PROFILE in sections:
        first = await _ask(companies, ops.PROFILE, tax_id, fresh=fresh)
        if isinstance(first, ClientError):
            return answered, first
        answered.append(first)
        profile = first.data if isinstance(first.data, CompanyProfile) else None
        rest = tuple(
            each for each in sections if each is not ops.PROFILE and not each.is_ruled_out(profile)
        )
    answers = await asyncio.gather(*(_ask(companies, each, tax_id, fresh=fresh) for each in rest))
    answered += [each for each in answers if isinstance(each, SectionAnswer)]
    failures = [each for each in answers if isinstance(each, ClientError)]
    return answered, min(failures, key=_gravity, default=None)


def _gravity(failure: ClientError) -> bool:
    return not isinstance(failure, _STOPPING_ERRORS)


async def _ask(
    companies: Companies, operation: AnyOperation, tax_id: str, *, fresh: bool
) -> SectionAnswer | ClientError:
    try:
        answer = await companies.ask(operation, tax_id, fresh=fresh, confirm=True)
    except ClientError as failure:
        return failure
    if answer.stale:
        # Too old, or in place of a failed request: it brings nothing new.
        return answer.failure or CompanyNotFoundError(N_("No newer answer is available."))
    return SectionAnswer(operation=operation.name, data=answer.data, seen_at=answer.fetched_at)
