"""Turns the body of a successful answer into data, and finds the message in a failed one.

Nothing in a body is trusted: its size was limited when it was read; its depth, lists and texts are
limited here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from tui_app.client.api_request import AnyRequest, ApiRequest
from tui_app.client.errors import BadAnswerError
from tui_app.client.pages import check_page
from tui_app.client.sanitize import clean
from tui_app.client.tolerant import Faults, WrongType, build, note
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.operations import AUTOCOMPLETE
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import FormerCompany, Phones
from tui_app.contract.search_notes import SearchNotes
from tui_app.system.language import N_, _

MAX_DEPTH: Final = 32
"""The maximum depth of nested lists and objects; the interface needs four."""

_LARGEST_MESSAGE: Final = 20_000
_LONGEST_MESSAGE: Final = 300
_LONGEST_INTEGER: Final = 40
_LONGEST_TAX_ID: Final = 20
T = TypeVar("T")


class Decoded(Struct, Generic[T], frozen=True, kw_only=True):
    """The data of a successful answer, the allowance it names, and what was wrong with it."""

    data: T
    remaining: int | None
    faults: tuple[str, ...] = ()
    sources: tuple[DataSource, ...] = ()
    search: SearchNotes = SearchNotes()


class ServerMessage(Struct, frozen=True):
    """A server's message about a failure: a text for people, a word for programs, or neither."""

    text: str = ""
    reason: str = ""

    @property
    def suffix(self) -> str:
        """The text as the end of a sentence of ours, or nothing."""
        return f": {self.text.rstrip(' .')}" if self.text else ""


class NotJson(ValueError):
    """A body is not JSON; the text is the template of a sentence that says so."""


def decode(body: bytes, request: ApiRequest[T], host: str) -> Decoded[T]:
    """The data of an answer with a success status. Raises ``BadAnswerError``."""
    try:
        envelope = parse(body)
    except NotJson as problem:
        raise BadAnswerError(str(problem), host=host) from None
    if not isinstance(envelope, Mapping):
        raise BadAnswerError(N_("{host} answered in an unknown form."), host=host)
    if envelope.get("success") is False:
        what = N_("{host} answered that it failed{message}.")
        raise BadAnswerError(what, host=host, message=message_in(envelope).suffix)
    if envelope.get("data") is None:
        raise BadAnswerError(N_("{host} answered without data."), host=host)
    if other := other_company(request, envelope["data"]):
        what = N_("{host} answered about another company: {other} instead of {tax_id}.")
        raise BadAnswerError(what, host=host, other=other, tax_id=request.tax_id)
    faults: Faults = {}
    if envelope.get("success") is not True:
        note(faults, "success", N_("not true"))
    remaining = _remaining(envelope.get("remainingRequests"), faults)
    try:
        data = build(request.operation.result, envelope["data"], faults)
    except WrongType as wrong:
        raise BadAnswerError(
            N_("{host} answered with data of the wrong kind: {problem}."),
            host=host,
            problem=_(str(wrong)),
        ) from None
    if request.operation is AUTOCOMPLETE:
        data = _with_former(data, envelope["data"])
    if isinstance(data, Phones):
        data = _with_verified_phone(data, envelope["data"])
    check_page(request, data, faults)
    listed = tuple(f"{field}: {text}" for field, text in faults.items())
    return Decoded(
        data=data,
        remaining=remaining,
        faults=listed,
        sources=extension(tuple[DataSource, ...], envelope.get("sources"), ()),
        search=extension(SearchNotes, envelope.get("search"), SearchNotes()),
    )


def other_company(request: AnyRequest, data: object) -> str:
    """The tax id of another company that an answer is about; empty if it is about the right one.

    What names no company is believed.
    """
    if not request.tax_id or not isinstance(data, Mapping):
        return ""
    cases = data.get("courtCases")
    about = [data, *(cases if isinstance(cases, list) else ())]
    for each in about:
        named = each.get("taxId") if isinstance(each, Mapping) else None
        text = str(named) if isinstance(named, str | int) else ""
        if any(map(str.isdecimal, text)) and read_tax_id(text) != read_tax_id(request.tax_id):
            return clean(without_personal_codes(text), _LONGEST_TAX_ID)
    return ""


# Any: as below. The request was for summaries.
def _with_former(found: Any, data: object) -> Any:
    """Add the companies that match by a former name: an extension of our own service."""
    raw = data if isinstance(data, list) and len(data) == len(found) else []
    formerly = [each.get("formerly") if isinstance(each, Mapping) else None for each in raw]
    return tuple(
        FormerCompany(**asdict(company), formerly=clean(name)) if isinstance(name, str) else company
        for company, name in zip(found, formerly or [None] * len(found), strict=True)
    )


# Any: the Struct keeps the requested type.
def _with_verified_phone(phones: Phones, data: Mapping[str, object]) -> Any:
    """Some servers have a field for one verified phone, beside the list or instead of it."""
    number = data.get("verifiedPhone")
    verified = clean(number) if isinstance(number, str) else ""
    if not verified or verified in phones.verified_phones:
        return phones
    return replace(phones, verified_phones=(verified, *phones.verified_phones))


def extension(kind: type[T], value: object, otherwise: T) -> T:
    """What an extension adds to an answer: a server may send anything there."""
    try:
        return build(kind, value, {})
    except WrongType:
        return otherwise


def _remaining(value: object, faults: Faults) -> int | None:
    field = "remainingRequests"
    if value is None:
        note(faults, field, N_("missing"))
    elif not isinstance(value, int) or isinstance(value, bool):
        note(faults, field, N_("not a whole number"))
    elif value < 0:
        note(faults, field, N_("below zero"))
    else:
        return min(value, 2**63 - 1)
    return None


def parse(body: bytes) -> object:
    """The JSON value of a body; arbitrary bytes do no harm. Raises ``NotJson``."""
    text = body.decode("utf-8-sig", "replace").strip()
    if not text:
        raise NotJson(N_("{host} sent an empty answer."))
    if text.startswith("<"):
        raise NotJson(N_("{host} sent a web page instead of data. Check the base address."))
    try:
        # The standard library's reader, so that half a surrogate pair costs only one text.
        value: object = json.loads(text, parse_int=_integer, parse_constant=lambda _name: None)
        too_deep = _is_deeper(value, MAX_DEPTH)
    except RecursionError:
        too_deep = True
    except ValueError:
        raise NotJson(N_("{host} sent something that is not JSON.")) from None
    if too_deep:
        raise NotJson(N_("{host} sent data nested too deeply to be read."))
    return value


def _integer(digits: str) -> int | float:
    # Converting very many digits takes time that grows with their square.
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


def _is_deeper(value: object, limit: int) -> bool:
    level = [value]
    for _depth in range(limit + 1):
        containers = [inner for inner in level if isinstance(inner, dict | list)]
        if not containers:
            return False
        level = []
        for inner in containers:
            level += inner.values() if isinstance(inner, dict) else inner
    return True


def read_message(body: bytes) -> ServerMessage:
    """The message in the body of a failed answer; empty for a body that is huge or not JSON."""
    try:
        value = parse(body) if len(body) <= _LARGEST_MESSAGE else None
    except NotJson:
        return ServerMessage()
    return message_in(value) if isinstance(value, Mapping) else ServerMessage()


def message_in(envelope: Mapping[str, object]) -> ServerMessage:
    """The message, wherever a service puts it: the first text found counts."""
    error = envelope.get("error")
    detail: Mapping[str, object] = error if isinstance(error, Mapping) else {}
    places = (
        detail.get("message"),
        error,
        envelope.get("message"),
        envelope.get("detail"),
        envelope.get("title"),
    )
    texts = (clean(each, _LONGEST_MESSAGE).strip() for each in places if isinstance(each, str))
    reason = detail.get("reason")
    return ServerMessage(next(filter(None, texts), ""), reason if isinstance(reason, str) else "")
