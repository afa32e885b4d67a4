"""Rules for every test: nothing from the developer's own machine reaches it."""

from __future__ import annotations

import gc
import itertools
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.compiling import compile_all
from tests.in_memory import room
from tests.patience import be_patient
from tests.preloaded import Preloaded, forked_starts, preloaded_modules, true_starts
from tests.sharing import folder_of_sample, turn
from tui_app.config.settings import cache_folder
from tui_app.registry.sample import package
from tui_app.system.language import name_keys, set_language

# A machine under load is slow, which is no fault of the tested code. The examples are the same in
# every run; ``tests/test_new_seeds.py`` draws others.
settings.register_profile(
    "patient",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("new", settings.get_profile("patient"), derandomize=False, database=None)
settings.load_profile("patient")

_numbers = itertools.count(1)
_spent = 0.0
"""Seconds of processor time until the last report."""
_RARELY = (50_000, 10, 20)
"""New objects between two collections: with Python's own 700, a seventh of a test is collecting."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile once what hundreds of processes import: a machine may forbid them to keep it.

    Processes of the tests can be interrupted, though tests run in the background cannot.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", room(tempfile.gettempdir()))
    gc.disable()  # until all tests are collected, which takes half as long again with it
    if config.getoption("numprocesses"):
        compile_all(config)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two workers for each core, since tests of the screen wait as long as they work.

    None for a single file: each takes seconds to find its tests.
    """
    files = {argument.partition("::")[0] for argument in config.args}
    alone = len(files) == 1 and files.pop().endswith(".py")
    return 0 if alone else 2 * (os.cpu_count() or 1)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes by their number: those of gzip hold the time, and workers agree on all names."""
    return f"{len(val)}-bytes" if isinstance(val, bytes) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let ``--durations`` tell processor time, children included: it varies less on a busy machine.

    A child counts where it is waited for; a server of all tests counts at the end of them.
    """
    global _spent
    report = yield
    before, _spent = _spent, sum(os.times()[:4])
    report.duration = _spent - before
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each worker begin with its part of the longest, so that none is alone with one at last.

    To each goes a piece of the list, all equally long; who is done first takes from the others.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    longest = [item for item in items if item.get_closest_marker("long")]
    others = [item for item in items if not item.get_closest_marker("long")]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        first = longest[worker::workers]
        piece = (len(items) - len(ordered)) // (workers - worker)
        room = max(0, piece - len(first))
        ordered += first + others[:room]
        del others[:room]
    items[:] = ordered + others


def pytest_collection_finish() -> None:
    """Freeze imported objects, so that no test waits while Python searches all of them for garbage.

    Garbage stays, too: finding it would take as long as ten tests.
    """
    global _spent  # noqa: PLW0603
    gc.freeze()
    gc.set_threshold(*_RARELY)
    gc.enable()
    _spent = sum(os.times()[:4])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Skip pytest's five garbage collections: the garbage goes with the process.

    Nobody would see what they find.
    """
    if not session.config.getoption("numprocesses"):
        gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One cache folder for all tests of a worker."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def _whole_answers() -> None:
    be_patient()


@pytest.fixture(scope="session", autouse=True)
def _sample_made_once(
    shared_cache: Path, tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[None]:
    """Build the sample with the first test that needs it, and never again for the same program.

    It is read through with its first opening in a worker, not with each of thousands.
    """
    ours = cache_folder()
    kept = folder_of_sample(pytestconfig, tmp_path_factory.mktemp("sample"))
    is_sound, build = package._is_sound, package._build
    sound: set[Path] = set()

    def take(sample: Path) -> None:
        ours.mkdir(parents=True, exist_ok=True)
        shutil.copy(sample, ours / "copy")
        (ours / "copy").replace(ours / sample.name)

    def build_once(path: Path) -> None:
        if path.parent != ours:
            build(path)
            return
        sample = kept / path.name
        with turn(kept), true_starts():
            if not sample.is_file():
                build(sample)
            take(sample)

    def was_sound(path: Path) -> bool:
        if path not in sound and is_sound(path):
            sound.add(path)
        return path in sound

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(package, "_is_sound", was_sound)
        patch.setattr(package, "_build", build_once)
        for sample in kept.glob("sample-*.db"):
            take(sample)
        yield


@pytest.fixture(scope="session")
def starting() -> Iterator[Callable[[], Preloaded]]:
    """Begins, with the first test that needs it, the process that forks for each start."""
    with ExitStack() as stack:
        yield cache(lambda: stack.enter_context(preloaded_modules()))


@pytest.fixture
def preloaded(starting: Callable[[], Preloaded]) -> Preloaded:
    """Starts a module of ours without importing all it needs anew."""
    return starting()


@pytest.fixture(scope="session", autouse=True)
def _forked_starts(starting: Callable[[], Preloaded]) -> Iterator[None]:
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    with forked_starts(starting, true_first=2 if alone else 0):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, started with the first test that needs it."""
    from tests.postgres import postgres_server

    with postgres_server() as url:
        yield url


@pytest.fixture
def url(postgres: str) -> Iterator[str]:
    """An empty database."""
    from tests.postgres import database

    with database(postgres) as empty:
        yield empty


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """An empty folder. Pytest's own looks through all earlier ones, and links to the last."""
    name = re.sub(r"\W", "_", request.node.name, flags=re.ASCII)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{next(_numbers)}_{name}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def own_folders(shared_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders of a user who never ran the program; no setting, no SSH."""
    for answers in shared_cache.glob("*/answers.db*"):
        answers.unlink()
    for name in list(os.environ):
        if name == "FIRMETERM_TEST_POSTGRES":
            continue
        if name.startswith(("FIRMETERM_", "SSH_")) or name in ("NO_COLOR", "TMUX"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    set_language("en")
    name_keys("")
