"""The sources of data in words: ``Statements 2024, Ministry of Finance, file of 2 Sep 2026``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from tui_app.contract.provenance import DataSource
from tui_app.system.language import N_, _
from tui_app.system.wording import day_text

_KINDS: Final = {
    "register": N_("Trade register"),
    "states": N_("States"),
    "representatives": N_("Representatives"),
    "family representatives": N_("Representatives"),
    "taxpayers": N_("List of taxpayers"),
    "statements": N_("Statements"),
    "records": N_("Records"),
}
_PUBLISHERS: Final = {
    "National Trade Register Office": N_("National Trade Register Office"),
    "Ministry of Finance": N_("Ministry of Finance"),
    "own file": N_("own file"),
}


def source_lines(sources: Iterable[DataSource]) -> list[str]:
    """One line for each publication, however many files and years it has."""
    years: dict[tuple[str, str, str], list[int]] = {}
    for source in sources:
        key = (_kind(source), _publisher(source), _day(source))
        found = years.setdefault(key, [])
        if source.year is not None and source.year not in found:
            found.append(source.year)
    return [
        ", ".join(
            filter(None, (" ".join([kind, *([_years(found)] if found else [])]), publisher, day))
        )
        for (kind, publisher, day), found in years.items()
    ]


def _kind(source: DataSource) -> str:
    family = next((f for f in _KINDS if source.source.startswith(f)), "")
    return _(_KINDS[family]) if family else source.source


def _publisher(source: DataSource) -> str:
    known = _PUBLISHERS.get(source.publisher)
    said = _(known) if known else source.publisher
    return f"{said} ({source.file})" if source.publisher == "own file" else said


def _years(years: list[int]) -> str:
    """Years as ranges: ``2019, 2022–2024``."""
    ordered = sorted(years)
    starts = [year for year in ordered if year - 1 not in ordered]
    ends = [year for year in ordered if year + 1 not in ordered]
    return ", ".join(
        f"{start}–{end}" if start != end else f"{start}"
        for start, end in zip(starts, ends, strict=True)
    )


def _day(source: DataSource) -> str:
    try:
        day = dt.date.fromisoformat(source.day)
    except ValueError:
        return _("day unknown")
    text = _("file of {day}") if source.day_known else _("day unknown, file saved {day}")
    return text.format(day=day_text(day))
