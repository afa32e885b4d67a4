"""Opens the explorer: settings, language, terminal, and the app."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, cast

from tui_app.client import KEY_VARIABLE
from tui_app.system import memory

if TYPE_CHECKING:
    import click

    from tui_app.client.companies import Companies
    from tui_app.client.credentials import FoundKey
    from tui_app.config.loading import LoadedSettings
    from tui_app.config.settings import Settings
    from tui_app.ui.app_context import AppContext
    from tui_app.ui.session import FirstView, LineCommand, MatchStorage, RowMatcher, Source
    from tui_app.ui.terminal.capabilities import Terminal
    from tui_app.workspace.workspace import Workspace

_SWITCH: Final = 0.0001
"""The longest that another thread may keep the interpreter while the screen waits, in seconds.

The echo of a key takes about ten turns of the loop, while threads draw charts or serve the
sample: with Python's default of 5 ms each turn could wait that long.
"""


class CannotExploreError(Exception):
    """The explorer cannot open; the text says why and what to do."""


def tune_for_short_waits() -> None:
    """Set up the interpreter for short waits: the user waits for the echo of each key."""
    # Objects made at start-up stay: collecting garbage during start-up costs a third of the
    # time to the first frame. The program switches collection on afterwards.
    gc.disable()
    sys.setswitchinterval(_SWITCH)


def explore_as_asked(first: FirstView | None = None) -> NoReturn:
    """Run the explorer from a command, with the flags of its line."""
    import click

    from tui_app.cli.source_flags import flags_of_run

    flags, api_key_file = flags_of_run()
    commands = cast("click.Group", click.get_current_context().find_root().command)
    explore(lambda: commands, api_key_file, flags, first)


def explore(
    commands: Callable[[], click.Group],
    api_key_file: str | None = None,
    flags: Mapping[str, str | bool | None] | None = None,
    first: FirstView | None = None,
) -> NoReturn:
    """Run the explorer until the user quits.

    ``commands`` gives every command, for the line ``:``. ``flags`` are settings from the command
    line, ``None`` for those not given; ``first`` is what to open. Raises ``CannotExploreError``.
    """
    if (why := _cannot_run_here()) is not None:
        raise CannotExploreError(why)
    tune_for_short_waits()
    memory.keep_reserve()
    from tui_app.ui.terminal.typeahead import keep_keys

    keep_keys()
    loaded = _load_settings(flags)
    from tui_app.ui.terminal import typeahead

    if not loaded.settings.theme:
        typeahead.ask_background()
    key_of_now = _key_reader(api_key_file)
    from tui_app.ui.terminal.capabilities import cannot_open, detect

    terminal = detect()
    if (why := cannot_open(terminal)) is not None:
        raise CannotExploreError(why)
    from msgspec.structs import replace

    from tui_app.ui.app import FirmetermApp

    if not loaded.settings.theme:
        terminal = replace(terminal, is_light=typeahead.is_light())
    app = FirmetermApp(_context(loaded, terminal, key_of_now, first, commands))
    app.run(mouse=loaded.settings.mouse)
    raise SystemExit(app.return_code or 0)


def _load_settings(flags: Mapping[str, str | bool | None] | None) -> LoadedSettings:
    """Load the settings, and set their language."""
    from tui_app.config import settings as configuration
    from tui_app.config.loading import load_settings
    from tui_app.system.language import _, set_language, system_language

    try:
        loaded = load_settings(flags)
    except configuration.SettingsError as error:
        raise CannotExploreError(str(error)) from None
    except PermissionError as error:
        text = _("{path} cannot be used: {why}.")
        raise CannotExploreError(text.format(path=error.filename, why=error.strerror)) from None
    set_language(loaded.settings.lang or system_language())
    return loaded


def _key_reader(api_key_file: str | None) -> Callable[[], FoundKey | None]:
    """A function that reads the key of this run; a key file may change later."""
    key = _key_of_run(api_key_file)
    if api_key_file is None or api_key_file == "-":
        return lambda: key
    from tui_app.client.credentials import explicit_key

    return lambda: explicit_key(api_key_file)


def _context(
    loaded: LoadedSettings,
    terminal: Terminal,
    key_of_now: Callable[[], FoundKey | None],
    first: FirstView | None,
    commands: Callable[[], click.Group],
) -> AppContext:
    from tui_app.config import settings as configuration
    from tui_app.sources import source
    from tui_app.ui.app_context import AppContext
    from tui_app.ui.session import FirstView

    settings = loaded.settings
    return AppContext(
        # A given key belongs to the server it was given for, and to no other.
        connect=lambda chosen: source.connect(
            chosen, key_of_now() if chosen.base_url == settings.base_url else None
        ),
        describe=_describe,
        settings=settings,
        key_lines=_key_lines if settings.keys or settings.command else dict,
        terminal=terminal,
        first_view=first or FirstView(),
        read_line=partial(_read_line, commands),
        complete_line=partial(_complete_line, commands),
        matcher=_matcher,
        match_storage=_match_storage,
        open_workspace=lambda: _workspace(private=settings.private),
        location_file=lambda chosen: (
            Path(configuration.state_folder()) / f"location-{source.id_of(chosen)}.json"
        ),
    )


def _read_line(commands: Callable[[], click.Group], line: str) -> LineCommand:
    from tui_app.cli.command_line import read_line

    return read_line(commands(), line)


def _complete_line(commands: Callable[[], click.Group], line: str) -> tuple[tuple[str, str], ...]:
    from tui_app.cli.command_line import complete_line

    return complete_line(commands(), line)


def _matcher(companies: Companies) -> RowMatcher:
    from tui_app.sources.matching import ListMatch

    return ListMatch(companies)


def _match_storage(chosen: Settings) -> MatchStorage:
    """Where decisions about lists are stored for the source that the settings choose."""
    from tui_app.config.settings import state_folder
    from tui_app.sources import source
    from tui_app.ui.session import MatchStorage

    folder = None if chosen.private else state_folder()
    return MatchStorage(folder, source.id_of(chosen), source.version_of(chosen))


def _describe(chosen: Settings) -> Source:
    """The source that the settings choose, in words."""
    from tui_app.sources import source
    from tui_app.ui.session import Source

    kind = source.kind_of(chosen)
    return Source(
        name=source.name_of(chosen),
        welcome=source.welcome(chosen),
        dated=source.dated(chosen),
        invitation=source.invitation(chosen),
        embedded=kind is not source.SourceKind.REMOTE,
        kind=kind.value,
        invented=kind is source.SourceKind.SAMPLE,
    )


def _workspace(*, private: bool) -> Workspace:
    from tui_app.workspace.workspace import Workspace, workspace_file

    return Workspace(workspace_file(), private=private)


def _key_lines() -> dict[str, int]:
    from tui_app.config.file import key_lines

    return key_lines()


def _cannot_run_here() -> str | None:
    """Why this system has no usable terminal; ``None`` if it has one."""
    try:
        import fcntl  # noqa: F401
        import termios  # noqa: F401
    except ImportError:
        from tui_app.system.language import _

        return _(
            "The explorer needs a terminal of Unix, which this system lacks. On Windows run it in "
            "WSL; 'firmeterm ask' answers the same questions without a screen."
        )
    return None


def _key_of_run(api_key_file: str | None) -> FoundKey | None:
    """The key given for this run.

    It is read before the screen takes standard input, and removed from the environment before any
    child process could inherit it.
    """
    if api_key_file is None and KEY_VARIABLE not in os.environ:
        return None
    from tui_app.client.credentials import explicit_key
    from tui_app.client.errors import ClientError

    try:
        return explicit_key(api_key_file)
    except ClientError as error:
        raise CannotExploreError(str(error)) from None
