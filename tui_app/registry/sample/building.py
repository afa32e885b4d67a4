"""Builds the sample's registry file: ``python -m`` this module with the companies and the file."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.atomic_build import why_not_built
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import read_records
from tui_app.system.language import N_, _

_ELSEWHERE: Final = N_("To build the sample elsewhere, set XDG_CACHE_HOME to another folder.")


def _build(companies: Path, path: Path) -> str:
    """Build the file; returns the reason if it was not built, otherwise an empty text."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        build(read_records(companies), path, invented=True)
    except OSError as error:
        return f"{why_not_built(error, path)} {_(_ELSEWHERE)}"
    except BuildError as error:
        return f"{error} {_(_ELSEWHERE)}"
    with suppress(OSError):  # nobody needs an old one
        for outdated in set(path.parent.glob("sample-*.db")) - {path}:
            outdated.unlink(missing_ok=True)
    return ""


if __name__ == "__main__":
    sys.exit(_build(Path(sys.argv[1]), Path(sys.argv[2])) or None)
