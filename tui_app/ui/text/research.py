"""Signals, figures and changes as text in the current language, and the days of the register."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from tui_app.contract import operations as ops
from tui_app.contract.past import RegisterChange
from tui_app.insight.figures import SOURCES, Unit
from tui_app.insight.rules import Level
from tui_app.system.language import N_, _
from tui_app.system.wording import changed
from tui_app.ui.text import formatting as fmt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui_app.contract.resources import PeerMeasure
    from tui_app.insight.figures import Figure
    from tui_app.workspace.changes import Change


NO_HISTORY: Final = N_(
    "No history of the register here: firmeterm data history add PATH… adds older files"
)
KINDS: Final = {
    "state": N_("status"), "name": N_("name"), "seat": N_("seat"), "form": N_("legal form"),
    "liquidator": N_("insolvency practitioner"), "new": N_("new in the register"),
    "gone": N_("gone from the register"), "number": N_("registry number"),
    "administrator": N_("representatives"),
}  # fmt: skip
"""The kinds of changes."""


def day(text: str) -> str:
    """A day of the contract as the screen shows it."""
    try:
        return fmt.date(dt.date.fromisoformat(text))
    except ValueError:
        return fmt.text(text)


def days(first: str, last: str) -> str:
    """The two days that a change lies between, as two days of the contract."""
    return f"{day(first)} – {day(last)}"


def kind(name: str) -> str:
    """A kind of change; an unknown one keeps its own name."""
    return _(KINDS[name]) if name in KINDS else fmt.text(name)


def what(change: RegisterChange) -> str:
    """A change: its kind, and the values before and after it."""
    label = kind(change.kind)
    if change.kind in {"new", "gone"}:
        return label
    before, after = (fmt.text(text) for text in (change.before, change.after))
    return changed(label, before, after)


def when(change: RegisterChange) -> str:
    """The two days that a change lies between."""
    text = _("between {first} and {last}")
    return text.format(first=day(change.not_before), last=day(change.not_after))


def change_in_row(change: RegisterChange) -> str:
    """A change in a row of a list: the days first, since the values may be long."""
    return f"{days(change.not_before, change.not_after)} {what(change)}"


def change_on_timeline(change: RegisterChange) -> str:
    """A change for the line of the later of its two days."""
    return _("after {day} · {what}").format(day=day(change.not_before), what=what(change))


LEVELS: Final = {
    Level.SERIOUS: ("▲", N_("Serious"), "bad"),
    Level.WARNING: ("△", N_("Warning"), "warn"),
    Level.UNKNOWN: ("?", N_("Not enough data"), "dim"),
    Level.CLEAR: ("●", N_("Clear"), "good"),
}
"""The mark, the word and the style of each level."""


def source(operation: str) -> str:
    """The name of an operation's data, in the current language."""
    return _(SOURCES.get(operation, operation))


def short_source(operation: str) -> str:
    """The same in one word, where there is one."""
    return _(_SHORT_SOURCES[operation]) if operation in _SHORT_SOURCES else source(operation)


_SHORT_SOURCES: Final = {
    ops.PROFILE.name: N_("profile"),
    ops.FINANCIAL.name: N_("figures"),
    ops.COURT_CASES.name: N_("courts"),
}

SIZES: Final = {
    "micro": N_("up to 9 employees"),
    "small": N_("10 to 49 employees"),
    "medium": N_("50 to 249 employees"),
    "large": N_("250 employees and more"),
}
"""The size classes, by their names in the interface."""

CHANGED: Final = {
    "name": N_("Name"), "status": N_("Status"), "address": N_("Address"), "vat": N_("VAT payer"),
    "turnover": N_("Turnover"), "cases": N_("Court cases"), "administrators": N_("Administrators"),
    "form": N_("Legal form"), "liquidator": N_("Insolvency practitioner"),
    "gone": N_("Gone from the register"),
}  # fmt: skip
"""The name of each field that may change."""


def figure(each: Figure) -> str:
    """A figure with its name and year: ``Equity 2024: −15,000 RON``."""
    year = f" {each.year}" if each.year is not None else ""
    return f"{_(each.label)}{year}: {in_unit(each.value, each.unit)}"


def years(figures: Iterable[Figure]) -> str:
    """The years of figures: ``2023``, or the first and the last."""
    found = sorted({each.year for each in figures if each.year is not None})
    return "–".join(map(str, dict.fromkeys((found[0], found[-1])))) if found else ""


def percentile(each: PeerMeasure) -> str:
    """The percentile, with its precision if not all values of the group are stored."""
    text = fmt.number(each.percentile)
    return f"{text} ± {fmt.number(each.precision)}" if each.precision else text


def in_unit(value: int | float | str | bool | None, unit: Unit) -> str:
    """A value formatted for its unit; a dash if it is unknown."""
    if value is None or isinstance(value, bool):
        return fmt.yes_no(value)
    if isinstance(value, str):
        return fmt.timestamp(value) if unit is Unit.DAY else fmt.text(value)
    if unit is Unit.YEAR:
        return str(value)
    if unit is Unit.PERCENT:
        return f"{fmt.number(value * 100, decimals=1)}%"
    if unit is Unit.TIMES:
        return fmt.number(value, decimals=2)
    suffix = f" {_('RON')}" if unit in (Unit.RON, Unit.RON_PER_PERSON) else ""
    return fmt.number(value) + suffix


def change(each: Change) -> str:
    """A change without its day: ``Status: functiune → faliment``."""
    what = _(CHANGED.get(each.field, each.field)) + (f" {each.year}" if each.year else "")
    text = changed(what, _as_text(each.before), _as_text(each.after))
    return text + (f" ({each.members})" if each.members else "")


def change_day(each: Change) -> str:
    """The day on which a change was seen, or the two days of the register that it lies between."""
    if each.not_before and each.not_after:
        return days(each.not_before, each.not_after)
    return fmt.date(each.first_seen.astimezone().date())


def _as_text(value: str | int | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return fmt.yes_no(value)
    return fmt.number(value) if isinstance(value, int) else fmt.text(value)
