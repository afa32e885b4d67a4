"""Options for the age of answers: ``--as-of DAY``, ``--fresh`` and ``--stale-ok``.

The first shows the register of a day in the past. The others say whether the cache may answer, and
old answers for failed ones.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

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


_DAY: Final = "tui_app.as_of"


def _keep_day(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    if text is None:
        return
    ctx.meta[_DAY] = read_day_typed(text)


AS_OF: Final = click.option(
    "--as-of",
    metavar="DAY",
    expose_value=False,
    callback=_keep_day,
    help="Show the register as it stood on DAY: see firmeterm manual history.",
)
"""The option; ``day_of_command`` has its value."""


def day_of_command() -> dt.date | None:
    """The day of ``--as-of``, ``None`` for today."""
    ctx = click.get_current_context(silent=True)
    day: dt.date | None = ctx.meta.get(_DAY) if ctx else None
    return day


def notes_on(history: CompanyHistory, snapshot: PastSnapshot, day: dt.date) -> list[str]:
    """The note on a day: its snapshot, the next one, and uncertain changes."""
    from tui_app.contract.past import uncertain_on

    later = [each.day for each in history.snapshots if each.day > snapshot.day]
    following = _("; the next one is of {day}").format(day=later[0]) if later else ""
    text = _("As of {day}: the register of {published}{following}.")
    lines = [text.format(day=day, published=snapshot.day, following=following)]
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
    if snapshot is None:
        text = _("The history begins on {first}: nothing is known of {day}.")
        return text.format(first=history.snapshots[0].day, day=day)
    if snapshot.present:
        return ""
    text = _("{name} is not in the register's file of {day}.")
    if snapshot.present is None:
        text = _("{name} is not in the files of {day}, but they are incomplete: unknown.")
    return text.format(name=history.company_name, day=snapshot.day)


F = TypeVar("F", bound=Callable[..., Any])

_STALE_OK: Final = "tui_app.stale_ok"


def _keep_stale_ok(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_STALE_OK] = value


def fresh_options() -> tuple[click.Option, click.Option]:
    """The two options; only ``fresh`` is passed to the command."""
    return (
        click.Option(["--fresh"], is_flag=True, help="Bypass the cache."),
        click.Option(
            ["--stale-ok"],
            is_flag=True,
            expose_value=False,
            callback=_keep_stale_ok,
            help="With --fresh: an old answer, marked as stale, where the new one fails.",
        ),
    )


def takes_fresh(command: F) -> F:
    """Give a command the two options."""
    params: list[click.Parameter] = command.__dict__.setdefault("__click_params__", [])
    params += reversed(fresh_options())
    return command


def is_stale_ok(*, offline: bool) -> bool:
    """Whether ``--stale-ok`` was given; raises ``click.UsageError`` if it could do nothing.

    ``--fresh`` is refused where nothing may be sent.
    """
    ctx = click.get_current_context()
    is_fresh, is_stale = bool(ctx.params.get("fresh")), bool(ctx.meta.get(_STALE_OK))
    if is_stale and not is_fresh:
        raise click.UsageError(_("--stale-ok needs --fresh: without it a cached answer is shown."))
    if is_fresh and offline:
        raise click.UsageError(_("--fresh asks anew, and this run is offline: leave one out."))
    return is_stale
