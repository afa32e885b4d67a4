"""A list under review: its rows, their matches, the user's decisions, and all of it as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from textual.content import Content

from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate, MatchRow
from tui_app.export.match_rows import COLUMNS, match_row
from tui_app.insight.matching.choosing import Choice
from tui_app.insight.matching.features import in_words
from tui_app.insight.matching.wording import because, counted, decision_text
from tui_app.system.language import N_, _
from tui_app.system.untyped import FieldValue
from tui_app.tables.match_list import MatchList, read_match_list
from tui_app.tables.own_columns import columns_beside, own_columns, rows_beside
from tui_app.tables.roles import ColumnRole
from tui_app.ui.session import ListToMatch, MatchStorage
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField, fields, fit, lines, paragraph, styled, wrap
from tui_app.ui.widgets.row_list import Piece, Row, RowLine
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


_NARROWEST: Final = 26
"""The minimum width of a candidate's column, in cells."""

_STYLES: Final = {Decision.MATCHED: "good", Decision.SEVERAL: "warn", Decision.NONE: "dim"}
_MARKS: Final = {Decision.MATCHED: "●", Decision.SEVERAL: "?", Decision.NONE: "○"}


def title(reviewed: ReviewedList, progress: str) -> Content:
    """The name of the list, how many rows have each decision, and the filter."""
    counts = " · ".join(counted(decision, count) for decision, count in reviewed.counts.items())
    parts = [styled(_("Match {file}").format(file=reviewed.name), "strong")]
    parts.append(styled(counts, "dim"))
    if reviewed.filter:
        shown = _("only {decision}").format(decision=_(FILTERS[reviewed.filter]))
        parts.append(styled(shown, "warn"))
    if progress:
        parts.append(styled(progress, "dim"))
    return Content(" · ").join(parts)


def rows_of(reviewed: ReviewedList) -> list[Row]:
    """Two lines for each row that passes the filter: its name, and its other columns."""
    return [_row(reviewed, at) for at in reviewed.shown]


def _row(reviewed: ReviewedList, at: int) -> Row:
    found = reviewed.match(at)
    decision = found.decision if found else ""
    style = _STYLES.get(Decision(decision), "dim") if decision in set(Decision) else "dim"
    mark = _MARKS.get(Decision(decision), " ") if decision in set(Decision) else "…"
    name = reviewed.matched.text(at)
    others = " · ".join(cell for _name, cell in reviewed.cells(at) if cell != name)
    verdict = decision_text(decision) if decision else _("not matched yet")
    if reviewed.is_chosen(at):
        verdict = f"✎ {verdict}"
    first = RowLine(
        (Piece(f"{mark} ", style), Piece(fit(name, 200) or "–")), (Piece(verdict, style),)
    )
    return Row(str(at), (first, RowLine((Piece(f"  {fit(others, 200)}", "dim"),))))


def detail(
    reviewed: ReviewedList, at: int, candidates: Sequence[MatchCandidate], chosen: int, width: int
) -> Content:
    """The user's columns of a row, its decision, and the candidates side by side."""
    own = [RecordField(name, fit(cell, 500)) for name, cell in reviewed.cells(at)]
    found = reviewed.match(at)
    text = _("Row {number}")
    parts = [styled(text.format(number=at + 1), "strong"), fields(own, width), Content()]
    if found is not None:
        parts.append(_decided(found, width))
    parts.append(Content())
    if not candidates:
        hint = _("No candidate: / searches by hand, n chooses none.")
        return lines([*parts, paragraph(hint, width, "dim")])
    title = _("Candidate {number} of {count}").format(number=chosen + 1, count=len(candidates))
    return lines([*parts, styled(title, "strong"), *_side_by_side(candidates, chosen, width)])


def _decided(found: CompanyMatch, width: int) -> Content:
    style = _STYLES.get(Decision(found.decision), "text")
    text = f"{decision_text(found.decision)}: {because(found)}"
    return paragraph(text, width, style)


def _side_by_side(
    candidates: Sequence[MatchCandidate], chosen: int, width: int
) -> Iterator[Content]:
    """As many candidates as fit, including the chosen one."""
    fitting = max(1, min(len(candidates), width // _NARROWEST))
    first = max(0, min(chosen - fitting + 1, len(candidates) - fitting))
    each = width // fitting
    columns = [
        _column(candidates[at], at, each - 2, is_chosen=at == chosen)
        for at in range(first, first + fitting)
    ]
    for at in range(max(map(len, columns))):
        line = Content()
        for column in columns:
            cell = column[at] if at < len(column) else Content()
            line += cell + " " * max(0, each - cell.cell_length)
        yield line
    hidden = len(candidates) - fitting
    if hidden:
        yield styled(_("{count} more: ←→").format(count=hidden), "dim")


def _column(candidate: MatchCandidate, at: int, width: int, *, is_chosen: bool) -> list[Content]:
    mark = "▸ " if is_chosen else "  "
    title = wrap(f"{at + 1} {candidate.company_name}", width - 2)
    column = [styled(fit(mark + title[0], width), "strong" if is_chosen else "text")]
    column += [styled(fit(f"  {line}", width), "text") for line in title[1:]]
    place = ", ".join(part for part in (candidate.locality, candidate.county) if part)
    facts = [candidate.tax_id, candidate.company_id, candidate.company_type, place]
    column += [styled(fit(f"  {fact}", width), "dim") for fact in facts if fact]
    if candidate.status:
        column += [styled(fit(f"  {candidate.status}", width), "text")]
    if candidate.features:
        sure = _("confidence {share}").format(share=fmt.number(candidate.confidence, decimals=2))
        column.append(styled(fit(f"  {sure}", width), "text"))
    column += [
        styled(fit(f"  {'✓' if agrees else '≠'} {text}", width), "good" if agrees else "warn")
        for text, agrees in in_words(candidate.features)
    ]
    return column
