"""The New list: companies registered on a given day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.widgets import Input

from tui_app.contract import views
from tui_app.contract.dates import read_typed_day
from tui_app.contract.operations import PAGE, REGISTERED
from tui_app.contract.resources import RegisteredCompanyPage
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action import Action, Intent
from tui_app.ui.panes.company import from_registered
from tui_app.ui.remote.questions import Questions, afresh, question
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.wording import age_of_cached, doubts_of
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.export.tables import Table


class NewList(ListPane):
    """A date field, and the companies of that day, page by page."""

    tab, title = views.NEW.name, views.NEW.title
    paged = True
    columns = ("tax_id", "company_type", "note")
    note_title = N_("Known")
    note_width = 12
    palette_prefix = (N_("new companies of"), N_("Type the day after it: today, -3d, 20.11.2026"))

    def __init__(self) -> None:
        super().__init__()
        self.field = self.field_above = TextField(
            placeholder=_("2026-11-20, 20.11.2026, today, -3d"), id="date-field", selects=False
        )
        self.day: dt.date | None = None
        self.results: RemoteValue[RegisteredCompanyPage] = RemoteValue(
            self, "registered", self._request_finished
        )

    def export_table(self) -> Table:
        """The fields of this listing, by the interface's names."""
        from tui_app.contract.resources import RegisteredCompany
        from tui_app.export.tables import Table

        answer = self.results.answer
        has_phone = {c.tax_id: c.has_phone for c in answer.data.companies} if answer else {}
        rows = tuple(
            (e.tax_id, e.name, e.company_type, has_phone.get(e.tax_id)) for e in self._exported
        )
        return Table(self.label(), RegisteredCompany.__struct_encode_fields__, rows)

    @property
    def focus_target(self) -> Widget:
        """The field, until a day was requested."""
        return self.field if self.day is None else self.rows

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show how the date is read while it is typed."""
        event.stop()
        self.redraw_status()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """List the day."""
        event.stop()
        self.submit()

    def go_to(self, day: dt.date, page: int = 1, *, confirm: bool = True) -> None:
        """List a page of a day; ``confirm``: the user pressed a key for it."""
        self.day = day
        self.pages.ask(page, day)
        self.field.value = day.isoformat()
        self._ask(confirm=confirm)

    def jump_to(self, day: dt.date, page: int = 1) -> None:
        """List a page of a day; the keys after it wait for its rows."""
        self.go_to(day, page)
        self.await_rows()

    def _read(self, typed: str) -> dt.date | None:
        return read_typed_day(typed, self.session.today())

    def step(self, days: int) -> None:
        """List the day before or after."""
        self.go_to(self.day_at(days))

    def day_at(self, days: int) -> dt.date:
        """The day ``days`` after the shown one, the typed one, or today."""
        start = self.day or self._read(self.field.value) or self.session.today()
        try:
            return start + dt.timedelta(days=days)
        except OverflowError:
            return start

    @property
    def is_loading(self) -> bool:
        """Whether a page of the day is under way."""
        return self.results.is_pending

    async def rows_come(self) -> bool:
        """Wait for the page of the day."""
        await self.results.settled()
        return self.results.phase is Phase.READY

    def turn(self, by: int) -> None:
        """Another page of the same day, if there is one."""
        page = self.pages.after(by, self.total_pages)
        if self.day is not None and page:
            self.go_to(self.day, page)

    def questions_of_page(self, page: int) -> Questions:
        """One request, unless cached."""
        return self.questions_of_day(self.day, page) if self.day else ()

    def questions_of_day(self, day: dt.date, page: int = 1) -> Questions:
        """What a page of a day asks; there is nothing on a day to come."""
        if self._is_future(day):
            return ()
        return (question(REGISTERED, {"registration_date": day.isoformat(), "page": str(page)}),)

    @property
    def saved_state(self) -> tuple[str, int]:
        """The day, even one that is not listed yet, and the page."""
        day = self.day or self._read(self.field.value)
        return (day.isoformat() if day else ""), self.page

    def restore(self, text: str, page: int) -> None:
        """Put the day into the field; Enter lists it, and typing replaces it."""
        self.field.value = text
        self.field.select_all()

    def questions_of_restoring(self, text: str, page: int) -> Questions:
        """What any listing asks."""
        day = self._read(text)
        return self.questions_of_day(day, page) if day else ()

    def ask_restored(self, text: str, page: int, tax_id: str) -> None:
        """List the day, unless another one was typed meanwhile."""
        if text == self.field.value and (day := self._read(text)):
            self.go_to(day, page, confirm=False)

    def jumps(self, text: str) -> Iterable[Intent]:
        """A date that was typed."""
        if day := self._read(text):
            title = _("New companies of {day}").format(day=fmt.date(day))
            yield Intent(title, self.questions_of_day(day), lambda: self.jump_to(day))

    @property
    def total_pages(self) -> int:
        """The number of pages that the server gave, at most the interface's limit."""
        answer = self.results.answer
        pages = answer.data.total_pages if answer else None
        return max(1, min(pages or 1, PAGE.maximum))

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        if self.day is not None:
            self._ask(fresh=True)

    def questions_of_reload(self) -> Questions:
        """One request if a day is shown."""
        return afresh(self.questions_of_day(self.day, self.page)) if self.day else ()

    def enter_field(self) -> Intent:
        """List the day that is typed."""
        day = self._read(self.field.value)
        questions = self.questions_of_day(day) if day else ()
        return Intent(_("list the day"), questions, self._list_typed_day)

    def _list_typed_day(self) -> None:
        if day := self._read(self.field.value):
            self.go_to(day)
            self.rows.focus()
            self.await_rows()

    def _is_future(self, day: dt.date | None) -> bool:
        """Whether a day is in the future, without registrations: no request is needed to say so."""
        return day is not None and day > self.session.today()

    def _ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        day, page = self.day, self.page
        if self._is_future(day):
            self.results.drop()
            self.show_entries(())
        elif day is not None:
            self.results.ask(
                lambda companies: companies.registered(day, page, fresh=fresh, confirm=confirm)
            )
            self.redraw_status()

    def _request_finished(self) -> None:
        answer = self.results.answer
        if self.results.phase is Phase.READY and answer is not None:
            self.pages.arrived()
            self.show_entries(map(from_registered, answer.data.companies))
            return
        if self.results.has_failed:
            self.pages.failed()
        self.redraw_status()

    def state(self) -> tuple[str, str]:
        """Hint, loading, totals, nothing found, or the failure."""
        typed = self.field.value
        day = self._read(typed)
        if typed.strip() and day is None:
            return _("Not a day: write 2026-11-20, 20.11.2026, today or -3d"), "warn"
        if day is not None and self._is_future(day):
            return _("{day} is still to come").format(day=fmt.date(day)), "dim"
        if day is None or day != self.day:
            hint = _("⏎ lists the companies registered on a day")
            if day is None:
                return hint, "dim"
            return self.with_price(f"{fmt.date(day)}: {hint}", self.questions_of_day(day)), "dim"
        if state := self.state_without(self.results):
            return state
        answer = self.results.answer
        if answer is None:
            return "", "dim"
        total = answer.data.total_companies
        notes = doubts_of(answer, self.session)
        age = "" if answer.stale else age_of_cached(self, answer)
        if not answer.data.companies and self.pages.shown == 1 and not notes:
            nothing = _("No companies registered on {day}").format(day=fmt.date(day))
            return " · ".join(part for part in (nothing, age) if part), "dim"
        counted = ngettext("{count} company", "{count} companies", total or 0)
        pages = _("page {page} of {pages}").format(page=self.pages.shown, pages=self.total_pages)
        text = f"{counted.format(count=fmt.number(total))} · {pages}"
        parts = [text, *notes, *([age] if age else [])]
        return " · ".join(parts), "warn" if notes else "dim"

    actions = (
        *ListPane.actions,
        Action(
            name="previous_day",
            keys="comma",
            label=N_("day before"),
            help=N_("Companies registered on the previous day"),
            do=lambda pane: pane.step(-1),
            questions_of=lambda pane: pane.questions_of_day(pane.day_at(-1)),
            goes_there=True,
            footer=8,
        ),
        Action(
            name="next_day",
            keys="full_stop",
            label=N_("day after"),
            help=N_("Companies registered on the next day"),
            do=lambda pane: pane.step(1),
            questions_of=lambda pane: pane.questions_of_day(pane.day_at(1)),
            goes_there=True,
            footer=9,
        ),
    )
