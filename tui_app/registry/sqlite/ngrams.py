"""Finds any part of a text by its n-grams of five characters.

A trigram index is slow for a whole country: three frequent characters are in millions of
names, and most texts consist of them. Five are together far less often: what matches the
n-grams of a text of six or more characters nearly always contains the text itself. For parts
of up to four characters the ten best companies are stored.

The same n-grams find a name by its letters alone: letters that are together in the text may
be separated by a blank in the name. A name with ``&`` is also indexed without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise, product
from operator import itemgetter
from typing import Final

from tui_app.contract.folding import AMPERSAND, words

NGRAM_LENGTH: Final = 5
"""The length of an n-gram. Shorter parts are stored with their best companies."""

START: Final = "\n"
"""Put before a name, so that *starts with* is a part too. Folded text never contains it."""

JOINED: Final = "\t"
"""Put before a short part of a name without its ``&``."""

_MAX_NGRAMS: Final = 16
_BEGINNING: Final = NGRAM_LENGTH - 1
_KEY_LETTERS: Final = 3
_KNOWN_WORDS: Final = 16_384
# FTS5's ascii tokenizer ends a word at any ASCII character but letters and digits, so those
# are moved to a range of two bytes where every character belongs to a word. A name with such
# letters (they are Syriac) is looked at in vain at most: what the index finds is compared.
_MOVED: Final = 0x700
_AS_LETTERS: Final = {c: _MOVED + c for c in range(128) if not chr(c).isalnum()}
_APART: Final = ","
"""Ends a word of FTS5's text. Folded text never contains it."""
_BLANK, _AND, _START = (chr(_MOVED + ord(c)) for c in (" ", AMPERSAND, START))


def name_ngrams(folded: str) -> str:
    """The FTS5 text of a folded name; n-grams may repeat."""
    found = [*_ngrams(START + folded), *map(_beginnings, folded.split(" "))]
    if AMPERSAND in folded:
        found.append(name_ngrams(_without_ampersand(folded)))
    # Letters are moved in all n-grams at once: cut from plain letters, they are made sooner.
    return _moved(_APART.join(found))


def _ngrams(text: str) -> tuple[str, ...]:
    """The n-grams of a text, or the whole of a shorter one."""
    return _cut(text, NGRAM_LENGTH, max(len(text) - NGRAM_LENGTH, 0) + 1)


def _cut(text: str, length: int, places: int) -> tuple[str, ...]:
    """So many characters of a text from each of its first places on."""
    if places < 2:
        return (text[:length],)
    return _cutter(length, places)(text)


@lru_cache(maxsize=512)
def _cutter(length: int, places: int) -> Callable[[str], tuple[str, ...]]:
    """``_cut`` in one call, in a third of the time of a loop: an import cuts millions of texts."""
    first, second, *others = (slice(start, start + length) for start in range(places))
    return itemgetter(first, second, *others)


@lru_cache(maxsize=_KNOWN_WORDS)
def _beginnings(word: str) -> str:
    """The first two and three letters of a word, after a blank."""
    begins = " " + "".join(words(word))[:_KEY_LETTERS]
    return f"{begins[:_KEY_LETTERS]}{_APART}{begins}"


def name_windows(folded: str) -> tuple[str, ...]:
    """The windows of a folded name, whose beginnings are its short parts: see ``parts_of``.

    They may repeat.
    """
    found = _windows(START + folded)
    if AMPERSAND in folded:
        for unit in _around_blanks(_without_ampersand(folded)):
            found += tuple(JOINED + window for window in _windows(unit))
    return found


def _windows(text: str) -> tuple[str, ...]:
    """Four characters from each place on, and fewer at the end."""
    return _cut(text, _BEGINNING, len(text))


def _around_blanks(text: str) -> list[str]:
    return [f"{word[-2:]} {following[:2]}" for word, following in pairwise(text.split(" "))]


def _without_ampersand(folded: str) -> str:
    return " ".join(folded.replace(AMPERSAND, " ").split())


def parts_of(window: str) -> list[str]:
    """Every part at the beginning of a window, without blanks at its ends."""
    first = window.startswith(JOINED)
    if window.startswith(" ", first):
        return []
    return [window[:end] for end in range(first + 1, len(window) + 1) if window[end - 1] != " "]


def identifier_ngrams(identifiers: Iterable[str]) -> str:
    """The FTS5 text of identifiers: their n-grams, and shorter identifiers whole."""
    return _moved(_APART.join(chain.from_iterable(map(_ngrams, identifiers))))


def identifier_windows(identifiers: Iterable[str]) -> tuple[str, ...]:
    """Like ``name_windows``, for identifiers."""
    return tuple(chain.from_iterable(map(_windows, identifiers)))


def beginning(part: str) -> str:
    """The first characters of a part: whatever contains the part contains them too."""
    return part[:_BEGINNING].rstrip(" ")


def part_query(part: str) -> str:
    """The FTS5 query for texts that may contain ``part``, at least as long as an n-gram."""
    return _all_of(_enough_ngrams(part))


def any_part_query(parts: Iterable[str]) -> str:
    """The FTS5 query for texts that may contain one of these parts."""
    return " OR ".join(f"({part_query(part)})" for part in parts)


def letters_query(part: str) -> str:
    """The FTS5 query for names that may contain ``part`` when blanks are ignored.

    The n-grams at its ends and in the middle, with their blanks, exclude nearly all other names.
    """
    last = len(part) - NGRAM_LENGTH
    begins, ends = _spelled_queries()
    pieces = [begins.format(*part[at:][:NGRAM_LENGTH]) for at in sorted({0, (last + 1) // 2})]
    return " AND ".join([*pieces, ends.format(*part[last:])])


@lru_cache(maxsize=1)
def _spelled_queries() -> tuple[str, str]:
    """The queries for the first and for the last n-gram of ``{0}`` to ``{4}`` in any spelling.

    With fewer n-grams more names must be checked, with more of them a search for a new text takes
    half as long again, see ``benchmarks serve``.
    """
    numbers = "".join(map(str, range(NGRAM_LENGTH)))
    in_braces = {ord(number): f"{{{number}}}" for number in numbers}
    begins = dict.fromkeys(text[:NGRAM_LENGTH] for text in spellings(numbers))
    ends = dict.fromkeys(text[-NGRAM_LENGTH:] for text in spellings(numbers))
    return (
        f"({any_part_query(begins)})".translate(in_braces),
        f"({any_part_query(ends)})".translate(in_braces),
    )


def spellings(part: str) -> Iterator[str]:
    """Every way to divide a few letters into words."""
    for gaps in product(("", " "), repeat=len(part) - 1):
        yield "".join(letter + gap for letter, gap in zip(part, (*gaps, ""), strict=True))


def words_query(sought: Iterable[str]) -> str:
    """The FTS5 query for names that may have words with these prefixes; empty for all names.

    A single letter is in too many names to be searched.
    """
    found: dict[str, None] = {}
    for word in sought:
        if len(word) >= NGRAM_LENGTH:
            found |= dict.fromkeys(
                (_all_of([word[:NGRAM_LENGTH]]), _all_of([word[-NGRAM_LENGTH:]]))
            )
        elif len(word) == _BEGINNING:
            found[f"({_all_of([' ' + word])} OR {_all_of([START + word])})"] = None
        elif len(word) > 1 or word == AMPERSAND:
            found[_all_of([" " + word])] = None
    return " AND ".join(found)


def _enough_ngrams(part: str) -> list[str]:
    last = len(part) - NGRAM_LENGTH
    # Every second n-gram is enough to keep the order of a text.
    step = 2 + last // _MAX_NGRAMS
    return [part[start : start + NGRAM_LENGTH] for start in sorted({*range(0, last, step), last})]


def _moved(folded: str) -> str:
    return folded.replace(" ", _BLANK).replace(AMPERSAND, _AND).replace(START, _START)


def _all_of(found: Iterable[str]) -> str:
    return " AND ".join(f'"{piece.translate(_AS_LETTERS)}"' for piece in found)
