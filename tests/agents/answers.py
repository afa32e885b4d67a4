"""An answer as a model reads it."""

from __future__ import annotations

import json
from typing import Any

from tui_app.agents.rendering import CLOSING, OPENING


def read_answer(text: str) -> dict[str, Any]:
    """Head and data together; what is quoted stands between the tags alone."""
    head, opening, data, closing = text.split("\n")
    assert (opening, closing) == (OPENING, CLOSING)
    assert not {"<", ">"} & set(head) and "<" not in data
    return dict(json.loads(head) | {"data": json.loads(data)})
