"""A key as if it was stored."""

from __future__ import annotations

from tui_app.client.credentials import FoundKey, KeySource
from tui_app.client.secret import Secret


def given(key: str) -> FoundKey:
    """The key of a test, from a credentials file that does not exist."""
    return FoundKey(Secret(key), KeySource.CREDENTIALS, "credentials.json")
