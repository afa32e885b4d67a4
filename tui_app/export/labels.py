"""The interface's field names as people read them."""

from __future__ import annotations

from typing import Final

from tui_app.insight.figures import WIRE_NAMES, YEARLY_LABELS
from tui_app.system.language import N_, _

_LABELS: Final = {
    "taxId": N_("Tax id (CUI)"),
    "companyId": N_("Registry number"),
    "companyName": N_("Name"),
    "companyType": N_("Legal form"),
    "status": N_("Status"),
    "county": N_("County"),
    "locality": N_("Locality"),
    "streetName": N_("Street"),
    "streetNr": N_("Street number"),
    "postalCode": N_("Postal code"),
    "fullAddress": N_("Full address"),
    "registrationDate": N_("Registered"),
    "updateDate": N_("Record updated"),
    "foundingYear": N_("Founded"),
    "VAT": N_("VAT payer"),
    "splitVAT": N_("VAT split payment"),
    "checkoutVAT": N_("Cash-basis VAT"),
    "taxCategory": N_("Tax category"),
    "caen": N_("Activity (CAEN)"),
    "hasEmail": N_("E-mails on record"),
    "hasPhone": N_("Phones on record"),
    "hasVerifiedPhone": N_("Verified phone on record"),
    "hasAdministrator": N_("Administrators on record"),
    "hasWebsite": N_("Websites on record"),
    "hasFinData": N_("Figures on record"),
    "creditRiskScore": N_("Credit score"),
    "creditRiskScoreText": N_("Credit score in words"),
    "turnoverPrevYear": N_("Turnover of the year before"),
    "netProfitPrevYear": N_("Net profit of the year before"),
    "employeePrevYear": N_("Employees of the year before"),
    "financialData": N_("Annual figures (RON)"),
    "year": N_("Year"),
    "courtCases": N_("Court cases"),
    "caseNumber": N_("Case"),
    "partyStatus": N_("Role"),
    "date": N_("Date"),
    "lastUpdate": N_("Last update"),
    "institution": N_("Court"),
    "caseCategory": N_("Category"),
    "subject": N_("Subject"),
    "department": N_("Department"),
    "proceduralStage": N_("Stage"),
    "matchedBy": N_("Matched by"),
    "totalCases": N_("Total cases"),
    "primaryPhone": N_("Primary phone"),
    "secondaryPhone": N_("Secondary phone"),
    "contactPhones": N_("Contact phones"),
    "websitePhones": N_("Phones from the website"),
    "verifiedPhones": N_("Verified phones"),
    "primaryEmail": N_("Primary e-mail"),
    "secondaryEmail": N_("Secondary e-mail"),
    "contactEmail": N_("Contact e-mail"),
    "websiteEmails": N_("E-mails from the website"),
    "administrators": N_("Administrators"),
    "websites": N_("Websites"),
    "size": N_("Size"),
    "measures": N_("Measures"),
    "measure": N_("Measure"),
    "companies": N_("Firms"),
    "publicShare": N_("Public share"),
    "firms": N_("Firms"),
    "lowerQuartile": N_("Lower quartile"),
    "median": N_("Median"),
    "upperQuartile": N_("Upper quartile"),
    "value": N_("Value"),
    "percentile": N_("Percentile"),
    "precision": N_("Precision of the percentile"),
} | {WIRE_NAMES[name]: text for name, text in YEARLY_LABELS.items()}


def has_label(name: str) -> bool:
    """Whether a field has a name in words."""
    return name in _LABELS


def label(name: str) -> str:
    """A field in words; an unknown field keeps its own name."""
    return _(_LABELS[name]) if has_label(name) else name
