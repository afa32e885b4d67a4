"""The list of screened companies, with columns of their figures, sorted by the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import astuple
from textual.message import Message

from tui_app.contract.folding import fold
from tui_app.contract.screening.page import ScreeningRow
from tui_app.system.language import _
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.panes.menu import Checklist, Choice, Menu
from tui_app.ui.remote.price import price_label
from tui_app.ui.screening.columns import (
    BY_SORT,
    COLUMNS,
    NAME,
    USUAL,
    ScreeningColumn,
    head,
    placed,
)
from tui_app.ui.screening.entries import ScreeningEntry, drawn
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.export.tables import Table

_EDGES: Final = 6
"""Columns of a row around its cells: edges, marks, scroll bar."""


class CompanyTable(RowList):
    """The companies; reports a change of its width."""

    class Resized(Message):
        """Another set of columns fits."""

    def on_resize(self) -> None:
        """Rows are as wide as the list."""
        super().on_resize()
        self.post_message(self.Resized())


class ScreenedList(FacetedList):
    """Sorting sends a request, since a page is only a part of the result."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: RowList = CompanyTable(lines_per_row=1)
        self.rows.add_class("companies", update=False)
        self.sort, self.descending = "turnover", True
        """The column to sort by, by its name in the interface."""
        self.hidden_columns = 0
        """How many of the columns do not fit."""

    def ask_sorted(self) -> None:
        """Ask for the first page in the chosen order."""
        raise NotImplementedError

    @property
    def orders(self) -> tuple[int, ...]:
        """None: the source sorts."""
        return ()

    def arrange_as(self, other: ListPane) -> None:
        """Take over the arrangement of another list, and its source's order."""
        super().arrange_as(other)
        if isinstance(other, ScreenedList):
            self.sort, self.descending = other.sort, other.descending

    def price_of_order(self, companies: Companies, sort: str, *, descending: bool) -> int:
        """The price of the first page in another order."""
        raise NotImplementedError

    def price_of_sorting(self, companies: Companies) -> int | None:
        """The price of the reversed order."""
        return self.price_of_order(companies, self.sort, descending=not self.descending)

    def _price(self, column: ScreeningColumn) -> int | None:
        """The price of choosing a column."""
        client = self.program.client
        turned = not self.descending if column.sort == self.sort else column.is_number
        return self.price_of_order(client, column.sort, descending=turned) if client else None

    def sort_menu(self) -> Menu:
        """All columns to sort by; choosing the current one reverses it."""
        choices = [
            Choice(
                column.sort,
                "",
                _(column.title),
                sample=self._direction() if column.sort == self.sort else "",
                note=price_label(price, self.program.client),
                chosen=column.sort == self.sort,
                price=price,
            )
            for column in COLUMNS
            for price in [self._price(column)]
        ]
        return Menu(_("Sort"), choices, self.choose_order)

    def choose_order(self, name: str) -> None:
        """Sort by a column: figures with the largest first; the current column is reversed."""
        is_number = BY_SORT[name].is_number
        self.descending = not self.descending if name == self.sort else is_number
        self.sort = name
        self.ask_sorted()

    def reverse_order(self) -> None:
        """Reverse the order."""
        self.descending = not self.descending
        self.ask_sorted()

    @property
    def order_shown(self) -> tuple[str, bool]:
        """The order of the rows that are shown; another one may be under way."""
        return self.sort, self.descending

    @property
    def order_text(self) -> str:
        """The order in which the source sorted."""
        title = _(BY_SORT[self.order_shown[0]].title).lower()
        return _("by {column}, {way}").format(column=title, way=self._direction())

    def _direction(self) -> str:
        sort, descending = self.order_shown
        if BY_SORT[sort].is_number:
            return _("largest first") if descending else _("smallest first")
        return _("Z to A") if descending else _("A to Z")

    def columns_menu(self) -> Checklist:
        """All fields of a screened company."""
        shown = self.chosen_columns or USUAL
        choices = [
            Choice(column.name, "", _(column.title), chosen=column.name in shown)
            for column in COLUMNS
            if column is not NAME
        ]
        return Checklist(_("Columns"), choices, self.choose_columns)

    def on_row_list_title_chosen(self, event: RowList.TitleChosen) -> None:
        """The title of a column was clicked."""
        event.stop()
        column, name = BY_SORT[event.name], event.name
        what = _("sort: {order}").format(order=_(column.title).lower())
        self.post_message(self.Priced(what, self._price(column), lambda: self.choose_order(name)))

    def _draw_rows(self, *, keep_cursor: bool) -> None:
        """Filter and mark the rows, in the source's order."""
        text = fold(self.filter_text)
        shown = [entry for entry in self.entries if text in fold(entry.words)]
        names = self.chosen_columns or USUAL
        columns = placed(names, self.rows.size.width - _EDGES, self.order_shown[0])
        self.hidden_columns = len({*names, NAME.name}) - len(columns)
        sort, descending = self.order_shown
        self.rows.lay_out(1, head(columns, sort, descending=descending))
        rows = [drawn(entry, columns, marked=entry.tax_id in self.marked) for entry in shown]
        self.rows.show(rows, keep_cursor=keep_cursor)

    def on_company_table_resized(self, event: CompanyTable.Resized) -> None:
        """Another set of columns fits."""
        event.stop()
        self.rearrange()

    def export_table(self) -> Table:
        """The marked companies, or all shown, with every field by its name."""
        from tui_app.export.tables import Table

        found = (entry.row for entry in self._exported if isinstance(entry, ScreeningEntry))
        return Table(
            self.label(), ScreeningRow.__struct_encode_fields__, tuple(map(astuple, found))
        )
