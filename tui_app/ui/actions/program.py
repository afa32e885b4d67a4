"""Actions of the program itself: help, palette, theme, language, source, day, undo, quit."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from tui_app.system.language import LANGUAGES, N_, _, language
from tui_app.ui.actions.base import Action
from tui_app.ui.text.themes import THEMES

if TYPE_CHECKING:
    from tui_app.ui.two_panes.screen import TwoPaneScreen


class Help(Action):
    """Show the keys that work now."""

    name, keys = "help", "question_mark"
    label, help = N_("help"), N_("Show every key, what it costs and why it cannot be used now")
    footer = 90

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the panel."""
        panes.open_help()


class Manual(Action):
    """Show the manual's page about the focused pane."""

    name, keys = "manual", "f1"
    label, help = N_("manual"), N_("Read the manual on this list or tab, and search all of it")
    field = 5

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the page."""
        from tui_app.ui.dialogs.manual import ManualScreen

        panes.open_dialog(ManualScreen(panes.pane.topic))


class Palette(Action):
    """Find every action by name."""

    name, keys = "palette", "ctrl+p"
    label, help = N_("commands"), N_("Find an action, a company, a day, a theme by typing")
    field = 4

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the palette."""
        panes.open_palette()


class NextTheme(Action):
    """Switch to the next theme."""

    name, keys = "theme", "T"
    label, help = N_("theme"), N_("Dark, light, high contrast, the terminal's own colours")

    def run(self, panes: TwoPaneScreen) -> None:
        """The next of our own themes."""
        names, now = [theme.name for theme in THEMES], panes.app.theme
        at = names.index(now) if now in names else -1
        name = names[(at + 1) % len(names)]
        panes.app.theme = name
        panes.say(name)


class NextLanguage(Action):
    """Switch between English and Romanian."""

    name, keys = "language", "L"
    label, help = N_("language"), N_("Change between English and Romanian")

    def run(self, panes: TwoPaneScreen) -> None:
        """The screen is rebuilt in the other language, at the same place."""
        at = LANGUAGES.index(language())
        panes.session.change_language(LANGUAGES[(at + 1) % len(LANGUAGES)])


class ChooseSource(Action):
    """Choose the source of the data."""

    name, keys = "server", "C"
    label, help = N_("source"), N_("Choose where data come from: sample, registry, a server …")

    def run(self, panes: TwoPaneScreen) -> None:
        """Let the user choose a source, or connect to a new server."""
        from tui_app.ui.actions.sources import open_source_menu

        open_source_menu(panes)


class Suspend(Action):
    """Suspend the program and return to the shell."""

    name, keys = "suspend", "ctrl+z"
    label, help = N_("suspend"), N_("Suspend to the shell; fg comes back")

    def run(self, panes: TwoPaneScreen) -> None:
        """Suspend, like every program in a terminal."""
        panes.app.action_suspend_process()


class Quit(Action):
    """Quit."""

    name, keys = "quit", "q,ctrl+q"
    label, help = N_("quit"), N_("Quit (resumes here)")
    footer = 19
    field = 6

    def run(self, panes: TwoPaneScreen) -> None:
        """Quit; state is saved when it changes, so nothing is left to save."""
        panes.app.exit()


class AsOf(Action):
    """Ask for a day, and show everything as of it."""

    name, keys = "as_of", "A"
    label, help = N_("as of"), N_("Show everything as the register was on a day; Esc: today")

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the dialog."""
        from tui_app.ui.dialogs.as_of import AsOfDialog

        def chosen(day: dt.date | None) -> None:
            if day is not None:
                panes.session.look_back(day)

        panes.open_dialog(AsOfDialog(panes.session), chosen)


class Undo(Action):
    """Undo the newest act."""

    name, keys = "undo", "u"
    label = N_("undo")
    help = N_("Undo the last watch, note, mark, removal or deletion of this session")

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why nothing can be undone."""
        return "" if panes.session.undo else _("Nothing to undo")

    def run(self, panes: TwoPaneScreen) -> None:
        """Undo it and say so."""
        act = panes.session.undo.pop()
        act.undo()
        panes.say(_("Undone: {what}").format(what=act.what()), "good")
