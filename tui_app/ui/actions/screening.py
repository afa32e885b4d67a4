"""Actions on a whole screen: edit it in a form, save it under a name, open a saved one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tui_app.system.language import N_, _
from tui_app.ui.actions.base import Action, Pane
from tui_app.ui.lists.changes import ChangesList
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.panes.intent import Intent

if TYPE_CHECKING:
    from tui_app.contract.screening.criteria import Criteria
    from tui_app.ui.two_panes.screen import TwoPaneScreen
    from tui_app.workspace.saved_screenings import SavedScreening


def screening_list(panes: TwoPaneScreen) -> ScreeningList:
    """The list of the screen."""
    return cast(ScreeningList, panes.lists[ScreeningList.tab])


def _list_of(panes: TwoPaneScreen) -> ScreeningList | ChangesList:
    """The list shown, if it has a line of criteria; otherwise the list of screens."""
    shown = panes.list
    return shown if isinstance(shown, ChangesList) else screening_list(panes)


class _ScreeningAction(Action):
    """An action that first goes to a list with a line of criteria: screens, or changes."""

    pane = Pane.TAB
    tabs: tuple[str, ...] = (ScreeningList.tab, ChangesList.tab)

    def run(self, panes: TwoPaneScreen) -> None:
        """Show the list first."""
        pane = _list_of(panes)
        if panes.list is not pane:
            panes.choose_list(pane.tab)
            panes.focus_list()
        self.open(panes, pane)

    def open(self, panes: TwoPaneScreen, pane: ScreeningList | ChangesList) -> None:
        """Run the action on the list."""
        raise AssertionError(f"{type(self).__name__} does nothing")


def ask_line(panes: TwoPaneScreen, pane: ScreeningList | ChangesList, line: str) -> None:
    """Put a line into the field and ask for it, which may wait for Enter; later keys wait."""

    def ask() -> None:
        pane.ask(confirm=True)
        pane.await_rows()

    if isinstance(pane, ChangesList):
        pane.line.write(line)
    else:
        pane.write_line(line)
        if pane.is_answered:
            pane.await_rows()
            return
    questions = pane.questions_of_line(pane.line.english)
    panes.spend(Intent(pane.label_of_asking(), questions, ask))


def open_saved(panes: TwoPaneScreen, name: str, line: str) -> None:
    """Open a saved screen; in the list of changes, if it selects changes."""
    pane: ScreeningList | ChangesList = screening_list(panes)
    if "changed:" in line and ChangesList.tab in panes.lists:
        pane = cast(ChangesList, panes.lists[ChangesList.tab])
    panes.choose_list(pane.tab)
    panes.focus_list()
    pane.saved_name = name
    ask_line(panes, pane, line)


class Form(_ScreeningAction):
    """Edit the criteria in a form, one row each."""

    name, keys = "screen_form", "E"
    label, help = N_("form"), N_("Fill in the criteria of the screen in a form, a row each")
    footer = 3
    tabs = (ScreeningList.tab,)

    def run(self, panes: TwoPaneScreen) -> None:
        """Open the form in the list of screens."""
        if panes.list is not screening_list(panes):
            panes.choose_list(ScreeningList.tab)
            panes.focus_list()
        self.open(panes, screening_list(panes))

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why not: a line that cannot be read cannot be shown as rows."""
        readable = screening_list(panes).line.criteria is not None
        return "" if readable else _("The criteria cannot be read: correct the line first.")

    def open(self, panes: TwoPaneScreen, pane: ScreeningList | ChangesList) -> None:
        """The form edits the same screen as the line."""
        from tui_app.contract.screening.language import write
        from tui_app.ui.dialogs.screening_form import ScreeningForm

        def fill(criteria: Criteria | None) -> None:
            if criteria is not None:
                ask_line(panes, pane, write(criteria))

        if pane.line.criteria is not None:
            panes.open_dialog(ScreeningForm(pane.line.criteria), fill)


class SaveScreening(_ScreeningAction):
    """Save the screen under a name."""

    name, keys = "save_screen", "K"
    label, help = N_("save"), N_("Save the screen under a name")
    footer = 4

    def reason(self, panes: TwoPaneScreen) -> str:
        """Why there is nothing to save."""
        criteria = _list_of(panes).line.criteria
        return "" if criteria else _("There are no criteria to save.")

    def open(self, panes: TwoPaneScreen, pane: ScreeningList | ChangesList) -> None:
        """Ask for the name."""
        from tui_app.ui.dialogs.saved_screenings import ScreeningNameDialog

        criteria = pane.line.criteria
        if criteria is None:
            return

        def saved(name: str | None) -> None:
            if name is None:
                return
            pane.saved_name = name
            private = panes.session.settings.private
            text = _("Not kept: private session") if private else _("Saved as “{name}”")
            panes.say(text.format(name=name), "warn" if private else "good")

        dialog = ScreeningNameDialog(panes.session, pane.line.english, pane.saved_name)
        panes.open_dialog(dialog, saved)


class OpenScreening(_ScreeningAction):
    """Open a saved screen."""

    name, keys = "saved_screens", "O"
    label, help = N_("saved"), N_("Open, rename or delete a saved screen")
    footer = 5

    def open(self, panes: TwoPaneScreen, pane: ScreeningList | ChangesList) -> None:
        """Ask which one."""
        from tui_app.ui.dialogs.saved_screenings import SavedScreeningsDialog

        def chosen(saved: SavedScreening | None) -> None:
            if saved is not None:
                open_saved(panes, saved.name, saved.line)

        panes.open_dialog(SavedScreeningsDialog(panes.session), chosen)
