"""Websites as companies declared them: often without http, or not addresses at all."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.personal_codes import without_personal_codes

_ADDRESS: Final = re.compile(
    r"(?:(?P<scheme>https?)[:;/]+)?(?P<host>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})"
    r"(?P<rest>[/?:#][^\s\"<>\\]*)?",
    re.ASCII | re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*[,;\s]\s*")


def read_websites(text: str) -> str | None:
    """The absolute URLs in a text, or ``None`` if it is not a list of websites.

    Several are separated by commas, semicolons or blanks; if one part is not an address, the whole
    text is a remark.
    """
    pieces = _BETWEEN.split(text.strip(" \t,;"))
    found = [_ADDRESS.fullmatch(piece) for piece in pieces]
    if not all(found) or without_personal_codes(text) != text:
        return None
    return " ".join(_url(each) for each in found if each)


def _url(found: re.Match[str]) -> str:
    scheme = (found["scheme"] or "http").lower()
    return f"{scheme}://{found['host'].lower()}{found['rest'] or ''}"
