"""The latest year of companies and the one before it, in SQL: as ``insight.growth`` has them."""

from __future__ import annotations

from typing import Final

FIGURES: Final = ("turnover", "net_profit", "employee")


def latest_year(company: str, years: str, *others: str) -> str:
    """SQL: the figures of the latest year of each company, and other columns or sums."""
    columns = ", ".join((company, "max(year) AS year", *FIGURES, *others))
    return f"SELECT {columns} FROM {years} WHERE year IS NOT NULL GROUP BY {company}"


def is_year_before(row: str, latest: str) -> str:
    """SQL: whether a row has the year before the latest one; an older one is none."""
    return f"{row}.year = {latest}.year - 1"
