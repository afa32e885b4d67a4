"""Rules on yearly figures. Each judges the latest year on record, and names it.

An older year never replaces a figure missing in the latest one: an old fact would pass for a new
one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import pairwise, takewhile
from typing import Final

from msgspec.structs import replace

from tui_app.contract.operations import FINANCIAL, PROFILE
from tui_app.contract.resources import CompanyProfile, YearlyRecord
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight import ratios
from tui_app.insight.due import last_due_year
from tui_app.insight.figures import Facts, Figure, Unit, yearly
from tui_app.insight.growth import by_year
from tui_app.insight.rules import (
    NOTHING_ON_RECORD,
    Finding,
    Level,
    Rule,
    not_loaded,
    verdict,
)
from tui_app.system.language import N_

Records = tuple[YearlyRecord, ...]


def _on_records(judge: Callable[[Records], Finding]) -> Callable[[Facts, dt.date], Finding]:
    """Apply a judgement to the years on record, oldest first, if there are any."""

    def judged(facts: Facts, today: dt.date) -> Finding:
        if facts.financial is None:
            if facts.profile is not None and facts.profile.has_fin_data is False:
                return Finding(level=Level.UNKNOWN, note=NOTHING_ON_RECORD)
            return not_loaded(FINANCIAL.name)
        records = by_year(facts.financial.financial_data)
        if not records:
            return Finding(level=Level.UNKNOWN, note=NOTHING_ON_RECORD)
        finding = judge(records)
        is_cut = FINANCIAL.name in facts.incomplete
        if finding.level is Level.CLEAR and is_cut and _is_before_due(records[-1], today):
            # A newer year, which was not loaded, may say otherwise.
            return replace(finding, level=Level.UNKNOWN, note=_NOT_ALL)
        return finding

    return judged


def _is_before_due(record: YearlyRecord, today: dt.date) -> bool:
    return record.year is None or record.year < last_due_year(today)


def _negative_equity(records: Records) -> Finding:
    equity = records[-1].equity
    found = None if equity is None else equity < 0
    return verdict(found, yearly(records[-1], ("equity",)), Level.SERIOUS)


def _losses(records: Records) -> Finding:
    newest_first = _without_gaps(records)
    losses = list(takewhile(lambda r: r.net_profit is not None and r.net_profit < 0, newest_first))
    after = newest_first[len(losses) :]
    # The evidence includes the year that ended the run, or would have lengthened it.
    shown = [*losses, *after[:1]][:_LOSSES_SHOWN]
    is_known = bool(after) and after[0].net_profit is not None
    figures = (
        *(f for record in shown for f in yearly(record, ("net_profit",))),
        Figure(
            label=N_("Losses in a row"),
            # If the latest year is unknown, the answer is not "none".
            value=len(losses) if losses or is_known else None,
            unit=Unit.COUNT,
            field="netProfit",
            source=FINANCIAL.name,
        ),
    )
    if len(losses) >= 2:
        level = Level.SERIOUS if len(losses) >= 3 else Level.WARNING
        return Finding(level=level, figures=figures)
    return verdict(False if is_known else None, figures, Level.WARNING)


_LOSSES_SHOWN: Final = 3
"""The number of loss years that are listed one by one."""


def _without_gaps(records: Records) -> list[YearlyRecord]:
    """The latest years without a gap between them, newest first."""
    newest_first = list(reversed(records))
    steps = takewhile(lambda p: _follow(p[1], p[0]), pairwise(newest_first))
    return [newest_first[0], *(earlier for _later, earlier in steps)]


def _follow(earlier: YearlyRecord, later: YearlyRecord) -> bool:
    return earlier.year is not None and later.year == earlier.year + 1


def _turnover_halved(records: Records) -> Finding:
    last, *before = _without_gaps(records)[:2]
    figures = tuple(f for record in (*before, last) for f in yearly(record, ("turnover",)))
    if not before or last.turnover is None or before[0].turnover is None:
        return Finding(level=Level.UNKNOWN, figures=figures)
    # Corrections can make a year's turnover negative; half of that means nothing.
    found = None if before[0].turnover < 0 else 2 * last.turnover < before[0].turnover
    return verdict(found, figures, Level.WARNING)


def _debts_above_assets(records: Records) -> Finding:
    last = records[-1]
    figures = yearly(last, ("debts", "fixed_assets", "current_assets"))
    debts, fixed, current = last.debts, last.fixed_assets, last.current_assets
    found = None if debts is None or fixed is None or current is None else debts > fixed + current
    return verdict(found, figures, Level.SERIOUS)


def _current_ratio(records: Records) -> Finding:
    definition = ratios.CURRENT_RATIO
    last = records[-1]
    ratio = ratios.value(definition, last)
    parts = yearly(last, (*definition.above, *definition.below))
    if last.debts == 0 and last.current_assets is not None:
        return Finding(level=Level.CLEAR, figures=parts)
    quotient = Figure(
        label=definition.label,
        value=ratio,
        unit=definition.unit,
        field=definition.name,
        source=FINANCIAL.name,
        year=last.year,
    )
    return verdict(None if ratio is None else ratio < 1, (quotient, *parts), Level.WARNING)


def _no_employees(records: Records) -> Finding:
    employee = records[-1].employee
    found = None if employee is None or employee < 0 else employee == 0
    return verdict(found, yearly(records[-1], ("employee",)), Level.WARNING)


def _no_statement(facts: Facts, today: dt.date) -> Finding:
    due = last_due_year(today)
    due_year = _year(N_("Last statement due"), due, "year", FINANCIAL.name)
    if classify_status(facts.known_status) is StatusGroup.STRUCK_OFF:
        return Finding(level=Level.CLEAR, figures=(due_year,), note=_STRUCK_OFF)
    founding = _founding(facts.profile)
    founded = founding.value
    if isinstance(founded, int) and founded > due:
        return Finding(level=Level.CLEAR, figures=(due_year, founding))
    has_none = facts.profile is not None and facts.profile.has_fin_data is False
    if facts.financial is None and not has_none:
        return not_loaded(FINANCIAL.name, due_year)
    records = by_year(facts.financial.financial_data if facts.financial else ())
    years = [record.year for record in records if record.year is not None]
    newest = years[-1] if years else None
    latest = _year(N_("Latest statement on record"), newest, "year", FINANCIAL.name)
    figures = (due_year, latest, founding)
    if due in years:
        return Finding(level=Level.CLEAR, figures=figures)
    if FINANCIAL.name in facts.incomplete:
        return Finding(level=Level.UNKNOWN, figures=figures, note=_NOT_ALL)
    # A source without any statements for that year cannot tell who failed to file one.
    expected = due if facts.newest_year is None else min(due, facts.newest_year)
    is_too_young = isinstance(founded, int) and founded > expected
    if expected < due and (expected in years or is_too_young):
        return Finding(level=Level.UNKNOWN, figures=figures, note=_NOT_PUBLISHED)
    # A company of unknown age without any statement may have been founded after the due year.
    existed = founded is not None or any(year < expected for year in years)
    return verdict(True if existed else None, figures, Level.WARNING)


_NOT_ALL: Final = N_("Not all statements were checked")
_NOT_PUBLISHED: Final = N_("The source has no statements for that year yet")


def _founding(profile: CompanyProfile | None) -> Figure:
    """The year of founding, or else of registration."""
    label = N_("Founded")
    registered = parse_timestamp((profile.registration_date if profile else None) or "")
    if profile is None or profile.founding_year is not None or registered is None:
        year = profile.founding_year if profile else None
        return _year(label, year, "foundingYear", PROFILE.name)
    return _year(label, registered.year, "registrationDate", PROFILE.name)


_STRUCK_OFF: Final = N_("A struck-off company owes no statements")


def _year(label: str, value: int | None, field: str, source: str) -> Figure:
    return Figure(label=label, value=value, unit=Unit.YEAR, field=field, source=source)


RULES: Final = (
    Rule(
        "negative_equity",
        N_("Negative equity"),
        N_("Equity of the latest year is below zero"),
        _on_records(_negative_equity),
    ),
    Rule(
        "debts_above_assets",
        N_("Liabilities above assets"),
        N_("Liabilities of the latest year exceed fixed and current assets"),
        _on_records(_debts_above_assets),
    ),
    Rule(
        "losses",
        N_("Losses in a row"),
        N_("A loss in each of the last two years on record; serious from three"),
        _on_records(_losses),
    ),
    Rule(
        "turnover_halved",
        N_("Turnover down by more than half"),
        N_("Turnover of the latest year is less than half that of the year before"),
        _on_records(_turnover_halved),
    ),
    Rule(
        "current_ratio",
        N_("Current ratio below 1"),
        N_("Current assets of the latest year do not cover its liabilities"),
        _on_records(_current_ratio),
    ),
    Rule(
        "no_statement",
        N_("No statement for the last due year"),
        N_("The statement for a year is due by the end of May of the following year"),
        _no_statement,
    ),
    Rule(
        "no_employees",
        N_("No employees"),
        N_("The latest statement reports no employees"),
        _on_records(_no_employees),
    ),
)
