"""The key to press after a failure. The client says what happened; the screen names the key."""

from __future__ import annotations

import datetime as dt
import math

from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    NotCachedError,
    TooFastError,
)
from tui_app.contract.operations import AUTOCOMPLETE, REGISTERED
from tui_app.system.language import N_, _
from tui_app.ui.program import NO_KEY, Program

COUNTED_FROM = 60
"""Longer waits, in seconds, are counted down."""

_KEYS = ("open", "reload", "search")
"""Actions whose keys are named in hints, as the user has set them."""


def remedy_of(error: ClientError, program: Program, *, in_field: bool = False) -> str:
    """What to check or set, and which key tries again, in the current language.

    ``in_field``: the search field has the focus, where letters are text, so the key is Enter.
    """
    text = _key_after(error, in_field=in_field)
    keys = {name: program.first_key(name) for name in _KEYS if f"{{{name}}}" in text}
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
    if error.retry_at is not None or isinstance(error, TooFastError):
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
    if isinstance(error, CredentialError):
        return N_("Then press ⏎.") if in_field else N_("Then press {reload}.")
    if isinstance(error, AllowanceError):
        return _confirming_key(error)
    if not error.may_retry:
        return ""
    if error.retry_at is not None or isinstance(error, TooFastError):
        if error.retry_at is not None and seconds_left(error) <= COUNTED_FROM:
            return _when_it_may(error, in_field=in_field)
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


def _when_it_may(error: ClientError, *, in_field: bool) -> str:
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
