"""Rules on the history of the register. A change lies between two days, and both are named."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from tui_app.contract.operations import HISTORY
from tui_app.contract.past import (
    STATES_BETWEEN,
    CompanyHistory,
    PastSnapshot,
    RegisterChange,
    values_on,
)
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.insight.figures import Facts, Figure, Unit
from tui_app.insight.rules import Finding, Level, Rule
from tui_app.system.language import N_

_YEAR: Final = dt.timedelta(days=366)
_LONGER_AGO: Final = N_("It may be longer ago: there is no snapshot in between")
_LONGER_APART: Final = N_("They may lie further apart: there is no snapshot in between")
_NO_DATA: Final = N_("No snapshot here has these data of the company")
_TOO_OLD: Final = N_("No snapshot of the last 366 days has these data of the company")
_NOTHING_TO_COMPARE: Final = N_("Only one snapshot has these data of the company")

_ROLES: Final = ("liquidator",)
_SEAT: Final = ("locality", "county", "street")


def _on_history(
    judge: Callable[[CompanyHistory, dt.date], Finding],
) -> Callable[[Facts, dt.date], Finding]:
    """Apply a judgement to the company's history."""
    return lambda facts, today: judge(facts.history or CompanyHistory(), today)


def _practitioner(history: CompanyHistory, today: dt.date) -> Finding:
    # A snapshot that has the roles of other companies names nobody for this one.
    days = [each.day for each in history.snapshots if each.present and _has(each, _ROLES)]
    named = [
        each
        for each in history.values
        if each.field in _ROLES and days and each.first_seen <= days[-1] <= each.last_seen
    ]
    if not named:
        return _nothing_found(days, today, least=1)
    figures = [_text(N_("Named"), each.value) for each in named]
    changes = [each for each in history.changes if each.kind == "liquidator" and each.after]
    return Finding(level=Level.SERIOUS, figures=(*figures, *_between(changes[-1:])))


def _moved_twice(history: CompanyHistory, today: dt.date) -> Finding:
    moves = list(pairwise(each for each in history.changes if each.kind == "seat"))
    certain = [two for two in moves if _day(two[1].not_after) - _day(two[0].not_before) <= _YEAR]
    possible = [two for two in moves if _day(two[1].not_before) - _day(two[0].not_after) <= _YEAR]
    if not possible:
        return _nothing_found(_days_with(history, *_SEAT), today)
    found = (certain or possible)[-1]
    figures = (*(_text(N_("Seat"), each.after) for each in found), *_between(found))
    if not certain:
        return Finding(level=Level.UNKNOWN, figures=figures, note=_LONGER_APART)
    return Finding(level=Level.WARNING, figures=figures)


def _renamed(history: CompanyHistory, today: dt.date) -> Finding:
    names = [each for each in history.changes if each.kind == "name"]
    recent = [each for each in names if today - _day(each.not_after) <= _YEAR]
    if not recent:
        return _nothing_found(_days_with(history, "name"), today)
    last = recent[-1]
    figures = (_text(N_("Former name"), last.before), *_between([last]))
    if today - _day(last.not_before) > _YEAR:
        return Finding(level=Level.UNKNOWN, figures=figures, note=_LONGER_AGO)
    return Finding(level=Level.WARNING, figures=figures)


def _revived(history: CompanyHistory, today: dt.date) -> Finding:
    revived = [
        each
        for each in history.changes
        if each.kind == "state" and _is_struck_off(each.before) and not _is_struck_off(each.after)
    ]
    if not revived:
        return _nothing_found(_days_with(history, "state"), today)
    last = revived[-1]
    return Finding(
        level=Level.WARNING, figures=(_text(N_("Status since"), last.after), *_between([last]))
    )


def _is_struck_off(states: str) -> bool:
    gravest = states.partition(STATES_BETWEEN)[0]
    return classify_status(gravest) is StatusGroup.STRUCK_OFF


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return dt.date.min + _YEAR


def _between(changes: Sequence[RegisterChange]) -> list[Figure]:
    """The two snapshots of each change."""
    return [
        Figure(label=label, value=day, unit=Unit.DAY, field="changes", source=HISTORY.name)
        for each in changes
        for label, day in (
            (N_("Not yet in the snapshot of"), each.not_before),
            (N_("First in the snapshot of"), each.not_after),
        )
    ]


def _has(snapshot: PastSnapshot, fields: Sequence[str]) -> bool:
    return not {*fields} <= {*snapshot.lacks}


def _days_with(history: CompanyHistory, *fields: str) -> list[str]:
    """The days of the snapshots that say any of these fields of the company."""
    return [
        each.day
        for each in history.snapshots
        if not values_on(history, each).keys().isdisjoint(fields)
    ]


def _nothing_found(days: Sequence[str], today: dt.date, *, least: int = 2) -> Finding:
    """Clear only if enough snapshots could have shown it, the newest of them in the last year."""
    days_checked = " … ".join(dict.fromkeys((*days[:1], *days[-1:])))
    figures = (_text(N_("Snapshots checked"), days_checked or None),)
    note = ""
    if not days:
        note = _NO_DATA
    elif today - _day(days[-1]) > _YEAR:
        note = _TOO_OLD
    elif len(days) < least:
        note = _NOTHING_TO_COMPARE
    return Finding(level=Level.UNKNOWN if note else Level.CLEAR, figures=figures, note=note)


def _text(label: str, value: str | None) -> Figure:
    return Figure(label=label, value=value, unit=Unit.TEXT, field="changes", source=HISTORY.name)


RULES: Final = (
    Rule(
        "practitioner",
        N_("Insolvency practitioner named"),
        N_("The newest snapshot that has roles names a liquidator or a judicial administrator"),
        _on_history(_practitioner),
    ),
    Rule(
        "moved_twice",
        N_("Moved seat twice within a year"),
        N_("The seat changed twice within 366 days, judging by the snapshots around each change"),
        _on_history(_moved_twice),
    ),
    Rule(
        "renamed",
        N_("Renamed within a year"),
        N_("The name changed in the last 366 days, judging by the snapshots around the change"),
        _on_history(_renamed),
    ),
    Rule(
        "revived",
        N_("Revived after striking off"),
        N_("One snapshot lists the company as struck off, and a later one does not"),
        _on_history(_revived),
    ),
)
"""Applied only if a history of the register is known; otherwise nothing is said about the past."""
