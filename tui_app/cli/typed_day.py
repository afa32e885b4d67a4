"""A day as people type it."""

from __future__ import annotations

import datetime as dt

import click

from tui_app.contract.dates import read_typed_day
from tui_app.system.language import _


def read_day_typed(text: str) -> dt.date:
    """The day that a text means today; raises ``click.BadParameter``."""
    day = read_typed_day(text, dt.datetime.now(dt.UTC).astimezone().date())
    if day is None:
        raise click.BadParameter(
            _("A day is written 2026-11-20, 20.11.2026, today, yesterday or -3d.")
        )
    return day
