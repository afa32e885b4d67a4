"""Files for exports: names that are safe on every system; no file is ever overwritten."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from tui_app.contract.folding import fold
from tui_app.system.language import _

_LONGEST: Final = 60
_TAX_ID: Final = re.compile(r"-[0-9]{2,10}$")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)


class ExportError(Exception):
    """The file cannot be written; the text says why."""


def safe_stem(name: str) -> str:
    """A file name from any text: ASCII letters, digits and dashes, never empty.

    If a long name is cut, a tax id at its end stays.
    """
    folded = fold(name).encode("ascii", "ignore").decode()
    whole = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")
    found = _TAX_ID.search(whole)
    end = found[0] if found and len(whole) > _LONGEST else ""
    stem = whole[: _LONGEST - len(end)].strip("-") + end
    return "company" if not stem or _RESERVED.fullmatch(stem) else stem


def write_new(folder: Path, stem: str, suffix: str, content: str | bytes) -> Path:
    """Write a new file, numbered if the name is taken; raises ``ExportError``."""
    for number in range(1, 1000):
        path = folder / (f"{stem}.{suffix}" if number == 1 else f"{stem}-{number}.{suffix}")
        try:
            file = path.open("xb")
        except FileExistsError:
            continue
        except OSError as error:
            raise _cannot(path, error) from None
        try:
            with file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            # An incomplete or empty file could pass for an export.
            path.unlink(missing_ok=True)
            raise _cannot(path, error) from None
        return path.absolute()
    raise ExportError(
        _("{path}.{suffix} exists in a thousand versions").format(path=folder / stem, suffix=suffix)
    )


def _cannot(path: Path, error: OSError) -> ExportError:
    return ExportError(_("{path} cannot be written: {why}").format(path=path, why=error.strerror))
