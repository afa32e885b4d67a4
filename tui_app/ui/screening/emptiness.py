"""Finds the criterion that leaves no company: the one without which most companies match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tui_app.client.errors import ClientError
from tui_app.contract.operations import SCREEN
from tui_app.contract.screening.criteria import Criteria
from tui_app.contract.screening.language import write
from tui_app.ui.screening.wording import vocabulary

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_MAX_CRITERIA: Final = 8
"""The most criteria that are tried: each costs a request, which must be free."""


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
