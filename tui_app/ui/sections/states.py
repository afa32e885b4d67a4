"""The state of a tab's data in words: not loaded, loading, absent, failed; and their age."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import NotConfirmedError, NotKnownToSourceError
from tui_app.client.live import WaitSeconds
from tui_app.contract.provenance import DataSource
from tui_app.insight.provenance import source_lines
from tui_app.system.language import _
from tui_app.ui.remote.price import as_text
from tui_app.ui.remote.value import AnyValue, Phase
from tui_app.ui.remote.wording import age_of, error_text, losses_of, remedy_of
from tui_app.ui.text.drawing import lines, paragraph

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession


def draw_state(
    value: AnyValue,
    width: int,
    session: ScreenSession,
    *,
    price: int,
    absent: bool = False,
    loading: str,
) -> Content:
    """The text in place of data that are not there.

    ``price`` is the price of loading now, ``loading`` the text while it is loading.
    """
    error = value.error
    if absent:
        text = _("Nothing on record (the profile says so; no request was needed).")
        return paragraph(text, width, "dim")
    if isinstance(error, NotKnownToSourceError):
        return paragraph(error.summary, width, "dim")
    has_failed = value.phase is Phase.FAILED and not isinstance(error, NotConfirmedError)
    if error is not None and has_failed:
        what, hint = error.summary, remedy_of(error, session)
        return lines([paragraph(what, width, "bad"), paragraph(hint, width, "dim")])
    idle = _("Not loaded · {key} load ({price})")
    idle = idle.format(key=session.first_key("open"), price=as_text(price))
    words = {Phase.IDLE: idle, Phase.FAILED: idle, Phase.LOADING: loading}
    parts = [paragraph(words.get(value.phase, " "), width, "dim")]
    if isinstance(price, WaitSeconds) and price.warning and value.phase is not Phase.LOADING:
        parts.append(paragraph(price.warning, width, "warn"))
    return lines(parts)


def with_age(value: AnyValue, body: Content, session: ScreenSession, width: int) -> Content:
    """Data with their age: below them, or above if they are stale or incomplete."""
    if value.answer is not None and value.answer.notes:
        body = lines([draw_notes(value.answer, width), Content(), body])
    age = draw_age(value, session, width)
    return lines([age, Content(), body]) if value.needs_refresh else lines([body, Content(), age])


def draw_notes(answer: AnyAnswer, width: int) -> Content:
    """The notes of a live source on an answer."""
    return lines([paragraph(note.text, width, "warn") for note in answer.notes])


def draw_sources(sources: Iterable[DataSource], width: int) -> Content:
    """The files and publishers that the data come from, with their dates."""
    return lines([paragraph(line, width, "dim") for line in source_lines(sources)])


def draw_age(value: AnyValue, session: ScreenSession, width: int) -> Content:
    """When the answer was fetched, whether from the cache, and its problems."""
    answer: AnyAnswer | None = value.answer
    if answer is None:
        return Content()
    parts = [draw_sources(answer.sources, width)] if answer.sources else []
    parts.append(paragraph(age_of(answer), width, "warn" if answer.stale else "dim"))
    for error in (value.error, answer.failure):
        if error is not None:
            parts.append(paragraph(error_text(error, session), width, "warn"))
    if answer.faults:
        parts.append(paragraph(losses_of(answer), width, "warn"))
    return lines(parts)
