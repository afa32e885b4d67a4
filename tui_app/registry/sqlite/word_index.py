"""Writes the index for words with a typing error, and for companies by whole name or domain."""

from __future__ import annotations

import sqlite3
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.names import CompanyName
from tui_app.contract.search_text import domain_in
from tui_app.registry.sqlite.drafts import filled_at_once
from tui_app.registry.sqlite.patching import derive
from tui_app.registry.words.errors import LONGEST_HEAD, SHORTEST, heads, packed
from tui_app.registry.words.names import domain_key, name_key

_NAMES: Final = """
SELECT name_key(company_name), id FROM {company}
UNION ALL SELECT domain_key(value), company FROM {contact}
  WHERE (kind LIKE '%website%' OR kind LIKE '%email%') AND domain_key(value) IS NOT NULL
"""

# As ``heads`` and ``packed``, which patches use: faster for all words.
_SIZES: Final = ", ".join(f"({size})" for size in range(SHORTEST, LONGEST_HEAD + 1))
_PLACES: Final = ", ".join(f"({place})" for place in range(LONGEST_HEAD))
_NEAR: Final = f"""
WITH size (letters) AS (VALUES {_SIZES}), place (at) AS (VALUES {_PLACES}),
head (text) AS MATERIALIZED (
  SELECT DISTINCT substr(word, 1, letters) FROM screen_word JOIN size ON length(word) >= letters
  WHERE NOT is_number(word)
)
INSERT INTO word_near SELECT part, group_concat(letter, '') FROM (
  SELECT substr(text, 1, at) || substr(text, at + 2) AS part,
    at || substr(text, at + 1, 1) AS letter
  FROM head JOIN place ON at < length(text)
  WHERE at = 0 OR substr(text, at, 1) <> substr(text, at + 1, 1)
  ORDER BY part, letter
) GROUP BY part
"""


def write_near(connection: sqlite3.Connection) -> None:
    """Write what finds words with a typing error, from the words of screening."""
    connection.create_function("is_number", 1, str.isdecimal, deterministic=True)
    with filled_at_once(connection, "word_near"):
        connection.execute(_NEAR)


def patch_near(connection: sqlite3.Connection, *, gone: list[str], new: list[str]) -> None:
    """Correct it for words that no name has any more, and for new ones; ``screen_word`` is new."""
    heads_of_gone = {head for word in gone for head in heads(word)}
    heads_of_new = {head for word in new for head in heads(word)}
    lost = {head for head in heads_of_gone if not _begins_word(connection, "main", head)}
    found = {head for head in heads_of_new if not _begins_word(connection, "before", head)}
    changed: dict[str, tuple[set[str], set[str]]] = {}
    for side, some in enumerate((lost, found)):
        for head in some:
            for part, letter in packed(head):
                changed.setdefault(part, (set(), set()))[side].add(letter)
    for part, (less, more) in changed.items():
        ((known,),) = (
            connection.execute("SELECT letters FROM main.word_near WHERE part = ?", (part,))
        ).fetchall() or (("",),)
        pairs = {known[at : at + 2] for at in range(0, len(known), 2)}
        letters = "".join(sorted(pairs - less | more))
        connection.execute("DELETE FROM main.word_near WHERE part = ?", (part,))
        if letters:
            connection.execute("INSERT INTO main.word_near VALUES (?, ?)", (part, letters))


def _begins_word(connection: sqlite3.Connection, file: str, head: str) -> bool:
    """Whether a word of a file that is not a number begins with a head."""
    rows = connection.execute(
        f"SELECT word FROM {file}.screen_word WHERE word >= ? AND word < ?",
        (head, f"{head}\U0010ffff"),
    )
    return any(not word.isdecimal() for (word,) in rows)


def write_names(connection: sqlite3.Connection, *, anew: bool) -> None:
    """Write what finds names and domains as a whole."""
    connection.create_function("name_key", 1, _name_key, deterministic=True)
    connection.create_function("domain_key", 1, _domain_key, deterministic=True)
    derive(connection, "name_key", "key", _NAMES, anew=anew)


def _name_key(name: str) -> int:
    return name_key(CompanyName.of(fold(name)))


def _domain_key(value: str) -> int | None:
    domain = domain_in(value)
    return domain_key(domain) if domain else None
