"""``firmeterm login`` and ``firmeterm cache``. Results go to stdout, talk to stderr."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path

import click

from tui_app import settings as configuration
from tui_app.client.address import Address, read_address
from tui_app.client.cache import FILE_NAME
from tui_app.client.connecting import connection_to
from tui_app.client.credentials import FoundKey, Stored, as_secret, find_key, read_key_file, store
from tui_app.client.errors import ClientError
from tui_app.client.login_check import try_out
from tui_app.client.secret import Secret
from tui_app.config_file import save_base_url


@click.command()
@click.option("--status", is_flag=True, help="Say which server and key are used, and stop.")
@click.option(
    "--store",
    "place",
    type=click.Choice(["keyring", "file"]),
    help="Where to keep the key; without it, you are asked where there is a choice.",
)
@click.pass_context
def login(ctx: click.Context, status: bool, place: str | None) -> None:
    """Set the server to ask and its API key, after trying them with one request.

    The key is asked for and not shown, or read with --api-key-file before the command:
    firmeterm --api-key-file FILE login.
    """
    flags = dict(ctx.parent.params) if ctx.parent else {}
    api_key_file = flags.pop("api_key_file", None)
    settings = _settings(flags)
    try:
        if status:
            _print_status(settings, api_key_file)
        else:
            _log_in(settings, api_key_file, place, given=flags.get("base_url") is not None)
    except (ClientError, configuration.SettingsError) as error:
        raise click.ClickException(str(error)) from None


def _log_in(
    settings: configuration.Settings, api_key_file: str | None, place: str | None, *, given: bool
) -> None:
    """``given``: the address was named on this command line, so there is nothing to ask."""
    typed = settings.base_url
    if typed is None or not (given or api_key_file):
        typed = click.prompt("Base address of the server", default=typed, err=True)
    address = read_address(typed, allow_http=settings.allow_http)
    key = _entered(address, api_key_file)
    click.echo(f"Trying them with one request to {address.host} …", err=True)
    remaining = asyncio.run(try_out(connection_to(address.base, key, settings)))
    kept = _keep(address, key, place)
    save_base_url(address.base)
    click.echo(f"{address.host} takes the key {key.masked}. It is kept in {kept}.", err=True)
    if remaining is not None:
        click.echo(f"{remaining} requests left.", err=True)


def _entered(address: Address, api_key_file: str | None) -> Secret:
    if api_key_file is not None:
        text = read_key_file(api_key_file)
    else:
        text = click.prompt(f"API key for {address.host}", hide_input=True, err=True)
    key = as_secret(text)
    if key is None:
        raise click.ClickException(
            "A key is one word of plain letters, digits and signs. Nothing was sent or stored."
        )
    return key


def _keep(address: Address, key: Secret, place: str | None) -> str:
    """Keep the key where the user wants it, and say where that is."""
    file = configuration.credentials_file()
    if place != "file" and (name := _offered_keyring(address, key, insist=place == "keyring")):
        store(address.base, Stored(keyring=True), file)
        return name
    store(address.base, Stored(key=key.reveal()), file)
    return str(file)


def _offered_keyring(address: Address, key: Secret, *, insist: bool) -> str | None:
    from tui_app.client.keyring_store import Keyring

    try:
        keyring = Keyring()
    except ClientError:
        if insist:
            raise
        return None
    if not insist and not click.confirm(f"Keep it in {keyring.name}?", default=True, err=True):
        return None
    keyring.set(address.base, key.reveal())
    return keyring.name


def _print_status(settings: configuration.Settings, api_key_file: str | None) -> None:
    if settings.base_url is None:
        click.echo("No server is set: the explorer shows a registry of your own, or the sample.")
        return
    address = read_address(settings.base_url, allow_http=settings.allow_http)
    click.echo(f"Server: {address.base}")
    found: FoundKey | None = find_key(
        address.base, configuration.credentials_file(), api_key_file=api_key_file
    )
    if found is None:
        click.echo("Key: none. Run firmeterm login to set one.")
    else:
        click.echo(f"Key: {found.key.masked} from the {found.source} ({found.place})")


def _settings(flags: dict[str, object]) -> configuration.Settings:
    try:
        return configuration.load(flags).settings
    except configuration.SettingsError as error:
        raise click.ClickException(str(error)) from None


@click.group()
def cache() -> None:
    """What answers are kept on this machine."""


@cache.command()
def info() -> None:
    """Say how many answers are kept, since when, and where."""
    from tui_app.client.store import Store

    path = _kept_answers()
    if not path.exists():
        click.echo("Nothing is kept.")
        return
    kept = Store(path)
    found = kept.info()
    kept.close()
    click.echo(f"File: {path}")
    click.echo(f"Answers: {found.answers}, {found.bytes / 1e6:.1f} MB")
    if found.oldest is not None and found.newest is not None:
        click.echo(f"Fetched: {_day(found.oldest)} to {_day(found.newest)}")
    for notice in kept.notices:
        click.echo(notice, err=True)


@cache.command()
def clear() -> None:
    """Forget every kept answer."""
    from tui_app.client.store import Store

    path = _kept_answers()
    if path.exists():
        kept = Store(path)
        number = kept.info().answers
        kept.clear()
        left = kept.info().answers
        kept.close()
        for notice in kept.notices:
            click.echo(notice, err=True)
        if left:
            raise click.ClickException(f"{left} answers are still kept: try again.")
        click.echo(f"{number} answers forgotten.", err=True)
    else:
        click.echo("Nothing is kept.", err=True)


def _kept_answers() -> Path:
    return configuration.cache_folder() / FILE_NAME


def _day(moment: float) -> str:
    return dt.datetime.fromtimestamp(moment, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M")
