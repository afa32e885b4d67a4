"""The answer for anything that ends a request before it is answered."""

from __future__ import annotations

import secrets
import traceback

from starlette.responses import Response

from tui_app.contract.envelope import Reason
from tui_app.contract.parameters import InvalidParameter
from tui_app.registry.errors import (
    RegistryUnavailable,
    SourceLacksDataError,
    SourceUnavailableError,
)
from tui_app.service import responses
from tui_app.service.accounts import AccountsUnavailable, CredentialRefused
from tui_app.service.allowance import QuotaExceeded, RateLimited
from tui_app.service.bodies import BodyIncomplete, BodyTooLarge
from tui_app.service.caller_queues import CallerQueueFull, Callers
from tui_app.service.leaving import CallerLeft
from tui_app.service.log import Log, LogEntry


def refused(error: Exception, log: Log, callers: Callers, key: str) -> Response:
    """The answer for an error that is being handled; one that is nobody's is ours, and logged.

    A ``key`` that is refused opens no account any more.
    """
    match error:
        case CallerLeft():
            return responses.disconnected()
        case CredentialRefused():
            callers.forget(key)
            return responses.credential_invalid()
        case InvalidParameter():
            return responses.Refusal(error.reason, str(error))
        case BodyIncomplete():
            return responses.body_incomplete()
        case BodyTooLarge():
            return responses.body_too_large()
        case CallerQueueFull():
            return responses.line_full()
        case RateLimited():
            return responses.rate_limited(error.status)
        case QuotaExceeded():
            return responses.quota_exceeded(error.status)
        case AccountsUnavailable() | RegistryUnavailable():
            log(LogEntry(event="unavailable", message=str(error)))
            return responses.unavailable("A database is out of reach: try again soon")
        case SourceLacksDataError():
            return responses.Refusal(Reason.NOT_KNOWN_TO_SOURCE, str(error))
        case SourceUnavailableError():
            return responses.source_unavailable(str(error), error.retry_after)
    request_id = secrets.token_hex(8)
    log(LogEntry(event="fault", message=traceback.format_exc(), request_id=request_id))
    message = "The service failed; the request id finds the cause in its log"
    return responses.Refusal(Reason.INTERNAL, message, request_id=request_id)
