"""The registry, its history and its contracts are published together or not at all."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from tests.opendata.conftest import firm, write_dump
from tests.opendata.procurement.files import WINNERS, deals, register_files, table_rows, write_csv
from tests.registry.engines import BOTH, opened, server_of
from tui_app.cli.main import main
from tui_app.contract.screening.language import parse
from tui_app.registry.contracts.files import sources_beside
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import beside, manifest_of
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.kept_sources import folder_of, lost
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.registry.sqlite.sources import sources_of

FIRST: Final = str(next(iter(WINNERS)))
DAYS: Final = ("2026-09-02", "2026-10-02", "2026-11-02")


def attempt(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def run(*arguments: str | Path) -> str:
    done = attempt(*arguments)
    assert done.exit_code == 0, done.output
    return done.output


def month(folder: Path, day: str) -> Path:
    """The register of a day, in which the first winner has a name of its own."""
    path = register_files(folder / f"firme-{day[8:]}-{day[5:7]}-{day[:4]}")
    dump = path / "OD_FIRME.CSV"
    text = dump.read_text(encoding="utf-8").replace(WINNERS[int(FIRST)], f"NUME {day[5:7]} SRL")
    dump.write_text(text, encoding="utf-8")
    return path


def contracts(folder: Path, quarter: int = 1) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    rows = table_rows(deals("contracts", 2021, quarter, 60, seed=quarter), "new")
    return write_csv(folder / f"contracte-2021-t{quarter}.csv", rows, ",", "utf-8")


def own_records(folder: Path) -> Path:
    path = folder / "own.jsonl"
    company = {"profile": {"taxId": FIRST, "companyName": "ALTFEL SRL"}}
    path.write_text(json.dumps(company), encoding="utf-8")
    return path


# Any: whatever the answers are.
def answers(registry: SqlRegistry) -> dict[str, Any]:
    """What a registry and the files beside it say."""
    found: dict[str, Any] = {
        "day": str(registry.info.register_day),
        "extensions": registry.extensions,
        "names": [each.company_name for each in registry.search(FIRST).companies],
    }
    if "history" in registry.extensions:
        history = registry.history(FIRST)
        assert history is not None
        changes = registry.changes((), 50, "").changes
        found |= {
            "snapshots": [each.day for each in history.snapshots],
            "changes": [(each.kind, each.not_after, each.before, each.after) for each in changes],
            "changed": chosen(registry, "changed:name"),
        }
    if "contracts" in registry.extensions:
        page = registry.contracts(FIRST, "auto", 50, "")
        found |= {"contracts": page and page.total_contracts, "won": chosen(registry, "won:>0")}
    return found


def chosen(registry: SqlRegistry, line: str) -> list[str]:
    return sorted(
        each.tax_id for each in registry.screen(parse(line), "companyName", 50, "").companies
    )


def said(path: Path) -> dict[str, Any]:
    with closing(SqliteRegistry(path)) as registry:
        return answers(registry)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A month, contracts, another month: what people do."""
    folder = tmp_path_factory.mktemp("generation")
    path = folder / "r.db"
    for files in (month(folder, DAYS[0]), contracts(folder), month(folder, DAYS[1])):
        run("data", "import", files, "--registry", path)
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it in a folder of its own, which a test may change."""
    path = tmp_path / "place" / "r.db"
    path.parent.mkdir()
    for each in made.parent.glob("r.*"):
        copied = shutil.copytree if each.is_dir() else shutil.copy2
        copied(each, path.with_name(each.name))
    return path


@pytest.fixture(params=BOTH)
def registry(request: pytest.FixtureRequest, made: Path) -> Iterator[SqlRegistry]:
    with opened(made, server_of(request)) as found:
        yield found


def test_contracts_leave_the_history_in_use(registry: SqlRegistry) -> None:
    found = answers(registry)
    assert found["snapshots"] == [*DAYS[:2]]
    assert found["changes"] == [("name", DAYS[1], "NUME 09 SRL", "NUME 10 SRL")]
    assert found["changed"] == [FIRST]
    assert found["won"] and found["contracts"]
    assert [each.tax_id for each in registry.search("nume 09").companies] == [FIRST]


def test_a_snapshot_added_after_contracts_is_heard_of(path: Path, tmp_path: Path) -> None:
    run("data", "history", "add", month(tmp_path, "2026-08-02"), "--registry", path)
    assert said(path)["snapshots"] == ["2026-08-02", *DAYS[:2]]
    assert "is sound" in run("data", "check", "--registry", path, "-o", "table")


def test_a_month_without_history_leaves_the_history_in_use(path: Path, tmp_path: Path) -> None:
    third = month(tmp_path, DAYS[2])
    run("data", "import", third, "--no-history", "--registry", path)
    found = said(path)
    assert (found["day"], found["snapshots"]) == (DAYS[2], [*DAYS[:2]])
    assert found["won"] == said(path)["won"] != []


def test_the_same_month_again_begins_no_history(tmp_path: Path) -> None:
    files = month(tmp_path / "files", DAYS[0])
    for _ in range(2):
        run("data", "import", files, "--registry", tmp_path / "r.db")
    assert beside(tmp_path / "r.db").history is None


def test_parts_of_two_days_are_no_snapshot_of_either(tmp_path: Path) -> None:
    for day, numbers in ((DAYS[0], (3, 4)), (DAYS[1], (3,)), (DAYS[1], (4,))):
        parts = [
            write_dump(
                tmp_path / f"{numbers}-{day}",
                firm(
                    f"NUME {number} DIN {day} SRL", FIRST[:-1] + str(number), f"J12/{number}/2010"
                ),
                name=f"OD_FIRME_{number - 2}_din_2.CSV",
            )
            for number in numbers
        ]
        run("data", "import", *parts, "--registry", tmp_path / "r.db")
    found = said(tmp_path / "r.db")
    assert found["snapshots"] == [*DAYS[:2]]
    assert found["changes"] == [
        ("name", DAYS[1], *(f"NUME {number} DIN {day} SRL" for day in DAYS[:2]))
        for number in (3, 4)
    ]


def test_a_registry_of_own_records_keeps_what_lies_beside_it(path: Path, tmp_path: Path) -> None:
    before = said(path)
    run("registry", "build", own_records(tmp_path), path)
    found = said(path)
    assert found["names"] == ["ALTFEL SRL"]
    assert (found["won"], found["contracts"]) == ([FIRST], before["contracts"])
    assert found["snapshots"] == before["snapshots"]


def test_a_removed_source_keeps_what_lies_beside_it(path: Path) -> None:
    before = said(path)
    run("data", "remove", "statements", "2025", "small", "--registry", path)
    assert said(path)["changed"] == before["changed"]
    known = json.loads(run("data", "info", "-o", "json", "--registry", path))["sources"]
    (gone,) = [each["source"] for each in known if "2021" in each["source"]]
    run("data", "remove", gone, "--registry", path)
    assert "won" not in said(path), "as before any contracts were imported"
    assert not folder_of(sources_beside(path)).exists()


def test_an_open_registry_takes_the_whole_next_generation(path: Path, tmp_path: Path) -> None:
    with closing(SqliteRegistry(path, check_seconds=0)) as registry:
        before = registry.info.version
        run("data", "import", contracts(tmp_path, 2), "--registry", path)
        assert answers(registry)["contracts"] == said(path)["contracts"]
        assert registry.info.version != before, "kept answers are of the generation before"


def test_registries_that_differ_in_their_ending_share_nothing(path: Path, tmp_path: Path) -> None:
    before, other = said(path), path.with_suffix(".2026")
    run("data", "import", month(tmp_path, DAYS[2]), contracts(tmp_path, 2), "--registry", other)
    assert said(path) == before
    assert said(other)["contracts"] != before["contracts"]
    assert "are not kept" not in run("data", "check", "--registry", path)


def test_a_registry_that_was_put_there_by_hand_has_nothing_of_another(
    path: Path, tmp_path: Path
) -> None:
    """Its numbers are others. The next import adopts what lies beside it."""
    other = tmp_path / "other" / "o.db"
    other.parent.mkdir()
    run("data", "import", month(other.parent, DAYS[2]), "--registry", other)
    shutil.copy2(other, path)
    found = said(path)
    assert "snapshots" not in found and "won" not in found
    checked = run("data", "check", "--registry", path)
    assert "belong to another registry" in checked
    run("data", "import", month(tmp_path / "again", DAYS[2]), "--registry", path)
    assert said(path)["snapshots"] == [*DAYS]
    assert said(path)["won"]


@pytest.mark.parametrize("damage", ["manifest", "contracts", "index", "history"])
def test_what_is_damaged_beside_a_registry_is_named(path: Path, damage: str) -> None:
    broken = manifest_of(path) if damage == "manifest" else getattr(beside(path), damage)
    broken.write_text("not what it was")
    checked = attempt("data", "check", "--registry", path)
    assert checked.exit_code != 0
    assert broken.name in checked.output
    if damage != "history":
        with pytest.raises(RegistryError, match=broken.name):
            said(path)


@pytest.mark.parametrize("kind", ["history", "contracts", "index"])
def test_one_byte_of_damage_is_named_and_gone_once_the_file_is(
    kind: str, path: Path, tmp_path: Path
) -> None:
    broken, later = getattr(beside(path), kind), month(tmp_path, DAYS[2])
    content = bytearray(broken.read_bytes())
    content[-100] ^= 255
    broken.write_bytes(content)
    checked = attempt("data", "check", "--registry", path)
    assert (checked.exit_code, broken.name in checked.output) == (1, True)
    if kind == "history":
        refused = attempt("data", "import", later, "--registry", path)
        assert (refused.exit_code, broken.name in refused.output) == (4, True)
    broken.unlink()
    run("data", "import", later, "--registry", path)
    assert "is sound" in run("data", "check", "--registry", path, "-o", "table")
    found = said(path)
    assert found["snapshots"] == [*DAYS[kind == "history" :]]
    assert ("won" in found) == (kind != "contracts")


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


# Any: files are written when their test runs.
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
