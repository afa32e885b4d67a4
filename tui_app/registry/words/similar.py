"""Companies whose names a text with typing errors may mean: the last tier of a search.

One letter may be wrong, missing or extra, or two swapped, in one word of at least five letters;
with two such words, one error in each. A word in no name is taken for the mistyped one; if all are
in names, any may be. The last word may be the beginning of one. If the text itself finds companies,
only a whole word may be replaced: ``ALFATERN`` beside ``ALFATERM``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.names import CompanyName
from tui_app.contract.ranking import Query
from tui_app.registry.sql import Read
from tui_app.registry.words import errors
from tui_app.registry.words.index import (
    beginning_with,
    counts,
    first_words,
    meant,
    members_of,
    placeholders,
)
from tui_app.registry.words.names import with_names

if TYPE_CHECKING:
    from pyroaring import FrozenBitMap

MAX_ERRORS: Final = 2
_MAX_WORDS: Final = 10
_MAX_LOOKED_AT: Final = 30
"""The most names that are checked, best rank first."""

_MAX_NAMES: Final = 64
_MAX_BEGUN: Final = 500
_MAX_BEGUN_IN_PLACE: Final = 5_000
"""The most words with the same beginning whose companies are read; more do not narrow."""

_MAX_MEANT: Final = 3
_NAMES: Final = "SELECT id, company_name FROM {{s}}company WHERE id IN ({})"


class Similar(NamedTuple):
    """The numbers of companies, the most similar first, and the words possibly meant."""

    numbers: list[int]
    near: dict[str, list[str]]


class _Sought(NamedTuple):
    """A typed word: the words that it may mean and, for the last one, their beginnings.

    Each comes with its number of typing errors.
    """

    words: dict[str, int]
    beginnings: dict[str, int]

    def errors_in(self, word: str) -> int | None:
        """The number of errors if the typed word means a word of a name; ``None`` otherwise."""
        found = self.words.get(word)
        for text, count in self.beginnings.items():
            if word.startswith(text) and (found is None or count < found):
                found = count
        return found


def similar(
    read: Read, query: Query, beside: Iterable[int] = (), within: FrozenBitMap | None = None
) -> Similar:
    """Similar companies that are not in ``beside``, and are in the set ``within``."""
    typed, known = query.words[: _MAX_WORDS + 1], set(beside)
    if len(typed) > _MAX_WORDS or not any(map(errors.may_be_mistyped, typed)):
        return Similar([], {})
    # A name with several of the words has them as intended, including a part of a word.
    if known and (len(typed) > 1 or not counts(read, typed)):
        return Similar([], {})
    search = _Search(read, typed, within)
    found = search.companies(known)
    return Similar(found, search.near(found))


def within_place(read: Read, query: Query, within: FrozenBitMap) -> list[int]:
    """The companies of a set whose names have words that begin with those of the text."""
    if not query.words:
        return []
    search = _Search(read, query.words[:_MAX_WORDS], within)
    return search.exact()


class _Search:
    def __init__(self, read: Read, typed: Sequence[str], within: FrozenBitMap | None) -> None:
        self._read = read
        self._within = within
        self._typed = typed
        self._known = counts(read, typed)
        self._meant: dict[str, list[str]] = {}
        last = typed[-1]
        begins = last in self._known or bool(first_words(read, [last]))
        self._unknown = [
            word for word in typed if word not in self._known and not (word == last and begins)
        ]
        self._used: dict[str, None] = {}

    def companies(self, beside: set[int]) -> list[int]:
        """The companies found, the most similar first."""
        hopeless = [word for word in self._unknown if not errors.may_be_mistyped(word)]
        if hopeless or len(self._unknown) > MAX_ERRORS:
            return []
        found = self._having(self._unknown or self._typed, beside)
        if not found and len(self._unknown) == 1 and len(self._typed) > 1:
            found = self._having(self._typed, beside)
        return found

    def exact(self) -> list[int]:
        """The companies whose names have all words, each as a beginning."""
        sought = [
            _Sought({word: 0} if word in self._known else {}, {word: 0}) for word in self._typed
        ]
        return self._matching(sought, set(), most_errors=0)

    def near(self, found: Sequence[int]) -> dict[str, list[str]]:
        """The words possibly meant by each unknown word, those of the found names first."""
        near: dict[str, list[str]] = {}
        for word in self._unknown:
            whole = self._whole(word)
            by_use = sorted(whole, key=lambda text: (text not in self._used, -self._known[text]))
            begun = [] if whole else list(first_words(self._read, self._texts(word)).values())
            if some := list(dict.fromkeys([*by_use, *begun]))[:_MAX_MEANT]:
                near[word] = some
        return near

    def _texts(self, word: str) -> list[str]:
        if word not in self._meant:
            self._meant[word] = meant(self._read, word)
            self._known |= counts(self._read, self._meant[word])
        return self._meant[word]

    def _whole(self, word: str) -> list[str]:
        """The words of names that are one error away."""
        return [t for t in self._texts(word) if t in self._known and len(t) >= errors.SHORTEST]

    def _having(self, mistyped: Sequence[str], beside: set[int]) -> list[int]:
        sought = [
            self._sought(word, is_last=False, forgiven=word in mistyped) for word in self._typed
        ]
        found = self._matching(sought, beside)
        # Beside other words, a whole word is hardly the beginning of another one.
        if beside or (found and len(self._typed) > 1):
            return found
        last = self._typed[-1]
        sought[-1] = self._sought(last, is_last=True, forgiven=last in mistyped)
        if sought[-1].beginnings:
            found += self._matching(sought, beside | set(found))
        return found

    def _sought(self, word: str, *, is_last: bool, forgiven: bool) -> _Sought:
        words = {word: 0} if word in self._known else {}
        if forgiven:
            words |= dict.fromkeys(self._whole(word), 1)
        beginnings: dict[str, int] = {}
        if is_last:
            texts = self._texts(word) if forgiven and len(word) >= errors.SHORTEST else []
            beginnings = dict.fromkeys(first_words(self._read, texts), 1)
            beginnings |= {word: 0}
        return _Sought(words, beginnings)

    def _matching(
        self, sought: Sequence[_Sought], beside: set[int], most_errors: int = MAX_ERRORS
    ) -> list[int]:
        """The companies with all words, one or two of them mistyped; none if none may be."""
        numbers = iter(n for n in self._with_all(sought) if n not in beside)
        some = list(islice(numbers, _MAX_LOOKED_AT))
        if not some:
            return []
        if next(numbers, None) is not None:
            # An equal name comes first, even if many companies are larger.
            within = self._within
            named = (n for n in self._named(sought) if within is None or n in within)
            some += [n for n in named if n not in beside]
        rows = self._read(_NAMES.format(placeholders(some)), some)
        placed = []
        for number, name in rows:
            words = CompanyName.of(fold(name)).words
            count, likeness = _place(sought, words)
            if min(most_errors, 1) <= count <= most_errors:
                self._used |= dict.fromkeys(words)
                placed.append((count, likeness, number))
        return [number for *_place, number in sorted(placed)]

    def _with_all(self, sought: Sequence[_Sought]) -> Iterable[int]:
        """Companies that may have all words; their names decide."""
        found = self._within
        for each in sorted(sought, key=self._size):
            if found is not None and len(found) <= _MAX_LOOKED_AT:
                break
            members = members_of(self._read, list(each.words))
            if each.beginnings:
                most = _MAX_BEGUN if self._within is None else _MAX_BEGUN_IN_PLACE
                begun, is_whole = beginning_with(self._read, list(each.beginnings), most)
                if found is not None and not is_whole:
                    continue
                members |= begun
            found = members if found is None else found & members
            if not found:
                return ()
        return found or ()

    def _named(self, sought: Sequence[_Sought]) -> list[int]:
        """Companies whose whole name is meant."""
        names = islice(product(*(each.words for each in sought)), _MAX_NAMES)
        return with_names(self._read, [CompanyName(name, "") for name in names])

    def _size(self, each: _Sought) -> tuple[bool, int]:
        return bool(each.beginnings), sum(self._known[word] for word in each.words)


def _place(sought: Sequence[_Sought], name: Sequence[str]) -> tuple[int, int]:
    """The errors of a name, too many if it lacks a word, and how it resembles the text.

    0: it equals the text, 1: it begins with it.
    """
    total = 0
    for each in sought:
        least = MAX_ERRORS + 1
        for word in name:
            if (count := each.errors_in(word)) is not None and count < least:
                least = count
        total += least
    starts = len(name) >= len(sought) and all(
        each.errors_in(word) is not None for each, word in zip(sought, name, strict=False)
    )
    return total, 2 - starts - (starts and len(name) == len(sought))
