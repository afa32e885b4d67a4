"""The History list: the companies looked at, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, final

from textual.widgets import Input

from tui_app.contract import views
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.stored_list import StoredList
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.workspace.history import ViewedCompany
    from tui_app.workspace.workspace import Workspace


@final
class HistoryList(StoredList):
    """The companies looked at, stored on disk; typing filters them."""

    tab, title = views.VISITED.name, views.VISITED.title
    columns = ("tax_id", "county", "note")
    note_title = N_("When")
    note_width = 26

    def __init__(self) -> None:
        super().__init__()
        self.field = self.field_above = TextField(
            placeholder=_("name or number"), id="history-field", selects=False
        )

    @property
    def recent(self) -> tuple[CompanyEntry, ...]:
        """The companies shown, unless they are filtered."""
        return () if self.field.value else self.entries

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        event.stop()
        self.searched = event.value
        self.workspace_changed()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the company under the cursor, among those that match the text."""
        event.stop()
        self.open_first()

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the text are not read yet."""
        return self._read_for != self.field.value

    async def rows_come(self) -> bool:
        """Read the rows of the text."""
        self.searched = self.field.value
        await self.read_rows()
        return bool(self.rows.rows)

    def leave_level(self) -> bool:
        """Clear the filter text, too."""
        if super().leave_level():
            return True
        had_text = bool(self.field.value)
        self.field.value = ""
        return had_text

    def read(self, workspace: Workspace) -> Iterator[CompanyEntry]:
        """The companies whose name or number contains the filter text."""
        return (_entry(each) for each in workspace.history.companies(self.searched))

    def state(self) -> tuple[str, str]:
        """The number of companies."""
        count = len(self.entries)
        if not count:
            nothing = _("Nothing found") if self.field.value.strip() else _("No history yet")
            return nothing if self.was_read else "", "dim"
        return ngettext("{count} company", "{count} companies", count).format(count=count), "dim"


def _entry(viewed: ViewedCompany) -> CompanyEntry:
    when = _("looked at {when}").format(when=fmt.clock(viewed.looked_at))
    return from_record(
        viewed.summary, note=f"{when} · {_('invented')}" if viewed.invented else when
    )
