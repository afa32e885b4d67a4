"""Companies of a test's own in the real explorer: many in one, with the answers they are given."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content

from tests.ui.sections.parts import FIRM, NOW
from tests.ui.user import NORMAL, User, explore, program
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.sources import source
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.text.drawing import STYLES
from tui_app.ui.widgets.row_list import Row, RowList

OFFERED = (ops.PEERS, ops.CONNECTIONS, ops.HISTORY, ops.PUBLIC_MONEY)
"""What the server has beside what every server has."""


def words_of(row: Row) -> str:
    """The lines of a row, each with single blanks."""
    sides = (
        [" ".join("".join(piece.text for piece in side).split()) for side in line]
        for line in row.lines
    )
    return " / ".join(" | ".join(filter(None, each)) for each in sides)


_NAMES = {style: name for name, style in STYLES.items()}


def marked(content: Content) -> str:
    """A text in which each piece with a style of its own is between marks that name it."""
    styles: list[tuple[str, ...]] = [()] * len(content.plain)
    for span in content.spans:
        name = _NAMES.get(str(span.style), str(span.style))
        for at in range(span.start, min(span.end, len(styles))):
            styles[at] = (*styles[at], name)
    lines, begin = [], 0
    for line in content.plain.split("\n"):
        pairs = zip(line, styles[begin : begin + len(line)], strict=True)
        pieces = []
        for style, run in groupby(pairs, key=itemgetter(1)):
            text = "".join(each for each, _style in run)
            pieces.append(f"<{' '.join(style)}|{text}>" if style else text)
        lines.append("".join(pieces).rstrip())
        begin += len(line) + 1
    return "\n".join(lines)


def marked_row(row: Row) -> str:
    """A row as above: its key, and the pieces of its lines."""
    lines = []
    for line in row.lines:
        sides = [
            "".join(f"<{each.style}{' ' * bool(each.link)}{each.link}|{each.text}>"
                    for each in side if each.text)
            for side in line
        ]  # fmt: skip
        lines.append(" … ".join(filter(None, sides)))
    return f"{row.key}: " + "\n    ".join(lines)


class Desk:
    """One explorer, in which a company after the other is opened."""

    def __init__(self, user: User) -> None:
        self.user = user
        # Any: the data of an operation, its whole answer, a failure, or what it waits for.
        self.given: dict[tuple[str, int], Any] = {}
        self.asked: list[tuple[str, int]] = []
        """The operations and pages of the company that is shown, as they were asked."""
        self.tax_id = "100"

    @property
    def detail(self) -> DetailPane:
        return self.user.app.explorer.detail

    @property
    def section(self) -> Section:
        return self.detail.section

    @property
    def drawn(self) -> Content:
        content = self.section.text_pane.render()
        assert isinstance(content, Content)
        return content

    @property
    def text(self) -> str:
        """The text of the tab, its blanks single, each line for itself."""
        return "\n".join(" ".join(line.split()) for line in self.drawn.plain.split("\n"))

    @property
    def row_list(self) -> RowList:
        rows = self.section.focus_target
        assert isinstance(rows, RowList)
        return rows

    @property
    def rows(self) -> list[str]:
        return [words_of(row) for row in self.row_list.rows]

    @property
    def picture(self) -> str:
        """The head of the company, the text of the tab and its rows, with their styles."""
        head = self.detail.header.render()
        assert isinstance(head, Content)
        parts = [marked(head), "", marked(self.drawn)]
        if isinstance(self.section.focus_target, RowList):
            parts += ["", *map(marked_row, self.row_list.rows)]
        return "\n".join(parts)

    async def show(
        self, tab: str, answers: Mapping[Any, Any] | None = None, *,
        profile: Any = FIRM, entry: CompanyEntry | None = None, wait: bool = True,
    ) -> None:  # fmt: skip
        """Open a new company on a tab. ``answers``: by operation, or operation and page."""
        self.tax_id = str(int(self.tax_id) + 1)
        self.give(answers or {}, profile=profile)
        self.asked.clear()
        shown = entry or CompanyEntry(tax_id=self.tax_id, name="ANA DIN LISTA")
        self.tax_id = shown.tax_id
        self.detail.show(shown, LoadLevel.OPEN)
        self.detail.choose(tab)
        self.section.focus_target.focus()
        if wait:
            await self.user.idle()

    def give(self, answers: Mapping[Any, Any], *, profile: Any = FIRM) -> None:
        """Answer so from now on."""
        self.given = {(ops.PROFILE.name, 1): profile}
        for key, value in answers.items():
            operation, page = key if isinstance(key, tuple) else (key, 1)
            self.given[operation.name, page] = value

    async def press(self, *keys: str) -> None:
        await self.user.pilot.press(*keys)
        await self.user.idle()
        self.check_shown()

    async def resize(self, width: int, height: int) -> None:
        await self.user.pilot.resize_terminal(width, height)
        await self.user.idle()
        self.check_shown()

    def check_shown(self) -> None:
        """See that at rest the company's head, the text and the rows are as a drawing now is."""
        section: Any = self.section
        for pane, draw in ((self.detail.header, self.detail._draw_header),
                           (section.text_pane, section.draw_text)):  # fmt: skip
            if width := pane.content_size.width:
                assert pane.render().is_same(draw(width)), (pane.render(), draw(width))
        if isinstance(section.focus_target, RowList):
            rows, cursor = self.row_list.rows, self.row_list.cursor
            assert {len(row.lines) for row in rows} <= {self.row_list._height}
            home = section._home_view if self.detail.shows_home else None
            (home.show if home else getattr(section, "_show_rows", section.show_rows))()
            assert (rows, cursor) == (self.row_list.rows, self.row_list.cursor)

    async def answer(self, operation: ops.AnyOperation, raw: Mapping[str, str] | None) -> Any:
        page = int((raw or {}).get("page", 1))
        self.asked.append((operation.name, page))
        found = self.given.get((operation.name, page))
        if isinstance(found, asyncio.Event):
            await found.wait()
            found = self.given.get((operation.name, page))
        if isinstance(found, Exception):
            raise found
        if isinstance(found, Answer):
            return found
        if found is None:
            found = operation.result()
        return Answer(data=found, fetched_at=NOW)


@contextlib.asynccontextmanager
async def desk(
    size: tuple[int, int] = NORMAL, *, offered: tuple[ops.AnyOperation, ...] = OFFERED,
    workspace: Path | None = None, settings: Settings | None = None,
    connect: Callable[[Settings], Companies] = source.connect,
) -> AsyncIterator[Desk]:  # fmt: skip
    """The explorer at a server that answers what the test says."""
    names = {each.name for each in offered}
    made: list[Desk] = []

    # Any: whatever is asked.
    async def ask(
        _client: Companies, operation: Any, tax_id: Any = "", raw: Any = None, **_how: Any
    ) -> Any:
        return await made[0].answer(operation, raw)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Companies, "ask", ask)
        patch.setattr(Companies, "answers_extension", lambda _client, each: each.name in names)
        chosen = settings or Settings(base_url="http://127.0.0.1:9")
        async with explore(program(chosen, workspace=workspace, connect=connect), size) as user:
            made.append(Desk(user))
            yield made[0]
