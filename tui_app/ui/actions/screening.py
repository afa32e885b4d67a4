"""Actions on a whole screen: edit it in a form, save it under a name, open a saved one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from tui_app.contract.operations import CHANGES, PUBLIC_MONEY, SCREEN
from tui_app.contract.screening import OF_MONEY, OF_THE_PAST
from tui_app.system.language import N_, _
from tui_app.ui.lists.changes import ChangesList
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.panes.action import Action, Intent, Pane

if TYPE_CHECKING:
    from tui_app.contract.screening.criteria import Criteria
    from tui_app.ui.two_panes.screen import TwoPaneScreen
    from tui_app.workspace.saved_screenings import SavedScreening


def screening_list(panes: TwoPaneScreen) -> ScreeningList:
    """The list of the screen."""
    return cast(ScreeningList, panes.lists[ScreeningList.tab])


def _list_of(panes: TwoPaneScreen) -> FacetedList:
    """The list shown, if it has a line of criteria; otherwise the list of screens."""
    shown = panes.list
    return shown if isinstance(shown, FacetedList) else screening_list(panes)


def _shown(panes: TwoPaneScreen, pane: FacetedList) -> None:
    """Show a list before an action on it."""
    if panes.list is not pane:
        panes.choose_list(pane.tab)
        panes.focus_list()


def ask_line(panes: TwoPaneScreen, pane: FacetedList, line: str) -> None:
    """Put a line into the field and ask for it, which may wait for Enter; later keys wait."""

    def ask() -> None:
        pane.ask(confirm=True)
        pane.await_rows()

    pane.write_line(line)
    if pane.is_answered:
        pane.await_rows()
    else:
        questions = pane.questions_of_line(pane.line.english)
        panes.spend(Intent(pane.label_of_asking(), questions, ask))


def open_saved(panes: TwoPaneScreen, name: str, line: str) -> None:
    """Open a saved screen; in the list of changes, if it selects changes."""
    pane: FacetedList = screening_list(panes)
    if "changed:" in line and ChangesList.tab in panes.lists:
        pane = cast(ChangesList, panes.lists[ChangesList.tab])
    panes.choose_list(pane.tab)
    panes.focus_list()
    pane.saved_name = name
    ask_line(panes, pane, line)


def _fill_form(panes: TwoPaneScreen) -> None:
    """The form edits the same screen as the line."""
    from tui_app.contract.screening.language import write
    from tui_app.ui.dialogs.screening_form import ScreeningForm

    pane = screening_list(panes)
    _shown(panes, pane)

    def fill(criteria: Criteria | None) -> None:
        if criteria is not None:
            ask_line(panes, pane, write(criteria))

    if pane.line.criteria is not None:
        panes.open_dialog(ScreeningForm(pane.line.criteria, _unanswered(panes)), fill)


def _unanswered(panes: TwoPaneScreen) -> tuple[str, ...]:
    """The fields that the source, as far as it announced, has no data for."""
    client = panes.session.client
    if client is None or not client.answers_extension(SCREEN):
        return ()
    return tuple(
        name
        for operation, names in ((PUBLIC_MONEY, OF_MONEY), (CHANGES, OF_THE_PAST))
        if not client.answers_extension(operation)
        for name in names
    )


def _why_no_form(panes: TwoPaneScreen) -> str:
    """The source answers no criteria, or the line cannot be read."""
    pane = screening_list(panes)
    readable = pane.line.criteria is not None
    unread = "" if readable else _("The criteria cannot be read: correct the line first.")
    return pane.why_not_asked or unread


FORM: Final = Action(
    name="screen_form",
    keys="E",
    label=N_("form"),
    help=N_("Fill in the criteria of the screen in a form, a row each"),
    pane=Pane.TAB,
    tabs=(ScreeningList.tab,),
    footer=3,
    do=_fill_form,
    why_not=_why_no_form,
)


def _save(panes: TwoPaneScreen) -> None:
    """Ask for the name."""
    from tui_app.ui.dialogs.saved_screenings import ScreeningNameDialog

    pane = _list_of(panes)
    _shown(panes, pane)
    if pane.line.criteria is None:
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


SAVE: Final = Action(
    name="save_screen",
    keys="K",
    label=N_("save"),
    help=N_("Save the screen under a name"),
    pane=Pane.TAB,
    tabs=(ScreeningList.tab, ChangesList.tab),
    footer=4,
    do=_save,
    why_not=lambda panes: (
        "" if _list_of(panes).line.criteria else _("There are no criteria to save.")
    ),
)


def _open_saved(panes: TwoPaneScreen) -> None:
    """Ask which one."""
    from tui_app.ui.dialogs.saved_screenings import SavedScreeningsDialog

    _shown(panes, _list_of(panes))

    def chosen(saved: SavedScreening | None) -> None:
        if saved is not None:
            open_saved(panes, saved.name, saved.line)

    panes.open_dialog(SavedScreeningsDialog(panes.session), chosen)


OPEN_SAVED: Final = Action(
    name="saved_screens",
    keys="O",
    label=N_("saved"),
    help=N_("Open, rename or delete a saved screen"),
    pane=Pane.TAB,
    tabs=(ScreeningList.tab, ChangesList.tab),
    footer=5,
    do=_open_saved,
)
