"""States that people and offices write within a company's name, in the three languages of the law.

Article 45 of law 85/2014 asks an insolvent company to write ``în insolvență, in insolvency, en
procédure collective`` after its name; the register, courts and lists have forms of their own.
"""

from __future__ import annotations

from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.legal_forms import AT_END_OF_NAMES

_IN: Final = (
    "insolven.?a", "insolventei", "faliment", "falimentului", "lichidare", "lichidarii",
    "dizolvare", "dizolvarii", "reorganizare", "reorganizarii", "concordat", "procedura",
)  # fmt: skip
_ENGLISH: Final = (
    "insolvency", "bankruptcy", "liquidation", "dissolution", "reorgani[sz]ation", "receivership",
    "judicial reorgani[sz]ation", "judicial liquidation",
)  # fmt: skip
_FRENCH: Final = (
    "procedure collective", "faillite", "liquidation", "redressement", "insolvabilite",
    "reorganisation", "dissolution",
)  # fmt: skip
_REPRESENTED: Final = (
    r"reprezentata? (?:legal )?(?:prin|de) |(?:rep |repr |reprez )?prin (?:adm\b|administrator"
    r"|lich\b|lichidator|practician|reprezenta|mandatar|curator|avocat|cabinet)"
)
_BEFORE: Final = r"(?:societate |societatea |firma |debitoare |debitor )?(?:aflata |aflat )?"

STATE: Final = (
    rf"{_BEFORE}(?:in (?:curs de |procedura (?:de |generala de |simplificata de )?)?"
    rf"(?:{'|'.join(_IN)})\b|(?:in|under) (?:{'|'.join(_ENGLISH)})\b|en (?:{'|'.join(_FRENCH)})\b"
    rf"|{_REPRESENTED}).*"
)
"""A pattern of what stands after a folded name, to its end: ``in insolventa``, ``prin lichidator``.

``?`` may stand for a lost letter.
"""

_ADJECTIVES: Final = (
    "radiat[ae]?|dizolvat[ae]?|inactiv[ae]?|suspendat[ae]?|lichidat[ae]?|falit[ae]?|insolvent[ae]?"
    "|desfiintat[ae]?|inchis[ae]?|faliment|insolventa|lichidare|dizolvare|radiere|reorganizare"
)
"""Words that are a state only apart from the name: behind its legal form, or in brackets."""

_AT_END: Final = lazy_pattern(f" {STATE}$")
_AFTER_FORM: Final = lazy_pattern(
    rf"( (?:{AT_END_OF_NAMES})(?: d)?)(?: (?:firma |societate )?(?:{_ADJECTIVES}))+$"
)
_ALONE: Final = lazy_pattern(
    rf"{STATE}|(?:(?:firma|societate|soc) )?(?:{_ADJECTIVES})"
    r"(?: (?:din|la|de|in|temporar|fiscal).*)?"
)


def without_state(folded: str) -> str:
    """A folded name without the state after it: ``ana srl in insolventa`` is ``ana srl``.

    A name that consists of such words is unchanged.
    """
    return _AFTER_FORM().sub(r"\1", _AT_END().sub("", folded))


def is_state(folded: str) -> bool:
    """Whether a folded text says nothing but a state, as brackets behind a name do."""
    return _ALONE().fullmatch(folded) is not None
