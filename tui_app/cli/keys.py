"""``firmeterm keys``: issues, lists, changes and revokes keys. Results go to stdout only."""

from __future__ import annotations

import datetime as dt
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from tui_app.cli.accounts import (
    ACCOUNTS_NOTE,
    ACCOUNTS_OPTION,
    NO_KEY,
    are_there,
    opened_accounts,
)
from tui_app.cli.ending import NothingError, WrongUseError, require_output, tell
from tui_app.cli.output import OutputOptions, show_rows, takes_output
from tui_app.cli.output_file import refuse_existing
from tui_app.contract.dates import read_day
from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.registry_location import is_url
from tui_app.service.accounts import Account
from tui_app.service.allowance import DEFAULT_QUOTA
from tui_app.system.language import N_, _, ngettext
from tui_app.system.streams import discard_output
from tui_app.system.untyped import FieldValue

_DUMPED = N_(
    "These accounts are in PostgreSQL. Back them up and restore them with its"
    " own tools: pg_dump --schema firmeterm_accounts, pg_restore."
)


_NOT_IN_USE: Final = N_("No key in use has this id. See the ids with: firmeterm keys list")
_QUOTA: Final = click.IntRange(0, 2**53)
_DAY: Final = 86_400


class _LastDayType(click.ParamType[float]):
    """The last day on which a key works, converted to the moment of its end."""

    name = "day"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        if value == "never":
            return math.inf
        day = read_day(str(value))
        if day is None:
            self.fail(_("write a day as 2027-12-31 or 31.12.2027"), param, ctx)
        return dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC).timestamp() + _DAY


@click.group(epilog=ACCOUNTS_NOTE)
def keys() -> None:
    """Issue, list, change, revoke and back up the keys of the service."""


@keys.command(short_help="Issue a key.")
@click.option("--label", required=True, help="Who or what the key is for.")
@click.option(
    "--quota",
    default=DEFAULT_QUOTA,
    show_default=True,
    type=_QUOTA,
    help="Successful requests a calendar month.",
)
@click.option("--expires", metavar="DAY", type=_LastDayType(), help="Last day it works (UTC).")
@ACCOUNTS_OPTION
def create(label: str, quota: int, expires: float | None, accounts: str) -> None:
    """Issue a key and print only the key to standard output. It is never shown again."""
    if expires is not None and expires <= time.time():
        raise click.BadParameter(_("that day is over"), param_hint="--expires")
    require_output(_("no key was issued"))
    with opened_accounts(accounts, prepares=True) as store:
        key = store.create(label, quota)
        name = store.by_key(key).id
        if expires is not None:
            store.change(name, None, _moment(expires), sets_end=True)
        _show(key, lambda: store.revoke(name), _("It was revoked; issue another one."))
    tell(_("Key {name} for {label}: keep it, it is shown only now."), name=name, label=repr(label))


_LISTED: Final = ("id", "used", "quota", "lastUsedAt", "state", "label")


@keys.command("list")
@takes_output(columns=_LISTED)
@ACCOUNTS_OPTION
def list_keys(accounts: str, output: OutputOptions) -> None:
    """List the keys by their ids; the keys themselves are not kept."""
    issued: list[Account] = []
    if are_there(accounts):
        with opened_accounts(accounts) as store:
            issued = list(store.with_keys())
    if not output.is_for_people:
        show_rows("Keys", _LISTED, map(_record, issued), output)
        return
    if not issued:
        tell(_("No key yet. Issue one with: firmeterm keys create --label NAME"))
        return
    heads = _("ID,USED,QUOTA,LAST USE (UTC),STATE,LABEL")
    rows = [tuple(heads.split(",")), *map(_row, issued)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*padded, row[-1]]))


@keys.command()
@click.argument("key_id")
@ACCOUNTS_OPTION
def revoke(key_id: str, accounts: str) -> None:
    """Revoke the key with this id, at once and permanently."""
    with opened_accounts(accounts) as store:
        if not store.revoke(key_id):
            raise NothingError(_(_NOT_IN_USE))
    tell(_("Key {key_id} is revoked."), key_id=key_id)


@keys.command("set", short_help="Change the allowance of a key, or its last day.")
@click.argument("key_id")
@click.option("--quota", type=_QUOTA, help="Successful requests a calendar month.")
@click.option(
    "--expires", metavar="DAY|never", type=_LastDayType(), help="Last day it works (UTC)."
)
@ACCOUNTS_OPTION
def change(key_id: str, quota: int | None, expires: float | None, accounts: str) -> None:
    """Change the allowance of a key, or the day on which it expires, at once.

    Requests already used this month still count.
    """
    if quota is None and expires is None:
        raise click.UsageError(_("give --quota, --expires or both"))
    with opened_accounts(accounts) as store:
        end = _moment(expires)
        if not store.change(key_id, quota, end, sets_end=expires is not None):
            raise NothingError(_(_NOT_IN_USE))
    tell(_("Key {key_id} is changed."), key_id=key_id)


@keys.command(short_help="Replace a key by a new one.")
@click.argument("key_id")
@click.option(
    "--overlap",
    default=7.0,
    show_default=True,
    metavar="DAYS",
    type=click.FloatRange(0, 366),
    help="How long the old key works beside the new one.",
)
@ACCOUNTS_OPTION
def rotate(key_id: str, overlap: float, accounts: str) -> None:
    """Replace a key by a new one and print only the new key to standard output.

    Both spend the same allowance and have the same id, until the old one stops working: at the
    latest when the key is rotated again.
    """
    require_output(_("the key was not changed"))
    with opened_accounts(accounts) as store:
        key = store.rotate(key_id, overlap * _DAY)
        if key is None:
            raise NothingError(_(_NOT_IN_USE))
        _show(key, lambda: store.undo_rotation(key), _("The old key works as before."))
    tell(
        _("Key {key_id}: the old one works for {overlap:g} days more."),
        key_id=key_id,
        overlap=overlap,
    )


@keys.command()
@click.argument("accounts", metavar="FILE|URL", type=click.Path(readable=False))
def prepare(accounts: str) -> None:
    """Prepare a place for keys and counts, as its owner.

    In PostgreSQL this creates the tables, or brings them to this version: services need only
    read and write them. It also confirms a clock that is far ahead of the latest request.
    """
    with opened_accounts(accounts, prepares=True, trusts_clock=True):
        tell(_("Ready for keys and counts."))


@keys.command(short_help="Copy all keys with their counts to another place.")
@click.argument("source", metavar="FROM", type=click.Path(readable=False))
@click.argument("target", metavar="TO", type=click.Path(readable=False))
def migrate(source: str, target: str) -> None:
    """Copy all keys with their counts from one place to another, each a file or a URL.

    Stop the service first, so that no request is counted in the old place meanwhile. If repeated,
    it copies keys issued since, and ends keys revoked, rotated or expired since.
    """
    with opened_accounts(source) as old, opened_accounts(target, prepares=True) as new:
        keys_there = old.with_keys()
        moved = [new.adopt(account) for account in keys_there]
        ended = [account for account in keys_there if new.copy_expiry(account)]
    copied, kept = moved.count(True), moved.count(False)
    tell(ngettext("{count} key was copied.", "{count} keys were copied.", copied), count=copied)
    if kept:
        tell(_("There already: {count}."), count=kept)
    revoked = sum(account.revoked_at is not None for account in ended)
    if revoked:
        tell(_("Revoked now, as in the old place: {count}."), count=revoked)
    if others := len(ended) - revoked:
        tell(_("Rotated or ended now, as in the old place: {count}."), count=others)


@keys.command(short_help="Copy keys and counts into one file.")
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
        raise NothingError(_(NO_KEY))
    refuse_existing(file, replaces=force)
    count = back_up(Path(source), file)
    tell(
        ngettext("{count} key copied to {file}", "{count} keys copied to {file}", count),
        count=count,
        file=file,
    )


@keys.command(short_help="Put a backup in the place of the accounts.")
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


def _record(account: Account) -> dict[str, FieldValue]:
    used = account.last_used
    moment = dt.datetime.fromtimestamp(used, dt.UTC) if used else None
    return {
        "id": account.id,
        "used": account.used,
        "quota": account.quota,
        "lastUsedAt": None if moment is None else format_timestamp(moment),
        "state": _state(account),
        "label": account.label,
    }


def _row(account: Account) -> tuple[str, ...]:
    used = account.last_used
    last = f"{dt.datetime.fromtimestamp(used, dt.UTC):%Y-%m-%d %H:%M}" if used else _("never")
    label = "".join(c if c.isprintable() else "?" for c in account.label)
    return account.id, str(account.used), str(account.quota), last, _state(account), label


def _state(account: Account) -> str:
    if account.revoked_at:
        return "revoked"
    if account.expires_at is not None:
        last = f"{dt.datetime.fromtimestamp(account.expires_at - 1, dt.UTC):%Y-%m-%d}"
        return (_("until {last}") if account.is_in_use else _("ended {last}")).format(last=last)
    if (account.old_until or 0) > account.read_at:
        return "rotated"
    return "in use"


def _moment(expires: float | None) -> float | None:
    """When a key ends, in seconds since 1970; ``None`` for never."""
    return None if expires in (None, math.inf) else expires


def _show(key: str, undo: Callable[[], object], note: str) -> None:
    """Print the key; if that fails, undo the change, and say so."""
    try:
        click.echo(key)
    except OSError as error:
        undo()
        discard_output()
        text = _("The key could not be written to standard output: {why}. {note}")
        raise WrongUseError(text.format(why=error.strerror, note=note)) from None
