"""Actions on the company shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.contract import views
from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action, Offer, Pane, offline_reason
from tui_app.ui.actions.command_line import line_of
from tui_app.ui.remote.questions import Questions
from tui_app.ui.text.hotspots import Hotspot

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Reload(Action):
    """Ask the server again."""

    name, keys = "reload", "r"
    label, help = N_("refresh"), N_("Ask again for what is shown, bypassing the cache")
    footer = 16

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why nothing can be reloaded."""
        if reason := offline_reason(explorer):
            return reason
        return "" if self.price(explorer) else _("Nothing here can be refreshed.")

    def offer(self, explorer: ExplorerScreen) -> Offer:
        """Its price also says whether anything can be reloaded."""
        price = 0 if explorer.program.settings.offline else self.price(explorer) or 0
        return Offer(_(self.label), price, is_enabled=price > 0)

    def questions(self, explorer: ExplorerScreen) -> Questions:
        """All that is shown, without the cache; Contacts costs up to four requests."""
        return explorer.pane.questions_of_reload()

    def run(self, explorer: ExplorerScreen) -> None:
        """Load the focused pane again."""
        if explorer.detail_has_focus:
            explorer.detail.reload()
        else:
            explorer.list.reload()


class Copy(Action):
    """Copy to the clipboard."""

    name, keys = "copy", "y"
    label, help = N_("copy"), N_("Copy the tax id, the name, the record, or the query")
    footer = 14

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why nothing can be copied."""
        return "" if explorer.chosen or line_of(explorer) else _("No company is open.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask what to copy."""
        from tui_app.ui.actions.copying import open_copy_menu

        open_copy_menu(explorer)


class Export(Action):
    """Export to a file."""

    name, keys = "export", "e"
    label, help = N_("export"), N_("Write the list or the company to a file: CSV, JSON, Markdown")
    footer = 15

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why nothing can be exported."""
        if not explorer.detail_has_focus and (why := explorer.list.why_no_export()):
            return why
        return "" if explorer.chosen else _("There is nothing to export.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask what to write, and where."""
        from tui_app.ui.actions.exporting import open_export_menu

        open_export_menu(explorer)


class OpenWebsite(Action):
    """Open in the browser, or in the program for e-mails or calls."""

    name, keys = "website", "o"
    label, help = N_("website"), N_("Open the website or contact, or show its text")
    footer = 7
    hidden_when_disabled = True

    def shown_label(self, explorer: ExplorerScreen) -> str:
        """The label; for a contact it does not name a website."""
        return _(self.label) if self._spot(explorer) is None else _("open it")

    def _spot(self, explorer: ExplorerScreen) -> Hotspot | None:
        """The part under the cursor of a pane with links."""
        pane = explorer.pane
        return pane.spot if pane.opens_spots else None

    def _links(self, explorer: ExplorerScreen) -> tuple[str, ...]:
        """The links of the shown tab, else those of another loaded tab."""
        detail = explorer.detail
        tabs = (detail.section, *detail.sections.values())
        return next((links for tab in tabs if (links := tab.links())), ())

    def is_of(self, pane: Pane, tab: str) -> bool:
        """Only if there is something to open; the palette offers it everywhere."""
        return pane is Pane.DETAIL

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why no link can be opened."""
        if self._spot(explorer) or self._links(explorer):
            return ""
        text = _("No website is shown: look at the contacts ({key}) first.")
        return text.format(key=explorer.keys.first_key(views.CONTACT.name))

    def run(self, explorer: ExplorerScreen) -> None:
        """Open a contact under the cursor at once; otherwise first show the whole links."""
        from tui_app.ui.actions.website import open_spot, open_website_menu

        if spot := self._spot(explorer):
            open_spot(explorer, spot, explorer.pane.links())
        else:
            open_website_menu(explorer, self._links(explorer))
