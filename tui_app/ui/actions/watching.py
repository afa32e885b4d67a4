"""Watching companies, and notes on them."""

from __future__ import annotations

from tui_app.system.language import N_, _, ngettext
from tui_app.ui.actions.base import Action, CompanyAction, Explorer
from tui_app.ui.panes.entry import CompanyEntry, to_summary
from tui_app.ui.remote.workers import start


class ToggleWatch(CompanyAction):
    """Watch companies, or stop watching them."""

    name, keys = "toggle_watch", "w"
    label, help = N_("watch"), N_("Watch the company or the marked ones, or watch them no longer")
    footer = 20

    def run(self, explorer: Explorer) -> None:
        """Watch those that are not watched; if all are, stop watching them."""
        start(
            explorer.app,
            _toggle(explorer, explorer.chosen),
            group="toggle watch",
            description="watch companies",
        )


async def _toggle(explorer: Explorer, entries: tuple[CompanyEntry, ...]) -> None:
    from tui_app.workspace.workspace import Workspace

    program = explorer.program
    tax_ids = [entry.tax_id for entry in entries]

    def work(workspace: Workspace) -> bool:
        for entry in entries:
            workspace.companies.remember(to_summary(entry), invented=program.source.invented)
        if workspace.watch_list.add(tax_ids):
            return True
        workspace.watch_list.remove(tax_ids)
        return False

    watched = await program.workspace_thread.ask(work, instead=None)
    if watched is None:
        return
    count = len(entries)
    what = entries[0].name or entries[0].tax_id
    if count > 1:
        what = ngettext("{count} company", "{count} companies", count).format(count=count)
    text = _("Watching {what}") if watched else _("No longer watching {what}")
    explorer.say(text.format(what=what), "good")
    explorer.workspace_changed()


class EditNote(Action):
    """Write a note on the current company, also while others are marked."""

    name, keys = "note", "m"
    label, help = N_("note"), N_("Write a note on the company; it is saved as you type")
    footer = 21

    def reason(self, explorer: Explorer) -> str:
        """There must be a company."""
        return "" if explorer.company else _("No company is open.")

    def run(self, explorer: Explorer) -> None:
        """Open the editor."""
        from tui_app.ui.dialogs.note import NoteScreen

        entry = explorer.company
        if entry is None:
            return
        note = NoteScreen(explorer.program, entry)
        explorer.open_dialog(note, lambda _closed: explorer.workspace_changed())
