"""The columns that the tables of every engine share, and the type that runs statements on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData, YearlyRecord
from tui_app.system.untyped import DbRow

PROFILE_COLUMNS: Final = tuple(
    name
    for name in CompanyProfile.__struct_fields__
    if name != "caen" and not name.startswith("has_")
)
FINANCIAL_COLUMNS: Final = FinancialData.__struct_fields__[:-1]
YEAR_COLUMNS: Final = YearlyRecord.__struct_fields__
CASE_COLUMNS: Final = CourtCase.__struct_fields__
"""Columns have the names of the contract's fields."""

Read = Callable[[str, Sequence[object]], list[DbRow]]
"""Runs a statement with ``?`` for values and ``{s}`` before each table; returns all rows.

Statements are written for SQLite; ``postgres.pool`` has PostgreSQL's different spellings.
"""


def listed(columns: Sequence[str]) -> str:
    """Columns as a part of a statement."""
    return ", ".join(columns)
