"""Values as people read them, in the current language. A missing value is a dash, never 0."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.timestamps import parse_timestamp
from tui_app.system.language import N_, _, language, ngettext

MISSING: Final = "–"

_SIGNS: Final = {"en": str.maketrans("-", "−"), "ro": str.maketrans(",.-", ".,−")}
"""From Python's grouped numbers to those of a language."""

_ZERO: Final = "0%"

_MAX_FACTOR: Final = 100
"""Above this ratio, a percentage is only shown as larger."""

STATUSES: Final = {
    StatusGroup.ACTIVE: ("●", "good", N_("active")),
    StatusGroup.INACTIVE: ("○", "warn", N_("inactive")),
    StatusGroup.SUSPENDED: ("○", "warn", N_("suspended")),
    StatusGroup.REORGANISATION: ("◐", "warn", N_("reorganisation")),
    StatusGroup.INSOLVENT: ("▲", "bad", N_("insolvent")),
    StatusGroup.BANKRUPT: ("▲", "bad", N_("bankrupt")),
    StatusGroup.DISSOLVED: ("✕", "bad", N_("dissolved")),
    StatusGroup.STRUCK_OFF: ("✕", "bad", N_("struck off")),
    StatusGroup.OTHER: ("?", "dim", N_("other")),
}
"""The mark, its style and the word of each class of status."""


def number(value: float | None, *, decimals: int = 0) -> str:
    """A number with its thousands grouped; a dash if it is unknown."""
    if value is None:
        return MISSING
    rounded = round(value, decimals) or 0  # no figure is minus zero
    return f"{rounded:,.{decimals}f}".translate(_SIGNS[language()])


def percent(value: float | None) -> str:
    """A change as a signed percentage with one decimal; a dash if it is unknown."""
    shown = share(value)
    sign = "+" if value is not None and 0 < value < _MAX_FACTOR and shown != _ZERO else ""
    return sign + shown


def share(value: float | None) -> str:
    """A ratio as a percentage with one decimal; a dash if it is unknown.

    A ratio too large to read as a percentage is shown as ``>9,999%``.
    """
    if value is None:
        return MISSING
    if abs(value) >= _MAX_FACTOR:
        return f"{'>' if value > 0 else '<−'}{number(100 * _MAX_FACTOR - 1)}%"
    return f"{number(value * 100, decimals=1)}%" if round(value * 100, 1) else _ZERO


def date(value: dt.date) -> str:
    """A day: 2020-05-14 in English, 14.05.2020 in Romanian."""
    return value.strftime("%d.%m.%Y") if language() == "ro" else value.isoformat()


def timestamp(text: str | None) -> str:
    """The day of a timestamp as sent; the text itself if it cannot be read."""
    if not text:
        return MISSING
    moment = parse_timestamp(text)
    return date(moment.date()) if moment else text


def clock(moment: dt.datetime) -> str:
    """A time in the user's time zone, to the minute; with the day, unless that is today."""
    local = moment.astimezone()
    time = local.strftime("%H:%M")
    today = dt.datetime.now(dt.UTC).astimezone().date()
    return time if local.date() == today else f"{date(local.date())} {time}"


def more(count: int) -> str:
    """What stands for the rest of a group of rows."""
    return ngettext("… {count} more", "… {count} more", count).format(count=count)


def text(value: str | None) -> str:
    """A text as sent, or a dash."""
    return value or MISSING


def county(name: str | None) -> str:
    """A county without the word for it, which is in the title of its column."""
    return re.sub(r"(?i)^(municipiul|jude[tțţ]ul)\s+", "", name or "")


def yes_no(value: bool | None) -> str:
    """A flag as a word."""
    if value is None:
        return MISSING
    return _("yes") if value else _("no")


def status_mark(status: str | None) -> tuple[str, str]:
    """The mark of a status and its style; always shown with a word."""
    mark, style, _word = STATUSES[classify_status(status)]
    return mark, style


def status_label(status: str | None) -> str:
    """The meaning of a known status; empty if it is unknown, or if the status is that very word."""
    group = classify_status(status)
    meaning = _(STATUSES[group][2])
    return "" if group is StatusGroup.OTHER or fold(meaning) == fold(status or "") else meaning
