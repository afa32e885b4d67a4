"""Actions of the program itself: help, palette, theme, language, source, day, undo, quit."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from tui_app.system.language import LANGUAGES, N_, _, language
from tui_app.ui.actions.base import Action
from tui_app.ui.text.themes import THEMES

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


class Help(Action):
    """Show the keys that work now."""

    name, keys = "help", "question_mark"
    label, help = N_("help"), N_("Show every key, what it costs and why it cannot be used now")
    footer = 90

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the panel."""
        from tui_app.ui.actions.helping import help_of
        from tui_app.ui.actions.keys import shown_keys
        from tui_app.ui.dialogs.help import HelpScreen

        explorer.open_dialog(HelpScreen(*help_of(explorer), shown_keys))


class Manual(Action):
    """Show the manual's page about the focused pane."""

    name, keys = "manual", "f1"
    label, help = N_("manual"), N_("Read the manual on this list or tab, and search all of it")
    field = 5

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the page."""
        from tui_app.ui.dialogs.manual import ManualScreen

        explorer.open_dialog(ManualScreen(explorer.pane.topic))


class Palette(Action):
    """Find every action by name."""

    name, keys = "palette", "ctrl+p"
    label, help = N_("commands"), N_("Find an action, a company, a day, a theme by typing")
    field = 4

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the palette."""
        from tui_app.ui.actions.palette import open_palette

        open_palette(explorer)


class NextTheme(Action):
    """Switch to the next theme."""

    name, keys = "theme", "T"
    label, help = N_("theme"), N_("Dark, light, high contrast, the terminal's own colours")

    def run(self, explorer: ExplorerScreen) -> None:
        """The next of our own themes."""
        names, now = [theme.name for theme in THEMES], explorer.app.theme
        at = names.index(now) if now in names else -1
        name = names[(at + 1) % len(names)]
        explorer.app.theme = name
        explorer.say(name)


class NextLanguage(Action):
    """Switch between English and Romanian."""

    name, keys = "language", "L"
    label, help = N_("language"), N_("Change between English and Romanian")

    def run(self, explorer: ExplorerScreen) -> None:
        """The screen is rebuilt in the other language, at the same place."""
        at = LANGUAGES.index(language())
        explorer.program.change_language(LANGUAGES[(at + 1) % len(LANGUAGES)])


class ChooseSource(Action):
    """Choose the source of the data."""

    name, keys = "server", "C"
    label, help = N_("source"), N_("Choose where data come from: sample, registry, a server …")

    def run(self, explorer: ExplorerScreen) -> None:
        """Let the user choose a source, or connect to a new server."""
        from tui_app.ui.actions.sources import open_source_menu

        open_source_menu(explorer)


class Suspend(Action):
    """Suspend the program and return to the shell."""

    name, keys = "suspend", "ctrl+z"
    label, help = N_("suspend"), N_("Suspend to the shell; fg comes back")

    def run(self, explorer: ExplorerScreen) -> None:
        """Suspend, like every program in a terminal."""
        explorer.app.action_suspend_process()


class Quit(Action):
    """Quit."""

    name, keys = "quit", "q,ctrl+q"
    label, help = N_("quit"), N_("Quit (resumes here)")
    footer = 19
    field = 6

    def run(self, explorer: ExplorerScreen) -> None:
        """Quit; state is saved when it changes, so nothing is left to save."""
        explorer.app.exit()


class AsOf(Action):
    """Ask for a day, and show everything as of it."""

    name, keys = "as_of", "A"
    label, help = N_("as of"), N_("Show everything as the register was on a day; Esc: today")

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the dialog."""
        from tui_app.ui.dialogs.as_of import AsOfDialog

        def chosen(day: dt.date | None) -> None:
            if day is not None:
                explorer.program.look_back(day)

        explorer.open_dialog(AsOfDialog(explorer.program), chosen)


class Undo(Action):
    """Undo the newest act."""

    name, keys = "undo", "u"
    label = N_("undo")
    help = N_("Undo the last watch, note, mark, removal or deletion of this session")

    def reason(self, explorer: ExplorerScreen) -> str:
        """Why nothing can be undone."""
        return "" if explorer.program.undo else _("Nothing to undo")

    def run(self, explorer: ExplorerScreen) -> None:
        """Undo it and say so."""
        act = explorer.program.undo.pop()
        act.undo()
        explorer.say(_("Undone: {what}").format(what=act.what()), "good")
