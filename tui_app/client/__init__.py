"""A client for a company information service over HTTP; usable as a library.

``async with Companies("https://companies.example", key="…") as companies:`` and then
``(await companies.autocomplete("petroterm")).data``. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tui_app.client.answer import Answer
    from tui_app.client.cache import Cache
    from tui_app.client.companies import Companies
    from tui_app.client.connection import Connection
    from tui_app.client.deadlines import Deadlines
    from tui_app.client.errors import (
        AllowanceError,
        BadAnswerError,
        ClientError,
        ClosedError,
        CompanyNotFoundError,
        CredentialError,
        DeadlineError,
        InvalidRequestError,
        NotCachedError,
        NotConfirmedError,
        NotFoundError,
        NotKnownToSourceError,
        ServerError,
        TooFastError,
        UnreachableError,
        UnusableSourceError,
    )
    from tui_app.client.secret import Secret, UnusableKey
    from tui_app.contract.matching import MatchRow

KEY_VARIABLE: Final = "FIRMETERM_API_KEY"
"""The environment variable with the API key."""

_PLACES: Final = {
    "Answer": "answer",
    "Cache": "cache",
    "Companies": "companies",
    "Connection": "connection",
    "Deadlines": "deadlines",
    "MatchRow": "request",
    "Secret": "secret",
    "UnusableKey": "secret",
}
"""The module of each name, errors aside."""

__all__ = [
    "KEY_VARIABLE",
    "AllowanceError",
    "Answer",
    "BadAnswerError",
    "Cache",
    "ClientError",
    "ClosedError",
    "Companies",
    "CompanyNotFoundError",
    "Connection",
    "CredentialError",
    "DeadlineError",
    "Deadlines",
    "InvalidRequestError",
    "MatchRow",
    "NotCachedError",
    "NotConfirmedError",
    "NotFoundError",
    "NotKnownToSourceError",
    "Secret",
    "ServerError",
    "TooFastError",
    "UnreachableError",
    "UnusableKey",
    "UnusableSourceError",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES.get(name, 'errors')}"), name)


def __dir__() -> list[str]:
    return __all__
