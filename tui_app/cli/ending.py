"""How a command ends: its exit codes, and its messages about closed or full streams."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Final, NoReturn

import click

from tui_app.system.language import _
from tui_app.system.streams import discard_output

_FULL_ERRORS: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}

INTERRUPTED: Final = 130
"""The exit code of a command that ctrl+c ended, as in a shell."""


class NothingError(click.ClickException):
    """The requested data do not exist, or are damaged."""

    exit_code = 1


class WrongUseError(click.ClickException):
    """The arguments or the settings cannot be used."""

    exit_code = 2


class FailedError(click.ClickException):
    """A server or a connection failed; the arguments were right."""

    exit_code = 4


_FAILURES: Final = (
    ("tui_app.service.accounts", "AccountsUnavailable", FailedError),
    ("tui_app.service.accounts", "AccountsError", WrongUseError),
    ("tui_app.registry.errors", "RegistryUnavailable", FailedError),
    ("tui_app.registry.errors", "RegistryError", WrongUseError),
    ("tui_app.registry.errors", "BuildError", WrongUseError),
    ("tui_app.opendata.errors", "ImportRefusedError", WrongUseError),
    ("tui_app.opendata.download", "DownloadError", FailedError),
    ("tui_app.workspace.errors", "WorkspaceError", FailedError),
    ("tui_app.workspace.transfer", "TransferError", WrongUseError),
    ("tui_app.export.files", "ExportError", FailedError),
    ("tui_app.tables.table", "TableError", WrongUseError),
    ("tui_app.config.settings", "SettingsError", WrongUseError),
    ("tui_app.cli.explore", "CannotExploreError", WrongUseError),
)
"""The errors of the rooms below, by module and name: none is imported before it is raised."""


@contextmanager
def report_failures() -> Iterator[None]:
    """Turn an error of a room below, which has a text for people, into the end of the command.

    So ends a file or a folder of the program's own that its user may not read, whoever met it.
    """
    try:
        yield
    except PermissionError as error:
        if error.filename is None:
            raise
        text = _("{path} cannot be used: {why}.")
        raise WrongUseError(text.format(path=error.filename, why=error.strerror)) from None
    except Exception as error:
        for module, name, ending in _FAILURES:
            kind = getattr(sys.modules.get(module), name, None)
            if kind is not None and isinstance(error, kind):
                is_failed = name == "BuildError" and _has_failed(error.__cause__)
                raise (FailedError if is_failed else ending)(str(error)) from None
        raise


def _has_failed(cause: BaseException | None) -> bool:
    """Whether a build failed for what the user did not choose: the database, or a full disk."""
    if isinstance(cause, OSError):
        return cause.errno in _FULL_ERRORS
    return cause is not None


def tell(text: str, **values: object) -> None:
    """Print a sentence with these values to standard error: standard output is for data."""
    click.echo(text.format(**values) if values else text, err=True)


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines to standard error."""
    for line in lines:
        click.echo(line, err=True)


def tell_unfinished(what: str, *, private: bool) -> None:
    """Say what happened to a list, and that the same command goes on, unless nothing is stored."""
    tell(what if private else f"{what} {_('The same command continues from here.')}")


def stop(said: str) -> NoReturn:
    """End a command that ctrl+c stopped, and say what that left."""
    tell(said)
    raise SystemExit(INTERRUPTED) from None


def require_output(undone: str) -> None:
    """Check that a result can be printed, before any work is done.

    If standard output is closed, raises ``WrongUseError`` with a text that says what was
    ``undone``.
    """
    if sys.stdout is None:
        raise WrongUseError(_("Standard output is closed: {undone}.").format(undone=undone))


@contextmanager
def resumable(*, private: bool) -> Iterator[None]:
    """End a command that ctrl+c stops; unless it is ``private``, the same command continues it."""
    try:
        yield
    except KeyboardInterrupt:
        tell_unfinished(f"\n{_('Stopped.')}", private=private)
        raise SystemExit(INTERRUPTED) from None


@contextmanager
def progress_bar(length: int, label: str = "") -> Iterator[Callable[[], None]]:
    """A function to call after each step; on a terminal it moves a bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, file=sys.stderr, label=label or _("Checking")) as bar:
        yield lambda: bar.update(1)


def standard_input() -> IO[bytes]:
    """Standard input as bytes. Raises ``WrongUseError`` if it is closed."""
    if sys.stdin is None:
        raise WrongUseError(_("Standard input is closed: name a file."))
    return sys.stdin.buffer


@contextmanager
def report_file_errors(text: str, file: object) -> Iterator[None]:
    """Turn an error of a file into wrong use, said by a ``text`` with ``file`` and ``why``.

    The error may name another file.
    """
    try:
        yield
    except OSError as error:
        said = text.format(file=error.filename or file, why=error.strerror)
        raise WrongUseError(said) from None


@contextmanager
def report_full_output() -> Iterator[None]:
    """End with a sentence if standard output takes no more, as on a full disk.

    It is not an error if a reader such as ``head`` stops early. Raises ``FailedError``.
    """
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        raise SystemExit(0) from None
    except OSError as error:
        if error.errno not in _FULL_ERRORS or error.filename is not None:
            raise
        discard_output()
        text = _("The output is not complete: {why}.")
        raise FailedError(text.format(why=os.strerror(error.errno))) from None
