"""What every list of the left pane is: companies in rows, sorted, filtered and marked alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_app.contract.folding import fold
from tui_app.language import _, ngettext
from tui_app.ui.lists.beside import Beside
from tui_app.ui.lists.columns import NAME, ONE_LINE_FROM, head, placed
from tui_app.ui.lists.commands import LIST_COMMANDS, ask_columns, ask_order
from tui_app.ui.lists.jump import Jump
from tui_app.ui.lists.orders import ORDERS, arranged, in_words, offered, order_named
from tui_app.ui.lists.rearranged import Rearranged
from tui_app.ui.lists.resumable import Resumable
from tui_app.ui.lists.rows import in_columns, in_two_lines
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.command import PaneCommand
from tui_app.ui.panes.entry import Entry, Interest
from tui_app.ui.panes.menu import Checklist, Menu
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.export.tables import Table


class ListPane(DataPane, Beside, Resumable):
    """A list with its status line. A concrete list says where its companies come from."""

    filters = True
    topic = "lists"
    key: ClassVar[str] = ""
    """The key that leads to it, as Textual names it."""
    place_in_footer: ClassVar[int] = 0
    beginning: ClassVar[tuple[str, str]] = ("", "")
    """What the palette offers to begin a ``jump`` with, and what to type after it."""
    columns: ClassVar[tuple[str, ...]] = ("name", "tax_id", "status", "county", "company_type")
    """What it shows of a company where nothing else was chosen."""
    note_title: ClassVar[str] = ""
    """The title of what else this list says, marked for translation."""
    note_width: ClassVar[int] = 0
    """Columns that it takes; 0: as many as there are."""
    commands: ClassVar[tuple[PaneCommand, ...]] = LIST_COMMANDS
    """What every list can do; a list with more says so after them."""

    class Picked(Message):
        """The cursor stands on a company; ``by_click``: it was chosen with the mouse."""

        def __init__(self, entry: Entry, interest: Interest, *, by_click: bool = False) -> None:
            super().__init__()
            self.entry = entry
            self.interest = interest
            self.by_click = by_click

    class Emptied(Message):
        """No company is under the cursor any more."""

    def __init__(self) -> None:
        super().__init__(id=f"list-{self.tab}", classes="list")
        self.rows = RowList(lines_per_row=2)
        self.status = TextPane()
        self.status.add_class("list-status")
        self.entries: tuple[Entry, ...] = ()
        self.order = 0
        self.reverse = False
        self.marked: dict[str, Entry] = {}
        self.chosen_columns: tuple[str, ...] = ()
        """Those that the user chose; empty: none, so the list's own."""
        self._drawn_for = 0
        self.wanted = ""
        """The company to put the cursor on when the next answer is there."""

    def compose(self) -> ComposeResult:
        """The list's own field, what there is to say about it, and the rows."""
        yield from self.compose_field()
        yield self.status
        yield self.rows

    def on_mount(self) -> None:
        """Say what can be done here."""
        self.say()

    def compose_field(self) -> Iterable[Widget]:
        """What stands above the rows."""
        return ()

    @property
    def entry_point(self) -> Widget:
        """What takes the keys when somebody asks for this list by its key."""
        return self.focus_target

    @property
    def focus_target(self) -> Widget:
        """What takes the keys when this list is gone to."""
        return self.rows

    def focus_rows(self) -> None:
        """The keys go to the companies."""
        self.rows.focus()

    @property
    def current(self) -> Entry | None:
        """The company under the cursor."""
        row = self.rows.current
        return self._entry(row.key) if row else None

    @property
    def shown(self) -> tuple[Entry, ...]:
        """The companies that the filter lets through, in the order they stand in."""
        found = (self._entry(row.key) for row in self.rows.rows)
        return tuple(entry for entry in found if entry is not None)

    @property
    def chosen(self) -> tuple[Entry, ...]:
        """The marked companies, or the one under the cursor."""
        if self.marked:
            return tuple(self.marked.values())
        return (self.current,) if self.current else ()

    @property
    def recent(self) -> tuple[Entry, ...]:
        """The companies that were looked at last, the newest first; most lists do not know."""
        return ()

    def show_entries(self, entries: Iterable[Entry], *, keep_cursor: bool = False) -> None:
        """Show other companies."""
        self.entries = tuple(entries)
        self.rearrange(keep_cursor=keep_cursor)

    def rearrange(self, *, keep_cursor: bool = True) -> None:
        """Sort, filter and mark what is there; the cursor stays on its company."""
        before = self.rows.current
        self._draw_rows(keep_cursor=keep_cursor)
        wanted, self.wanted = self.wanted, ""
        now = self.rows.current
        if wanted and self.entries:
            missed = not self.rows.move_to(wanted)
            self.post_message(Rearranged(self, self.rows, missed=missed))
        elif keep_cursor and now is not None:
            self.post_message(Rearranged(self, self.rows))
        elif now is not None:
            self.pick(now.key, Interest.GLANCE)
        elif before is not None and self.display:
            self.post_message(self.Emptied())
        self.say()

    def _draw_rows(self, *, keep_cursor: bool) -> None:
        filtered = fold(self.filter_text)
        found = (e for e in self.entries if not filtered or filtered in fold(e.words))
        self._drawn_for = max(self.size.width, ONE_LINE_FROM - 1)  # below it all are alike
        shown = arranged(found, self.order, reverse=self.reverse)
        sought, marked = self.filter_text or self.sought, self.marked
        if self.size.width < ONE_LINE_FROM:
            self.rows.lay_out(2)
            rows = [in_two_lines(e, sought, marked=e.tax_id in marked) for e in shown]
        else:
            columns = placed(self.shown_columns, self.size.width, self.note_width)
            order = ORDERS[self.order].name
            self.rows.lay_out(1, head(columns, self.note_title, order, reverse=self.reverse))
            rows = [in_columns(e, columns, sought, marked=e.tax_id in marked) for e in shown]
        self.rows.show(rows, keep_cursor=keep_cursor)

    def on_resize(self) -> None:
        """Another width has room for other columns."""
        if self._drawn_for != max(self.size.width, ONE_LINE_FROM - 1):
            self._draw_rows(keep_cursor=True)

    @property
    def sought(self) -> str:
        """What the companies answer, to be seen in their rows."""
        return ""

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """The columns that are wanted, as far as there is room."""
        return self.chosen_columns or self.columns

    def columns_menu(self) -> Checklist:
        """The columns there are."""
        return ask_columns(self)

    def choose_columns(self, names: tuple[str, ...]) -> None:
        """Show these columns beside the name from now on."""
        self.chosen_columns = (NAME.name, *names)
        self._draw_rows(keep_cursor=True)
        self.post_message(self.Changed())

    def say(self) -> None:
        """Draw the status line again."""
        self.status.draw(self._draw_status)
        self.post_message(self.Changed())

    def _draw_status(self, width: int) -> Content:
        text, style = self.state()
        notes = [text]
        if self.filter_text:
            notes.append(_("filter “{text}”").format(text=self.filter_text))
            counted = _("{shown} of {count} loaded")
            notes.append(counted.format(shown=len(self.rows.rows), count=len(self.entries)))
        notes.append(in_words(self.order, reverse=self.reverse))
        if self.marked:
            count = len(self.marked)
            notes.append(ngettext("{count} marked", "{count} marked", count).format(count=count))
        return paragraph(" · ".join(note for note in notes if note), width, style)

    def state(self) -> tuple[str, str]:
        """What the list has to say, in words, and in which style."""
        return "", "dim"

    def why_empty(self) -> str:
        """There has to be something in it."""
        return "" if self.entries else _("The list is empty.")

    why_no_filter = why_empty

    def why_no_marks(self) -> str:
        """Something has to be marked."""
        return "" if self.marked else _("Nothing is marked.")

    def sort_menu(self) -> Menu:
        """The columns to sort by; the one in force is turned around."""
        return ask_order(self)

    @property
    def orders(self) -> tuple[int, ...]:
        """Which of the ``ORDERS`` mean something here."""
        return offered(self.entries)

    def sort_by(self, order: int) -> None:
        """Sort in one of the ``ORDERS``; the one in force already is turned around."""
        self.reverse = not self.reverse if order == self.order else False
        self.order = order
        self.rearrange()

    def on_row_list_title_chosen(self, event: RowList.TitleChosen) -> None:
        """The title of a column was clicked."""
        event.stop()
        if (order := order_named(event.name)) in self.orders and order:
            self.sort_by(order)

    def reverse_order(self) -> None:
        """The last first."""
        self.reverse = not self.reverse
        self.rearrange()

    def filter_by(self, text: str) -> None:
        """Show only what contains the text."""
        self.filter_text = text
        self.rearrange()

    def mark(self) -> None:
        """Mark the company under the cursor, or take its mark away, and go one down."""
        entry = self.current
        if entry is None:
            return
        if self.marked.pop(entry.tax_id, None) is None:
            self.marked[entry.tax_id] = entry
        self.rearrange()
        self.rows.move(1)

    def unmark(self) -> None:
        """Clear marks."""
        self.marked.clear()
        self.rearrange()

    def leave_level(self) -> bool:
        """Take back the filter, or else the marks."""
        if self.filter_text:
            self.filter_by("")
        elif self.marked:
            self.unmark()
        else:
            return False
        return True

    def arrange_as(self, other: ListPane) -> None:
        """Take over how another list was arranged."""
        self.order, self.reverse, self.filter_text = other.order, other.reverse, other.filter_text
        self.marked, self.chosen_columns = other.marked, other.chosen_columns

    def export_table(self) -> Table:
        """The marked companies, or all that are shown, by the interface's names."""
        from tui_app.contract.resources import CompanySummary
        from tui_app.export.tables import Table

        rows = tuple(
            (e.tax_id, e.company_id, e.name, e.company_type, e.status, e.locality, e.county)
            for e in self._exported
        )
        return Table(self.label(), CompanySummary.__struct_encode_fields__, rows)

    @property
    def _exported(self) -> tuple[Entry, ...]:
        return self.chosen if self.marked else self.shown

    def jumps(self, word: str) -> Iterable[Jump]:
        """What a typed word may mean here."""
        return ()

    @property
    def field_asks(self) -> bool:
        """Whether Enter in the list's field asks the server, rather than open a company."""
        return False

    def price_of_field(self, companies: Companies) -> int:
        """What Enter in the list's field would send."""
        return 0

    def field_label(self) -> str:
        """What Enter in the list's field does."""
        return _("search")

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """The cursor stands on another company."""
        event.stop()
        self.pick(event.key, Interest.DWELL)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """A company was chosen."""
        event.stop()
        self.pick(event.key, Interest.OPEN, by_click=event.by_click)

    def pick(self, key: str, interest: Interest, *, by_click: bool = False) -> None:
        """Tell that a company is under the cursor, and how much it is wanted."""
        if self.display and (entry := self._entry(key)):
            self.post_message(self.Picked(entry, interest, by_click=by_click))

    def _entry(self, tax_id: str) -> Entry | None:
        return next((e for e in self.entries if e.tax_id == tax_id), None)
