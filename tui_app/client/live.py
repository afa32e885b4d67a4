"""Answers from a live source, which sends about one request a second: age, notes and waits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.api_request import AnyRequest, ApiRequest
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.live import LiveSource, RemarksOn, Wait
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.contract.resources import CourtCasePage

T = TypeVar("T")


class WaitSeconds(int):
    """A price in seconds, rounded up; ``text`` says it in words.

    ``warning`` is what the user should read before confirming.
    """

    text: str = ""
    warning: str = ""


def wait_seconds(live: LiveSource, request: AnyRequest, *, fresh: bool = False) -> WaitSeconds:
    """How long a request would take; 0 if nothing is sent to others."""
    tax_id = request.tax_id
    if request.operation is AUTOCOMPLETE:
        found = read_tax_id(request.text)
        tax_id = found if found and has_valid_control_digit(found) else ""
    return in_seconds(live.wait_for(request.operation.name, tax_id, fresh=fresh))


async def prepare_live(live: LiveSource, tax_ids: Sequence[str], *, fresh: bool = False) -> None:
    """Let a live source look up many companies; if cancelled, it sends no further requests."""
    try:
        await asyncio.to_thread(live.prepare, tax_ids, fresh=fresh)
    except asyncio.CancelledError:
        live.stop()
        raise


def in_seconds(wait: Wait) -> WaitSeconds:
    """A wait as a price in seconds."""
    price = WaitSeconds(math.ceil(wait.seconds) if wait.requests else 0)
    price.text, price.warning = wait.text, wait.warning
    return price


def with_remarks(answer: Answer[T], remarks_on: RemarksOn, request: ApiRequest[T]) -> Answer[T]:
    """The answer with the source's remarks: its true age, and whether it is complete."""
    if not request.operation.names_company:
        return answer
    remarks = remarks_on(request.operation.name, request.tax_id)
    is_empty = isinstance(answer.data, CourtCasePage) and not answer.data.total_cases
    says_nothing = (remarks.if_empty,) if is_empty and remarks.if_empty else ()
    return replace(
        answer,
        fetched_at=remarks.fetched_at or answer.fetched_at,
        notes=(*remarks.notes, *says_nothing),
        partial=answer.partial or not remarks.complete or bool(says_nothing),
        newest_year=remarks.newest_year,
    )
