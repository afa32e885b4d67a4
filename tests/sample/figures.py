"""Invented financial data that add up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tests.sample.dice import Dice
from tui_app.contract.resources import FinancialData, YearlyRecord

LATEST_YEAR: Final = 2025
_RISKS: Final = ((33.0, "high"), (66.0, "medium"), (101.0, "low"))


def invent_years(
    dice: Dice, years: Sequence[int], turnover: int, *, margin: tuple[float, float] = (-0.08, 0.2)
) -> tuple[YearlyRecord, ...]:
    """One record per year from a turnover to start with; ``margin`` bounds profit / turnover."""
    records = []
    equity, capital = turnover // 10, dice.pick((200, 200, 1000, 45_000, 90_000))
    employees = max(0, turnover // dice.between(120_000, 450_000))
    for year in years:
        low, high = margin
        profit = int(turnover * (low + (high - low) * dice.share()))
        fixed = int(turnover * (0.1 + 0.5 * dice.share()))
        inventory, receivables, cash = (
            int(turnover * most * dice.share()) for most in (0.2, 0.3, 0.15)
        )
        current = inventory + receivables + cash
        assets = fixed + current
        # What exceeds this share of the assets goes to the owners as dividends.
        most = 0.45 + 0.4 * Dice(assets).share()
        equity = min(equity + profit, int(assets * most))
        records.append(
            YearlyRecord(
                year=year,
                debts=assets - equity,
                share_capital=capital,
                receivables=receivables,
                fixed_assets=fixed,
                inventory=inventory,
                current_assets=current,
                cash=cash,
                equity=equity,
                employee=employees,
                turnover=turnover,
                net_profit=profit,
            )
        )
        growth = 0.82 + 0.45 * dice.share()
        turnover, employees = int(turnover * growth), round(employees * (growth + 1) / 2)
    return tuple(records)


def without(records: Sequence[YearlyRecord], *fields: str) -> tuple[YearlyRecord, ...]:
    """The records with some figures not on record."""
    return tuple(msgspec.structs.replace(record, **dict.fromkeys(fields)) for record in records)


def headline(dice: Dice, records: Sequence[YearlyRecord]) -> FinancialData:
    """The financial data of these years: the latest, the one before, the score."""
    by_year = {record.year: record for record in records}
    latest = max((year for year in by_year if year is not None), default=0)
    last, previous = by_year.get(latest, YearlyRecord()), by_year.get(latest - 1, YearlyRecord())
    score = round(100 * dice.share(), 1) if dice.chance(0.85) else None
    return FinancialData(
        credit_risk_score=score,
        credit_risk_score_text=None if score is None else _risk(score),
        turnover=last.turnover,
        turnover_prev_year=previous.turnover,
        net_profit=last.net_profit,
        net_profit_prev_year=previous.net_profit,
        employee=last.employee,
        employee_prev_year=previous.employee,
        financial_data=tuple(records),
    )


def invent_financial(dice: Dice, founded: int) -> FinancialData:
    """The figures of an ordinary company: some lack years or values, some are out of order."""
    latest = LATEST_YEAR - dice.pick((0, 0, 0, 1))
    first = max(founded, latest - dice.between(1, 11))
    years = [year for year in range(first, latest + 1) if dice.chance(0.96)]
    scale = 10 ** (4.2 + 3.3 * dice.share() * dice.share() ** 0.5)
    margin = (-0.5, 0.02) if dice.chance(0.15) else (-0.08, 0.22)
    records = invent_years(dice, years, int(scale), margin=margin)
    if dice.chance(0.06):
        records = without(records, "turnover")
    if dice.chance(0.08):
        records = without(records, "inventory", "receivables")
    order = dice.pick(("rising", "rising", "falling", "mixed"))
    if order == "falling":
        records = records[::-1]
    elif order == "mixed":
        records = tuple(dice.some(records, len(records)))
    return headline(dice, records)


def _risk(score: float) -> str:
    return next(text for limit, text in _RISKS if score < limit)
