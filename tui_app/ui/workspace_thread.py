"""The workspace in a thread of its own, so that no key waits for the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tui_app.client.answer import AnyAnswer
from tui_app.contract.operations import AnyOperation
from tui_app.system.language import _
from tui_app.workspace.errors import WorkspaceError

if TYPE_CHECKING:
    from tui_app.workspace.workspace import Workspace

T = TypeVar("T")

_log = logging.getLogger(__name__)


class AnswerSource(Protocol):
    """The source of an answer."""

    @property
    def kind(self) -> str:
        """The kind of source."""

    @property
    def invented(self) -> bool:
        """Whether its companies are invented."""


class WorkspaceThread:
    """The workspace, opened on first use.

    If it cannot be used, a message says so, and data are kept in memory until the program ends.
    """

    def __init__(
        self,
        open_workspace: Callable[[], Workspace],
        show_notice: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        """``show_notice`` shows a message; ``changed`` is called when stored data changed."""
        self._open = open_workspace
        self._show_notice = show_notice
        self._changed = changed
        self.keeps_answers = True
        """Whether answers are stored as snapshots; answers about a day in the past are not."""
        self._thread = ThreadPoolExecutor(1, "workspace")
        self._workspace: Workspace | None = None
        self._notices_shown: set[str] = set()
        self._version = 0
        self.is_kept = True
        """Whether written data outlast the program."""
        self.writing = 0
        """Writes that are under way."""
        self.unsaved: dict[str, str] = {}
        """Notes that could not be saved, by tax id: their editor opens with them."""

    async def ask(self, work: Callable[[Workspace], T], instead: T) -> T:
        """The result of ``work``, or ``instead`` if the workspace failed."""
        loop = asyncio.get_running_loop()
        result, notices = await loop.run_in_executor(self._thread, self._do, work, instead)
        if notices:
            self._show_notices(notices)
        return result

    def do(self, work: Callable[[Workspace], object]) -> None:
        """Write something. Never waits; writes run in the order in which they are given."""
        loop = asyncio.get_running_loop()
        self.writing += 1
        future: Future[Any] = self._thread.submit(self._do, work, None)
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._written, done))

    async def look_for_others(self) -> None:
        """Check whether another explorer has written since."""
        version = await self.ask(lambda workspace: workspace.database.version(), self._version)
        if version != self._version:
            self._version = version
            self._changed()

    def keep(
        self,
        source: AnswerSource,
        operation: AnyOperation,
        tax_id: str,
        page: int,
        answer: AnyAnswer,
    ) -> None:
        """Keep an answer about a company as a snapshot with its time."""
        if answer.stale or answer.failure is not None or not self.keeps_answers:
            return

        def work(workspace: Workspace) -> None:
            from tui_app.contract.resources import summary_of
            from tui_app.workspace.snapshots import SectionAnswer, is_watched

            if not is_watched(operation):
                return
            answered = SectionAnswer(
                operation=operation.name, data=answer.data, seen_at=answer.fetched_at, page=page
            )
            workspace.snapshots.record(source.kind, tax_id, [answered])
            if operation.name == "profile":
                workspace.companies.remember(summary_of(answer.data), invented=source.invented)

        self.do(work)

    async def save_notes(self) -> None:
        """Try once more to save the notes that could not be saved.

        A note that was written while its file could not be read is added to the one in the file.
        """
        was_read = self.is_kept
        if self.unsaved and not was_read:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._open_again)
        for tax_id, text in tuple(self.unsaved.items()):

            def save(workspace: Workspace, tax_id: str = tax_id, text: str = text) -> bool:
                base = workspace.notes.text(tax_id) if was_read else ""
                workspace.notes.save(tax_id, text, base=base)
                return True

            if await self.ask(save, instead=False) and self.is_kept:
                del self.unsaved[tax_id]

    async def aclose(self) -> None:
        """Finish pending writes and close the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _written(self, future: Future[tuple[object, tuple[str, ...]]]) -> None:
        self.writing -= 1
        if error := future.exception():
            _log.exception("A write to the workspace failed", exc_info=error)
        elif notices := future.result()[1]:
            self._show_notices(notices)
        if not self.writing:
            self._changed()

    def _show_notices(self, notices: tuple[str, ...]) -> None:
        for notice in notices:
            if notice not in self._notices_shown:
                self._notices_shown.add(notice)
                self._show_notice(notice)

    # The methods below run in the thread.

    def _do(self, work: Callable[[Workspace], T], instead: T) -> tuple[T, tuple[str, ...]]:
        try:
            workspace, notices = self._opened()
            done = work(workspace)
        except WorkspaceError as error:
            return instead, (str(error),)
        return done, (*notices, *workspace.database.pop_notices())

    def _opened(self) -> tuple[Workspace, tuple[str, ...]]:
        if self._workspace is not None:
            return self._workspace, ()
        try:
            self._workspace = self._open()
        except WorkspaceError as error:
            from tui_app.workspace.workspace import Workspace

            self._workspace, self.is_kept = Workspace(None), False
            return self._workspace, (str(error), _("Anything you write now is lost when you quit."))
        return self._workspace, ()

    def _open_again(self) -> None:
        with suppress(WorkspaceError):
            self._workspace, self.is_kept = self._open(), True

    def _close(self) -> None:
        if self._workspace is not None:
            self._workspace.database.close()
