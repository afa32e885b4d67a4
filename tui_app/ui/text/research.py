"""Signals, figures and changes as text in the current language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.contract import operations as ops
from tui_app.insight.figures import SOURCES, Unit
from tui_app.insight.rules import Level
from tui_app.system.language import N_, _
from tui_app.system.wording import changed
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import past

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui_app.contract.resources import PeerMeasure
    from tui_app.insight.figures import Figure
    from tui_app.workspace.changes import Change

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
    "name": N_("Name"),
    "status": N_("Status"),
    "address": N_("Address"),
    "vat": N_("VAT payer"),
    "turnover": N_("Turnover"),
    "cases": N_("Court cases"),
    "administrators": N_("Administrators"),
    "form": N_("Legal form"),
    "liquidator": N_("Insolvency practitioner"),
    "gone": N_("Gone from the register"),
}
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
        return past.days(each.not_before, each.not_after)
    return fmt.date(each.first_seen.astimezone().date())


def _as_text(value: str | int | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return fmt.yes_no(value)
    return fmt.number(value) if isinstance(value, int) else fmt.text(value)
