"""``firmeterm watch`` as a process and against a server that fails."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tests.service.running import new_key, running
from tests.workspace.companies import figures, profile
from tui_app.cli.main import main
from tui_app.contract.resources import CompanyProfile, CourtCase
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.workspace.moments import now
from tui_app.workspace.snapshots import SectionAnswer
from tui_app.workspace.workspace import Workspace, workspace_file

__all__ = ["faulty", "faulty_process_of_session"]

ANA, DAN, UNKNOWN = "990000013", "990000021", "990000030"
KEY = "ftk_marker_0123456789abcdef0123456789abcdef"


def whole_record(tax_id: str) -> CompanyRecord:
    """A company with something in every section."""
    return CompanyRecord(
        profile=profile(tax_id),
        financial=figures(tax_id, 100),
        court_cases=(CourtCase(case_number="1/3/2026"),),
        administrators=("Popescu Ana",),
    )


def registry(file: Path, *, status: str = "functiune", turnover: int = 100, cases: int = 1) -> Path:
    """Two companies, one of them with the given status."""
    file.unlink(missing_ok=True)
    build(
        [
            CompanyRecord(
                profile=profile(ANA, status=status),
                financial=figures(ANA, turnover),
                court_cases=tuple(CourtCase(case_number=f"{n}/3/2026") for n in range(cases)),
                administrators=("Popescu Ana",),
            ),
            CompanyRecord(profile=profile(DAN)),
        ],
        file,
        invented=True,
    )
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui_app", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_watch_check_as_a_process_while_a_company_changes(tmp_path: Path) -> None:
    file = tmp_path / "registry.db"
    source = ("--registry", str(registry(file)))
    assert run("watch", "add", f"RO{ANA}", DAN).exit_code == 0
    first = process(*source, "watch", "check", "-o", "json")
    assert first.returncode == 0, first.stderr
    rows = json.loads(first.stdout)
    assert [(row["taxId"], row["changes"]) for row in rows] == [(ANA, []), (DAN, [])]
    assert rows[0]["companyName"] == f"FIRMA INVENTATA {ANA} SRL"
    assert "Checking 2 companies: at most 8 requests to " in first.stderr
    registry(file, status="faliment", turnover=250, cases=2)
    second = process(*source, "watch", "check", "-o", "json")
    assert second.returncode == 1, second.stderr
    changed, same = json.loads(second.stdout)
    told = {(each["field"], each.get("year")): each
            for each in changed["changes"]}  # fmt: skip
    status = told["status", None]
    assert (status["before"], status["after"]) == ("functiune", "faliment")
    assert status["firstSeen"].endswith("Z")
    cases = told["cases", None]
    assert (cases["before"], cases["after"], cases["added"]) == (1, 2, ["1/3/2026"])
    assert told["turnover", 2024]["after"] - told["turnover", 2024]["before"] == 150
    assert same == {
        "taxId": DAN, "companyName": f"FIRMA INVENTATA {DAN} SRL", "changes": [], "problem": None
    }  # fmt: skip
    third = run(*source, "watch", "check", "-o", "table")
    assert (third.exit_code, third.stdout) == (0, "")
    assert "Nothing changed, 2 watched." in third.stderr


def test_changes_in_words_and_the_list(tmp_path: Path) -> None:
    file = registry(tmp_path / "registry.db")
    source = ("--registry", str(file))
    run("watch", "add", ANA, DAN)
    assert run(*source, "watch", "check").exit_code == 0
    registry(file, status="radiata")
    checked = run(*source, "watch", "check", "-o", "table")
    assert checked.exit_code == 1 and "Nothing changed" not in checked.stderr
    name, change = checked.stdout.splitlines()
    assert name == f"FIRMA INVENTATA {ANA} SRL ({ANA})"
    assert change.endswith("status: functiune → radiata")
    first, second = run("watch", "list", "-o", "table").stdout.splitlines()
    assert first.startswith(ANA) and first.endswith("status: functiune → radiata")
    assert second.startswith(DAN)
    listed = json.loads(run("watch", "list", "-o", "json").stdout)
    assert [row["taxId"] for row in listed] == [ANA, DAN]
    assert listed[0]["newest"]["after"] == "radiata" and listed[1]["newest"] is None
    lines = run("watch", "list", "-o", "jsonl").stdout.splitlines()
    assert list(map(json.loads, lines)) == listed
    assert run("watch", "remove", ANA).exit_code == 0
    assert json.loads(run("watch", "list", "-o", "json").stdout)[0]["taxId"] == DAN
    assert listed[0]["addedAt"].endswith("Z")
    assert run("watch", "remove", ANA, DAN).stderr == "1 removed, 0 watched.\n"


def test_changes_as_rows(tmp_path: Path) -> None:
    file = registry(tmp_path / "registry.db")
    source = ("--registry", str(file))
    run("watch", "add", ANA, DAN)
    assert run(*source, "watch", "check", "-o", "csv").exit_code == 0
    registry(file, status="radiata", turnover=250)
    checked = run(*source, "watch", "check", "-o", "jsonl")
    assert checked.exit_code == 1
    rows = [json.loads(line) for line in checked.stdout.splitlines()]
    told = {(row["taxId"], row["field"], row["year"]): row["after"] for row in rows}
    assert told[ANA, "status", None] == "radiata" and (ANA, "turnover", 2024) in told
    assert {row["companyName"] for row in rows} == {f"FIRMA INVENTATA {ANA} SRL"}
    again = run(*source, "watch", "check", "--fields", "taxId,field", "-o", "csv")
    assert (again.exit_code, again.stdout.splitlines()) == (0, ["taxId,field"])
    registry(file, status="functiune", turnover=250)
    some = run(*source, "watch", "check", "--fields", "taxId,field", "-o", "json")
    assert json.loads(some.stdout) == [{"taxId": ANA, "field": "status"}]
    about = json.loads(run("data", "info", "--registry", str(file)).stdout)
    assert about["companies"] == 2 and about["invented"] is True
    other = run("data", "info", "--registry", str(file), "--fields", "x")
    assert other.exit_code == 2 and "no field 'x' here: registry, companies, " in other.stderr


def test_a_wrong_check_digit_is_told_and_no_refusal() -> None:
    added = run("watch", "add", "18547290", "18547291")
    assert added.exit_code == 0
    told = added.stderr.splitlines()
    assert told[0] == "2 added, 2 watched."
    assert told[1].startswith("Wrong check digit, perhaps mistyped: 18547291.")
    entities = run("watch", "list", "-o", "ftm")
    assert entities.stdout == "" and "without a known name: 2." in entities.stderr


def test_nothing_watched_is_an_empty_list() -> None:
    checked = run("watch", "check", "-o", "json")
    assert (checked.exit_code, json.loads(checked.stdout), checked.stderr) == (0, [], "")
    listed = run("watch", "list", "-o", "json")
    assert (listed.exit_code, json.loads(listed.stdout)) == (0, [])


@pytest.mark.parametrize("text", ["1900101123456", "190010112345678", "x", "1", "../x"])
def test_what_is_no_tax_id_is_wrong_use_and_a_personal_code_is_not_repeated(text: str) -> None:
    refused = run("watch", "add", ANA, text)
    assert refused.exit_code == 2
    assert "is not a tax id" in refused.stderr
    assert "1900101" not in refused.output
    assert json.loads(run("watch", "list").stdout) == []


def test_an_unknown_company_is_told_and_the_others_are_checked(tmp_path: Path) -> None:
    source = ("--registry", str(registry(tmp_path / "registry.db")))
    run("watch", "add", UNKNOWN, ANA)
    checked = run(*source, "watch", "check", "-o", "json")
    assert checked.exit_code == 4
    problem, fine = json.loads(checked.stdout)
    assert "knows no company" in problem["problem"]
    assert fine["companyName"] and fine["problem"] is None
    [row] = run(*source, "watch", "check", "-o", "jsonl").stdout.splitlines()
    assert json.loads(row)["problem"] == problem["problem"]
    assert "Press" not in checked.output
    # The others are asked about as often as before.
    again = run(*source, "watch", "check")
    assert "Checking 2 companies: at most 8 requests" in again.stderr


@pytest.fixture
def server(faulty: FaultyServer, tmp_path: Path) -> tuple[str, ...]:
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    return ("--base-url", faulty.base_url(), "--api-key-file", str(tmp_path / "key"))


def test_a_key_that_is_not_taken_and_one_that_is_good_for_some_sections(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    run("watch", "add", *(company.tax_id for company in COMPANIES[:3]))
    faulty.misbehave("401")
    assert run(*server, "watch", "check", "--yes").exit_code == 3
    assert len(faulty.log()) == 1
    faulty.misbehave("403", operation="court_cases")
    partly = run(*server, "watch", "check", "--yes", "-o", "json")
    assert partly.exit_code == 3
    rows = json.loads(partly.stdout)
    assert all("no court cases" in row["problem"] for row in rows)
    assert all(f"{row['companyName']}: " in partly.stderr for row in rows)
    assert len(faulty.log()) == 12


def test_one_request_a_company_and_section_past_what_is_kept(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    run("watch", "add", FIRST.tax_id)
    for _time in range(2):
        faulty.misbehave("none")
        checked = run(*server, "watch", "check", "--yes")
        assert checked.exit_code == 0, checked.output
        assert "at most 4 requests to 127.0.0.1" in checked.stderr
        assert len(faulty.log()) == 4
        assert KEY not in checked.output


def test_a_check_goes_on_where_it_was_stopped(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    watched = [company.tax_id for company in COMPANIES[:3]]
    run("watch", "add", *watched)
    faulty.misbehave("429-quota", operation="court_cases")
    private = run("--private", *server, "watch", "check", "--yes")
    assert "Not finished.\n" in private.stderr
    assert "Nothing changed" not in private.stderr
    stopped = run(*server, "watch", "check", "--yes")
    assert stopped.exit_code == 5, stopped.output
    assert "The same command continues from here" in stopped.stderr
    # The profile, the figures and the administrators of the first are known.
    faulty.misbehave("none")
    checked = run(*server, "watch", "check", "--yes", "-o", "json")
    assert checked.exit_code == 0, checked.output
    assert "at most 9 requests" in checked.stderr
    assert len(faulty.log()) == 9
    assert len(json.loads(checked.stdout)) == 3


def test_a_failing_server_is_not_asked_about_everybody(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    run("watch", "add", *(company.tax_id for company in COMPANIES[:20]))
    faulty.misbehave("400")
    assert run(*server, "watch", "check", "--yes").exit_code == 4
    assert len(faulty.log()) == 3


def test_a_lost_line_is_a_failure_of_the_connection(faulty: FaultyServer) -> None:
    run("watch", "add", FIRST.tax_id)
    lost = run("--base-url", faulty.base_url("refused"), "watch", "check", "--yes", "-o", "json")
    assert lost.exit_code == 4
    assert json.loads(lost.stdout)[0]["problem"]


def test_the_reserve_is_left_alone(
    faulty: FaultyServer, server: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_RESERVE", "1000000000")
    run("watch", "add", *(company.tax_id for company in COMPANIES[:3]))
    stopped = run(*server, "watch", "check", "--yes")
    assert stopped.exit_code == 5, stopped.output
    assert len(faulty.log()) == 4


@pytest.mark.parametrize(("reserve", "asked"), [(8, 12), (9, 8), (13, 4)])
def test_no_request_of_the_reserve_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reserve: int, asked: int
) -> None:
    companies = [ANA, DAN, UNKNOWN]
    build(map(whole_record, companies), tmp_path / "registry.db", invented=True)
    (tmp_path / "key").touch(0o600)
    (tmp_path / "key").write_text(new_key(tmp_path, quota=20))
    monkeypatch.setenv("FIRMETERM_RESERVE", str(reserve))
    run("watch", "add", *companies)
    with running(tmp_path, "--registry", str(tmp_path / "registry.db")) as service:
        server = ("--base-url", service.url, "--api-key-file", str(tmp_path / "key"))
        checked = run(*server, "watch", "check", "--yes")
        assert checked.exit_code == (0 if asked == 12 else 5), checked.output
        service.stop()
        assert sum(entry.status == 200 for entry in service.log()) == asked


def test_nobody_to_ask_and_no_yes_spends_nothing(
    faulty: FaultyServer, server: tuple[str, ...]
) -> None:
    run("watch", "add", FIRST.tax_id)
    faulty.misbehave("none")
    refused = run(*server, "watch", "check", "-o", "json")
    assert (refused.exit_code, refused.stdout) == (2, "") and "Pass --yes" in refused.stderr
    assert faulty.log() == []


def test_a_resumed_check_asks_nothing_that_the_profile_rules_out(tmp_path: Path) -> None:
    source = ("--registry", str(registry(tmp_path / "registry.db")))
    run("watch", "add", DAN)  # which has only a profile
    with Workspace(workspace_file()) as workspace:
        workspace.checks.begin("registry")
        profile_alone = CompanyProfile(
            tax_id=DAN, has_fin_data=False, has_administrator=False, status="functiune"
        )
        seen = SectionAnswer(operation="profile", data=profile_alone, seen_at=now())
        workspace.snapshots.record("registry", DAN, [seen])
    checked = run(*source, "watch", "check")
    assert checked.exit_code == 0, checked.output
    assert "Checking 1 company: at most 1 request to" in checked.stderr  # its court cases


def test_ctrl_c_says_that_nothing_is_lost(faulty: FaultyServer, server: tuple[str, ...]) -> None:
    run("watch", "add", *(company.tax_id for company in COMPANIES[:50]))
    faulty.misbehave("slow-first-byte")
    running = subprocess.Popen(
        [sys.executable, "-m", "tui_app", *server, "watch", "check", "--yes"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ,
    )  # fmt: skip
    assert running.stderr is not None
    assert "Checking 50 companies" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    _out, said = running.communicate(timeout=30)
    assert running.returncode == 130, said
    assert "continues from here" in said


def test_damaged_answers_are_set_aside_and_it_is_said(
    faulty: FaultyServer, server: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "firmeterm").mkdir()
    (tmp_path / "firmeterm" / "answers.db").write_bytes(b"no database" * 100)
    run("watch", "add", FIRST.tax_id)
    faulty.misbehave("none")
    checked = run(*server, "watch", "check", "--yes")
    assert checked.exit_code == 0
    assert "could not be read and start anew" in checked.stderr


def test_offline_no_request_is_announced(faulty: FaultyServer, server: tuple[str, ...]) -> None:
    run("watch", "add", FIRST.tax_id)
    faulty.misbehave("none")
    checked = run(*server, "--offline", "watch", "check")
    assert checked.exit_code == 4 and "Offline" in checked.stderr
    assert "request" not in checked.stderr and faulty.log() == []


def test_a_private_check_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ("--registry", str(registry(tmp_path / "registry.db")))
    run("watch", "add", ANA)
    assert run("--private", *source, "watch", "check").exit_code == 0
    with Workspace(workspace_file()) as workspace:
        assert workspace.snapshots.versions(ANA) == ()
    kept = workspace_file().read_bytes()
    monkeypatch.setenv("FIRMETERM_PRIVATE", "true")
    for command in (("watch", "add", DAN), ("watch", "remove", ANA), ("workspace", "import", "-")):
        for private in (("--private",), ()):
            refused = run(*private, *command)
            assert refused.exit_code == 2
            told = "--private'. It has no effect" if private else "stores nothing"
            assert told in refused.stderr.replace("\n", " ")
    assert run("--private", "workspace", "export").exit_code == 0
    assert workspace_file().read_bytes() == kept


def test_a_damaged_workspace_is_told_also_where_the_command_fails() -> None:
    run("watch", "add", ANA)
    workspace_file().write_bytes(b"no database" * 500)
    ended = run("workspace", "import", "-")
    assert ended.exit_code == 2 and ".damaged-" in ended.stderr, ended.output


def test_a_workspace_moves_through_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.jsonl"
    run("watch", "add", ANA, DAN)
    assert run("workspace", "export", str(file)).exit_code == 0
    assert file.stat().st_mode & 0o777 == 0o600
    again = run("workspace", "export", str(file))
    assert again.exit_code == 2 and "cannot be written" in again.stderr
    printed = run("workspace", "export")
    assert printed.stdout.encode() == file.read_bytes()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert json.loads(run("watch", "list").stdout) == []
    assert run("workspace", "import", str(file)).exit_code == 0
    assert len(json.loads(run("watch", "list").stdout)) == 2
    refused = CliRunner().invoke(main, ["workspace", "import", "-"], input="nonsense")
    assert refused.exit_code == 2 and "Line 1 cannot be read" in refused.stderr


def test_an_export_that_the_disk_cuts_short_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(_database: object) -> Iterator[bytes]:
        yield b"{}"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tui_app.cli.workspace.export_lines", cut_short)
    ended = run("workspace", "export", str(tmp_path / "kept.jsonl"))
    assert ended.exit_code == 2 and "No space left" in ended.stderr
    assert not (tmp_path / "kept.jsonl").exists()
