"""Rules on a company's standing: status, VAT registration and court cases."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.operations import COURT_CASES, PROFILE
from tui_app.contract.resources import CourtCase
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.insight.court_names import with_blanks
from tui_app.insight.figures import Facts, Figure, Unit, Value
from tui_app.insight.rules import Finding, Level, Rule, not_loaded, verdict
from tui_app.system.language import N_

_ENDING: Final = frozenset(
    (
        StatusGroup.DISSOLVED,
        StatusGroup.INSOLVENT,
        StatusGroup.BANKRUPT,
        StatusGroup.STRUCK_OFF,
    )
)
_HALTING: Final = frozenset((StatusGroup.SUSPENDED, StatusGroup.REORGANISATION))


def _status(facts: Facts, _today: dt.date) -> Finding:
    status = facts.known_status
    if status is None:
        return _without_status(facts)
    group = classify_status(status)
    figures = (_status_figure(facts),)
    if group in _ENDING:
        return Finding(level=Level.SERIOUS, figures=figures)
    if group in _HALTING:
        return Finding(level=Level.WARNING, figures=figures)
    if group is StatusGroup.OTHER:
        return Finding(level=Level.UNKNOWN, figures=figures, note=_UNKNOWN_STATUS)
    return Finding(level=Level.CLEAR, figures=figures)


_UNKNOWN_STATUS: Final = N_("The program does not know this status")


def _inactive(facts: Facts, _today: dt.date) -> Finding:
    status = facts.known_status
    if status is None:
        return _without_status(facts)
    figures = (_status_figure(facts),)
    # A status may combine several states; the group covers only the most serious one.
    if "inactiv" in fold(status):
        return Finding(level=Level.SERIOUS, figures=figures)
    if facts.profile is None:
        return not_loaded(PROFILE.name, *figures)
    if facts.profile.vat is None:
        return Finding(level=Level.UNKNOWN, figures=figures, note=_NO_TAX_STATE)
    return Finding(level=Level.CLEAR, figures=figures)


_NO_TAX_STATE: Final = N_(
    "Only the tax administration's list shows this, and it has no data on this company here"
)


def _without_status(facts: Facts) -> Finding:
    figure = _figure(N_("Status"), None, "status", Unit.TEXT)
    if facts.profile is None:
        return not_loaded(PROFILE.name, figure)
    return Finding(level=Level.UNKNOWN, figures=(figure,))


def _status_figure(facts: Facts) -> Figure:
    return _figure(N_("Status"), facts.known_status, "status", Unit.TEXT)


def _vat_cancelled(facts: Facts, _today: dt.date) -> Finding:
    if facts.profile is None:
        return not_loaded(PROFILE.name)
    vat = facts.profile.vat
    now = _figure(N_("Registered for VAT"), vat, "VAT", Unit.FLAG)
    if vat is not False:
        return verdict(None if vat is None else False, (now,), Level.WARNING)
    if facts.vat_seen_on is None:
        return Finding(level=Level.UNKNOWN, figures=(now,), note=_NEVER_SEEN)
    seen = _figure(
        N_("Last seen registered for VAT"), facts.vat_seen_on.isoformat(), "VAT", Unit.DAY
    )
    return Finding(level=Level.WARNING, figures=(now, seen))


_NEVER_SEEN: Final = N_("Not registered; no earlier answer shows whether it ever was")


def _debtor(facts: Facts, _today: dt.date) -> Finding:
    if facts.cases is None:
        return not_loaded(COURT_CASES.name)
    found = [case for case in facts.cases if is_debtor_in_bankruptcy(case)]
    checked = _figure(N_("Cases checked"), len(facts.cases), "courtCases", Unit.COUNT)
    is_cut = COURT_CASES.name in facts.incomplete
    in_all = None if is_cut else facts.total_cases
    total = _figure(N_("Total cases"), in_all, "totalCases", Unit.COUNT)
    if found:
        cases = (figure for case in found for figure in _case_figures(case))
        return Finding(level=Level.SERIOUS, figures=(*cases, checked, total))
    if in_all is None or in_all > len(facts.cases):
        return Finding(
            level=Level.UNKNOWN,
            figures=(checked, total),
            note=_NOT_ALL,
            needs=() if in_all is None else (COURT_CASES.name,),
        )
    return Finding(level=Level.CLEAR, figures=(checked, total))


_NOT_ALL: Final = N_("Not all cases were checked")

_DEBTOR: Final = frozenset(("debitor", "debitoare", "debitorul", "debitoarea"))
_FOR_THE_DEBTOR: Final = frozenset(
    ("administrator", "administratorul", "lichidator", "lichidatorul", "reprezentant", "mandatar")
)


def is_debtor_in_bankruptcy(case: CourtCase) -> bool:
    """Whether the company is the debtor in a bankruptcy case (category *Faliment*)."""
    return "faliment" in fold(case.case_category or "") and is_debtor(case)


def is_debtor(case: CourtCase) -> bool:
    """Whether the company is the debtor in a case.

    Roles may be compounds (``Intimat Debitor``), so each word counts. The administrator or
    liquidator of a debtor is not one, but a debtor *through* (``prin``) one is.
    """
    role = fold(with_blanks(case.party_status or ""))
    words = re.findall(r"[a-z]+", re.split(r"\bprin\b", role)[0])
    return not _DEBTOR.isdisjoint(words) and _FOR_THE_DEBTOR.isdisjoint(words)


def _case_figures(case: CourtCase) -> tuple[Figure, ...]:
    texts: tuple[tuple[str, Value, str], ...] = (
        (N_("Case"), case.case_number, "caseNumber"),
        (N_("Role"), case.party_status, "partyStatus"),
        (N_("Category"), case.case_category, "caseCategory"),
        (N_("Court"), case.institution, "institution"),
    )
    day = (case.date or "")[:10] or None
    return (
        *(
            _figure(label, value, field, Unit.TEXT, COURT_CASES.name)
            for label, value, field in texts
        ),
        _figure(N_("Date"), day, "date", Unit.DAY, COURT_CASES.name),
    )


def _figure(label: str, value: Value, field: str, unit: Unit, source: str = "") -> Figure:
    if not source:
        source = COURT_CASES.name if unit is Unit.COUNT else PROFILE.name
    return Figure(label=label, value=value, unit=unit, field=field, source=source)


RULES: Final = (
    Rule(
        "status",
        N_("Dissolution, insolvency, bankruptcy or struck off"),
        N_("According to the status; suspension and reorganisation are warnings"),
        _status,
    ),
    Rule(
        "inactive",
        N_("Inactive for tax"),
        N_("The status says that the company is inactive"),
        _inactive,
    ),
    Rule(
        "bankruptcy_debtor",
        N_("Debtor in a bankruptcy case"),
        N_("A court case of the category Faliment in which the company is the debtor"),
        _debtor,
    ),
    Rule(
        "vat_cancelled",
        N_("VAT registration cancelled"),
        N_("Not registered for VAT now, and registered in an earlier answer"),
        _vat_cancelled,
    ),
)
