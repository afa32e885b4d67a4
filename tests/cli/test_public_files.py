"""Public files: what is asked of the portal, and what is told of an import and of the history."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.cli.running import run
from tests.cli.scripted import people_read
from tests.opendata.conftest import firm, write_dump
from tui_app.cli import data_history, import_report
from tui_app.cli.import_report import account_json, account_lines, contract_lines, contracts_json
from tui_app.config.settings import imported_registry
from tui_app.opendata.ckan import RemoteFile
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.history.adding import AddedSnapshot
from tui_app.opendata.importing import ImportSummary
from tui_app.opendata.plan import ImportPlan
from tui_app.opendata.procurement.importing import ProcurementSummary
from tui_app.opendata.register import RegisterSummary
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.history.snapshots import SnapshotInfo

YEAR = dt.datetime.now(dt.UTC).year
FILES = [
    RemoteFile("firms", "firme", "OD_FIRME.CSV", "https://x/1", 2_000_000, "CC"),
    RemoteFile("firms", "firme", "OD_STARE.CSV", "https://x/2", None, None),
]


@pytest.mark.parametrize(
    ("words", "asked", "folder"),
    [
        ((), ("find_files", None, 3), "firmeterm-data"),
        (("--years", "1"), ("find_files", None, 1), "firmeterm-data"),
        (("--only", "Firms, statements,", "--years", "2"),
         ("find_files", {"firms", "statements"}, 2), "firmeterm-data"),
        (("--only", "activities", "--to", "here"), ("find_files", {"activities"}, 3), "here"),
        (("--procurement",), ("find_procurement", None, YEAR), "firmeterm-data"),
        (("--procurement", "--since", "2020"), ("find_procurement", 2020, YEAR), "firmeterm-data"),
        (("--history", "--since", "2019"), ("find_history", 2019), "firmeterm-history"),
        (("--history", "--to", "here"), ("find_history", None), "here"),
    ],
)  # fmt: skip
def test_the_portal_is_asked_for_what_was_wanted_and_the_next_command_is_named(
    words: tuple[str, ...], asked: tuple[object, ...], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setenv("FIRMETERM_PORTAL_URL", "https://portal.example")
    for name in ("find_files", "find_procurement", "find_history"):

        def find(
            portal: str, *given: object, name: str = name
        ) -> tuple[list[RemoteFile], list[str]]:
            assert portal == "https://portal.example"
            calls.append((name, *given))
            return FILES, ["a note"]

        monkeypatch.setattr(f"tui_app.opendata.download.{name}", find)
    fetched: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        "tui_app.opendata.download.fetch_all",
        lambda files, target, progress: fetched.append((files, target, progress._size)),
    )
    lines = [
        "firme/OD_FIRME.CSV: 2.0 MB, CC",
        "firme/OD_STARE.CSV: size not announced, licence not stated",
        f"2 files, 2.0 MB, into {folder}",
    ]
    dry = run("data", "download", *words, "--dry-run")
    assert (dry.exit_code, dry.stdout.splitlines(), dry.stderr) == (0, lines, "a note\n")
    assert calls == [asked] and fetched == []
    done = run("data", "download", *words)
    command = "data history add" if "--history" in words else "data import"
    assert done.stdout == f"All are there. Next: firmeterm {command} {folder}\n"
    assert done.stderr.splitlines() == ["a note", *lines]
    assert fetched == [(FILES, Path(folder), 2_000_000)]

    def stopped(*_given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui_app.opendata.download.fetch_all", stopped)
    ended = run("data", "download", *words)
    assert ended.exit_code == 130 and "Interrupted: complete files stay." in ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--only", "firm"), "There is no kind 'firm': firms, names, statements, taxpayers,"
                             " activities. Did you mean firms?"),
        (("--only", "firms", "--years", "2"), "--years counts statements, without --only firms."),
        (("--procurement", "--years", "2"), "--years counts statements, without --procurement."),
        (("--procurement", "--only", "firms"), "--only chooses among the newest files, without"
                                               " --procurement."),
        (("--only", "firms", "--since", "2020"), "--since needs --procurement or --history."),
        (("--since", "2014", "--history"), "2014 is not in the range 2015<=x<=2100"),
    ],
    ids=str,
)  # fmt: skip
def test_the_portal_is_not_asked_for_what_contradicts_itself(
    words: tuple[str, ...], said: str
) -> None:
    done = run("data", "download", *words)
    assert (done.exit_code, done.stdout) == (2, "") and said in " ".join(done.stderr.split())


def test_an_import_reports_to_people_and_to_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One import: on a terminal a text, else JSON, whatever ``-o`` does not say otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    dump = write_dump(tmp_path / "firme-2026-06-01", firm("A SRL", "990000013", "J12/1/2020"))
    given: list[Any] = []
    planned, other = tmp_path / "other.db", ("--registry", str(tmp_path / "other.db"))
    piped = run("data", "import", str(dump.parent), *other)
    assert json.loads(piped.stdout)["companies"] == 1 and planned.exists()
    told = piped.stderr.splitlines()
    assert told[-1] != told[0] and any(line.startswith("Importing 0.0 MB into ") for line in told)
    summary = SimpleNamespace(register=None, contracts=None)

    def plan(paths: object, output: object, options: Any) -> ImportPlan:
        given.append((paths, output, options))
        size = SimpleNamespace(source=SimpleNamespace(size=0))
        step: Any = SimpleNamespace(year=2024, file=size)  # so that every option may act
        return ImportPlan(options=options, before=[], steps=[step], procurement=[step])

    monkeypatch.setattr("tui_app.opendata.importing.plan_import", plan)
    monkeypatch.setattr("tui_app.opendata.importing.import_files", lambda *_given: summary)
    monkeypatch.setattr(
        "tui_app.cli.import_report.describe",
        lambda _summary, output, by_itself: iter([f"{output.name} {by_itself}"]),
    )
    flags = ("--accept-smaller", "--all-purchases", "--trading-only", "--strict", "--no-history",
             "--with-administrators")  # fmt: skip
    fields = ("accept_smaller", "all_purchases", None, "is_strict", "keeps_history",
              "with_administrators")  # fmt: skip
    wish = ("data", "import", "x")
    for flag in (None, *flags):
        assert run(*wish, *filter(None, [flag]), *other, "-o", "table").stdout == "other.db False\n"
        options = given[-1][2]
        for other_flag, name in zip(flags, fields, strict=True):
            found = getattr(options, name) if name else options.company_filter.trading_only
            assert found is ((other_flag == flag) is not (name == "keeps_history")), (flag, name)
    run(*wish, "--county", "cj, Bihor", "--form", "SRL, SA", "--caen", "62, 4711", "--year", "2024")
    chosen = given[-1][2]
    assert given[-1][:2] == ((Path("x"),), imported_registry()) and chosen.year == 2024
    assert chosen.company_filter.counties == {"Cluj", "Bihor"}
    assert chosen.company_filter.classes == ("62", "4711")
    assert {"srl", "sa"} <= chosen.company_filter.forms
    monkeypatch.setenv("FIRMETERM_REGISTRY", str(planned))
    people_read(monkeypatch)
    assert run(*wish).stdout == "other.db True\n"
    assert json.loads(run(*wish, "-o", "json").stdout)["registry"] == str(planned)


def test_what_the_registry_has_is_described_checked_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = tmp_path / "other.db"
    flag = ("--registry", str(registry))
    assert run("data", "check", *flag).exit_code == 2
    assert f"There is no registry at {registry}." in run("data", "check", *flag).stderr
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"x" * 5_000)
    told = run("data", "check", "--registry", str(damaged))
    assert told.exit_code == 1 and f"{damaged} is not" in told.stderr
    registry.touch()
    for companies, words in ((1, "1 company."), (2, "2 companies.")):
        opened = SimpleNamespace(
            check=lambda: None, close=lambda: None, info=SimpleNamespace(companies=companies)
        )
        monkeypatch.setattr(
            "tui_app.registry.sqlite.registry_file.RegistryFile", lambda _path, o=opened: o
        )
        monkeypatch.setattr("tui_app.opendata.findings.findings", lambda _path: ["one", "two"])
        for name in ("table", "json"):
            done = run("data", "check", *flag, "-o", name)
            assert done.exit_code == 0
            if name == "json":
                assert json.loads(done.stdout) == {
                    "registry": str(registry), "companies": companies, "remarks": ["one", "two"],
                }  # fmt: skip
            else:
                assert done.stdout.splitlines() == [
                    f"{registry} is sound: {words}", "remark: one.", "remark: two.",
                ]  # fmt: skip
    other = run("data", "check", *flag, "--fields", "x")
    assert other.exit_code == 2 and "field 'x' here: registry, companies, remarks." in other.stderr
    for count, said in ((None, " was removed from the contracts beside {path}."),
                        (1, " was removed: 1 company in {path}."),
                        (7, " was removed: 7 companies in {path}.")):  # fmt: skip
        named: list[str] = []
        monkeypatch.setattr(
            "tui_app.opendata.removing.remove_source",
            lambda name, *_given, count=count, named=named: (
                named.append(name) or SimpleNamespace(companies=count, label="statements 2024")
            ),
        )
        done = run("data", "remove", "statements", "2024", "small", *flag)
        assert named == ["statements 2024 small"]
        assert done.stdout == f"statements 2024{said.format(path=registry)}\n"
    refused = run("data", "check", "--live", *flag)
    assert refused.exit_code == 2 and "--registry has no effect with --live" in refused.stderr


def tally(label: str, rows: int) -> Tally:
    made = Tally(label)
    made.rows = rows
    made.leave_out("not wanted")
    made.note("a value")
    for _time in range(2):
        made.mark_unreadable(7, "broken")
    return made


def source(label: str, rows: int = 5) -> Any:
    return SimpleNamespace(
        label=label, rows=rows, replaced_text=f"{label} is replaced", day_text="2024-05-06"
    )


ACCOUNT: Any = SimpleNamespace(
    tallies=(tally("a.csv", 3), tally("b.csv", 4)), lines=(("of a",), ("of b", "more of b")),
    not_taken=("it is old",), not_whole=("it is short",),
)  # fmt: skip


def test_an_account_names_each_file_with_its_own_rows() -> None:
    told = [*account_lines(ACCOUNT)]
    of_a, of_b = told.index("  of a"), told.index("  of b")
    assert "a.csv" in told[0] and of_a < next(at for at, t in enumerate(told) if "b.csv" in t)
    assert told[of_b:] == [
        "  of b", "  more of b", "not taken: it is old", "incomplete, but used: it is short",
    ]  # fmt: skip
    found: Any = account_json(ACCOUNT)
    assert (found["notTaken"], found["notWhole"]) == (["it is old"], ["it is short"])
    first, second = found["files"]
    assert (first["file"], first["rows"], first["account"]) == ("a.csv", 3, ["of a"])
    assert (second["file"], second["rows"], second["account"]) == (
        "b.csv",
        4,
        ["of b", "more of b"],
    )
    assert (first["leftOut"], first["unreadable"], first["notes"]) == (
        {"not wanted": 1}, {"broken": 2}, {"a value": 1},
    )  # fmt: skip
    assert {"line": 7, "what": "broken"} in first["messages"]


def test_an_import_is_summed_up_for_people_and_programs(tmp_path: Path) -> None:
    registry = tmp_path / "my registry.db"
    contracts = ProcurementSummary(ACCOUNT, (source("p1", 5), source("p2", 6)), (source("p0"),))
    registry.write_bytes(b"x" * 1_500_000)
    told = [*contract_lines(contracts, registry)]
    assert told[-2:] == [
        "p0 is replaced", f"11 rows of 2 procurement files in {registry}, 1.5 MB.",
    ]  # fmt: skip
    found: Any = contracts_json(contracts, registry)
    assert (found["file"], found["bytes"]) == (str(registry), 1_500_000)
    assert (found["sources"], found["replaced"]) == (["p1", "p2"], ["p0"])
    assert len(found["files"]) == 2
    plan = ImportPlan(
        options=cast("Any", None), before=cast("Any", [source("old"), source("kept")])
    )
    plan.replaced = {"x": [plan.before[0]], "y": [source("other")]}
    plan.descriptions, plan.missing = ["a file"], ["taxpayers"]
    assert [*import_report.plan_lines(plan, registry)] == [
        "a file", "still used: kept (2024-05-06)", "old is replaced", "other is replaced",
        "missing: taxpayers", f"Importing 0.0 MB into {registry}",
    ]  # fmt: skip
    for companies, left, by_itself, lines in (
        (1, 0, True, ["1 company in {at}, 1.5 MB. firmeterm opens it from now on."]),
        (2, 1, False, ["1 company was not selected",
                       "2 companies in {at}, 1.5 MB. Open it with: firmeterm --registry '{at}'"]),
        (2, 3, True, ["3 companies were not selected",
                      "2 companies in {at}, 1.5 MB. firmeterm opens it from now on."]),
    ):  # fmt: skip
        info = RegistryInfo(version="v7", built_at=dt.datetime.now(dt.UTC), companies=companies,
                            invented=False)  # fmt: skip
        summary = ImportSummary(RegisterSummary(info, ACCOUNT, left), None)
        said = [*import_report.describe(summary, registry, by_itself=by_itself)]
        account = [*account_lines(ACCOUNT)]
        assert said == account + [line.format(at=registry) for line in lines]
        both = ImportSummary(summary.register, contracts)
        assert [*import_report.describe(both, registry, by_itself=by_itself)] == told + said
        alone = ImportSummary(None, contracts)
        assert [*import_report.describe(alone, registry, by_itself=by_itself)] == told
        as_json: Any = import_report.summary_json(both, plan, registry)
        assert as_json["contracts"] == found
        assert {name: as_json[name] for name in (
            "registry", "plan", "version", "companies", "bytes", "notSelected", "missing", "kept",
            "replaced",
        )} == {
            "registry": str(registry), "plan": ["a file"], "version": "v7", "companies": companies,
            "bytes": 1_500_000, "notSelected": left, "missing": ["taxpayers"], "kept": ["kept"],
            "replaced": ["old", "other"],
        }  # fmt: skip
        assert [each["file"] for each in as_json["files"]] == ["a.csv", "b.csv"]
        assert set(import_report.summary_json(alone, plan, registry)) == {
            "registry", "plan", "contracts",
        }  # fmt: skip


def test_progress_is_a_line_every_five_seconds_and_a_bar_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("tui_app.cli.import_report.time.monotonic", lambda: now[0])
    with import_report.progress_listener(4_000_000) as progress:
        progress.reading("a.csv")
        for seconds, size, rows in ((4.9, 1_000_000, 10), (0.1, 1_000_000, 50), (4.9, 0, 60),
                                    (0.1, 1_000_000, 0), (5, 9_000_000, 150)):  # fmt: skip
            now[0] += seconds
            progress.advanced(size, rows)
        now[0] += 4.5
        progress.reading("b.csv")
        now[0] += 0.5
        progress.advanced(0, 100)
        for step, companies in (("merging", 0), ("writing", 1), ("unheard of", 1234)):
            progress.working(step, companies)
    assert capsys.readouterr().err.splitlines() == [
        "reading a.csv", "  2 MB, 10 rows a second, reading ends in 5 s",
        "  3 MB, reading ends in 3 s", "  12 MB, 10 rows a second, reading ends in 0 s",
        "reading b.csv", "  12 MB, 200 rows a second, reading ends in 0 s",
        "merging by registry number and tax id", "writing the registry: 1 company",
        "unheard of: 1234 companies",
    ]  # fmt: skip
    steps = {
        "gathering": "gathering what all sources said",
        "contracts": "gathering contracts of all files",
        "purchases": "summing direct purchases by buyer and winner",
        "summing": "summing by year, and writing indexes",
        "numbering": "noting registry numbers",
        "comparing": "comparing companies with their peers",
        "screening": "sorting companies by what they are screened for",
        "indexing": "writing the search index",
    }
    for step in steps:
        progress.working(step, 0)
    assert capsys.readouterr().err.splitlines() == [*steps.values()]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown: list[dict[str, object]] = []
    bar = SimpleNamespace(
        add_task=lambda what, total, **_more: shown.append({"description": what, "total": total}),
        update=lambda _task, **more: shown.append(more),
    )
    progress = import_report._ProgressBar(bar, 0)
    progress.reading("folder/a.csv")
    now[0] += 2
    progress.advanced(7, 10)
    progress.advanced(8, 0)
    progress.working("merging", 2)
    progress.working("unheard of", 0)
    assert shown == [
        {"description": "reading", "total": None}, {"description": "a.csv"},
        {"advance": 7, "text": "5 rows/s"}, {"advance": 8, "text": ""},
        {"description": "merging by registry number and tax id", "text": "2 companies",
         "total": None},
        {"description": "unheard of", "text": "", "total": None},
    ]  # fmt: skip
    with import_report.progress_listener(7) as progress:
        progress.reading("a.csv")
    assert "a.csv" in capsys.readouterr().err


HISTORY = [
    SnapshotInfo(day=dt.date(2024, 1, 1), files=(("a.csv", "1"), ("b.csv", "2")), rows=7,
                 left_out={"too old": 2}, unreadable={"broken": 3}, lacks=("seats",),
                 has_unnumbered=False),
    SnapshotInfo(day=dt.date(2024, 4, 10), origin="import", files=(("c.csv", "3"),), rows=8,
                 with_people=True),
    SnapshotInfo(day=dt.date(2024, 7, 20), rows=9),
]  # fmt: skip


def test_the_history_says_its_days_their_files_and_gaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry, file = tmp_path / "r.db", tmp_path / "r.history"
    flag = ("--registry", str(registry))
    nothing = run("data", "history", "info", *flag)
    assert nothing.exit_code == 1 and f"There is no history beside {registry}" in nothing.stderr
    file.write_bytes(b"x" * 2_500_000)
    monkeypatch.setattr(data_history, "beside", lambda _of: SimpleNamespace(history=file))
    monkeypatch.setattr("tui_app.registry.history.snapshots.snapshots_of", lambda _path: HISTORY)
    found = json.loads(run("data", "history", "info", *flag, "-o", "json").stdout)
    assert (found["history"], found["bytes"]) == (str(file), 2_500_000)
    other = run("data", "history", "info", *flag, "--fields", "x")
    assert other.exit_code == 2 and "no field 'x' here: history, bytes, " in other.stderr
    assert found["gaps"] == [{"from": "2024-04-10", "to": "2024-07-20"}]  # 101 days; 100 are none
    first, second, _third = found["snapshots"]
    assert first == {
        "day": "2024-01-01", "origin": "files", "files": ["a.csv", "b.csv"], "rows": 7,
        "leftOut": {"too old": 2}, "unreadable": {"broken": 3}, "covers": [], "lacks": ["seats"],
        "hasCompaniesWithoutTaxId": False, "withPeople": False,
    }  # fmt: skip
    assert (second["origin"], second["withPeople"], second["lacks"]) == ("import", True, [])
    told = run("data", "history", "info", *flag, "-o", "table").stdout.splitlines()
    assert [line for line in told if "covers" not in line] == [
        f"{file}, 2.5 MB", "3 days:", "  2024-01-01: a.csv, b.csv, 7 rows read",
        "    2 left out: too old", "    3 unreadable: broken", "    not there: seats",
        "  2024-04-10: c.csv (kept by an import), 8 rows read", "  2024-07-20: , 9 rows read",
        "gap: no snapshot between 2024-04-10 and 2024-07-20",
    ]  # fmt: skip
    monkeypatch.setattr(
        "tui_app.registry.history.snapshots.snapshots_of", lambda _path: HISTORY[:1]
    )
    assert "1 day:" in run("data", "history", "info", *flag, "-o", "table").stdout
    unknown = run("data", "history", "remove", "2024-02-02", *flag)
    assert unknown.exit_code == 1
    assert "no snapshot of 2024-02-02. Its days: 2024-01-01." in " ".join(unknown.stderr.split())
    added = [AddedSnapshot(HISTORY[0], 5, is_new=True), AddedSnapshot(HISTORY[1], 6, is_new=False)]
    lines = [
        "2024-01-01: 7 rows read, 5 companies", "  2 left out: too old", "  3 unreadable: broken",
        "  not there: seats; a company missing that day means nothing",
        "2024-04-10: in the history already", f"{file}, 2.5 MB",
    ]  # fmt: skip
    missing = f"There is no registry at {registry} yet."
    *told, last = data_history._described(added, registry)
    assert told == lines and last.startswith(missing)
    registry.touch()
    assert [*data_history._described(added, registry)] == lines
