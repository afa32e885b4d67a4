"""The screen of the review: matches open rows, and records the user's decisions."""

from __future__ import annotations

import asyncio
from operator import attrgetter, methodcaller
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input

from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.contract.matching import MAX_ROWS, CompanyMatch, MatchCandidate
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.export.files import ExportError, safe_stem
from tui_app.export.match_rows import AS_OBJECTS
from tui_app.export.row_files import RowFile
from tui_app.export.row_writers import Sheet
from tui_app.insight.matching.common_words import is_common_anywhere
from tui_app.insight.matching.names import search_text
from tui_app.insight.matching.scoring import compared
from tui_app.system.language import N_, _
from tui_app.ui.dialogs.full_screen import FullScreen
from tui_app.ui.frame import ENTER, ESCAPE
from tui_app.ui.panes.action import Action, Choice, Menu, steps
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Questions, of_search
from tui_app.ui.remote.value import start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.review.reviewed_list import ReviewedList, detail, rows_of, title
from tui_app.ui.session import ScreenSession
from tui_app.ui.text.drawing import lines, styled, wrapped
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_field import PromptLine, TextField
from tui_app.ui.widgets.text_pane import Scroller, TextPane

_ALL: Final = 999_999_999
"""More rows than a list has."""


class ReviewScreen(FullScreen[None]):
    """The review of a list. Every decision is stored at once, so leaving loses nothing."""

    DEFAULT_CSS = """
    ReviewScreen > TextPane { padding: 0 1; height: auto; }
    #review-panes { layout: horizontal; height: 1fr; }
    #review-rows { width: 46; }
    #review-detail { width: 1fr; border-left: vkey $panel; }
    ReviewScreen.-wide #review-rows { width: 45%; }
    #review-detail TextPane { padding: 0 1; }
    ReviewScreen.-narrow #review-panes { layout: vertical; }
    ReviewScreen.-narrow #review-rows { width: 1fr; height: 1fr; }
    ReviewScreen.-narrow #review-detail { height: 2fr; border-left: none; }
    #review-search { display: none; height: 1; }
    ReviewScreen.-searching #review-search { display: block; }
    """

    def __init__(self, session: ScreenSession, answers: Answers, reviewed: ReviewedList) -> None:
        super().__init__(session, answers)
        self._reviewed = reviewed
        self._chosen = 0
        """The candidate under the cursor."""
        self._found: dict[int, tuple[MatchCandidate, ...]] = {}
        """The results of searches by hand, by the index of the row."""
        self._progress = ""
        self._title = TextPane(self._draw_title)
        self._rows = RowList(lines_per_row=2, id="review-rows")
        self._detail = TextPane(self._draw_detail)
        self._field = TextField(placeholder=_("name, tax id or registry number"))

    def compose_body(self) -> ComposeResult:
        """The title, rows beside the candidates, the field."""
        yield self._title
        with Container(id="review-panes"):
            yield self._rows
            yield Scroller(self._detail, id="review-detail")
        with Container(id="review-search"):
            yield PromptLine(self._field, "/")

    def on_mount(self) -> None:
        """Show what is known, and match the rest."""
        self._show_rows()
        self._rows.focus()
        start(self, self._begin(), description="match a list")

    # Matching

    async def _begin(self) -> None:
        """Match the open rows; if that costs requests, wait for Enter."""
        companies = await self.session.companies()
        if not self._reviewed.open_rows:
            self._redraw()
            return
        uncounted = await companies.uncounted()
        rows = [row for _line, row in self._reviewed.open_rows]
        is_free = uncounted.live is None and not uncounted.allowance.metered
        price = 0 if is_free else self.session.matcher(uncounted).price(rows)
        what = _("match {count} rows").format(count=len(rows))
        self.runner.spend(what, price, self._match, is_in_sight=False)

    def _match(self) -> None:
        start(self, self._match_rows(), description="match a list")

    async def _match_rows(self) -> None:
        open_rows = self._reviewed.open_rows
        companies = await (await self.session.companies()).uncounted()
        answers: dict[int, CompanyMatch] = {}
        done = 0
        self._say_progress(done, len(open_rows))
        matched = self.session.matcher(companies).rows([row for _line, row in open_rows])
        try:
            async for answer in matched:
                answers[open_rows[done][0]] = answer
                done += 1
                if len(answers) == MAX_ROWS:
                    await self._keep(answers)
                    answers = {}
                    self._say_progress(done, len(open_rows))
        except ClientError as error:
            self.say(error_text(error, self.session), "bad")
        finally:
            self._progress = ""
            await self._keep(answers)
            self._show_rows()

    def _say_progress(self, done: int, count: int) -> None:
        self._progress = _("matching: {done} of {count}").format(done=done, count=count)
        self._show_rows()

    async def _keep(self, answers: dict[int, CompanyMatch]) -> None:
        await asyncio.to_thread(self._reviewed.kept.add, answers)

    # Drawing

    @property
    def _at(self) -> int | None:
        """The index of the row under the cursor."""
        row = self._rows.current
        return int(row.key) if row else None

    @property
    def _candidates(self) -> tuple[MatchCandidate, ...]:
        at = self._at
        if at is None:
            return ()
        found = self._reviewed.match(at)
        return self._found.get(at) or (found.candidates if found else ())

    def _show_rows(self) -> None:
        self._rows.show(rows_of(self._reviewed), keep_cursor=True)
        self._redraw()

    def _redraw(self) -> None:
        self._title.draw(self._draw_title)
        self._detail.draw(self._draw_detail)
        self.update_hints()

    def label(self) -> str:
        """The name of the screen, for people."""
        return _("Match {file}").format(file=self._reviewed.name)

    @property
    def position(self) -> object:
        """The row and the candidate under the cursor."""
        return self._at, self._chosen

    def _draw_title(self, width: int) -> Content:
        return lines(wrapped(title(self._reviewed, self._progress), width))

    def _draw_detail(self, width: int) -> Content:
        at = self._at
        if at is None:
            return styled(_("No row with this decision."), "dim")
        return detail(self._reviewed, at, self._candidates, self._chosen, width)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        """Show the first candidate of another row."""
        event.stop()
        self._chosen = 0
        self._redraw()

    def on_row_list_double_clicked(self, event: RowList.DoubleClicked) -> None:
        """Choose the candidate, as Enter does."""
        event.stop()
        self.action_act(ENTER)

    # Keys

    def move(self, by: int) -> None:
        """Rows up or down."""
        self._rows.move(by)

    def page(self, by: int) -> None:
        """A page of rows."""
        self._rows.move(by * self._rows.in_view)

    def turn(self, by: int) -> None:
        """Show another candidate."""
        self._chosen = max(0, min(len(self._candidates) - 1, self._chosen + by))
        self._redraw()

    def why_no_turn(self) -> str:
        """Why no other candidate can be shown."""
        return "" if len(self._candidates) > 1 else _("There is no other candidate.")

    def take(self) -> None:
        """Choose the candidate under the cursor."""
        self._decide(self._candidates[self._chosen])

    def why_no_candidate(self) -> str:
        """Why nothing can be chosen."""
        return "" if self._candidates else _("No candidate: / searches by hand, n chooses none.")

    def take_none(self) -> None:
        """Decide that no company is the right one."""
        self._decide(None)

    def _decide(self, company: MatchCandidate | None) -> None:
        at = self._at
        if at is None:
            return
        index = self._rows.cursor
        self._reviewed.choose(at, company)
        self._chosen = 0
        if self._reviewed.kept.failure:
            text = _("Decisions are not stored: {why}")
            self.say(text.format(why=self._reviewed.kept.failure), "bad")
        self._rows.show(rows_of(self._reviewed), keep_cursor=True)
        # Go to the next row, which has moved up if the filter hides this one.
        stays = any(row.key == str(at) for row in self._rows.rows)
        self._rows.cursor = index + 1 if stays else index
        self._redraw()

    def why_no_undo(self) -> str:
        """Why no decision can be withdrawn."""
        return "" if self._reviewed.can_undo else _("Nothing to undo")

    def undo(self) -> None:
        """Withdraw the newest decision, and go to its row."""
        at = self._reviewed.undo()
        if at is None:
            return
        self._rows.show(rows_of(self._reviewed), keep_cursor=True)
        self._rows.move_to(str(at))
        self._redraw()

    def turn_filter(self) -> None:
        """Show only the rows with the next decision, or all rows."""
        self._reviewed.turn_filter()
        self._chosen = 0
        self._show_rows()

    def search(self) -> None:
        """Search by hand; the field starts with the row's own name."""
        at = self._at
        if at is None:
            return
        self._field.value = search_text(self._reviewed.matched.rows[at].name)
        self.add_class("-searching")
        self._field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the search, at its price."""
        event.stop()
        text, at = event.value.strip(), self._at
        self._end_search()
        if at is None or not text:
            return
        if may_be_personal_code(text):
            self.say(_("Eleven or more digits may be a person's code."), "bad")
            return
        client = self.session.client
        tax_id = client.looked_up(text, fresh=False) if client is not None else None

        def search() -> None:
            start(self, self._search(at, text), description="search by hand")

        self.runner.spend(_("search"), self.answers.price((of_search(text, tax_id),)), search)

    async def _search(self, at: int, text: str) -> None:
        companies: Companies = await self.session.companies()
        answer = await companies.search(text, confirm=True)
        row, companies_found = self._reviewed.matched.rows[at], answer.data[: ops.MAXIMUM_RESULTS]
        self._found[at] = compared(row, companies_found, is_common_anywhere)
        self._chosen = 0
        if not answer.data:
            self.say(_("nothing found"))
        self._redraw()

    def _end_search(self) -> None:
        self.remove_class("-searching")
        self._rows.focus()

    def leave(self) -> None:
        """Leave the field, else go back."""
        if self.has_class("-searching"):
            self._end_search()
        else:
            self.dismiss(None)

    @property
    def questions_of_search(self) -> Questions:
        """What a search by hand asks: any name costs the same."""
        return (of_search(self._reviewed.name, None),)

    # Exporting

    def export_menu(self) -> Menu:
        """The formats of a file with all rows in the current directory."""
        return Menu(_("Export the matched list"), _formats(), self._export)

    def _export(self, how: str) -> None:
        start(self, self._write(how), description="export a list")

    async def _write(self, how: str) -> None:
        try:
            path = await asyncio.to_thread(self._written, how)
        except (ExportError, OSError) as error:
            self.say(_("Nothing was written: {why}").format(why=error), "bad")
        else:
            self.say(_("Written: {path}").format(path=path), "good")

    def _written(self, how: str) -> Path:
        stem = safe_stem(f"{Path(self._reviewed.name).stem} matched")
        file = RowFile(Path.cwd(), stem, how, Sheet(columns=self._reviewed.columns))
        try:
            file.write(self._reviewed.exported(as_objects=how in AS_OBJECTS))
            return file.finish()
        except ExportError:
            file.discard()
            raise

    actions = (
        Action(
            name=ENTER,
            keys="enter",
            label=N_("take"),
            help=N_("Choose the candidate under the cursor"),
            do=methodcaller("take"),
            why_not=methodcaller("why_no_candidate"),
            footer=1,
        ),
        Action(
            name="take_none",
            keys="n",
            label=N_("none"),
            help=N_("Decide that no company is the right one"),
            do=methodcaller("take_none"),
            footer=2,
        ),
        *steps(
            N_("candidate"),
            turn,
            ("candidate_before", "left,h", N_("The candidate before"), -1),
            ("candidate_after", "right,l", N_("The next candidate"), 1),
            footer=3,
            why_not=methodcaller("why_no_turn"),
        ),
        Action(
            name="search",
            keys="slash",
            label=N_("search"),
            help=N_("Search for the company by hand"),
            do=methodcaller("search"),
            questions_of=attrgetter("questions_of_search"),
            footer=4,
        ),
        Action(
            name="filter",
            keys="f",
            label=N_("filter"),
            help=N_("Show only the rows with the next decision, or all rows"),
            do=methodcaller("turn_filter"),
            footer=5,
        ),
        Action(
            name="undo",
            keys="u",
            label=N_("undo"),
            help=N_("Withdraw the newest decision"),
            do=methodcaller("undo"),
            why_not=methodcaller("why_no_undo"),
            footer=6,
        ),
        Action(
            name="export",
            keys="e",
            label=N_("export"),
            help=N_("Write all rows into a file"),
            do=methodcaller("export_menu"),
            footer=7,
        ),
        *steps(
            N_("move"),
            move,
            ("row_down", "down,j", N_("Rows up or down"), 1),
            ("row_up", "up,k", N_("Rows up or down"), -1),
            ("first_row", "home", N_("Rows up or down"), -_ALL),
            ("last_row", "end", N_("Rows up or down"), _ALL),
        ),
        *steps(
            N_("move"),
            page,
            ("rows_down", "pagedown", N_("Rows up or down"), 1),
            ("rows_up", "pageup", N_("Rows up or down"), -1),
        ),
        Action(
            name=ESCAPE,
            keys="escape,q",
            label=N_("back"),
            help=N_("Back to the explorer; every decision is stored"),
            do=methodcaller("leave"),
        ),
    )


def _formats() -> list[Choice]:
    from importlib.util import find_spec

    from tui_app.ui.panes.files import text_formats

    lines = Choice("jsonl", "l", _("JSON Lines"))
    sheet = [Choice("xlsx", "x", _("Spreadsheet"))] if find_spec("xlsxwriter") else []
    return [*text_formats(), lines, *sheet]
