"""Numbers and dates in sentences, in the format of the current language."""

from __future__ import annotations

import datetime as dt

from tui_app.system.language import _, language


def grouped(number: int) -> str:
    """A number with its thousands grouped."""
    text = f"{number:,}"
    return text.replace(",", ".") if language() == "ro" else text


def changed(what: str, before: str, after: str) -> str:
    """A change: ``Status: functiune → faliment``."""
    return f"{what}: {before} → {after}"


def day_text(day: dt.date, today: dt.date | None = None) -> str:
    """A date; without its year if that is the year of ``today``."""
    months = _("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    year = f" {day.year}" if today is None or day.year != today.year else ""
    return f"{day.day} {months[day.month - 1]}{year}"
