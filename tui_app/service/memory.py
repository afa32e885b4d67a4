"""The latest answers, ready to send: many ask for the same names and the same companies."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from tui_app.service.questions import Question
from tui_app.service.replies import Payload

_MOST_BYTES: Final = 16_000_000
_LARGEST: Final = 64_000
"""A longer answer is looked up each time: it would push many others out."""

_LONGEST_QUERY: Final = 1_000
"""A longer query string is no usual question: what fills it may be parameters nobody reads."""

_OVERHEAD: Final = 500
"""Bytes that keeping any answer takes beside what it and its question are made of."""

_Place = tuple[str, str, str, bytes]


class Memory:
    """Answers by question and version of the registry; the least used are forgotten first.

    ``most_bytes`` bounds all that is held: answers, questions and what keeping them takes.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[_Place, Payload] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, question: Question, registry_version: str) -> Payload | None:
        """What was answered to the very same question, from the same registry."""
        place = _place(question, registry_version)
        with self._lock:
            found = self._kept.get(place)
            if found is not None:
                self._kept.move_to_end(place)
            return found

    def keep(self, question: Question, registry_version: str, answer: Payload) -> None:
        """Remember an answer, unless it is cut short or large, or its query is long."""
        if not answer.is_complete or len(answer.data) > _LARGEST:
            return
        if len(question.query_string) > _LONGEST_QUERY:
            return
        place = _place(question, registry_version)
        with self._lock:
            before = self._kept.pop(place, None)
            self._bytes += _size(place, answer) - (_size(place, before) if before else 0)
            self._kept[place] = answer
            while self._bytes > self._most_bytes:
                self._bytes -= _size(*self._kept.popitem(last=False))


def _place(question: Question, registry_version: str) -> _Place:
    return registry_version, question.operation.name, question.tax_id, question.query_string


def _size(place: _Place, answer: Payload) -> int:
    """Bytes that an answer takes; the names of version and operation are shared by many."""
    _, _, tax_id, query_string = place
    return _OVERHEAD + len(tax_id) + len(query_string) + len(answer.data)
