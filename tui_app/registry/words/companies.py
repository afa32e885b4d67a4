"""Companies by the words of their names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from tui_app.registry.sql import Read
from tui_app.registry.words.index import counts, members_of

if TYPE_CHECKING:
    from pyroaring import FrozenBitMap


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
