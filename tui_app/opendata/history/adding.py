"""Adds snapshots to the history beside a registry: from files, and from earlier imports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.history.snapshots import HistoryPlan, RegisterSnapshot
from tui_app.opendata.history.staging import seen_file
from tui_app.opendata.kinds import FileKind
from tui_app.opendata.lanes import FileRead, ProgressListener, read_files
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.reading import ReadingTask
from tui_app.registry.generation import NextGeneration, beside
from tui_app.registry.history.layout import Field, day_number
from tui_app.registry.history.snapshots import SnapshotInfo, snapshots_of
from tui_app.registry.history.store import HistoryDraft, changing
from tui_app.registry.sqlite import kept_sources
from tui_app.registry.sqlite.sources import REGISTER, SourceInfo, is_of, sources_of
from tui_app.system.language import N_, _
from tui_app.system.wording import day_text

FROM_FILES: Final = "files"
FROM_REGISTRY: Final = "registry"


class AddedSnapshot(Struct, frozen=True):
    """The result for a snapshot: ``is_new`` is false if the history already has it."""

    info: SnapshotInfo
    companies: int
    is_new: bool


def add_snapshots(
    plan: HistoryPlan, change: NextGeneration, progress: ProgressListener, *, with_people: bool
) -> list[AddedSnapshot]:
    """Add the snapshots of a plan, and the current register, to the history of a change.

    Raises ``ImportRefusedError`` or ``BuildError``.
    """
    with changing(change) as draft:
        added = [_add(snapshot, draft, progress, with_people) for snapshot in plan.snapshots]
        _add_register(register_of(change.registry), change.output, draft, progress)
    return added


def _add(
    snapshot: RegisterSnapshot,
    draft: HistoryDraft,
    progress: ProgressListener,
    with_people: bool,
) -> AddedSnapshot:
    folder = draft.folder / f"{snapshot.day:%Y%m%d}"
    folder.mkdir()
    tasks = [
        (file, ReadingTask(kind=file.kind, label=file.source.label, kept=False))
        for file in snapshot.files
    ]
    reads = read_files(tasks, folder, progress)
    info = _described(snapshot, reads, with_people)
    before = {each.day: each for each in draft.snapshots.values()}.get(snapshot.day)
    if before is not None and before.origin == FROM_FILES:
        asks_for_people = with_people > before.with_people and _names(before) <= _names(info)
        if set(info.files) <= set(before.files) and not asks_for_people:
            return AddedSnapshot(before, 0, is_new=False)
        if not (set(before.files) <= set(info.files) or asks_for_people):
            raise ImportRefusedError(
                _(
                    "The history has {shown} from other files ({names}). Give all files of a"
                    " day together, or first: firmeterm data history remove {day}."
                ).format(
                    day=snapshot.day,
                    shown=day_text(snapshot.day),
                    names=", ".join(name for name, _ in before.files),
                )
            )
    progress.working(N_("comparing with the history"), info.rows)
    with seen_file(folder / "seen.db") as seen:
        seen.take(part.draft for read in reads for part in read.parts)
        names = seen.state_names()
        companies = seen.finish(info.fields)
    draft.add(info, folder / "seen.db", names)
    for path in folder.iterdir():
        path.unlink()
    return AddedSnapshot(info, companies, is_new=True)


def _names(info: SnapshotInfo) -> set[str]:
    return {name for name, _ in info.files}


def _described(
    snapshot: RegisterSnapshot, reads: Sequence[FileRead], with_people: bool
) -> SnapshotInfo:
    total = Tally(_("all files"))
    files, lacks, rows = [], list(snapshot.lacks), 0
    for read in reads:
        name = read.file.source.name
        total.add(read.tally.counts)
        files.append((name, read.digest))
        # The other files have no companies, but say more about them.
        if read.file.kind is FileKind.PAST_FIRMS:
            rows += read.tally.rows
            lacks += [f"the end of {name}"] if read.is_cut else []
    return SnapshotInfo(
        day=snapshot.day,
        origin=FROM_FILES,
        files=tuple(sorted(files)),
        rows=rows,
        left_out=dict(total.left_out),
        unreadable=dict(total.unreadable + total.notes),
        fields=snapshot.fields,
        lacks=tuple(dict.fromkeys(lacks)),
        with_people=with_people,
    )


class KeptRegister(Struct, frozen=True):
    """The register from which a registry was built: its sources, kept beside the registry."""

    sources: tuple[SourceInfo, ...]

    @property
    def day(self) -> dt.date | None:
        """Its day, if known; parts of several days have none."""
        firms = [source for source in self.sources if source.kind == REGISTER]
        days = {source.day if source.is_dated else None for source in firms}
        return days.pop() if len(days) == 1 else None


def register_of(registry: Path | None) -> KeptRegister:
    """The register from which a registry was built."""
    sources = sources_of(registry) if registry is not None and registry.exists() else []
    return KeptRegister(
        tuple(s for s in sources if any(is_of(s.kind, each) for each in _OF_REGISTER))
    )


_OF_REGISTER: Final = (REGISTER, "states", "state names")


def newest_day(registry: Path) -> dt.date | None:
    """The newest day that a registry or the history beside it knows; ``None`` where none does."""
    days = [each.day for each in snapshots_of(beside(registry).history)]
    own = register_of(registry).day
    return max([*days, *([own] if own else [])], default=None)


def _add_register(
    register: KeptRegister, registry: Path, draft: HistoryDraft, progress: ProgressListener
) -> None:
    """Add the register from which a registry was built, from the sources kept beside it.

    Nothing is added if the history already has its day, the day is unknown, or the sources are not
    complete.
    """
    day, sources = register.day, register.sources
    if day is None:
        return
    digest = tuple(sorted((source.label, source.digest) for source in sources))
    known = draft.snapshots.get(day_number(day))
    if known is not None and (known.origin == FROM_FILES or known.files == digest):
        return
    if not _is_kept(register, registry):
        return
    of_register = [source for source in sources if source.kind == REGISTER]
    has_states = any(source.kind == "states" for source in sources)
    parts = max((source.parts for source in of_register), default=0)
    missing = sorted({*range(1, parts + 1)} - {source.part for source in of_register})
    info = SnapshotInfo(
        day=day,
        origin=FROM_REGISTRY,
        files=digest,
        rows=sum(source.rows for source in of_register),
        left_out=of_register[0].left_out if len(of_register) == 1 else {},
        fields=(
            Field.NUMBER, Field.NAME, Field.FORM, *((Field.STATE,) if has_states else ()),
            Field.COUNTY, Field.LOCALITY, Field.STREET,
        ),
        lacks=tuple(f"part {number} of {parts}" for number in missing),
        has_unnumbered=False,
    )  # fmt: skip
    progress.working(N_("comparing with the history"), info.rows)
    path = draft.folder / f"seen-{day_number(day)}.db"
    with seen_file(path) as seen:
        for source in sources:
            seen.take(kept_sources.paths_of(registry, source))
        names = seen.state_names()
        seen.finish(info.fields)
    draft.add(info, path, names)
    path.unlink()


def _is_kept(register: KeptRegister, registry: Path) -> bool:
    return not (
        kept_sources.lost(registry, register.sources)
        or kept_sources.damaged(registry, register.sources)
    )


def keep_month(
    plan: ImportPlan, before: KeptRegister, change: NextGeneration, progress: ProgressListener
) -> None:
    """Keep the month ``before``, if the plan replaced it, and the new one in the history."""
    after = register_of(change.registry)
    is_replaced = bool(plan.replaced.get(REGISTER)) and before.day not in {None, after.day}
    if change.history is None and not (is_replaced and _is_kept(before, change.output)):
        return
    with changing(change) as draft:
        for register in (*([before] if is_replaced else ()), after):
            _add_register(register, change.output, draft, progress)
