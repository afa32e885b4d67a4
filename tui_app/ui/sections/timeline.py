"""The Timeline tab: every change seen in a company, with the day it was first seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from textual.content import Content

from tui_app.system.language import N_, _
from tui_app.ui.panes.facts import StoredData
from tui_app.ui.sections.base import Section
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as words
from tui_app.ui.text.drawing import heading, lines, paragraph, styled, wrap
from tui_app.workspace.changes import Change


class TimelineSection(Section):
    """Changes stored on this machine; they cost no request."""

    tab = "timeline"
    topic = "watching"
    title = N_("Timeline")
    help = N_("Show every change that was seen of the company")

    def workspace_changed(self) -> None:
        """A new answer may contain a change."""
        self.redraw()

    def draw(self, width: int) -> Content:
        """The newest day first."""
        if self.entry is None:
            return Content(" ")
        stored = self.stored_data()
        if stored.first_seen is None:
            text = _("Nothing is kept of this company yet: each look is compared with the last.")
            return paragraph(text, width, "dim")
        return lines(self._days(stored, width))

    def _days(self, stored: StoredData, width: int) -> Iterator[Content]:
        for day, changes in groupby(stored.changes, key=_day):
            yield heading(day)
            for each in changes:
                for line in wrap(words.change(each), width - 2):
                    yield styled(f"  {line}")
        if stored.first_seen is not None:
            since = fmt.date(stored.first_seen.astimezone().date())
            if not stored.changes:
                text = _("No change was seen since the first look on {day}.")
                yield paragraph(text.format(day=since), width, "dim")
                return
            yield heading(since)
            yield styled("  " + _("first look"), "dim")


def _day(change: Change) -> str:
    return fmt.date(change.first_seen.astimezone().date())
