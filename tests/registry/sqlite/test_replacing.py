"""A registry that is replaced while it is being read."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.service.companies import FULL, build_registry
from tests.waiting import until
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.content import RegistryContent
from tui_app.registry.errors import RegistryError
from tui_app.registry.events import RegistryEvent
from tui_app.registry.lookup import profile
from tui_app.registry.sql import Read
from tui_app.registry.sqlite import connection_pool
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.registry.sqlite.registry_file import RegistryFile


class Events:
    """Records the events of a registry."""

    def __init__(self) -> None:
        self.events: list[RegistryEvent] = []
        self.texts: list[str] = []

    def __call__(self, event: RegistryEvent, text: str) -> None:
        self.events.append(event)
        self.texts.append(text)


def watching(path: Path, told: Events | None = None) -> closing[SqliteRegistry]:
    """A registry that looks for a new file at every call."""
    return closing(SqliteRegistry(path, told or Events(), check_seconds=0))


def name_in(registry: SqliteRegistry) -> str:
    profile = registry.profile(FULL)
    assert profile is not None
    return profile.company_name


def replaced(path: Path, prefix: str) -> None:
    build_registry(path.with_suffix(".new"), prefix).replace(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build_registry(tmp_path / "r.db")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[RegistryFile]:
    """Every file that was opened, in order."""
    files: list[RegistryFile] = []
    construct = RegistryFile.__init__

    def opening(file: RegistryFile, path: Path) -> None:
        construct(file, path)
        files.append(file)

    monkeypatch.setattr(RegistryFile, "__init__", opening)
    return files


def is_closed(file: RegistryFile) -> bool:
    try:
        file.profile(FULL)
    except RegistryError as error:
        return "closed" in str(error)
    return False


def test_a_replaced_file_is_taken_into_use_and_the_old_one_closed(
    path: Path, opened: list[RegistryFile]
) -> None:
    events = Events()
    with watching(path, events) as registry:
        old, version = name_in(registry), registry.info.version
        replaced(path, "NEW ")
        assert registry.info.version != version
        assert name_in(registry) == f"NEW {old}"
        assert events.events == [RegistryEvent.REPLACED]
        assert events.texts == [registry.info.version]
        assert [is_closed(file) for file in opened] == [True, False]
    assert [is_closed(file) for file in opened] == [True, True]


def test_a_call_goes_on_with_the_file_it_began_with(path: Path, opened: list[RegistryFile]) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(read: Read, _content: RegistryContent) -> CompanyProfile | None:
        begun.set()
        assert go_on.wait(10)
        return profile(read, FULL)

    with watching(path) as registry, ThreadPoolExecutor(1) as threads:
        reading = threads.submit(registry.read, slowly)
        assert begun.wait(10)
        replaced(path, "NEW ")
        assert name_in(registry).startswith("NEW ")
        go_on.set()
        found = reading.result(10)
        assert found is not None and not found.company_name.startswith("NEW ")
        assert is_closed(opened[0])


def test_a_file_put_in_place_while_the_first_is_opened_is_noticed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    construct = RegistryFile.__init__

    def opening(file: RegistryFile, path: Path) -> None:
        construct(file, path)
        monkeypatch.setattr(RegistryFile, "__init__", construct)
        replaced(path, "NEW ")

    monkeypatch.setattr(RegistryFile, "__init__", opening)
    with watching(path) as registry:
        assert name_in(registry).startswith("NEW ")


def test_a_damaged_or_missing_file_leaves_the_old_one_in_use(tmp_path: Path, path: Path) -> None:
    events = Events()
    with watching(path, events) as registry:
        old = name_in(registry)
        damaged = tmp_path / "damaged"
        damaged.write_bytes(path.read_bytes()[:3000])
        damaged.replace(path)
        assert [name_in(registry) for _ in range(3)] == [old] * 3
        assert events.events == [RegistryEvent.REFUSED]
        assert "damaged" in events.texts[0]
        path.unlink()
        assert name_in(registry) == old
        replaced(path, "NEW ")
        assert name_in(registry) == f"NEW {old}"


def test_a_file_overwritten_in_place_is_opened_by_the_call_that_meets_it(
    tmp_path: Path, path: Path
) -> None:
    other = build_registry(tmp_path / "other.db", "NEW ").read_bytes()
    with closing(SqliteRegistry(path, check_seconds=3600)) as registry:
        path.write_bytes(b"\xa5" * len(other))
        with pytest.raises(RegistryError):
            registry.search("inventat")
        path.write_bytes(other)
        assert [c.tax_id for c in registry.search("inventat").companies] == [FULL]


def test_the_file_is_looked_at_only_now_and_then(path: Path) -> None:
    with closing(SqliteRegistry(path, check_seconds=3600)) as registry:
        replaced(path, "NEW ")
        assert not name_in(registry).startswith("NEW ")


def test_no_call_fails_while_the_file_is_replaced_again_and_again(path: Path) -> None:
    files = [build_registry(path.with_suffix(f".{number}"), f"{number} ") for number in range(8)]
    stop = threading.Event()
    seen = set[str]()
    with watching(path) as registry:

        def ask() -> None:
            while not stop.is_set():
                seen.add(name_in(registry)[:2])

        def is_over(name: str) -> bool:
            return name in seen or any(job.done() for job in asking)

        with ThreadPoolExecutor(3) as threads:
            asking = [threads.submit(ask) for _ in range(3)]
            try:
                for number, file in enumerate(files):
                    file.replace(path)
                    until(partial(is_over, f"{number} "))
            finally:
                stop.set()
            for job in asking:
                job.result()


def test_the_extensions_need_no_second_connection(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise as many callers as connections would wait for each other forever."""
    monkeypatch.setattr(connection_pool, "CONNECTIONS", 1)
    found: list[str] = []
    with watching(path) as registry:
        caller = threading.Thread(target=lambda: found.extend(registry.extensions), daemon=True)
        caller.start()
        caller.join(10)
        assert "peers" in found
