"""The fields of criteria, and their known values."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters
from tui_app.contract.status import StatusGroup


class FieldKind(Enum):
    """The type of a field's values."""

    WORDS = auto()
    """Any text; compared in folded form."""

    CHOICE = auto()
    """One of the known values."""

    FORM = auto()
    """A legal form, compared without dots and blanks."""

    ACTIVITY = auto()
    """A CAEN section, division, group or class, or words of its title."""

    AMOUNT = auto()
    """Whole RON or a count, with K, M or B for 10³, 10⁶ and 10⁹."""

    PERCENT = auto()
    """Per cent, with up to two decimals."""

    YEAR = auto()
    """A calendar year."""

    DAY = auto()
    """A day, a month or a year."""

    FLAG = auto()
    """True or false; has no value."""


class CriterionField(Struct, frozen=True):
    """A field, its name in the language, and a short description."""

    name: str
    kind: FieldKind
    about: str
    values: tuple[str, ...] = ()


# The plate code is also a name of the county.
COUNTIES: Final = {
    "AB": "Alba", "AR": "Arad", "AG": "Arges", "BC": "Bacau", "BH": "Bihor",
    "BN": "Bistrita-Nasaud", "BT": "Botosani", "BR": "Braila", "BV": "Brasov", "B": "Bucuresti",
    "BZ": "Buzau", "CL": "Calarasi", "CS": "Caras-Severin", "CJ": "Cluj", "CT": "Constanta",
    "CV": "Covasna", "DB": "Dambovita", "DJ": "Dolj", "GL": "Galati", "GR": "Giurgiu",
    "GJ": "Gorj", "HR": "Harghita", "HD": "Hunedoara", "IL": "Ialomita", "IS": "Iasi",
    "IF": "Ilfov", "MM": "Maramures", "MH": "Mehedinti", "MS": "Mures", "NT": "Neamt",
    "OT": "Olt", "PH": "Prahova", "SJ": "Salaj", "SM": "Satu Mare", "SB": "Sibiu",
    "SV": "Suceava", "TR": "Teleorman", "TM": "Timis", "TL": "Tulcea", "VL": "Valcea",
    "VS": "Vaslui", "VN": "Vrancea",
}  # fmt: skip
FORMS: Final = (
    "SRL", "SRL-D", "SA", "PFA", "II", "IF", "PF", "AF", "SNC", "SCS", "SCA", "SC", "RA", "CA",
    "GIE", "SE", "OC1", "OC2", "OC3", "N/A",
)  # fmt: skip
"""The forms in the trade register, which writes ``N/A`` for a missing one."""
STATUSES: Final = tuple(group.value for group in StatusGroup)

_FIELDS: Final = (
    CriterionField("name", FieldKind.WORDS, "words in the name"),
    CriterionField(
        "county", FieldKind.CHOICE, "county, by name or plate code", tuple(COUNTIES.values())
    ),
    CriterionField("locality", FieldKind.WORDS, "locality of the registered office"),
    CriterionField("form", FieldKind.FORM, "legal form", FORMS),
    CriterionField("status", FieldKind.CHOICE, "class of the status", STATUSES),
    CriterionField("caen", FieldKind.ACTIVITY, "activity, by code or words"),
    CriterionField("founded", FieldKind.YEAR, "year of founding"),
    CriterionField("registered", FieldKind.DAY, "day of registration"),
    CriterionField("turnover", FieldKind.AMOUNT, "turnover of the latest year, RON"),
    CriterionField("profit", FieldKind.AMOUNT, "net profit of the latest year, RON"),
    CriterionField("employees", FieldKind.AMOUNT, "employees in the latest year"),
    CriterionField("equity", FieldKind.AMOUNT, "equity of the latest year, RON"),
    CriterionField("margin", FieldKind.PERCENT, "net profit in per cent of turnover"),
    CriterionField(
        "growth", FieldKind.PERCENT, "growth of turnover against the year before, per cent"
    ),
    CriterionField("losses", FieldKind.AMOUNT, "years with a loss on record"),
    CriterionField("vat", FieldKind.FLAG, "registered for VAT"),
    CriterionField("phone", FieldKind.FLAG, "has a phone number"),
    CriterionField("email", FieldKind.FLAG, "has an e-mail address"),
    CriterionField("website", FieldKind.FLAG, "has a website"),
    CriterionField("cases", FieldKind.FLAG, "has court cases"),
)
FIELDS: Final = {field.name: field for field in _FIELDS}
"""By name, in the order of completion."""

_COUNTY_BY_TEXT: Final = {
    **{fold(name): name for name in COUNTIES.values()},
    **{fold(code): name for code, name in COUNTIES.items()},
    "municipiul bucuresti": "Bucuresti",
}
_FORM_BY_LETTERS: Final = {letters(fold(form)): form for form in FORMS}


def known_value(field: CriterionField, text: str) -> str | None:
    """The value that a text names, of a field with known values, or ``None``."""
    if field.kind is FieldKind.FORM:
        return _FORM_BY_LETTERS.get(letters(fold(text)))
    if field.name == "county":
        return _COUNTY_BY_TEXT.get(fold(text).removeprefix("judetul "))
    folded = letters(fold(text.replace("_", " ")))
    return next((v for v in field.values if letters(fold(v.replace("_", " "))) == folded), None)
