"""The lists of what the user keeps: the visited companies, and the watched ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, final

from textual.widgets import Input

from tui_app.contract import views
from tui_app.contract.operations import PROFILE, AnyOperation
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.lists.menus import LIST_ACTIONS
from tui_app.ui.lists.stored_list import StoredList
from tui_app.ui.panes.action import Action
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.questions import Questions, about
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.workspace.history import ViewedCompany
    from tui_app.workspace.snapshots import SectionAnswer
    from tui_app.workspace.watch_check import CheckOutcome
    from tui_app.workspace.watch_list import WatchedCompany
    from tui_app.workspace.workspace import Workspace


@final
class HistoryList(StoredList):
    """The companies looked at, stored on disk; typing filters them."""

    tab, title = views.VISITED.name, views.VISITED.title
    columns = ("tax_id", "county", "note")
    note_title = N_("When")
    note_width = 26

    def __init__(self) -> None:
        super().__init__()
        self.field = self.field_above = TextField(
            placeholder=_("name or number"), id="history-field", selects=False
        )

    @property
    def recent(self) -> tuple[CompanyEntry, ...]:
        """The companies shown, unless they are filtered."""
        return () if self.field.value else self.entries

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        event.stop()
        self.searched = event.value
        self.workspace_changed()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the company under the cursor, among those that match the text."""
        event.stop()
        self.open_first()

    @property
    def is_awaited(self) -> bool:
        """Whether the rows of the text are not read yet."""
        return self._read_for != self.field.value

    async def rows_come(self) -> bool:
        """Read the rows of the text."""
        self.searched = self.field.value
        await self.read_rows()
        return bool(self.rows.rows)

    def leave_level(self) -> bool:
        """Clear the filter text, too."""
        if super().leave_level():
            return True
        had_text = bool(self.field.value)
        self.field.value = ""
        return had_text

    def read(self, workspace: Workspace) -> Iterator[CompanyEntry]:
        """The companies whose name or number contains the filter text."""
        return (_viewed(each) for each in workspace.history.companies(self.searched))

    def state(self) -> tuple[str, str]:
        """The number of companies."""
        count = len(self.entries)
        if not count:
            nothing = _("Nothing found") if self.field.value.strip() else _("No history yet")
            return nothing if self.was_read else "", "dim"
        return ngettext("{count} company", "{count} companies", count).format(count=count), "dim"


def _viewed(viewed: ViewedCompany) -> CompanyEntry:
    when = _("looked at {when}").format(when=fmt.clock(viewed.looked_at))
    return from_record(
        viewed.summary, note=f"{when} · {_('invented')}" if viewed.invented else when
    )


@final
class WatchedList(StoredList):
    """The newest change of each company, and which changes are new to the user."""

    tab, title = views.WATCH.name, views.WATCH.title
    topic = "watching"
    columns = ("tax_id", "note")
    note_title = N_("Last change")
    _is_checking = False

    def read(self, workspace: Workspace) -> Iterator[CompanyEntry]:
        """The watched companies with their newest change."""
        return (_watched(each) for each in workspace.watch_list.entries())

    @property
    def news(self) -> int:
        """How many companies changed since the user looked at them."""
        return sum(1 for entry in self.entries if entry.is_news)

    def show_entries(self, entries: Iterable[CompanyEntry], *, keep_cursor: bool = False) -> None:
        """Show other companies, and the number of those with news beside the list's name."""
        super().show_entries(entries, keep_cursor=keep_cursor)
        self.post_message(self.Marked(self.tab, f"+{self.news}" if self.news else ""))

    def why_no_check(self) -> str:
        """Why no check is possible now."""
        if self._is_checking:
            return _("The watch list is being checked.")
        return "" if self.entries else _("Nothing is watched.")

    def questions_of_check(self) -> Questions:
        """At most one request for each company and kind of data; cached answers are asked again."""
        client = self.session.client
        if client is None:
            return ()
        fresh = client.live is None
        return tuple(
            about(operation, entry.tax_id, fresh=fresh)
            for entry in self.entries
            for operation in _asked(client)
        )

    def check(self) -> None:
        """Check the watched companies."""
        self._is_checking = True
        start(self, self._check(), description="check the watch list")

    async def _check(self) -> None:
        from tui_app.workspace.watch_check import carry_out, plan, store

        session = self.session
        thread, source = session.workspace_thread, session.source
        try:
            companies = await session.companies()
            asked = _asked(companies)
            planned = await thread.ask(lambda w: plan(w, source.kind, watched=asked), None)
            if planned is None:
                return

            async def record(tax_id: str, answered: Sequence[SectionAnswer]) -> None:
                await thread.ask(
                    lambda w: store(w, source.kind, tax_id, answered, invented=source.invented),
                    None,
                )
                self.workspace_changed()
                await self.answers.renew(tax_id, {each.operation for each in answered})

            outcome: CheckOutcome = await carry_out(companies, planned, record)
            if outcome.is_finished:
                await thread.ask(lambda w: w.checks.finish(source.kind), None)
            await self.read_rows()
            self._report(outcome)
        finally:
            self._is_checking = False
            session.update_allowance()
            self.post_message(self.Changed())

    def _report(self, outcome: CheckOutcome) -> None:
        problem = outcome.stopped or next(iter(outcome.problems.values()), None)
        if problem is not None:
            self.session.say(error_text(problem, self.session), "warn")
        elif self.news:
            text = ngettext("{count} with news", "{count} with news", self.news)
            self.session.say(text.format(count=self.news), "warn")
        else:
            self.session.say(_("Checked: nothing changed."), "good")

    def state(self) -> tuple[str, str]:
        """The number of companies, and how many changed since the user looked at them."""
        if not self.entries:
            hint = _("Nothing is watched · {key} watches a company")
            hint = hint.format(key=self.session.first_key("toggle_watch"))
            return hint if self.was_read else "", "dim"
        count = len(self.entries)
        text = ngettext("{count} watched", "{count} watched", count).format(count=count)
        if not (news := self.news):
            return text, "dim"
        with_news = ngettext("{count} with news", "{count} with news", news).format(count=news)
        return f"{text} · {with_news}", "warn"

    actions = (
        *LIST_ACTIONS,
        Action(
            name="check_watched",
            keys="R",
            label=N_("check"),
            help=N_("Check the watched companies, and show what changed"),
            do=check,
            why_not=why_no_check,
            questions_of=questions_of_check,
            together=True,
            footer=2,
        ),
    )


def _asked(companies: Companies) -> tuple[AnyOperation, ...]:
    """The operations of a check; names go to the courts only in a request about cases alone."""
    from tui_app.workspace.snapshots import WATCHED

    return (PROFILE,) if companies.live is not None else tuple(WATCHED)


def _watched(watched: WatchedCompany) -> CompanyEntry:
    return from_record(watched.summary, note=_note(watched), is_news=watched.news > 0)


def _note(watched: WatchedCompany) -> str:
    invented = _("invented") if watched.invented else ""
    if watched.newest is None:
        added = _("watched since {day}")
        text = added.format(day=fmt.date(watched.added_at.astimezone().date()))
    else:
        day = wording.change_day(watched.newest)
        text = f"{day} {wording.change(watched.newest)}"
    more = watched.news - 1
    also = ngettext("{count} more", "{count} more", more).format(count=more) if more > 0 else ""
    return " · ".join(part for part in (text, also, invented) if part)
