"""Signals of the past: each with the days of the snapshots it is from, and only what is certain."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

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


def always(field: str, value: str, first: str = DAYS[0], last: str = DAYS[-1]) -> PastValue:
    return PastValue(field=field, value=value, first_seen=first, last_seen=last)


KNOWN = (always("name", "NOUA SRL"), always("locality", "Dej"), always("state", "funcțiune"))


def found(
    rule: str,
    *changes: RegisterChange,
    values: tuple[PastValue, ...] = (),
    snapshots: Sequence[PastSnapshot] = (),
    today: dt.date = TODAY,
) -> Signal:
    """The result of a rule for a company with these changes."""
    snapshots = snapshots or [PastSnapshot(day=day, present=True) for day in DAYS]
    history = CompanyHistory(
        snapshots=tuple(snapshots), changes=changes, values=values or KNOWN
    )  # fmt: skip
    return next(s for s in signals(Facts(history=history), today) if s.rule == rule)


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


FIELDS = {
    "practitioner": "liquidator", "moved_twice": "locality", "renamed": "name", "revived": "state",
}  # fmt: skip
ALL_RULES = pytest.mark.parametrize("rule", FIELDS)


def seen(*days: str, lacks: str = "", present: bool = True) -> list[PastSnapshot]:
    lacking = {"locality": ("street", "locality", "county")}.get(lacks, (lacks,) if lacks else ())
    return [PastSnapshot(day=day, present=present, lacks=lacking) for day in days]


def checked(signal: Signal) -> object:
    """The days that a signal says were looked at."""
    return next(f.value for f in signal.figures if f.label == "Snapshots checked")


@ALL_RULES
def test_clear_names_only_the_snapshots_that_could_have_told(rule: str) -> None:
    """A snapshot without the data, or without the company, is none of them."""
    field = FIELDS[rule]
    snapshots = [
        *seen(DAYS[0], lacks=field), *seen(*DAYS[1:3]), *seen(DAYS[3], present=False),
        *seen(DAYS[4], lacks=field),
    ]  # fmt: skip
    signal = found(rule, snapshots=snapshots)
    assert signal.level is Level.CLEAR
    assert checked(signal) == f"{DAYS[1]} … {DAYS[2]}"


@ALL_RULES
def test_a_history_that_ended_years_ago_clears_nothing(rule: str) -> None:
    """It says which days it knows; a later snapshot without the data does not help."""
    later = dt.date(2030, 9, 10)
    for more in ([], seen("2030-01-01", lacks=FIELDS[rule]), seen("2030-01-01", present=False)):
        signal = found(rule, snapshots=[*seen(*DAYS), *more], today=later)
        assert signal.level is Level.UNKNOWN, more
        assert checked(signal) == f"{DAYS[0]} … {DAYS[-1]}"
        assert signal.note
    # The last day that still counts.
    last = dt.date.fromisoformat(DAYS[-1]) + dt.timedelta(days=366)
    assert found(rule, today=last).level is Level.CLEAR
    assert found(rule, today=last + dt.timedelta(days=1)).level is Level.UNKNOWN


@ALL_RULES
def test_what_no_snapshot_has_is_not_clear(rule: str) -> None:
    """Not where all lack it, where the company is in none, or where its cells are empty."""
    field = FIELDS[rule]
    others = tuple(value for value in KNOWN if value.field != field)
    cases: list[tuple[tuple[PastValue, ...], list[PastSnapshot]]] = [
        (KNOWN, seen(*DAYS, lacks=field)),
        (KNOWN, seen(*DAYS, present=False)),
    ]
    if rule != "practitioner":  # an empty cell there means that nobody is in the role
        cases.append((others, seen(*DAYS)))
    for values, snapshots in cases:
        signal = found(rule, values=values, snapshots=snapshots)
        assert signal.level is Level.UNKNOWN
        assert checked(signal) is None
        assert signal.note


@pytest.mark.parametrize("rule", ["moved_twice", "renamed", "revived"])
def test_one_snapshot_shows_no_change_and_excludes_none(rule: str) -> None:
    signal = found(rule, snapshots=[*seen(*DAYS[:4], present=False), *seen(DAYS[4])])
    assert signal.level is Level.UNKNOWN
    assert checked(signal) == DAYS[4]


def test_without_a_history_nothing_is_said_of_the_past() -> None:
    rules = {each.rule for each in signals(Facts(), TODAY)}
    assert rules.isdisjoint({"practitioner", "moved_twice", "renamed", "revived"})
