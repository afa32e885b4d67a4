"""A list under review: its rows, their matches, and the user's decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.export.match_rows import COLUMNS, match_row
from tui_app.insight.matching.choosing import Choice
from tui_app.system.language import N_
from tui_app.system.untyped import FieldValue
from tui_app.tables.match_list import MatchList, read_match_list
from tui_app.tables.own_columns import columns_beside, own_columns, rows_beside
from tui_app.tables.roles import ColumnRole
from tui_app.ui.session import ListToMatch, MatchStorage
from tui_app.workspace.match_file import MatchFile

FILTERS: Final = {
    "": N_("all"),
    Decision.SEVERAL.value: N_("several"),
    Decision.NONE.value: N_("none"),
    Decision.MATCHED.value: N_("matched"),
}
"""The decisions by which rows are filtered, in the order of the key."""

_OPEN: Final = "open"
"""The decision of a row that was not matched yet."""


class ReviewedList:
    """Rows are known by their index, from 0. Reading and deciding may block for a moment."""

    def __init__(self, name: str, matched: MatchList, kept: MatchFile) -> None:
        self.name = name
        self.matched = matched
        self.kept = kept
        self.filter = ""
        self._undone: list[int] = []
        """The rows of this session's decisions, newest last."""

    @classmethod
    def read(cls, wanted: ListToMatch, storage: MatchStorage) -> ReviewedList:
        """The list in a file, as the last session left it. Raises ``TableError``, ``OSError``."""
        path = Path(wanted.path).expanduser()
        chosen = {ColumnRole(name): column for name, column in wanted.columns.items()}
        matched = read_match_list(path.read_bytes(), chosen, wanted.sheet)
        kept = MatchFile(None)
        if storage.folder is not None:
            kept = MatchFile.of(storage.folder, storage.source, matched.lines, matched.rows)
        kept.use_data(storage.version)
        return cls(path.name, matched, kept)

    @property
    def open_rows(self) -> list[tuple[int, MatchRow]]:
        """The lines and rows without a match so far."""
        rows = zip(self.matched.lines, self.matched.rows, strict=True)
        return [(line, row) for line, row in rows if line not in self.kept.answers]

    def match(self, at: int) -> CompanyMatch | None:
        """The match of a row, with the user's decision; ``None`` if it has neither."""
        return self.kept.decided(self.matched.lines[at])

    def decision(self, at: int) -> str:
        """The decision about a row."""
        found = self.match(at)
        return _OPEN if found is None else found.decision

    def is_chosen(self, at: int) -> bool:
        """Whether the user decided about a row."""
        return self.matched.lines[at] in self.kept.choices

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have each decision."""
        decisions = [self.decision(at) for at in range(len(self.matched.rows))]
        return {each.value: decisions.count(each.value) for each in Decision}

    @property
    def shown(self) -> list[int]:
        """The indexes of the rows that pass the filter."""
        every = range(len(self.matched.rows))
        return [at for at in every if not self.filter or self.decision(at) == self.filter]

    def turn_filter(self) -> None:
        """Switch to the next filter."""
        names = list(FILTERS)
        self.filter = names[(names.index(self.filter) + 1) % len(names)]

    def choose(self, at: int, company: Choice) -> None:
        """Choose a company for a row, or none."""
        self.kept.choose(self.matched.lines[at], company)
        self._undone.append(at)

    @property
    def can_undo(self) -> bool:
        """Whether a decision of this session can be withdrawn."""
        return bool(self._undone)

    def undo(self) -> int | None:
        """Withdraw this session's newest decision; returns its row, or ``None``."""
        if not self._undone:
            return None
        at = self._undone.pop()
        self.kept.undo(self.matched.lines[at])
        return at

    def cells(self, at: int) -> Iterator[tuple[str, str]]:
        """The user's columns of a row that are not empty, with their names."""
        row = self.matched.table.rows[at]
        names = own_columns(self.matched.table) or self.matched.table.columns
        return ((name, cell) for name, cell in zip(names, row.cells, strict=True) if cell)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the export."""
        return columns_beside(self.matched.table, COLUMNS)

    def exported(self, *, as_objects: bool) -> list[Mapping[str, FieldValue]]:
        """The rows of the export; one without a match yet says so."""
        rows = [
            match_row(line, self.matched.text(at), self.match(at), as_objects=as_objects)
            for at, line in enumerate(self.matched.lines)
        ]
        return list(rows_beside(self.matched.table, rows))
