"""A failure, and the age of an answer, in words."""

from __future__ import annotations

from typing import Any

from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError
from tui_app.system.language import _, ngettext
from tui_app.ui.program import Program, program_of
from tui_app.ui.remote.hints import remedy_of
from tui_app.ui.text import formatting as fmt


def error_text(error: ClientError, program: Program, *, in_field: bool = False) -> str:
    """What happened and what the program did, then what to do next, in the current language."""
    return f"{error.summary} {remedy_of(error, program, in_field=in_field)}".rstrip()


def loading_text(progress: str, stop: str = "") -> str:
    """A text that an answer is loading; for a slow one its progress, and the key that stops it."""
    if not progress:
        return _("Loading…")
    template = _("Loading… {progress} · {key} stops") if stop else _("Loading… {progress}")
    return template.format(progress=progress, key=stop)


# Any: only the circumstances are used, not the data.
def age_of(answer: Answer[Any]) -> str:
    """When an answer was fetched; a stale answer from the cache is never called fresh."""
    template = _("loaded {when}")
    if answer.from_cache:
        template = _("cached {when}, may be out of date") if answer.stale else _("cached {when}")
    return template.format(when=fmt.clock(answer.fetched_at))


# Any: as above.
def age_of_cached(pane: Widget, answer: Answer[Any]) -> str:
    """The age of an answer; empty for one fetched now from a server that can be reached."""
    client = program_of(pane).client
    lost = client is not None and client.connection_lost
    return age_of(answer) if answer.from_cache or lost else ""


# Any: as above.
def doubts_of(answer: Answer[Any], program: Program) -> str:
    """Why a cached answer may be out of date or incomplete; empty if it is neither."""
    if not answer.stale:
        return ""
    why = error_text(answer.failure, program) if answer.failure else ""
    return " · ".join(part for part in (age_of(answer), why) if part)


# Any: as above.
def losses_of(answer: Answer[Any]) -> str:
    """Which fields of an answer could not be read; empty if all could."""
    count = len(answer.faults)
    text = ngettext(
        "{count} field could not be read: {fields}",
        "{count} fields could not be read: {fields}",
        count,
    )
    return text.format(count=count, fields=", ".join(answer.faults[:5])) if count else ""
