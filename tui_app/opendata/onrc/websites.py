"""Websites as companies declared them: often without http, or no address at all."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.personal_codes import without_codes_within

_ADDRESS: Final = re.compile(
    r"(?:(?P<scheme>https?)[:;/]+)?(?P<host>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})"
    r"(?P<rest>[/?:#][^\s\"<>\\]*)?",
    re.ASCII | re.IGNORECASE,
)


def read_website(text: str) -> str | None:
    """An absolute URL, or ``None`` for a text that is no website."""
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or without_codes_within(text) != text:
        return None
    scheme = (found["scheme"] or "http").lower()
    return f"{scheme}://{found['host'].lower()}{found['rest'] or ''}"
