"""The explorer for tests: the real program on the real service with the sample."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from tests.ui import painting
from tests.ui.painting import lines_of
from tui_app.cli.command_line import complete_line, read_line
from tui_app.cli.main import main
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.sources.matching import ListMatch
from tui_app.ui.app import FirmetermApp
from tui_app.ui.app_context import AppContext
from tui_app.ui.lists import LISTS
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.panes.base import PaneKind
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.base import Section
from tui_app.ui.session import FirstView, LineCommand, ListToMatch, MatchStorage, Source
from tui_app.ui.terminal.capabilities import Terminal
from tui_app.workspace.workspace import Workspace

TODAY = dt.date(2026, 11, 20)
NORMAL = (120, 40)
NARROW = (80, 24)
_PATIENCE = 60.0
"""Seconds after which a test gives up waiting: a machine under load is slow."""
_LOOKS = 0.003
"""Seconds between two looks. The pilot's own pause sends a message to every widget."""
_WITHOUT_A_FRAME = 0.2
"""Seconds after which the screen is read again though no frame was due."""


def program(
    settings: Settings | None = None,
    *,
    connect: Callable[[Settings], Companies] = source.connect,
    terminal: Terminal | None = None,
    location_file: Path | None = None,
    workspace: Path | None = None,
    lists: tuple[PaneKind[ListPane], ...] = LISTS,
    sections: tuple[PaneKind[Section], ...] = SECTIONS,
    text: str = "",
    tab: str = "",
    to_match: ListToMatch | None = None,
    line: LineCommand | None = None,
    match_storage: MatchStorage | None = None,
) -> FirmetermApp:
    """A program that was not started yet; nothing in it depends on this machine or this day.

    ``location_file`` is for the source of the settings; other sources have theirs beside it.
    """
    chosen = settings or Settings()

    def location_file_of(other: Settings) -> Path | None:
        if location_file is None or source.id_of(other) == source.id_of(chosen):
            return location_file
        return location_file.with_name(f"location-{source.id_of(other)}.json")

    return FirmetermApp(
        AppContext(
            connect=connect,
            describe=lambda settings: Source(
                name=source.name_of(settings),
                welcome=source.welcome(settings),
                dated=source.dated(settings),
                invitation=source.invitation(settings),
                embedded=source.kind_of(settings) is not source.SourceKind.REMOTE,
                kind=source.kind_of(settings).value,
                invented=source.kind_of(settings) is source.SourceKind.SAMPLE,
            ),
            settings=chosen,
            terminal=terminal or Terminal(term="xterm-256color"),
            location_file=location_file_of,
            open_workspace=lambda: Workspace(workspace, private=chosen.private),
            today=lambda: TODAY,
            read_line=partial(read_line, main),
            complete_line=partial(complete_line, main),
            matcher=ListMatch,
            match_storage=lambda settings: match_storage or MatchStorage(),
            first_view=FirstView(text=text, tab=tab, to_match=to_match, line=line),
            lists=lists,
            sections=sections,
        )
    )


class User:
    """Somebody at the keyboard."""

    def __init__(self, app: FirmetermApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys and wait until everything they asked for is there, and the hints are, too."""
        for key in keys:
            await self.pilot.press(key)
            await self.when(lambda: not self.app.workspace_thread.writing)
        await self.idle()
        self.check_hints()

    async def insist(self, key: str) -> None:
        """Press a key, and Enter where that is what it waits for."""
        await self.press(key)
        if self.app.explorer.foot.notice.waits:
            await self.press("enter")

    async def type(self, text: str) -> None:
        """Type into the field that has the keys."""
        named = {" ": "space", "/": "slash", ".": "full_stop", "-": "minus", ",": "comma"}
        await self.press(*(named.get(character, character) for character in text))

    async def paste(self, text: str) -> None:
        """Put a text into the field that has the keys: one question, however fast this machine."""
        field = self.app.focused
        assert isinstance(field, Input)
        field.value = text
        await self.pilot.pause()
        pane = self.app.explorer.list
        if isinstance(pane, SearchList | ScreeningList) and pane.is_waiting:
            pane.ask()  # as at the end of the quiet time, which texts that come so fast lengthen
        await self.idle()

    async def search(self, text: str) -> None:
        """Search for a text from wherever we are."""
        if not isinstance(self.app.focused, Input):
            await self.pilot.press("slash")
        await self.paste(text)

    async def idle(self) -> None:
        """Wait until no question is open and the screen has come to rest."""
        deadline = time.monotonic() + _PATIENCE
        await self.pilot.pause()
        while time.monotonic() < deadline:
            if not self.is_waiting():
                await self.pilot.pause()
                if not self.is_waiting():
                    return
            await asyncio.sleep(_LOOKS)
        raise AssertionError(f"never came to rest: {self.is_waiting()}\n{self.screen}")

    def check_hints(self) -> None:
        """See that at rest the footer and tabs show what an update would show."""
        explorer = self.app.explorer
        client = self.app.client
        if self.app.screen is not explorer or (client is not None and client.live is not None):
            return  # a live source's price falls by itself
        shown = explorer.foot.line.plain, explorer.detail.tabs.tabs
        explorer.hints.show()
        assert shown == (explorer.foot.line.plain, explorer.detail.tabs.tabs)

    async def until(self, text: str) -> None:
        """Wait until a text is on the screen."""
        deadline = time.monotonic() + _PATIENCE
        frames, drawn = -1, 0.0
        while (now := time.monotonic()) < deadline:
            # Drawing takes longer than looking whether there was a frame since.
            if painting.frames != frames or now > drawn + _WITHOUT_A_FRAME:
                frames, drawn = painting.frames, now
                if text in self.screen:
                    return
            await asyncio.sleep(_LOOKS)
        raise AssertionError(f"never shown: {text}\n{self.screen}")

    async def when(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.screen
            await asyncio.sleep(_LOOKS)

    def is_waiting(self) -> str:
        """What is still open or changes on the screen; empty if nothing."""
        explorer = self.app.explorer
        lists = (explorer.lists["search"], explorer.lists.get("screen"))
        questions = [explorer.detail.profile]
        for section in explorer.detail.sections.values():
            questions += section.values
        if self.app.workspace_thread.writing:
            return "the workspace is written"
        for worker in self.app.workers:
            if not worker.is_finished:
                return f"{worker}"
        if self.app.screen is explorer and not explorer.are_hints_shown:
            return "hints are not shown"
        for pane in lists:
            if isinstance(pane, SearchList | ScreeningList) and pane.is_waiting:
                return f"{pane.tab} was typed and not sent"
        if explorer.cursor_sync.preview is not None or explorer.detail.is_waiting:
            return "the preview or a tab"
        if any(question.is_pending for question in questions):
            return "an answer about the company"
        return "the layout of the tab" if self._is_laid_out_late else ""

    @property
    def _is_laid_out_late(self) -> bool:
        """Whether the tab that is shown does not yet have the room its text needs."""
        detail = self.app.explorer.detail
        section, text_pane = detail.section, detail.section.text_pane
        if not detail.region.area:
            return False
        if not section.region.area or section._size != section.region.size:
            return True
        text = text_pane._content(text_pane.size.width or section.region.width).plain
        return text_pane.size.height != (text.count("\n") + 1 if text else 0)

    @property
    def new_list(self) -> NewList:
        """The list of companies registered on a day."""
        pane = self.app.explorer.lists["new"]
        assert isinstance(pane, NewList)
        return pane

    @property
    def screen(self) -> str:
        """The text on the screen, line by line."""
        return "\n".join("".join(segment.text for segment in strip) for strip in lines_of(self.app))


@contextlib.asynccontextmanager
async def explore(
    app: FirmetermApp | None = None, size: tuple[int, int] = NORMAL
) -> AsyncIterator[User]:
    """Open the explorer, ready and connected."""
    opened = app or program()
    async with opened.run_test(size=size) as pilot:
        user = User(opened, pilot)
        await user.idle()
        yield user
