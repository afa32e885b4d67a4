"""Actions on the company shown; watching and noting it."""

from __future__ import annotations

from typing import Final

from tui_app.contract import views
from tui_app.contract.operations import WEBSITES
from tui_app.contract.resources import Websites
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.actions.pane_actions import offline_reason, why_none_chosen
from tui_app.ui.panes.action import Action, Menu, Pane
from tui_app.ui.panes.company import CompanyEntry, to_summary
from tui_app.ui.remote.value import start
from tui_app.ui.text.drawing import Hotspot
from tui_app.ui.text.links import web_link
from tui_app.ui.two_panes.screen import TwoPaneScreen


def _why_no_reload(panes: TwoPaneScreen) -> str:
    if reason := offline_reason(panes):
        return reason
    is_possible = panes.answers.price(panes.pane.questions_of_reload())
    return "" if is_possible else _("Nothing here can be refreshed.")


RELOAD: Final = Action(
    name="reload",
    keys="r",
    label=N_("refresh"),
    help=N_("Ask again for what is shown, bypassing the cache"),
    footer=16,
    do=lambda panes: (panes.detail if panes.detail_has_focus else panes.list).reload(),
    why_not=_why_no_reload,
    questions_of=lambda panes: panes.pane.questions_of_reload(),
)


def _copy(panes: TwoPaneScreen) -> Menu:
    from tui_app.ui.actions.copying import copy_menu

    return copy_menu(panes)


def _why_nothing_to_copy(panes: TwoPaneScreen) -> str:
    from tui_app.ui.actions.command_line import line_of

    return "" if panes.chosen or line_of(panes) else _("No company is open.")


COPY: Final = Action(
    name="copy",
    keys="y",
    label=N_("copy"),
    help=N_("Copy the tax id, the name, the record, or the query"),
    footer=14,
    do=_copy,
    why_not=_why_nothing_to_copy,
)


def _export(panes: TwoPaneScreen) -> Menu:
    from tui_app.ui.actions.exporting import export_menu

    return export_menu(panes)


def _why_no_export(panes: TwoPaneScreen) -> str:
    if not panes.detail_has_focus and (why := panes.list.why_no_export()):
        return why
    return "" if panes.chosen else _("There is nothing to export.")


EXPORT: Final = Action(
    name="export",
    keys="e",
    label=N_("export"),
    help=N_("Write the list or the company to a file: CSV, JSON, Markdown"),
    footer=15,
    do=_export,
    why_not=_why_no_export,
)


def _spot(panes: TwoPaneScreen) -> Hotspot | None:
    """The part under the cursor of a pane with links."""
    pane = panes.pane
    return pane.spot if pane.opens_spots else None


def _links(panes: TwoPaneScreen) -> tuple[str, ...] | None:
    """The links of the shown tab, else the company's websites, whoever loaded them.

    ``None``: nobody did.
    """
    if links := panes.pane.links():
        return links
    loaded = panes.answers.loaded(panes.detail.tax_id).data(WEBSITES, Websites)
    return None if loaded is None else tuple(filter(None, map(web_link, loaded.websites)))


def _why_no_link(panes: TwoPaneScreen) -> str:
    links = _links(panes)
    if links or _spot(panes):
        return ""
    if panes.detail.entry is None:
        return _("No company is open.")
    if links is not None or WEBSITES.is_ruled_out(panes.answers.profile(panes.detail.tax_id)):
        return _("No website on record.")
    text = _("Websites are not loaded: {key} loads the contacts.")
    return text.format(key=panes.session.first_key(views.CONTACT.name))


def _open_link(panes: TwoPaneScreen) -> Menu | None:
    """Open a contact under the cursor at once; otherwise first show the whole links."""
    from tui_app.ui.actions.website import open_spot, website_menu

    if spot := _spot(panes):
        return open_spot(panes, spot, panes.pane.links())
    return website_menu(panes, _links(panes) or ())


OPEN_WEBSITE: Final = Action(
    name="website",
    keys="o",
    label=N_("website"),
    help=N_("Open the website or contact, or show its text"),
    footer=7,
    hinted_in=Pane.DETAIL,
    do=_open_link,
    why_not=_why_no_link,
    says=lambda panes: _("website") if _spot(panes) is None else _("open it"),
)


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
        told, lambda: session.workspace_thread.do(lambda w: w.watch_list.put_back(tax_ids, before))
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


EDIT_NOTE: Final = Action(
    name="note",
    keys="m",
    label=N_("note"),
    help=N_("Write a note on the company; it is saved as you type"),
    footer=21,
    do=_edit_note,
    why_not=lambda panes: (
        why_not_written(panes) if panes.detail.entry else _("No company is open.")
    ),
)
"""On the current company, even while others are marked."""
