"""The words of names: how rare they are, which are one typing error away, and who has them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.registry.engines import opened
from tui_app.contract.ranking import read_query
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.lookup import summaries
from tui_app.registry.sql import Read
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.words.index import counts, near_words, with_words
from tui_app.registry.words.names import named

DICE = random.Random(3)
LETTERS = "abț"
WORDS = sorted({"".join(DICE.choices(LETTERS, k=DICE.randint(1, 12))) for _ in range(900)})
NAMES = ["SC Țesut & Fiul S.R.L.", "ANA ANA SA", "ANA PFA", "10000 ZILE SRL", "S.C. ANA S.R.L."] + [
    " ".join(DICE.choices(WORDS, k=DICE.randint(1, 3))) + " SRL" for _ in range(1_200)
]


def plain(word: str) -> str:
    return word.lower().replace("ț", "t")


COUNTS = Counter(
    word for name in NAMES for word in set(plain(name).replace(".", "").split())
)  # as the words of these names fold


def one_error(text: str) -> set[str]:
    """Every text one letter wrong, missing or extra away, or with two swapped."""
    found = set()
    for at in range(len(text) + 1):
        before, after = text[:at], text[at:]
        found |= {before + letter + after for letter in "abt"}
        found |= {before + letter + after[1:] for letter in "abt" if after}
        found |= {before + after[1:]}
        found |= {before + after[1] + after[0] + after[2:] for _ in after[1:2]}
    return found - {text}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("words") / "registry.db"
    profiles = (
        CompanyProfile(tax_id=str(10 + number), company_name=name)
        for number, name in enumerate(NAMES)
    )
    build((CompanyRecord(profile=profile) for profile in profiles), path)
    return path


@pytest.fixture(scope="module")
def registries(file: Path, postgres: str) -> Iterator[list[SqlRegistry]]:
    """The same companies in a file and in PostgreSQL."""
    with opened(file) as in_file, opened(file, postgres) as in_database:
        yield [in_file, in_database]


def near(registry: SqlRegistry, word: str) -> dict[str, int]:
    return registry.read(lambda read, _: near_words(read, word))


def names(registry: SqlRegistry, found: Callable[[Read], list[int]]) -> list[str]:
    """The names of the companies with the numbers that are found."""
    companies = registry.read(lambda read, _: summaries(read, found(read)))
    return [company.company_name for company in companies]


def with_all(registry: SqlRegistry, groups: list[list[str]], most: int = 10) -> list[str]:
    return names(registry, lambda read: with_words(read, groups, most))


def test_each_word_is_counted_once_a_name(registries: list[SqlRegistry]) -> None:
    asked = ["ana", "tesut", "&", "nobody", *map(plain, WORDS[::7])]
    expected = {word: COUNTS[word] for word in asked if COUNTS[word]}
    for registry in registries:
        assert registry.read(lambda read, _: counts(read, asked)) == expected
        assert registry.read(lambda read, _: counts(read, [])) == {}


def test_every_word_with_one_error_is_found_and_no_other(
    registries: list[SqlRegistry],
) -> None:
    longer = [plain(word) for word in WORDS if len(word) > 4]
    typed = [*longer[::9], *(DICE.choice(sorted(one_error(word))) for word in longer)]
    for place, registry in enumerate(registries):
        for text in typed[:: 1 + 20 * place]:
            expected = {w: COUNTS[w] for w in one_error(text) if len(w) > 4 and COUNTS[w]}
            found = near(registry, text)
            assert found == expected, text
            assert list(found.values()) == sorted(expected.values(), reverse=True)
        # Another number is no typing error.
        assert near(registry, "10001") == {}
        assert near(registry, "ab") == {}


def test_companies_have_a_word_of_each_group(registries: list[SqlRegistry]) -> None:
    for registry in registries:
        assert with_all(registry, [["ana", "nobody"], ["sa"]]) == ["ANA ANA SA"]
        assert len(with_all(registry, [["srl"]], most=7)) == 7
        nothing: list[list[list[str]]] = [[], [["nobody"], ["ana"]], [[]]]
        for groups in nothing:
            assert with_all(registry, groups) == []


def test_a_whole_name_is_found_whatever_its_form(registries: list[SqlRegistry]) -> None:
    for registry in registries:
        for name, found in [
            ("ana", {"ANA PFA", "S.C. ANA S.R.L."}),
            ("Ana srl", {"S.C. ANA S.R.L."}),
            ("țesut și fiul", {"SC Țesut & Fiul S.R.L."}),
            ("an", set()),
            ("srl", set()),
        ]:
            assert set(names(registry, partial(named, query=read_query(name)))) == found, name


def test_an_equal_name_stands_first_in_every_engine(registries: list[SqlRegistry]) -> None:
    for registry in registries:
        found = [company.company_name for company in registry.search("ana").companies]
        assert found[:3] == ["ANA PFA", "S.C. ANA S.R.L.", "ANA ANA SA"]
