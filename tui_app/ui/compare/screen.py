"""The Compare screen: loads the missing data and draws the comparison."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from tui_app.client.errors import ClientError
from tui_app.system.language import _, ngettext, with_named_keys
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.compare import MIN_COMPARED
from tui_app.ui.compare.drawing import draw_blocks, draw_names, key_line
from tui_app.ui.compare.loading import load, price_of, price_of_cases
from tui_app.ui.compare.rows import Compared, all_years, blocks, turnover_lines
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.facts import LoadedData
from tui_app.ui.panes.menu import Choice
from tui_app.ui.remote.price import confirmation, is_affordable
from tui_app.ui.remote.progress import Progressed
from tui_app.ui.remote.wording import loading_text
from tui_app.ui.remote.workers import start
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.minimum_size import MinimumSizeScreen
from tui_app.ui.widgets.scroller import Scroller
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.export.tables import Table
    from tui_app.ui.app import FirmetermApp

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
        Binding("y", "copy", show=False),
        Binding("e", "export", show=False),
        Binding("enter", "confirm", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(self, program: FirmetermApp, entries: list[CompanyEntry]) -> None:
        super().__init__()
        self._program = program
        self._companies = [Compared(entry=entry, loaded=LoadedData({})) for entry in entries]
        self._removed: list[tuple[int, Compared]] = []
        """The companies that were removed, each with its place."""
        self.before_removal: list[CompanyEntry] = []
        """The companies before the last one was removed."""
        self._chosen = 0
        self._loading = 0
        self._newest = 0
        """The number of the newest load."""
        self._cases = False
        """Whether to load court cases, which costs requests."""
        self._question = ""
        """The question that Enter confirms and Esc cancels; empty if there is none."""
        self._confirmed: Callable[[], None] = self._redraw
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
        self._scroller.focus()
        self._load(fresh=False)

    @property
    def _tax_ids(self) -> list[str]:
        return [each.entry.tax_id for each in self._companies]

    @property
    def is_loading(self) -> bool:
        """Whether a request is under way."""
        return self._loading > 0

    def _load(self, *, fresh: bool) -> None:
        self._loading += 1
        self._newest += 1
        self._title.draw(self._draw_title)
        work = self._ask(self._newest, fresh=fresh)
        start(self, work, group="compare", description="compare")

    async def _ask(self, number: int, *, fresh: bool) -> None:
        """Load all companies; answers that arrive after a newer load began are not shown."""
        try:
            await self._prepare(fresh=fresh)
            requested = [
                load(self._program, each.entry, cases=self._cases, fresh=fresh)
                for each in self._companies
            ]
            for done in asyncio.as_completed(requested):
                company = await done
                if number != self._newest:
                    continue
                self._replace(company)
        finally:
            self._loading -= 1
            self._redraw()

    def _replace(self, loaded: Compared) -> None:
        """Show a loaded company, or keep it if it was removed meanwhile: it may come back."""
        for place, each in enumerate(self._companies):
            if each.entry.tax_id == loaded.entry.tax_id:
                self._companies[place] = loaded
        self._removed = [
            (place, loaded if each.entry.tax_id == loaded.entry.tax_id else each)
            for place, each in self._removed
        ]

    async def _prepare(self, *, fresh: bool) -> None:
        """Load all profiles in one request, if the source can; a failure is shown per company."""
        with suppress(ClientError):
            companies = await self._program.companies()
            await companies.prepare(self._tax_ids, fresh=fresh)

    def _redraw(self) -> None:
        self._message = Content()
        self._title.draw(self._draw_title)
        self._names.draw(self._draw_names)
        self._table.draw(self._draw_table)
        self._keys.draw(self._draw_keys)

    def _draw_title(self, width: int) -> Content:
        count = len(self._companies)
        text = ngettext("Compare {count} company", "Compare {count} companies", count)
        title = styled(text.format(count=count), "strong")
        if self._program.source.invented:
            title += styled(" · " + _("invented data"), "warn")
        progress = next(reversed(self._program.progress.values()), "")
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
        client = self._program.client
        if self._question:
            return paragraph(self._question, width, "warn")
        if client is None:
            return key_line(None, 0, 0, width)
        cases = price_of_cases(client, self._tax_ids)
        again = price_of(client, self._tax_ids, cases=self._cases, fresh=True)
        return key_line(client, cases, again, width)

    def _draw_names(self, width: int) -> Content:
        return lines(draw_names(self._companies, self._chosen, width))

    def _draw_table(self, width: int) -> Content:
        problems = [
            paragraph(f"{each.name}: {each.problem}", width, "bad")
            for each in self._companies
            if each.problem
        ]
        table = blocks(self._companies, self._program.today())
        drawn = list(draw_blocks(table, len(self._companies), self._chosen, width))
        return lines([*problems, *self._chart(width), *drawn])

    def _chart(self, width: int) -> list[Content]:
        if len(all_years(self._companies)) < MIN_COMPARED:
            return []
        style = self._program.chart_style
        return [draw_lines(turnover_lines(self._companies), width, _CHART_ROWS, style), Content()]

    def action_choose(self, by: int) -> None:
        """Choose another column."""
        self._question = ""
        self._chosen = max(0, min(len(self._companies) - 1, self._chosen + by))
        self._redraw()

    def action_scroll(self, by: int) -> None:
        """Scroll the table."""
        self._scroller.scroll_relative(y=by, animate=False)

    def action_remove(self) -> None:
        """Remove the chosen company; a comparison needs two."""
        self._question = ""
        self.before_removal = [each.entry for each in self._companies]
        self._removed.append((self._chosen, self._companies[self._chosen]))
        del self._companies[self._chosen]
        self._chosen = min(self._chosen, len(self._companies) - 1)
        if len(self._companies) < MIN_COMPARED:
            self.action_leave()
        else:
            self._redraw()

    def action_undo(self) -> None:
        """Put the last removed company back."""
        if self._removed:
            place, company = self._removed.pop()
            self._companies.insert(place, company)
            self._chosen = place
            self._redraw()

    def action_reload(self) -> None:
        """Load everything again, bypassing the cache."""
        client = self._program.client
        if client is not None:
            price = price_of(client, self._tax_ids, cases=self._cases, fresh=True)
            self._spend(_("refresh"), price, lambda: self._load(fresh=True))

    def action_load_cases(self) -> None:
        """Load the first court cases of each company."""
        client = self._program.client
        if client is not None:
            price = price_of_cases(client, self._tax_ids)
            self._spend(_("court cases"), price, self._load_cases)

    def _spend(self, what: str, price: int, run: Callable[[], None]) -> None:
        """Run something at once, or after Enter confirms it if it costs too much."""
        if is_affordable(price, self._program.client):
            run()
            return
        keys = {"open": with_named_keys("⏎"), "escape": "Esc"}
        self._question, self._confirmed = confirmation(what, price, **keys), run
        self._redraw()

    def action_confirm(self) -> None:
        """Run the action that waits for Enter."""
        if self._question:
            self._question = ""
            self._confirmed()
            self._redraw()

    def _load_cases(self) -> None:
        self._cases = True
        self._load(fresh=False)

    @property
    def _as_table(self) -> Table:
        """The comparison as rows for a file or the clipboard."""
        from tui_app.export.tables import Table

        names = (f"{each.name} ({each.entry.tax_id})" for each in self._companies)
        compared = blocks(self._companies, self._program.today())
        rows = tuple((b.title, row.label, *row.cells) for b in compared for row in b.rows)
        return Table(_("comparison"), (*_EXPORTED, *names), rows)

    def action_copy(self) -> None:
        """Copy the comparison as a Markdown table, or the line that opens it."""
        from tui_app.export.tables import render
        from tui_app.ui.dialogs.choice import ChoiceScreen

        line = shlex.join(["compare", *(each.entry.tax_id for each in self._companies)])

        def copy(what: str | None) -> None:
            if what == "view":
                self._program.copy(line, _("the line that opens this view (:)"))
            elif what is not None:
                self._program.copy(render(self._as_table, "md"), _("the comparison"))

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
                write_table(self._program, table, how)

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
        client = self._program.client
        if self._loading and client is not None and client.live is not None:
            client.live.stop()
        self.dismiss([each.entry for each in self._companies])
