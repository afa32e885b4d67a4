"""How parts of identifiers are indexed and found.

Identifiers are short and made of few characters, so that any three of them stand in many:
a trigram index is slow here. For every part of up to five characters the ten best companies
are kept ready; longer parts are found by pieces of six characters, which are rare.
"""

from __future__ import annotations

from typing import Final

from tui_app.registry.schema import LONG_PART, SHORT_PART

SHORTEST_PART: Final = 3

# FTS5's ascii tokenizer ends a word at any ASCII character but letters and digits: those are
# moved where it takes every character as part of a word.
_AS_LETTERS: Final = {c: 0xE000 + c for c in range(128) if not chr(c).isalnum()}


def short_parts(*identifiers: str) -> set[str]:
    """Every part of 3 to 5 characters."""
    return {
        text[start : start + length]
        for text in identifiers
        for length in range(SHORTEST_PART, SHORT_PART + 1)
        for start in range(len(text) - length + 1)
    }


def long_pieces(*identifiers: str) -> str:
    """The text to index: every piece of six characters as a word."""
    pieces = {
        text[start : start + LONG_PART]
        for text in (identifier.translate(_AS_LETTERS) for identifier in identifiers)
        for start in range(len(text) - LONG_PART + 1)
    }
    return " ".join(pieces)


def long_query(part: str) -> str:
    """The FTS5 query for identifiers that may hold ``part`` (at least six characters)."""
    last = len(part) - LONG_PART
    words = part.translate(_AS_LETTERS)
    starts = sorted({*range(0, last, LONG_PART), last})
    return " AND ".join(f'"{words[start : start + LONG_PART]}"' for start in starts)
