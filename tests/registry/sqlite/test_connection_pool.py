"""A registry file that is missing, damaged, of another version, or replaced while open."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tui_app.contract.resources import CompanyProfile
from tui_app.registry.errors import RegistryError
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.connection_pool import CONNECTIONS, Pool
from tui_app.registry.sqlite.record import CompanyRecord, read_records
from tui_app.registry.sqlite.registry_file import RegistryFile


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opening") / "registry.db"
    build(read_records(COMPANIES_FILE), path)
    return path


@pytest.fixture
def path(built: Path, tmp_path: Path) -> Path:
    """A registry to damage."""
    return Path(shutil.copy(built, tmp_path))


def cut(share: float) -> Callable[[Path], object]:
    def damage(path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[: int(len(content) * share)])

    return damage


def set_pragma(statement: str) -> Callable[[Path], object]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(statement)

    return change


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (Path.unlink, "There is no registry"),
        (make_folder, "is not a registry"),
        (cut(0), "is not a registry"),
        (cut(0.00001), "is not a registry"),
        (cut(0.5), "damaged or cut short"),
        (cut(0.999), "damaged or cut short"),
        (lambda path: path.write_text("companies\n" * 999), "is not a registry"),
        (set_pragma("PRAGMA user_version = 0"), "older firmeterm"),
        (set_pragma("PRAGMA user_version = 99"), "newer firmeterm"),
        (set_pragma("PRAGMA application_id = 0"), "is not a registry"),
        (set_pragma("DELETE FROM build"), "damaged"),
        (set_pragma("DROP TABLE build"), "damaged"),
    ],
)
def test_a_file_that_cannot_be_used_says_what_to_do(
    path: Path, damage: Callable[[Path], object], message: str
) -> None:
    damage(path)
    with pytest.raises(RegistryError, match=message) as refused:
        RegistryFile(path)
    assert "build" in str(refused.value)
    assert str(path) in str(refused.value)


def test_damage_inside_is_an_error_of_the_registry(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(RegistryError, match="damaged"), closing(RegistryFile(path)) as registry:
        for q in ("petro", "990000013"):
            registry.search(q)
        registry.profile("990000013")


def test_a_registry_replaced_while_open_goes_on_with_the_old_file(path: Path) -> None:
    with closing(RegistryFile(path)) as old:
        version = old.info.version
        build([CompanyRecord(profile=CompanyProfile(tax_id="19", company_name="NOU"))], path)
        assert len(old.search("petro").companies) == 10
        assert old.profile("990000013") is not None
        assert old.info.version == version
        with closing(RegistryFile(path)) as new:
            assert new.info.version != version
            assert new.profile("990000013") is None
            assert [c.company_name for c in new.search("nou").companies] == ["NOU"]


def test_a_file_replaced_while_it_is_opened_is_opened_as_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every connection reads the same file, whichever was opened first."""
    other = path.with_name("other.db")
    info = build([CompanyRecord(profile=CompanyProfile(tax_id="19", company_name="NOU"))], other)
    connect = sqlite3.connect
    made: list[sqlite3.Connection] = []

    def connecting(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        if len(made) == 2:
            other.replace(path)
        made.append(connect(*args, **kwargs))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", connecting)
    with closing(Pool(path)) as pool, ExitStack() as lent:
        assert pool.info.version == info.version
        connections = [lent.enter_context(pool.connection()) for _ in range(CONNECTIONS)]
        versions = {c.execute("SELECT version FROM build").fetchone()[0] for c in connections}
    assert versions == {info.version}


def test_no_reader_ever_meets_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    many = [CompanyRecord(profile=CompanyProfile(tax_id=str(number))) for number in range(10, 90)]
    build(many, path)
    done = threading.Event()
    failures: list[Exception] = []

    def read() -> None:
        while not done.is_set():
            try:
                with closing(RegistryFile(path)) as registry:
                    count = registry.info.companies
                    known = registry.profile("20") is not None
                    assert (count, known) in {(len(many), True), (1, False)}
            except (RegistryError, AssertionError) as error:
                failures.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    other = [CompanyRecord(profile=CompanyProfile(tax_id="19"))]
    for _ in range(5):
        build(other, path)
        build(many, path)
    done.set()
    reader.join()
    assert failures == []
