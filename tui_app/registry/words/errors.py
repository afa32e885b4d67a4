"""Typing errors: one letter wrong, missing or extra, or two neighbours swapped.

Two texts one error apart become equal when a letter is left out of either or both. So a word is
found by the remainder of its beginning, the *head*: the deletion neighbourhood of SymSpell at
distance one. Words that are still being typed have shorter heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

SHORTEST: Final = 5
"""Errors in shorter words are not tolerated: too many other words are similar."""

LONGEST_HEAD: Final = 7


def may_be_mistyped(word: str) -> bool:
    """Whether a typing error in a word is tolerated; one of five letters may be missing."""
    return len(word) >= SHORTEST - 1 and not word.isdecimal()


def is_one_error(typed: str, meant: str) -> bool:
    """Whether two texts are exactly one error apart."""
    at = 0
    for one, other in zip(typed, meant, strict=False):
        if one != other:
            break
        at += 1
    wrong, right = typed[at:], meant[at:]
    if not wrong or not right:
        return len(wrong) + len(right) == 1
    is_swapped = wrong[:2] == right[1::-1] and wrong[2:] == right[2:] and len(right) > 1
    return is_swapped or wrong[1:] in (right, right[1:]) or wrong == right[1:]


def without_one(text: str) -> Iterator[tuple[str, int]]:
    """The text without each of its letters, with the position of that letter."""
    for at, letter in enumerate(text):
        # Leaving out either of two equal neighbours gives the same text.
        if at == 0 or text[at - 1] != letter:
            yield text[:at] + text[at + 1 :], at


def heads(word: str) -> Iterator[str]:
    """The beginnings by which a word is found, shortest first; none for a number."""
    if not word.isdecimal():
        for length in range(SHORTEST, min(len(word), LONGEST_HEAD) + 1):
            yield word[:length]


def packed(head: str) -> Iterator[tuple[str, str]]:
    """A head without each of its letters, with that letter and its position to restore it."""
    for rest, at in without_one(head):
        yield rest, f"{at}{head[at]}"


def unpacked(rest: str, letters: str) -> Iterator[str]:
    """The heads that become ``rest`` without one letter; ``letters`` as in ``packed``."""
    for position, letter in zip(letters[::2], letters[1::2], strict=True):
        yield rest[: int(position)] + letter + rest[int(position) :]


def looked_up(typed: str) -> list[str]:
    """The possible remainders of the intended word's head, which ``near_heads`` looks up."""
    head = typed[:LONGEST_HEAD]
    found = dict.fromkeys(rest for rest, _at in without_one(head))
    return [*found, head] if len(head) < LONGEST_HEAD else list(found)


def meant(typed: str, head: str) -> Iterator[str]:
    """The texts possibly meant by ``typed`` if the error is in its head, which was ``head``."""
    size = LONGEST_HEAD
    if len(typed) < size:
        if is_one_error(typed, head):
            yield head
        return
    if len(head) < size:
        return
    # A wrong letter or two swapped; a letter missing; one extra; two swapped at the head's end.
    after = {head + typed[size:], head + typed[size - 1 :], head + typed[size + 1 :]}
    if len(typed) > size:
        after.add(head + typed[size - 1] + typed[size + 1 :])
    yield from (text for text in after if is_one_error(typed, text))
