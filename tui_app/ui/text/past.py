"""The wording for the register over time."""

from __future__ import annotations

import datetime as dt
from typing import Final

from tui_app.contract.past import RegisterChange
from tui_app.system.language import N_, _
from tui_app.system.wording import changed
from tui_app.ui.text import formatting as fmt

NO_HISTORY: Final = N_(
    "No history of the register here: firmeterm data history add PATH… adds older files"
)
KINDS: Final = {
    "state": N_("status"),
    "name": N_("name"),
    "seat": N_("seat"),
    "form": N_("legal form"),
    "liquidator": N_("insolvency practitioner"),
    "new": N_("new in the register"),
    "gone": N_("gone from the register"),
    "number": N_("registry number"),
    "administrator": N_("representatives"),
}
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
