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
    from tui_app.client.companies import Companies, Connection
    from tui_app.client.errors import ClientError
    from tui_app.client.http import Deadlines
    from tui_app.client.secret import Secret

KEY_VARIABLE: Final = "FIRMETERM_API_KEY"
"""The environment variable with the API key."""

_PLACES: Final = {
    "Answer": "answer",
    "Cache": "cache",
    "ClientError": "errors",
    "Companies": "companies",
    "Connection": "companies",
    "Deadlines": "http",
    "Secret": "secret",
}

__all__ = [
    "KEY_VARIABLE",
    "Answer",
    "Cache",
    "ClientError",
    "Companies",
    "Connection",
    "Deadlines",
    "Secret",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
