"""Answers of a source that asks others, a request a second: their age, notes and waits."""

from __future__ import annotations

import math
from typing import Any, TypeVar

from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.client.request import ApiRequest
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.live import LiveSource
from tui_app.contract.operations import AUTOCOMPLETE

T = TypeVar("T")


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
    wait = live.wait_for(request.operation.name, tax_id, fresh=fresh)
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
