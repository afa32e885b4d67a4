"""A list with a line of criteria above its companies and their facets beside them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from tui_app.system.language import N_, _
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.menus import FACETS
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.remote.questions import Questions
from tui_app.ui.remote.value import AnyValue
from tui_app.ui.session import requests_are_free

if TYPE_CHECKING:
    from tui_app.ui.screening.facets import FacetPane
    from tui_app.ui.screening.line import CriteriaLine

_WITH_FACETS: Final = "-with-facets"
"""The list's class while the facets are shown beside the companies."""
_IN_FRONT: Final = "-in-front"
"""The class while they cover the companies, in a narrow terminal."""
_UNREAD: Final = "-unread"
"""The class while the line cannot be read: the companies belong to another line."""
_INVALID_LINE: Final = N_("The criteria cannot be read: correct the line first.")


class FacetedList(ListPane):
    """A list with facets, which has the full width; an opened company takes their place."""

    actions: ClassVar[tuple[Action, ...]] = (*ListPane.actions, FACETS)
    shows_turnover = False  # its rows are wide enough without it
    paged = True
    facets: FacetPane
    value: AnyValue
    """The answer with the rows."""

    def __init__(self) -> None:
        super().__init__()
        # Start-up needs only the class, for its key; the parts load later (start-up benchmark).
        from tui_app.ui.screening.facets import Narrowing
        from tui_app.ui.screening.line import CriteriaLine

        self.rows.add_class("companies", update=False)
        self.line: CriteriaLine = CriteriaLine(self.tab)
        self.field_above = self.line.field
        self.saved_name = ""
        """The name of the saved screen that was opened last."""
        self._narrowing = Narrowing()
        self.wants_full_width = True
        self.add_class(_WITH_FACETS, update=False)

    def compose(self) -> ComposeResult:
        """The line with its errors, the count, the companies and their facets."""
        yield self.line
        yield self.status
        with Horizontal(id="screening-body"):
            yield self.rows
            yield self.facets

    @property
    def total_pages(self) -> int:
        """One more than shown, as long as there is a next page."""
        return self.pages.known

    @property
    def is_free(self) -> bool:
        """Whether typing may send requests."""
        return requests_are_free(self.session)

    @property
    def is_new(self) -> bool:
        """Whether everything is about to be loaded, because the list was never shown."""
        return self.pages.subject is None and self.is_free

    def on_show(self) -> None:
        """Load everything at first, if requests are free."""
        if self.is_new:
            self.ask()

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask(fresh=True)

    @property
    @abstractmethod
    def is_answered(self) -> bool:
        """Whether the answer to the line is shown, or requested."""

    @abstractmethod
    def ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        """Ask for the line."""

    @abstractmethod
    def questions_of_line(self, line: str) -> Questions:
        """What a line asks, in English."""

    def enter(self) -> Intent | None:
        """In the facets, narrow to the value under the cursor, or show the rest of a group."""
        if not self.facets.rows.has_focus:
            return super().enter()
        if self.facets.rows.current is None:
            return None
        criterion = self.facets.criterion if self.line.criteria is not None else ""
        line = self._narrowing.preview(self.line.text.strip(), criterion) if criterion else ""
        questions = self.questions_of_line(line) if line else ()
        return Intent(_("narrow") if criterion else _("open"), questions, self.facets.rows.open)

    def questions_of_facets(self) -> Questions:
        """What showing the facets asks, if they do not come with the rows."""
        return ()

    def write_line(self, line: str, *, confirm: bool = False) -> None:
        """Put a line into the field and ask for it, if that is free or with ``confirm``."""
        self.line.write(line)
        is_known = self.session.client is not None and not self.answers.price(
            self.questions_of_line(self.line.english)
        )
        if confirm or self.is_free or is_known:
            self.ask(confirm=confirm)
        self.redraw_status()

    def on_criteria_line_entered(self, event: CriteriaLine.Entered) -> None:
        """Ask, unless that was done, and go to the companies."""
        event.stop()
        self.submit()

    def enter_field(self) -> Intent | None:
        """Ask, unless that was done, and go to the companies."""
        if self.is_answered:
            return Intent(_("to the list"), (), self._go_to_rows)
        if self.why_not_asked:
            return None
        questions = self.questions_of_line(self.line.english)
        return Intent(self.label_of_asking(), questions, self._ask_line)

    @property
    def why_not_asked(self) -> str:
        """Why the source cannot answer any line; empty if it can."""
        return ""

    @abstractmethod
    def label_of_asking(self) -> str:
        """The label of Enter in the line."""

    def _ask_line(self) -> None:
        self.ask(confirm=True)
        self._go_to_rows()

    def _go_to_rows(self) -> None:
        """Focus the rows; the keys after it wait for those of the line."""
        self.focus_rows()
        self.await_rows()

    @property
    def is_loading(self) -> bool:
        """Whether the rows are under way."""
        return self.value.is_pending

    async def rows_come(self) -> bool:
        """Wait for the answer with the rows."""
        await self.value.settled()
        return self.value.answer is not None

    def on_facet_pane_narrowed(self, event: FacetPane.Narrowed) -> None:
        """Show only the companies with a value chosen among the facets."""
        event.stop()
        self.narrow(event.criterion)
        self.await_rows()

    @property
    def saved_state(self) -> tuple[str, int]:
        """The line; its page cannot be saved, since a cursor expires."""
        line = self.line
        return (line.english if line.field.value and line.criteria is not None else ""), 1

    def restore(self, text: str, page: int) -> None:
        """Put the line into the field; typing replaces it."""
        self.line.write(text)
        self.line.field.select_all()

    def questions_of_restoring(self, text: str, page: int) -> Questions:
        """What Enter asks; nothing is sent for a list that is not shown."""
        return () if self.is_answered else self.questions_of_line(self.line.english)

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """Ask, unless another line was typed meanwhile."""
        if self.display and text == self.line.english and not self.is_answered:
            self.cursor_target = tax_id
            self.ask()

    @property
    def focus_target(self) -> Widget:
        """The line, until there are companies."""
        return self.rows if self.entries else self.line.field

    @property
    def field_behind(self) -> Widget | None:
        """The line of criteria."""
        return self.line.field

    def give_up_width(self) -> None:
        """Replace the facets with a company."""
        self.wants_full_width = False
        self.remove_class(_WITH_FACETS, _IN_FRONT)

    def focus_rows(self) -> None:
        """Focus the companies."""
        self.remove_class(_IN_FRONT)
        super().focus_rows()

    def ask_facets(self, *, confirm: bool = False) -> None:
        """Ask for the facets, if they do not come with the rows."""

    def toggle_facets(self) -> None:
        """Go to the facets, and back to the companies."""
        if self.facets.rows.has_focus:
            self.focus_rows()
            return
        self.wants_full_width = True
        self.add_class(_WITH_FACETS, _IN_FRONT)
        self.ask_facets(confirm=True)
        self.facets.rows.focus()
        self.redraw_status()

    def leave_level(self) -> bool:
        """In the facets, undo the last narrowing; then go to the companies."""
        in_facets = self.facets.rows.has_focus
        if not in_facets and super().leave_level():
            return True
        if self._narrowing.can_widen(self.line.english):
            self.write_line(self._narrowing.widen(self.line.english))
            return True
        if in_facets:
            self.focus_rows()
        return in_facets

    def redraw_status(self) -> None:
        """Dim the rows under a line that cannot be read: they belong to another line."""
        self.set_class(self.line.criteria is None, _UNREAD)
        self._show_cursors()
        super().redraw_status()

    def _show_cursors(self) -> None:
        """An empty line with the keys belongs to no row and to no facet."""
        is_empty = self.line.field.has_focus and not self.line.text.strip()
        self.rows.shows_cursor = self.facets.rows.shows_cursor = not is_empty

    on_descendant_focus = on_descendant_blur = _show_cursors

    def why_no_export(self) -> str:
        """Refuse the export of companies that belong to another line."""
        return "" if self.line.criteria is not None else _(_INVALID_LINE)

    def narrow(self, criterion: str) -> None:
        """Show only the companies with a value chosen among the facets."""
        if self.line.criteria is None:
            self.session.say(_(_INVALID_LINE), "warn")
        else:
            line = self._narrowing.narrow(self.line.text.strip(), criterion)
            self.write_line(line, confirm=True)
