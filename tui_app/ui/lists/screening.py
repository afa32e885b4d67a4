"""The Screen list: the companies of the whole source that match a line of criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from msgspec.structs import astuple
from textual.message import Message

from tui_app.contract import views
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow
from tui_app.system.language import _, ngettext
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.columns import Column, head
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.lists.menus import with_room
from tui_app.ui.lists.rows import in_columns
from tui_app.ui.lists.screening_columns import BY_SORT, COLUMNS, NAME, USUAL, placed
from tui_app.ui.panes.action import Checklist, Choice, Intent, Menu
from tui_app.ui.panes.company import ScreeningEntry, from_screening
from tui_app.ui.remote.questions import Questions, afresh, price_label
from tui_app.ui.remote.value import Debounce, Phase, RemoteValue, start
from tui_app.ui.remote.wording import age_of_cached, doubts_of, error_text
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.ui.screening.line import CriteriaLine
    from tui_app.ui.screening.query import Emptying, ScreeningQuery


_EDGES: Final = 6
"""Columns of a row around its cells: edges, marks, scroll bar."""


class CompanyTable(RowList):
    """The companies; reports a change of its width."""

    class Resized(Message):
        """The set of columns that fit has changed."""

    def on_resize(self) -> None:
        """Adapt the rows to the width of the list."""
        super().on_resize()
        self.post_message(self.Resized())


@final
class ScreeningList(FacetedList):
    """The companies that match a line of criteria, page by page.

    Sorting sends a request, since a page is only a part of the result.
    """

    tab, title = views.SCREEN.name, views.SCREEN.title
    topic = "screening"

    def __init__(self) -> None:
        super().__init__()
        self.rows: RowList = CompanyTable(lines_per_row=1)
        self.rows.add_class("companies", update=False)
        self.sort, self.descending = "turnover", True
        """The column to sort by, by its name in the interface."""
        from tui_app.ui.screening.facets import FacetPane
        from tui_app.ui.screening.query import ScreeningAnswers

        self.facets = FacetPane()
        self.results = ScreeningAnswers(self, self._request_finished, self._facets_changed)
        self.value: RemoteValue[ScreeningPage] = self.results.value
        self._typing = Debounce(self)
        self._emptying: Emptying | None = None
        """The criterion that leaves no companies, if known."""

    @property
    def current_query(self) -> ScreeningQuery | None:
        """The current request; ``None`` if the line cannot be read."""
        return self._ordered(self.sort, descending=self.descending)

    def _ordered(self, sort: str, *, descending: bool) -> ScreeningQuery | None:
        from tui_app.contract.screening.language import write
        from tui_app.ui.screening.query import ScreeningQuery

        criteria = self.line.criteria
        order = f"{'-' if descending else ''}{sort}"
        return None if criteria is None else ScreeningQuery(write(criteria), order)

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the typed line are under way, or will be."""
        return self.is_waiting or self.is_loading or self.is_new

    async def rows_come(self) -> bool:
        """Wait for what has the focus, rows or facets, of the line; ask it now if needed."""
        if self.is_waiting or self.is_new:
            self.ask()
        found = await super().rows_come()
        if self.facets.rows.has_focus:
            await self.results.facets.settled()
        return found

    @property
    def is_waiting(self) -> bool:
        """Whether the typed line was not requested yet."""
        return self._typing.is_waiting

    @property
    def is_answered(self) -> bool:
        """Whether the result of the line is shown, or its request under way."""
        query = self.current_query
        return query is not None and self.results.is_answered(query)

    def on_criteria_line_typed(self, event: CriteriaLine.Typed) -> None:
        """Ask after a pause in typing, if that is free."""
        event.stop()
        self._typing.cancel()
        if self.is_free and self.current_query is not None and not self.is_answered:
            self._typing.call(self.session.debounce, self.ask)
        self.redraw_status()

    def ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        """Ask for the current line, starting at its first page."""
        self._typing.cancel()
        if (query := self.current_query) is not None:
            self.results.ask(query, fresh=fresh, confirm=confirm)
            self.redraw_status()

    def turn(self, by: int) -> None:
        """Another page, if there is one."""
        page, query = self.pages.after(by, self.total_pages), self.results.query
        if query is not None and page:
            self.results.ask(query, page, confirm=True)
            self.redraw_status()

    def ask_facets(self, *, confirm: bool = False) -> None:
        """Ask for the facets of the result, unless they are loaded."""
        self.results.ask_facets(confirm=confirm)
        self._facets_changed()

    def _request_finished(self) -> None:
        answer = self.value.answer
        if self.value.phase is Phase.READY and answer is not None:
            self._emptying = None
            self.show_entries(map(from_screening, answer.data.companies))
            if not answer.data.companies and self.is_free:
                start(
                    self,
                    self._find_emptying(),
                    description="find the criterion that leaves no company",
                    exclusive=True,
                )
            if self.facets.display:
                self.ask_facets()
        else:
            if self.value.has_failed:
                # The old rows are still shown, in their order.
                self.sort, self.descending = self.order_shown
            self.redraw_status()

    async def _find_emptying(self) -> None:
        """Name the criterion that leaves no companies, if asking is free."""
        from tui_app.ui.screening.query import emptying

        criteria, query = self.line.criteria, self.results.query
        if criteria is None:
            return
        found = await emptying(await self.session.companies(), criteria)
        if self.results.query == query:
            self._emptying = found
            self.redraw_status()

    def _how_to_find_more(self) -> str:
        """What to try if no company matches."""
        if self._emptying is None:
            return _("leave out a criterion or widen a range")
        text = _("{criterion} leaves none: without it {count}")
        criterion, count = self._emptying
        return text.format(criterion=criterion, count=fmt.number(count))

    def _facets_changed(self) -> None:
        value = self.results.facets
        if value.phase is Phase.READY and value.answer is not None:
            self.facets.show(value.answer.data)
        elif value.phase is Phase.FAILED and value.error is not None:
            self.facets.show(None)
            self.facets.say(error_text(value.error, self.session), "bad")
        elif value.phase is Phase.LOADING:
            self.facets.say(_("Loading…"))

    @property
    def order_shown(self) -> tuple[str, bool]:
        """The order of the rows shown; another one may be under way."""
        answered = self.results.answered_query
        if answered is None:
            return self.sort, self.descending
        return answered.sort.removeprefix("-"), answered.sort.startswith("-")

    def ask_sorted(self) -> None:
        """Ask for the first page in the chosen order."""
        self.ask(confirm=True)

    @property
    def orders(self) -> tuple[int, ...]:
        """None: the source sorts."""
        return ()

    def arrange_as(self, other: ListPane) -> None:
        """Take over the arrangement of another list, including the order."""
        super().arrange_as(other)
        if isinstance(other, ScreeningList):
            self.sort, self.descending = other.sort, other.descending

    def questions_of_reversal(self) -> Questions:
        """What the reversed order asks."""
        return self.questions_of_order(self.sort, descending=not self.descending)

    def _price(self, column: Column) -> int | None:
        """The price of choosing a column."""
        turned = not self.descending if column.sort == self.sort else column.is_number
        return self.answers.price(self.questions_of_order(column.sort, descending=turned))

    def sort_menu(self) -> Menu:
        """All columns to sort by; choosing the current one reverses it."""
        choices = [
            Choice(
                column.sort,
                "",
                _(column.title),
                sample=self._direction() if column.sort == self.sort else "",
                note=price_label(price, self.session.client),
                chosen=column.sort == self.sort,
                price=price,
            )
            for column in COLUMNS
            for price in [self._price(column)]
        ]
        return Menu(_("Sort"), choices, self.choose_order)

    def choose_order(self, name: str) -> None:
        """Sort by a column, figures with the largest first; the current column is reversed."""
        is_number = BY_SORT[name].is_number
        self.descending = not self.descending if name == self.sort else is_number
        self.sort = name
        self.ask_sorted()

    def reverse_order(self) -> None:
        """Reverse the order."""
        self.descending = not self.descending
        self.ask_sorted()

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
        offered = (
            Choice(each.name, "", _(each.title), chosen=each.name in self._chosen_or_usual)
            for each in COLUMNS
            if each is not NAME
        )
        return Checklist(_("Columns"), with_room(offered, self._placed), self.choose_columns)

    @property
    def _chosen_or_usual(self) -> tuple[str, ...]:
        return self.chosen_columns or (NAME.name, *USUAL)

    def on_row_list_title_chosen(self, event: RowList.TitleChosen) -> None:
        """The title of a column was clicked."""
        event.stop()
        column, name = BY_SORT[event.name], event.name
        what = _("sort: {order}").format(order=_(column.title).lower())
        turned = not self.descending if name == self.sort else column.is_number
        questions = self.questions_of_order(name, descending=turned)
        self.post_message(
            self.IntentChosen(Intent(what, questions, lambda: self.choose_order(name)))
        )

    def _draw_rows(self, *, keep_cursor: bool) -> None:
        """Filter and mark the rows, in the source's order."""
        columns = placed(self._chosen_or_usual, self.rows.size.width - _EDGES, self.order_shown[0])
        self._placed = tuple(each.column.name for each in columns)
        sort, descending = self.order_shown
        self.rows.lay_out(1, head(columns, sort, reverse=descending))
        rows = [
            in_columns(e, columns, marked=e.tax_id in self.marked, says_status=False)
            for e in self.matching
        ]
        self.rows.show(rows, keep_cursor=keep_cursor)

    def on_company_table_resized(self, event: CompanyTable.Resized) -> None:
        """Redraw with the columns that fit."""
        event.stop()
        self.rearrange()

    def export_table(self) -> Table:
        """The marked companies, or all shown, with every field by its name."""
        from tui_app.export.tables import Table

        found = (entry.row for entry in self._exported if isinstance(entry, ScreeningEntry))
        return Table(
            self.label(), ScreeningRow.__struct_encode_fields__, tuple(map(astuple, found))
        )

    def label_of_asking(self) -> str:
        """The label of Enter in the line."""
        return _("screen")

    def questions_of_line(self, line: str) -> Questions:
        """What a line asks: a page, and the facets if they are shown."""
        query = self.current_query
        if query is None:
            return ()
        return self.results.questions(query._replace(line=line), with_facets=self.facets.display)

    def questions_of_order(self, sort: str, *, descending: bool) -> Questions:
        """A page; the facets do not change."""
        query = self._ordered(sort, descending=descending)
        return self.results.questions(query) if query else ()

    def questions_of_page(self, page: int) -> Questions:
        """One request, unless cached."""
        return self.results.questions_of_page(page)

    def questions_of_reload(self) -> Questions:
        """A page and the facets."""
        query = self.current_query
        if query is None:
            return ()
        with_facets = self.facets.display
        return afresh(self.results.questions(query, with_facets=with_facets, fresh=True))

    def questions_of_facets(self) -> Questions:
        """What showing the facets asks."""
        query = self.results.query
        return self.results.questions_of_facets(query) if query else ()

    @property
    def why_not_asked(self) -> str:
        """The source cannot screen companies."""
        from tui_app.ui.screening import wording

        return _(wording.UNSUPPORTED) if self.results.is_unsupported else ""

    def state(self) -> tuple[str, str]:
        """Hint, loading, count, or the failure."""
        from tui_app.ui.screening import wording

        value, query = self.value, self.current_query
        if self.why_not_asked:
            return self.why_not_asked, "warn"
        if state := self.state_without(value):
            return state
        answer, answered = value.answer, self.results.answered_query
        shown = ""
        if answer is not None and answered is not None:
            page = answer.data
            shown = wording.counted(page.total_companies, exact=page.total_is_exact is not False)
        if query is not None and not self.is_answered and not self.is_waiting:
            hint = self.with_price(_("⏎ screens"), self.questions_of_line(query.line))
            return " · ".join(part for part in (shown, hint) if part), "dim"
        if answer is None or answered is None:
            return "", "dim"
        lacking = wording.without(answer.data.missing_statements)
        notes = [*doubts_of(answer, self.session), *filter(None, (lacking,))]
        parts = [shown, *notes]
        if not answer.data.total_companies and not notes:
            parts.append(self._how_to_find_more())
        if self.rows.rows and (hidden := len({*self._chosen_or_usual} - {*self._placed})):
            more = ngettext("{count} more column: {key}", "{count} more columns: {key}", hidden)
            parts.append(more.format(count=hidden, key=self.session.first_key("columns")))
        if self.page > 1 or self.total_pages > 1:
            parts.append(_("page {page}").format(page=self.pages.shown))
        if self.rows.rows:
            parts.append(self.order_text)
        if not answer.stale:
            parts.append(age_of_cached(self, answer))
        return " · ".join(part for part in parts if part), "warn" if notes else "dim"
