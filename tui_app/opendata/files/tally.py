"""Counts what happened to the rows of one file: read, left out, unreadable, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.system.language import _

MAX_REPORTED: Final = 100
"""The most unreadable rows that are reported with file and line; others are only counted."""

FEW: Final = 20
"""With fewer rows than this, the share of unreadable ones means little."""


class Counts(Struct):
    """The counts of a ``Tally``, as another process sends them."""

    rows: int
    left_out: dict[str, int]
    unreadable: dict[str, int]
    notes: dict[str, int]
    reported: list[tuple[int, str]]
    remarks: list[tuple[int, str]]


class Tally:
    """Counts for one file. Reasons are for people and never contain data of a row.

    ``left_out`` are valid rows that are not wanted, ``unreadable`` broken ones, the first of which
    are ``reported`` with their lines. ``is_strict`` stops at the first broken row. ``remarked``
    grows with every remark on a row.
    """

    def __init__(self, label: str, *, is_strict: bool = False) -> None:
        self.label = label
        self.rows = 0
        self.remarked = 0
        self.left_out: Counter[str] = Counter()
        self.unreadable: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self.reported: list[tuple[int, str]] = []
        self._remarks: list[tuple[int, str]] = []
        self.is_strict = is_strict

    def leave_out(self, reason: str) -> None:
        """Count a valid row that is left out."""
        self.remarked += 1
        self.left_out[reason] += 1

    def note(self, what: str) -> None:
        """Count a row that is used without one of its values."""
        self.remarked += 1
        self.notes[what] += 1

    def report(self, line: int, what: str) -> None:
        """Count and report a row that is used without one of its parts."""
        self.note(what)
        if len(self._remarks) < MAX_REPORTED:
            self._remarks.append((line, what))

    def mark_unreadable(self, line: int, reason: str) -> None:
        """Count an unreadable row; raises ``ImportRefusedError`` in strict mode."""
        self.remarked += 1
        self.unreadable[reason] += 1
        if self.is_strict:
            raise ImportRefusedError(
                _(
                    "{label}, line {line}: {reason}. Nothing was imported; without --strict such"
                    " rows are left out."
                ).format(label=self.label, line=line, reason=_(reason))
            )
        if len(self.reported) < MAX_REPORTED:
            self.reported.append((line, reason))

    @property
    def counts(self) -> Counts:
        """The counts so far."""
        return Counts(
            self.rows,
            dict(self.left_out),
            dict(self.unreadable),
            dict(self.notes),
            self.reported,
            self._remarks,
        )

    def add(self, counts: Counts) -> None:
        """Add the counts of the next part of the file."""
        self.rows += counts.rows
        self.left_out.update(counts.left_out)
        self.unreadable.update(counts.unreadable)
        self.notes.update(counts.notes)
        self.reported += counts.reported[: MAX_REPORTED - len(self.reported)]
        self._remarks += counts.remarks[: MAX_REPORTED - len(self._remarks)]

    @property
    def messages(self) -> list[tuple[int, str]]:
        """The reported lines of the file in order, with the remark on each."""
        return sorted([*self.reported, *self._remarks], key=itemgetter(0))

    @property
    def broken(self) -> int:
        """The number of unreadable rows."""
        return self.unreadable.total()

    def judge(self) -> None:
        """After the last row, refuse a file if most of its rows are unreadable."""
        if self.rows < FEW or self.broken * 2 <= self.rows:
            return
        line, reason = self.reported[0]
        raise ImportRefusedError(
            _(
                "{label}: {broken} of {rows} rows cannot be read, the first in line {line}:"
                " {reason}. The registry stays as it was. Get the file again, or leave it out."
            ).format(
                label=self.label, broken=self.broken, rows=self.rows, line=line, reason=_(reason)
            )
        )

    def lines(self) -> Iterator[str]:
        """The counts as text lines."""
        yield _("{label}: {rows} rows read").format(label=self.label, rows=self.rows)
        for reason, count in (self.left_out + self.unreadable).most_common():
            yield _("  {count} left out: {reason}").format(count=count, reason=_(reason))
        for what, count in self.notes.most_common():
            yield _("  {count} taken with a note: {what}").format(count=count, what=_(what))
        for line, what in self.messages:
            yield _("  line {line}: {what}").format(line=line, what=_(what))
        if self.broken > MAX_REPORTED:
            yield _("  … only the first {max_reported} are listed").format(
                max_reported=MAX_REPORTED
            )
