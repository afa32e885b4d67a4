"""The standard streams, which a caller may have closed, and the codes that failures end with."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import click

_TAKES_NO_MORE: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


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


def require_output(undone: str) -> None:
    """Check that a result can be printed, before any work is done.

    Raises ``click.ClickException``, which says what was ``undone``, if standard output is closed.
    """
    if sys.stdout is None:
        raise click.ClickException(f"Standard output is closed: {undone}.")


@contextmanager
def resumable(*, private: bool) -> Iterator[None]:
    """End a command that ctrl+c stops; unless it is ``private``, the same command continues it."""
    try:
        yield
    except KeyboardInterrupt:
        hint = "" if private else " The same command goes on from here."
        click.echo(f"\nStopped.{hint}", err=True)
        raise SystemExit(INTERRUPTED) from None


@contextmanager
def progress_bar(length: int) -> Iterator[Callable[[], None]]:
    """A function to call after each step; on a terminal it moves a bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, file=sys.stderr, label="Checking") as bar:
        yield lambda: bar.update(1)


def standard_input() -> IO[bytes]:
    """Standard input as bytes. Raises ``click.ClickException`` where that is closed."""
    if sys.stdin is None:
        raise click.ClickException("Standard input is closed: name a file.")
    return sys.stdin.buffer


@contextmanager
def report_full_output() -> Iterator[None]:
    """End with a sentence where standard output takes no more, as on a full disk.

    A reader that stops early, such as ``head``, is no error. Raises ``FailedError``.
    """
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        raise SystemExit(0) from None
    except OSError as error:
        if error.errno not in _TAKES_NO_MORE or error.filename is not None:
            raise
        discard_output()
        raise FailedError(f"The output is not complete: {os.strerror(error.errno)}.") from None


def discard_output() -> None:
    """Drop the unwritten output, which would fail once more when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def prepare_streams() -> None:
    """Drop messages to a closed standard error; print ``?`` for a letter that stdout lacks."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (to the end)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower() != "utf-8":
        sys.stdout.reconfigure(errors="replace")


def takes_ascii_only() -> bool:
    """Whether JSON has to be written in ASCII: there, escaped, no letter is lost."""
    encoding = sys.stdout.encoding if sys.stdout is not None else None
    return (encoding or "").lower().replace("-", "") != "utf8"
