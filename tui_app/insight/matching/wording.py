"""The wording of a match, for people, in the current language."""

from __future__ import annotations

from typing import Final

from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate
from tui_app.insight.matching.features import in_words
from tui_app.system.language import N_, _, ngettext

CHOSEN: Final = "chosen"
"""The reason shown for a user's own decision."""

_DECISIONS: Final = {
    Decision.MATCHED: N_("matched"),
    Decision.SEVERAL: N_("several"),
    Decision.NONE: N_("none"),
}


def decision_text(decision: str) -> str:
    """A decision in a word."""
    known = {each.value: text for each, text in _DECISIONS.items()}
    return _(known.get(decision, known[Decision.NONE.value]))


def counted(decision: str, rows: int) -> str:
    """How many rows have a decision."""
    text = {
        Decision.MATCHED.value: ngettext("{count} matched", "{count} matched", rows),
        Decision.SEVERAL.value: ngettext("{count} several", "{count} several", rows),
        Decision.NONE.value: ngettext("{count} none", "{count} none", rows),
    }[decision]
    return text.format(count=rows)


def because(match: CompanyMatch) -> str:
    """The reason for a decision: ``same name, same county; 1 of 1``."""
    if match.because == CHOSEN:
        return _("chosen by you")
    best = match.candidates[0] if match.candidates else None
    if best is None:
        # A source that could not search says why.
        return match.because or _("nothing found")
    words = reasons(best)
    if match.decision == Decision.MATCHED:
        return _("{reasons}; 1 of {count}").format(reasons=words, count=max(match.of, 1))
    if match.decision == Decision.SEVERAL:
        alike = ngettext("{count} fits alike", "{count} fit alike", match.of)
        return f"{words}; {alike.format(count=match.of)}"
    return _("{reasons}: not enough").format(reasons=words)


def reasons(candidate: MatchCandidate) -> str:
    """The features of a candidate that agree and differ."""
    return ", ".join(text for text, _agrees in in_words(candidate.features))


def candidate_text(candidate: MatchCandidate) -> str:
    """A candidate in a line: name, tax id, place and confidence."""
    place = ", ".join(part for part in (candidate.locality, candidate.county) if part)
    inner = "; ".join(part for part in (candidate.tax_id, place) if part)
    return f"{candidate.company_name} ({inner}) {candidate.confidence:.2f}"
