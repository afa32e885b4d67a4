"""How a pane asks the server: the worker, the newest question only, failure as a state."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError
from tui_app.language import N_, _, ngettext
from tui_app.ui.remote.hints import hint_of
from tui_app.ui.text import formatting as fmt
from tui_app.ui.timings import BUSY

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Phase(StrEnum):
    """Where a question stands."""

    IDLE = "idle"
    WAITING = "waiting"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class RemoteValue(Generic[T]):
    """One thing a pane wants to know. The newest asking counts; older answers are ignored.

    A request that was sent is never cancelled: it was paid for, and its answer is kept by
    the client. What was not sent yet is dropped by ``drop`` or by asking anew, also what
    waits to be repeated or for its turn. ``answer``
    stays what it was until a new one is there. ``changed`` is called on the screen's loop
    whenever the state did.
    """

    def __init__(self, pane: Widget, name: str, changed: Callable[[], None]) -> None:
        self.pane = pane
        self._name = name
        self._changed = changed
        self._number = 0
        self._asking: Worker[None] | None = None
        self.phase = Phase.IDLE
        self.answer: Answer[T] | None = None
        self.error: ClientError | None = None

    @property
    def settled(self) -> bool:
        """Whether an answer or a failure is there and nothing newer is awaited."""
        return self.phase in (Phase.READY, Phase.FAILED)

    @property
    def wanting(self) -> bool:
        """Whether there is nothing to show and nothing on its way: it may be asked."""
        failed = self.phase is Phase.FAILED and self.answer is None
        return failed or self.phase is Phase.IDLE

    @property
    def doubtful(self) -> bool:
        """Whether what is there must not pass for fresh and whole."""
        answer = self.answer
        return self.error is not None or (
            answer is not None and bool(answer.stale or answer.failure or answer.faults)
        )

    def ask(self, how: Callable[[Companies], Awaitable[Answer[T]]], *, after: float = 0) -> None:
        """Ask ``how`` once ``after`` seconds went by without a newer asking."""
        self._give_up()
        self.phase = Phase.WAITING
        self._asking = self.pane.run_worker(
            self._run(self._number, how, after),
            group=self._name,
            description=f"{self._name} #{self._number}",
            exit_on_error=False,
        )

    def drop(self) -> None:
        """Forget the question and its answer; what was sent is answered into the cache."""
        self._give_up()
        self.phase = Phase.IDLE
        self.answer = self.error = None

    def _give_up(self) -> None:
        """Nobody wants the answer any more: the client drops what it has not sent yet."""
        self._number += 1
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    async def _run(
        self, number: int, how: Callable[[Companies], Awaitable[Answer[T]]], after: float
    ) -> None:
        await asyncio.sleep(after)
        if number != self._number:
            return
        app = program_of(self.pane)
        busy = self.pane.set_timer(BUSY, lambda: self._tell_busy(number))
        try:
            outcome = await _outcome(app, how)
        finally:
            busy.stop()
        app.tell_allowance()
        await self._give_way(app)
        if number != self._number:
            return
        if isinstance(outcome, Answer):
            self.phase, self.answer, self.error = Phase.READY, outcome, None
        else:
            self.phase, self.error = Phase.FAILED, outcome
        self._changed()

    async def _give_way(self, app: FirmetermApp) -> None:
        """Nobody who types in a field of another pane waits until this one is painted."""
        field = app.focused
        if isinstance(field, Input) and self.pane not in field.ancestors:
            await app.pause_between_keys()

    def _tell_busy(self, number: int) -> None:
        if number == self._number and self.phase is Phase.WAITING:
            self.phase = Phase.LOADING
            self._changed()


async def _outcome(
    app: FirmetermApp, how: Callable[[Companies], Awaitable[Answer[T]]]
) -> Answer[T] | ClientError:
    try:
        return await how(await app.companies())
    except ClientError as error:
        return error
    except Exception as error:  # noqa: BLE001 (our own fault: said in the pane, logged whole)
        _log.exception("An unexpected failure while asking")
        return ClientError(
            N_("firmeterm made a mistake ({kind}); nothing was lost."),
            kind=type(error).__name__,
        )


def words_of(error: ClientError) -> tuple[str, str]:
    """What happened, with what was done about it, and what to do next, in the language in force."""
    return error.summary, hint_of(error)


# Any: only the circumstances are looked at, not the data.
def age_of(answer: Answer[Any]) -> str:
    """When an answer was fetched; a kept one that is no longer fresh is never called so."""
    said = _("fetched {when}")
    if answer.from_cache:
        said = _("kept from {when}, may be out of date") if answer.stale else _("kept from {when}")
    return said.format(when=fmt.clock(answer.fetched_at))


# Any: as above.
def kept_since(pane: Widget, answer: Answer[Any]) -> str:
    """The age of an answer; empty for one that was fetched now from a server that is there."""
    client = program_of(pane).client
    lost = client is not None and client.connection_lost
    return age_of(answer) if answer.from_cache or lost else ""


# Any: as above.
def doubts_of(answer: Answer[Any]) -> str:
    """Why a kept answer must not pass for a fresh one; empty where nothing speaks against it."""
    if not answer.stale:
        return ""
    why = " ".join(words_of(answer.failure)) if answer.failure else ""
    return " · ".join(part for part in (age_of(answer), why) if part)


# Any: as above.
def losses_of(answer: Answer[Any]) -> str:
    """Which fields of an answer could not be read; empty where all could."""
    count = len(answer.faults)
    text = ngettext(
        "{count} field could not be read: {fields}",
        "{count} fields could not be read: {fields}",
        count,
    )
    return text.format(count=count, fields=", ".join(answer.faults[:5])) if count else ""


def program_of(pane: Widget) -> FirmetermApp:
    """The program that a widget is part of."""
    from tui_app.ui.app import FirmetermApp

    app = pane.app
    assert isinstance(app, FirmetermApp)  # noqa: S101 (narrows Textual's own type)
    return app
