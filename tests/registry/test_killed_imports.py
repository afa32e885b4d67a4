"""A command that is killed leaves the old generation of a registry, or the new one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from tests.registry.generations import (
    DAYS,
    attempt,
    contracts,
    made,
    month,
    own_records,
    path,
    run,
    said,
)
from tui_app.registry.generation import beside
from tui_app.registry.sqlite.kept_sources import lost
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.registry.sqlite.sources import sources_of

__all__ = ["made", "path"]


def test_a_kill_at_any_step_leaves_the_old_or_the_new_generation(
    path: Path, tmp_path: Path
) -> None:
    """Contracts and a month in one import: every rename and deletion is a step."""
    new = (contracts(tmp_path / "files", 2), month(tmp_path / "files", DAYS[2]))
    command = ("data", "import", *new, "--registry", path)
    old = said(path)
    ends = set()
    steps = _killed_at_each(command, path)
    for step, _ in enumerate(steps, 1):
        found = said(path)
        ends.add(found["day"])
        if found["day"] == DAYS[1]:
            assert found == old, step
        else:
            assert found["snapshots"] == [*DAYS], step
            assert found["contracts"] > old["contracts"], step
        if step % 8:
            continue
        # The next import works, and clears away what the killed one left.
        run(*command)
        last = said(path)
        assert (last["day"], last["snapshots"]) == (DAYS[2], [*DAYS]), step
        left = {each.name for each in path.parent.iterdir()}
        assert len(left) == 7, (step, left)
    with closing(sqlite3.connect(path)) as connection:
        moved = connection.execute("SELECT count(*) FROM line_run").fetchone()
    assert moved > (0,), "only what changed was written anew"
    assert step > 8
    assert ends == {DAYS[1], DAYS[2]}


CHANGES: Final[dict[str, Callable[[Path], tuple[Any, ...]]]] = {
    "snapshot": lambda to: ("data", "history", "add", month(to, "2026-08-02")),
    "without a snapshot": lambda _to: ("data", "history", "remove", DAYS[0]),
    "month without history": lambda to: ("data", "import", "--no-history", month(to, DAYS[2])),
    "contracts": lambda to: ("data", "import", contracts(to, 2)),
    "without contracts": lambda _to: ("data", "remove", "contracts", "2021-T1"),
    "without statements": lambda _to: ("data", "remove", "statements", "2025", "small"),
    "own records": lambda to: ("registry", "build", own_records(to)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_kill_at_any_rename_leaves_the_old_or_the_new_generation(
    change: str, path: Path, tmp_path: Path
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    new = CHANGES[change](files)
    command = (*new, path) if change == "own records" else (*new, "--registry", path)

    def now() -> dict[str, Any]:
        sources = sources_of(path)
        assert not lost(path, sources), "what the registry was built from is kept"
        return {**said(path), "sources": [each.label for each in sources]}

    old = now()
    steps = _killed_at_each(command, path, at=("replace",))
    run(*command)
    known = [old, now()]
    assert known[0] != known[1]
    ends = []
    for step, _ in enumerate(steps, 1):
        ends.append(known.index(now()))
        if ends[-1] == 0 and step % 4 == 1:
            run(*command)
            assert now() == known[1], step
    assert ends == sorted(ends)
    assert set(ends) == {0, 1}


def test_contracts_of_a_killed_first_import_are_not_there_later(tmp_path: Path) -> None:
    """Where nothing lay beside the registry, nothing does after it."""
    path, files = tmp_path / "place" / "r.db", tmp_path / "files"
    path.parent.mkdir()
    run("data", "import", month(files, DAYS[0]), "--registry", path)
    new = (contracts(files), month(files, DAYS[1]))
    ends = set()
    steps = _killed_at_each(("data", "import", *new, "--registry", path), path)
    for step, _ in enumerate(steps, 1):
        with closing(SqliteRegistry(path)) as registry:
            ends.add(day := str(registry.info.register_day))
        assert (beside(path).contracts is None) == (day == DAYS[0]), step
    assert step > 5
    assert ends == {*DAYS[:2]}


_STEPS: Final = ("replace", "rename", "unlink")


def _killed_at_each(
    command: Sequence[str | Path], path: Path, at: Sequence[str] = _STEPS
) -> Iterator[None]:
    """Let the registry's folder be, one after the other, what a kill before each step leaves.

    The command runs once, in a process that copies the folder before each of its steps: what
    a killed process has not handed to the system is not in the copy either.
    """
    folder = path.parent
    before, kept = (folder.with_name(f"{folder.name}-{name}") for name in ("before", "kept"))
    shutil.copytree(folder, before)
    if (child := os.fork()) == 0:
        status = 1
        try:
            _copy_before(at, folder, kept)
            status = attempt(*command).exit_code
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0

    def put_back() -> Iterator[None]:
        for step in range(len(list(kept.iterdir()))):
            _replace(folder, kept / str(step))
            yield

    _replace(folder, before)
    return put_back()


def _replace(folder: Path, by: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(by, folder)


def _copy_before(at: Sequence[str], folder: Path, kept: Path) -> None:
    kept.mkdir()
    steps = count()
    for name in at:
        plain = getattr(Path, name)

        # Any: as of the method of Path.
        def counted(self: Path, *values: Any, _plain: Any = plain, **named: Any) -> Any:
            shutil.copytree(folder, kept / str(next(steps)))
            return _plain(self, *values, **named)

        setattr(Path, name, counted)
