"""Companies by the words of their names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from tui_app.registry.sql import Read
from tui_app.registry.words.index import counts, marks

if TYPE_CHECKING:
    from pyroaring import FrozenBitMap

_MEMBERS: Final = "SELECT members FROM {{s}}screen_word WHERE word IN ({})"


def with_words(read: Read, groups: Sequence[Sequence[str]], most: int) -> list[int]:
    """The numbers of at most ``most`` companies, best rank first, by whole words of their names.

    Of each group at least one word is in the name: the others are other spellings of it.
    """
    found: FrozenBitMap | None = None
    known = counts(read, [word for group in groups for word in group])
    # The rarest first, so that a word that no name has costs nothing more.
    for group in sorted(groups, key=lambda group: sum(known.get(word, 0) for word in group)):
        members = _with_any(read, [word for word in group if word in known])
        found = members if found is None else found & members
        if not found:
            return []
    return list(islice(found or (), most))


def _with_any(read: Read, words: Sequence[str]) -> FrozenBitMap:
    # Imported with the first use: most searches need no sets.
    from pyroaring import FrozenBitMap

    rows = read(_MEMBERS.format(marks(words)), words) if words else []
    return FrozenBitMap.union(
        FrozenBitMap(), *(FrozenBitMap.deserialize(members) for (members,) in rows)
    )
