"""What can be done with the company that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui_app.language import N_, _
from tui_app.ui.actions.base import Action, Pane, key_of, offline_reason
from tui_app.ui.remote import prices
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.financials import FinancialsSection

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Renew(Action):
    """Ask the server again."""

    name, keys = "renew", "r"
    label, help = N_("renew"), N_("Ask the server again for what is shown, past the kept answers")
    footer = 16

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be something, and a server that may be asked."""
        if reason := offline_reason(explorer):
            return reason
        return "" if prices.of_renewal(explorer) else _("Nothing here can be asked again.")

    def price(self, explorer: ExplorerScreen) -> int:
        """Renewing passes the kept answers by; Contacts are up to four."""
        return prices.of_renewal(explorer)

    def run(self, explorer: ExplorerScreen) -> None:
        """The pane that has the keys is renewed."""
        if explorer.detail_has_focus:
            explorer.detail.renew()
        else:
            explorer.list.renew()


class _OnFinancials(Action):
    place = Pane.TAB
    tabs = (FinancialsSection.tab,)

    def _section(self, explorer: ExplorerScreen) -> FinancialsSection | None:
        section = explorer.detail.section
        return section if isinstance(section, FinancialsSection) else None

    def reason(self, explorer: ExplorerScreen) -> str:
        """The financials have to be shown."""
        if self._section(explorer):
            return ""
        return _("Only in the financials ({key}).").format(key=key_of(explorer, "financials"))


class NextView(_OnFinancials):
    """Charts, table, both."""

    name, keys = "view", "t"
    label, help = N_("chart/table"), N_("Show charts and table, charts alone, table alone")
    footer = 2

    def run(self, explorer: ExplorerScreen) -> None:
        """The next of the three."""
        if section := self._section(explorer):
            section.next_view()


class NextMeasure(_OnFinancials):
    """Another figure."""

    name, keys, by = "next_measure", "plus", 1
    label, help = N_("figure"), N_("Chart the next figure: turnover, net profit, employees, …")
    footer = 3

    def run(self, explorer: ExplorerScreen) -> None:
        """The next one."""
        if section := self._section(explorer):
            section.next_measure(self.by)


class PreviousMeasure(NextMeasure):
    """The figure before."""

    name, keys, by = "previous_measure", "minus", -1
    label, help = N_("figure before"), N_("Chart the figure before")
    footer = 0


class NextRange(_OnFinancials):
    """All years or the latest ones."""

    name, keys = "range", "z"
    label, help = N_("years"), N_("Show all years, the latest five, the latest three")
    footer = 4

    def run(self, explorer: ExplorerScreen) -> None:
        """The next range."""
        if section := self._section(explorer):
            section.next_range()


class Copy(Action):
    """To the clipboard."""

    name, keys = "copy", "y"
    label, help = N_("copy"), N_("Copy the tax id, the name, the record, or the question")
    footer = 14

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be a company."""
        return "" if explorer.chosen else _("No company is open.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask what to copy."""
        from tui_app.ui.actions.copying import ask_copy

        ask_copy(explorer)


class Export(Action):
    """To a file."""

    name, keys = "export", "e"
    label, help = N_("export"), N_("Write the list or the company to a file: CSV, JSON, Markdown")
    footer = 15

    def reason(self, explorer: ExplorerScreen) -> str:
        """There has to be something to write."""
        return "" if explorer.chosen else _("There is nothing to export.")

    def run(self, explorer: ExplorerScreen) -> None:
        """Ask what to write, and where to."""
        from tui_app.ui.actions.exporting import ask_export

        ask_export(explorer)


class OpenWebsite(Action):
    """In the browser."""

    name, keys = "website", "o"
    label, help = N_("website"), N_("Open the company's website, or show its address")
    place = Pane.TAB
    tabs = (ContactsSection.tab,)
    footer = 7

    def reason(self, explorer: ExplorerScreen) -> str:
        """An address has to be shown."""
        section = explorer.detail.sections.get(ContactsSection.tab)
        if isinstance(section, ContactsSection) and section.websites:
            return ""
        text = _("No website is shown: look at the contacts ({key}) first.")
        return text.format(key=key_of(explorer, "contacts"))

    def run(self, explorer: ExplorerScreen) -> None:
        """Show the whole address first."""
        section = explorer.detail.sections.get(ContactsSection.tab)
        if isinstance(section, ContactsSection):
            from tui_app.ui.actions.website import ask_website

            ask_website(explorer, section.websites)
