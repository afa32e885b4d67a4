"""All that is known of a company, whoever loaded it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct

from tui_app.client.answer import Answer, AnyAnswer
from tui_app.contract import operations as ops
from tui_app.contract.operations import Operation
from tui_app.contract.resources import CourtCasePage

T = TypeVar("T")


class LoadedData(Struct, frozen=True):
    """Answers by operation name; of paged ones, the first page."""

    answers: dict[str, AnyAnswer]
    case_pages: Mapping[int, Answer[CourtCasePage]] = MappingProxyType({})
    """Pages of court cases that were loaded beside the first one."""

    @property
    def all_case_pages(self) -> dict[int, Answer[CourtCasePage]]:
        """The loaded pages of court cases, by number."""
        first = self.answers.get(ops.COURT_CASES.name)
        return dict(self.case_pages) | ({} if first is None else {1: first})

    @property
    def missing_case_pages(self) -> list[int]:
        """The numbers of the pages of court cases that exist and are not loaded."""
        known = self.all_case_pages
        pages = max((page.data.total_pages or 0 for page in known.values()), default=0)
        last = min(pages, ops.PAGE.maximum)
        return [number for number in range(1, last + 1) if number not in known]

    def data(self, operation: Operation[T], kind: type[T]) -> T | None:
        """The data of an operation; ``None`` if they are not loaded."""
        answer = self.answers.get(operation.name)
        return answer.data if answer is not None and isinstance(answer.data, kind) else None
