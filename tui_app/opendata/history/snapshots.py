"""Finds out which files make up which snapshot, by their headers and the days in their names."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from tui_app.contract.dates import names_whole_day
from tui_app.contract.folding import fold
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, find_inputs
from tui_app.opendata.history.rows import fields_of
from tui_app.opendata.kinds import OF_HISTORY, FileKind
from tui_app.opendata.recognition import Recognised, recognise
from tui_app.registry.history.layout import Field
from tui_app.system.language import _

_OLD: Final = re.compile(r"(ne)?radiate.*?(cu|fara).*?sediu")
_OLD_FILES: Final = tuple(
    f"{state} {seat} sediu" for state in ("neradiate", "radiate") for seat in ("fara", "cu")
)
_PART: Final = re.compile(r"(\d{1,2}) (?:of|din) (\d{1,2})")


class RegisterSnapshot(Struct):
    """The files of one day."""

    day: dt.date
    files: list[Recognised]

    def of_kind(self, *kinds: FileKind) -> list[Recognised]:
        """Its files of some kinds."""
        return [file for file in self.files if file.kind in kinds]

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields that it covers."""
        firms = self.of_kind(FileKind.PAST_FIRMS)
        found = {field for file in firms for field in fields_of(file.beginning.header.columns)}
        if self.of_kind(FileKind.STATES):
            found.add(Field.STATE)
        roles = self.of_kind(FileKind.PAST_ROLES, FileKind.PAST_ROLES_AND_PEOPLE)
        # The file of family firms names nobody's liquidator, and part of a file not everybody's.
        if any("NUME" not in file.beginning.header and file.source.is_whole for file in roles):
            found |= {Field.LIQUIDATOR, Field.ADMINISTRATOR}
        return tuple(sorted(found))

    @property
    def lacks(self) -> tuple[str, ...]:
        """The files that name companies and are missing: the old layout has four."""
        firms = self.of_kind(FileKind.PAST_FIRMS)
        lacking = [
            _("the end of {source}").format(source=file.source.name)
            for file in firms
            if not file.source.is_whole
        ]
        # The new layout has one file for states and one for companies.
        old = [file for file in firms if "STARE_FIRMA" in file.beginning.header]
        if old:
            there = {which for file in old if (which := which_of_four(file.source.name))}
            lacking += [name for name in _OLD_FILES if name not in there]
        parts = [_PART.search(fold(file.source.name.rpartition(".")[0])) for file in firms]
        numbered = {int(found[1]): int(found[2]) for found in parts if found}
        most = max(numbered.values(), default=0)
        lacking += [f"part {n} of {most}" for n in range(1, most + 1) if n not in numbered]
        return tuple(lacking)


class HistoryPlan(Struct):
    """The snapshots to add, oldest first, and a line on each file that is not read."""

    snapshots: list[RegisterSnapshot]
    descriptions: list[str]


def plan_history(paths: Sequence[Path], day: dt.date | None, *, with_people: bool) -> HistoryPlan:
    """Group files, folders and archives by day; ``day`` is the day of files without one.

    Raises ``ImportRefusedError`` if nothing can be added, or a file has no day.
    """
    told: list[str] = []
    by_day: dict[dt.date, RegisterSnapshot] = {}
    undated = []
    for source in find_inputs(paths):
        try:
            file = recognise(source, OF_HISTORY)
        except ImportRefusedError as error:
            told.append(_("left out: {error}").format(error=error))
            continue
        if file.kind not in OF_HISTORY:
            told.append(
                _("left out: {source}: the history does not track these data").format(
                    source=source.label
                )
            )
            continue
        if file.kind is FileKind.PAST_ROLES and with_people:
            file = structs.replace(file, kind=FileKind.PAST_ROLES_AND_PEOPLE)
        of_file = _day_of(source) or day
        if of_file is None:
            undated.append(source.label)
        else:
            by_day.setdefault(of_file, RegisterSnapshot(of_file, [])).files.append(file)
    if undated:
        raise ImportRefusedError(
            _(
                "No name gives the date of {names}, as in firme_31.07.2015.csv or in a folder"
                " firme-07-aprilie-2022. Give the day: --date 2015-07-31."
            ).format(names=", ".join(undated))
        )
    snapshots = [by_day[each] for each in sorted(by_day) if _names_companies(by_day[each])]
    told += _lend_names(by_day, snapshots)
    if not snapshots:
        reasons = told or [_("No file names companies.")]
        raise ImportRefusedError("\n".join([_("There is nothing to add."), *reasons]))
    return HistoryPlan(snapshots, told)


def _names_companies(snapshot: RegisterSnapshot) -> bool:
    return bool(snapshot.of_kind(FileKind.PAST_FIRMS))


def _lend_names(
    by_day: dict[dt.date, RegisterSnapshot], snapshots: list[RegisterSnapshot]
) -> Iterator[str]:
    """Names of states are published in packages of their own: the nearest snapshot uses them."""
    for day, other in by_day.items():
        if _names_companies(other):
            continue
        names = other.of_kind(FileKind.STATE_NAMES)
        if snapshots and names:
            nearest = min(snapshots, key=lambda each: abs(each.day - day))
            if not nearest.of_kind(FileKind.STATE_NAMES):
                nearest.files += names
        yield from (
            _("left out: {source}: no file of {day} names companies").format(
                source=file.source.label, day=day
            )
            for file in other.files
            if file not in names or not snapshots
        )


def which_of_four(name: str) -> str | None:
    """Which of the four files of the old layout this is, by its name."""
    found = _OLD.search(fold(name))
    return f"{found[1] or ''}radiate {found[2]} sediu" if found else None


def _day_of(source: InputFile) -> dt.date | None:
    """The day in its name or its folders' names; a month is not a day, a file time says nothing."""
    if not source.is_dated:
        return None
    named = [part for part in source.key.parts if names_whole_day(part) is not None]
    return names_whole_day(named[-1]) if named else None
