"""The Changes list: changes in the register, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, final

from tui_app.contract import views
from tui_app.contract.operations import CHANGES
from tui_app.contract.past import ChangePage, RegisterChange
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.lists.rows import in_two_lines
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import Questions, afresh, question
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.wording import age_of_cached, losses_of
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording

if TYPE_CHECKING:
    from tui_app.client.answer import Answer
    from tui_app.client.companies import Companies
    from tui_app.export.tables import Table
    from tui_app.ui.screening.line import CriteriaLine


@final
class ChangesList(FacetedList):
    """Criteria on top, companies with their changes below, and counts by kind and county."""

    tab, title = views.CHANGES.name, views.CHANGES.title
    topic = "history"
    columns = ("tax_id", "note")
    note_title = N_("Change")

    def __init__(self) -> None:
        super().__init__()
        from tui_app.ui.screening.facets import CHANGE_GROUPS, FacetPane

        self.facets = FacetPane(CHANGE_GROUPS)
        self.value: RemoteValue[ChangePage] = RemoteValue(self, "changes", self._finished)

    @property
    def is_answered(self) -> bool:
        """Whether the changes of the line are shown, or requested."""
        phases = (Phase.WAITING, Phase.LOADING, Phase.READY)
        return self.pages.subject == self.line.english and self.value.phase in phases

    def on_criteria_line_typed(self, event: CriteriaLine.Typed) -> None:
        """Say in the status what Enter does."""
        event.stop()
        self.redraw_status()

    def ask(self, *, fresh: bool = False, confirm: bool = False) -> None:
        """Ask for the line's changes, or those of its page that is shown."""
        if self.line.criteria is not None:
            line = self.line.english
            page = self.page if fresh and line == self.pages.subject else 1
            self._ask(line, page, fresh=fresh, confirm=confirm)

    def _ask(self, line: str, page: int, *, fresh: bool = False, confirm: bool = False) -> None:
        self.pages.ask(page, line)
        cursor = self.pages.cursor(page)

        async def request(companies: Companies) -> Answer[ChangePage]:
            await companies.learn_extensions(confirm=confirm)
            return await companies.changes(line, cursor=cursor, fresh=fresh, confirm=confirm)

        self.value.ask(request)
        self.redraw_status()

    def _finished(self) -> None:
        answer = self.value.answer
        if self.value.phase is Phase.READY and answer is not None:
            self.pages.arrived(answer.data.next_cursor)
            if answer.data.kinds or self.page == 1:
                self.facets.show(answer.data)
            self.show_entries(_entries(answer.data.changes))
        elif self.value.has_failed:
            self.pages.failed()
        self.redraw_status()

    def turn(self, by: int) -> None:
        """Another page, if there is one."""
        if page := self.pages.after(by, self.total_pages):
            self._ask(self._asked_line, page, confirm=True)

    @property
    def _asked_line(self) -> str:
        """The line whose pages are turned; another one may be typed meanwhile."""
        return str(self.pages.subject or "")

    def label_of_asking(self) -> str:
        """The label of Enter in the line."""
        return _("list changes")

    def questions_of_line(self, line: str) -> Questions:
        """What the changes of a line ask."""
        return (question(CHANGES, {"q": line}),)

    def questions_of_page(self, page: int) -> Questions:
        """One request, unless cached."""
        if not self.pages.has_cursor(page):
            return ()
        raw = {"q": self._asked_line, "cursor": self.pages.cursor(page)}
        return (question(CHANGES, raw),)

    def questions_of_reload(self) -> Questions:
        """One request."""
        return afresh(self.questions_of_line(self.line.english))

    def _draw_rows(self, *, keep_cursor: bool) -> None:
        """Two lines per company, since changes need the width of the list."""
        self.rows.lay_out(2)
        width, marked = self.rows.size.width or self.size.width, self.marked
        rows = [
            in_two_lines(e, width, self.filter_text, marked=e.tax_id in marked)
            for e in self.matching
        ]
        self.rows.show(rows, keep_cursor=keep_cursor)

    def why_no_order(self) -> str:
        """Why the list cannot be sorted."""
        return self.why_empty() or _("Changes are always listed newest first.")

    @property
    def orders(self) -> tuple[int, ...]:
        """None: the newest always come first."""
        return ()

    def export_table(self) -> Table:
        """The changes of the companies shown, with the interface's field names."""
        from tui_app.contract.past import CHANGE_COLUMNS
        from tui_app.export.tables import Table

        answer = self.value.answer
        chosen = {entry.tax_id for entry in self._exported}
        changes = answer.data.changes if answer else ()
        rows = tuple(
            (
                *(c.tax_id, c.company_id, c.company_name, c.kind),
                *(c.before, c.after, c.not_before, c.not_after),
            )
            for c in changes
            if c.tax_id in chosen
        )
        return Table(self.label(), CHANGE_COLUMNS, rows)

    @property
    def why_not_asked(self) -> str:
        """The source knows no history of the register."""
        client, has_failed = self.session.client, self.value.phase is Phase.FAILED
        lacks = has_failed and client is not None and not client.answers_extension(CHANGES)
        return _(wording.NO_HISTORY) if lacks else ""

    def state(self) -> tuple[str, str]:
        """Hint, loading, count, or the failure."""
        if self.why_not_asked:
            return self.why_not_asked, "warn"
        if state := self.state_without(self.value):
            return state
        answer = self.value.answer
        if answer is None or not self.is_answered:
            questions = self.questions_of_line(self.line.english)
            return self.with_price(_("⏎ lists the changes"), questions), "dim"
        total = answer.data.total_changes or 0
        message = ngettext("{count} change", "{count} changes", total)
        parts = [message.format(count=fmt.number(total)), losses_of(answer)]
        if without := sum(not each.tax_id for each in answer.data.changes):
            text = ngettext(
                "{count} of a trader without a tax id: firmeterm changes lists it",
                "{count} of traders without a tax id: firmeterm changes lists them",
                without,
            )
            parts.append(text.format(count=without))
        if self.total_pages > 1:
            parts.append(_("page {page}").format(page=self.pages.shown))
        if answer.data.days:
            first, last = answer.data.days[0], answer.data.days[-1]
            told = _("{first} to {last}")
            parts.append(told.format(first=wording.day(first), last=wording.day(last)))
        parts.append(age_of_cached(self, answer))
        return " · ".join(part for part in parts if part), "dim"


def _entries(changes: tuple[RegisterChange, ...]) -> Iterator[CompanyEntry]:
    """A row for each company, with its changes, newest first."""
    by_company: dict[str, list[RegisterChange]] = {}
    for each in changes:
        if each.tax_id:
            by_company.setdefault(each.tax_id, []).append(each)
    for tax_id, found in by_company.items():
        yield CompanyEntry(
            tax_id=tax_id,
            name=found[0].company_name,
            company_id=found[0].company_id,
            note=" · ".join(map(wording.change_in_row, found)),
        )
