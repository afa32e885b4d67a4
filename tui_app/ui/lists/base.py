"""The base class of all lists: rows of companies, which are sorted, filtered and marked alike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.contract.operations import FINANCIAL
from tui_app.system.language import _, ngettext
from tui_app.ui.lists.columns import NAME, ONE_LINE_FROM, TURNOVER, head, placed
from tui_app.ui.lists.menus import (
    LIST_ACTIONS,
    ORDERS,
    arranged,
    as_text,
    columns_menu,
    offered,
    order_named,
    sort_menu,
)
from tui_app.ui.lists.rows import RowFigures, in_columns, in_two_lines
from tui_app.ui.lists.rows_awaited import RowsAwaited
from tui_app.ui.panes.action import Action, Checklist, Intent, Menu
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.remote.questions import Questions, price_label
from tui_app.ui.remote.value import AnyValue, Phase
from tui_app.ui.remote.wording import error_text, loading_text
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_field import PromptLine
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.export.tables import Table


class RowsChanged(Message):
    """The rows changed under the cursor; ``missed``: the row it should move to does not exist."""

    def __init__(self, pane: ListPane, rows: RowList, *, missed: bool = False) -> None:
        super().__init__()
        self.pane = pane
        self.missed = missed
        self._rows = rows
        self._row = rows.current

    @property
    def is_stale(self) -> bool:
        """Whether the cursor has moved since; another message reports that."""
        now = self._rows.current
        return now is None or self._row is None or now.key != self._row.key


class ListPane(RowsAwaited):
    """A list with a status line. A concrete list provides the companies."""

    filters = True
    topic = "lists"
    palette_prefix: ClassVar[tuple[str, str]] = ("", "")
    """The prefix of a ``jump`` in the palette, and what to type after it."""
    columns: ClassVar[tuple[str, ...]] = ("name", "tax_id", "status", "county", "company_type")
    """The default columns."""
    note_title: ClassVar[str] = ""
    """The title of this list's notes, marked for translation."""
    note_width: ClassVar[int] = 0
    """The maximum width of a note; 0: no limit."""
    mounts_at_start: ClassVar[bool] = False
    """Whether it is mounted before it is shown, since its rows are also used elsewhere."""
    shows_turnover: ClassVar[bool] = True
    """Whether its rows show the turnover if that is known free of charge."""
    wants_full_width = False
    """Whether the list takes the full width and no company is shown."""
    actions: ClassVar[tuple[Action, ...]] = LIST_ACTIONS
    """The actions of every list; a list with more adds its own."""

    class Picked(Message):
        """The cursor is on a company, which may have been opened."""

        def __init__(self, entry: CompanyEntry, level: LoadLevel) -> None:
            super().__init__()
            self.entry = entry
            self.level = level

    class Emptied(Message):
        """There is no company under the cursor any more."""

    class Marked(Message):
        """Something else is new in a list: the ``mark`` beside its name in the tabs."""

        def __init__(self, tab: str, mark: str) -> None:
            super().__init__()
            self.tab = tab
            self.mark = mark

    def __init__(self) -> None:
        super().__init__(id=f"list-{self.tab}", classes="list")
        self.rows = RowList(lines_per_row=2)
        self.status = TextPane(classes="list-status")
        self.entries: tuple[CompanyEntry, ...] = ()
        self._by_tax_id: dict[str, CompanyEntry] = {}
        self.order = 0
        self.reverse = False
        self.marked: dict[str, CompanyEntry] = {}
        self.chosen_columns: tuple[str, ...] = ()
        """The columns chosen by the user; empty: the list's default."""
        self._names_wanted: tuple[str, ...] = ()
        """The columns that are shown where there is room; empty: the chosen ones."""
        self._placed: tuple[str, ...] = ()
        """The names of the columns that have room; empty: all have."""
        self.searched = ""
        """The text that was searched for, highlighted in the rows."""
        self._drawn_for = 0
        self._figures = RowFigures(self, lambda: self._draw_rows(keep_cursor=True))
        self.cursor_target = ""
        """The company that the cursor moves to when the next answer arrives."""

    def compose(self) -> ComposeResult:
        """The list's own field, its status line, and the rows."""
        if self.field_above is not None:
            yield PromptLine(self.field_above, self.session.first_key(self.tab))
        yield self.status
        yield self.rows

    def on_mount(self) -> None:
        """Show the status line."""
        self.redraw_status()

    @property
    def focus_target(self) -> Widget:
        """The widget to focus when the list is shown."""
        return self.rows

    @property
    def entry_point(self) -> Widget:
        """The widget to focus when the user presses the list's key."""
        return self.focus_target if self.field_above is None else self.field_above

    def focus_rows(self) -> None:
        """Focus the companies."""
        self._focus_soon(self.rows)

    def focus_entry_point(self) -> None:
        """Focus what the list's key leads to; typing replaces the text of a field."""
        target = self.entry_point
        self._focus_soon(target)
        if isinstance(target, Input):
            target.select_all()

    def _focus_soon(self, widget: Widget) -> None:
        """Focus a widget of the list, which may just be mounting."""
        if widget.is_attached:
            widget.focus()
        else:
            widget.call_later(widget.focus)

    @property
    def current(self) -> CompanyEntry | None:
        """The company under the cursor; ``None`` while another is shown, which is not listed."""
        row = self.rows.current if self.rows.has_cursor else None
        return self._by_tax_id.get(row.key) if row else None

    @property
    def shown(self) -> tuple[CompanyEntry, ...]:
        """The companies that match the filter, in the order shown."""
        keys = [row.key for row in self.rows.rows]
        return tuple([self._by_tax_id[key] for key in keys if key in self._by_tax_id])

    def show_entries(self, entries: Iterable[CompanyEntry], *, keep_cursor: bool = False) -> None:
        """Show other companies."""
        self.keep_entries(entries)
        self.rearrange(keep_cursor=keep_cursor)
        self._load_figures()

    def keep_entries(self, entries: Iterable[CompanyEntry]) -> None:
        """Keep other companies, without drawing them."""
        self.entries = tuple(entries)
        self._by_tax_id = {entry.tax_id: entry for entry in self.entries}

    def on_show(self) -> None:
        """Load the figures of a list that was hidden."""
        self._load_figures()

    def _load_figures(self) -> None:
        if self.display and self.shows_turnover:
            self._figures.load(self.rows.rows)

    def turnover_arrived(self, tax_id: str) -> None:
        """Show the turnover of a company that another place may have loaded."""
        answer = self.answers.loaded(tax_id).answers.get(FINANCIAL.name)
        if answer is not None and self.shows_turnover and tax_id in self._by_tax_id:
            self._figures.take(tax_id, answer.data)

    def rearrange(self, *, keep_cursor: bool = True) -> None:
        """Sort, filter and mark the rows; the cursor stays on its company."""
        before = self.rows.current
        self._draw_rows(keep_cursor=keep_cursor)
        target, self.cursor_target = self.cursor_target, ""
        now = self.rows.current
        if target and self.entries:
            missed = not self.rows.move_to(target)
            self.post_message(RowsChanged(self, self.rows, missed=missed))
        elif keep_cursor and now is not None:
            self.post_message(RowsChanged(self, self.rows))
        elif now is not None:
            self.choose_row(now.key, LoadLevel.PREVIEW)
        elif before is not None and self.display:
            self.post_message(self.Emptied())
        self.redraw_status()

    @property
    def matching(self) -> list[CompanyEntry]:
        """The companies that contain the text of the filter, in the order found."""
        if not self.filter_text:
            return list(self.entries)
        text = fold(self.filter_text)
        return [entry for entry in self.entries if text in fold(entry.words)]

    def _draw_rows(self, *, keep_cursor: bool) -> None:
        self._drawn_for = max(self.size.width, ONE_LINE_FROM - 1)  # if narrower, all are alike
        shown = self.matching if self.filter_text else self.entries
        if self.order or self.reverse:
            shown = arranged(shown, self.order, reverse=self.reverse)
        shown = self._figures.added(shown)
        query, marked = self.filter_text or self.searched, self.marked
        if self.size.width < ONE_LINE_FROM and not is_spoken():
            self._names_wanted = (
                self._placed
            ) = ()  # two lines have no columns: what they show is all that fits
            self.rows.lay_out(2)
            width = self.size.width
            rows = [in_two_lines(e, width, query, marked=e.tax_id in marked) for e in shown]
        else:
            names = self.shown_columns
            if not self.chosen_columns and any(entry.turnover for entry in shown):
                names = (*names, TURNOVER)
            columns = placed(names, self.size.width, self.note_width, self.note_title)
            self._names_wanted, self._placed = names, tuple(c.column.name for c in columns)
            order = ORDERS[self.order].name
            self.rows.lay_out(1, head(columns, order, reverse=self.reverse))
            rows = [in_columns(e, columns, query, marked=e.tax_id in marked) for e in shown]
        self.rows.show(rows, keep_cursor=keep_cursor)

    def on_resize(self) -> None:
        """Choose the columns that fit the new width."""
        if self._drawn_for != max(self.size.width, ONE_LINE_FROM - 1):
            self._draw_rows(keep_cursor=True)
            self._load_figures()

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """The chosen columns; those that fit are shown."""
        return self.chosen_columns or self.columns

    def columns_menu(self) -> Checklist:
        """The available columns."""
        wanted = self._names_wanted or self.shown_columns
        return columns_menu(wanted, self._placed or wanted, self.note_title, self.choose_columns)

    def choose_columns(self, names: tuple[str, ...]) -> None:
        """Show these columns beside the name from now on."""
        self.chosen_columns = (NAME.name, *names)
        self._draw_rows(keep_cursor=True)
        self.post_message(self.Changed())

    def redraw_status(self) -> None:
        """Draw the status line again; no key acts on a hidden list."""
        self.status.draw(self._draw_status)
        if self.display:
            self.post_message(self.Changed())

    def _draw_status(self, width: int) -> Content:
        text, style = self.state()
        notes = [text]
        if self.filter_text:
            notes.append(_("filter “{text}”").format(text=self.filter_text))
            counted = _("{shown} of {count} loaded")
            notes.append(counted.format(shown=len(self.rows.rows), count=len(self.entries)))
        if self.order or self.reverse:
            notes.append(as_text(self.order, reverse=self.reverse))
        if self.marked:
            count = len(self.marked)
            notes.append(ngettext("{count} marked", "{count} marked", count).format(count=count))
        said = " · ".join(filter(None, notes))
        # Without a word it keeps its line, so that the rows stay where they are.
        return paragraph(said, width, style) if said else Content(" ")

    def state(self) -> tuple[str, str]:
        """The status of the list in words, and its style."""
        return "", "dim"

    def state_without(self, value: AnyValue) -> tuple[str, str] | None:
        """The state while rows are loading, or after they failed; else ``None``."""
        if value.phase is Phase.LOADING:
            return loading_text(self.session.progress.get("", ""), waited=value.waited), "dim"
        if value.phase is Phase.FAILED and value.error:
            return error_text(value.error, self.session), "bad"
        return None

    def with_price(self, hint: str, questions: Questions) -> str:
        """A hint with the price of what it says, unless nothing is counted."""
        price = price_label(self.answers.price(questions), self.session.client)
        return f"{hint} ({price})" if price else hint

    def why_empty(self) -> str:
        """Why the list is empty."""
        return "" if self.entries else _("The list is empty.")

    why_no_filter = why_no_order = why_empty

    def why_no_marks(self) -> str:
        """Why there is nothing to unmark."""
        return "" if self.marked else _("Nothing is marked.")

    def sort_menu(self) -> Menu:
        """The columns to sort by; choosing the current one reverses it."""
        return sort_menu(self.orders, self.order, reverse=self.reverse, choose=self.sort_by)

    @property
    def orders(self) -> tuple[int, ...]:
        """The ``ORDERS`` that make sense here."""
        return offered(self.entries)

    def sort_by(self, order: int) -> None:
        """Sort in one of the ``ORDERS``; the current one is reversed."""
        self.reverse = not self.reverse if order == self.order else False
        self.order = order
        self.rearrange()

    def on_row_list_title_chosen(self, event: RowList.TitleChosen) -> None:
        """The title of a column was clicked."""
        event.stop()
        if (order := order_named(event.name)) in self.orders and order:
            self.sort_by(order)

    def reverse_order(self) -> None:
        """Reverse the order."""
        self.reverse = not self.reverse
        self.rearrange()

    def filter_by(self, text: str) -> None:
        """Show only the companies that contain the text."""
        self.filter_text = text
        self.rearrange()

    def mark(self) -> None:
        """Mark the company under the cursor, or unmark it, and go one row down."""
        entry = self.current
        if entry is None:
            return
        self._remember_marks()
        if self.marked.pop(entry.tax_id, None) is None:
            self.marked[entry.tax_id] = entry
        self.rearrange()
        self.rows.move(1)

    def unmark(self) -> None:
        """Clear marks."""
        self._remember_marks()
        self.marked.clear()
        self.rearrange()

    def _remember_marks(self) -> None:
        """Remember the marks before they change."""
        before = dict(self.marked)

        def undo() -> None:
            self.marked = before
            self.rearrange()

        self.session.undo.add(lambda: _("mark"), undo, of_screen=True)

    def leave_level(self) -> bool:
        """Clear the filter, or else the marks."""
        if self.filter_text:
            self.filter_by("")
        elif self.marked:
            self.unmark()
        else:
            return False
        return True

    def arrange_as(self, other: ListPane) -> None:
        """Take over order, filter, marks and columns of another list."""
        self.order, self.reverse, self.filter_text = other.order, other.reverse, other.filter_text
        self.marked, self.chosen_columns = other.marked, other.chosen_columns
        self.rearrange()

    def export_table(self) -> Table:
        """The marked companies, or all shown, with the interface's field names."""
        from tui_app.contract.resources import CompanySummary
        from tui_app.export.tables import Table

        rows = tuple(
            (e.tax_id, e.company_id, e.name, e.company_type, e.status, e.locality, e.county)
            for e in self._exported
        )
        return Table(self.label(), CompanySummary.__struct_encode_fields__, rows)

    @property
    def _exported(self) -> tuple[CompanyEntry, ...]:
        return tuple(self.marked.values()) or self.shown

    def enter(self) -> Intent | None:
        """Submit the field with the focus, else open the company under the cursor."""
        focused = self.screen.focused
        in_field = isinstance(focused, Input) and self in focused.ancestors
        if in_field and (intent := self.enter_field()) is not None:
            return intent
        row = self.rows.current
        if row is not None and (in_field or self.rows.has_cursor):
            opens = partial(self.choose_row, row.key, LoadLevel.OPEN)
            return Intent(_("open"), self.questions_to_open(row.key), opens)
        return None

    def enter_field(self) -> Intent | None:
        """What Enter asks in the list's field; ``None``: it opens the company under the cursor."""
        return None

    def submit(self) -> None:
        """Do what Enter does."""
        if (intent := self.enter()) is not None:
            intent.run()

    def questions_of_reversal(self) -> Questions | None:
        """What the reversed order asks; ``None``: sorting never asks."""
        return None

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """The cursor is on another company, or on another value beside them."""
        event.stop()
        self.choose_row(event.key, LoadLevel.DWELL)
        self.post_message(self.Changed())

    def choose_row(self, key: str, level: LoadLevel) -> None:
        """Report the company under the cursor, and how much of it may be loaded."""
        if self.display and (entry := self._by_tax_id.get(key)):
            self.post_message(self.Picked(entry, level))

    # Methods for only some lists; by default a list has nothing to offer here.

    @property
    def recent(self) -> tuple[CompanyEntry, ...]:
        """The companies looked at last, newest first; most lists do not know them."""
        return ()

    def jumps(self, text: str) -> Iterable[Intent]:
        """The possible meanings of a text typed in the palette."""
        return ()

    def why_no_export(self) -> str:
        """Why the rows must not be exported; empty if they may be."""
        return ""

    @property
    def saved_state(self) -> tuple[str, int]:
        """The current request as a text and a page."""
        return "", 1

    def restore(self, text: str, page: int) -> None:
        """Show the saved request without sending it: there may be no client yet."""

    def questions_of_restoring(self, text: str, page: int) -> Questions:
        """What ``ask_restored`` asks."""
        return ()

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """Send the saved request; the cursor then goes to the company ``tax_id``."""

    def hold_restored(self) -> None:
        """Show that the saved request costs something, and is not sent automatically."""

    @property
    def field_behind(self) -> Widget | None:
        """The field that Esc leads to from the rows; most lists end at their rows."""
        return None

    def give_up_width(self) -> None:
        """Make room for a company beside the list."""
