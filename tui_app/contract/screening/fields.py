"""The fields of criteria, and their known values."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters
from tui_app.contract.status import StatusGroup
from tui_app.contract.vocabulary.counties import COUNTIES, read_county
from tui_app.contract.vocabulary.legal_forms import CODES, read_form
from tui_app.system.language import N_


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

    FIRST_DAY = auto()
    """The first day of a period without an end: a day, or that of a month or a year."""

    FLAG = auto()
    """True or false; has no value."""


class CriterionField(Struct, frozen=True):
    """A field, its name in the language, and a short description."""

    name: str
    kind: FieldKind
    about: str
    values: tuple[str, ...] = ()


STATUSES: Final = tuple(group.value for group in StatusGroup)
CHANGE_KINDS: Final = ("state", "name", "seat", "form", "liquidator", "new", "gone")
_COUNTY_NAMES: Final = tuple(sorted(county.plain_name for county in COUNTIES.values()))

_FIELDS: Final = (
    CriterionField("name", FieldKind.WORDS, N_("words in the name")),
    CriterionField("county", FieldKind.CHOICE, N_("county, by name or plate code"), _COUNTY_NAMES),
    CriterionField("locality", FieldKind.WORDS, N_("locality of the registered office")),
    CriterionField("form", FieldKind.FORM, N_("legal form"), CODES),
    CriterionField("status", FieldKind.CHOICE, N_("class of the status"), STATUSES),
    CriterionField("caen", FieldKind.ACTIVITY, N_("activity, by code or words")),
    CriterionField("founded", FieldKind.YEAR, N_("year of founding")),
    CriterionField("registered", FieldKind.DAY, N_("day of registration")),
    CriterionField("turnover", FieldKind.AMOUNT, N_("turnover of the latest year, RON")),
    CriterionField("profit", FieldKind.AMOUNT, N_("net profit of the latest year, RON")),
    CriterionField("employees", FieldKind.AMOUNT, N_("employees in the latest year")),
    CriterionField("equity", FieldKind.AMOUNT, N_("equity of the latest year, RON")),
    CriterionField("margin", FieldKind.PERCENT, N_("net profit in per cent of turnover")),
    CriterionField(
        "growth", FieldKind.PERCENT, N_("growth of turnover against the year before, per cent")
    ),
    CriterionField("losses", FieldKind.AMOUNT, N_("years with a loss on record")),
    CriterionField("won", FieldKind.AMOUNT, N_("public contracts won in all years, RON")),
    CriterionField("won-year", FieldKind.YEAR, N_("year with a public contract")),
    CriterionField("buyer", FieldKind.WORDS, N_("authority that bought, by tax id or words")),
    CriterionField("cpv", FieldKind.WORDS, N_("what was bought, by CPV code or words")),
    CriterionField(
        "public-share", FieldKind.PERCENT, N_("public contracts in per cent of turnover")
    ),
    CriterionField("buyers", FieldKind.AMOUNT, N_("number of authorities that bought")),
    CriterionField("vat", FieldKind.FLAG, N_("registered for VAT")),
    CriterionField("phone", FieldKind.FLAG, N_("has a phone number")),
    CriterionField("email", FieldKind.FLAG, N_("has an e-mail address")),
    CriterionField("website", FieldKind.FLAG, N_("has a website")),
    CriterionField("cases", FieldKind.FLAG, N_("has court cases")),
    CriterionField("changed", FieldKind.CHOICE, N_("kind of change in the register"), CHANGE_KINDS),
    CriterionField("since", FieldKind.FIRST_DAY, N_("changes since a day")),
    CriterionField("was", FieldKind.CHOICE, N_("class of an earlier status"), STATUSES),
    CriterionField("moved-from", FieldKind.CHOICE, N_("county of an earlier seat"), _COUNTY_NAMES),
)
FIELDS: Final = {field.name: field for field in _FIELDS}
"""By name, in the order of completion."""


def known_value(field: CriterionField, text: str) -> str | None:
    """The known value of a field that a text names, or ``None``."""
    if field.kind is FieldKind.FORM:
        form = read_form(text)
        return form.code if form and form.code in field.values else None
    if field.name in {"county", "moved-from"}:
        county = read_county(text)
        return county.plain_name if county else None
    folded = letters(fold(text.replace("_", " ")))
    return next((v for v in field.values if letters(fold(v.replace("_", " "))) == folded), None)
