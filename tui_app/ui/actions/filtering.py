"""The filter of a list, or of a tab with rows."""

from __future__ import annotations

from tui_app.system.language import N_
from tui_app.ui.actions.base import Action, Explorer, Pane, only_in_list


class Filter(Action):
    """Show only rows that contain a text."""

    name, keys = "filter", "F"
    label, help = N_("filter"), N_("Show only the companies, or the court cases, containing text")
    pane = Pane.LIST
    footer = 11

    def __init__(self, tabs: tuple[str, ...]) -> None:
        self.tabs = tabs

    def reason(self, explorer: Explorer) -> str:
        """Why nothing can be filtered."""
        pane = explorer.pane
        return pane.why_no_filter() if pane.filters else only_in_list(explorer)

    def prerequisite(self, explorer: Explorer) -> str:
        """To the list, from a tab without rows."""
        return "left_pane" if not explorer.pane.filters and only_in_list(explorer) else ""

    def run(self, explorer: Explorer) -> None:
        """Open the filter field in the footer."""
        explorer.open_filter(explorer.pane)
