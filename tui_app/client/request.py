"""One question to a server: an operation with its parameters, checked before it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Generic, TypeVar
from urllib.parse import urlencode

from msgspec import Struct

from tui_app.client.errors import InvalidRequestError
from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import (
    Doubt,
    as_asked,
    doubt_about,
    may_be_personal_code,
    read_tax_id,
    without_invisible,
)
from tui_app.contract.operations import AUTOCOMPLETE, QUERY, REGISTERED, InvalidParameter, Operation
from tui_app.language import N_

T = TypeVar("T")

_PATH_SEGMENT: Final = re.compile(r"(?=[A-Z]*[0-9])[0-9A-Z]{1,20}", re.ASCII | re.IGNORECASE)

_REFUSALS: Final = {
    Reason.QUERY_MISSING: N_("A search needs at least {minimum} letters or digits."),
    Reason.QUERY_TOO_SHORT: N_("A search needs at least {minimum} letters or digits."),
    Reason.QUERY_TOO_LONG: N_("A search takes at most {maximum} characters."),
    Reason.QUERY_INVALID: N_("The search text holds a character that cannot be sent."),
    Reason.PAGE_OUT_OF_RANGE: N_("Pages go from 1 to 100."),
    Reason.DATE_MISSING: N_("A registration date is needed, written YYYY-MM-DD."),
    Reason.DATE_INVALID: N_("A registration date is a real day, written YYYY-MM-DD."),
}


class ApiRequest(Struct, Generic[T], frozen=True):
    """What is asked. ``query`` holds the parameters as they are sent."""

    operation: Operation[T]
    tax_id: str = ""
    query: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The same text for the same question: names it in flight and among kept answers."""
        return f"{self.operation.name}/{self.tax_id}?{urlencode(self.query)}"

    @property
    def path(self) -> str:
        """The path below the base address."""
        return self.operation.url_path(self.tax_id)

    @property
    def target(self) -> str:
        """The path with the parameters, as it stands behind the base address."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path

    @property
    def text(self) -> str:
        """The search text of an autocomplete question."""
        return dict(self.query).get(QUERY.name, "")

    @property
    def page(self) -> int:
        """The page asked for; 1 where the operation has none."""
        return int(dict(self.query).get("page", "1"))

    def on_page(self, page: int) -> ApiRequest[T]:
        """The same question about another page."""
        turned = tuple((n, str(page) if n == "page" else v) for n, v in self.query)
        return ApiRequest(self.operation, self.tax_id, turned)

    @property
    def again(self) -> str:
        """Which key asks it again: letters act in a pane, and type in the search field."""
        if self.operation is AUTOCOMPLETE:
            return N_("Press Enter in the search field to search again.")
        return N_("Press r to try again.")

    @property
    def again_later(self) -> str:
        """The same for a server that wants to be left alone for a while."""
        if self.operation is AUTOCOMPLETE:
            return N_("Wait a little, then press Enter in the search field.")
        return N_("Wait a little, then press r.")

    @property
    def all_the_same(self) -> str:
        """Which key asks it though requests are short: in a list of rows Enter opens one."""
        if self.operation is AUTOCOMPLETE:
            return N_("Press Enter in the search field to ask all the same.")
        if self.page > 1:
            return N_("Press the key again, then Enter, to ask all the same.")
        if self.operation is REGISTERED:
            return N_("Press r, then Enter, to ask all the same.")
        return N_("Press Enter to ask all the same.")


def question(
    operation: Operation[T],
    tax_id: str = "",
    raw: Mapping[str, str] | None = None,
) -> ApiRequest[T]:
    """The checked question; raises ``InvalidRequestError``, and then nothing was sent."""
    try:
        values = operation.read_query(_as_seen(raw or {}))
    except InvalidParameter as refusal:
        raise InvalidRequestError(
            _REFUSALS[refusal.reason],
            done=N_("Nothing was sent."),
            minimum=QUERY.minimum_length,
            maximum=QUERY.maximum_length,
        ) from None
    if operation is AUTOCOMPLETE:
        values[QUERY.name] = _search_text(values[QUERY.name])
    company = _path_segment(tax_id) if operation.names_company else ""
    return ApiRequest(operation, company, tuple((name, str(v)) for name, v in values.items()))


def _as_seen(raw: Mapping[str, str]) -> dict[str, str]:
    """The parameters without what nobody sees in a pasted text."""
    return {name: without_invisible(value) for name, value in raw.items()}


def _search_text(text: str) -> str:
    if may_be_personal_code(text):
        whole = doubt_about(text) is Doubt.REGISTRY_LETTER
        told = N_("13 digits are a person's code, not a company's.")
        other = N_("Eleven or more digits may be a person's code.")
        raise InvalidRequestError(told if whole else other, done=N_("Nothing was sent."))
    return as_asked(text)


def _path_segment(tax_id: str) -> str:
    """A tax id as it may stand in a path; a server's list is not trusted to hold only such."""
    bare = read_tax_id(tax_id) or tax_id.strip()
    # A personal code is not sent anywhere and not repeated on the screen.
    if may_be_personal_code(bare) or not _PATH_SEGMENT.fullmatch(bare):
        raise InvalidRequestError(
            N_("This is not the tax id of a company."),
            N_("A tax id has 2 to 10 digits."),
            done=N_("Nothing was sent."),
        )
    return bare
