"""All fields of one court case: for the dialog, and as JSON."""

from __future__ import annotations

import msgspec

from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import with_blanks
from tui_app.system.language import _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField
from tui_app.ui.text.matches import is_certain_match, match_text
from tui_app.ui.text.roles import role_label


def case_fields(case: CourtCase) -> list[RecordField]:
    """Every field of the interface, and how the case was matched, where it was by name."""
    label = role_label(case.party_status)
    role = f" ({label})" if label else ""
    fields = [
        RecordField(_("Case number"), fmt.text(case.case_number), "strong"),
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
