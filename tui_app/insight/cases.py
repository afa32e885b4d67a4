"""Court cases: order, and filters by category, role, stage or text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.resources import CourtCase
from tui_app.insight.court_names import with_blanks

Dimension = Literal["category", "role", "stage"]
DIMENSIONS: Final[tuple[Dimension, ...]] = ("category", "role", "stage")


class CaseFilter(Struct, frozen=True, kw_only=True):
    """A filter. ``None`` allows every value, ``""`` only cases without a value."""

    text: str = ""
    category: str | None = None
    role: str | None = None
    stage: str | None = None

    @property
    def is_active(self) -> bool:
        """Whether the filter may exclude a case."""
        return self != CaseFilter()

    def chosen(self, dimension: Dimension) -> str | None:
        """The allowed value of a dimension."""
        return {"category": self.category, "role": self.role, "stage": self.stage}[dimension]

    def with_value(self, dimension: Dimension, value: str | None) -> CaseFilter:
        """The filter with another value for one dimension."""
        return msgspec.structs.replace(self, **{dimension: value})

    def accepts(self, case: CourtCase) -> bool:
        """Whether a case passes the filter."""
        return fold(self.text) in fold(" ".join(_texts(case))) and all(
            self.chosen(dimension) in (None, value_of(case, dimension)) for dimension in DIMENSIONS
        )


def value_of(case: CourtCase, dimension: Dimension) -> str:
    """The value of a case in a dimension, as sent; empty if it has none."""
    values = {
        "category": case.case_category,
        "role": case.party_status,
        "stage": case.procedural_stage,
    }
    return values[dimension] or ""


def counted(cases: Iterable[CourtCase], dimension: Dimension) -> list[tuple[str, int]]:
    """The values and the number of cases with each, most frequent first."""
    counts = Counter(value_of(case, dimension) for case in cases)
    return sorted(counts.items(), key=lambda item: (-item[1], fold(item[0]), item[0]))


def newest_first(cases: Iterable[CourtCase]) -> tuple[CourtCase, ...]:
    """By date, newest first; cases without a date come last."""
    return tuple(sorted(cases, key=lambda case: case.date or "", reverse=True))


def _texts(case: CourtCase) -> list[str]:
    values = (
        case.case_number,
        case.party_status,
        case.institution,
        case.case_category,
        case.subject,
        case.department,
        case.procedural_stage,
    )
    known = [value for value in values if value]
    # Users type names as shown, with blanks that were not sent.
    return [*known, *map(with_blanks, known)]
