"""Undoing what was written or marked last."""

from __future__ import annotations

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action, Explorer


class Undo(Action):
    """Undo the newest act."""

    name, keys = "undo", "u"
    label = N_("undo")
    help = N_("Undo the last watch, note, mark, removal or deletion of this session")

    def reason(self, explorer: Explorer) -> str:
        """Why nothing can be undone."""
        return "" if explorer.program.undo else _("Nothing to undo")

    def run(self, explorer: Explorer) -> None:
        """Undo it and say so."""
        act = explorer.program.undo.pop()
        act.undo()
        explorer.say(_("Undone: {what}").format(what=act.what), "good")
