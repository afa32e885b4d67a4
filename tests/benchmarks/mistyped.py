"""Names with one typing error: how many are found, and what forgiving costs any other search."""

from __future__ import annotations

import random
import sqlite3
import string
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.country import companies
from tests.benchmarks.latency import Latency, percentiles
from tests.benchmarks.queries import DRAWN_FROM, Text, may_be_sent
from tui_app.contract.folding import fold
from tui_app.contract.vocabulary.legal_forms import WORDS
from tui_app.registry.sqlite import word_index
from tui_app.registry.sqlite.registry_file import RegistryFile

_TABLES: Final = ("word_near", "name_key")


class Mistyped(NamedTuple):
    """A name with one error in a word of five letters or more."""

    q: str
    name: str


class Found(NamedTuple):
    """How many mistyped names are among the ten results, and how many come first."""

    names: int
    among_ten: int
    first: int


class Costs(NamedTuple):
    """Search times of a registry with and without results beyond the text, by texts."""

    with_it: Latency
    without: Latency


def mistyped(count: int, seed: int = 9) -> list[Mistyped]:
    """Names with a letter wrong, missing or extra, or two swapped; half without their form."""
    dice = random.Random(seed)
    names = [fold(record.profile.company_name) for record in companies(DRAWN_FROM)]
    found: list[Mistyped] = []
    while len(found) < count:
        name = dice.choice(names)
        words = name.split()
        if words[-1] in WORDS and dice.random() < 0.5:
            words.pop()
        long = [at for at, word in enumerate(words) if len(word) > 4 and word.isalpha()]
        if long:
            place = dice.choice(long)
            wrong = _with_error(dice, words[place])
            q = " ".join([*words[:place], wrong, *words[place + 1 :]])
            if wrong != words[place] and may_be_sent(q):
                found.append(Mistyped(q, name))
    return found


def _with_error(dice: random.Random, word: str) -> str:
    at, letter = dice.randrange(len(word)), dice.choice(string.ascii_lowercase)
    before, after = word[:at], word[at:]
    return dice.choice(
        (
            before + letter + after[1:],
            before + after[1:],
            before + letter + after,
            before + after[1:2] + after[:1] + after[2:],
        )
    )


def found_among(path: Path, names: Sequence[Mistyped]) -> Found:
    """How many are found; companies of the same name are as good as each other."""
    among_ten = first = 0
    with closing(RegistryFile(path)) as registry:
        for each in names:
            shown = [fold(c.company_name) for c in registry.search(each.q).companies]
            among_ten += each.name in shown
            first += shown[:1] == [each.name]
    return Found(len(names), among_ten, first)


def costs(path: Path, texts: Sequence[Text]) -> dict[str, Costs]:
    """Of all texts, and of those that find companies as they are.

    The two registries are asked in turns, and each text was searched before.
    """
    with closing(RegistryFile(path)) as forgiving, closing(RegistryFile(path)) as strict:
        strict.content.has_words = False
        times: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        for text in texts:
            has_hits = bool(strict.search(text.q).companies)
            forgiving.search(text.q)
            for registry, place in ((forgiving, 0), (strict, 1)):
                start = time.perf_counter()
                registry.search(text.q)
                taken = time.perf_counter() - start
                times["all"][place].append(taken)
                if has_hits:
                    times["found as typed"][place].append(taken)
    return {kind: Costs(*map(percentiles, pair)) for kind, pair in times.items()}


class Index(NamedTuple):
    """The cost of its tables: seconds to write those of words, bytes of all in the file."""

    seconds: float
    size: int


def index_of(path: Path) -> Index:
    """The tables of a registry, written once more into a file of their own."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copy = Path(folder) / "words.db"
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            connection.execute("ATTACH ? AS whole", (str(path),))
            tables = "SELECT sql FROM whole.sqlite_schema WHERE name IN (?, ?)"
            for (statement,) in connection.execute(tables, _TABLES).fetchall():
                connection.execute(statement)
            start = time.perf_counter()
            word_index.write_near(connection)
            seconds = time.perf_counter() - start
            connection.execute("INSERT INTO main.name_key SELECT * FROM whole.name_key")
        return Index(seconds, copy.stat().st_size)
