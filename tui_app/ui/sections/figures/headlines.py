"""The figures at the top: the latest of each measure, its year, and its change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.insight.due import last_due_year
from tui_app.insight.growth import AmountChange, change
from tui_app.system.language import N_, _
from tui_app.ui.sections.figures.measures import (
    EMPLOYEES,
    HEADLINES,
    MEASURES,
    NET_PROFIT,
    TURNOVER,
    ChartMeasure,
)
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Hotspot

_LATE: Final = 1
"""After this many missing statements the figures are called old."""

_SCORE_WORDS: Final = {"low": N_("low risk"), "medium": N_("medium risk"), "high": N_("high risk")}
"""What one server calls a credit score; the scale is its own."""


class Headline(Struct, frozen=True):
    """The latest figure of a measure; ``year`` is ``None`` if the server does not give it.

    ``before`` is the year that ``change`` starts from.
    """

    measure: ChartMeasure
    value: int | None
    year: int | None = None
    before: int | None = None
    change: AmountChange | None = None

    @property
    def amount(self) -> str:
        """The figure with its unit."""
        return _amount(self.value, self.measure.unit)

    @property
    def spot(self) -> Hotspot | None:
        """The figure as a spot for the cursor."""
        return None if self.value is None else self.measure.spot(self.year, self.value, "tile")

    @property
    def years(self) -> str:
        """``2025 vs 2024``, or the one known year."""
        if self.year is None:
            return ""
        if self.before is None:
            return str(self.year)
        return _("{year} vs {before}").format(year=self.year, before=self.before)

    @property
    def change_text(self) -> str:
        """The change: as a share if that is meaningful, else as an amount."""
        if self.change is None:
            return ""
        if not self.change.amount:
            return _("unchanged")
        if self.change.share is not None:
            return fmt.percent(self.change.share)
        sign = "+" if self.change.amount > 0 else ""
        return sign + _amount(self.change.amount, self.measure.unit)


def headlines(data: FinancialData, records: Sequence[YearlyRecord]) -> tuple[Headline, ...]:
    """Turnover, net profit and employees. ``records`` are ordered, oldest first.

    A change names its two years. The server's own latest figures are used only if no year has the
    figure, because their years are uncertain.
    """
    sent = {
        TURNOVER.name: (data.turnover, data.turnover_prev_year),
        NET_PROFIT.name: (data.net_profit, data.net_profit_prev_year),
        EMPLOYEES.name: (data.employee, data.employee_prev_year),
    }
    return tuple(_headline(each, records, *sent[each.name]) for each in HEADLINES)


def _headline(
    measure: ChartMeasure,
    records: Sequence[YearlyRecord],
    sent: int | None,
    sent_before: int | None,
) -> Headline:
    known = [(r.year, value) for r in records if r.year and (value := measure.of(r)) is not None]
    if not known:
        return Headline(measure, sent, change=change(sent_before, sent))
    (year, value), earlier = known[-1], known[:-1]
    if not earlier:
        return Headline(measure, value, year)
    before, amount = earlier[-1]
    return Headline(measure, value, year, before, change(amount, value))


def first_charted(data: FinancialData, records: Sequence[YearlyRecord], default: int) -> int:
    """The first charted measure of a company, as an index of ``MEASURES``.

    For a company with losses it is net profit, else ``default``, or the next that has data.
    """
    latest = headlines(data, records)[HEADLINES.index(NET_PROFIT)].value
    if latest is not None and latest < 0:
        return MEASURES.index(NET_PROFIT)
    order = [*range(default, len(MEASURES)), *range(default)]
    known = (at for at in order if any(MEASURES[at].of(r) is not None for r in records))
    return next(known, default)


def old_note(records: Sequence[YearlyRecord], today: dt.date) -> str:
    """``latest: 2015`` if later statements are long overdue; else empty."""
    latest = max((record.year for record in records if record.year is not None), default=None)
    if latest is None or latest >= last_due_year(today) - _LATE:
        return ""
    return _("Old figures · latest: {year}").format(year=latest)


def credit_score(data: FinancialData) -> str:
    """The credit score and the server's own rating word; empty if both are missing."""
    value, word = data.credit_risk_score, data.credit_risk_score_text
    known = _SCORE_WORDS.get((word or "").strip().casefold())
    rating = _(known) if known else word
    decimals = 0 if value is None or float(value).is_integer() else 1
    number = fmt.number(value, decimals=decimals) if value is not None else ""
    return " · ".join(part for part in (number, rating) if part)


def _amount(value: int | None, unit: str) -> str:
    return f"{fmt.number(value)} {unit}".rstrip() if value is not None else fmt.MISSING
