"""What to press after a failure. The client says what happened; the screen names the key."""

from __future__ import annotations

from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    NothingKeptError,
    TooFastError,
)
from tui_app.contract.operations import AUTOCOMPLETE, REGISTERED
from tui_app.language import N_, _


def hint_of(error: ClientError) -> str:
    """What to check or set, and which key tries again, in the current language."""
    return _joined(error, _key_after(error))


def hint_in_dialog(error: ClientError) -> str:
    """The same in a dialog, where Enter tries again."""
    return _joined(error, _enter_after(error))


def _joined(error: ClientError, key: str) -> str:
    advice = _(error.advice).format(**error.values) if error.advice else ""
    return " ".join(part for part in (advice, _(key) if key else "") if part)


def _enter_after(error: ClientError) -> str:
    if isinstance(error, CredentialError):
        return N_("Then press ⏎.")
    if isinstance(error, AllowanceError):
        return N_("Press ⏎ to ask all the same.")
    if not error.may_retry:
        return ""
    if error.retry_at is not None or isinstance(error, TooFastError):
        return N_("Wait a little, then press ⏎.")
    return N_("Press ⏎ to try again.")


def _key_after(error: ClientError) -> str:
    """The key that tries again. In the search field letters are text, so there it is Enter."""
    request = error.request
    in_field = request is not None and request.operation is AUTOCOMPLETE
    if isinstance(error, CompanyNotFoundError):
        return N_("Press / to search for another.")
    if isinstance(error, NothingKeptError):
        return N_("Start without --offline to ask the server.")
    if isinstance(error, CredentialError):
        return N_("Then press ⏎.") if in_field else N_("Then press r.")
    if isinstance(error, AllowanceError):
        return _all_the_same(error)
    if not error.may_retry:
        return ""
    if error.retry_at is not None or isinstance(error, TooFastError):
        if in_field:
            return N_("Wait a little, then press ⏎ in the search field.")
        return N_("Wait a little, then press r.")
    if in_field:
        return N_("Press ⏎ in the search field to search again.")
    return N_("Press r to try again.")


def _all_the_same(error: ClientError) -> str:
    request = error.request
    if request is not None and request.operation is AUTOCOMPLETE:
        return N_("Press ⏎ in the search field to ask all the same.")
    if request is not None and request.page > 1:
        return N_("Press the key again, then ⏎, to ask all the same.")
    if request is not None and request.operation is REGISTERED:
        return N_("Press r, then ⏎, to ask all the same.")
    return N_("Press ⏎ to ask all the same.")
