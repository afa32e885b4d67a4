"""The lines above the tabs, which identify the company."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.content import Content

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.timestamps import parse_timestamp
from tui_app.system.language import _, ngettext
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.facts import WorkspaceData
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import fit, longest
from tui_app.ui.text.drawing import lines, styled, wrap

if TYPE_CHECKING:
    from tui_app.insight.signals import Signal


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
    from tui_app.ui.text import research as wording

    before = f"{fit(origin, width // 2)} · " if origin else ""
    if in_workspace.is_watched:
        before += f"{_('★ watched')} · "
    if in_workspace.has_note:
        before += f"{_('✎ note')} · "
    counts = summarise(found)
    whole, style = wording.in_one_line(counts)
    brief, _style = wording.in_one_line(counts, is_brief=True)
    verdict = longest((whole, brief), width - cell_len(before))
    return styled(before, "strong") + styled(verdict, style)


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
