"""``--as-of DAY``: a command as of a day in the past, and a day as people type it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

import click

from tui_app.contract.dates import read_typed_day
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.contract.past import CompanyHistory, PastSnapshot


def read_day_typed(text: str) -> dt.date:
    """The day that a text means today; raises ``click.BadParameter``."""
    day = read_typed_day(text, dt.datetime.now(dt.UTC).astimezone().date())
    if day is None:
        raise click.BadParameter(
            _("A day is written 2026-11-20, 20.11.2026, today, yesterday or -3d.")
        )
    return day


_KEY: Final = "tui_app.as_of"


def _keep(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    if text is None:
        return
    ctx.meta[_KEY] = read_day_typed(text)


AS_OF: Final = click.option(
    "--as-of",
    metavar="DAY",
    expose_value=False,
    callback=_keep,
    help="Show the register as it stood on DAY: see firmeterm manual history.",
)
"""The option; ``day_of_command`` has its value."""


def day_of_command() -> dt.date | None:
    """The day of ``--as-of``, ``None`` for today."""
    ctx = click.get_current_context(silent=True)
    day: dt.date | None = ctx.meta.get(_KEY) if ctx else None
    return day


def notes_on(history: CompanyHistory, snapshot: PastSnapshot, day: dt.date) -> list[str]:
    """The note on a day: its snapshot, the next one, and uncertain changes."""
    from tui_app.contract.past import uncertain_on

    later = [each.day for each in history.snapshots if each.day > snapshot.day]
    following = _("; the next one is of {day}").format(day=later[0]) if later else ""
    lines = [
        _("As of {day}: the register of {published}{following}.").format(
            day=day, published=snapshot.day, following=following
        )
    ]
    lines += [
        _("{kind}: changed between {not_before} and {not_after}, before or after that day.").format(
            kind=each.kind, not_before=each.not_before, not_after=each.not_after
        )
        for each in uncertain_on(history, day)
    ]
    return lines


def last_seen(history: CompanyHistory, day: str) -> str:
    """How a company that is gone can still be shown."""
    return _(
        "{name} was last in the register's file of {day}: firmeterm show {tax_id} --as-of {day}"
    ).format(name=history.company_name, day=day, tax_id=history.tax_id)


def why_missing(history: CompanyHistory, snapshot: PastSnapshot | None, day: dt.date) -> str:
    """Why there is nothing about a company on a day; empty if there is something."""
    name = history.company_name
    if snapshot is None:
        return _("The history begins on {first}: nothing is known of {day}.").format(
            first=history.snapshots[0].day, day=day
        )
    if snapshot.present is None:
        return _("{name} is not in the files of {day}, but they are incomplete: unknown.").format(
            name=name, day=snapshot.day
        )
    if not snapshot.present:
        return _("{name} is not in the register's file of {day}.").format(
            name=name, day=snapshot.day
        )
    return ""
