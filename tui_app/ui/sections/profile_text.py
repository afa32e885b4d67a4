"""The profile's text: fields that the header does not show, in two columns if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from textual.content import Content

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import has_valid_control_digit
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.vocabulary.localities import COUNTY_WORDS, KINDS
from tui_app.system.language import _
from tui_app.ui.spoken import is_spoken
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField, fields, label_width, lines, styled

TWO_COLUMNS_FROM: Final = 70
_GAP: Final = 3
_VALUE: Final = 12
"""The minimum width of a value, a date, and of the gap before it."""
_LONG_TEXTS: Final = 54
"""The minimum width of a column for address and activity."""


def draw_profile(
    profile: CompanyProfile, header: str, width: int, *, is_loaded: bool = True
) -> Content:
    """The fields in groups; ``header`` is the text above, whose values are not repeated.

    If the profile is not loaded, only known values are shown: a dash would say too much.
    """
    register, tax, seat = _register(profile, header), _tax(profile), _address(profile)
    if not is_loaded:
        known = (
            _group(_("Company"), register, width, shows_missing=False),
            _group(_("Tax"), tax, width, shows_missing=False),
            _group(_("Address"), seat, width, shows_missing=False),
            _group(_("Activity (CAEN)"), _activity(profile), width, shows_missing=False),
        )
        return lines(filter(None, known))
    narrow = width < TWO_COLUMNS_FROM or is_spoken()
    available = width if narrow else (width - _GAP) // 2
    # Labels are not cut, if a short value still fits beside them.
    labels = label_width((*register, *tax, *seat), available, available - _VALUE)
    first = _group(_("Company"), register, available, labels)
    second = _group(_("Tax"), tax, available, labels)
    top = [first, Content(), second] if narrow else [_beside(first, second, available)]
    is_wide = not narrow and available >= _LONG_TEXTS
    each = available if is_wide else width
    address = _group(_("Address"), seat, each, labels)
    activity = _group(_("Activity (CAEN)"), _activity(profile), each)
    if is_wide:
        return lines([*top, Content(), _beside(address, activity, available)])
    return lines([*top, Content(), address, Content(), activity])


def _group(
    title: str,
    group: Sequence[RecordField],
    width: int,
    labels: int | None = None,
    *,
    shows_missing: bool = True,
) -> Content:
    """The fields under their title, a missing value dimmed; empty if none is shown."""
    shown: list[RecordField] = []
    for field in group:
        if field.value != fmt.MISSING:
            shown.append(field)
        elif shows_missing:
            shown.append(replace(field, style="dim"))
    return lines([styled(title, "strong"), fields(shown, width, labels)]) if shown else Content()


def _beside(left: Content, right: Content, available: int) -> Content:
    first, second = left.split("\n"), right.split("\n")
    drawn = []
    for at in range(max(len(first), len(second))):
        begin = first[at] if at < len(first) else Content()
        end = second[at] if at < len(second) else Content()
        drawn.append(begin + " " * (available + _GAP - begin.cell_length) + end)
    return lines(drawn)


def _register(profile: CompanyProfile, header: str) -> list[RecordField]:
    """Values that did not fit in the header, and problems with them; then the days."""
    status, (mark, style) = profile.status or "", fmt.status_mark(profile.status)
    label = fmt.status_label(profile.status)
    text = f"{mark} {status} ({label})" if label else f"{mark} {status}"
    above = f" {header} ".replace("\n", " ")
    name = profile.company_name or ""
    if set(name.split()) <= set(above.split()):
        name = ""  # it is there, in several lines
    values = (
        (name, RecordField(_("Name"), fmt.text(name), "strong")),
        (status, RecordField(_("Status"), text, style)),
        (profile.company_id, RecordField(_("Registry number"), fmt.text(profile.company_id))),
        (profile.company_type, RecordField(_("Legal form"), fmt.text(profile.company_type))),
    )
    found: list[RecordField] = []
    if profile.tax_id.isdecimal() and not has_valid_control_digit(profile.tax_id):
        hint = f"{profile.tax_id} " + _("(invalid check digit)")
        found.append(RecordField(_("Tax id (CUI)"), hint, "warn"))
    for value, field in values:
        if value and f" {value} " not in above:
            found.append(field)
    founded = fmt.MISSING if profile.founding_year is None else str(profile.founding_year)
    return [
        *found,
        RecordField(_("Registered"), fmt.timestamp(profile.registration_date)),
        RecordField(_("Founded"), founded),
        RecordField(_("Record updated"), fmt.timestamp(profile.update_date)),
    ]


def _tax(profile: CompanyProfile) -> list[RecordField]:
    return [
        RecordField(_("VAT payer"), fmt.yes_no(profile.vat)),
        RecordField(_("Cash-basis VAT"), fmt.yes_no(profile.checkout_vat)),
        RecordField(_("VAT split payment"), fmt.yes_no(profile.split_vat)),
        RecordField(_("Tax category"), fmt.text(profile.tax_category)),
    ]


def _address(profile: CompanyProfile) -> list[RecordField]:
    """The full address, and parts that are not in it."""
    whole = _bare(profile.full_address)
    street = " ".join(filter(None, (profile.street_name, profile.street_nr)))
    postal = "" if profile.postal_code is None else f"{profile.postal_code:06d}"
    places = (
        (_("Street"), street, _bare(profile.street_name)),
        (_("Locality"), profile.locality, _bare(profile.locality)),
        (_("County"), profile.county, _bare(profile.county)),
    )
    found = [RecordField(_("Full address"), fmt.text(profile.full_address))] if whole else []
    for label, value, sought in places:
        if not whole or (sought and sought not in whole):
            found.append(RecordField(label, fmt.text(value)))
    return [*found, RecordField(_("Postal code"), fmt.text(postal))]


_RANKS: Final = lazy_pattern(rf"\b(?:{'|'.join(KINDS | COUNTY_WORDS)})\b\.? *")


def _bare(place: str | None) -> str:
    """A place without its rank: an address says Sector 3 and Cluj-Napoca in several ways."""
    return _RANKS().sub("", fold(place or "")).replace("sectorul ", "sector ")


def _activity(profile: CompanyProfile) -> list[RecordField]:
    """One line per level, as sent: ``G - …``, ``47 - …``, ``471 - …``, ``4711 - …``."""
    found: list[RecordField] = []
    for entry in profile.caen:
        level, between, name = entry.partition(" - ")
        found.append(RecordField(level, name) if between else RecordField("", entry))
    return found or [RecordField(_("CAEN"), fmt.MISSING)]
