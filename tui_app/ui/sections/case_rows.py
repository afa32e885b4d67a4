"""Court cases in columns: date, number, role, court, stage; the subject on the second line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.system.language import _
from tui_app.ui.sections.case_fields import is_certain_match, link_of, match_text
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import fit, pad
from tui_app.ui.widgets.row_list import Piece, Row, RowLine

_GAP: Final = 2
_DATE: Final = 10
_WHOLE: Final = 40
"""The most columns of a role, a stage or a court where there is room for all of them."""
_LONGEST: Final = ((110, (18, 16, 22)), (80, (12, 11, 17)), (0, (12, 12, 0)))
"""The maximum widths of role, stage and court, by the minimum width of the pane.

If the court has a width, the category has its own column.
"""
_MIN_COURT: Final = 12
"""The least width of a court's name; below it the court stands on the second line."""


class CaseColumns:
    """The columns for the cases of a page at a given width; the number is never cut."""

    def __init__(
        self, cases: Sequence[CourtCase], width: int, *, are_invented: bool = False
    ) -> None:
        self._are_invented = are_invented
        widths = (most for least, most in _LONGEST if width >= least)
        role, stage, court = next(widths, _LONGEST[-1][1])
        stages = [with_blanks(case.procedural_stage or "") for case in cases]
        courts = [short_court(with_blanks(case.institution or "")) for case in cases]
        self._number = _widest((case.case_number for case in cases), width, _("Number"))
        named = (
            ([case.party_status for case in cases], _("Role")),
            (stages, _("Stage")),
            (courts, _("Court")),
        )
        whole = [_widest(texts, _WHOLE, title) for texts, title in named]
        if _DATE + self._number + sum(whole) + 4 * _GAP <= width:
            role, stage, court = whole
        self._role = _widest((case.party_status for case in cases), role, _("Role"))
        self._stage = _widest(stages, stage, _("Stage"))
        taken = _DATE + self._number + self._role + self._stage + 4 * _GAP
        self._court, self._category = width - taken, 0
        if court:
            court = _widest(courts, court, _("Court"))
            self._category = max(0, self._court - court - _GAP)
            self._court = min(self._court, court)
        self.has_court = self._court >= _MIN_COURT
        if not self.has_court:
            self._share(width - taken, cases)
        self.has_role = self.has_court or width - taken >= 0

    def _share(self, spare: int, cases: Sequence[CourtCase]) -> None:
        """Give role and stage the width that no court's name takes."""
        role = _widest((case.party_status for case in cases), self._role + max(0, spare), "")
        spare -= max(0, role - self._role)
        self._role = max(self._role, role)
        stages = (with_blanks(case.procedural_stage or "") for case in cases)
        self._stage = max(self._stage, _widest(stages, self._stage + max(0, spare), ""))

    def titles(self) -> str:
        """The titles above the rows."""
        titles = (_("Date"), _("Number"), _("Role"), _("Court"), _("Stage"), _("Category"))
        return self._line(*titles).rstrip()

    def _line(self, *values: str) -> str:
        """Date, number, role, court, stage and category, as far as they have columns."""
        widths = (
            _DATE,
            self._number,
            self._role if self.has_role else 0,
            self._court if self.has_court else 0,
            self._stage if self.has_role else 0,
            self._category,
        )
        cells = [
            pad(fit(v, width), width) for v, width in zip(values, widths, strict=True) if width
        ]
        return (" " * _GAP).join(cells)

    def row(self, key: str, case: CourtCase) -> Row:
        """A case as two lines."""
        court = short_court(with_blanks(case.institution or ""))
        category = with_blanks(case.case_category or "")
        role = fmt.text(case.party_status)
        stage = fmt.text(with_blanks(case.procedural_stage or ""))
        date, number = fmt.timestamp(case.date), fmt.text(case.case_number)
        line = self._line(date, number, role, court, stage, category)
        start = _DATE + _GAP
        end = start + len(pad(number, self._number))
        first = (
            Piece(line[:start], "dim"),
            *self._number_of(case, line[start:end]),
            Piece(line[end:].rstrip()),
        )
        about = [] if self.has_role else [role]
        about.append(case.subject or "")
        if not self._category:
            about.append(category)
        if not self.has_court:
            about.append(court)
        if not self.has_role:
            about.append(stage)
        left = " " * (start if self.has_role else _GAP)
        about_text = " · ".join(part for part in about if part)
        below = (Piece(left), *_matched(case), Piece(about_text, "dim"))
        return Row(key, (RowLine(first), RowLine(below)))

    def _number_of(self, case: CourtCase, text: str) -> tuple[Piece, Piece]:
        """The number, which leads to the courts' portal, and the blanks after it."""
        number = text.rstrip()
        link = link_of(case, is_invented=self._are_invented)
        return Piece(number, "strong", link), Piece(text[len(number) :])


def _widest(values: Iterable[str | None], most: int, title: str) -> int:
    return min(most, max(map(cell_len, (title, *(value or "" for value in values)))))


def _matched(case: CourtCase) -> tuple[Piece, ...]:
    """How the case was matched, if its source says so."""
    if not case.matched_by:
        return ()
    style = "dim" if is_certain_match(case.matched_by) else "warn"
    return (Piece(fmt.text(match_text(case.matched_by)), style), Piece(" · ", "dim"))
