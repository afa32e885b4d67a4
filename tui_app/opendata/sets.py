"""Decides which of several files of one kind are used, and which sources they replace.

A newer version of a file replaces the older one. Several files of one day are parts of one: each is
read. Parts that are numbered in their names may also be imported one by one.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from msgspec import Struct, structs

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile, day_in
from tui_app.opendata.files.names import stem_of
from tui_app.opendata.kinds import ADAPTERS, FileKind
from tui_app.opendata.recognition import Recognised
from tui_app.registry.sqlite.sources import SourceInfo
from tui_app.system.language import _
from tui_app.system.wording import day_text

_PART: Final = re.compile(
    r"(?:part(?:ea|e)?[ _.-]*|[ _-])(?P<part>\d{1,2})"
    r"(?:[ _-]*(?:of|din)[ _-]*(?P<parts>\d{1,2}))?$",
    re.IGNORECASE,
)
_AT_ONCE: Final = 1 << 20


class ImportStep(Struct, frozen=True):
    """One file to read.

    ``source`` is the kind of its source, as far as it is known before it is read, ``part`` its
    number among ``parts`` files, 0 if it is the only one. ``columns`` maps the columns of a
    statement to fields, ``year`` is its year.
    """

    file: Recognised
    source: str
    columns: dict[str, str] = {}
    year: int = 0
    part: int = 0
    parts: int = 0

    @property
    def day(self) -> dt.date:
        """The day of the file."""
        return self.file.source.day

    @property
    def edition(self) -> tuple[dt.date, bool]:
        """What makes it newer than another: its day, then whether it is called an update."""
        return self.day, any("actualizat" in part.lower() for part in self.file.source.key.parts)

    @property
    def licence(self) -> str | None:
        """The licence that the portal states: statements up to 2018 have an older one."""
        if self.year > 2023:
            return None
        return "uk-ogl" if 0 < self.year <= 2018 else ADAPTERS[self.file.kind].licence


class ChosenFiles(Struct):
    """The used files of one kind, the sources that they replace, and remarks on the others."""

    steps: list[ImportStep]
    replaced: list[SourceInfo]
    notes: list[str]


def choose(steps: Sequence[ImportStep], before: Sequence[SourceInfo]) -> ChosenFiles:
    """Choose among the files of one kind; ``before`` are its sources that were imported."""
    chosen = ChosenFiles([], [], [])
    each_once = _without_copies(steps, chosen)
    if steps[0].file.kind is not FileKind.RECORDS:
        each_once = _without_undated(each_once, chosen)
    numbered = [step for step in map(_numbered, each_once) if step.part]
    whole = [step for step in each_once if not _numbered(step).part]
    if whole and numbered and steps[0].file.kind is not FileKind.RECORDS:
        # The newer of the two sets is the register as it was last published.
        newest = max(each_once, key=lambda step: step.day).day
        if not any(step.day == newest for step in whole):
            chosen.notes += [_left_out(step, newest) for step in whole]
            whole = []
        else:
            # With one date they are parts, and one of them has no number.
            whole, numbered = each_once, []
    for part in sorted({step.part for step in numbered}):
        of_part = _newest([step for step in numbered if step.part == part], chosen)
        if len(of_part) > 1:
            names = " and ".join(step.file.source.label for step in of_part)
            raise ImportRefusedError(
                _(
                    "{names} have the same date but differ, and both are called part {part}. Give"
                    " each its own number, or leave one out."
                ).format(names=names, part=part)
            )
        chosen.steps += of_part
    # Own files with the same name and unknown dates may well be different files.
    are_different = steps[0].file.kind is FileKind.RECORDS and not all(
        s.file.source.is_dated for s in whole
    )
    newest_whole = whole if are_different else _newest(whole, chosen)
    if len(newest_whole) == 1:
        chosen.steps += newest_whole
    else:
        chosen.steps += [
            structs.replace(step, part=number, parts=len(newest_whole))
            for number, step in enumerate(newest_whole, 1)
        ]
    _compare_with_sources(chosen, before)
    return chosen


def _compare_with_sources(chosen: ChosenFiles, before: Sequence[SourceInfo]) -> None:
    """Leave out files older than the sources, and note which sources the others replace."""
    is_split = any(step.part for step in chosen.steps)
    parts = [(step.part, step.parts) for step in chosen.steps]
    parts += [(source.part, source.parts) for source in before]
    totals = {total for part, total in parts if part and total}
    same_split = is_split and all(source.part for source in before) and len(totals) < 2
    used = []
    for step in chosen.steps:
        rivals = [s for s in before if not same_split or s.part == step.part]
        # A file is never newer than the day on which it was saved.
        newer = [s for s in rivals if s.is_dated and s.day > step.day]
        if newer:
            chosen.notes.append(
                _(
                    "left out: {source} ({day_text}): the registry has a newer one of {day}."
                    " Name another --registry for old data."
                ).format(
                    source=step.file.source.label,
                    day_text=step.file.source.day_text,
                    day=day_text(newer[0].day),
                )
            )
        else:
            used.append(step)
            chosen.replaced += [s for s in rivals if s not in chosen.replaced]
    chosen.steps = used


def _without_undated(steps: Sequence[ImportStep], chosen: ChosenFiles) -> list[ImportStep]:
    """The files with a day, if there are any: nobody knows which of the others is newer."""
    dated = [step for step in steps if step.file.source.is_dated]
    if not dated:
        return list(steps)
    chosen.notes += [
        _(
            "left out: {source} ({day_text}): another one is {day_text_2}. If this one is"
            " newer, put it into a folder named by its day: firme-02-09-2026."
        ).format(
            source=step.file.source.label,
            day_text=step.file.source.day_text,
            day_text_2=dated[0].file.source.day_text,
        )
        for step in steps
        if step not in dated
    ]
    return dated


def _newest(steps: Sequence[ImportStep], chosen: ChosenFiles) -> list[ImportStep]:
    """The files of the newest day; the others are listed as left out."""
    if not steps:
        return []
    newest = max(step.edition for step in steps)
    chosen.notes += [_left_out(step, newest[0]) for step in steps if step.edition != newest]
    return [step for step in steps if step.edition == newest]


def _left_out(step: ImportStep, day: dt.date) -> str:
    if step.day == day and not step.edition[1]:
        how = _("is called an update of it")
    elif not step.file.source.is_dated:
        how = _("was saved on {day}").format(day=day_text(day))
    elif step.day < day:
        how = _("of {day} is newer").format(day=day_text(day))
    else:
        how = _("of {day} is of the same day").format(day=day_text(day))
    return _("left out: {source}, because another one {how}").format(
        source=step.file.source.label, how=how
    )


def _numbered(step: ImportStep) -> ImportStep:
    """The step with its part number, if the file's name has one: ``OD_FIRME_1_din_2.CSV``."""
    if step.file.kind is FileKind.RECORDS:
        return step
    stem = stem_of(step.file.source.name)
    found = _PART.search(stem)
    # The end of a date is not a part number: OD_FIRME_2026-09-02.CSV.
    if found is None or day_in((stem,)) != day_in((stem[: found.start()],)):
        return step
    return structs.replace(step, part=int(found["part"]), parts=int(found["parts"] or 0))


def _without_copies(steps: Sequence[ImportStep], chosen: ChosenFiles) -> list[ImportStep]:
    """The files without those that have the same content as another one."""
    seen: dict[bytes, ImportStep] = {}
    kept = []
    sizes = [step.file.source.size for step in steps]
    for step in steps:
        is_alone = sizes.count(step.file.source.size) == 1
        key = b"" if is_alone else _digest(step.file.source)
        if not is_alone and key in seen and seen[key].day == step.day:
            chosen.notes.append(
                _("left out: {source} has the same content as {source_2}").format(
                    source=step.file.source.label, source_2=seen[key].file.source.label
                )
            )
            continue
        seen[key] = step
        kept.append(step)
    return kept


def _digest(source: InputFile) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    with closing(source.open()) as stream:
        while block := stream.read(_AT_ONCE):
            digest.update(block)
    return digest.digest()
