"""Criteria as objects, used by the form, the line and saved screens.

All of them must match (and). A criterion matches when one of its values
does (or), and a negated one when none does.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Final

from msgspec import Struct

from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes

_THIRTEEN_DIGITS: Final = 10**12

Bound = int | Decimal | dt.date
"""A whole number of RON or a count, a percentage, a day."""


class Range(Struct, frozen=True):
    """From ``low`` to ``high``, inclusive unless ``open``; ``None`` means no limit."""

    low: Bound | None = None
    high: Bound | None = None
    low_open: bool = False
    high_open: bool = False


Value = str | Range


class Criterion(Struct, frozen=True):
    """A field with its values; one of them must match. A flag has no values."""

    field: str
    values: tuple[Value, ...] = ()
    negated: bool = False


Criteria = tuple[Criterion, ...]
"""Everything a company must match; empty: every company matches."""


def may_name_a_person(criteria: Criteria) -> bool:
    """Whether a value may be a personal code, which is never sent; no amount is that long."""
    return any(_is_personal(v) for criterion in criteria for v in criterion.values)


def _is_personal(value: Value) -> bool:
    if isinstance(value, str):
        return may_be_personal_code(value)
    bounds = (bound for bound in (value.low, value.high) if isinstance(bound, int | Decimal))
    return any(abs(Decimal(bound)) >= _THIRTEEN_DIGITS for bound in bounds)


class CriteriaError(ValueError):
    """A line that cannot be read; ``start`` and ``end`` are the position of its wrong word.

    The text is ``template`` with its ``values``, so that it can be translated. A personal code in
    them is masked.
    """

    def __init__(self, template: str, start: int, end: int, **values: str | int) -> None:
        self.template = template
        self.values = {
            name: without_personal_codes(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        super().__init__(template.format(**self.values))
        self.start = start
        self.end = end
