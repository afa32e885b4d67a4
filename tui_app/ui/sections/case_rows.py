"""Court cases in columns: date, number, role, court, stage; the subject on the second line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
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
_WIDEST: Final = 40
"""The most columns of a role, a stage, a court or a category."""
_USUAL_ROLE: Final = 18
_USUAL_COURT: Final = 22
"""The widths that show most of them whole, where not all texts have room."""
_LEAST: Final = 12
"""The least width of a role and of a stage; below it they stand on the second line."""


class CaseColumns:
    """The columns for the cases of a page at a given width; the number is never cut."""

    def __init__(
        self, cases: Sequence[CourtCase], width: int, *, are_invented: bool = False
    ) -> None:
        self._are_invented = are_invented
        titles = (_("Number"), _("Role"), _("Stage"), _("Court"), _("Category"))
        widest = list(map(cell_len, titles))
        for case in cases:
            values = (
                case.case_number or "",
                case.party_status or "",
                with_blanks(case.procedural_stage or ""),
                short_court(with_blanks(case.institution or "")),
                with_blanks(case.case_category or ""),
            )
            widest = list(map(max, widest, map(cell_len, values)))
        self._number = min(widest[0], width)
        role, stage, court, category = map(partial(min, _WIDEST), widest[1:])
        room = width - _DATE - self._number - 2 * _GAP
        if role + stage + court + 2 * _GAP > room:
            role, court = min(role, _USUAL_ROLE), min(court, _USUAL_COURT)
        taken = role + _GAP + stage + _GAP + court
        self._court = court if taken <= room else 0
        self._category = category if taken + _GAP + category <= room else 0
        # Beside a role that is shown whole, the stage gets what is left.
        self._role = min(role, max(_LEAST, room - _GAP - min(stage, _LEAST)))
        self._stage = min(stage, max(_LEAST, room - _GAP - self._role))
        self.has_role = self._role + _GAP + self._stage <= room

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
            self._court,
            self._stage if self.has_role else 0,
            self._category,
        )
        cells: list[str] = []
        for value, width in zip(values, widths, strict=True):
            if width:
                cells.append(pad(fit(value, width), width))
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
        shown = line[start:end].rstrip()  # it leads to the courts' portal
        first = (
            Piece(line[:start], "dim"),
            Piece(shown, "strong", link_of(case, is_invented=self._are_invented)),
            Piece(line[start + len(shown) : end]),
            Piece(line[end:].rstrip()),
        )
        about = [] if self.has_role else [role]
        about.append(case.subject or "")
        if not self._category:
            about.append(category)
        if not self.has_role:
            about.append(stage)
        left = " " * (start if self.has_role else _GAP)
        about_text = " · ".join(filter(None, about))
        below = (Piece(left), *_matched(case), Piece(about_text, "dim"))
        right = () if self._court else (Piece(court, "dim"),)
        return Row(key, (RowLine(first), RowLine(below, right)))


def _matched(case: CourtCase) -> tuple[Piece, ...]:
    """How the case was matched, if its source says so."""
    if not case.matched_by:
        return ()
    style = "dim" if is_certain_match(case.matched_by) else "warn"
    return (Piece(fmt.text(match_text(case.matched_by)), style), Piece(" · ", "dim"))
