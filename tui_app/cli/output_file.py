"""``--output FILE``: what a command prints goes to a file, which is written whole or not at all."""

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
    """The callback of the option: open the file before anything is asked."""
    if value is None or ctx.resilient_parsing:
        return
    if value in FORMATS.values():
        raise click.BadParameter(f"{value} is a format: -o {value}. A file is ./{value}.")
    root = ctx.find_root()
    root.meta[_PATH] = root.with_resource(_redirected(root, Path(value)))


def drop_output_file(ctx: click.Context) -> None:
    """The output is incomplete: write no file."""
    ctx.find_root().meta[_BROKEN] = True


def cut_output_file() -> None:
    """What was printed ends early, but properly: the file's name says so, and what was paid for
    is kept. A file with the name itself stays as it was.
    """
    root = click.get_current_context().find_root()
    path: Path | None = root.meta.get(_PATH)
    if path is not None:
        root.meta[_CUT] = cut = path.resolve().with_name(f"{path.stem}-cut{path.suffix}")
        click.echo(f"Written so far: {cut}", err=True)


def chosen_format() -> str:
    """The format that the name of the file asks for; empty without one."""
    ctx = click.get_current_context(silent=True)
    path: Path | None = ctx.find_root().meta.get(_PATH) if ctx else None
    return FORMATS.get(path.suffix.lower(), "") if path else ""


@contextmanager
def _redirected(root: click.Context, path: Path) -> Iterator[Path]:
    """Standard output into a file beside ``path``, which becomes that one at a normal end.

    What was printed is all, too, where the command ends with an exit code of its own. A device
    or a pipe is written to as it is.
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
