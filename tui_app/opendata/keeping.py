"""What files become once they are read: sources that replace earlier ones, and are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.lanes import FileRead
from tui_app.opendata.partial import why_not_whole, why_partial
from tui_app.registry.sqlite.kept_sources import folder_of, lost, paths_of
from tui_app.registry.sqlite.sources import SourceInfo, file_stem
from tui_app.system.language import _


class ReadSource(Struct):
    """A file that was read, and the source that it becomes: ``part`` of ``parts`` of its kind.

    ``lines`` tell people how it was read.
    """

    read: FileRead
    kind: str
    part: int = 0
    parts: int = 0
    licence: str | None = None
    lines: tuple[str, ...] = ()


class TakenFiles(Struct):
    """The files of an import that are used, and why others are not."""

    files: list[ReadSource]
    not_taken: list[str]

    @property
    def tallies(self) -> list[Tally]:
        """What became of the rows of each."""
        return [file.read.tally for file in self.files]

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """Lines about each."""
        return [file.lines for file in self.files]

    @property
    def not_whole(self) -> list[str]:
        """Those that are used although they are incomplete."""
        return why_not_whole([file.read for file in self.files])

    def new_sources(self) -> list[tuple[SourceInfo, list[Path]]]:
        """The sources with the drafts that keep them."""
        return [_new_source(file) for file in self.files]


def take(
    files: Sequence[ReadSource],
    replaced: Mapping[str, Sequence[SourceInfo]],
    kept_beside: Path,
    *,
    accept_smaller: bool,
    not_taken: Sequence[str] = (),
) -> TakenFiles:
    """The files that replace the sources of their kind, kept beside a registry.

    ``not_taken`` says why others do not already.
    Without ``accept_smaller`` those do not that are cut off, far smaller or about others. Raises
    ``ImportRefusedError`` if none does.
    """
    taken = TakenFiles([], list(not_taken))
    for kind in dict.fromkeys(file.kind for file in files):
        of_kind = [file for file in files if file.kind == kind]
        before = replaced.get(kind, ())
        kept = [path for source in before for path in paths_of(kept_beside, source)]
        why = None
        if not accept_smaller:
            why = why_partial([file.read for file in of_kind], before, kept)
        if why:
            taken.not_taken.append(why)
        else:
            taken.files += of_kind
    if not taken.files:
        raise ImportRefusedError(" ".join([_("Nothing was imported."), *taken.not_taken]))
    return taken


def still_kept(
    kept_beside: Path, sources: Sequence[SourceInfo], *, accept_smaller: bool
) -> list[SourceInfo]:
    """Those of some sources whose data are kept.

    Raises ``ImportRefusedError`` if there are others, unless ``accept_smaller`` leaves them out.
    """
    gone = lost(kept_beside, sources)
    if gone and not accept_smaller:
        raise ImportRefusedError(
            _(
                "The data of {names} are not kept in {folder}: the folder was left behind."
                " Give their files again, together with these; or go on without them:"
                " --accept-smaller."
            ).format(
                names=", ".join(source.label for source in gone), folder=folder_of(kept_beside)
            )
        )
    return [source for source in sources if source not in gone]


def _new_source(file: ReadSource) -> tuple[SourceInfo, list[Path]]:
    """The source that a file becomes, and the drafts that keep it, under their names for good."""
    read, named = file.read, file.read.file.source
    source = SourceInfo(
        kind=file.kind,
        part=file.part,
        parts=file.parts,
        name=named.name,
        day=named.day,
        is_dated=named.is_dated,
        licence=file.licence,
        rows=read.tally.rows,
        left_out=dict(read.tally.left_out + read.tally.unreadable),
        digest=read.digest,
        imported_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
    )
    names = [f"{file_stem(source)}-{at}.db" for at in range(len(read.parts))]
    drafts = [
        piece.draft.rename(piece.draft.with_name(name))
        for piece, name in zip(read.parts, names, strict=True)
    ]
    return msgspec.structs.replace(source, files=tuple(names)), drafts
