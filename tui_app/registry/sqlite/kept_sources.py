"""The folder beside a registry that keeps the staged rows of each of its sources: ``*.sources``.

A file in it never changes, and the registry names the files from which it was built. So the
registry and its sources change in one step, when the registry is moved into place; files that no
registry names any more are deleted after it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tui_app.registry.errors import BuildError
from tui_app.registry.sqlite.atomic_build import publish
from tui_app.registry.sqlite.checksum import damage_in, has_wrong_checksum
from tui_app.registry.sqlite.sources import SourceInfo
from tui_app.system.language import _

SUFFIX: Final = ".sources"


def folder_of(registry: Path) -> Path:
    """The folder with the sources of a registry."""
    return registry.with_name(f"{registry.name}{SUFFIX}")


def paths_of(registry: Path, source: SourceInfo) -> list[Path]:
    """The files that keep a source."""
    folder = folder_of(registry.resolve())
    return [folder / name for name in source.files]


def lost(registry: Path, sources: Iterable[SourceInfo]) -> list[SourceInfo]:
    """The sources of a registry whose rows are not kept.

    Its folder was left behind.
    """
    return [
        source
        for source in sources
        if not source.files or not all(path.is_file() for path in paths_of(registry, source))
    ]


def damaged(registry: Path, sources: Iterable[SourceInfo]) -> list[SourceInfo]:
    """The sources whose files exist but cannot be read; reads all of them."""
    return [
        source
        for source in sources
        if any(path.is_file() and damage_in(path) for path in paths_of(registry, source))
    ]


def require_whole(registry: Path, source: SourceInfo) -> None:
    """Raise ``BuildError`` if the checksum of a kept file is wrong: nothing is built from it."""
    if any(path.is_file() and has_wrong_checksum(path) for path in paths_of(registry, source)):
        why = sqlite3.DatabaseError(_("its checksum is wrong"))
        raise unusable(registry, source, why) from why


def unusable(registry: Path, source: SourceInfo, why: sqlite3.Error) -> BuildError:
    """The error for a source whose kept data are damaged."""
    return BuildError(
        _(
            "The data of {source} are damaged ({error}) in {folder}. Give its files again, together"
            " with these."
        ).format(source=source.label, error=why, folder=folder_of(registry))
    )


def add(registry: Path, drafts: Iterable[Path]) -> None:
    """Move the files of new sources into the folder of a registry, before it names them."""
    folder = folder_of(registry)
    for draft in drafts:
        folder.mkdir(exist_ok=True)
        publish(draft, folder / draft.name)


def delete_unused(registry: Path, sources: Iterable[SourceInfo]) -> None:
    """Delete the files that the registry, which is in place, does not name."""
    folder = folder_of(registry)
    used = {name for source in sources for name in source.files}
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name not in used:
                path.unlink(missing_ok=True)
        if not used:
            folder.rmdir()
