"""Compares two names word by word: equal, mistyped, abbreviated, additional or missing words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from rapidfuzz.distance import OSA

from tui_app.contract.folding import AMPERSAND
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.names import CompanyName
from tui_app.contract.operations import QUERY
from tui_app.contract.search_text import fold_name
from tui_app.contract.vocabulary.lost_letters import is_misread, may_mean, restored, with_digits
from tui_app.insight.matching.features import Feature

MISTYPED_FROM: Final = 5
"""The fewest letters of a word that may be mistyped: shorter words nearly all resemble another."""

_MAX_MISTYPED: Final = 2
_SHORT: Final = 7
"""Shorter names resemble others too much to be mistyped; letters of common words count half."""

_ABBREVIATED_FROM: Final = 3
_COUNTRY: Final = "romania"
_NUMBERS: Final = {
    "unu": "1", "doi": "2", "trei": "3", "patru": "4", "cinci": "5", "sase": "6", "sapte": "7",
    "opt": "8", "noua": "9", "zece": "10", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip

_FORMS_ANYWHERE: Final = frozenset({"srl", "srld", "pfa", "snc", "scs"})
"""Abbreviations of legal forms that are not ordinary words of a name."""

_BEFORE: Final = lazy_pattern(
    r"^(?:(?:firma|soc|societatea|societate|compania|intreprinderea)(?: com(?:erciala)?)? )+"
    r"(?!cu |pe |in )"
)

IsCommon = Callable[[str], bool]
"""Whether a word is in too many names to distinguish them."""


class NameComparison(Struct, frozen=True):
    """The features of two names, and whether enough agrees for the match to be shown."""

    features: tuple[Feature, ...]
    is_related: bool


def plain_name(name: str) -> str:
    """A folded name, without what people write before it and what the register adds after it.

    ``Firma DEDEMAN SRL`` and ``DEDEMAN SRL în insolvență`` are ``dedeman srl``.
    """
    folded = fold_name(restored(name))
    return _BEFORE().sub("", folded) or folded


@lru_cache(maxsize=65_536)
def read_name(name: str) -> CompanyName:
    """The words of a name without ``&``, with number words as digits, and its legal form."""
    found = CompanyName.read(plain_name(name))
    plain = [_NUMBERS.get(word) or with_digits(word) for word in found.words if word != AMPERSAND]
    form = found.form
    if not form:
        # People write the town after the form: DEDEMAN SRL BACAU.
        form = next((word for word in plain if word in _FORMS_ANYWHERE), "")
        plain = [word for word in plain if word != form]
    return CompanyName(tuple(plain) or found.words, form)


def search_text(name: str) -> str:
    """The search text for a name: its words without the legal form; empty if there are too few."""
    text = " ".join(read_name(name).words)[: QUERY.maximum_length].strip()
    if len(text) < QUERY.minimum_length:
        text = name[: QUERY.maximum_length].strip()
    return text if len(text) >= QUERY.minimum_length else ""


def compare(typed: CompanyName, company: CompanyName, is_common: IsCommon) -> NameComparison:
    """What a typed name and a company's name have in common."""
    if typed.words == company.words:
        return NameComparison((Feature.SAME_NAME,), is_related=True)
    left, right = list(typed.words), list(company.words)
    same = _take_equal(left, right)
    if not left and not right:
        return NameComparison((Feature.OTHER_ORDER,), is_related=True)
    if "".join(typed.words) == "".join(company.words):
        return NameComparison((Feature.OTHER_BLANKS,), is_related=True)
    misread = _take_pairs(left, right, _is_misread)
    mistyped = _take_pairs(left, right, is_mistyped)
    abbreviated = _take_pairs(left, right, _abbreviates)
    features: list[Feature] = [Feature.MISREAD] * len(misread)
    if not (left or right) and len(mistyped) <= _MAX_MISTYPED:
        features += _order(typed, company, same, misread + mistyped + abbreviated)
    elif not same and not mistyped and _are_initials(left, right):
        left, right = [], []
        features.append(Feature.INITIALS)
    elif _mistyped_together(left, right):
        # A blank and a letter are two errors: OLDSTEEL is not HOLD STEEL.
        features.append(Feature.OTHER_BLANKS)
        features.append(Feature.SHORT_TYPING_ERROR)
        same.append("".join(right))
        left, right = [], []
    for words in (left, right):
        if _COUNTRY in words:
            words.remove(_COUNTRY)
            features.append(Feature.COUNTRY)
    telling = [word for word in same if not is_common(word)]
    pairs = (*misread, *mistyped, *abbreviated)
    telling += [ours for _theirs, ours in pairs if not is_common(ours)]
    features += _of_mistyped(mistyped, same, is_common)
    features += [
        Feature.ABBREVIATED if is_common(max(pair, key=len)) else Feature.CUT_SHORT
        for pair in abbreviated
    ]
    features += [
        Feature.COMMON_WORD_MORE if is_common(word) else Feature.WORD_MORE for word in left
    ]
    features += [
        Feature.COMMON_WORD_LESS if is_common(word) else Feature.WORD_LESS for word in right
    ]
    is_related = bool(telling) or not (left or right)
    if not is_related:
        features.append(Feature.ONLY_COMMON_WORDS)
    return NameComparison(tuple(features), is_related=is_related)


def _take_equal(left: list[str], right: list[str]) -> list[str]:
    same = []
    for word in list(left):
        if word in right:
            left.remove(word)
            right.remove(word)
            same.append(word)
    return same


def _take_pairs(
    left: list[str], right: list[str], are_alike: Callable[[str, str], bool]
) -> list[tuple[str, str]]:
    """Take the pairs of words that are alike."""
    pairs = []
    for word in list(left):
        other = next((each for each in right if are_alike(word, each)), None)
        if other is not None:
            left.remove(word)
            right.remove(other)
            pairs.append((word, other))
    return pairs


def _is_misread(one: str, other: str) -> bool:
    """Whether one of two words has lost letters or digits for letters, and may be the other."""
    if min(len(one), len(other)) < _ABBREVIATED_FROM:
        return False
    return (is_misread(one) and may_mean(one, other)) or (
        is_misread(other) and may_mean(other, one)
    )


def is_mistyped(one: str, other: str) -> bool:
    """Whether two words of at least five letters differ by one typing error.

    Different digits are not typing errors: ``STAR 2000`` and ``STAR 2001`` are two companies.
    """
    if abs(len(one) - len(other)) > 1 or max(len(one), len(other)) < MISTYPED_FROM:
        return False
    if any(map(str.isdigit, one + other)):
        return False
    return bool(OSA.distance(one, other, score_cutoff=1) == 1)


def _mistyped_together(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether the remaining words differ by one typing error and by blanks."""
    one, other = "".join(left), "".join(right)
    return min(len(one), len(other)) >= _SHORT and is_mistyped(one, other)


def _abbreviates(one: str, other: str) -> bool:
    """Whether one word is the other's beginning or its consonants: ``constr``, ``mgmt``."""
    short, long = sorted((one, other), key=len)
    if len(short) < _ABBREVIATED_FROM or len(long) - len(short) < 2 or not long.isalpha():
        return False
    if long.startswith(short):
        return True
    letters = iter(long[1:])
    is_part = short[0] == long[0] and all(letter in letters for letter in short[1:])
    return is_part and not set(short[1:]) & set("aeiou")


def _are_initials(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether one word is the initials of the others: ``CFR`` is ``CAILE FERATE ROMANE``."""
    few, many = sorted((left, right), key=len)
    return len(few) == 1 and len(many) > 2 and few[0] == "".join(word[0] for word in many)


def _order(
    typed: CompanyName,
    company: CompanyName,
    same: Sequence[str],
    pairs: Sequence[tuple[str, str]],
) -> list[Feature]:
    ours = dict(pairs) | {word: word for word in same}
    aligned = tuple(ours.get(word, word) for word in typed.words)
    return [] if aligned == company.words else [Feature.OTHER_ORDER]


def _of_mistyped(
    mistyped: Sequence[tuple[str, str]], same: Sequence[str], is_common: IsCommon
) -> list[Feature]:
    """The feature for a typing error; it counts more if few letters are left to identify it."""
    letters = sum(len(ours) for _theirs, ours in mistyped)
    letters += sum(len(word) // 2 if is_common(word) else len(word) for word in same)
    feature = Feature.SHORT_TYPING_ERROR if letters < _SHORT else Feature.TYPING_ERROR
    return [feature] * len(mistyped)
