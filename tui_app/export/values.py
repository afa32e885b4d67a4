"""Values of a report as text in the current language."""

from __future__ import annotations

import datetime as dt
from typing import Final

from tui_app.insight.figures import Figure, Unit, Value
from tui_app.system.language import _, language

MISSING: Final = "–"


def number(value: float, decimals: int = 0) -> str:
    """A number with its thousands grouped: 1,234.5 in English, 1.234,5 in Romanian."""
    text = f"{value:,.{decimals}f}"
    if language() == "ro":
        text = text.translate(str.maketrans(",.", ".,"))
    return text.replace("-", "−")


def moment(value: dt.datetime) -> str:
    """A time with its zone, UTC, because a report is read in other time zones."""
    return f"{value.astimezone(dt.UTC):%Y-%m-%d %H:%M:%S} UTC"


def in_unit(value: Value, unit: Unit) -> str:
    """A value with its unit; a dash if it is unknown."""
    if value is None or value == "":
        return MISSING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str) or unit in (Unit.YEAR, Unit.DAY, Unit.TEXT):
        return str(value)
    if unit is Unit.PERCENT:
        return f"{number(value * 100, 1)} %"
    if unit is Unit.TIMES:
        return number(value, 2)
    suffix = {Unit.RON: f" {_('RON')}", Unit.RON_PER_PERSON: _(" RON a person")}.get(unit, "")
    return number(value) + suffix


def figure(each: Figure) -> str:
    """A figure with its name and year: ``Equity 2024: −15,000 RON``."""
    year = f" {each.year}" if each.year is not None else ""
    return f"{_(each.label)}{year}: {in_unit(each.value, each.unit)}"
