"""The fields of criteria, and their known values."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters
from tui_app.contract.status import StatusGroup


class Kind(Enum):
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


class Field(Struct, frozen=True):
    """A field, its name in the language, and a short description."""

    name: str
    kind: Kind
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
"""The forms in the trade register; ``N/A`` is how it writes that it knows none."""
STATUSES: Final = tuple(group.value for group in StatusGroup)

_FIELDS: Final = (
    Field("name", Kind.WORDS, "words in the name"),
    Field("county", Kind.CHOICE, "county, by name or plate code", tuple(COUNTIES.values())),
    Field("locality", Kind.WORDS, "locality of the registered office"),
    Field("form", Kind.FORM, "legal form", FORMS),
    Field("status", Kind.CHOICE, "class of the status", STATUSES),
    Field("caen", Kind.ACTIVITY, "activity, by code or words"),
    Field("founded", Kind.YEAR, "year of founding"),
    Field("registered", Kind.DAY, "day of registration"),
    Field("turnover", Kind.AMOUNT, "turnover of the latest year, RON"),
    Field("profit", Kind.AMOUNT, "net profit of the latest year, RON"),
    Field("employees", Kind.AMOUNT, "employees in the latest year"),
    Field("equity", Kind.AMOUNT, "equity of the latest year, RON"),
    Field("margin", Kind.PERCENT, "net profit in per cent of turnover"),
    Field("growth", Kind.PERCENT, "growth of turnover against the year before, per cent"),
    Field("losses", Kind.AMOUNT, "years with a loss on record"),
    Field("vat", Kind.FLAG, "registered for VAT"),
    Field("phone", Kind.FLAG, "has a phone number"),
    Field("email", Kind.FLAG, "has an e-mail address"),
    Field("website", Kind.FLAG, "has a website"),
    Field("cases", Kind.FLAG, "has court cases"),
)
FIELDS: Final = {field.name: field for field in _FIELDS}
"""By name, in the order of completion."""

_COUNTY_BY_TEXT: Final = {
    **{fold(name): name for name in COUNTIES.values()},
    **{fold(code): name for code, name in COUNTIES.items()},
    "municipiul bucuresti": "Bucuresti",
}
_FORM_BY_LETTERS: Final = {letters(fold(form)): form for form in FORMS}


def known_value(field: Field, text: str) -> str | None:
    """The value that a text names, of a field with known values, or ``None``."""
    if field.kind is Kind.FORM:
        return _FORM_BY_LETTERS.get(letters(fold(text)))
    if field.name == "county":
        return _COUNTY_BY_TEXT.get(fold(text).removeprefix("judetul "))
    folded = letters(fold(text.replace("_", " ")))
    return next((v for v in field.values if letters(fold(v.replace("_", " "))) == folded), None)
