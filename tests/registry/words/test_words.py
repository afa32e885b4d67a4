"""The words of names: how rare they are, which are one typing error away, and who has them."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.postgres import database
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.company_registry import WordedRegistry
from tui_app.registry.postgres.publish import publish
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile

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
def registries(file: Path, postgres: str) -> Iterator[list[WordedRegistry]]:
    """The same companies in a file and in PostgreSQL."""
    with database(postgres) as url, ExitStack() as stack:
        publish(file, url, lambda _step: None)
        opened: list[WordedRegistry] = []
        for location in (str(file), url):
            registry = stack.enter_context(closing(open_registry(location)))
            assert isinstance(registry, WordedRegistry)
            opened.append(registry)
        yield opened


def test_each_word_is_counted_once_a_name(registries: list[WordedRegistry]) -> None:
    asked = ["ana", "tesut", "&", "nobody", *map(plain, WORDS[::7])]
    expected = {word: COUNTS[word] for word in asked if COUNTS[word]}
    for registry in registries:
        assert registry.word_counts(asked) == expected
        assert registry.word_counts([]) == {}


def test_every_word_with_one_error_is_found_and_no_other(
    registries: list[WordedRegistry],
) -> None:
    longer = [plain(word) for word in WORDS if len(word) > 4]
    typed = [*longer[::9], *(DICE.choice(sorted(one_error(word))) for word in longer)]
    for place, registry in enumerate(registries):
        for text in typed[:: 1 + 20 * place]:
            near = {w: COUNTS[w] for w in one_error(text) if len(w) > 4 and COUNTS[w]}
            found = registry.near_words(text)
            assert found == near, text
            assert list(found.values()) == sorted(near.values(), reverse=True)
        # Another number is no typing error.
        assert registry.near_words("10001") == {}
        assert registry.near_words("ab") == {}


def test_companies_have_a_word_of_each_group(registries: list[WordedRegistry]) -> None:
    for registry in registries:
        names = [c.company_name for c in registry.with_words([["ana", "nobody"], ["sa"]], 10)]
        assert names == ["ANA ANA SA"]
        assert len(registry.with_words([["srl"]], 7)) == 7
        nothing: list[list[list[str]]] = [[], [["nobody"], ["ana"]], [[]]]
        for groups in nothing:
            assert registry.with_words(groups, 10) == ()


def test_a_whole_name_is_found_whatever_its_form(registries: list[WordedRegistry]) -> None:
    for registry in registries:
        for name, found in [
            ("ana", {"ANA PFA", "S.C. ANA S.R.L."}),
            ("Ana srl", {"S.C. ANA S.R.L."}),
            ("țesut și fiul", {"SC Țesut & Fiul S.R.L."}),
            ("an", set()),
            ("srl", set()),
        ]:
            assert {c.company_name for c in registry.named(name)} == found, name


def test_an_equal_name_stands_first_in_every_engine(registries: list[WordedRegistry]) -> None:
    for registry in registries:
        assert isinstance(registry, SqlRegistry)
        names = [company.company_name for company in registry.search("ana").companies]
        assert names[:3] == ["ANA PFA", "S.C. ANA S.R.L.", "ANA ANA SA"]


def test_a_file_of_an_older_firmeterm_has_no_words(file: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    older.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(older)) as connection:
        connection.executescript(
            "DROP TABLE word_near; DROP TABLE name_key;"
            "ALTER TABLE screen_word DROP COLUMN companies; PRAGMA user_version = 8"
        )
    with closing(RegistryFile(older)) as registry:
        assert registry.search("ana ana").companies
        assert registry.word_counts(["ana"]) == registry.near_words("tesut") == {}
        assert registry.with_words([["ana"]], 5) == registry.named("ana") == ()
