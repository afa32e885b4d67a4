"""An answer as text for a model: short, without empty fields, with quoted text marked as data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from tui_app.contract.personal_codes import without_personal_codes
from tui_app.system.untyped import Json

MAX_CHARACTERS: Final = 16_000
"""The longest answer in characters: 4,000 tokens of about four characters."""

LONGEST_TEXT: Final = 200
"""The most characters of a name, an address or a subject; the rest is cut."""

_TAG: Final = re.compile(r"<(?=\s*/?\s*register-data)", re.IGNORECASE)
OPENING: Final = "<register-data>"
CLOSING: Final = "</register-data>"
"""The tags around text quoted from a source; ``<`` is escaped within, so that no text closes it."""


def without_empty(data: Json) -> Json:
    """JSON without absent values, empty texts and empty lists; texts are cut and masked.

    ``False`` and 0 are values.
    """
    if isinstance(data, Mapping):
        pairs = ((without_empty(name), without_empty(value)) for name, value in data.items())
        return {name: value for name, value in pairs if not _is_empty(value)}
    if isinstance(data, list | tuple):
        return [without_empty(each) for each in data]
    if isinstance(data, str):
        text = without_personal_codes(data)
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    return data


def _is_empty(value: Json) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def render(head: Mapping[str, Json], data: Mapping[str, Json]) -> str:
    """An answer as text, cut at rows until it fits.

    ``head`` is ours: cost, remaining, source, day. ``data`` is quoted. If lists were cut, ``cut``
    says how many rows each of them lost and how to get them.
    """
    whole = {"data": without_empty(data)}
    whole = {**{name: value for name, value in head.items() if value is not None}, **whole}
    lost: dict[str, int] = {}
    while len(text := _as_text(whole)) > MAX_CHARACTERS:
        longest = max(_lists(whole["data"]), key=_size, default=None)
        if longest is None:
            break
        path, rows = longest
        rows.pop()
        lost[path] = lost.get(path, 0) + 1
        whole["cut"] = {
            name: f"{count} more: ask for this part alone, or for fewer rows"
            for name, count in lost.items()
        }
    return text


def _lists(data: Json, path: str = "") -> list[tuple[str, list[Json]]]:
    """Every list that has rows, with its path."""
    if isinstance(data, dict):
        inner = (_lists(value, f"{path}.{name}" if path else name) for name, value in data.items())
        return [each for found in inner for each in found]
    return [(path, data)] if isinstance(data, list) and data else []


def _size(found: tuple[str, list[Json]]) -> int:
    return len(_dumps(found[1]))


def _as_text(whole: Mapping[str, Json]) -> str:
    head = {name: value for name, value in whole.items() if name != "data"}
    return f"{_dumps(head)}\n{quoted(whole['data'])}"


def quoted(data: Json) -> str:
    """Data of a source between the tags."""
    return f"{OPENING}\n{_dumps(data)}\n{CLOSING}"


def without_tags(text: str) -> str:
    """A text outside of the tags, which must neither open nor close any."""
    return _TAG.sub("‹", text)


def _dumps(data: Json) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
