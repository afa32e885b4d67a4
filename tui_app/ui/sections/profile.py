"""The company's own lines: the header above the tabs, and the profile that it leaves to show."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import has_valid_control_digit
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.timestamps import parse_timestamp
from tui_app.contract.vocabulary.localities import COUNTY_WORDS, KINDS
from tui_app.system.language import _, ngettext
from tui_app.ui.panes.company import CompanyEntry, WorkspaceData
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import (
    RecordField,
    fields,
    fit,
    label_width,
    lines,
    longest,
    styled,
    wrap,
)

if TYPE_CHECKING:
    from tui_app.insight.signals import Signal, SignalCounts


_NAME_LINES: Final = 3
"""The most lines of a name."""


def draw_header(
    entry: CompanyEntry, profile: CompanyProfile | None, today: dt.date, width: int
) -> Content:
    """Name and status, the name in a few lines; then numbers, age, form and place that fit."""
    status = profile.status if profile else entry.status
    mark, style = fmt.status_mark(status)
    known = fmt.text((profile.company_name if profile else "") or entry.name)
    # A status may be a sentence: it gets the width that the name leaves, or half of the line.
    available = max(width - cell_len(known) - 1, width // 2)
    label = fmt.status_label(status)
    text = f"{mark} {status} ({label})" if label else f"{mark} {status}"
    if cell_len(known) + 2 + cell_len(text) > width:
        text = f"{mark} {status}"
    right = styled(fit(text, available), style) if status else Content()
    beside = width - right.cell_length - 1
    first, *others = found = wrap(known, beside)
    if len(found) > _NAME_LINES:
        others = [*found[1 : _NAME_LINES - 1], fit(" ".join(found[_NAME_LINES - 1 :]), beside)]
    name = styled(first, "strong")
    gap = " " * max(1, width - name.cell_length - right.cell_length)
    drawn = [name + gap + right]
    for other in others:
        drawn.append(styled(other, "strong"))
    return lines([*drawn, styled(_about(entry, profile, today, width), "dim")])


def draw_verdict(
    found: Sequence[Signal], in_workspace: WorkspaceData, origin: str, width: int
) -> Content:
    """The third line: where it came from if it is not in the list, its marks, and the verdict."""
    from tui_app.insight.signals import summarise

    before = f"{fit(origin, width // 2)} · " if origin else ""
    if in_workspace.is_watched:
        before += f"{_('★ watched')} · "
    if in_workspace.has_note:
        before += f"{_('✎ note')} · "
    counts = summarise(found)
    whole, style = in_one_line(counts)
    brief, _style = in_one_line(counts, is_brief=True)
    verdict = longest((whole, brief), width - cell_len(before))
    return styled(before, "strong") + styled(verdict, style)


def in_one_line(summary: SignalCounts, *, is_brief: bool = False) -> tuple[str, str]:
    """The verdict on a company and its style: ``▲ 1 serious signal · △ 2 warnings``.

    While checks are open, it does not claim that there are no signals. ``is_brief`` gives the
    number of open checks only as ``? 8``.
    """
    from tui_app.insight.rules import Level
    from tui_app.ui.text.research import LEVELS

    parts = []
    if summary.serious:
        text = ngettext("{count} serious signal", "{count} serious signals", summary.serious)
        parts.append(f"▲ {text.format(count=summary.serious)}")
    if summary.warnings:
        text = ngettext("{count} warning", "{count} warnings", summary.warnings)
        parts.append(f"△ {text.format(count=summary.warnings)}")
    style = "bad" if summary.serious else "warn" if summary.warnings else "dim"
    if not parts and not summary.clear:
        return _("Signals: nothing loaded yet"), style
    if not parts:
        text = _("{done} of {count} checks done, none serious")
        count = summary.clear + summary.unknown
        is_whole = not summary.unknown
        return (
            _("No warnings") if is_whole else text.format(done=summary.clear, count=count)
        ), style
    if summary.unknown:
        text = ngettext("{count} check not done", "{count} checks not done", summary.unknown)
        mark, _word, _style = LEVELS[Level.UNKNOWN]
        brief = f"{mark} {summary.unknown}"
        parts.append(brief if is_brief else text.format(count=summary.unknown))
    return " · ".join(parts), style


def _about(entry: CompanyEntry, profile: CompanyProfile | None, today: dt.date, width: int) -> str:
    """The second line of the header.

    If the width is too small, whole parts are dropped; those that identify the company stay.
    """
    number, age = entry.company_id or (profile.company_id if profile else None), ""
    years = whole_years(profile, today) if profile else None
    if years is not None and years >= 0:
        age = ngettext("{count} year old", "{count} years old", years).format(count=years)
    tax_id, kind = f"CUI {entry.tax_id}", entry.company_type
    forms = (
        (tax_id, number, kind, age, entry.place),
        (tax_id, number, kind, age, entry.county),
        (tax_id, number, kind, age),
        (tax_id, number, age),
        (entry.tax_id, number, age),
        (entry.tax_id, number),
    )
    for parts in forms:
        text = "  ".join(filter(None, parts))
        if cell_len(text) <= width:
            return text
    return fit(text, width)


def whole_years(profile: CompanyProfile, today: dt.date) -> int | None:
    """The age of a company in years; from the founding year alone if no day is known."""
    if registered := parse_timestamp(profile.registration_date or ""):
        not_yet = (today.month, today.day) < (registered.month, registered.day)
        return today.year - registered.year - not_yet
    year = profile.founding_year
    return None if year is None else today.year - year


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
