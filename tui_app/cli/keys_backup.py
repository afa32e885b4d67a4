"""``firmeterm keys backup`` and ``restore``: copies of keys and counts, also while in use."""

from __future__ import annotations

from pathlib import Path

import click

from tui_app.cli.accounts import ACCOUNTS_OPTION, are_there
from tui_app.cli.ending import NothingError, WrongUseError, tell
from tui_app.cli.output_file import refuse_existing
from tui_app.registry.registry_location import is_url
from tui_app.system.language import N_, _, ngettext

_DUMPED = N_(
    "These accounts are in PostgreSQL. Back them up and restore them with its"
    " own tools: pg_dump --schema firmeterm_accounts, pg_restore."
)


@click.command(short_help="Copy keys and counts into one file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace an older backup.")
@ACCOUNTS_OPTION
def backup(file: Path, force: bool, accounts: str) -> None:
    """Copy keys and counts into one FILE while services go on.

    Do not use cp: the newest counts are in a second file beside the accounts.
    """
    from tui_app.service.sqlite_backup import back_up

    source = _file(accounts)
    if not are_there(source):
        raise NothingError(_("No key is issued yet."))
    refuse_existing(file, replaces=force)
    count = back_up(Path(source), file)
    tell(
        ngettext("{count} key copied to {file}", "{count} keys copied to {file}", count),
        count=count,
        file=file,
    )


@click.command(short_help="Put a backup in the place of the accounts.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@ACCOUNTS_OPTION
def restore(file: Path, accounts: str) -> None:
    """Replace the accounts by a backup; running services continue with it.

    Keys issued after the backup are lost, and so are later counts: first back up the current
    accounts into another file.
    """
    from tui_app.service.sqlite_backup import restore

    if not file.exists():
        raise WrongUseError(_("There is no file {file}.").format(file=file))
    count = restore(file, Path(_file(accounts)))
    text = ngettext("{count} key restored from {file}", "{count} keys restored from {file}", count)
    tell(text, count=count, file=file)


def _file(location: str) -> str:
    if is_url(location):
        raise click.UsageError(_(_DUMPED))
    return location
