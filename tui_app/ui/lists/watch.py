"""The Watch list: the watched companies, newest change first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.stored_list import StoredList
from tui_app.ui.panes.entry import CompanyEntry, from_record
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as words

if TYPE_CHECKING:
    from tui_app.workspace.watch_list import WatchedCompany
    from tui_app.workspace.workspace import Workspace


class WatchedList(StoredList):
    """The newest change of each company, and which changes are new to the user."""

    tab = "watch"
    topic = "watching"
    title = N_("Watch")
    key = "W"
    help = N_("Go to the watched companies, newest changes first")
    place_in_footer = 18
    group = "watch list"
    columns = ("tax_id", "note")
    note_title = N_("Last change")

    def read(self, workspace: Workspace) -> Iterator[CompanyEntry]:
        """The watched companies with their newest change."""
        return (_entry(each) for each in workspace.watch_list.entries())

    def state(self) -> tuple[str, str]:
        """The number of companies, and how many changed since they were looked at."""
        if not self.entries:
            hint = _("Nothing is watched · {key} watches a company")
            hint = hint.format(key=self.program.first_key("toggle_watch"))
            return hint if self.was_read else "", "dim"
        count = len(self.entries)
        text = ngettext("{count} watched", "{count} watched", count).format(count=count)
        news = sum(1 for entry in self.entries if entry.is_news)
        if not news:
            return text, "dim"
        with_news = ngettext("{count} with news", "{count} with news", news).format(count=news)
        return f"{text} · {with_news}", "warn"


def _entry(watched: WatchedCompany) -> CompanyEntry:
    return from_record(watched.summary, note=_note(watched), is_news=watched.news > 0)


def _note(watched: WatchedCompany) -> str:
    invented = _("invented") if watched.invented else ""
    if watched.newest is None:
        added = _("watched since {day}")
        text = added.format(day=fmt.date(watched.added_at.astimezone().date()))
    else:
        day = fmt.date(watched.newest.first_seen.astimezone().date())
        text = f"{day} {words.change(watched.newest)}"
    more = watched.news - 1
    also = ngettext("{count} more", "{count} more", more).format(count=more) if more > 0 else ""
    return " · ".join(part for part in (text, also, invented) if part)
