"""Reads the JSON of ANAF's answers, which may lack anything."""

from __future__ import annotations

from codecs import BOM_UTF8

import msgspec

from tui_app.contract.pasted_text import without_entities
from tui_app.system.untyped import JsonObject


class NoAnswerError(ValueError):
    """The body of a response is not an answer to the request."""


def read_object(body: bytes) -> JsonObject:
    """The JSON object in a body; raises ``NoAnswerError``."""
    try:
        answer = msgspec.json.decode(body.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, RecursionError):
        raise NoAnswerError from None
    if not isinstance(answer, dict):
        raise NoAnswerError
    return answer


def text_of(part: JsonObject, name: str) -> str:
    """A text or whole number as one line of text without entities; empty for anything else."""
    value = part.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(without_entities(str(value)).split())
