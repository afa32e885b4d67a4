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
from tui_app.system.language import N_, _, ngettext

if TYPE_CHECKING:
    from tui_app.client.errors import ClientError
    from tui_app.client.secret import Secret

_PARTS: Final = ("textual", "httpx", "click", "msgspec", "starlette")
_EXIT_PROBLEMS: Final = 1
_OFFLINE: Final = N_("not tried: offline")
_NAMES: Final = {
    "versions": N_("versions"), "terminal": N_("terminal"), "clipboard": N_("clipboard"),
    "settings": N_("settings"), "theme": N_("theme"), "keys": N_("keys"), "source": N_("source"),
    "connection": N_("connection"), "key": N_("key"), "state": N_("state"),
    "registry": N_("registry"), "cache": N_("cache"), "workspace": N_("workspace"),
}  # fmt: skip
"""The checks by their names for programs, and for people."""
_COLOURS: Final = {
    "NONE": N_("no colours"), "ANSI_16": N_("16 colours"), "PALETTE_256": N_("256 colours"),
    "TRUECOLOR": N_("16 million colours"),
}  # fmt: skip
_UNUSED_TAX_ID: Final = "10"
"""A tax id that no company has: its control digit is wrong."""


class CheckResult(Struct, frozen=True):
    """One check: its subject, whether it passed, and the command that fixes it."""

    name: str
    ok: bool
    text: str
    fix: str | None = None


def _fine(name: str, text: str, fix: str | None = None) -> CheckResult:
    return CheckResult(name, True, text, fix)


def _wrong(name: str, text: str, fix: str) -> CheckResult:
    return CheckResult(name, False, text, fix)


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
            fix = f" → {each.fix}" if each.fix else ""
            word = _("ok") if each.ok else _("WRONG")
            click.echo(f"{word:<7}{_(_NAMES[each.name]):<14}{each.text}{fix}")
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
    if try_key and kind is not SourceKind.REMOTE:
        raise click.UsageError(_("--try-key is for a server: this source needs no key."))
    if try_key and settings.offline:
        raise click.UsageError(
            _("--try-key asks the server, and this run is offline: leave one out.")
        )
    yield _fine("source", source.name_of(settings))
    if kind is SourceKind.REMOTE:
        yield _connection(settings)
        yield _key(settings, api_key_file, try_key=try_key)
    elif kind is SourceKind.PUBLIC:
        yield from _public_services(settings)
        yield _fine("key", _("none needed"))
    else:
        yield _fine("connection", _("none needed: no server is set"))
        yield _fine("key", _("none needed"))
    yield _state()
    yield _registry(settings)
    yield _cache()
    yield _workspace()


def _of_the_screen(settings: Settings) -> Iterator[CheckResult]:
    """The theme and the keys, as the explorer reads them when it opens."""
    from tui_app.ui.actions.registry import ActionTable
    from tui_app.ui.text.themes import known_themes, unknown_theme

    if settings.theme and settings.theme not in known_themes():
        yield _wrong("theme", unknown_theme(settings.theme), "firmeterm config edit")
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
        yield _fine("connection", _(_OFFLINE))
        return
    try:
        with closing(open_services(settings)) as services:
            for found in probe(services):
                text = clean(f"{found.service} ({found.address}): {found.text}")
                fix = None if found.works else _("try again later; if it lasts, report this line")
                yield CheckResult("connection", found.works, text, fix)
    except configuration.SettingsError as error:
        yield _wrong("connection", str(error), "firmeterm config edit")


def _versions() -> CheckResult:
    from tui_app.ui.terminal.textual_private import MISSING

    parts = ", ".join(f"{name} {metadata.version(name)}" for name in _PARTS)
    system = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    text = f"firmeterm {__version__}, {system}, {parts}"
    if MISSING:
        fix = "python -m pip install 'textual~=8.2.8'"
        message = _("this Textual has no {names}, and paints with more bytes")
        lacks = message.format(names=", ".join(MISSING))
        return _wrong("versions", f"{text}: {lacks}", fix)
    return _fine("versions", text)


def _terminal() -> CheckResult:
    from tui_app.ui.terminal.capabilities import (
        MIN_HEIGHT,
        MIN_WIDTH,
        Characters,
        cannot_open,
        detect,
    )

    terminal = detect()
    size = shutil.get_terminal_size()
    utf8 = "UTF-8" if terminal.characters is not Characters.ASCII else _("no UTF-8")
    text = (
        f"{terminal.term or _('no TERM')}, {_(_COLOURS[terminal.colours.name])},"
        f" {size.columns}×{size.lines}, {utf8}"
    )
    if not terminal.is_tty:
        return _fine("terminal", _("none (commands only); {text}").format(text=text))
    if cannot_open(terminal) is not None:
        message = _("{text}: no explorer")
        return _wrong("terminal", message.format(text=text), "TERM=xterm-256color firmeterm")
    if size.columns < MIN_WIDTH or size.lines < MIN_HEIGHT:
        least = f"{MIN_WIDTH}×{MIN_HEIGHT}"
        small = _("{text}: too small, {least} at least").format(text=text, least=least)
        return _wrong("terminal", small, "stty size")
    if terminal.characters is Characters.ASCII:
        told = _("{text}: letters are lost")
        return _wrong("terminal", told.format(text=text), "export LANG=C.UTF-8")
    return _fine("terminal", text)


def _clipboard() -> CheckResult:
    from tui_app.ui.terminal.capabilities import Multiplexer, detect

    terminal = detect()
    if terminal.multiplexer is Multiplexer.TMUX:
        fix = "tmux set -g allow-passthrough on"
        return _fine("clipboard", _("OSC 52 through tmux, which has to allow it"), fix)
    where = _(" to the machine before {host}").format(host=terminal.host) if terminal.host else ""
    route = _("OSC 52 through screen") if terminal.multiplexer is Multiplexer.SCREEN else "OSC 52"
    return _fine("clipboard", f"{route}{where}")


def _connection(settings: Settings) -> CheckResult:
    from tui_app.client import errors
    from tui_app.client.address import read_address

    if settings.offline:
        return _fine("connection", _(_OFFLINE))
    try:
        address = read_address(settings.base_url or "", allow_http=True)
    except errors.ClientError as error:
        return _wrong("connection", str(error), "firmeterm login")
    failure = _connection_failure(address.base, settings, None)
    # So answers a working server: it wants a key, knows or takes no such tax id, or has a limit.
    refused = errors.CredentialError | errors.TooFastError | errors.AllowanceError
    answers = refused | errors.NotFoundError | errors.InvalidRequestError
    if failure is None or isinstance(failure, answers):
        return _fine("connection", _("{host} answers").format(host=address.host))
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
        return _wrong("key", _("none is set"), "firmeterm login")
    text = _("set, from the {source} ({place})").format(source=found.source, place=found.found_at)
    if settings.offline:
        return _fine("key", f"{text}; {_(_OFFLINE)}")
    if not try_key:
        return _fine("key", _("{text}; not tried, --try-key does").format(text=text))
    return _key_check(text, _connection_failure(base_url, settings, found.key))


def _key_check(text: str, failure: ClientError | None) -> CheckResult:
    """Whether the server accepts the key: it checks the key before it looks up the company."""
    from tui_app.client import errors

    if failure is None or isinstance(failure, errors.NotFoundError | errors.InvalidRequestError):
        return _fine("key", _("{text}; accepted").format(text=text))
    if isinstance(failure, errors.AllowanceError):
        return _fine("key", f"{text}; accepted. {failure}")
    if isinstance(failure, errors.CredentialError):
        return _wrong("key", _("{text}; rejected").format(text=text), "firmeterm login")
    unknown = _("{text}; not known whether it is accepted: {failure}")
    return _wrong("key", unknown.format(text=text, failure=failure), "firmeterm doctor --try-key")


def _connection_failure(
    base_url: str, settings: Settings, key: Secret | None
) -> ClientError | None:
    """How a server fails when it is asked for a company that nobody has."""
    from tui_app.client.companies import Companies
    from tui_app.client.errors import ClientError

    async def ask() -> None:
        async with Companies(connection_to(base_url, settings, key)) as companies:
            await companies.profile(_UNUSED_TAX_ID)

    try:
        asyncio.run(ask())
    except ClientError as error:
        return error
    return None


def _registry(settings: Settings) -> CheckResult:
    from tui_app.registry.errors import RegistryError
    from tui_app.registry.registry_location import described, open_registry

    if settings.registry is None:
        text = _("none was imported; firmeterm data download gets the whole country")
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
    text = ngettext("{count} answer in {file}", "{count} answers in {file}", number)
    return _fine("cache", text.format(count=number, file=file))


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
    return _fine("workspace", _("{number} watched, in {file}").format(number=number, file=file))


def _state() -> CheckResult:
    """The folder for the last location, the keys of the service and stopped checks."""
    found = _no_file_yet("state", configuration.state_folder() / "any", "XDG_STATE_HOME")
    return _fine("state", str(configuration.state_folder())) if found.ok else found


def _no_file_yet(name: str, file: Path, variable: str) -> CheckResult:
    """A file that does not exist yet is fine if its directory can be created and written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = _("{file} cannot be made: {why}").format(file=file, why=error.strerror)
        return _wrong(name, text, f"export {variable}=FOLDER")
    if not os.access(file.parent, os.W_OK):
        text = _("{file} cannot be written").format(file=file.parent)
        return _wrong(name, text, f"export {variable}=FOLDER")
    return _fine(name, _("empty, {file}").format(file=file))
