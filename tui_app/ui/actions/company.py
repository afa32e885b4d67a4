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
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Reload(Action):
    """Ask the server again."""

    name, keys = "reload", "r"
    label, help = N_("refresh"), N_("Ask again for what is shown, bypassing the cache")
    footer = 16

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why nothing can be reloaded."""
        if reason := offline_reason(panes):
            return reason
        return "" if self.price(panes) else _("Nothing here can be refreshed.")

    def offer(self, panes: TwoPaneScreen) -> Offer:
        """Its price also says whether anything can be reloaded."""
        price = 0 if panes.session.settings.offline else self.price(panes) or 0
        return Offer(_(self.label), price, is_enabled=price > 0)

    def questions(self, panes: TwoPaneScreen) -> Questions:
        """All that is shown, without the cache; Contacts costs up to four requests."""
        return panes.pane.questions_of_reload()

    def run(self, panes: TwoPaneScreen) -> None:
        """Load the focused pane again."""
        if panes.detail_has_focus:
            panes.detail.reload()
        else:
            panes.list.reload()


class Copy(Action):
    """Copy to the clipboard."""

    name, keys = "copy", "y"
    label, help = N_("copy"), N_("Copy the tax id, the name, the record, or the query")
    footer = 14

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why nothing can be copied."""
        return "" if panes.chosen or line_of(panes) else _("No company is open.")

    def run(self, panes: TwoPaneScreen) -> None:
        """Ask what to copy."""
        from tui_app.ui.actions.copying import open_copy_menu

        open_copy_menu(panes)


class Export(Action):
    """Export to a file."""

    name, keys = "export", "e"
    label, help = N_("export"), N_("Write the list or the company to a file: CSV, JSON, Markdown")
    footer = 15

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why nothing can be exported."""
        if not panes.detail_has_focus and (why := panes.list.why_no_export()):
            return why
        return "" if panes.chosen else _("There is nothing to export.")

    def run(self, panes: TwoPaneScreen) -> None:
        """Ask what to write, and where."""
        from tui_app.ui.actions.exporting import open_export_menu

        open_export_menu(panes)


class OpenWebsite(Action):
    """Open in the browser, or in the program for e-mails or calls."""

    name, keys = "website", "o"
    label, help = N_("website"), N_("Open the website or contact, or show its text")
    footer = 7
    hidden_when_disabled = True

    def shown_label(self, panes: TwoPaneScreen) -> str:
        """The label; for a contact it does not name a website."""
        return _(self.label) if self._spot(panes) is None else _("open it")

    def _spot(self, panes: TwoPaneScreen) -> Hotspot | None:
        """The part under the cursor of a pane with links."""
        pane = panes.pane
        return pane.spot if pane.opens_spots else None

    def _links(self, panes: TwoPaneScreen) -> tuple[str, ...]:
        """The links of the shown tab, else those of another loaded tab."""
        detail = panes.detail
        tabs = (detail.section, *detail.sections.values())
        return next((links for tab in tabs if (links := tab.links())), ())

    def is_of(self, pane: Pane, tab: str) -> bool:
        """Only if there is something to open; the palette offers it everywhere."""
        return pane is Pane.DETAIL

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why no link can be opened."""
        if self._spot(panes) or self._links(panes):
            return ""
        text = _("No website is shown: look at the contacts ({key}) first.")
        return text.format(key=panes.session.first_key(views.CONTACT.name))

    def run(self, panes: TwoPaneScreen) -> None:
        """Open a contact under the cursor at once; otherwise first show the whole links."""
        from tui_app.ui.actions.website import open_spot, open_website_menu

        if spot := self._spot(panes):
            open_spot(panes, spot, panes.pane.links())
        else:
            open_website_menu(panes, self._links(panes))
