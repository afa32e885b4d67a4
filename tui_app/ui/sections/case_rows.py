"""Court cases in columns: date, number, role, court, stage; the subject on the second line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.system.language import _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import fit, pad
from tui_app.ui.text.matches import is_certain_match, match_text
from tui_app.ui.widgets.row_list import Piece, Row, RowLine

_GAP: Final = 2
_DATE: Final = 10
_WIDE_FROM: Final = 100
_LONGEST: Final = (16, 12, 11)
_LONGEST_WIDE: Final = (18, 22, 26)
"""The greatest widths of number, role and stage."""
_LEAST_COURT: Final = 12
"""The least width of a court's name; below it the court stands on the second line."""


class CaseColumns:
    """The columns for the cases of a page at a given width."""

    def __init__(self, cases: Sequence[CourtCase], width: int) -> None:
        number, role, stage = _LONGEST_WIDE if width >= _WIDE_FROM else _LONGEST
        stages = (with_blanks(case.procedural_stage or "") for case in cases)
        self._number = _widest((case.case_number for case in cases), number, _("Number"))
        self._role = _widest((case.party_status for case in cases), role, _("Role"))
        self._stage = _widest(stages, stage, _("Stage"))
        taken = _DATE + self._number + self._role + self._stage + 4 * _GAP
        self._width, self._court = width, width - taken
        self.has_court = self._court >= _LEAST_COURT
        self.has_role = self.has_court or width - taken >= 0

    def titles(self) -> str:
        """The titles above the rows."""
        court = [_("Court")] if self.has_court else []
        role = [pad(_("Role"), self._role)] if self.has_role else []
        parts = [pad(_("Date"), _DATE), pad(_("Number"), self._number), *role, *court]
        left, stage = (" " * _GAP).join(parts), _("Stage") if self.has_role else ""
        return pad(fit(left, self._width - len(stage) - 1), self._width - len(stage)) + stage

    def row(self, key: str, case: CourtCase) -> Row:
        """A case as two lines."""
        court = with_blanks(case.institution or "")
        role = fmt.text(case.party_status)
        gap = " " * _GAP
        first = [
            Piece(pad(fmt.timestamp(case.date), _DATE) + gap, "dim"),
            Piece(pad(fit(fmt.text(case.case_number), self._number), self._number) + gap, "strong"),
        ]
        about = [case.subject, with_blanks(case.case_category or "")]
        if self.has_role:
            first.append(Piece(pad(fit(role, self._role), self._role) + gap))
        else:
            about.insert(0, role)
        if self.has_court:
            brief = court if cell_len(court) <= self._court else short_court(court)
            first.append(Piece(fit(brief, self._court)))
        else:
            about.append(court)
        stage_text = fmt.text(with_blanks(case.procedural_stage or ""))
        stage = (Piece(fit(stage_text, self._stage), "dim"),)
        left = " " * (_DATE + _GAP if self.has_role else _GAP)
        about_text = " · ".join(part for part in about if part)
        below = (Piece(left), *_matched(case), Piece(about_text, "dim"))
        return Row(
            key,
            (
                RowLine(tuple(first), stage if self.has_role else ()),
                RowLine(below, () if self.has_role else stage),
            ),
        )


def _widest(values: Iterable[str | None], most: int, title: str) -> int:
    return min(most, max(map(cell_len, (title, *(value or "" for value in values)))))


def _matched(case: CourtCase) -> tuple[Piece, ...]:
    """How the case was matched, where its source says so."""
    if not case.matched_by:
        return ()
    style = "dim" if is_certain_match(case.matched_by) else "warn"
    return (Piece(fmt.text(match_text(case.matched_by)), style), Piece(" · ", "dim"))
