"""All fields of one court case."""

from __future__ import annotations

from textual.content import Content

from tui_app.contract.resources import CourtCase
from tui_app.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Field, fields
from tui_app.ui.text.roles import role_label


class CaseScreen(Dialog[None]):
    """A panel over the explorer."""

    def __init__(self, case: CourtCase) -> None:
        super().__init__(_("Court case"), _("Esc closes"))
        self._case = case

    def draw(self, width: int) -> Content:
        """Every field of the interface."""
        case = self._case
        label = role_label(case.party_status)
        role = f" ({label})" if label else ""
        return fields(
            [
                Field(_("Case number"), fmt.text(case.case_number), "strong"),
                Field(_("Role of the company"), fmt.text(case.party_status) + role),
                Field(_("Company"), fmt.text(case.company_name)),
                Field(_("Tax id (CUI)"), fmt.text(case.tax_id)),
                Field(_("Date"), fmt.timestamp(case.date)),
                Field(_("Last update"), fmt.timestamp(case.last_update)),
                Field(_("Court"), fmt.text(case.institution)),
                Field(_("Department"), fmt.text(case.department)),
                Field(_("Category"), fmt.text(case.case_category)),
                Field(_("Subject"), fmt.text(case.subject)),
                Field(_("Stage"), fmt.text(case.procedural_stage)),
            ],
            width,
        )
