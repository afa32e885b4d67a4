"""The Compare screen: loads the missing data and draws the comparison."""

from __future__ import annotations

import asyncio
import datetime as dt
import shlex
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.contract.operations import Operation
from tui_app.system.language import _, ngettext, with_named_keys
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.compare import ALWAYS, MIN_COMPARED, questions_of
from tui_app.ui.compare.drawing import draw_blocks, draw_names, key_line
from tui_app.ui.compare.rows import Compared, all_years, blocks, turnover_index, turnover_lines
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.intent import Intent
from tui_app.ui.panes.menu import Choice
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.price import confirmation, is_affordable
from tui_app.ui.remote.progress import Progressed
from tui_app.ui.remote.questions import Question, Questions, about
from tui_app.ui.remote.wording import error_text, loading_text
from tui_app.ui.remote.workers import start
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.scroller import Scroller
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.ui.session import ScreenSession

_CHART_ROWS: Final = 12
_EXPORTED: Final = ("group", "label")
"""The first columns in a file."""


class CompareScreen(MinimumSizeScreen[list[CompanyEntry]]):
    """Returns the companies that remain, so that others can be added."""

    DEFAULT_CSS = """
    CompareScreen { background: $background; }
    CompareScreen > TextPane { padding: 0 1; height: auto; }
    CompareScreen Scroller TextPane { padding: 0 1; }
    #compare-keys { dock: bottom; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,c", "leave", show=False),
        Binding("left,h", "choose(-1)", show=False),
        Binding("right,l", "choose(1)", show=False),
        Binding("x", "remove", show=False),
        Binding("u", "undo", show=False),
        Binding("a", "leave", show=False),
        Binding("r", "reload", show=False),
        Binding("s", "load_cases", show=False),
        Binding("i", "index", show=False),
        Binding("y", "copy", show=False),
        Binding("e", "export", show=False),
        Binding("enter", "confirm", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(
        self, session: ScreenSession, answers: Answers, entries: list[CompanyEntry]
    ) -> None:
        super().__init__()
        self._session = session
        self._answers = answers
        self._held = [entry.tax_id for entry in entries]
        self._entries = entries
        self._removed: list[tuple[int, CompanyEntry]] = []
        """The companies that were removed, each with its place."""
        self._problems: dict[str, str] = {}
        """Why data of a company could not be loaded, by tax id."""
        self._vat_seen_on: dict[str, dt.date | None] = {}
        self.before_removal: list[CompanyEntry] = []
        """The companies before the last one was removed."""
        self._chosen = 0
        self._loading = 0
        self._with_cases = False
        """Whether the user wanted court cases, which cost requests."""
        self._is_index = False
        """Whether the chart shows growth from the same 100 in place of amounts."""
        self._question = ""
        """The question that Enter confirms and Esc cancels; empty if there is none."""
        self._confirmed: Callable[[], object] = self._redraw
        self._message = Content()
        """The newest message, until something else happens."""
        self._title = TextPane(self._draw_title)
        self._names = TextPane(self._draw_names)
        self._table = TextPane(self._draw_table)
        self._scroller = Scroller(self._table)
        self._keys = TextPane(self._draw_keys, id="compare-keys")

    def compose(self) -> ComposeResult:
        """The names on top, the table in the middle, the keys below."""
        yield self._title
        yield self._names
        yield self._scroller
        yield self._keys

    def on_mount(self) -> None:
        """Load the missing data."""
        for tax_id in self._held:
            self._answers.hold(tax_id)
        self._answers.observe(self._answer_arrived)
        self._scroller.focus()
        self._load(*self._wanted)

    def on_unmount(self) -> None:
        """Keep the answers no longer."""
        self._answers.stop_observing(self._answer_arrived)
        for tax_id in self._held:
            self._answers.release(tax_id)

    @property
    def _tax_ids(self) -> list[str]:
        return [entry.tax_id for entry in self._entries]

    @property
    def _companies(self) -> list[Compared]:
        return [
            Compared(
                entry=entry,
                loaded=self._answers.loaded(entry.tax_id),
                vat_seen_on=self._vat_seen_on.get(entry.tax_id),
                problem=self._problems.get(entry.tax_id, ""),
            )
            for entry in self._entries
        ]

    # Any: operations differ in their result.
    @property
    def _wanted(self) -> tuple[Operation[Any], ...]:
        return (*ALWAYS, *([ops.COURT_CASES] if self._with_cases else []))

    @property
    def is_loading(self) -> bool:
        """Whether a request is under way."""
        return self._loading > 0

    def _answer_arrived(self, tax_id: str, _question: Question | None) -> None:
        """Show what another place has loaded; what was asked here is shown together."""
        if tax_id in self._tax_ids and not self.is_loading:
            self._draw_all()

    # Any: as above.
    def _load(self, *operations: Operation[Any], fresh: bool = False) -> None:
        self._loading += 1
        self._title.draw(self._draw_title)
        work = self._load_all(operations, fresh=fresh)
        start(self, work, group="compare", description="compare")

    # Any: as above.
    async def _load_all(self, operations: tuple[Operation[Any], ...], *, fresh: bool) -> None:
        try:
            with suppress(ClientError):  # shown for each company
                # All profiles in one request, if the source can.
                companies = await self._session.companies()
                await companies.prepare(self._tax_ids, fresh=fresh)
            await asyncio.gather(
                *(self._load_company(each, operations, fresh=fresh) for each in self._tax_ids)
            )
        finally:
            self._loading -= 1
            self._redraw()

    # Any: as above.
    async def _load_company(
        self, tax_id: str, operations: tuple[Operation[Any], ...], *, fresh: bool
    ) -> None:
        """Load the data to compare; court cases, too, if they are free."""
        answers, session = self._answers, self._session
        source = session.source
        self._vat_seen_on[tax_id] = await session.workspace_thread.ask(
            lambda workspace: workspace.snapshots.vat_seen_on(source.kind, tax_id), None
        )
        await answers.read_cache(tax_id)
        self._problems.pop(tax_id, None)
        is_free = not answers.price((about(ops.COURT_CASES, tax_id),))
        for operation in (*operations, *([ops.COURT_CASES] if is_free else [])):
            if operation.is_ruled_out(answers.profile(tax_id)):
                continue
            # A live source has just sent it fresh, so it is not requested again.
            is_live = session.client is not None and session.client.live is not None
            is_fresh = fresh and not (is_live and operation is ops.PROFILE)
            value = await answers.fetch(about(operation, tax_id, fresh=is_fresh))
            if value.error is not None:
                self._problems[tax_id] = error_text(value.error, session)
                return
        answers.keep_profile(tax_id)

    def _redraw(self) -> None:
        self._message = Content()
        self._draw_all()

    def _draw_all(self) -> None:
        self._title.draw(self._draw_title)
        self._names.draw(self._draw_names)
        self._table.draw(self._draw_table)
        self._keys.draw(self._draw_keys)

    def _draw_title(self, width: int) -> Content:
        count = len(self._entries)
        text = ngettext("Compare {count} company", "Compare {count} companies", count)
        title = styled(text.format(count=count), "strong")
        if self._session.source.invented:
            title += styled(" · " + _("invented data"), "warn")
        progress = next(reversed(self._session.progress.values()), "")
        if self._message.plain:
            title += Content(" · ") + self._message
        return title + styled(f" · {loading_text(progress)}" if self._loading else "", "dim")

    def say(self, text: str, style: str = "text") -> None:
        """Show a message beside the title."""
        self._message = styled(text, style)
        self._title.draw(self._draw_title)

    def on_progressed(self, event: Progressed) -> None:
        """Show the progress of a slow answer."""
        self._title.draw(self._draw_title)

    def _draw_keys(self, width: int) -> Content:
        client = self._session.client
        if self._question:
            return paragraph(self._question, width, "warn")
        if client is None:
            return key_line(None, 0, 0, width)
        cases = self._answers.price(self._questions_of_cases)
        again = self._answers.price(self._questions_of_reload)
        return key_line(client, cases, again, width)

    @property
    def _questions_of_cases(self) -> Questions:
        """The first page of court cases of each company."""
        return tuple(about(ops.COURT_CASES, tax_id) for tax_id in self._tax_ids)

    @property
    def _questions_of_reload(self) -> Questions:
        also = [ops.COURT_CASES] if self._with_cases else []
        return questions_of(self._tax_ids, *also, fresh=True)

    def _draw_names(self, width: int) -> Content:
        return lines(draw_names(self._companies, self._chosen, width))

    def _draw_table(self, width: int) -> Content:
        companies = self._companies
        problems = [
            paragraph(f"{each.name}: {each.problem}", width, "bad")
            for each in companies
            if each.problem
        ]
        table = blocks(companies, self._session.today())
        drawn = list(draw_blocks(table, len(companies), self._chosen, width))
        return lines([*problems, *self._chart(companies, width), *drawn])

    def _chart(self, companies: list[Compared], width: int) -> list[Content]:
        if len(all_years(companies)) < MIN_COMPARED:
            return []
        style = self._session.chart_style
        data = (self._is_index and turnover_index(companies)) or turnover_lines(companies)
        return [draw_lines(data, width, _CHART_ROWS, style), Content()]

    def action_index(self) -> None:
        """Chart the growth from the same 100, or the amounts again."""
        self._question = ""
        self._is_index = not self._is_index and turnover_index(self._companies) is not None
        self._redraw()
        if not self._is_index and turnover_index(self._companies) is None:
            self.say(_("No year has a turnover of every company."), "warn")

    def action_choose(self, by: int) -> None:
        """Choose another column."""
        self._question = ""
        self._chosen = max(0, min(len(self._entries) - 1, self._chosen + by))
        self._redraw()

    def action_scroll(self, by: int) -> None:
        """Scroll the table."""
        self._scroller.scroll_relative(y=by, animate=False)

    def action_remove(self) -> None:
        """Remove the chosen company; a comparison needs two."""
        self._question = ""
        self.before_removal = list(self._entries)
        self._removed.append((self._chosen, self._entries.pop(self._chosen)))
        self._chosen = min(self._chosen, len(self._entries) - 1)
        if len(self._entries) < MIN_COMPARED:
            self.action_leave()
        else:
            self._redraw()

    def action_undo(self) -> None:
        """Put the last removed company back."""
        if self._removed:
            place, company = self._removed.pop()
            self._entries.insert(place, company)
            self._chosen = place
            self._redraw()

    def action_reload(self) -> None:
        """Load everything again, bypassing the cache."""
        run = partial(self._load, *self._wanted, fresh=True)
        self._spend(Intent(_("refresh"), self._questions_of_reload, run))

    def action_load_cases(self) -> None:
        """Load the first court cases of each company."""
        self._spend(Intent(_("court cases"), self._questions_of_cases, self._load_cases))

    def _spend(self, intent: Intent) -> None:
        """Do something at once, or after Enter confirms it if it costs too much."""
        price = self._answers.price(intent.questions)
        if is_affordable(price, self._session.client):
            intent.run()
            return
        keys = {"open": with_named_keys("⏎"), "escape": "Esc"}
        self._question, self._confirmed = confirmation(intent.label, price, **keys), intent.run
        self._redraw()

    def action_confirm(self) -> None:
        """Run the action that waits for Enter."""
        if self._question:
            self._question = ""
            self._confirmed()
            self._redraw()

    def _load_cases(self) -> None:
        self._with_cases = True
        self._load(ops.COURT_CASES)

    @property
    def _as_table(self) -> Table:
        """The comparison as rows for a file or the clipboard."""
        from tui_app.export.tables import Table

        companies = self._companies
        names = (f"{each.name} ({each.entry.tax_id})" for each in companies)
        compared = blocks(companies, self._session.today())
        rows = tuple((b.title, row.label, *row.cells) for b in compared for row in b.rows)
        return Table(_("comparison"), (*_EXPORTED, *names), rows)

    def action_copy(self) -> None:
        """Copy the comparison as a Markdown table, or the line that opens it."""
        from tui_app.export.tables import render
        from tui_app.ui.dialogs.choice import ChoiceScreen

        line = shlex.join(["compare", *self._tax_ids])

        def copy(what: str | None) -> None:
            if what == "view":
                self._session.copy(line, _("the line that opens this view (:)"))
            elif what is not None:
                self._session.copy(render(self._as_table, "md"), _("the comparison"))

        choices = [
            Choice("table", "m", "Markdown"),
            Choice("view", "v", _("the line that opens this view (:)"), line),
        ]
        self.app.push_screen(ChoiceScreen(_("Copy"), choices), copy)

    def action_export(self) -> None:
        """Choose a format and write the comparison into a file."""
        from tui_app.ui.dialogs.choice import ChoiceScreen
        from tui_app.ui.panes.files import text_formats, write_table

        table = self._as_table

        def write(how: str | None) -> None:
            if how is not None:
                write_table(self._session, table, how)

        title = _("Export {what}").format(what=table.title)
        self.app.push_screen(ChoiceScreen(title, text_formats()), write)

    def action_leave(self) -> None:
        """Go back to the list; the companies stay chosen, so that others can be added.

        A live source sends no further requests for them. While a question waits, only cancel it.
        """
        if self._question:
            self._question = ""
            self._redraw()
            return
        client = self._session.client
        if self._loading and client is not None and client.live is not None:
            client.live.stop()
        self.dismiss(self._entries)
