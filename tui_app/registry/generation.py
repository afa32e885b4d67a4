"""A registry and the files beside it, published together as one generation.

Beside the registry ``firme.db`` lie its history, its public contracts and the index that joins them
with the companies' numbers, under its whole name: ``firme.2025`` and ``firme.2026`` share nothing.
The manifest ``firme.db.generations.json`` names, by the version of a registry, the files that
belong to it. Publishing is one rename: of the registry where it is new (the manifest then names the
files of both versions already), else of the manifest. So a process that is killed leaves the old
generation or the new one, whole.
"""

from __future__ import annotations

import glob
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field, structs

from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.sqlite.atomic_build import build_folder, publish, why_not_built
from tui_app.registry.sqlite.checksum import append_checksum
from tui_app.registry.sqlite.drafts import drafted
from tui_app.registry.sqlite.finished import finished, uri_of
from tui_app.registry.sqlite.interrupts import noting_interrupts
from tui_app.system.language import _

_OURS: Final = re.compile(r"\.\d+\.(history|contracts|index)\.db")


class Beside(Struct, frozen=True):
    """The files beside a registry; ``index`` is there where one of the others is."""

    history: Path | None = None
    contracts: Path | None = None
    index: Path | None = None


class _Manifest(Struct):
    """The generations by version of the registry, as names of files; normally a single one."""

    number: int = 0
    generations: dict[str, dict[str, str]] = field(default_factory=dict)


def beside(registry: Path) -> Beside:
    """The files beside a registry, as far as they are there: who moved one away goes on without it.

    Where the manifest does not know the registry, they are those of the newest generation: their
    contents are bound to tax ids, and a later import adopts them.
    """
    registry = registry.resolve()
    known = _read(registry).generations
    named = known.get(_version(registry))
    found = _paths(registry, next(reversed(known.values()), {}) if named is None else named)
    there = structs.asdict(found).items()
    return Beside(**{name: path if path and path.exists() else None for name, path in there})


def beside_version(registry: Path, version: str) -> tuple[int, Beside]:
    """The files that belong to one version of a registry, with the number of their generation.

    0 and no files if the manifest does not know the version.
    """
    registry = registry.resolve()
    manifest = _read(registry)
    named = manifest.generations.get(version)
    return (0, Beside()) if named is None else (manifest.number, _paths(registry, named))


def identity(registry: Path) -> tuple[int, ...] | None:
    """Distinguishes one generation at a path from the next; ``None`` without a registry."""
    try:
        found = registry.stat()
    except OSError:
        return None
    identity = found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
    try:
        manifest = manifest_of(registry).stat()
    except OSError:
        return identity
    return *identity, manifest.st_ino, manifest.st_mtime_ns


def manifest_of(registry: Path) -> Path:
    """The file that names what belongs to a registry."""
    registry = registry.resolve()
    return registry.with_name(f"{registry.name}.generations.json")


class NextGeneration:
    """The next generation of a registry, created by ``next_generation``.

    ``folder`` is for drafts, on the same disk. ``registry``, ``history`` and ``contracts`` are the
    files of the next generation: drafts, or the present ones.
    """

    def __init__(self, output: Path, folder: Path) -> None:
        self.output = output
        self.folder = folder
        now = beside(output)
        self.registry = output if output.exists() else None
        self.history = now.history
        self.contracts = now.contracts
        self._afterwards: list[Callable[[], None]] = []

    def afterwards(self, call: Callable[[], None]) -> None:
        """Call after the publication, and only then: to delete what nothing needs any more."""
        self._afterwards.append(call)

    def publish(self) -> None:
        """Move all drafts into place. Raises ``OSError`` or ``sqlite3.Error``."""
        manifest = _read(self.output)
        old, new = _version(self.output), _version(self.registry)
        files = {"history": self.history, "contracts": self.contracts, "index": self._index()}
        is_new = self.registry is not None and self.registry != self.output
        if manifest.generations or any(files.values()):
            manifest.number += 1
            named = {
                kind: self._in_place(path, kind, manifest.number)
                for kind, path in files.items()
                if path is not None
            }
            # Until the registry is in place, the manifest names what belongs to the old one, too.
            kept = manifest.generations or {old: {}}
            manifest.generations = {**(kept if is_new else {}), new: named}
            self._write(manifest)
        if is_new and self.registry is not None:
            publish(self.registry, self.output)
        with suppress(OSError):
            if manifest.generations:
                manifest.generations = {new: manifest.generations[new]}
                self._write(manifest)
            _delete_others(self.output, set(manifest.generations.get(new, {}).values()))
        for call in self._afterwards:
            call()

    def _index(self) -> Path | None:
        """Write what joins the files with the numbers of the registry."""
        from tui_app.registry.contracts import index as of_contracts
        from tui_app.registry.history import indexing as of_history

        beside_it = {"past": self.history, "money": self.contracts}
        if self.registry is None or not any(beside_it.values()):
            return None
        index = self.folder / "index.db"
        with drafted(index) as connection:
            for name, path in (("registry", self.registry), *beside_it.items()):
                if path is not None:
                    connection.execute(f"ATTACH ? AS {name}", (uri_of(path),))
            if self.history is not None:
                of_history.write_index(connection)
            if self.contracts is not None:
                of_contracts.write_index(connection)
        return index

    def _write(self, manifest: _Manifest) -> None:
        written = self.folder / "manifest.json"
        written.write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
        publish(written, manifest_of(self.output))

    def _in_place(self, path: Path, kind: str, number: int) -> str:
        """The name of a file beside the registry, after moving it there if it is a draft."""
        if path.parent != self.output.parent:
            target = self.output.with_name(f"{self.output.name}.{number}.{kind}.db")
            append_checksum(path)
            publish(path, target)
            path = target
        return path.name


@contextmanager
def next_generation(output: Path) -> Iterator[NextGeneration]:
    """NextGeneration a registry or what lies beside it; published at the end of the block.

    Raises ``BuildError``, and then leaves everything as it was.
    """
    # If it is a link, its target is replaced, on the target's disk.
    output = output.resolve()
    with noting_interrupts() as was_interrupted:
        try:
            with build_folder(output) as folder:
                change = NextGeneration(output, folder)
                yield change
                change.publish()
        except RegistryError as error:
            raise BuildError(str(error)) from error
        except (sqlite3.Error, OSError) as error:
            code = getattr(error, "sqlite_errorcode", None)
            if was_interrupted() or code == sqlite3.SQLITE_INTERRUPT:
                raise KeyboardInterrupt from None
            _blame_damaged(output)
            raise BuildError(why_not_built(error, output)) from error


def _blame_damaged(registry: Path) -> None:
    """Raise ``BuildError`` if a file beside a registry is damaged: that is why a build failed."""
    from tui_app.registry.sqlite.soundness import require_sound

    try:
        files = beside(registry)
        require_sound(files.history, files.contracts, files.index)
    except RegistryError as error:
        raise BuildError(str(error)) from None


def is_known(registry: Path) -> bool:
    """Whether what lies beside a registry belongs to it; true where nothing does."""
    known = _read(registry.resolve()).generations
    return not known or _version(registry) in known


def _version(registry: Path | None) -> str:
    """The version of a registry; empty without one."""
    if registry is None or not registry.exists():
        return ""
    try:
        with finished(registry) as connection:
            return str(connection.execute("SELECT version FROM build").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return ""  # not a registry: whoever reads it says so


def _paths(registry: Path, named: dict[str, str]) -> Beside:
    known = {kind: registry.with_name(name) for kind, name in named.items()}
    return Beside(**{kind: known.get(kind) for kind in structs.asdict(Beside())})


def _read(registry: Path) -> _Manifest:
    try:
        return msgspec.json.decode(manifest_of(registry).read_bytes(), type=_Manifest)
    except FileNotFoundError:
        return _Manifest()
    except (OSError, msgspec.MsgspecError) as error:
        raise RegistryError(
            _(
                "{path} cannot be read ({error}). It names the history and the"
                " contracts beside the registry: put it back, or move it away to go on without"
                " them."
            ).format(path=manifest_of(registry), error=error)
        ) from None


def _delete_others(registry: Path, used: set[str]) -> None:
    """Delete the files of earlier generations, and what a killed process left."""
    for path in registry.parent.glob(f"{glob.escape(registry.name)}.*"):
        if _OURS.fullmatch(path.name.removeprefix(registry.name)) and path.name not in used:
            path.unlink()
