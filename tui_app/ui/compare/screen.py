"""The Compare screen: loads the missing data and draws the comparison."""

from __future__ import annotations

import asyncio
import datetime as dt
import shlex
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from textual.content import Content
from textual.widget import Widget

from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.contract.operations import AnyOperation
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.charts.data import LinesData
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.compare import ALWAYS, MIN_COMPARED, questions_of
from tui_app.ui.compare.table import (
    Compared,
    all_years,
    blocks,
    draw_blocks,
    draw_names,
    turnover_index,
    turnover_lines,
    turnover_logarithm,
)
from tui_app.ui.dialogs.full_screen import FullScreen
from tui_app.ui.panes.action import Action, Choice, Menu, steps
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Question, Questions, about
from tui_app.ui.remote.value import Progressed, start
from tui_app.ui.remote.wording import error_text, loading_text
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.text_pane import Scroller, TextPane

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.ui.session import ScreenSession

_CHART_ROWS: Final = 12


class TurnoverChart(Struct, frozen=True):
    """One of the charts of the turnover; ``data`` is ``None`` where the companies have none."""

    label: str
    data: Callable[[Sequence[Compared]], LinesData | None]


_VIEWS: Final = (
    TurnoverChart(N_("amounts"), turnover_lines),
    TurnoverChart(N_("index"), turnover_index),
    TurnoverChart(N_("logarithm"), turnover_logarithm),
)

_EXPORTED: Final = ("group", "label")
"""The first columns in a file."""


class CompareScreen(FullScreen[list[CompanyEntry]]):
    """Returns the companies that remain, so that others can be added."""

    DEFAULT_CSS = """
    CompareScreen > TextPane { padding: 0 1; height: auto; }
    CompareScreen Scroller TextPane { padding: 0 1; }
    """

    def __init__(
        self, session: ScreenSession, answers: Answers, entries: list[CompanyEntry]
    ) -> None:
        super().__init__(session, answers)
        self._held = [entry.tax_id for entry in entries]
        self._entries = entries
        self._removed: list[tuple[int, CompanyEntry]] = []
        """The companies that were removed, each with its index."""
        self._problems: dict[str, str] = {}
        """Why data of a company could not be loaded, by tax id."""
        self._vat_seen_on: dict[str, dt.date | None] = {}
        self.before_removal: list[CompanyEntry] = []
        """The companies before the last one was removed."""
        self._chosen = 0
        self._loading = 0
        self._with_cases = False
        """Whether the user wanted court cases, which cost requests."""
        self._view = _VIEWS[0]
        """What the chart shows."""
        self._title = TextPane(self._draw_title)
        self._names = TextPane(self._draw_names)
        self._table = TextPane(self._draw_table)
        self._scroller = Scroller(self._table)

    def compose_body(self) -> Iterable[Widget]:
        """The names above the table."""
        yield self._title
        yield self._names
        yield self._scroller

    def on_mount(self) -> None:
        """Load the missing data."""
        for tax_id in self._held:
            self.answers.hold(tax_id)
        self.answers.observe(self._answer_arrived)
        self._scroller.focus()
        self._load(*self._wanted)

    def on_unmount(self) -> None:
        """Keep the answers no longer."""
        self.answers.stop_observing(self._answer_arrived)
        for tax_id in self._held:
            self.answers.release(tax_id)

    @property
    def _tax_ids(self) -> list[str]:
        return [entry.tax_id for entry in self._entries]

    @property
    def _companies(self) -> list[Compared]:
        return [
            Compared(
                entry=entry,
                loaded=self.answers.loaded(entry.tax_id),
                vat_seen_on=self._vat_seen_on.get(entry.tax_id),
                problem=self._problems.get(entry.tax_id, ""),
            )
            for entry in self._entries
        ]

    @property
    def _wanted(self) -> tuple[AnyOperation, ...]:
        return (*ALWAYS, *([ops.COURT_CASES] if self._with_cases else []))

    @property
    def is_loading(self) -> bool:
        """Whether a request is under way."""
        return self._loading > 0

    def _answer_arrived(self, tax_id: str, _question: Question | None) -> None:
        """Show what another place has loaded; what was asked here is shown together."""
        if tax_id in self._tax_ids and not self.is_loading:
            self._draw_all()

    def _load(self, *operations: AnyOperation, fresh: bool = False) -> None:
        self._loading += 1
        self._title.draw(self._draw_title)
        start(self, self._load_all(operations, fresh=fresh), description="compare")

    async def _load_all(self, operations: tuple[AnyOperation, ...], *, fresh: bool) -> None:
        try:
            with suppress(ClientError):  # shown for each company
                # All profiles in one request, if the source can.
                companies = await self.session.companies()
                await companies.prepare(self._tax_ids, fresh=fresh)
            await asyncio.gather(
                *(self._load_company(each, operations, fresh=fresh) for each in self._tax_ids)
            )
        finally:
            self._loading -= 1
            self._draw_all()

    async def _load_company(
        self, tax_id: str, operations: tuple[AnyOperation, ...], *, fresh: bool
    ) -> None:
        """Load the data to compare; court cases, too, if they are free."""
        answers, session = self.answers, self.session
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

    def _draw_all(self) -> None:
        self._title.draw(self._draw_title)
        self._names.draw(self._draw_names)
        self._table.draw(self._draw_table)
        self.update_hints()

    def label(self) -> str:
        """The name of the screen, for people."""
        return _("Compare")

    @property
    def position(self) -> object:
        """The companies, and the chosen one."""
        return self._chosen, tuple(self._tax_ids)

    def _draw_title(self, width: int) -> Content:
        count = len(self._entries)
        text = ngettext("Compare {count} company", "Compare {count} companies", count)
        title = styled(text.format(count=count), "strong")
        progress = next(reversed(self.session.progress.values()), "")
        return title + styled(f" · {loading_text(progress)}" if self._loading else "", "dim")

    def on_progressed(self, event: Progressed) -> None:
        """Show the progress of a slow answer."""
        self._title.draw(self._draw_title)

    @property
    def questions_of_cases(self) -> Questions:
        """The first page of court cases of each company."""
        return tuple(about(ops.COURT_CASES, tax_id) for tax_id in self._tax_ids)

    @property
    def questions_of_reload(self) -> Questions:
        """Everything that is compared, bypassing the cache."""
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
        table = blocks(companies, self.session.today())
        drawn = list(draw_blocks(table, len(companies), self._chosen, width))
        return lines([*problems, *self._chart(companies, width), *drawn])

    def _chart(self, companies: list[Compared], width: int) -> list[Content]:
        if len(all_years(companies)) < MIN_COMPARED:
            return []
        style = self.session.chart_style
        data = self._view.data(companies) or turnover_lines(companies)
        return [draw_lines(data, width, max(_CHART_ROWS, self.size.height // 3), style), Content()]

    def _next_view(self) -> TurnoverChart:
        """The chart after the one that is shown: one that these companies can have."""
        at = _VIEWS.index(self._view)
        companies = self._companies
        return next(v for v in (*_VIEWS[at + 1 :], *_VIEWS) if v.data(companies) is not None)

    def name_next_view(self) -> str:
        """The name of the chart that the key leads to."""
        return _(self._next_view().label)

    def show_next_view(self) -> None:
        """Chart growth from the same 100, amounts on a logarithmic scale, or amounts."""
        before, self._view = self._view, self._next_view()
        if before is _VIEWS[0] and turnover_index(self._companies) is None:
            self.say(_("No year has a turnover of every company."), "warn")
        self._draw_all()

    def choose(self, by: int) -> None:
        """Choose another column."""
        self._chosen = max(0, min(len(self._entries) - 1, self._chosen + by))
        self._draw_all()

    def scroll(self, by: int) -> None:
        """Scroll the table."""
        self._scroller.scroll_relative(y=by, animate=False)

    def remove_chosen(self) -> None:
        """Remove the chosen company; a comparison needs two."""
        self.before_removal = list(self._entries)
        self._removed.append((self._chosen, self._entries.pop(self._chosen)))
        self._chosen = min(self._chosen, len(self._entries) - 1)
        if len(self._entries) < MIN_COMPARED:
            self.leave()
        else:
            self._draw_all()

    def why_no_undo(self) -> str:
        """Why nothing can be put back."""
        return "" if self._removed else _("Nothing to undo")

    def undo(self) -> None:
        """Put the last removed company back."""
        index, company = self._removed.pop()
        self._entries.insert(index, company)
        self._chosen = index
        self._draw_all()

    def reload(self) -> None:
        """Load everything again, bypassing the cache."""
        self._load(*self._wanted, fresh=True)

    def load_cases(self) -> None:
        """Load the first court cases of each company."""
        self._with_cases = True
        self._load(ops.COURT_CASES)

    def why_no_cases(self) -> str:
        """Why there are no court cases to load."""
        return "" if self.answers.price(self.questions_of_cases) else _("Everything is loaded.")

    @property
    def _as_table(self) -> Table:
        """The comparison as rows for a file or the clipboard."""
        from tui_app.export.tables import Table

        companies = self._companies
        names = (f"{each.name} ({each.entry.tax_id})" for each in companies)
        compared = blocks(companies, self.session.today())
        rows = tuple((b.title, row.label, *row.cells) for b in compared for row in b.rows)
        return Table(_("comparison"), (*_EXPORTED, *names), rows)

    def copy_menu(self) -> Menu:
        """The comparison as a Markdown table, or the line that opens it."""
        from tui_app.export.tables import render

        line = shlex.join(["compare", *self._tax_ids])

        def copy(what: str) -> None:
            if what == "view":
                self.session.copy(line, _("the line that opens this view (:)"))
            else:
                self.session.copy(render(self._as_table, "md"), _("the comparison"))

        choices = [
            Choice("table", "m", "Markdown"),
            Choice("view", "v", _("the line that opens this view (:)"), line),
        ]
        return Menu(_("Copy"), choices, copy)

    def export_menu(self) -> Menu:
        """The formats of a file with the comparison."""
        from tui_app.ui.panes.files import text_formats, write_table

        table = self._as_table
        title = _("Export {what}").format(what=table.title)
        return Menu(title, text_formats(), partial(write_table, self.session, table))

    def leave(self) -> None:
        """Go back to the list; the companies stay chosen, so that others can be added.

        A live source sends no further requests for them.
        """
        client = self.session.client
        if self._loading and client is not None and client.live is not None:
            client.live.stop()
        self.dismiss(self._entries)

    actions = (
        *steps(
            N_("column"),
            choose,
            ("column_left", "left,h", N_("The company to the left"), -1),
            ("column_right", "right,l", N_("The company to the right"), 1),
            footer=9,
        ),
        Action(
            name="index",
            keys="i",
            label=N_("index"),
            help=N_("Chart the growth from the same 100, a logarithmic scale, or the amounts"),
            do=methodcaller("show_next_view"),
            says=methodcaller("name_next_view"),
            footer=3,
        ),
        Action(
            name="remove_company",
            keys="x",
            label=N_("remove"),
            help=N_("Take the chosen company out of the comparison"),
            do=methodcaller("remove_chosen"),
            footer=4,
        ),
        Action(
            name="add_company",
            keys="a",
            label=N_("add"),
            help=N_("Go back to the list and add another company"),
            do=methodcaller("leave"),
            footer=5,
        ),
        Action(
            name="court_cases",
            keys="s",
            label=N_("court cases"),
            help=N_("Load the first court cases of each company"),
            do=methodcaller("load_cases"),
            why_not=methodcaller("why_no_cases"),
            questions_of=attrgetter("questions_of_cases"),
            footer=1,
        ),
        Action(
            name="reload",
            keys="r",
            label=N_("refresh"),
            help=N_("Load everything again, bypassing the cache"),
            do=methodcaller("reload"),
            questions_of=attrgetter("questions_of_reload"),
            footer=2,
        ),
        Action(
            name="copy",
            keys="y",
            label=N_("copy"),
            help=N_("Copy the comparison"),
            do=methodcaller("copy_menu"),
            footer=6,
        ),
        Action(
            name="export",
            keys="e",
            label=N_("export"),
            help=N_("Write the comparison into a file"),
            do=methodcaller("export_menu"),
            footer=7,
        ),
        Action(
            name="undo",
            keys="u",
            label=N_("undo"),
            help=N_("Put the last removed company back"),
            do=methodcaller("undo"),
            why_not=methodcaller("why_no_undo"),
            footer=8,
        ),
        *steps(N_("down"), scroll, ("line_down", "j", N_("Scroll down"), 1)),
        *steps(N_("up"), scroll, ("line_up", "k", N_("Scroll up"), -1)),
        Action(
            name="escape",
            keys="escape,q,c",
            label=N_("back"),
            help=N_("Back to the list"),
            do=methodcaller("leave"),
        ),
    )
