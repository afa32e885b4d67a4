"""Parses one year's statement from the JSON of ANAF's ``bilant`` service.

The indicators' codes (``I1`` …) mean different things for different kinds of company, so
they are matched by their labels. An empty amount arrives as 0, and cannot be
told from a reported 0. Money is whole RON.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui_app.contract.resources import YearlyRecord
from tui_app.opendata.treasury.labels import LOSS, PROFIT, field_of, net_profit
from tui_app.public.answers import NoAnswerError, read_object, text_of
from tui_app.system.untyped import Json

FIRST_YEAR: Final = 2014
"""The oldest statements that the service has."""

_MAX_AMOUNT: Final = 2**63


class Statement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The statement of one year. ``record`` is ``None`` if none is filed.

    ``other_kind``: there is a statement, but none of its lines is known (a bank, an NGO).
    """

    year: int
    record: YearlyRecord | None = None
    other_kind: bool = False

    @property
    def is_filed(self) -> bool:
        """Whether there is a statement of any kind."""
        return self.record is not None

    @property
    def has_zero(self) -> bool:
        """Whether an amount is 0, which may mean that it was empty."""
        values = (getattr(self.record, f, None) for f in YearlyRecord.__struct_fields__)
        return any(value == 0 for value in values)


def read_statement(body: bytes, tax_id: str, year: int) -> Statement:
    """The statement in an answer; raises ``NoAnswerError``."""
    answer = read_object(body)
    lines = answer.get("i")
    if not isinstance(lines, list) or _whole(answer.get("an")) != year:
        raise NoAnswerError
    about = _whole(answer.get("cui"))
    if about and about != int(tax_id):
        raise NoAnswerError
    if not lines:
        return Statement(year=year)
    amounts = _amounts(lines)
    is_other_kind = not amounts
    net = net_profit(amounts.pop(PROFIT, None), amounts.pop(LOSS, None))
    record = YearlyRecord(year=year, net_profit=net, **amounts)
    return Statement(year=year, record=record, other_kind=is_other_kind)


def _amounts(lines: list[Json]) -> dict[str, int | None]:
    """Each known field with its amount; if labels are equal, the first counts."""
    found: dict[str, int | None] = {}
    for line in lines:
        if isinstance(line, dict):
            field = field_of(text_of(line, "val_den_indicator"))
            if field and found.get(field) is None:
                found[field] = _whole(line.get("val_indicator"))
    return found


def _whole(value: object) -> int | None:
    """A whole number, which may be written as text or with zero decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        whole = round(value) if isinstance(value, float) else int(value)
    except (ValueError, OverflowError):
        return None
    return whole if -_MAX_AMOUNT <= whole < _MAX_AMOUNT else None
