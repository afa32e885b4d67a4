"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable

from tui_app.system.language import _


def one_letter_off(word: str, known: Iterable[str]) -> str | None:
    """The known word that differs by one letter: wrong, missing, extra, or two swapped."""
    return next((each for each in known if _differs_by_one(word.lower(), each)), None)


def _differs_by_one(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    swapped = len(one) == 2 and one == other[::-1]
    return swapped or max(len(one), len(other)) == 1


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word most similar to ``word``, if any is similar enough."""
    import difflib

    words = {each.lower(): each for each in known}
    near = difflib.get_close_matches(word.lower(), words, 1, 0.51)
    return words[near[0]] if near else None


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a message that suggests the word that was probably meant; else empty."""
    found = nearest_word(word, known)
    return f" {_('Did you mean {word}?').format(word=found)}" if found else ""
