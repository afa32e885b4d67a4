"""``--output FILE``: writes the output of a command to a file, completely or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import IO, Final, cast

import click

from tui_app.cli.ending import FailedError, WrongUseError, tell
from tui_app.system.atomic_file import new_file_mode
from tui_app.system.language import _

_PATH: Final = "tui_app.output_file"
_BROKEN: Final = "tui_app.output_file.broken"
_CUT: Final = "tui_app.output_file.cut"


def open_output_file(ctx: click.Context, path: Path, *, replaces: bool) -> None:
    """Send standard output to a file from now on.

    Raises ``WrongUseError`` if the command reads that file, if it exists and is not to be replaced,
    or if it cannot be written.
    """
    root = ctx.find_root()
    if path.is_file():
        refuse_input(ctx, path)
        refuse_existing(path, replaces=replaces)
    root.meta[_PATH] = root.with_resource(_redirected(root, path))


def refuse_existing(path: Path, *, replaces: bool) -> None:
    """Refuse to overwrite a file, unless it is to be replaced."""
    if path.is_file() and not replaces:
        text = _("{file} exists: --force replaces it; or name another file.")
        raise WrongUseError(text.format(file=path))


def refuse_input(ctx: click.Context, path: Path) -> None:
    """Refuse to write a file that the same command reads, however either is spelt."""
    read = [v for name, v in (ctx.find_root().params | ctx.params).items() if name != "output_file"]
    for each in chain.from_iterable(v if isinstance(v, tuple) else (v,) for v in read):
        if isinstance(each, str | Path) and _is_same(Path(each), path):
            text = _("{file} is read by this command: name another file.")
            raise WrongUseError(text.format(file=path))


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # no such file, or no name of a file
        return False


def drop_output_file(ctx: click.Context) -> None:
    """Write no file, because the output is incomplete."""
    ctx.find_root().meta[_BROKEN] = True


def cut_output_file() -> None:
    """Keep an output that ended early, under a name that says so: it was paid for.

    A file with the name itself is left unchanged.
    """
    root = click.get_current_context().find_root()
    path: Path | None = root.meta.get(_PATH)
    if path is not None:
        root.meta[_CUT] = cut = _unused(path.resolve())
        tell(_("Written so far: {file}"), file=cut)


def _unused(path: Path) -> Path:
    """A name that no file has, for an output that ended early."""
    names = (f"{path.stem}-cut{number or ''}{path.suffix}" for number in count())
    return next(each for each in map(path.with_name, names) if not each.exists())


@contextmanager
def _redirected(root: click.Context, path: Path) -> Iterator[Path]:
    """Write standard output to a temporary file, which replaces ``path`` at a normal end.

    An exit code of the command's own is a normal end, too. A device or a pipe is written to
    directly.
    """
    target = path.resolve()
    try:
        written = _beside(path) if path.is_file() or not path.exists() else path
        file = written.open("w", encoding="utf-8", newline="")
    except OSError as error:
        text = _("{file} cannot be written: {why}.")
        raise WrongUseError(text.format(file=path, why=error.strerror)) from None
    own, sys.stdout = sys.stdout, cast(IO[str], file)
    try:
        yield path
    finally:
        sys.stdout = own
        reason = sys.exc_info()[0]
        is_ended = reason is None or issubclass(reason, SystemExit | click.exceptions.Exit)
        target = root.meta.get(_CUT, target)
        _finish(file, written, target, is_whole=is_ended and _BROKEN not in root.meta)


def _beside(path: Path) -> Path:
    """A new file in the same folder. Raises ``OSError``."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    return Path(name)


def _finish(file: IO[str], written: Path, target: Path, *, is_whole: bool) -> None:
    """Give the file its name, unless the output is empty or incomplete."""
    try:
        file.close()
        if is_whole and written.is_file() and written.stat().st_size:
            written.chmod(new_file_mode())
            written.replace(target)
    except OSError as failure:
        text = _("{file} was not written: {why}.")
        raise FailedError(text.format(file=target, why=failure.strerror)) from None
    finally:
        if written.is_file():
            written.unlink()
