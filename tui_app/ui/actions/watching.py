"""Watching companies, and notes on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.system.language import N_, _, ngettext
from tui_app.ui.actions.pane_actions import why_none_chosen
from tui_app.ui.panes.action import Action
from tui_app.ui.panes.company import CompanyEntry, to_summary
from tui_app.ui.remote.value import start

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


async def _toggle(panes: TwoPaneScreen, entries: tuple[CompanyEntry, ...]) -> None:
    from tui_app.workspace.workspace import Workspace

    session = panes.session
    tax_ids = [entry.tax_id for entry in entries]

    before: tuple[tuple[str, int, int, int], ...] = ()

    def work(workspace: Workspace) -> bool:
        nonlocal before
        before = workspace.watch_list.kept(tax_ids)
        for entry in entries:
            workspace.companies.remember(to_summary(entry), invented=session.source.invented)
        if workspace.watch_list.add(tax_ids):
            return True
        workspace.watch_list.remove(tax_ids)
        return False

    watched = await session.workspace_thread.ask(work, instead=None)
    if watched is None:
        return
    count, name = len(entries), entries[0].name or entries[0].tax_id

    def told() -> str:
        some = ngettext("{count} company", "{count} companies", count).format(count=count)
        text = _("Watching {what}") if watched else _("No longer watching {what}")
        return text.format(what=some if count > 1 else name)

    panes.say(told(), "good")
    session.undo.add(
        told,
        lambda: session.workspace_thread.do(lambda w: w.watch_list.put_back(tax_ids, before)),
    )
    panes.workspace_changed()


def why_not_written(panes: TwoPaneScreen) -> str:
    """Why nothing is written on the current company: it is only the last session's."""
    if not panes.is_only_resumed:
        return ""
    text = _("Resumed from the last session: {key} opens the company first")
    return text.format(key=panes.session.first_key("open"))


def _watch(panes: TwoPaneScreen) -> None:
    """Watch those that are not watched; if all are, stop watching them."""
    start(panes.app, _toggle(panes, panes.chosen), description="watch companies")


TOGGLE_WATCH: Final = Action(
    name="toggle_watch",
    keys="w",
    label=N_("watch"),
    help=N_("Watch or unwatch the company or the marked ones"),
    footer=20,
    do=_watch,
    why_not=lambda panes: why_none_chosen(panes) or why_not_written(panes),
)


def _edit_note(panes: TwoPaneScreen) -> None:
    from tui_app.ui.dialogs.note import NoteScreen

    if (entry := panes.detail.entry) is not None:
        note = NoteScreen(panes.session, entry)
        panes.open_dialog(note, lambda _closed: panes.workspace_changed())


def _why_no_note(panes: TwoPaneScreen) -> str:
    return _("No company is open.") if panes.detail.entry is None else why_not_written(panes)


EDIT_NOTE: Final = Action(
    name="note",
    keys="m",
    label=N_("note"),
    help=N_("Write a note on the company; it is saved as you type"),
    footer=21,
    do=_edit_note,
    why_not=_why_no_note,
)
"""On the current company, even while others are marked."""
