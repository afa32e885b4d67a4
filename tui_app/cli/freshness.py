"""``--fresh`` and ``--stale-ok``: whether the cache may answer, and old answers for failed ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from tui_app.system.language import _

F = TypeVar("F", bound=Callable[..., Any])

_KEY: Final = "tui_app.stale_ok"


def _keep(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_KEY] = value


def fresh_options() -> tuple[click.Option, click.Option]:
    """The two options; only ``fresh`` is passed to the command."""
    return (
        click.Option(["--fresh"], is_flag=True, help="Bypass the cache."),
        click.Option(
            ["--stale-ok"],
            is_flag=True,
            expose_value=False,
            callback=_keep,
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
    is_fresh, is_stale = bool(ctx.params.get("fresh")), bool(ctx.meta.get(_KEY))
    if is_stale and not is_fresh:
        raise click.UsageError(_("--stale-ok needs --fresh: without it a cached answer is shown."))
    if is_fresh and offline:
        raise click.UsageError(_("--fresh asks anew, and this run is offline: leave one out."))
    return is_stale
