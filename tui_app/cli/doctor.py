"""``firmeterm doctor``: checks the installation, and names the command that fixes each problem.

Costs no request: a server is tried without the key, and an error costs nothing.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from msgspec import Struct

from tui_app import __version__
from tui_app.cli.output import OutputOptions, show_rows, takes_output
from tui_app.cli.source_flags import flags_of_run
from tui_app.config import settings as configuration
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.sources.connection import connection_to
from tui_app.sources.source import SourceKind
from tui_app.system.nearest import nearest

if TYPE_CHECKING:
    from tui_app.client.errors import ClientError
    from tui_app.client.secret import Secret

_PARTS: Final = ("textual", "httpx", "click", "msgspec", "starlette")
_SMALLEST: Final = (40, 12)
_EXIT_PROBLEMS: Final = 1
_OFFLINE: Final = "not tried: offline"
_UNUSED_TAX_ID: Final = "10"
"""A tax id that no company has: its control digit is wrong."""


class CheckResult(Struct, frozen=True):
    """One check: its subject, whether it passed, and the command that fixes it."""

    name: str
    ok: bool
    text: str
    mend: str | None = None


def _fine(name: str, text: str, mend: str | None = None) -> CheckResult:
    return CheckResult(name, True, text, mend)


def _wrong(name: str, text: str, mend: str) -> CheckResult:
    return CheckResult(name, False, text, mend)


@click.command(epilog="Examples: firmeterm doctor · firmeterm doctor -o json")
@takes_output(columns=CheckResult.__struct_fields__)
@click.option("--try-key", is_flag=True, help="Try the key with one request that finds nothing.")
def doctor(output: OutputOptions, try_key: bool) -> None:
    """Check versions, terminal, source, connection, key, registry, cache and workspace.

    One line each; a problem comes with the command that fixes it. Exit code 1 if there is a
    problem. Costs no request, and the key is never shown, nor sent without --try-key: that asks for
    a company that does not exist, which is free on a server that charges nothing for errors. With
    the public services as the source, each gets one small request about an invented company.
    """
    columns = CheckResult.__struct_fields__
    findings = list(_findings(*flags_of_run(), try_key=try_key))
    if not output.is_for_people:
        show_rows("Checks", columns, msgspec.to_builtins(findings), output)
    else:
        for each in findings:
            mend = f" → {each.mend}" if each.mend else ""
            click.echo(f"{'ok   ' if each.ok else 'WRONG'}  {each.name:<12}{each.text}{mend}")
    if not all(each.ok for each in findings):
        raise SystemExit(_EXIT_PROBLEMS)


# Any: flags have different types.
def _findings(
    flags: dict[str, Any], api_key_file: str | None, *, try_key: bool
) -> Iterator[CheckResult]:
    yield _versions()
    yield _terminal()
    yield _clipboard()
    try:
        settings = load_settings(flags).settings
    except configuration.SettingsError as error:
        yield _wrong("settings", str(error), "firmeterm config edit")
        settings = Settings()
    else:
        yield _fine("settings", str(configuration.config_file()))
    yield from _of_the_screen(settings)
    kind = source.kind_of(settings)
    yield _fine("source", source.name_of(settings))
    if kind is SourceKind.REMOTE:
        yield _connection(settings)
        yield _key(settings, api_key_file, try_key=try_key)
    elif kind is SourceKind.PUBLIC:
        yield from _public_services(settings)
        yield _fine("key", "none needed")
    else:
        yield _fine("connection", "none needed: no server is set")
        yield _fine("key", "none needed")
    yield _state()
    yield _registry(settings)
    yield _cache()
    yield _workspace()


def _of_the_screen(settings: Settings) -> Iterator[CheckResult]:
    """The theme and the keys, as the explorer reads them when it opens."""
    from textual.theme import BUILTIN_THEMES

    from tui_app.ui.actions.registry import ActionTable
    from tui_app.ui.text.themes import THEMES

    known = [*(theme.name for theme in THEMES), *BUILTIN_THEMES]
    if settings.theme and settings.theme not in known:
        hint = nearest(settings.theme, known)
        yield _wrong("theme", f"there is no theme {settings.theme}.{hint}", "firmeterm config edit")
    if settings.keys or settings.command:
        from tui_app.config.file import key_lines

        table = ActionTable(changed=settings.keys, lines=key_lines(), own=settings.command)
        for problem in table.complaints():
            yield _wrong("keys", problem, "firmeterm config edit")


def _public_services(settings: Settings) -> Iterator[CheckResult]:
    """One small request to each service, about an invented company."""
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import probe
    from tui_app.sources.public import open_services

    if settings.offline:
        yield _fine("connection", _OFFLINE)
        return
    try:
        with closing(open_services(settings)) as services:
            for found in probe(services):
                text = clean(f"{found.service} ({found.address}): {found.text}")
                mend = None if found.works else "try again later; if it lasts, report this line"
                yield CheckResult("connection", found.works, text, mend)
    except configuration.SettingsError as error:
        yield _wrong("connection", str(error), "firmeterm config edit")


def _versions() -> CheckResult:
    from tui_app.ui.terminal.textual_private import MISSING

    parts = ", ".join(f"{name} {metadata.version(name)}" for name in _PARTS)
    system = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    text = f"firmeterm {__version__}, {system}, {parts}"
    if MISSING:
        mend = "python -m pip install 'textual~=8.2.8'"
        lacks = f"this Textual has no {', '.join(MISSING)}, and paints with more bytes"
        return _wrong("versions", f"{text}: {lacks}", mend)
    return _fine("versions", text)


def _terminal() -> CheckResult:
    from tui_app.ui.terminal.capabilities import Characters, cannot_open, detect

    terminal = detect()
    size = shutil.get_terminal_size()
    utf8 = "UTF-8" if terminal.characters is not Characters.ASCII else "no UTF-8"
    text = (
        f"{terminal.term or 'no TERM'}, {terminal.colours.name.lower().replace('_', ' ')} colours,"
        f" {size.columns}×{size.lines}, {utf8}"
    )
    if not terminal.is_tty:
        return _fine("terminal", f"none (commands only); {text}")
    if cannot_open(terminal) is not None:
        return _wrong("terminal", f"{text}: no explorer", "TERM=xterm-256color firmeterm")
    if size.columns < _SMALLEST[0] or size.lines < _SMALLEST[1]:
        return _wrong("terminal", f"{text}: too small, 40×12 at least", "stty size")
    if terminal.characters is Characters.ASCII:
        return _wrong("terminal", f"{text}: letters are lost", "export LANG=C.UTF-8")
    return _fine("terminal", text)


def _clipboard() -> CheckResult:
    from tui_app.ui.terminal.capabilities import Multiplexer, detect

    terminal = detect()
    if terminal.multiplexer is Multiplexer.TMUX:
        mend = "tmux set -g allow-passthrough on"
        return _fine("clipboard", "OSC 52 through tmux, which has to allow it", mend)
    where = f" to the machine before {terminal.host}" if terminal.host else ""
    route = "OSC 52 through screen" if terminal.multiplexer is Multiplexer.SCREEN else "OSC 52"
    return _fine("clipboard", f"{route}{where}")


def _connection(settings: Settings) -> CheckResult:
    from tui_app.client.address import read_address
    from tui_app.client.errors import ClientError, CredentialError, NotFoundError

    if settings.offline:
        return _fine("connection", _OFFLINE)
    try:
        address = read_address(settings.base_url or "", allow_http=True)
    except ClientError as error:
        return _wrong("connection", str(error), "firmeterm login")
    failure = _connection_failure(address.base, settings, None)
    # These two are answers of a working server.
    if failure is None or isinstance(failure, CredentialError | NotFoundError):
        return _fine("connection", f"{address.host} answers")
    return _wrong("connection", str(failure), "firmeterm login")


def _key(settings: Settings, api_key_file: str | None, *, try_key: bool) -> CheckResult:
    from tui_app.client.address import read_address
    from tui_app.client.credentials import find_key
    from tui_app.client.errors import ClientError

    try:
        base_url = settings.base_url or ""
        allow_http = configuration.may_use_http(settings, base_url)
        address = read_address(base_url, allow_http=allow_http)
        found = find_key(address.base, configuration.credentials_file(), api_key_file=api_key_file)
    except ClientError as error:
        return _wrong("key", str(error), "firmeterm login")
    if found is None:
        return _wrong("key", "none is set", "firmeterm login")
    text = f"set, from the {found.source} ({found.place})"
    if settings.offline:
        return _fine("key", f"{text}; {_OFFLINE}")
    if not try_key:
        return _fine("key", f"{text}; not tried, --try-key does")
    return _key_check(text, _connection_failure(base_url, settings, found.key))


def _key_check(text: str, failure: ClientError | None) -> CheckResult:
    """Whether the server accepts the key: it checks the key before it looks up the company."""
    from tui_app.client.errors import (
        AllowanceError,
        CredentialError,
        InvalidRequestError,
        NotFoundError,
    )

    if failure is None or isinstance(failure, NotFoundError | InvalidRequestError):
        return _fine("key", f"{text}; accepted")
    if isinstance(failure, AllowanceError):
        return _fine("key", f"{text}; accepted. {failure}")
    if isinstance(failure, CredentialError):
        return _wrong("key", f"{text}; rejected", "firmeterm login")
    text = f"{text}; not known whether it is accepted: {failure}"
    return _wrong("key", text, "firmeterm doctor --try-key")


def _connection_failure(
    base_url: str, settings: Settings, key: Secret | None
) -> ClientError | None:
    """How a server fails when it is asked for a company that nobody has."""
    from tui_app.client.companies import Companies
    from tui_app.client.errors import ClientError

    async def ask() -> None:
        async with Companies(connection_to(base_url, settings, key)) as companies:
            await companies.profile(_UNUSED_TAX_ID, confirm=True)

    try:
        asyncio.run(ask())
    except ClientError as error:
        return error
    return None


def _registry(settings: Settings) -> CheckResult:
    from tui_app.registry.errors import RegistryError
    from tui_app.registry.registry_location import described, open_registry

    if settings.registry is None:
        text = "none was imported; firmeterm data download gets the whole country"
        return _fine("registry", text)
    try:
        open_registry(settings.registry).close()
    except RegistryError as error:
        return _wrong("registry", str(error), "firmeterm data import PATH")
    return _fine("registry", described(settings.registry))


def _cache() -> CheckResult:
    from tui_app.client.cache import FILE_NAME
    from tui_app.client.cache_file import CacheFile

    file = configuration.cache_folder() / FILE_NAME
    if not file.exists():
        return _no_file_yet("cache", file, "XDG_CACHE_HOME")
    store = CacheFile(file)
    number = store.info().answers
    store.close()
    if store.notices:
        return _wrong("cache", " ".join(store.notices), "firmeterm cache clear")
    return _fine("cache", f"{number} answers in {file}")


def _workspace() -> CheckResult:
    from tui_app.workspace.errors import WorkspaceError
    from tui_app.workspace.workspace import Workspace, workspace_file

    file = workspace_file()
    if not file.exists():
        return _no_file_yet("workspace", file, "XDG_DATA_HOME")
    try:
        with Workspace(file, private=True) as workspace:
            number = len(workspace.watch_list.tax_ids())
    except WorkspaceError as error:
        return _wrong("workspace", str(error), "firmeterm workspace import FILE")
    return _fine("workspace", f"{number} watched, in {file}")


def _state() -> CheckResult:
    """The folder for the last location, the keys of the service and stopped checks."""
    found = _no_file_yet("state", configuration.state_folder() / "any", "XDG_STATE_HOME")
    return _fine("state", str(configuration.state_folder())) if found.ok else found


def _no_file_yet(name: str, file: Path, variable: str) -> CheckResult:
    """A file that does not exist yet is fine if its directory can be created and written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = f"{file} cannot be made: {error.strerror}"
        return _wrong(name, text, f"export {variable}=FOLDER")
    if not os.access(file.parent, os.W_OK):
        return _wrong(name, f"{file.parent} cannot be written", f"export {variable}=FOLDER")
    return _fine(name, f"empty, {file}")
