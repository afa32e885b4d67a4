"""The only way to start a worker: a failure in it is logged and shown, and ends nothing."""

from __future__ import annotations

import logging
import weakref
from functools import partial
from typing import TYPE_CHECKING

from textual.dom import DOMNode
from textual.worker import Worker

from tui_app.client.errors import ClientError
from tui_app.system.language import N_
from tui_app.system.memory import is_exhausted
from tui_app.system.untyped import Work
from tui_app.ui.remote.wording import error_text
from tui_app.ui.session import session_of

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession

_log = logging.getLogger(__name__)


def start(node: DOMNode, work: Work, *, description: str, exclusive: bool = False) -> Worker[None]:
    """Run ``work`` in the background for as long as ``node`` exists.

    ``exclusive``: in place of what does the same.
    """
    worker: Worker[None] = node.run_worker(
        partial(_guarded, session_of(node), work, description),
        group=description,
        description=description,
        exclusive=exclusive,
        exit_on_error=False,
    )
    # A worker that is cancelled before its first step never awaits its work.
    weakref.finalize(worker, work.close)
    return worker


async def _guarded(session: ScreenSession, work: Work, description: str) -> None:
    try:
        await work
    except ClientError as error:
        session.say(error_text(error, session), "bad")
    except Exception as error:  # noqa: BLE001 (a fault of ours: shown, and logged in full)
        if is_exhausted(error):
            session.end_with(error)
            return
        _log.exception("A worker failed: %s", description)
        session.say(error_text(internal_error(error), session), "bad")


def internal_error(error: Exception) -> ClientError:
    """An unexpected failure as a message for the user."""
    return ClientError(
        N_("firmeterm made a mistake ({kind}); nothing was lost."), kind=type(error).__name__
    )
