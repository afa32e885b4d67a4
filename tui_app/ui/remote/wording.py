"""Failures and answers in words: what happened, what to press next, how old an answer is.

The client says what happened; the screen names the key.
"""

from __future__ import annotations

import datetime as dt
import math

from textual.widget import Widget

from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    NotCachedError,
    TooFastError,
)
from tui_app.contract.operations import AUTOCOMPLETE, REGISTERED
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.session import NO_KEY, ScreenSession, session_of
from tui_app.ui.text import formatting as fmt

COUNTED_FROM = 60
"""Longer waits, in seconds, are counted down."""

_KEYS = ("open", "reload", "search", "escape")
"""Actions whose keys are named in hints, as the user has set them."""


def remedy_of(error: ClientError, session: ScreenSession, *, in_field: bool = False) -> str:
    """What to check or set, and which key tries again, in the current language.

    ``in_field``: the search field has the focus, where letters are text, so the key is Enter.
    """
    text = _key_after(error, in_field=in_field)
    keys = {name: session.first_key(name, here=True) for name in _KEYS if f"{{{name}}}" in text}
    can_be_named = text and NO_KEY not in keys.values()
    return _joined(error, _(text).format(**keys) if can_be_named else "")


def remedy_in_dialog(error: ClientError) -> str:
    """The same in a dialog, where Enter tries again."""
    text = _enter_after(error)
    return _joined(error, _(text) if text else "")


def _joined(error: ClientError, key: str) -> str:
    advice = _(error.advice).format(**error.values) if error.advice else ""
    return " ".join(part for part in (advice, key) if part)


def _enter_after(error: ClientError) -> str:
    if isinstance(error, CredentialError):
        return N_("Type another key, then ⏎")
    if isinstance(error, AllowanceError):
        return N_("Press ⏎ to try anyway.")
    if not error.may_retry:
        return ""
    if error.retry_at is not None:
        return N_("Then press ⏎.")  # the error says when
    if isinstance(error, TooFastError):
        return N_("Wait a little, then press ⏎.")
    return N_("Press ⏎ to try again.")


def _key_after(error: ClientError, *, in_field: bool) -> str:
    """The key that tries again."""
    request = error.request
    in_field |= request is not None and request.operation is AUTOCOMPLETE
    if isinstance(error, CompanyNotFoundError):
        return N_("Press {search} to search for another.")
    if isinstance(error, NotCachedError):
        return N_("Start without --offline to ask the server.")
    if error.follows:
        return _turn(error)
    if isinstance(error, CredentialError):
        return N_("Then press ⏎.") if in_field else N_("Then press {reload}.")
    if isinstance(error, AllowanceError):
        return _confirming_key(error)
    if not error.may_retry:
        return ""
    if error.retry_at is not None:
        if seconds_left(error) <= COUNTED_FROM:
            return _retry_hint(error, in_field=in_field)
        return N_("Then press ⏎.") if in_field else N_("Then press {reload}.")  # it says when
    if isinstance(error, TooFastError):
        if in_field:
            return N_("Wait a little, then press ⏎ in the search field.")
        return N_("Wait a little, then press {reload}.")
    if in_field:
        return N_("Press ⏎ in the search field to search again.")
    return N_("Press {reload} to try again.")


def seconds_left(error: ClientError | None) -> int:
    """How long a server asks to wait from now on, in whole seconds."""
    if error is None or error.retry_at is None:
        return 0
    return max(0, math.ceil((error.retry_at - dt.datetime.now(dt.UTC)).total_seconds()))


def _turn(error: ClientError) -> str:
    """When the request follows by itself, and the key that prevents it."""
    left = seconds_left(error)
    if left > COUNTED_FROM:
        return N_("It then follows by itself; {escape} stops it.")
    text = _("It follows by itself in {count} s; {key} stops it.")
    return text.format(count=left, key="{escape}")


def _retry_hint(error: ClientError, *, in_field: bool) -> str:
    """The key that asks again, and in how many seconds."""
    left = seconds_left(error)
    if in_field:
        return _("⏎ asks again in {count} s.").format(count=left) if left else N_("⏎ asks again.")
    if not left:
        return N_("{reload} asks again.")
    return _("{key} asks again in {count} s.").format(key="{reload}", count=left)


def _confirming_key(error: ClientError) -> str:
    request = error.request
    if request is not None and request.operation is AUTOCOMPLETE:
        return N_("Press ⏎ in the search field to try anyway.")
    if request is not None and request.page > 1:
        return N_("Press the key again, then {open}, to try anyway.")
    if request is not None and request.operation is REGISTERED:
        return N_("Press {reload}, then {open}, to try anyway.")
    return N_("Press {open} to try anyway.")


def error_text(error: ClientError, session: ScreenSession, *, in_field: bool = False) -> str:
    """What happened and what the program did, then what to do next, in the current language."""
    return f"{error.summary} {remedy_of(error, session, in_field=in_field)}".rstrip()


def loading_text(progress: str = "", stop: str = "", *, waited: int = 0) -> str:
    """A text that an answer is loading; for a slow one its progress, and the key that stops it.

    ``waited`` is for how many seconds, as far as that is worth saying.
    """
    if waited:
        progress = " · ".join(filter(None, (f"{waited} s", progress)))
    elif not progress:
        return _("Loading…")
    template = _("Loading… {progress} · {key} stops") if stop else _("Loading… {progress}")
    return template.format(progress=progress, key=stop)


def age_of(answer: AnyAnswer) -> str:
    """When an answer was fetched; a stale answer from the cache is never called fresh."""
    template = _("loaded {when}")
    if answer.from_cache:
        template = _("cached {when}, may be out of date") if answer.stale else _("cached {when}")
    return template.format(when=fmt.clock(answer.fetched_at))


def age_of_cached(pane: Widget, answer: AnyAnswer) -> str:
    """The age of an answer; empty for one fetched now from a server that can be reached."""
    client = session_of(pane).client
    lost = client is not None and client.connection_lost
    return age_of(answer) if answer.from_cache or lost else ""


def doubts_of(answer: AnyAnswer, session: ScreenSession) -> list[str]:
    """Why an answer may be out of date or incomplete; empty if it is neither."""
    doubts = [age_of(answer)] if answer.stale else []
    if answer.stale and answer.failure:
        doubts.append(error_text(answer.failure, session))
    return [*doubts, losses_of(answer)] if answer.faults else doubts


def losses_of(answer: AnyAnswer) -> str:
    """Which fields of an answer could not be read; empty if all could."""
    count = len(answer.faults)
    text = ngettext(
        "{count} field could not be read: {fields}",
        "{count} fields could not be read: {fields}",
        count,
    )
    return text.format(count=count, fields=", ".join(answer.faults[:5])) if count else ""
