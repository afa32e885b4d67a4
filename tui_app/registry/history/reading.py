"""Reads the history of one company, for every engine."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.past import (
    STATES_BETWEEN,
    CompanyHistory,
    PastSnapshot,
    PastValue,
    RegisterChange,
)
from tui_app.contract.severities import UNKNOWN
from tui_app.registry.history.events import RegisterEvent
from tui_app.registry.history.layout import (
    KINDS,
    LARGEST_TAX_ID,
    VALUE_COLUMNS,
    Field,
    day_number,
    day_of,
)
from tui_app.registry.history.snapshots import SnapshotInfo, snapshot_from
from tui_app.registry.history.versions import ValueRun, Version
from tui_app.registry.sql import Read, listed

_SNAPSHOTS: Final = "SELECT * FROM {s}past_snapshot ORDER BY day"
_VALUES: Final = "SELECT DISTINCT {column} FROM {{s}}past_version"
_NAMES: Final = "SELECT code, name, severity FROM {s}past_state_name ORDER BY day"
_COMPANY: Final = (
    f"SELECT valid_from, valid_to, {listed(VALUE_COLUMNS)} FROM {{s}}past_version"
    " WHERE company = ? ORDER BY valid_from"
)
_FORMER: Final = (
    "SELECT own.{column} FROM {{s}}past_version AS own WHERE own.company = ? AND EXISTS"
    " (SELECT 1 FROM {{s}}past_version AS other WHERE other.company = own.company"
    " AND other.valid_from >= own.valid_to AND other.valid_from <= ?"
    " AND other.{column} <> own.{column}) ORDER BY own.valid_from"
)
_EVENTS: Final = (
    "SELECT not_after, kind, not_before, before, after FROM {s}past_event WHERE company = ?"
    " ORDER BY not_after, kind"
)


class HistoryDescription:
    """A history's description of itself, read once: its snapshots, and the names of states."""

    def __init__(self, read: Read) -> None:
        self.snapshots: tuple[SnapshotInfo, ...] = tuple(map(snapshot_from, read(_SNAPSHOTS, ())))
        self._by_day = {day_number(each.day): each for each in self.snapshots}
        self.days = [*self._by_day]
        self.iso = {day: iso(day) for day in self.days}
        """The days as the contract has them."""
        self.covered = {
            field: [day for day in self.days if self.covers(day, field)] for field in Field
        }
        """The days whose snapshots cover each field."""
        self._snapshots: dict[tuple[int, bool | None], PastSnapshot] = {}
        self._names = {code: (name, severity) for code, name, severity in read(_NAMES, ())}
        self._texts: dict[str, str] = {}
        self._values: dict[Field, tuple[str, ...]] = {}

    def day_on(self, day: dt.date) -> int | None:
        """The newest snapshot of that day or before it."""
        at = day_number(day)
        return max((each for each in self.days if each <= at), default=None)

    def covers(self, day: int, field: Field) -> bool:
        """Whether the snapshot of a day covers a field."""
        return field in self._by_day[day].fields

    def snapshot(self, day: int, company: int, *, has_it: bool) -> PastSnapshot:
        """A snapshot, and whether it has a company, if it says so."""
        info = self._by_day[day]
        present = True if has_it else False if info.lists(company) else None
        known = self._snapshots.get((day, present))
        if known is None:
            known = self._snapshots[day, present] = PastSnapshot(
                day=self.iso[day],
                present=present,
                lacks=tuple(field.column for field in Field if field not in info.fields),
            )
        return known

    def texts(self, read: Read, field: Field) -> tuple[str, ...]:
        """All values that a field has or had, as they are stored; read once."""
        if field not in self._values:
            rows = read(_VALUES.format(column=field.column), ())
            self._values[field] = tuple(text for (text,) in rows if text)
        return self._values[field]

    def state_text(self, codes: str) -> str:
        """The names of a set of codes, the most serious first."""
        if codes not in self._texts:
            self._texts[codes] = STATES_BETWEEN.join(
                self._names.get(code, (f"stare {code}", UNKNOWN))[0]
                for code in sorted(map(int, codes.split()), key=self._gravity)
            )
        return self._texts[codes]

    def status(self, codes: str) -> str:
        """The name of the most serious state."""
        return self.state_text(codes).partition(STATES_BETWEEN)[0]

    def _gravity(self, code: int) -> tuple[int, int]:
        return -self._names.get(code, ("", UNKNOWN))[1], code

    def text(self, field: Field, value: str) -> str:
        """A stored value for people."""
        return self.state_text(value) if field is Field.STATE else value


def iso(day: int) -> str:
    """A stored day as the contract has it."""
    return day_of(day).isoformat()


def tax_id_text(company: int) -> str:
    """The tax id of a company; empty if it is identified by its registry number."""
    return str(company) if 0 < company <= LARGEST_TAX_ID else ""


def company_history(read: Read, history: HistoryDescription, tax_id: str) -> CompanyHistory | None:
    """A company in all snapshots; ``None`` if it is in none."""
    if not is_bare_tax_id(tax_id):
        return None
    company = int(tax_id)
    versions = [Version(row[0], row[1], row[2:]) for row in read(_COMPANY, (company,))]
    if not versions:
        return None
    latest = dict(zip(Field, versions[-1].values, strict=True))
    name, number = latest[Field.NAME] or "", latest[Field.NUMBER]
    events = read(_EVENTS, (company,))
    return CompanyHistory(
        tax_id=tax_id,
        company_name=name,
        snapshots=tuple(
            history.snapshot(
                day, company, has_it=any(v.valid_from <= day < v.valid_to for v in versions)
            )
            for day in history.days
        ),
        values=tuple(_values(history, versions)),
        changes=tuple(
            change(history, RegisterEvent(*row), tax_id=tax_id, name=name, number=number)
            for row in events
        ),
    )


def _values(history: HistoryDescription, versions: Sequence[Version]) -> Iterator[PastValue]:
    """The values of each field, and the first and the last snapshot that covers and has it."""
    for at, (field, days) in enumerate(history.covered.items()):
        runs: list[ValueRun] = []
        for version in versions:
            begin, end = bisect_left(days, version.valid_from), bisect_left(days, version.valid_to)
            if begin == end:
                continue
            value = version.values[at] or ""
            first = runs.pop().first if runs and runs[-1].value == value else days[begin]
            runs.append(ValueRun(value, first, days[end - 1]))
        for value, first, last in runs:
            if value:
                yield PastValue(
                    field=field.column,
                    value=history.text(field, value),
                    first_seen=history.iso[first],
                    last_seen=history.iso[last],
                )


def former_texts(read: Read, company: int, field: Field, day: int) -> list[str]:
    """The values that a company had before another one of a snapshot up to a day, oldest first."""
    rows = read(_FORMER.format(column=field.column), (company, day))
    return [text for (text,) in rows if text]


def change(
    history: HistoryDescription,
    event: RegisterEvent,
    *,
    tax_id: str,
    name: str,
    number: str | None,
) -> RegisterChange:
    """A change of a company."""
    kind, before, after = KINDS[event.kind], event.before, event.after
    return RegisterChange(
        tax_id=tax_id,
        company_id=number or None,
        company_name=name,
        kind=kind,
        before=history.state_text(before) if kind == "state" else before,
        after=history.state_text(after) if kind == "state" else after,
        not_before=history.iso[event.not_before],
        not_after=history.iso[event.not_after],
    )
