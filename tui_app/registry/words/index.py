"""Reads the words of a registry: see ``word_near`` and ``screen_word`` in ``sqlite.schema``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from tui_app.registry.sql import Read
from tui_app.registry.words import errors

if TYPE_CHECKING:
    from pyroaring import FrozenBitMap

_LAST: Final = "\U0010ffff"
_MAX_WORDS: Final = 2_000
"""The most words with one head that are checked for an error after it."""

_COUNTS: Final = "SELECT word, companies FROM {{s}}screen_word WHERE word IN ({})"
_NEAR: Final = "SELECT part, letters FROM {{s}}word_near WHERE part IN ({})"
_BEGINNING: Final = f"""
SELECT word FROM {{s}}screen_word WHERE word >= ? AND word < ? ORDER BY word LIMIT {_MAX_WORDS}
"""
_MEMBERS: Final = "SELECT members FROM {{s}}screen_word WHERE word IN ({})"
_BEGUN: Final = "SELECT members FROM {s}screen_word WHERE word >= ? AND word < ? LIMIT ?"
_FIRST: Final = "(SELECT min(word) FROM {s}screen_word WHERE word >= ?)"


def counts(read: Read, words: Sequence[str]) -> dict[str, int]:
    """How many companies have each of some words in their names; words of no name are left out."""
    if not words:
        return {}
    return dict(read(_COUNTS.format(placeholders(words)), words))


def near_words(read: Read, word: str) -> dict[str, int]:
    """The words one typing error from a word, and how many companies have each.

    Words of the most companies come first. All have at least five letters.
    """
    texts = [text for text in meant(read, word) if len(text) >= errors.SHORTEST]
    found = counts(read, texts)
    return dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))


def first_words(read: Read, texts: Sequence[str]) -> dict[str, str]:
    """The first word that each text begins; texts that begin none are left out."""
    if not texts:
        return {}
    (firsts,) = read(f"SELECT {', '.join([_FIRST] * len(texts))}", texts)
    return {
        text: first
        for text, first in zip(texts, firsts, strict=True)
        if first is not None and first.startswith(text)
    }


def meant(read: Read, typed: str) -> list[str]:
    """Texts one error from the typed one, each with some words that begin with it."""
    if not errors.may_be_mistyped(typed):
        return []
    found: dict[str, None] = {}
    rests = errors.looked_up(typed)
    for rest, letters in read(_NEAR.format(placeholders(rests)), rests):
        for head in errors.unpacked(rest, letters):
            found |= dict.fromkeys(errors.meant(typed, head))
    # With one letter too many, the text without it was meant.
    found |= dict.fromkeys(
        rest for rest, _at in errors.without_one(typed) if len(rest) >= errors.SHORTEST
    )
    if len(typed) >= errors.LONGEST_HEAD:
        head = typed[: errors.LONGEST_HEAD]
        lengths = range(len(typed) - 1, len(typed) + 2)
        for (word,) in read(_BEGINNING, (head, head + _LAST)):
            beginnings = {word[:length] for length in lengths if length <= len(word)}
            found |= dict.fromkeys(
                sorted(text for text in beginnings if errors.is_one_error(typed, text))
            )
    return list(found)


def members_of(read: Read, words: Sequence[str]) -> FrozenBitMap:
    """The companies with any of some words in their names."""
    return _union(read(_MEMBERS.format(placeholders(words)), words) if words else [])


def beginning_with(read: Read, texts: Sequence[str], most: int) -> tuple[FrozenBitMap, bool]:
    """The companies with a word that begins with one of the texts, and whether these are all.

    At most about ``most`` words are read; the result is incomplete if there are more.
    """
    rows: list[tuple[bytes]] = []
    for text in texts:
        rows += read(_BEGUN, (text, text + _LAST, most + 1))
        if len(rows) > most:
            return _union(rows), False
    return _union(rows), True


def _union(rows: Sequence[tuple[bytes]]) -> FrozenBitMap:
    # Imported on first use: most searches need no sets.
    from pyroaring import FrozenBitMap

    return FrozenBitMap.union(
        FrozenBitMap(), *(FrozenBitMap.deserialize(members) for (members,) in rows)
    )


def placeholders(values: Sequence[object]) -> str:
    """A ``?`` for each value."""
    return ", ".join("?" * len(values))


def with_words(read: Read, groups: Sequence[Sequence[str]], most: int) -> list[int]:
    """The numbers of at most ``most`` companies, best rank first, by whole words of their names.

    At least one word of each group is in the name: the others are other spellings of it.
    """
    found: FrozenBitMap | None = None
    known = counts(read, [word for group in groups for word in group])
    # The rarest first, so that a word in no name costs nothing more.
    for group in sorted(groups, key=lambda group: sum(known.get(word, 0) for word in group)):
        members = members_of(read, [word for word in group if word in known])
        found = members if found is None else found & members
        if not found:
            return []
    return list(islice(found or (), most))
