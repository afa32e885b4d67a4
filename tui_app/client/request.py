"""One request to a server: an operation with its parameters, checked before it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from tui_app.client.api_request import ApiRequest
from tui_app.client.errors import NOTHING_SENT, InvalidRequestError
from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import Doubt, doubt_about, read_tax_id
from tui_app.contract.matching import LONGEST_TEXT, CompanyMatch, MatchRequest, MatchRow
from tui_app.contract.operations import AUTOCOMPLETE, MATCH, QUERY, SCREEN_SIZE, Operation
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.pasted_text import without_invisible
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.screening.criteria import Criteria, may_name_a_person
from tui_app.contract.search_text import as_sent
from tui_app.system.language import N_

T = TypeVar("T")

_PATH_SEGMENT: Final = re.compile(r"(?=[A-Z]*[0-9])[0-9A-Z]{1,20}", re.ASCII | re.IGNORECASE)
_REFUSALS: Final = {
    Reason.QUERY_MISSING: N_("A search needs at least {minimum} letters or digits."),
    Reason.QUERY_TOO_SHORT: N_("A search needs at least {minimum} letters or digits."),
    Reason.QUERY_TOO_LONG: N_("A search takes at most {maximum} characters."),
    Reason.QUERY_INVALID: N_("The search text contains a character that cannot be sent."),
    Reason.PAGE_OUT_OF_RANGE: N_("Pages go from 1 to 100."),
    Reason.DATE_MISSING: N_("A registration date is needed, written YYYY-MM-DD."),
    Reason.DATE_INVALID: N_("A registration date is a real day, written YYYY-MM-DD."),
    Reason.CRITERIA_INVALID: N_("The criteria cannot be read: {why}."),
    Reason.SORT_INVALID: N_("A screen cannot be sorted by that."),
    Reason.LIMIT_INVALID: N_("A page has 1 to {most} rows."),
    Reason.CURSOR_INVALID: N_("This list has no such page."),
}


def build_request(
    operation: Operation[T],
    tax_id: str = "",
    raw: Mapping[str, str] | None = None,
    *,
    knows_domains: bool = False,
) -> ApiRequest[T]:
    """The checked request. Raises ``InvalidRequestError``; then nothing was sent.

    ``knows_domains``: the source finds companies by the domain of their addresses.
    """
    texts = {name: without_invisible(value) for name, value in (raw or {}).items()}
    if operation is AUTOCOMPLETE and QUERY.name in texts:
        texts[QUERY.name] = _search_text(texts[QUERY.name], knows_domains=knows_domains)
    try:
        values = operation.read_query(texts)
    except InvalidParameter as refusal:
        is_text = operation is AUTOCOMPLETE or refusal.reason is not Reason.QUERY_INVALID
        raise InvalidRequestError(
            _REFUSALS[refusal.reason] if is_text else N_("This cannot be requested: {why}."),
            done=NOTHING_SENT,
            minimum=QUERY.minimum_length,
            maximum=QUERY.maximum_length,
            most=SCREEN_SIZE.maximum,
            why=str(refusal),
        ) from None
    for value in values.values():
        if isinstance(value, tuple) and may_name_a_person(value):
            raise InvalidRequestError(
                N_("Eleven or more digits may be a person's code."), done=NOTHING_SENT
            )
    company = _path_segment(tax_id) if operation.names_company else ""
    sent = (
        (name, line_of(v) if isinstance(v, tuple) else str(v))
        for name, v in values.items()
        if v is not None
    )
    return ApiRequest(operation, company, tuple((name, text) for name, text in sent if text))


def line_of(criteria: Criteria | str) -> str:
    """Criteria as they are sent."""
    if isinstance(criteria, str):
        return criteria
    from tui_app.contract.screening.language import write

    return write(criteria)


def match_request(rows: Sequence[MatchRow]) -> ApiRequest[tuple[CompanyMatch, ...]]:
    """The request for at most ``MAX_ROWS`` rows, without numbers that may be a person's code."""
    sent = MatchRequest(tuple(map(_without_codes, rows)))
    return ApiRequest(MATCH, body=msgspec.json.encode(sent), units=len(rows))


def _without_codes(row: MatchRow) -> MatchRow:
    values = {name: getattr(row, name)[:LONGEST_TEXT] for name in row.__struct_fields__}
    return MatchRow(
        **{name: "" if may_be_personal_code(value) else value for name, value in values.items()}
    )


def _search_text(typed: str, *, knows_domains: bool) -> str:
    """The search text to send; identifiers in the form that every server knows."""
    if may_be_personal_code(typed):
        what = N_("Eleven or more digits may be a person's code.")
        if doubt_about(typed) is Doubt.REGISTRY_LETTER:
            what = N_("13 digits are a person's code, not a company's.")
        raise InvalidRequestError(what, done=NOTHING_SENT)
    return as_sent(typed, knows_domains=knows_domains)


def _path_segment(tax_id: str) -> str:
    """A tax id as a path segment; a list from a server may contain anything."""
    bare = read_tax_id(tax_id) or tax_id.strip()
    # A personal code is never sent and never repeated in a message, even among letters.
    digits = re.sub("[A-Za-z]", "", bare)
    if may_be_personal_code(digits) or not _PATH_SEGMENT.fullmatch(bare):
        raise InvalidRequestError(
            N_("This is not the tax id of a company."),
            N_("A tax id has 2 to 10 digits."),
            done=NOTHING_SENT,
        )
    return bare
