"""The sample as a registry file, built on first use."""

from __future__ import annotations

import hashlib
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.sqlite.builder import build, why_not_built
from tui_app.registry.sqlite.record import read_records
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.registry.sqlite.schema import SCHEMA_VERSION

COMPANIES_FILE: Final = Path(__file__).with_name("companies.jsonl.gz")
"""The invented companies, as packaged."""

_ELSEWHERE: Final = "To build the sample elsewhere, set XDG_CACHE_HOME to another folder."


def sample_path(cache_folder: Path) -> Path:
    """The sample's registry file in ``cache_folder``, built when missing or damaged.

    Its name depends on the package's data, so that another version gets another
    file. Takes well under a second; safe when two processes start at once. Raises
    ``BuildError`` when the directory is not writable.
    """
    data = hashlib.blake2b(COMPANIES_FILE.read_bytes(), digest_size=8).hexdigest()
    path = cache_folder / f"sample-{SCHEMA_VERSION}-{data}.db"
    if not _is_sound(path):
        _build(path)
    return path


def _build(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        build(read_records(COMPANIES_FILE), path, invented=True)
    except OSError as error:
        raise BuildError(f"{why_not_built(error, path)} {_ELSEWHERE}") from error
    except BuildError as error:
        raise BuildError(f"{error} {_ELSEWHERE}") from error
    with suppress(OSError):  # nobody needs an old one
        for outdated in set(path.parent.glob("sample-*.db")) - {path}:
            outdated.unlink(missing_ok=True)


def _is_sound(path: Path) -> bool:
    # A large registry cannot be checked at every start; the sample can.
    try:
        with closing(RegistryFile(path)) as registry:
            registry.check()
    except RegistryError:
        return False
    return True
