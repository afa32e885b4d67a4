"""Builds a registry file from the staging file, in bounded memory.

The finished file is the registry of the next generation, which is published in one step. However a
build ends, the old file is never damaged.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final

import msgspec

from tui_app import __version__
from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.generation import NextGeneration, next_generation
from tui_app.registry.sqlite import (
    connections,
    continuing,
    kept_sources,
    peer_groups,
    search_index,
    word_index,
)
from tui_app.registry.sqlite.checksum import append_checksum, copy_without_checksum
from tui_app.registry.sqlite.continuing import LineRun
from tui_app.registry.sqlite.drafts import drafted, write_many
from tui_app.registry.sqlite.finished import FileMark, finished, uri_of
from tui_app.registry.sqlite.merge import (
    EVERYTHING,
    ActivityOf,
    CompanyFilter,
    filter_of,
    merge,
)
from tui_app.registry.sqlite.patching import (
    Changes,
    changes,
    is_few,
    note_changed,
    registry_before,
)
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.schema import (
    ALWAYS_NEW,
    APPLICATION_ID,
    FINDING,
    INDEXES,
    OF_COMPANIES,
    SCHEMA_VERSION,
    TABLES,
)
from tui_app.registry.sqlite.sources import (
    RECORDS,
    REGISTER,
    SourceInfo,
    numbered,
    sources_of,
    version_of,
    write_sources,
)
from tui_app.registry.sqlite.staging import StagedSource, Staging
from tui_app.registry.sqlite.tables import index_staging, write_tables
from tui_app.system.garbage import no_garbage_collection

_DRAFT: Final = "registry.db"
LARGE: Final = 100_000
"""From this many companies on, a build sorts on disk."""

VERY_LARGE: Final = 1_000_000
"""From this many on, a second process is worth its memory."""

_FREE: Final = 50
"""At most one page in so many of a finished file is free."""

_REPORT_EVERY: Final = 10_000

Report = Callable[[str, int], None]
"""Called with the step of the build and its number of rows or companies."""


def report_nothing(_step: str, _count: int) -> None:
    """Ignore the progress."""


class Build:
    """A build, created by ``building``: ``gather`` the sources' rows, ``merge`` them, ``finish``.

    Files of new sources are drafts in ``folder``; those of kept sources are beside the output.
    """

    def __init__(self, change: NextGeneration, report: Report) -> None:
        self.change = change
        self.folder = change.folder
        self.output = change.output
        self.before = registry_before(self.output)
        self.staging = Staging(self.folder / "staging.db")
        self.sources: list[SourceInfo] = []
        self.company_filter = EVERYTHING
        self._drafts: dict[tuple[str, int], list[Path]] = {}
        self._line_runs: dict[int, list[LineRun]] | None = None
        self.report = report

    def gather(
        self, kept: Iterable[SourceInfo], new: Iterable[tuple[SourceInfo, list[Path]]] = ()
    ) -> None:
        """Combine the rows of all sources; ``new`` sources come with their drafts."""
        self.report("gathering", 0)
        sources = list(kept)
        for source, drafts in new:
            sources.append(source)
            self._drafts[source.identity] = drafts
        self.sources = numbered(sources)
        for number, source in enumerate(self.sources, 1):
            if source.identity not in self._drafts:
                kept_sources.require_whole(self.output, source)
            try:
                self.staging.gather(number, self._files(source))
            except sqlite3.DatabaseError as error:
                if type(error) is not sqlite3.DatabaseError:
                    raise  # such as a full disk
                raise kept_sources.unusable(self.output, source, error) from error

    def _files(self, source: SourceInfo) -> list[Path]:
        drafts = self._drafts.get(source.identity)
        return kept_sources.paths_of(self.output, source) if drafts is None else drafts

    def merge(
        self, company_filter: CompanyFilter = EVERYTHING, activity_of: ActivityOf | None = None
    ) -> int:
        """Merge the staged rows into one row per company, and return the number of companies."""
        self.report("merging", 0)
        self.company_filter = company_filter
        staging = self.staging.connection
        staging.executescript(continuing.CHANGED)
        (rows,) = staging.execute("SELECT max(rowid) FROM firm").fetchone()
        (records,) = staging.execute("SELECT max(rowid) FROM own_record").fetchone()
        only_changed = self._is_continued(company_filter)
        with _sorting_in(self.folder, (rows or 0) + (records or 0)):
            companies = merge(
                self.staging, company_filter, activity_of, self.before, only_changed=only_changed
            )
        # The rest of the build reads the file once, in order.
        staging.execute("PRAGMA cache_size = -2048")
        return companies

    def finish(
        self, companies: int, *, invented: bool = False, not_selected: int = 0
    ) -> RegistryInfo:
        """Write the registry of the next generation; call ``merge`` first."""
        only = msgspec.json.encode(self.company_filter, order="deterministic").decode()
        register = [source for source in self.sources if source.kind == REGISTER]
        is_dated = all(source.is_dated for source in register)
        info = RegistryInfo(
            # Another firmeterm may build another registry from the same sources.
            version=f"{SCHEMA_VERSION}-{version_of(self.sources, f'{__version__} {only}')}",
            built_at=dt.datetime.now(dt.UTC).replace(microsecond=0),
            companies=companies,
            invented=invented,
            register_day=max((s.day for s in register), default=None) if is_dated else None,
        )
        path, mark = self.folder / _DRAFT, FileMark(APPLICATION_ID, SCHEMA_VERSION)
        if self.before is not None:
            copy_without_checksum(self.before, path)
        with drafted(path, mark) as connection:
            _begin_anew(connection, ALWAYS_NEW)
            self._write(connection, info, (only, not_selected))
            path = _without_gaps(connection, path)
        append_checksum(path)
        kept = [path for source in self.sources for path in self._drafts.get(source.identity, ())]
        kept_sources.add(self.output, (path for path in kept if path.name in self._kept_names))
        self.change.registry = path
        self.change.afterwards(lambda: kept_sources.delete_unused(self.output, self.sources))
        return info

    @property
    def _kept_names(self) -> set[str]:
        return {name for source in self.sources for name in source.files}

    def _write(
        self, connection: sqlite3.Connection, info: RegistryInfo, chosen: tuple[str, int]
    ) -> None:
        connection.execute(
            "INSERT INTO build VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                info.version,
                format_timestamp(info.built_at),
                __version__,
                info.companies,
                info.invented,
                info.register_day and info.register_day.isoformat(),
                *chosen,
            ),
        )
        write_sources(connection, self.sources)
        ranked = self.staging.connection
        connection.execute("ATTACH ? AS merged", (str(self.staging.path),))
        self.report("writing", info.companies)
        with ExitStack() as stack:
            stack.enter_context(_sorting_in(self.folder, info.companies))
            line_starts = self._continue(connection, info.companies)
            if line_starts is None:
                _begin_anew(connection, OF_COMPANIES)
                # Before another process reads the file, which must not change from then on.
                index_staging(connection)
            write_tables(connection, self.staging, line_starts)
            changed = None
            if self.before is not None:
                changed = changes(connection, info.companies, noted=line_starts is not None)
            if changed is None:
                _begin_anew(connection, FINDING)
            apart = None
            if changed is None and info.companies >= VERY_LARGE:
                apart = stack.enter_context(search_index.begin(self.staging.path, self.folder))
            self.report("numbering", info.companies)
            search_index.write_numbers(connection, anew=changed is None)
            connection.executescript(INDEXES)
            if apart is None:
                # Before other tables, which use the pages that are free after its parts are merged.
                self.report("indexing", info.companies)
                for kind in search_index.KINDS:
                    search_index.write(kind, connection, ranked, changed)
            tables_anew = line_starts is None
            self._write_research(connection, info.companies, changed, tables_anew=tables_anew)
            if apart is not None:
                self.report("indexing", info.companies)
                search_index.take(apart.wait(), connection)

    def _is_continued(self, company_filter: CompanyFilter) -> bool:
        """Note what changed in the sources, and tell whether it is little."""
        if self.before is None:
            return False
        with finished(self.before) as before:
            self._line_runs = self._runs_since(before)
            ((companies,),) = before.execute("SELECT companies FROM build").fetchall()
            if self._line_runs is None or filter_of(before)[0] != company_filter:
                return False
        noted = self.staging.connection.execute("SELECT count(*) FROM changed_firm").fetchall()
        return is_few(noted[0][0], companies)

    def _continue(self, connection: sqlite3.Connection, companies: int) -> dict[int, int] | None:
        """Where lines are numbered from, by source, if most companies are as before."""
        if self.before is None:
            return None
        connection.execute("ATTACH ? AS before", (uri_of(self.before),))
        runs = self._line_runs
        if runs is None or not note_changed(connection, companies):
            return None
        moved = ((number, *run) for number, some in runs.items() for run in some)
        write_many(connection, "INSERT INTO line_run VALUES (?, ?, ?, ?)", moved)
        return {number: some[-1].first - 1 for number, some in runs.items()}

    def _runs_since(self, before: sqlite3.Connection) -> dict[int, list[LineRun]] | None:
        """Where lines are now, by source; ``None`` if it is unknown what changed in one."""
        earlier = sources_of(self.output)
        if [source.identity for source in earlier] != [s.identity for s in self.sources]:
            return None
        found: dict[int, list[LineRun]] = {}
        for number, (old, new) in enumerate(zip(earlier, self.sources, strict=True), 1):
            known = before.execute(
                "SELECT first, last, moved FROM line_run WHERE source = ? ORDER BY first",
                (number,),
            )
            runs = list(map(LineRun._make, known))
            # Only rows of firms depend on the day of their file.
            if old.digest != new.digest or (new.kind == REGISTER and old.day != new.day):
                paths = kept_sources.paths_of(self.output, old), self._files(new)
                moved = continuing.changes_of_source(self.staging, number, *paths, runs)
                if moved is None:
                    return None
                runs = moved
            if runs:
                found[number] = runs
        return found

    def _write_research(
        self,
        connection: sqlite3.Connection,
        companies: int,
        changed: Changes | None,
        *,
        tables_anew: bool,
    ) -> None:
        """Write the tables for peers, connections and screening."""
        from tui_app.registry.sqlite.screening import build as screening
        from tui_app.registry.sqlite.screening import texts

        self.report("comparing", companies)
        peer_groups.write(connection, anew=tables_anew)
        connections.write(connection, anew=changed is None)
        self.report("screening", companies)
        screening.write(connection, anew=tables_anew)
        word_index.write_names(connection, anew=changed is None)
        texts.write(connection, self.staging.connection, changed)
        screening.finish(connection)


def _begin_anew(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Empty these tables, whether they are of the registry before, and create those missing."""
    for table in tables:
        connection.execute(f"DROP TABLE IF EXISTS main.{table}")
    connection.executescript(TABLES)


def _without_gaps(connection: sqlite3.Connection, draft: Path) -> Path:
    """The draft, or a copy without its free pages where a patch left many of them."""
    (pages,), (free,) = (
        connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "freelist_count")
    )
    if free * _FREE < pages:
        return draft
    whole = draft.with_name(f"whole-{draft.name}")
    connection.execute("VACUUM INTO ?", (str(whole),))
    draft.unlink()
    return whole


@contextmanager
def building(
    output: Path, report: Report = report_nothing, change: NextGeneration | None = None
) -> Iterator[Build]:
    """A build of ``output``, or of the registry of a change. Raises ``BuildError``.

    It is published at the end, or with that change.
    """
    draft = nullcontext(change) if change else next_generation(output)
    with no_garbage_collection(), draft as whole:
        build = Build(whole, report)
        with closing(build.staging):
            yield build
        build.staging.path.unlink()  # the disk may be needed for what lies beside


def build(
    records: Iterable[CompanyRecord],
    output: Path,
    *,
    invented: bool = False,
    report: Report = report_nothing,
) -> RegistryInfo:
    """Build the registry ``output`` from records in any order.

    Of several records with one tax id, the best ranked is used. ``invented`` marks invented
    companies. The records are not kept beside it. Raises ``BuildError``.
    """
    digest = hashlib.blake2b(digest_size=12)
    with building(output, report) as making:
        draft = making.folder / "records.db"
        with closing(StagedSource(draft)) as staged:
            taken = staged.add_records(enumerate(_reported(records, report), 1), digest)
        now = dt.datetime.now(dt.UTC)
        source = SourceInfo(
            kind=RECORDS,
            name="records",
            day=now.date(),
            is_dated=False,
            rows=taken,
            digest=digest.hexdigest(),
            imported_at=now,
        )
        making.gather([], [(source, [draft])])
        return making.finish(making.merge(), invented=invented)


def _reported(records: Iterable[CompanyRecord], report: Report) -> Iterator[CompanyRecord]:
    for count, record in enumerate(records, 1):
        yield record
        if count % _REPORT_EVERY == 0:
            report("read", count)


@contextmanager
def _sorting_in(folder: Path, companies: int) -> Iterator[None]:
    # SQLite sorts large sets in files, which belong on the build's disk. The setting
    # applies to the whole process, so a build that sorts in memory does not change it.
    if companies < LARGE:
        yield
        return
    quoted = str(folder).replace("'", "''")
    # Set on a connection without a transaction, within which it could not change.
    with closing(sqlite3.connect(":memory:")) as aside:
        aside.execute(f"PRAGMA temp_store_directory = '{quoted}'")
        try:
            yield
        finally:
            aside.execute("PRAGMA temp_store_directory = ''")
