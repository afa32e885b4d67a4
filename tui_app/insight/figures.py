"""The input of rules: known facts, and figures with year and source."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import fields

from tui_app.contract import operations as ops
from tui_app.contract.past import CompanyHistory
from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData, YearlyRecord
from tui_app.system.language import N_

Value = int | float | str | bool | None
"""The value of a figure; ``None`` is unknown and never zero."""


class Unit(StrEnum):
    """The unit of a value."""

    RON = "RON"
    PEOPLE = "people"
    PERCENT = "percent"
    """A share: 0.25 is 25 %."""
    TIMES = "times"
    """A quotient: 1.5 is one and a half times."""
    RON_PER_PERSON = "RON/person"
    COUNT = "count"
    YEAR = "year"
    DAY = "day"
    TEXT = "text"
    FLAG = "flag"


SOURCES: Final = {
    ops.PROFILE.name: N_("Profile"),
    ops.FINANCIAL.name: N_("Financials"),
    ops.COURT_CASES.name: N_("Court cases"),
    ops.PHONES.name: N_("Phones"),
    ops.EMAILS.name: N_("E-mails"),
    ops.ADMINISTRATORS.name: N_("Administrators"),
    ops.WEBSITES.name: N_("Websites"),
    ops.PEERS.name: N_("Peers"),
    ops.HISTORY.name: N_("History of the register"),
    ops.PUBLIC_MONEY.name: N_("Public money"),
    ops.CONTRACTS.name: N_("Public contracts"),
}
"""The name of each operation's data, for people."""


class Figure(Struct, frozen=True, kw_only=True):
    """One value and its source: the field of the interface, its operation and its year.

    ``label`` is a text marked for translation.
    """

    label: str
    value: Value
    unit: Unit
    field: str
    source: str
    year: int | None = None


class Facts(Struct, frozen=True, kw_only=True):
    """The loaded data on a company. ``None`` means *not loaded*, not *nothing on record*.

    ``status`` is the status in a list, used while the profile is not loaded. ``cases`` are the
    loaded court cases, of ``total_cases``. ``vat_seen_on`` is the last day on which an earlier
    answer said that the company was registered for VAT. Data missing from the answer of an
    ``incomplete`` operation may still exist. ``newest_year`` is the latest year for which the
    source has a statement of any company, ``None`` if it did not say.
    """

    profile: CompanyProfile | None = None
    financial: FinancialData | None = None
    cases: tuple[CourtCase, ...] | None = None
    total_cases: int | None = None
    status: str | None = None
    vat_seen_on: dt.date | None = None
    incomplete: frozenset[str] = frozenset()
    newest_year: int | None = None
    history: CompanyHistory | None = None
    """The company in older snapshots of the register; also ``None`` if there are none."""

    @property
    def known_status(self) -> str | None:
        """The status as sent, from the profile, else from the list."""
        return (self.profile.status if self.profile else None) or self.status or None


YEARLY_LABELS: Final = {
    "turnover": N_("Turnover"),
    "net_profit": N_("Net profit"),
    "employee": N_("Employees"),
    "debts": N_("Liabilities"),
    "equity": N_("Equity"),
    "receivables": N_("Receivables"),
    "cash": N_("Cash"),
    "inventory": N_("Inventory"),
    "fixed_assets": N_("Fixed assets"),
    "current_assets": N_("Current assets"),
    "share_capital": N_("Share capital"),
}
"""The figures of a year, by the names of ``YearlyRecord``."""

WIRE_NAMES: Final = {field.name: field.encode_name for field in fields(YearlyRecord)}
"""The interface's names of the same figures."""


def read(record: YearlyRecord, name: str) -> int | None:
    """A figure of a year by its name."""
    value: int | None = getattr(record, name)
    return value


def yearly(record: YearlyRecord, names: Iterable[str]) -> tuple[Figure, ...]:
    """The named figures of a year, known or not."""
    return tuple(
        Figure(
            label=YEARLY_LABELS[name],
            value=read(record, name),
            unit=Unit.PEOPLE if name == "employee" else Unit.RON,
            field=WIRE_NAMES[name],
            source=ops.FINANCIAL.name,
            year=record.year,
        )
        for name in names
    )
