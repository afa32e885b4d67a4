"""Answers of a source that asks others, a request a second: their age, notes and waits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.request import ApiRequest
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.live import LiveSource, Wait
from tui_app.contract.operations import AUTOCOMPLETE, Operation

T = TypeVar("T")


class Asked(Protocol):
    """What a client says of itself."""

    live: LiveSource | None
    offline: bool

    # Any: an operation of any result.
    def price(self, operation: Operation[Any], tax_id: str = "") -> int:
        """What asking would send."""


class WaitPrice(int):
    """A price in seconds, rounded up; ``text`` says it in words.

    ``warning`` is what the user should read before it is asked.
    """

    text: str = ""
    warning: str = ""


# Any: an operation of any result takes its time.
def wait_price(live: LiveSource, request: ApiRequest[Any], *, fresh: bool = False) -> WaitPrice:
    """How long asking would take; 0 where nothing is sent to others."""
    tax_id = request.tax_id
    if request.operation is AUTOCOMPLETE:
        named = read_tax_id(request.text)
        tax_id = named if named and has_valid_control_digit(named) else ""
    return _in_seconds(live.wait_for(request.operation.name, tax_id, fresh=fresh))


# Any: operations of any result.
def price_of_all(
    companies: Asked, operations: Sequence[Operation[Any]], tax_ids: Sequence[str]
) -> int:
    """How many requests asking several operations of several companies would send.

    Of a live source: how many seconds it would take after ``prepare``, as a ``WaitPrice``.
    """
    if companies.live is None or companies.offline:
        return sum(companies.price(each, tax_id) for tax_id in tax_ids for each in operations)
    return _in_seconds(companies.live.wait_for_all([each.name for each in operations], tax_ids))


async def prepare(companies: Asked, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
    """Let a live source look several companies up together, a hundred with each request.

    ``fresh`` passes by what it keeps.
    """
    if companies.live is not None and not companies.offline:
        await asyncio.to_thread(companies.live.prepare, tax_ids, fresh=fresh)


def _in_seconds(wait: Wait) -> WaitPrice:
    price = WaitPrice(math.ceil(wait.seconds) if wait.requests else 0)
    price.text, price.warning = wait.text, wait.warning
    return price


def with_remarks(answer: Answer[T], live: LiveSource, request: ApiRequest[T]) -> Answer[T]:
    """The answer with what the source says of it: its true age, and whether it is whole."""
    if not request.operation.names_company:
        return answer
    remarks = live.remarks(request.operation.name, request.tax_id)
    return replace(
        answer,
        fetched_at=remarks.fetched_at or answer.fetched_at,
        notes=remarks.notes,
        partial=answer.partial or not remarks.complete,
    )
