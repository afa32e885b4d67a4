"""Building is atomic: whatever happens, the old file stays intact."""

from __future__ import annotations

import errno
import gzip
import json
import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from tui_app.cli.main import main
from tui_app.config.settings import cache_folder
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.registry.errors import BuildError
from tui_app.registry.sample import sample_path
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite import builder, connections
from tui_app.registry.sqlite.builder import build, building
from tui_app.registry.sqlite.record import CompanyRecord, read_records
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.registry.sqlite.staging_tables import STATEMENT_FIGURES
from tui_app.system.child_process import ChildProcess

ONE = CompanyRecord(profile=CompanyProfile(tax_id="990000013", company_name="PETROTERM DEMO SRL"))

SOME = 100
"""Companies of the sample: how a registry is built does not depend on their number."""


def endless(going: int = -1) -> Iterator[CompanyRecord]:
    number = 10
    while True:
        yield CompanyRecord(profile=CompanyProfile(tax_id=str(number), company_name="X" * 500))
        number += 1
        if number == 2_000 and going >= 0:
            os.write(going, b"going")


def forked(work: Callable[[int], object]) -> tuple[int, int]:
    """The id of a process that does the work, and where what it writes can be read."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        try:
            work(writing)
        finally:
            os._exit(0)
    os.close(writing)
    return child, reading


@pytest.fixture
def standing(tmp_path: Path) -> Path:
    """A registry alone in its folder, which a failed build must not damage."""
    path = tmp_path / "country.db"
    build([ONE], path)
    return path


def holds_one(path: Path) -> bool:
    with closing(RegistryFile(path)) as registry:
        return registry.info.companies == 1 and registry.profile("990000013") is not None


def test_a_killed_build_leaves_the_previous_registry_and_the_next_clears_up(
    standing: Path,
) -> None:
    child, reading = forked(lambda going: build(endless(going), standing))
    with os.fdopen(reading, "rb") as said:
        assert said.read(5) == b"going"
        assert len(list(standing.parent.iterdir())) == 2
        # A build leaves the folder of another running build alone.
        build([ONE], standing)
        assert len(list(standing.parent.iterdir())) == 2
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert holds_one(standing)
    build([ONE], standing)
    assert list(standing.parent.iterdir()) == [standing]


def test_a_full_disk_says_so_and_leaves_nothing_behind(standing: Path) -> None:
    def build_in_little_room(told: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
        try:
            build(endless(), standing)
        except BuildError as error:
            os.write(told, str(error).encode())

    child, reading = forked(build_in_little_room)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    assert "disk is full" in told
    assert str(standing.parent) in told
    assert list(standing.parent.iterdir()) == [standing]
    assert holds_one(standing)


def failing() -> Iterator[CompanyRecord]:
    yield ONE
    raise KeyboardInterrupt


def test_an_interrupted_build_leaves_nothing_behind(standing: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        build(failing(), standing)
    assert list(standing.parent.iterdir()) == [standing]
    assert holds_one(standing)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (CompanyRecord(profile=CompanyProfile(tax_id="RO19")), "taxId"),
        (CompanyRecord(profile=CompanyProfile(tax_id="")), "taxId"),
        (CompanyRecord(profile=CompanyProfile(tax_id="19", update_date="x")), "updateDate"),
        (CompanyRecord(profile=CompanyProfile(tax_id="19", company_name="\ud800")), "surrogate"),
        (
            CompanyRecord(
                profile=CompanyProfile(tax_id="19"), financial=FinancialData(turnover=2**63)
            ),
            "64 bits",
        ),
        (
            CompanyRecord(
                profile=CompanyProfile(tax_id="19"),
                financial=FinancialData(financial_data=(YearlyRecord(cash=-(2**64)),)),
            ),
            "64 bits",
        ),
    ],
)
def test_a_record_that_cannot_be_kept_stops_the_build(
    standing: Path, record: CompanyRecord, message: str
) -> None:
    with pytest.raises(BuildError, match=message):
        build([ONE, record], standing)
    assert list(standing.parent.iterdir()) == [standing]


def test_a_personal_code_in_place_of_a_tax_id_is_never_repeated(standing: Path) -> None:
    record = CompanyRecord(profile=CompanyProfile(tax_id="1" * 13))
    with pytest.raises(BuildError) as refused:
        build([record], standing)
    assert "1" * 13 not in str(refused.value)


def test_the_version_names_the_content(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("a.db", "b.db", "c.db"))
    other = CompanyRecord(profile=CompanyProfile(tax_id="19"))
    versions = [build([ONE], first), build([ONE], second), build([ONE, other], third)]
    assert versions[0].version == versions[1].version != versions[2].version


def test_the_finished_file_is_a_sound_database() -> None:
    with closing(sqlite3.connect(sample_path(cache_folder()))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)


@pytest.mark.parametrize("compressed", [False, True])
def test_the_command_builds_and_describes(tmp_path: Path, compressed: bool) -> None:
    line = msgspec.json.encode(ONE) + b"\n\n"
    source, output = tmp_path / "in.jsonl", tmp_path / "out.db"
    source.write_bytes(gzip.compress(line) if compressed else line)
    built = CliRunner().invoke(main, ["registry", "build", str(source), str(output), "--invented"])
    assert built.exit_code == 0, built.output
    assert "1 company (invented)" in built.output
    described = CliRunner().invoke(main, ["data", "info", "--registry", str(output)])
    assert json.loads(described.stdout)["companies"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"profile": {"taxId": "19"}}\n{"profile"', "line 2"),
        (b'{"profile": {"taxId": true}}', "line 1: Expected `str`"),
        (b'{"profil": {}}', "line 1"),
        (b'{"profile": {"taxId": "19", "companyName": "\x00"}}', "line 1"),
        (gzip.compress(b'{"profile": {"taxId": "19"}}\n' * 999, mtime=0)[:-20], "damaged"),
        (b"\x1f\x8bxxxxxxxxxxxx", "damaged"),
    ],
)
def test_the_command_tells_a_bad_line(tmp_path: Path, content: bytes, message: str) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.db"
    source.write_bytes(content)
    built = CliRunner().invoke(main, ["registry", "build", "--strict", str(source), str(output)])
    assert built.exit_code == 2
    assert message in built.output
    assert list(tmp_path.iterdir()) == [source]


def test_the_command_is_an_import_whose_data_are_kept(tmp_path: Path) -> None:
    source, output = tmp_path / "own.jsonl", tmp_path / "out.db"
    other = msgspec.structs.replace(ONE, profile=msgspec.structs.replace(ONE.profile, tax_id="27"))
    for record in (other, ONE):
        source.write_bytes(msgspec.json.encode(record))
        built = CliRunner().invoke(main, ["registry", "build", str(source), str(output)])
        assert built.exit_code == 0, built.output
    described = json.loads(
        CliRunner().invoke(main, ["data", "info", "--registry", str(output)]).stdout
    )
    # What the file had before is replaced, not added to.
    assert (described["companies"], len(described["sources"])) == (1, 1)
    more = tmp_path / "more.jsonl"
    more.write_bytes(msgspec.json.encode(other))
    added = CliRunner().invoke(main, ["data", "import", str(more), "--registry", str(output)])
    assert added.exit_code == 0, added.output
    with closing(RegistryFile(output)) as registry:
        assert registry.info.companies == 2


def test_the_command_tells_what_is_missing(tmp_path: Path) -> None:
    missing = tmp_path / "none.jsonl"
    built = CliRunner().invoke(main, ["registry", "build", str(missing), str(tmp_path / "out.db")])
    assert built.exit_code == 2
    assert f"no file or folder {missing}" in built.output
    nowhere = CliRunner().invoke(
        main, ["registry", "build", str(COMPANIES_FILE), str(tmp_path / "no" / "folder.db")]
    )
    assert nowhere.exit_code == 2
    assert "was not built" in nowhere.output


def test_of_a_link_the_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    target, link = tmp_path / "disk" / "registry.db", tmp_path / "link.db"
    link.symlink_to(target)
    source = tmp_path / "one.jsonl"
    source.write_bytes(msgspec.json.encode(ONE))
    for _ in range(2):
        built = CliRunner().invoke(main, ["registry", "build", str(source), str(link)])
        assert built.exit_code == 0
        assert link.is_symlink() and target.is_file()
        assert "merging by registry number and tax id" in built.output.splitlines()


def test_ctrl_c_inside_a_function_that_sql_calls_is_an_interrupt(tmp_path: Path) -> None:
    def pressed(_code: str, _year: int, _earlier: str | None) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "[]"

    statement = (19, "4711", *[None] * len(STATEMENT_FIGURES), 2, 2024)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), building(tmp_path / "registry.db") as making:
        making.staging.add_records([(1, ONE)])
        making.staging.add("statement", [statement])
        making.merge(activity_of=pressed)
    assert signal.getsignal(signal.SIGINT) is before
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_told_also_in_the_midst_of_a_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(connection: sqlite3.Connection, **_: bool) -> None:
        connection.execute("BEGIN")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(builder, "LARGE", 0)
    monkeypatch.setattr(connections, "write", fill)
    with pytest.raises(BuildError, match="disk is full"):
        build([ONE], tmp_path / "registry.db")
    assert not list(tmp_path.iterdir())


def test_a_large_build_finds_what_a_small_one_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = list(islice(read_records(COMPANIES_FILE), SOME))
    build(records, tmp_path / "small.db")
    monkeypatch.setattr(builder, "LARGE", 0)
    monkeypatch.setattr(builder, "VERY_LARGE", 0)
    begin, wait = ChildProcess.__init__, ChildProcess.wait
    read: dict[ChildProcess, tuple[Path, bytes]] = {}

    def beginning(self: ChildProcess, module: str, staging: Path, *more: Any) -> None:
        read[self] = staging, staging.read_bytes()
        begin(self, module, staging, *more)

    def waiting(self: ChildProcess) -> Path:
        staging, content = read[self]
        assert staging.read_bytes() == content, "what another process reads was changed"
        return wait(self)

    monkeypatch.setattr(ChildProcess, "__init__", beginning)
    monkeypatch.setattr(ChildProcess, "wait", waiting)
    build(records, tmp_path / "large.db")
    assert len(read) == 1
    tables = ("name_part", "identifier_part", "registry_number", "screen_set", "screen_word",
              "screen_span", "screen_figure")  # fmt: skip
    with (
        closing(RegistryFile(tmp_path / "small.db")) as small,
        closing(RegistryFile(tmp_path / "large.db")) as large,
    ):
        for q in ("petro", "demo srl", "9900", "j40", "termpetro", "srl demo"):
            assert large.search(q).companies == small.search(q).companies, q
    with closing(sqlite3.connect(tmp_path / "small.db")) as connection:
        connection.execute("ATTACH ? AS large", (str(tmp_path / "large.db"),))
        for table in tables:
            (differing,) = connection.execute(
                f"SELECT count(*) FROM (SELECT * FROM main.{table} EXCEPT"
                f" SELECT * FROM large.{table})"
            ).fetchone()
            assert differing == 0, table


def test_a_file_that_is_no_registry_is_never_built_over(tmp_path: Path) -> None:
    source = tmp_path / "one.jsonl"
    source.write_bytes(msgspec.json.encode(ONE))
    notes, foreign = tmp_path / "notes.txt", tmp_path / "accounts.db"
    notes.write_text("mine\n")
    with closing(sqlite3.connect(foreign)) as database:
        database.execute("CREATE TABLE key (id)")
    os.mkfifo(tmp_path / "pipe")
    for output in (notes, foreign, tmp_path, tmp_path / "pipe"):
        before = output.read_bytes() if output.is_file() else b""
        done = CliRunner().invoke(main, ["registry", "build", str(source), str(output)])
        assert done.exit_code != 0, done.output
        assert "is not a registry" in done.output or "is not a file" in done.output
        assert not output.is_file() or output.read_bytes() == before
    empty, built = tmp_path / "empty.db", tmp_path / "built.db"
    empty.touch()
    for output in (empty, built, built):
        assert (
            CliRunner().invoke(main, ["registry", "build", str(source), str(output)]).exit_code == 0
        )
        assert holds_one(output)
