"""The sample as a registry file, built on first use."""

from __future__ import annotations

import subprocess
import zlib
from contextlib import closing
from pathlib import Path
from typing import Final

from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.sqlite.schema import SCHEMA_VERSION
from tui_app.system.child_process import module_command

COMPANIES_FILE: Final = Path(__file__).with_name("companies.jsonl.gz")
"""The invented companies, as packaged."""

_BUILDING: Final = "tui_app.registry.sample.building"


def sample_path(cache_folder: Path) -> Path:
    """The sample's registry file in ``cache_folder``, built if it is missing or damaged.

    Its name depends on the package's data, so that another version gets another file. Takes about a
    second; safe when two processes start at once. Raises ``BuildError`` if the folder is not
    writable.
    """
    path = _file(cache_folder)
    if not _is_sound(path):
        _build(path)
    return path


def build_missing(cache_folder: Path) -> None:
    """Build the sample's file if it is missing, like ``sample_path``, but do not read it."""
    path = _file(cache_folder)
    if not path.is_file():
        _build(path)


def _file(cache_folder: Path) -> Path:
    data = zlib.crc32(COMPANIES_FILE.read_bytes())
    return cache_folder / f"sample-{SCHEMA_VERSION}-{data:08x}.db"


def _build(path: Path) -> None:
    """Build it in another process: in this one its memory would be taken for the whole session."""
    built = subprocess.run(  # noqa: S603 (one of our modules)
        module_command(_BUILDING, str(COMPANIES_FILE), str(path)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode != 0:
        raise BuildError(built.stderr.strip().rpartition("\n")[2])


def _is_sound(path: Path) -> bool:
    from tui_app.registry.sqlite.registry_file import RegistryFile

    # A large registry cannot be checked whenever it is opened; the sample can.
    try:
        with closing(RegistryFile(path)) as registry:
            registry.check()
    except RegistryError:
        return False
    return True
