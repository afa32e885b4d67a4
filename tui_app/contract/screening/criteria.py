"""Criteria of a screen as an object: what the form fills, the line says and a name keeps.

All criteria of a screen must hold (and). One criterion holds when one of its values does
(or), and a negated one when none does.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from msgspec import Struct

Bound = int | Decimal | dt.date
"""Whole RON or a count, per cent, a day."""


class Range(Struct, frozen=True):
    """From ``low`` to ``high``, both included unless they are ``open``; ``None`` is no bound."""

    low: Bound | None = None
    high: Bound | None = None
    low_open: bool = False
    high_open: bool = False


Value = str | Range


class Criterion(Struct, frozen=True):
    """One field and the values of which one must hold; a flag has no values."""

    field: str
    values: tuple[Value, ...] = ()
    negated: bool = False


class Screen(Struct, frozen=True):
    """Everything a company must fulfil; empty: every company does."""

    criteria: tuple[Criterion, ...] = ()


class CriteriaError(ValueError):
    """A line that cannot be read; ``start`` and ``end`` say where its wrong word stands.

    The text is ``template`` with its ``values``, so that it can be said in another language.
    """

    def __init__(self, template: str, start: int, end: int, **values: str | int) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values
        self.start = start
        self.end = end
