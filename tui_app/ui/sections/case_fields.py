"""All fields of one court case, for the dialog and as JSON, with its role and match in words.

A role stands beside the court's own word, which is never translated. Courts record no tax ids:
a case may have been matched by the name of the company.
"""

from __future__ import annotations

from typing import Final

import msgspec

from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import with_blanks
from tui_app.system.language import N_, _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField
from tui_app.ui.text.links import case_link


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
    "reclamant": N_("claimant"),
    "parat": N_("defendant"),
    "creditor": N_("creditor"),
    "debitor": N_("debtor"),
    "apelant": N_("appellant"),
    "intimat": N_("respondent"),
    "recurent": N_("final appellant"),
    "contestator": N_("contesting party"),
    "petent": N_("petitioner"),
    "inculpat": N_("accused"),
    "intervenient": N_("intervener"),
}


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
