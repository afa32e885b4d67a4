"""Watching companies, and notes on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.system.language import N_, _, ngettext
from tui_app.ui.actions.base import Action, CompanyAction
from tui_app.ui.panes.entry import CompanyEntry, to_summary
from tui_app.ui.remote.workers import start

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class ToggleWatch(CompanyAction):
    """Watch companies, or stop watching them."""

    name, keys = "toggle_watch", "w"
    label, help = N_("watch"), N_("Watch or unwatch the company or the marked ones")
    footer = 20

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why nothing can be watched."""
        return super().reason(explorer) or why_not_written(explorer)

    def run(self, explorer: ExplorerScreen) -> None:
        """Watch those that are not watched; if all are, stop watching them."""
        start(
            explorer.app,
            _toggle(explorer, explorer.chosen),
            group="toggle watch",
            description="watch companies",
        )


async def _toggle(explorer: ExplorerScreen, entries: tuple[CompanyEntry, ...]) -> None:
    from tui_app.workspace.workspace import Workspace

    program = explorer.program
    tax_ids = [entry.tax_id for entry in entries]

    before: tuple[tuple[str, int, int, int], ...] = ()

    def work(workspace: Workspace) -> bool:
        nonlocal before
        before = workspace.watch_list.kept(tax_ids)
        for entry in entries:
            workspace.companies.remember(to_summary(entry), invented=program.source.invented)
        if workspace.watch_list.add(tax_ids):
            return True
        workspace.watch_list.remove(tax_ids)
        return False

    watched = await program.workspace_thread.ask(work, instead=None)
    if watched is None:
        return
    count, name = len(entries), entries[0].name or entries[0].tax_id

    def told() -> str:
        some = ngettext("{count} company", "{count} companies", count).format(count=count)
        text = _("Watching {what}") if watched else _("No longer watching {what}")
        return text.format(what=some if count > 1 else name)

    explorer.say(told(), "good")
    program.undo.add(
        told,
        lambda: program.workspace_thread.do(lambda w: w.watch_list.put_back(tax_ids, before)),
    )
    explorer.workspace_changed()


def why_not_written(explorer: ExplorerScreen) -> str:
    """Why nothing is written on the current company: it is only the last session's."""
    if not explorer.is_only_resumed:
        return ""
    text = _("Resumed from the last session: {key} opens the company first")
    return text.format(key=explorer.keys.first_key("open"))


class EditNote(Action):
    """Write a note on the current company, even while others are marked."""

    name, keys = "note", "m"
    label, help = N_("note"), N_("Write a note on the company; it is saved as you type")
    footer = 21

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why no note can be written."""
        if explorer.company is None:
            return _("No company is open.")
        return why_not_written(explorer)

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the editor."""
        from tui_app.ui.dialogs.note import NoteScreen

        entry = explorer.company
        if entry is None:
            return
        note = NoteScreen(explorer.program, entry)
        explorer.open_dialog(note, lambda _closed: explorer.workspace_changed())
