"""How a court case was matched by company name, in words: courts record no tax ids."""

from __future__ import annotations

from typing import Final

from tui_app.system.language import N_, _

_WORDS: Final = {
    "exact": N_("same name"),
    "state": N_("same name and a state"),
    "lost_letters": N_("same name, letters lost"),
    "no_form": N_("same name, no legal form"),
    "extended": N_("longer name: perhaps another"),
    "bare_name": N_("bare name: perhaps a person"),
    "other_form": N_("other legal form: perhaps another"),
    "several": N_("several companies of this name"),
}
_UNCERTAIN: Final = frozenset({"extended", "bare_name", "other_form", "several"})


def match_text(matched_by: str) -> str:
    """How the source matched the case; an unknown word is shown unchanged."""
    known = _WORDS.get(matched_by)
    return _(known) if known else matched_by


def is_certain_match(matched_by: str) -> bool:
    """Whether another company or a private person is unlikely."""
    return matched_by not in _UNCERTAIN
