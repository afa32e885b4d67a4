"""The sources of a registry: which file contributed what, and its date.

A source is a publisher's kind and period (``statements 2024 small``), or a part of it if it comes
in several files. The rows of each are kept beside the registry (``kept_sources``), and the registry
follows from the kept sources.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.errors import RegistryError
from tui_app.registry.provenance import publisher_of
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.statement_sets import STATEMENT_SETS
from tui_app.system.language import _
from tui_app.system.wording import day_text

REGISTER: Final = "register"
RECORDS: Final = "records"
STATEMENTS: Final = "statements"
TAXPAYERS: Final = "taxpayers"


def day_of_source(day: dt.date, *, is_dated: bool) -> str:
    """A day in words; a day on which a file was merely saved is marked as such."""
    text = _("of {day}") if is_dated else _("day unknown, file saved {day}")
    return text.format(day=day_text(day))


class SourceInfo(Struct, frozen=True, kw_only=True):
    """One source. ``day`` is the date of its data, or if unknown the day the file was saved.

    ``is_dated`` says which of the two it is. ``part`` is its number among the files of the kind, 0
    if one file is all. ``rows`` is the number read, and ``left_out`` the number left out, by
    reason; ``unused`` are rows that the registry cannot use, such as those of unknown companies.
    ``digest`` identifies the content and the way it was read. ``files`` are the names of the files
    that keep it.
    """

    kind: str
    part: int = 0
    parts: int = 0
    name: str
    day: dt.date
    is_dated: bool = True
    licence: str | None = None
    rows: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    unused: dict[str, int] = field(default_factory=dict)
    digest: str = ""
    files: tuple[str, ...] = ()
    imported_at: dt.datetime

    @property
    def label(self) -> str:
        """The name by which a user names the source: ``register, part 1 of 2``."""
        return f"{self.kind}, part {self.part} of {self.parts}" if self.part else self.kind

    @property
    def day_text(self) -> str:
        """Its day in words."""
        return day_of_source(self.day, is_dated=self.is_dated)

    @property
    def replaced_text(self) -> str:
        """The announcement that an import replaces it."""
        return _("replaces {source} ({day_text}): {name}, {rows} rows").format(
            source=self.label, day_text=self.day_text, name=self.name, rows=self.rows
        )

    @property
    def identity(self) -> tuple[str, int]:
        """An import with the same identity replaces the source."""
        return self.kind, self.part

    @property
    def publisher(self) -> str:
        """Who published it."""
        return publisher_of(self.kind)

    @property
    def precedence(self) -> tuple[object, ...]:
        """The sort key for merging sources: of two rows about the same thing the later one counts.

        It does not depend on when they were imported, so the order of imports does not matter.
        """
        words = self.kind.split()
        is_set = words[0] == STATEMENTS and words[-1] in STATEMENT_SETS
        rank = STATEMENT_SETS.index(words[-1]) if is_set else 0
        return self.kind.split()[0], self.day, rank, self.kind, self.part


def is_of(kind: str, family: str) -> bool:
    """Whether a kind belongs to a family: ``statements 2024 small`` to ``statements``."""
    return kind == family or kind.startswith((f"{family} ", f"{family},"))


def file_stem(source: SourceInfo) -> str:
    """The beginning of the names of the files that keep a source."""
    plain = re.sub(r"[^a-z0-9]+", "-", source.label.lower()).strip("-")
    return f"{plain[:60]}-{source.digest}"


def numbered(sources: Iterable[SourceInfo]) -> list[SourceInfo]:
    """The sources in the order of the merge, each part with the number of parts."""
    known = list(sources)
    most: Counter[str] = Counter()
    for source in known:
        most[source.kind] = max(most[source.kind], source.part, source.parts)
    counted = (
        msgspec.structs.replace(source, parts=most[source.kind]) if source.part else source
        for source in known
    )
    return sorted(counted, key=lambda source: source.precedence)


def version_of(sources: Iterable[SourceInfo], chosen: str) -> str:
    """A name for the content of a registry from these sources, for the companies ``chosen``."""
    digest = hashlib.blake2b(chosen.encode(), digest_size=12)
    for source in sources:
        day = source.day.isoformat() if source.is_dated else ""
        digest.update(repr((source.label, source.name, day, source.digest)).encode())
    return digest.hexdigest()


_COLUMNS: Final = SourceInfo.__struct_fields__
_AS_JSON: Final = ("left_out", "unused", "files")


def write_sources(connection: sqlite3.Connection, sources: Iterable[SourceInfo]) -> None:
    """Write the sources of a new registry; their numbers begin at 1."""
    for number, source in enumerate(sources, 1):
        values = msgspec.structs.asdict(source)
        values |= {name: json.dumps(values[name], ensure_ascii=False) for name in _AS_JSON}
        values["day"] = source.day.isoformat()
        values["imported_at"] = format_timestamp(source.imported_at)
        marks = ", ".join("?" * (1 + len(values)))
        connection.execute(f"INSERT INTO source VALUES ({marks})", (number, *values.values()))


def sources_in(connection: sqlite3.Connection) -> list[SourceInfo]:
    """The sources of an open registry, in the order of their numbers.

    Raises ``sqlite3.Error`` and ``msgspec.MsgspecError`` where they are damaged.
    """
    found = []
    for row in connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM source ORDER BY number"):
        values = dict(zip(_COLUMNS, row, strict=True))
        values |= {name: msgspec.json.decode(values[name]) for name in _AS_JSON}
        found.append(msgspec.convert(values, SourceInfo, strict=False))
    return found


def sources_of(registry: Path) -> list[SourceInfo]:
    """The sources of a registry file that can be opened; raises ``RegistryError``."""
    try:
        with finished(registry) as connection:
            return sources_in(connection)
    except (sqlite3.Error, msgspec.MsgspecError) as error:
        raise RegistryError(
            _("{path} is damaged ({error}).").format(path=registry, error=error)
        ) from error
