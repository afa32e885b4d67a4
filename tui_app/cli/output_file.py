"""``--output FILE``: writes the output of a command to a file, completely or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

import click

from tui_app.cli.ending import FailedError, WrongUseError
from tui_app.system.atomic_file import new_file_mode

FORMATS: Final = {
    ".txt": "table", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv",
    ".md": "md", ".parquet": "parquet", ".xlsx": "xlsx",
}  # fmt: skip
"""The formats by the ending of a file's name."""

_PATH: Final = "tui_app.output_file"
_BROKEN: Final = "tui_app.output_file.broken"
_CUT: Final = "tui_app.output_file.cut"


def keep_output_file(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    """The callback of the option: opens the file before any request."""
    if value is None or ctx.resilient_parsing:
        return
    if value in FORMATS.values():
        raise click.BadParameter(f"{value} is a format: -o {value}. A file is ./{value}.")
    root = ctx.find_root()
    root.meta[_PATH] = root.with_resource(_redirected(root, Path(value)))


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
        root.meta[_CUT] = cut = path.resolve().with_name(f"{path.stem}-cut{path.suffix}")
        click.echo(f"Written so far: {cut}", err=True)


def chosen_format() -> str:
    """The format that the file's name stands for; empty without a file."""
    ctx = click.get_current_context(silent=True)
    path: Path | None = ctx.find_root().meta.get(_PATH) if ctx else None
    return FORMATS.get(path.suffix.lower(), "") if path else ""


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
        raise WrongUseError(f"{path} cannot be written: {error.strerror}.") from None
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
        raise FailedError(f"{target} was not written: {failure.strerror}.") from None
    finally:
        if written.is_file():
            written.unlink()
