"""The Screen list: the companies of the whole source that match a line of criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tui_app.contract.screening.language import write
from tui_app.system.language import N_, _
from tui_app.ui.lists.commands import FACETS
from tui_app.ui.lists.screened import ScreenedList
from tui_app.ui.panes.command import PaneCommand
from tui_app.ui.remote.debounce import Debounce
from tui_app.ui.remote.price import price_label
from tui_app.ui.remote.value import Phase
from tui_app.ui.remote.words import age_of_cached, doubts_of, error_text, losses_of
from tui_app.ui.remote.workers import start
from tui_app.ui.screening import words
from tui_app.ui.screening.entries import from_screening
from tui_app.ui.text import formatting as fmt

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.screening.emptiness import Emptying
    from tui_app.ui.screening.facets import FacetPane
    from tui_app.ui.screening.line import CriteriaLine
    from tui_app.ui.screening.query import ScreeningQuery


class ScreeningList(ScreenedList):
    """The companies that match a line of criteria, page by page."""

    tab = "screen"
    title = N_("Screen")
    topic = "screening"
    key = "Q"
    help = N_("Screen all companies by criteria, with counts by county, form and size")
    place_in_footer = 16
    paged = True

    def __init__(self) -> None:
        super().__init__()
        from tui_app.ui.screening.facets import FacetPane
        from tui_app.ui.screening.query import ScreeningAnswers

        self.facets = FacetPane()
        self.answers = ScreeningAnswers(self, self._request_finished, self._facets_changed)
        self._typing = Debounce(self)
        self._emptying: Emptying | None = None
        """The criterion that leaves none of the companies, where that is known."""

    @property
    def current_query(self) -> ScreeningQuery | None:
        """The current request; ``None`` where the line cannot be read."""
        return self._ordered(self.sort, descending=self.descending)

    def _ordered(self, sort: str, *, descending: bool) -> ScreeningQuery | None:
        from tui_app.ui.screening.query import ScreeningQuery

        criteria = self.line.criteria
        order = f"{'-' if descending else ''}{sort}"
        return None if criteria is None else ScreeningQuery(write(criteria), order)

    @property
    def is_waiting(self) -> bool:
        """Whether the typed line was not requested yet."""
        return self._typing.is_waiting

    @property
    def is_answered(self) -> bool:
        """Whether the result of the line is shown, or its request under way."""
        query = self.current_query
        return query is not None and self.answers.is_answered(query)

    def on_show(self) -> None:
        """Where requests are free, it starts with all companies."""
        if self.answers.query is None and self.answers.is_free:
            self.ask()

    def on_criteria_line_typed(self, event: CriteriaLine.Typed) -> None:
        """Ask after a pause in typing, where that is free."""
        event.stop()
        self._typing.cancel()
        if self.answers.is_free and self.current_query is not None and not self.is_answered:
            self._typing.call(self.program.debounce, self.ask)
        self.redraw_status()

    def on_criteria_line_entered(self, event: CriteriaLine.Entered) -> None:
        """Enter asks, unless that was done, and goes to the companies."""
        event.stop()
        if not self.is_answered:
            self.ask(confirm=True)
        self.focus_rows()
        if self.answers.value.is_under_way:
            self.await_answer(opens=False)

    def on_facet_pane_narrowed(self, event: FacetPane.Narrowed) -> None:
        """A value was chosen: show only its companies, and their facets."""
        event.stop()
        self.narrow(event.criterion)

    def write_line(self, line: str, *, confirm: bool = False) -> None:
        """Put a line into the field and ask for it, if that is free or with ``confirm``."""
        self.line.write(line)
        client = self.program.client
        is_cached = client is not None and self.price_of_field(client) == 0
        if confirm or self.answers.is_free or is_cached:
            self.ask(confirm=confirm)
        self.redraw_status()

    def ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        """Ask for the current line, from its first page on."""
        self._typing.cancel()
        if (query := self.current_query) is not None:
            self.answers.ask(query, fresh=fresh, confirm=confirm)
            self.page = self.answers.page
            self.redraw_status()

    def turn(self, by: int) -> None:
        """Another page, if there is one."""
        page, query = self.page + by, self.answers.query
        if query is not None and 1 <= page <= self.total_pages:
            self.answers.ask(query, page, confirm=True)
            self.page = self.answers.page
            self.redraw_status()

    @property
    def total_pages(self) -> int:
        """One more than shown, as long as there is a next page."""
        return self.answers.total_pages

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask(fresh=True)

    def ask_facets(self, *, confirm: bool = False) -> None:
        """Ask for the facets of the result, unless they are loaded."""
        self.answers.ask_facets(confirm=confirm)
        self._facets_changed()

    def _request_finished(self) -> None:
        self.page = self.answers.page
        answer = self.answers.value.answer
        if self.answers.value.is_settled:
            self.end_wait(found=answer is not None)
        if self.answers.value.phase is Phase.READY and answer is not None:
            self._emptying = None
            self.show_entries(map(from_screening, answer.data.companies))
            if not answer.data.companies and self.answers.is_free:
                start(
                    self,
                    self._find_emptying(),
                    group="emptying",
                    description="find the criterion that leaves no company",
                    exclusive=True,
                )
            if self.facets.display:
                self.ask_facets()
            return
        if self.answers.value.phase is Phase.FAILED:
            # The old rows are still shown, in their order.
            self.sort, self.descending = self.order_shown
        self.redraw_status()

    async def _find_emptying(self) -> None:
        """Say which criterion leaves none, where asking is free."""
        from tui_app.ui.screening.emptiness import emptying

        criteria, query = self.line.criteria, self.answers.query
        if criteria is None:
            return
        found = await emptying(await self.program.companies(), criteria)
        if self.answers.query == query:
            self._emptying = found
            self.redraw_status()

    def _how_to_find_more(self) -> str:
        """What to try where no company matches."""
        if self._emptying is None:
            return _("leave out a criterion or widen a range")
        text = _("{criterion} leaves none: without it {count}")
        criterion, count = self._emptying
        return text.format(criterion=criterion, count=fmt.number(count))

    def _facets_changed(self) -> None:
        value = self.answers.facets
        if value.phase is Phase.READY and value.answer is not None:
            self.facets.show(value.answer.data)
        elif value.phase is Phase.FAILED and value.error is not None:
            self.facets.show(None)
            self.facets.say(error_text(value.error, self.program), "bad")
        elif value.phase is Phase.LOADING:
            self.facets.say(_("Loading…"))

    @property
    def order_shown(self) -> tuple[str, bool]:
        """The order of the answer that is shown."""
        answered = self.answers.answered_query
        if answered is None:
            return super().order_shown
        return answered.sort.removeprefix("-"), answered.sort.startswith("-")

    def ask_sorted(self) -> None:
        """Ask for the first page in the chosen order."""
        self.ask(confirm=True)

    @property
    def field_asks(self) -> bool:
        """Unless the result of the current line is shown."""
        return not self.is_answered

    def field_label(self) -> str:
        """The label of Enter in the line."""
        return _("screen")

    def price_of_field(self, companies: Companies) -> int:
        """The price of a page, and of the facets where they are shown."""
        query = self.current_query
        if query is None or self.is_answered:
            return 0
        return self.answers.price(companies, query, with_facets=self.facets.display)

    def price_of_side_pane(self, companies: Companies) -> int:
        """Narrowing to the value under the cursor: a page and the facets again."""
        query = self.current_query
        if query is None or not self.facets.criterion:
            return 0
        line = self._narrowing.preview(query.line, self.facets.criterion)
        return self.answers.price(companies, query._replace(line=line), with_facets=True)

    def label_of_side_pane(self) -> str:
        """The label of Enter in the facets."""
        return _("narrow")

    def price_of_order(self, companies: Companies, sort: str, *, descending: bool) -> int:
        """A page; the facets do not change."""
        query = self._ordered(sort, descending=descending)
        return self.answers.price(companies, query, with_facets=False) if query else 0

    def price_of_page(self, companies: Companies, page: int) -> int:
        """One request, unless cached."""
        return self.answers.price_of_page(companies, page)

    def price_of_reload(self, companies: Companies) -> int:
        """A page and the facets."""
        query = self.current_query
        if query is None:
            return 0
        return self.answers.price(companies, query, with_facets=self.facets.display, fresh=True)

    def price_of_facets(self, companies: Companies) -> int:
        """The price of showing the facets."""
        query = self.answers.query
        return self.answers.price_of_facets(companies, query) if query else 0

    @property
    def saved_state(self) -> tuple[str, int]:
        """The line; its page cannot be saved, since a cursor expires."""
        return (self.line.english if self.line.criteria is not None else ""), 1

    def restore(self, text: str, page: int) -> None:
        """The line stands in the field; typing replaces it."""
        self.line.write(text)
        self.line.field.select_all()

    def price_of_restoring(self, companies: Companies, text: str, page: int) -> int:
        """The price of Enter; nothing is sent for a list that is not shown."""
        return self.price_of_field(companies)

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """Ask, unless another line was typed meanwhile."""
        if self.display and text == self.line.english and not self.is_answered:
            self.cursor_target = tax_id
            self.ask()

    def state(self) -> tuple[str, str]:
        """Hint, loading, count, or the failure."""
        value, query = self.answers.value, self.current_query
        if self.answers.is_unsupported:
            of_registry = self.program.source.kind == "registry"
            return _(words.OUTDATED if of_registry else words.UNSUPPORTED), "warn"
        if value.phase is Phase.LOADING:
            return _("Loading…"), "dim"
        if value.phase is Phase.FAILED and value.error:
            return error_text(value.error, self.program), "bad"
        answer, answered = value.answer, self.answers.answered_query
        shown = ""
        if answer is not None and answered is not None:
            page = answer.data
            shown = words.counted(page.total_companies, exact=page.total_is_exact is not False)
        if query is not None and not self.is_answered and not self.is_waiting:
            client = self.program.client
            price = price_label(self.price_of_field(client) if client else None, client)
            hint = _("⏎ screens ({price})").format(price=price) if price else _("⏎ screens")
            return " · ".join(part for part in (shown, hint) if part), "dim"
        if answer is None or answered is None:
            return "", "dim"
        notes = [note for note in (doubts_of(answer, self.program), losses_of(answer)) if note]
        parts = [shown, *notes]
        if not answer.data.total_companies and not notes:
            parts.append(self._how_to_find_more())
        if self.hidden_columns:
            key = self.program.first_key("columns")
            parts.append(f"+{self.hidden_columns} {key}")
        if self.page > 1 or self.total_pages > 1:
            parts.append(_("page {page}").format(page=self.answers.page_shown))
        parts.append(self.order_text)
        if not answer.stale:
            parts.append(age_of_cached(self, answer))
        return " · ".join(part for part in parts if part), "warn" if notes else "dim"

    commands: ClassVar[tuple[PaneCommand, ...]] = (*ScreenedList.commands, FACETS)
