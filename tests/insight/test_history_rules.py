"""Signals of the past: each with the days of the snapshots it is from, and only what is certain."""

from __future__ import annotations

import datetime as dt

import pytest

from tui_app.contract.past import CompanyHistory, PastSnapshot, PastValue, RegisterChange
from tui_app.insight.figures import Facts
from tui_app.insight.rules import Level
from tui_app.insight.signals import Signal, signals

TODAY = dt.date(2026, 9, 10)
DAYS = ("2024-01-05", "2024-09-01", "2025-10-01", "2026-01-10", "2026-09-02")


def changed(kind: str, first: str, last: str, before: str, after: str) -> RegisterChange:
    return RegisterChange(
        kind=kind, not_before=first, not_after=last, before=before, after=after
    )  # fmt: skip


def found(
    rule: str,
    *changes: RegisterChange,
    values: tuple[PastValue, ...] = (),
    lacks: tuple[str, ...] = (),
) -> Signal:
    """The result of a rule for a company with these changes."""
    snapshots = tuple(PastSnapshot(day=day, present=True, lacks=lacks) for day in DAYS)
    history = CompanyHistory(snapshots=snapshots, changes=changes, values=values)
    return next(s for s in signals(Facts(history=history), TODAY) if s.rule == rule)


def told(signal: Signal) -> list[object]:
    """The values that a signal shows."""
    return [figure.value for figure in signal.figures]


SEATS = ("Dej, Cluj", "Sibiu, Sibiu", "Iași, Iași")


@pytest.mark.parametrize(
    ("first", "second", "level"),
    [
        # Both within the year from the snapshot before the first one.
        (("2025-10-01", "2026-01-10"), ("2026-01-10", "2026-09-02"), Level.WARNING),
        # Between snapshots so far apart nobody knows.
        (("2024-09-01", "2025-10-01"), ("2025-10-01", "2026-01-10"), Level.UNKNOWN),
        # At least 394 days apart.
        (("2024-01-05", "2024-09-01"), ("2025-10-01", "2026-01-10"), Level.CLEAR),
    ],
)
def test_moved_twice_within_a_year(
    first: tuple[str, str], second: tuple[str, str], level: Level
) -> None:
    signal = found(
        "moved_twice",
        changed("seat", *first, SEATS[0], SEATS[1]),
        changed("seat", *second, SEATS[1], SEATS[2]),
    )
    assert signal.level is level
    if level is not Level.CLEAR:
        assert told(signal) == [SEATS[1], SEATS[2], *first, *second]


def test_one_move_is_clear_and_says_which_snapshots_were_checked() -> None:
    signal = found("moved_twice", changed("seat", *DAYS[3:], SEATS[0], SEATS[1]))
    assert signal.level is Level.CLEAR
    assert told(signal) == [f"{DAYS[0]} … {DAYS[-1]}"]


@pytest.mark.parametrize(
    ("days", "level"),
    [
        (DAYS[3:], Level.WARNING),
        (("2024-09-01", "2026-01-10"), Level.UNKNOWN),
        (DAYS[:2], Level.CLEAR),
    ],
)
def test_renamed_within_a_year(days: tuple[str, str], level: Level) -> None:
    signal = found("renamed", changed("name", *days, "VECHE SRL", "NOUA SRL"))
    assert signal.level is level
    if level is not Level.CLEAR:
        assert told(signal) == ["VECHE SRL", *days]


def test_revived_after_striking_off() -> None:
    """By the gravest of its states, and not where it only changed on the way there."""
    signal = found("revived", changed("state", *DAYS[1:3], "radiată; insolvență", "funcțiune"))
    assert signal.level is Level.WARNING
    assert told(signal) == ["funcțiune", *DAYS[1:3]]
    for before, after in (("insolvență", "radiată"), ("radiată", "radiată; dizolvare")):
        assert found("revived", changed("state", *DAYS[1:3], before, after)).level is Level.CLEAR


def test_a_practitioner_is_named_by_the_newest_snapshot_with_roles() -> None:
    """With the days between which the name came; not where it went again, or none has roles."""
    entry = "lichidator: LICHIDARI INVENTATE IPURL"
    value = PastValue(
        field="liquidator", value=entry, first_seen=DAYS[3], last_seen=DAYS[4]
    )  # fmt: skip
    named = changed("liquidator", *DAYS[2:4], "", entry)
    signal = found("practitioner", named, values=(value,))
    assert signal.level is Level.SERIOUS
    assert told(signal) == [entry, *DAYS[2:4]]
    gone = PastValue(field="liquidator", value=entry, first_seen=DAYS[2], last_seen=DAYS[3])
    left = changed("liquidator", *DAYS[3:], entry, "")
    assert found("practitioner", named, left, values=(gone,)).level is Level.CLEAR
    assert found("practitioner", lacks=("liquidator",)).level is Level.UNKNOWN


def test_without_a_history_nothing_is_said_of_the_past() -> None:
    rules = {each.rule for each in signals(Facts(), TODAY)}
    assert rules.isdisjoint({"practitioner", "moved_twice", "renamed", "revived"})
