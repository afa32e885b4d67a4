"""The rows of a matched list, as they are printed and exported."""

from __future__ import annotations

from typing import Final

import msgspec

from tui_app.contract.matching import CompanyMatch, Decision
from tui_app.insight.matching.wording import because, candidate_text
from tui_app.system.language import _
from tui_app.system.untyped import FieldValue

COLUMNS: Final = (
    "line", "input", "taxId", "companyName", "confidence", "because", "candidates", "decision",
)  # fmt: skip
AS_OBJECTS: Final = frozenset({"json", "jsonl"})
"""The formats in which candidates are objects."""

BRIEF: Final = ("taxId", "companyName", "confidence", "because", "decision")


def match_row(
    line: int, text: str, match: CompanyMatch | None, *, as_objects: bool
) -> dict[str, FieldValue]:
    """A row of output. Candidates are texts, or with ``as_objects`` objects of the interface.

    ``match`` is ``None`` for a row that was not matched yet, which says nothing about it.
    """
    if match is None:
        row = {"line": line, "input": text, "because": _("not matched yet"), "candidates": []}
        return dict.fromkeys(COLUMNS) | row
    is_matched = match.decision == Decision.MATCHED
    candidates: list[FieldValue] = [candidate_text(each) for each in match.candidates]
    if as_objects:
        candidates = [msgspec.to_builtins(each) for each in match.candidates]
    return {
        "line": line,
        "input": text,
        "taxId": match.tax_id if is_matched else None,
        "companyName": match.company_name if is_matched else None,
        "confidence": match.confidence,
        "because": because(match),
        "candidates": candidates,
        "decision": match.decision,
    }
