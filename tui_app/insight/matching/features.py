"""The features of a match, with their weights and wording, in one table.

A company begins at ``BASE``; each feature adds its points. The manual's page ``matching`` says how
the weights were set: change one only with ``python -m tests.benchmarks match``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from tui_app.system.language import N_, _

BASE: Final = 0.95
"""The points for an equal name, if nothing else is known."""

FITS: Final = 0.72
"""A company with at least this many points may be the right one."""

ALIKE: Final = 0.05
"""Two companies within this many points match equally well: neither is chosen."""

MAX_NAME_CONFIDENCE: Final = 0.99
"""The highest confidence that a name can give."""

CERTAIN: Final = 1.9
"""The points for an equal number, with a name that does not contradict it."""


class Feature(StrEnum):
    """What agrees or differs between a row and a company."""

    SAME_TAX_ID = "same_tax_id"
    SAME_NUMBER = "same_number"
    SAME_NAME = "same_name"
    OTHER_ORDER = "other_order"
    OTHER_BLANKS = "other_blanks"
    ABBREVIATED = "abbreviated"
    CUT_SHORT = "cut_short"
    INITIALS = "initials"
    TYPING_ERROR = "typing_error"
    SHORT_TYPING_ERROR = "short_typing_error"
    COUNTRY = "country"
    COMMON_WORD_MORE = "common_word_more"
    COMMON_WORD_LESS = "common_word_less"
    WORD_MORE = "word_more"
    WORD_LESS = "word_less"
    ONLY_COMMON_WORDS = "only_common_words"
    OTHER_NAME = "other_name"
    MISREAD = "misread"
    FORMER_NAME = "former_name"
    SURROUNDED = "surrounded"
    SAME_FORM = "same_form"
    OTHER_FORM = "other_form"
    SAME_COUNTY = "same_county"
    OTHER_COUNTY = "other_county"
    SAME_TOWN = "same_town"
    OTHER_TOWN = "other_town"
    OTHER_TOWN_ALONE = "other_town_alone"
    SAME_STREET = "same_street"
    OTHER_TAX_ID = "other_tax_id"
    OTHER_NUMBER = "other_number"
    STRUCK_OFF = "struck_off"
    REST_STRUCK_OFF = "rest_struck_off"


WEIGHTS: Final[dict[Feature, float]] = {
    Feature.SAME_TAX_ID: 1.0,
    Feature.SAME_NUMBER: 1.0,
    Feature.SAME_NAME: 0.0,
    Feature.OTHER_ORDER: -0.02,
    Feature.OTHER_BLANKS: -0.08,
    Feature.ABBREVIATED: -0.06,
    Feature.CUT_SHORT: -0.28,
    Feature.INITIALS: -0.12,
    Feature.TYPING_ERROR: -0.08,
    Feature.SHORT_TYPING_ERROR: -0.26,
    Feature.COUNTRY: -0.12,
    Feature.COMMON_WORD_MORE: -0.28,
    Feature.COMMON_WORD_LESS: -0.28,
    Feature.WORD_MORE: -0.5,
    Feature.WORD_LESS: -0.5,
    Feature.ONLY_COMMON_WORDS: -0.3,
    Feature.OTHER_NAME: -0.35,
    Feature.MISREAD: -0.03,
    Feature.FORMER_NAME: -0.06,
    Feature.SURROUNDED: -0.06,
    Feature.SAME_FORM: 0.02,
    Feature.OTHER_FORM: -0.26,
    Feature.SAME_COUNTY: 0.06,
    Feature.OTHER_COUNTY: -0.28,
    Feature.SAME_TOWN: 0.08,
    Feature.OTHER_TOWN: -0.06,
    Feature.OTHER_TOWN_ALONE: -0.28,
    Feature.SAME_STREET: 0.06,
    Feature.OTHER_TAX_ID: -0.5,
    Feature.OTHER_NUMBER: -0.3,
    Feature.STRUCK_OFF: -0.06,
    Feature.REST_STRUCK_OFF: 0.0,
}

_WORDS: Final[dict[Feature, str]] = {
    Feature.SAME_TAX_ID: N_("same tax id"),
    Feature.SAME_NUMBER: N_("same registry number"),
    Feature.SAME_NAME: N_("same name"),
    Feature.OTHER_ORDER: N_("same words in another order"),
    Feature.OTHER_BLANKS: N_("same letters"),
    Feature.ABBREVIATED: N_("abbreviated"),
    Feature.CUT_SHORT: N_("a rare word cut short"),
    Feature.INITIALS: N_("same initials"),
    Feature.TYPING_ERROR: N_("one letter differs"),
    Feature.SHORT_TYPING_ERROR: N_("one letter of a short name differs"),
    Feature.COUNTRY: N_("with or without Romania"),
    Feature.COMMON_WORD_MORE: N_("one common word more"),
    Feature.COMMON_WORD_LESS: N_("one common word less"),
    Feature.WORD_MORE: N_("one word more"),
    Feature.WORD_LESS: N_("one word less"),
    Feature.ONLY_COMMON_WORDS: N_("only common words agree"),
    Feature.OTHER_NAME: N_("another name"),
    Feature.MISREAD: N_("a letter misread"),
    Feature.FORMER_NAME: N_("a former name"),
    Feature.SURROUNDED: N_("words around the name set aside"),
    Feature.SAME_FORM: N_("same legal form"),
    Feature.OTHER_FORM: N_("another legal form"),
    Feature.SAME_COUNTY: N_("same county"),
    Feature.OTHER_COUNTY: N_("another county"),
    Feature.SAME_TOWN: N_("same town"),
    Feature.OTHER_TOWN: N_("another town"),
    Feature.OTHER_TOWN_ALONE: N_("another town, no county given"),
    Feature.SAME_STREET: N_("same street"),
    Feature.OTHER_TAX_ID: N_("another tax id"),
    Feature.OTHER_NUMBER: N_("another registry number"),
    Feature.STRUCK_OFF: N_("struck off"),
    Feature.REST_STRUCK_OFF: N_("the others with this name are struck off"),
}

AGREEING: Final = frozenset(
    {
        Feature.SAME_TAX_ID, Feature.SAME_NUMBER, Feature.SAME_NAME, Feature.OTHER_ORDER,
        Feature.OTHER_BLANKS, Feature.ABBREVIATED, Feature.INITIALS, Feature.SAME_FORM,
        Feature.SAME_COUNTY, Feature.SAME_TOWN, Feature.SAME_STREET, Feature.REST_STRUCK_OFF,
    }
)  # fmt: skip
"""The features in a company's favour; the others count against it."""


def points(features: Iterable[Feature]) -> float:
    """The points of a company with these features; above 1 if many agree."""
    return round(BASE + sum(map(WEIGHTS.__getitem__, features)), 3)


def confidence(total: float) -> float:
    """The confidence for a number of points, from 0 to 1: only a number is certain."""
    return 1.0 if total >= CERTAIN else max(0.0, min(MAX_NAME_CONFIDENCE, total))


def in_words(names: Iterable[str]) -> list[tuple[str, bool]]:
    """Features as text in the current language, and whether each agrees.

    Names of features from another version are left out.
    """
    known = [Feature(name) for name in names if name in set(Feature)]
    return [(_(_WORDS[feature]), feature in AGREEING) for feature in known]


def in_english(features: Iterable[Feature]) -> str:
    """Features as an English sentence, for output read by programs: ``same name, same county``."""
    return ", ".join(_WORDS[feature] for feature in features)
