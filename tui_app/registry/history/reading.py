"""Reads the history of one company, for every engine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tui_app.contract.past import (
    STATES_BETWEEN,
    CompanyHistory,
    PastSnapshot,
    PastValue,
    RegisterChange,
)
from tui_app.registry.history.chains import Chain, ChainLink
from tui_app.registry.history.layout import (
    KINDS,
    LARGEST_TAX_ID,
    MISSING,
    PRESENT,
    VALUES,
    Field,
    day_number,
    day_of,
)
from tui_app.registry.history.snapshots import SnapshotInfo, snapshot_from
from tui_app.registry.sql import Read, listed

_SNAPSHOTS: Final = "SELECT * FROM {s}past_snapshot ORDER BY day"
_VALUES: Final = (
    "SELECT {column} FROM {{s}}past_company"
    " UNION SELECT before FROM {{s}}past_change WHERE field = {field}"
)
_NAMES: Final = "SELECT code, name, severity FROM {s}past_state_name ORDER BY day"
_FIELDS: Final = tuple(Field)
_COLUMN_OF: Final = {field: field.column for field in VALUES}
_COMPANY: Final = (
    f"SELECT changed, {listed([field.column for field in _FIELDS])}"
    " FROM {s}past_company WHERE id = ?"
)
_CHANGES: Final = (
    "SELECT field, not_after, not_before, before FROM {s}past_change WHERE company = ?"
    " ORDER BY field, not_after"
)
_EVENTS: Final = (
    "SELECT not_after, kind, not_before, before, after FROM {s}past_event WHERE company = ?"
    " ORDER BY not_after, kind"
)


class Past:
    """A history's description of itself, read once: its snapshots, and the names of states."""

    def __init__(self, read: Read) -> None:
        self.snapshots: tuple[SnapshotInfo, ...] = tuple(map(snapshot_from, read(_SNAPSHOTS, ())))
        self.days = [day_number(each.day) for each in self.snapshots]
        self.iso = {day: iso(day) for day in self.days}
        """The days as the contract has them."""
        self.covered = {
            field: [day for day in self.days if self.covers(day, field)] for field in VALUES
        }
        """The days whose snapshots cover each field."""
        self._snapshots: dict[tuple[int, str], PastSnapshot] = {}
        self._names = {code: (name, severity) for code, name, severity in read(_NAMES, ())}
        self._texts: dict[str, str] = {}
        self._values: dict[Field, tuple[str, ...]] = {}

    def day_on(self, day: dt.date) -> int | None:
        """The newest snapshot of that day or before it."""
        at = day_number(day)
        return max((each for each in self.days if each <= at), default=None)

    def covers(self, day: int, field: Field) -> bool:
        """Whether the snapshot of a day covers a field."""
        return field in self.snapshots[self.days.index(day)].fields

    def snapshot(self, day: int, presence: str) -> PastSnapshot:
        """A snapshot, and whether it has a company."""
        known = self._snapshots.get((day, presence))
        if known is None:
            covered = self.snapshots[self.days.index(day)].fields
            known = self._snapshots[day, presence] = PastSnapshot(
                day=self.iso[day],
                present={PRESENT: True, MISSING: False}.get(presence),
                lacks=tuple(field.column for field in VALUES if field not in covered),
            )
        return known

    def texts(self, read: Read, field: Field) -> tuple[str, ...]:
        """All values that a field has or had, as they are stored; read once."""
        if field not in self._values:
            rows = read(_VALUES.format(column=field.column, field=int(field)), ())
            self._values[field] = tuple(text for (text,) in rows if text)
        return self._values[field]

    def state_text(self, codes: str) -> str:
        """The names of a set of codes, the most serious first."""
        if codes not in self._texts:
            self._texts[codes] = STATES_BETWEEN.join(
                self._names.get(code, (f"stare {code}", 5))[0]
                for code in sorted(map(int, codes.split()), key=self._gravity)
            )
        return self._texts[codes]

    def status(self, codes: str) -> str:
        """The name of the most serious state."""
        return self.state_text(codes).partition(STATES_BETWEEN)[0]

    def _gravity(self, code: int) -> tuple[int, int]:
        return -self._names.get(code, ("", 5))[1], code

    def text(self, field: Field, value: str) -> str:
        """A stored value for people."""
        return self.state_text(value) if field is Field.STATE else value


def iso(day: int) -> str:
    """A stored day as the contract has it."""
    return day_of(day).isoformat()


def tax_id_text(company: int) -> str:
    """The tax id of a company; empty if it is identified by its registry number."""
    return str(company) if 0 < company <= LARGEST_TAX_ID else ""


def company_history(read: Read, past: Past, tax_id: str) -> CompanyHistory | None:
    """A company in all snapshots; ``None`` if it is in none."""
    company = int(tax_id)
    rows = read(_COMPANY, (company,))
    if not rows:
        return None
    has_changed, *latest = rows[0]
    links = read(_CHANGES, (company,)) if has_changed else []
    events = read(_EVENTS, (company,)) if has_changed else []
    chains = _chains(latest, links)
    presence = [chains[Field.PRESENCE].at(day) for day in past.days]
    present = [day for day, said in zip(past.days, presence, strict=True) if said == PRESENT]
    name, number = chains[Field.NAME].latest or "", chains[Field.NUMBER].latest
    return CompanyHistory(
        tax_id=tax_id,
        company_name=name,
        snapshots=tuple(map(past.snapshot, past.days, presence)),
        values=tuple(_values(past, chains, present)),
        changes=tuple(change(past, row, tax_id=tax_id, name=name, number=number) for row in events),
    )


# Any: rows of a query.
def _chains(latest: Sequence[Any], rows: Iterable[Sequence[Any]]) -> dict[Field, Chain]:
    links: dict[int, list[ChainLink]] = {}
    for field, *link in rows:
        links.setdefault(field, []).append(ChainLink(*link))
    return {
        field: Chain(tuple(links.get(field, ())), value)
        for field, value in zip(_FIELDS, latest, strict=True)
    }


def _values(past: Past, chains: dict[Field, Chain], present: list[int]) -> Iterator[PastValue]:
    is_always_there = len(present) == len(past.days)
    there = frozenset(present)
    for field, column in _COLUMN_OF.items():
        chain, days = chains[field], past.covered[field]
        if not is_always_there:
            days = [day for day in days if day in there]
        if chain.latest is None or not days:
            continue
        runs: list[tuple[str, int, int]] = []
        for day in days if chain.links else ():
            value = chain.at(day)
            first = runs.pop()[1] if runs and runs[-1][0] == value else day
            runs.append((value, first, day))
        # Without changes there is one run.
        for value, first, last in runs or [(chain.latest, days[0], days[-1])]:
            if value:
                yield PastValue(
                    field=column,
                    value=past.text(field, value),
                    first_seen=past.iso[first],
                    last_seen=past.iso[last],
                )


# Any: a row of a query.
def change(
    past: Past, row: Sequence[Any], *, tax_id: str, name: str, number: str | None
) -> RegisterChange:
    """A change of a company from its row: not after, kind, not before, before, after."""
    not_after, kind, not_before, before, after = row
    is_state = KINDS[kind] == "state"
    return RegisterChange(
        tax_id=tax_id,
        company_id=number or None,
        company_name=name,
        kind=KINDS[kind],
        before=past.state_text(before) if is_state else before,
        after=past.state_text(after) if is_state else after,
        not_before=iso(not_before),
        not_after=iso(not_after),
    )
