"""Letters that an old encoding lost, misread or cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from tui_app.contract.lazy_pattern import lazy_pattern

STAND_IN: Final = "ħ"
"""A letter that no Romanian name has; it stands for a lost one."""

SOUND: Final = "ĸ"
"""A letter that no Romanian name has; it stands for the sound that is written î or â."""

_OLD_LETTER: Final = lazy_pattern(r"(?<=\w)[îÎ](?=\w)")
_SOUNDS: Final = lazy_pattern(r"(?<=\w)[îÎâÂ](?=\w)")

# Central European text that was read as Western European.
_MISREAD: Final = str.maketrans("þÞºª", "țȚșȘ")
_LOST: Final = lazy_pattern("(?<=[^\\W\\d_])[?\ufffd]|[?\ufffd](?=[^\\W\\d_])")


def restored(text: str) -> str:
    """A text with misread letters restored, and ``STAND_IN`` for each lost one.

    ``Constanþa`` becomes ``Constanța``; ``Boto?ani`` keeps a stand-in. A question mark that is
    beside no letter stays.
    """
    if text.isascii() and "?" not in text:
        return text
    text = text.translate(_MISREAD)
    before = ""
    while before != text:
        # Of several lost letters in a row only the outer ones are beside a known one.
        before, text = text, _LOST().sub(STAND_IN, text)
    return text


def modern(text: str) -> str:
    """A restored text with â for î within words, as it is written since 1993."""
    return text if text.isascii() and "?" not in text else _OLD_LETTER().sub("â", restored(text))


def marked(text: str) -> str:
    """A text with ``SOUND`` for each î or â within words: ``are_alike`` knows its spellings."""
    return text if text.isascii() else _SOUNDS().sub(SOUND, text)


def are_alike(one: str, other: str) -> bool:
    """Whether two folded, marked texts may be one, letter by letter.

    A stand-in may be any letter, and a marked sound an a, or an i as before 1993.
    """
    return one == other or (len(one) == len(other) and all(map(_is_alike, one, other)))


def _is_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if STAND_IN in (one, other):
        return one.isalpha() and other.isalpha()
    return SOUND in (one, other) and {one, other} <= {SOUND, "a", "i"}


def fits(text: str, known: str) -> bool:
    """Whether a text with stand-ins may be a known one."""
    return len(text) == len(known) and all(
        ours in (STAND_IN, theirs) for ours, theirs in zip(text, known, strict=True)
    )


def is_cut(short: str, known: str) -> bool:
    """Whether ``short`` is what a server left of a name that it cut before an ``ș`` or ``ț``.

    Both are folded: ``gala`` of ``galati``, ``constan`` of ``constanta``, ``arge`` of ``arges``.
    """
    after = known[len(short) : len(short) + 1]
    return len(short) > 1 and known.startswith(short) and after in {"s", "t", STAND_IN}


_LIKELY: Final = "stai"
"""The letters that an encoding loses: ``ș``, ``ț``, ``ă``, ``â`` and ``î``."""

_LIKE_DIGITS: Final = {
    "0": "o", "1": "il", "2": "z", "3": "e", "4": "a", "5": "s", "6": "gb", "7": "t", "8": "b",
    "9": "g",
}  # fmt: skip
_MAX_MEANT: Final = 64
_DIGIT_FOR_LETTER: Final = lazy_pattern(
    "(?<=[a-z])[0-9](?=[a-z])|^[0-9](?=[a-z]{3})|(?<=[a-z]{3})[0-9]$"
)
_DIGITS_AND_LETTERS: Final = lazy_pattern("(?=.*[0-9])[0-9oil]+")


def is_misread(word: str) -> bool:
    """Whether a folded word lost letters, or has single digits that may stand for letters.

    At its beginning or its end a digit may also be a number: ``grup2`` means no other word.
    """
    return STAND_IN in word or _DIGIT_FOR_LETTER().search(word) is not None


def meant(word: str) -> Iterator[str]:
    """Words that a misread one may mean, the likeliest of them: ``mer1dian``, ``flore?ti``."""
    for text in dict.fromkeys((word, word.replace(STAND_IN * 2, STAND_IN))):
        digits = {found.start() for found in _DIGIT_FOR_LETTER().finditer(text)}
        choices = [
            _LIKELY if letter == STAND_IN else _LIKE_DIGITS[letter] if at in digits else letter
            for at, letter in enumerate(text)
        ]
        yield from ("".join(some) for some in islice(product(*choices), _MAX_MEANT))


def may_mean(word: str, known: str) -> bool:
    """Whether a misread word may be another one; a lost letter may have left two signs."""
    for text in dict.fromkeys((word, word.replace(STAND_IN * 2, STAND_IN))):
        digits = {found.start() for found in _DIGIT_FOR_LETTER().finditer(text)}
        if len(text) == len(known) and all(
            ours in (theirs, STAND_IN) or (at in digits and theirs in _LIKE_DIGITS[ours])
            for at, (ours, theirs) in enumerate(zip(text, known, strict=True))
        ):
            return True
    return False


def with_digits(word: str) -> str:
    """A folded number in which letters stand for digits: ``2o1o``; other words unchanged."""
    if not word.isalnum() or word.isalpha() or not _DIGITS_AND_LETTERS().fullmatch(word):
        return word
    return word.replace("o", "0").replace("i", "1").replace("l", "1")
