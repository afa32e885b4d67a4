"""Draws the review as rows and text: features that agree are green, with a mark and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate
from tui_app.insight.matching.features import in_words
from tui_app.insight.matching.wording import because, counted, decision_text
from tui_app.system.language import _
from tui_app.ui.review.reviewed_list import FILTERS, ReviewedList
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField, fields, fit, lines, paragraph, styled, wrap
from tui_app.ui.widgets.row_list import Piece, Row, RowLine

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
