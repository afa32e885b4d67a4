"""``firmeterm cache``: the answers that are cached on this machine."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Final

import click

from tui_app.cli.ending import FailedError, tell, tell_lines
from tui_app.cli.output import OutputOptions, show_record, takes_output
from tui_app.client.cache import FILE_NAME
from tui_app.client.cache_file import CacheFile
from tui_app.config import settings as configuration
from tui_app.contract.timestamps import format_timestamp
from tui_app.system.language import _, ngettext


@click.group()
def cache() -> None:
    """Look after the answers that are cached on this machine."""


_FIELDS: Final = ("file", "answers", "bytes", "oldest", "newest")


@cache.command()
@takes_output(columns=_FIELDS)
def info(output: OutputOptions) -> None:
    """Say how many answers are cached, since when, and where."""
    path = _file()
    if not path.exists():
        if not output.is_for_people:
            empty = dict.fromkeys(_FIELDS) | {"file": str(path), "answers": 0, "bytes": 0}
            show_record("Cache", empty, output)
        else:
            click.echo(_("Nothing is cached."))
        return
    store = CacheFile(path)
    found = store.info()
    store.close()
    if not output.is_for_people:
        values = (
            str(path),
            found.answers,
            found.bytes,
            *map(_moment, (found.oldest, found.newest)),
        )
        show_record("Cache", dict(zip(_FIELDS, values, strict=True)), output)
        tell_lines(store.notices)
        return
    click.echo(_("File: {path}").format(path=path))
    text = _("Answers: {count}, {size:.1f} MB")
    click.echo(text.format(count=found.answers, size=found.bytes / 1e6))
    if found.oldest is not None and found.newest is not None:
        message = _("Loaded: {oldest} to {newest}")
        click.echo(message.format(oldest=_minute(found.oldest), newest=_minute(found.newest)))
    tell_lines(store.notices)


@cache.command()
def clear() -> None:
    """Delete every cached answer."""
    path = _file()
    if not path.exists():
        tell(_("Nothing is cached."))
        return
    store = CacheFile(path)
    number = store.info().answers
    store.clear()
    left = store.info().answers
    store.close()
    tell_lines(store.notices)
    if left:
        text = ngettext(
            "{count} answer is still cached: try again.",
            "{count} answers are still cached: try again.",
            left,
        )
        raise FailedError(text.format(count=left))
    tell(ngettext("{count} answer deleted.", "{count} answers deleted.", number), count=number)


def _file() -> Path:
    return configuration.cache_folder() / FILE_NAME


def _moment(moment: float | None) -> str | None:
    return None if moment is None else format_timestamp(dt.datetime.fromtimestamp(moment, dt.UTC))


def _minute(moment: float) -> str:
    return dt.datetime.fromtimestamp(moment, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M")
