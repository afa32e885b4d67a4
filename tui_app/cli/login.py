"""``firmeterm login``: a server and its key, checked with one request before they are saved."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
import warnings
from collections.abc import Callable
from typing import TypeVar

import click

from tui_app.cli.ending import WrongUseError, tell
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.questions import yes_or_no
from tui_app.cli.session import report_client_errors, settings_of_run
from tui_app.cli.source_flags import flags_of_run
from tui_app.client import KEY_VARIABLE, credentials
from tui_app.client.address import read_address
from tui_app.client.errors import ClientError
from tui_app.client.login_check import check_login
from tui_app.client.secret import Secret
from tui_app.config import settings as configuration
from tui_app.config.file import save_base_url
from tui_app.sources.connection import cache_of_answers, connection_to
from tui_app.system.language import _, ngettext
from tui_app.system.web_address import WebAddress

T = TypeVar("T")


@click.command()
@click.option("--status", is_flag=True, help="Say which server and key are used, and stop.")
@click.option(
    "--store",
    "storage",
    type=NearestChoice(["keyring", "file"]),
    help="Where to keep the key; without it, you are asked where there is a choice.",
)
def login(status: bool, storage: str | None) -> None:
    """Set the server and its API key, after trying them with one request.

    The key is asked for and not shown, or read with --api-key-file before the command:
    firmeterm --api-key-file FILE login.
    """
    flags, api_key_file = flags_of_run()
    settings = settings_of_run()
    if status and storage:
        raise click.UsageError(_("--status stores nothing: leave --store out."))
    with report_client_errors():
        if status:
            _print_status(settings, api_key_file)
        else:
            is_named = flags.get("base_url") or flags.get("use_server")
            _log_in(settings, api_key_file, storage, is_named=is_named is not None)


def _log_in(
    settings: configuration.Settings,
    api_key_file: str | None,
    storage: str | None,
    *,
    is_named: bool,
) -> None:
    """``is_named``: the server was given on this command line, so there is no question to ask."""
    typed = settings.base_url
    if typed is None or not (is_named or api_key_file):
        typed = _prompt(_("Base address of the server"), default=typed)
    address = read_address(typed, allow_http=configuration.may_use_http(settings, typed))
    key = _entered(address, api_key_file)
    tell(_("Checking them with one request to {host} …"), host=address.host)
    connection = connection_to(address.base, settings, key)
    remaining = asyncio.run(check_login(connection, cache_of_answers()))
    storage_of_key = _keep(address, key, storage)
    if settings.use_server is None or typed != settings.base_url:
        save_base_url(address.base)
    tell(
        _("Key {masked} accepted by {host}; saved in {place}."),
        masked=key.masked,
        host=address.host,
        place=storage_of_key,
    )
    if remaining is not None:
        tell(
            ngettext("{count} request left.", "{count} requests left.", remaining), count=remaining
        )
    if os.environ.get(KEY_VARIABLE):
        tell(
            _("{variable} is set and overrides the saved key: unset it to use this one."),
            variable=KEY_VARIABLE,
        )


def _prompt(question: str, default: str | None = None, *, hide_input: bool = False) -> str:
    """An answer; says what to do if nobody is there to give one.

    A hidden answer is read from the terminal itself, even if standard input is a pipe.
    """
    is_seen = hide_input or (sys.stdin is not None and sys.stdin.isatty())
    shown, suffix = (question, ": ") if is_seen else ("", "")
    with warnings.catch_warnings():
        # The warning says that typing is not hidden: without a terminal nobody types.
        warnings.simplefilter("ignore", getpass.GetPassWarning)
        answer: str | None = _ask(
            lambda: click.prompt(
                shown,
                default=default,
                hide_input=hide_input,
                prompt_suffix=suffix,
                show_default=is_seen,
                err=True,
            )
        )
    if answer is None:
        if is_seen:
            click.echo("", err=True)
        raise WrongUseError(
            _(
                "No terminal to ask on. Pass both: firmeterm --base-url URL --api-key-file"
                " FILE login."
            )
        )
    return answer


def _entered(address: WebAddress, api_key_file: str | None) -> Secret:
    if api_key_file is not None:
        text = credentials.read_key_file(api_key_file)
    else:
        text = _prompt(_("API key for {host}").format(host=address.host), hide_input=True)
    key = credentials.as_secret(text)
    if key is None:
        raise WrongUseError(
            _("A key is one word of plain letters, digits and signs. Nothing was sent or saved.")
        )
    return key


def _keep(address: WebAddress, key: Secret, storage: str | None) -> str:
    """Store the key in the chosen storage, and say where."""
    file = configuration.credentials_file()
    if storage != "file" and (name := _offered_keyring(address, key, insist=storage == "keyring")):
        credentials.store(address.base, credentials.StoredCredential(keyring=True), file)
        return name
    credentials.store(address.base, credentials.StoredCredential(key=key.reveal()), file)
    return str(file)


def _offered_keyring(address: WebAddress, key: Secret, *, insist: bool) -> str | None:
    from tui_app.client.keyring_store import Keyring

    try:
        keyring = Keyring()
    except ClientError:
        if insist:
            raise
        return None
    question = _("Keep it in {name}?").format(name=keyring.name)
    # If nobody is there to ask, the keyring is the safer place.
    wanted = True if insist else _ask(lambda: yes_or_no(question))
    if wanted is None:
        click.echo("", err=True)
    if wanted is False:
        return None
    keyring.set(address.base, key.reveal())
    return keyring.name


def _ask(prompt: Callable[[], T]) -> T | None:
    """The user's answer; ``None`` if nobody is there to give one."""
    if sys.stdin is None:
        return None
    try:
        return prompt()
    except click.Abort:
        if sys.stdin.isatty():
            raise
        return None


def _print_status(settings: configuration.Settings, api_key_file: str | None) -> None:
    if settings.base_url is None:
        click.echo(_("No server is set: the explorer shows a registry of your own, or the sample."))
        return
    address = read_address(
        settings.base_url, allow_http=configuration.may_use_http(settings, settings.base_url)
    )
    click.echo(_("Server: {base}").format(base=address.base))
    found: credentials.FoundKey | None = credentials.find_key(
        address.base, configuration.credentials_file(), api_key_file=api_key_file
    )
    if found is None:
        click.echo(_("Key: none. Run firmeterm login to set one."))
    else:
        text = _("Key: {masked} from the {source} ({place})")
        click.echo(text.format(masked=found.key.masked, source=found.source, place=found.found_at))
