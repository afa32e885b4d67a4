"""The meaning of a party's role, shown beside the court's own word, which is never translated."""

from __future__ import annotations

from typing import Final

from tui_app.contract.folding import fold
from tui_app.system.language import N_, _

_WHOLE: Final = {
    "parte responsabila civilmente": N_("civilly liable"),
    "parte civila": N_("civil party"),
    "parte vatamata": N_("injured party"),
}
_WORDS: Final = {
    "reclamant": N_("claimant"),
    "parat": N_("defendant"),
    "creditor": N_("creditor"),
    "debitor": N_("debtor"),
    "apelant": N_("appellant"),
    "intimat": N_("respondent"),
    "recurent": N_("final appellant"),
    "contestator": N_("contesting party"),
    "petent": N_("petitioner"),
    "inculpat": N_("accused"),
    "intervenient": N_("intervener"),
}


def role_label(role: str | None) -> str:
    """The meaning of a known role; empty if it is unknown or needs no explanation."""
    folded = fold(role or "")
    if whole := _WHOLE.get(folded):
        known = [_(whole)]
    else:
        known = [_(_WORDS[word]) for word in folded.split() if word in _WORDS]
    return "" if fold(" ".join(known)) == folded else ", ".join(known)
