"""Showing everything as of a day in the past."""

from __future__ import annotations

import datetime as dt

from tui_app.system.language import N_
from tui_app.ui.actions.base import Action, Explorer


class AsOf(Action):
    """Ask for a day, and show everything as of it."""

    name, keys = "as_of", "A"
    label, help = N_("as of"), N_("Show everything as the register was on a day; Esc: today")

    def run(self, explorer: Explorer) -> None:
        """Open the dialog."""
        from tui_app.ui.dialogs.as_of import AsOfDialog

        def chosen(day: dt.date | None) -> None:
            if day is not None:
                explorer.program.look_back(day)

        explorer.open_dialog(AsOfDialog(explorer.program), chosen)
