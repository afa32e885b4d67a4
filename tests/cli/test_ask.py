"""``firmeterm ask``: every operation without a screen; answers on stdout, messages on stderr."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer, faulty_process
from tui_app.cli.main import main
from tui_app.contract.operations import OPERATIONS

SHOWPIECE = "990000013"
ARGUMENTS = {"autocomplete": ["petroterm"], "registered": ["2020-05-14"]}
KEY = "ftk_marker_0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def faulty() -> Iterator[FaultyServer]:
    with faulty_process() as server:
        yield server


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("operation", [each.name for each in OPERATIONS])
def test_every_operation_answers_in_json(operation: str) -> None:
    asked = run("ask", operation.replace("_", "-"), *ARGUMENTS.get(operation, [SHOWPIECE]))
    assert asked.exit_code == 0, asked.output
    data = json.loads(asked.stdout)
    assert data
    assert asked.stderr.startswith("From sample data (invented companies), ")
    assert asked.stderr.endswith(" requests left.\n")
    if operation == "profile":
        assert data["taxId"] == SHOWPIECE and data["VAT"] is True


def test_a_page_is_chosen_and_checked() -> None:
    first, second = (
        json.loads(run("ask", "court-cases", "990000021", "--page", page).stdout)
        for page in ("1", "2")
    )
    assert (first["currentPage"], second["currentPage"]) == (1, 2)
    assert first["courtCases"] != second["courtCases"]
    refused = run("ask", "court-cases", "990000021", "--page", "101")
    assert refused.exit_code == 2
    assert refused.stderr == "Error: Pages go from 1 to 100. Nothing was sent.\n"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["profile", "12"], 1, "firmeterm's sample knows no company with the tax id 12."),
        (
            ["autocomplete", "pe"],
            2,
            "A search needs at least 3 letters or digits. Nothing was sent.",
        ),
        (["profile", "../../x"], 2, "This is not the tax id of a company."),
    ],
)
def test_a_question_without_answer(arguments: list[str], status: int, said: str) -> None:
    asked = run("ask", *arguments)
    assert asked.exit_code == status
    assert asked.stdout == ""
    assert asked.stderr.startswith(f"Error: {said}")
    assert "Press" not in asked.stderr


def test_a_server_is_asked_with_its_key_and_answers_are_kept(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    server = ("--base-url", faulty.base_url(), "--api-key-file", str(tmp_path / "key"))
    faulty.misbehave("none")
    asked = run(*server, "ask", "profile", FIRST.tax_id)
    assert json.loads(asked.stdout)["companyName"] == FIRST.company_name
    again = run(*server, "ask", "profile", FIRST.tax_id)
    assert again.stdout == asked.stdout
    assert f"From {faulty.host}, cached 20" in again.stderr
    assert len(faulty.log()) == 1
    fresh = run(*server, "ask", "profile", FIRST.tax_id, "--fresh")
    assert "cached" not in fresh.stderr
    assert len(faulty.log()) == 2
    faulty.misbehave("500-nothing")
    gone = run(*server, "ask", "profile", FIRST.tax_id, "--fresh")
    assert gone.exit_code == 4 and gone.stdout == ""
    lost = run(*server, "ask", "profile", FIRST.tax_id, "--fresh", "--stale-ok")
    told_late = json.loads(lost.stdout)
    assert told_late.pop("staleSince") and told_late == json.loads(asked.stdout)
    assert ", cached " in lost.stderr
    for told in (gone.stderr, lost.stderr):
        assert f"{faulty.host} failed with status 500" in told
        assert "Press" not in told
    refused = run(*server, "ask", "financial", FIRST.tax_id)
    assert refused.exit_code == 4 and refused.stdout == ""
    assert refused.stderr.startswith(f"Error: {faulty.host} failed with status 500")
    for said in (asked, again, fresh, gone, lost, refused):
        assert KEY not in said.output


def test_damaged_answers_are_set_aside_and_it_is_said(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "firmeterm").mkdir()
    (tmp_path / "firmeterm" / "answers.db").write_bytes(b"no database" * 100)
    faulty.misbehave("none")
    asked = run("--base-url", faulty.base_url(), "ask", "profile", FIRST.tax_id)
    assert asked.exit_code == 0
    assert "could not be read and start anew" in asked.stderr


def test_what_a_server_sends_is_sanitised(faulty: FaultyServer) -> None:
    faulty.misbehave("fuzz-texts")
    asked = run("--base-url", faulty.base_url(), "ask", "autocomplete", "demo")
    assert asked.exit_code == 0
    assert all(c.isprintable() or c == "\n" for c in asked.output)


def test_a_locale_without_utf8_gets_plain_ascii() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "tui_app", "ask", "court-cases", "990000021"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert asked.stdout.isascii()
    roles = {case["partyStatus"] for case in json.loads(asked.stdout)["courtCases"]}
    assert any(not role.isascii() for role in roles)
    # A table has a sign for each letter that is not there; closed, a stream gets no message.
    for closed in ("", " 2>&-"):
        shown = subprocess.run(
            ["sh", "-c", f'exec "$@"{closed}', "sh", sys.executable, "-m", "tui_app",
             "show", "990000021", "--section", "cases", "-o", "table"],
            env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
        )  # fmt: skip
        assert b"?" in shown.stdout and shown.stdout.isascii()
        assert (b"Page 1 of 8" in shown.stderr) is not bool(closed)


def test_nothing_is_asked_when_nobody_could_read_it(faulty: FaultyServer, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    faulty.misbehave("none")
    server = ["--base-url", faulty.base_url(), "--api-key-file", str(tmp_path / "key")]
    asked = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "tui_app",
         *server, "ask", "profile", FIRST.tax_id],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert asked.returncode == 2
    assert asked.stderr == "Error: Standard output is closed: nothing was asked.\n"
    assert faulty.log() == []


def test_a_cache_folder_that_cannot_be_used_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/x")
    asked = run("ask", "profile", SHOWPIECE)
    assert asked.exit_code == 4 and asked.stdout == ""
    assert asked.stderr.startswith("Error: /dev/null/x/firmeterm/sample-")
    assert "Not a directory. To build the sample elsewhere, set XDG_CACHE_HOME" in asked.stderr


def test_help_lists_every_operation() -> None:
    listed = run("ask", "--help").stdout
    for operation in OPERATIONS:
        assert operation.name.replace("_", "-") in listed
        assert operation.summary[:30] in listed
