"""``firmeterm doctor``: checks the installation, and names the command that fixes each problem.

Costs no request: a server is tried without the key, and an error costs nothing.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from msgspec import Struct

from tui_app import __version__, source
from tui_app import settings as configuration
from tui_app.connecting import connection_to
from tui_app.settings import Settings
from tui_app.source import SourceKind
from tui_app.source_flags import flags_of_run
from tui_app.streams import require_output

if TYPE_CHECKING:
    from tui_app.client.companies import Connection
    from tui_app.client.secret import Secret

_PARTS: Final = ("textual", "httpx", "click", "msgspec", "starlette", "granian")
_SMALLEST: Final = (40, 12)
_TROUBLE: Final = 1
_NOBODY: Final = "10"
"""A tax id that no company has: its control digit is wrong."""


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=False):
    """One check: its subject, whether it passed, and the command that fixes it."""

    name: str
    ok: bool
    text: str
    mend: str | None = None


@click.command(epilog="Examples: firmeterm doctor · firmeterm doctor --json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--try-key", is_flag=True, help="Send the key with one request that can find nothing."
)
def doctor(as_json: bool, try_key: bool) -> None:
    """Look at versions, terminal, source, connection, key, registry, cache and workspace.

    One line each; what is wrong is said with the command that mends it. Exit code 1 when
    something is wrong. Costs no request, and the key is never shown, nor sent without
    --try-key: that asks for a company that does not exist, which is free on a server that
    charges nothing for errors. With the public services as the source, each gets one small
    request about an invented company.
    """
    require_output("nothing was looked at")
    findings = list(_findings(*flags_of_run(), try_key=try_key))
    if as_json:
        import json

        click.echo(json.dumps(msgspec.to_builtins(findings), indent=2))
    else:
        for each in findings:
            mend = f" → {each.mend}" if each.mend else ""
            click.echo(f"{'ok   ' if each.ok else 'WRONG'}  {each.name:<12}{each.text}{mend}")
    if not all(each.ok for each in findings):
        raise SystemExit(_TROUBLE)


# Any: flags have different types.
def _findings(
    flags: dict[str, Any], api_key_file: str | None, *, try_key: bool
) -> Iterator[Finding]:
    yield _versions()
    yield _terminal()
    yield _clipboard()
    try:
        settings = configuration.load(flags).settings
    except configuration.SettingsError as error:
        yield Finding(name="settings", ok=False, text=str(error), mend="firmeterm config edit")
        settings = Settings()
    else:
        yield Finding(name="settings", ok=True, text=str(configuration.config_file()))
    kind = source.kind_of(settings)
    yield Finding(name="source", ok=True, text=source.name_of(settings))
    if kind is SourceKind.REMOTE:
        yield _connection(settings)
        yield _key(settings, api_key_file, try_key=try_key)
    elif kind is SourceKind.PUBLIC:
        yield from _public_services(settings)
    else:
        yield Finding(name="connection", ok=True, text="none needed: no server is set")
        yield Finding(name="key", ok=True, text="none needed")
    yield _registry(settings)
    yield _cache()
    yield _workspace()


def _public_services(settings: Settings) -> Iterator[Finding]:
    """One small request to each service, about an invented company."""
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import probe
    from tui_app.public_source import open_services

    if settings.offline:
        yield Finding(name="connection", ok=True, text="not tried: offline")
        yield Finding(name="key", ok=True, text="none needed")
        return
    mend = "try again later; if it lasts, report this line"
    try:
        with closing(open_services(settings)) as services:
            for found in probe(services):
                text = clean(f"{found.service} ({found.address}): {found.text}")
                name = "connection"
                yield Finding(
                    name=name, ok=found.works, text=text, mend=None if found.works else mend
                )
    except configuration.SettingsError as error:
        text, mend = str(error), "firmeterm config edit"
        yield Finding(name="connection", ok=False, text=text, mend=mend)
    yield Finding(name="key", ok=True, text="none needed")


def _versions() -> Finding:
    parts = ", ".join(f"{name} {metadata.version(name)}" for name in _PARTS)
    system = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    text = f"firmeterm {__version__}, {system}, {parts}"
    from tui_app.ui.terminal.textual_private import MISSING

    if MISSING:
        mend = "python -m pip install 'textual~=8.2.8'"
        return Finding(name="versions", ok=False, text=f"{text}: other Textual", mend=mend)
    return Finding(name="versions", ok=True, text=text)


def _terminal() -> Finding:
    from tui_app.ui.terminal.capabilities import Characters, cannot_open, detect

    terminal = detect()
    size = shutil.get_terminal_size()
    utf8 = "UTF-8" if terminal.characters is not Characters.ASCII else "no UTF-8"
    text = (
        f"{terminal.term or 'no TERM'}, {terminal.colours.name.lower().replace('_', ' ')} colours,"
        f" {size.columns}×{size.lines}, {utf8}"
    )
    if not terminal.is_tty:
        return Finding(name="terminal", ok=True, text=f"none (commands only); {text}")
    if cannot_open(terminal) is not None:
        mend = "TERM=xterm-256color firmeterm"
        return Finding(name="terminal", ok=False, text=f"{text}: no explorer", mend=mend)
    if size.columns < _SMALLEST[0] or size.lines < _SMALLEST[1]:
        text = f"{text}: too small, 40×12 at least"
        return Finding(name="terminal", ok=False, text=text, mend="stty size")
    if terminal.characters is Characters.ASCII:
        mend = "export LANG=C.UTF-8"
        return Finding(name="terminal", ok=False, text=f"{text}: letters are lost", mend=mend)
    return Finding(name="terminal", ok=True, text=text)


def _clipboard() -> Finding:
    from tui_app.ui.terminal.capabilities import Multiplexer, detect

    terminal = detect()
    if terminal.multiplexer is Multiplexer.TMUX:
        text = "OSC 52 through tmux, which has to allow it"
        mend = "tmux set -g allow-passthrough on"
        return Finding(name="clipboard", ok=True, text=text, mend=mend)
    where = f" to the machine before {terminal.host}" if terminal.host else ""
    route = "OSC 52 through screen" if terminal.multiplexer is Multiplexer.SCREEN else "OSC 52"
    return Finding(name="clipboard", ok=True, text=f"{route}{where}")


def _connection(settings: Settings) -> Finding:
    from tui_app.client.address import read_address
    from tui_app.client.errors import ClientError, CredentialError, NotFoundError

    if settings.offline:
        return Finding(name="connection", ok=True, text="not tried: offline")
    try:
        address = read_address(settings.base_url or "", allow_http=True)
        asyncio.run(_ask_about_nobody(connection_to(address.base, settings, None)))
    except (CredentialError, NotFoundError):
        pass  # it answers: that is all this checks
    except ClientError as error:
        mend = "firmeterm login"
        return Finding(name="connection", ok=False, text=str(error), mend=mend)
    return Finding(name="connection", ok=True, text=f"{address.host} answers")


def _key(settings: Settings, api_key_file: str | None, *, try_key: bool) -> Finding:
    from tui_app.client.address import read_address
    from tui_app.client.credentials import find_key
    from tui_app.client.errors import ClientError

    try:
        base_url = settings.base_url or ""
        allow_http = configuration.may_use_http(settings, base_url)
        address = read_address(base_url, allow_http=allow_http)
        found = find_key(address.base, configuration.credentials_file(), api_key_file=api_key_file)
    except ClientError as error:
        return Finding(name="key", ok=False, text=str(error), mend="firmeterm login")
    if found is None:
        return Finding(name="key", ok=False, text="none is set", mend="firmeterm login")
    text = f"set, from the {found.source} ({found.place})"
    if settings.offline:
        return Finding(name="key", ok=True, text=f"{text}; not tried: offline")
    if not try_key:
        return Finding(name="key", ok=True, text=f"{text}; not tried, --try-key does")
    return _tried_key(text, base_url, settings, found.key)


def _tried_key(text: str, base_url: str, settings: Settings, key: Secret) -> Finding:
    """Whether the server accepts the key: it checks the key before it looks up the company."""
    from tui_app.client.errors import (
        AllowanceError,
        ClientError,
        CredentialError,
        InvalidRequestError,
        NotFoundError,
    )

    try:
        asyncio.run(_ask_about_nobody(connection_to(base_url, settings, key)))
    except (NotFoundError, InvalidRequestError):
        pass  # this error comes after the key was accepted
    except AllowanceError as error:
        return Finding(name="key", ok=True, text=f"{text}; accepted. {error}")
    except CredentialError:
        return Finding(name="key", ok=False, text=f"{text}; rejected", mend="firmeterm login")
    except ClientError as error:
        text = f"{text}; not known whether it is accepted: {error}"
        return Finding(name="key", ok=False, text=text, mend="firmeterm doctor --try-key")
    return Finding(name="key", ok=True, text=f"{text}; accepted")


async def _ask_about_nobody(connection: Connection) -> None:
    from tui_app.client.companies import Companies

    async with Companies(connection) as companies:
        await companies.profile(_NOBODY, confirm=True)


def _registry(settings: Settings) -> Finding:
    from tui_app.registry.errors import RegistryError
    from tui_app.registry.opening import described, open_registry

    if settings.registry is None:
        text = "none was imported; firmeterm data download gets the whole country"
        return Finding(name="registry", ok=True, text=text)
    try:
        open_registry(settings.registry).close()
    except RegistryError as error:
        mend = "firmeterm data import PATH"
        return Finding(name="registry", ok=False, text=str(error), mend=mend)
    return Finding(name="registry", ok=True, text=described(settings.registry))


def _cache() -> Finding:
    from tui_app.client.cache import FILE_NAME
    from tui_app.client.store import Store

    file = configuration.cache_folder() / FILE_NAME
    if not file.exists():
        return _folder("cache", str(file), lambda: file.parent.mkdir(parents=True, exist_ok=True))
    store = Store(file)
    number = store.info().answers
    store.close()
    if store.notices:
        mend = "firmeterm cache clear"
        return Finding(name="cache", ok=False, text=" ".join(store.notices), mend=mend)
    return Finding(name="cache", ok=True, text=f"{number} answers in {file}")


def _workspace() -> Finding:
    from tui_app.workspace.errors import WorkspaceError
    from tui_app.workspace.workspace import Workspace, workspace_file

    file = workspace_file()
    if not file.exists():
        return _folder(
            "workspace", str(file), lambda: file.parent.mkdir(parents=True, exist_ok=True)
        )
    try:
        with Workspace(file, private=True) as workspace:
            number = len(workspace.watch_list.tax_ids())
    except WorkspaceError as error:
        mend = "firmeterm workspace import FILE"
        return Finding(name="workspace", ok=False, text=str(error), mend=mend)
    return Finding(name="workspace", ok=True, text=f"{number} watched, in {file}")


def _folder(name: str, file: str, make: Callable[[], None]) -> Finding:
    """A directory that does not exist yet is fine if it can be created."""
    try:
        make()
    except OSError as error:
        variable = "XDG_CACHE_HOME" if name == "cache" else "XDG_DATA_HOME"
        text = f"{file} cannot be made: {error.strerror}"
        return Finding(name=name, ok=False, text=text, mend=f"export {variable}=FOLDER")
    return Finding(name=name, ok=os.access(Path(file).parent, os.W_OK), text=f"empty, {file}")
