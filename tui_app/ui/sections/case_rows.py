"""Court cases as rows, and all fields of one, for the dialog and as JSON.

A role stands beside the court's own word, which is never translated. Courts record no tax ids:
a case may have been matched by the name of the company.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
from rich.cells import cell_len

from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.system.language import N_, _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField, fit, pad
from tui_app.ui.text.links import case_link
from tui_app.ui.widgets.row_list import Piece, Row, RowLine


def link_of(case: CourtCase, *, is_invented: bool) -> str:
    """The address of a case on the courts' portal, which has no invented ones."""
    return "" if is_invented else case_link(case.case_number or "")


def case_fields(case: CourtCase, *, is_invented: bool) -> list[RecordField]:
    """Every field of the interface, and how the case was matched, if it was by name."""
    link = link_of(case, is_invented=is_invented)
    label = role_label(case.party_status)
    role = f" ({label})" if label else ""
    fields = [
        RecordField(_("Case number"), fmt.text(case.case_number), "strong", link=link),
        RecordField(_("Role of the company"), fmt.text(case.party_status) + role),
        RecordField(_("Company"), fmt.text(case.company_name)),
        RecordField(_("Tax id (CUI)"), fmt.text(case.tax_id)),
        RecordField(_("Date"), fmt.timestamp(case.date)),
        RecordField(_("Last update"), fmt.timestamp(case.last_update)),
        RecordField(_("Court"), fmt.text(with_blanks(case.institution or ""))),
        RecordField(_("Department"), fmt.text(case.department)),
        RecordField(_("Category"), fmt.text(with_blanks(case.case_category or ""))),
        RecordField(_("Subject"), fmt.text(case.subject)),
        RecordField(_("Stage"), fmt.text(with_blanks(case.procedural_stage or ""))),
    ]
    sent = (case.institution, case.case_category, case.procedural_stage)
    if changed := [each for each in sent if each and with_blanks(each) != each]:
        fields.append(RecordField(_("As sent"), ", ".join(map(fmt.text, changed)), "dim"))
    if case.matched_by:
        style = "text" if is_certain_match(case.matched_by) else "warn"
        fields.append(RecordField(_("Matched by"), fmt.text(match_text(case.matched_by)), style))
    return fields


def as_json(case: CourtCase) -> str:
    """The record with the interface's field names."""
    import json

    return json.dumps(msgspec.to_builtins(case), ensure_ascii=False)


_WHOLE_ROLES: Final = {
    "parte responsabila civilmente": N_("civilly liable"),
    "parte civila": N_("civil party"),
    "parte vatamata": N_("injured party"),
}
_ROLE_WORDS: Final = {
    "reclamant": N_("claimant"), "parat": N_("defendant"), "creditor": N_("creditor"),
    "debitor": N_("debtor"), "apelant": N_("appellant"), "intimat": N_("respondent"),
    "recurent": N_("final appellant"), "contestator": N_("contesting party"),
    "petent": N_("petitioner"), "inculpat": N_("accused"), "intervenient": N_("intervener"),
}  # fmt: skip


def role_label(role: str | None) -> str:
    """The meaning of a known role; empty if it is unknown or needs no explanation."""
    folded = fold(role or "")
    if whole := _WHOLE_ROLES.get(folded):
        known = [_(whole)]
    else:
        known = [_(_ROLE_WORDS[word]) for word in folded.split() if word in _ROLE_WORDS]
    return "" if fold(" ".join(known)) == folded else ", ".join(known)


_MATCHES: Final = {
    "exact": N_("same name"),
    "state": N_("same name and a state"),
    "lost_letters": N_("same name, letters lost"),
    "no_form": N_("same name, no legal form"),
    "extended": N_("longer name: perhaps another"),
    "bare_name": N_("bare name: perhaps a person"),
    "other_form": N_("other legal form: perhaps another"),
}
_UNCERTAIN_MATCHES: Final = frozenset({"extended", "bare_name", "other_form"})


def match_text(matched_by: str) -> str:
    """How the source matched the case; an unknown word is shown unchanged."""
    known = _MATCHES.get(matched_by)
    return _(known) if known else matched_by


def is_certain_match(matched_by: str) -> bool:
    """Whether another company or a private person is unlikely."""
    return matched_by not in _UNCERTAIN_MATCHES


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
