"""The user's own decision about a row."""

from __future__ import annotations

from msgspec.structs import replace

from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate
from tui_app.insight.matching.wording import CHOSEN

Choice = MatchCandidate | None
"""The company that the user chose; ``None``: none of them."""


def with_choice(match: CompanyMatch, choice: Choice) -> CompanyMatch:
    """The answer for a row that the user decided."""
    if choice is None:
        return CompanyMatch(because=CHOSEN)
    chosen = replace(choice, confidence=1.0)
    others = [each for each in match.candidates if each.tax_id != choice.tax_id]
    return CompanyMatch(
        decision=Decision.MATCHED,
        tax_id=choice.tax_id,
        company_name=choice.company_name,
        confidence=1.0,
        because=CHOSEN,
        of=1,
        candidates=(chosen, *others)[:3],
    )
