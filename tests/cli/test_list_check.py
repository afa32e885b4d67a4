"""``check``: a row for each line in order, its price first, and how a stopped check continues."""

from __future__ import annotations

import csv
import io
import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.running import on_terminal, run
from tests.service.running import new_key, running
from tui_app.cli.list_check import COLUMNS, Journal
from tui_app.cli.list_file import ListLine
from tui_app.config.settings import Settings
from tui_app.sources.source import data_of as data_there

SHOWPIECE = "990000013"
CNP = "1960101410015"
LIST = f"""\ufeff{SHOWPIECE}
Petroterm Demo SRL

990000014
{CNP}
petro
RO 990000056
ab
"""


def test_each_line_has_a_row_in_order_and_says_what_went_wrong() -> None:
    checked = run("check", "-", typed=LIST)
    assert checked.exit_code == 0, checked.output
    rows = json.loads(checked.stdout)["rows"]
    assert [row["line"] for row in rows] == [1, 2, 4, 5, 6, 7, 8]
    first, by_name, unknown, person, several, losing, short = rows
    assert first["companyName"] == by_name["companyName"] == "PETROTERM DEMO SRL"
    assert first["VAT"] is True and first["status"] == "functiune" and first["turnover"] > 0
    assert first["problem"] is None and "losses" in losing["signals"]
    assert "knows no company" in unknown["problem"]
    assert "; similar: " in several["problem"] and SHOWPIECE in several["problem"]
    assert person["input"] is None and "person's code" in person["problem"]
    assert "at least 3" in short["problem"]
    assert CNP not in checked.output
    assert "Checking" not in checked.stderr
    assert "Line 4: " in checked.stderr and "Line 7: " not in checked.stderr
    as_csv = run("check", "--fields", "taxId,turnover", "-o", "csv", typed=SHOWPIECE)
    turned = list(csv.reader(io.StringIO(as_csv.stdout)))
    assert turned == [["taxId", "turnover"], [SHOWPIECE, str(first["turnover"])]]


@pytest.mark.parametrize(
    ("arguments", "typed", "status", "said"),
    [
        (["check", "-"], "\n \n", 2, "no tax id or name"),
        (["check", "no/such/file"], "", 2, "cannot be read"),
        (["check"], "990000014\n", 1, "knows no company"),
        (["--base-url", "http://127.0.0.1:9", "check"], "12\n", 2, "Pass --yes"),
        (["--base-url", "http://127.0.0.1:9", "check", "--yes"], "12\n", 4, "refused"),
    ],
)
def test_a_list_that_cannot_be_checked(
    arguments: list[str], typed: str, status: int, said: str
) -> None:
    ended = run(*arguments, typed=typed)
    assert ended.exit_code == status, ended.output
    assert said in ended.stderr
    assert "Go on?" not in ended.output


def test_on_a_terminal_it_shows_progress_and_asks_about_no_price_where_nothing_costs(
    tmp_path: Path,
) -> None:
    (tmp_path / "list").write_text(f"{SHOWPIECE}\n")
    status, shown = on_terminal("check", str(tmp_path / "list"))
    assert status == 0 and SHOWPIECE in shown and "100%" in shown
    assert "Go on?" not in shown and "request" not in shown.partition("taxId")[0]


def test_a_check_that_ran_out_of_requests_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "kept"))
    for label, quota in (("small", 9), ("large", 500)):
        (tmp_path / label).write_text(new_key(tmp_path, quota))
        (tmp_path / label).chmod(0o600)
    ids = [SHOWPIECE, "990000056", "990000919", "990001868", "990002146", "990002960"]
    (tmp_path / "list").write_text("\n".join(ids))
    with running(tmp_path) as service:
        arguments = ("--base-url", service.url, "--api-key-file")
        check = ("check", str(tmp_path / "list"), "--yes")
        first = run(*arguments, str(tmp_path / "small"), *check)
        assert first.exit_code == 5, first.output
        assert "same command continues from here" in first.stderr
        private = run("--private", *arguments, str(tmp_path / "small"), *check)
        assert private.exit_code == 5 and "Not finished.\n" in private.stderr
        done = [row["taxId"] for row in json.loads(first.stdout)["rows"]]
        assert done == ids[: len(done)] and 0 < len(done) < len(ids)
        again = run(*arguments, str(tmp_path / "large"), *check)
        assert again.exit_code == 0, again.output
        rows = json.loads(again.stdout)
        assert [row["taxId"] for row in rows["rows"]] == ids
        assert all(row["companyName"] for row in rows["rows"])
        # With another key nothing is cached: what was done is not asked again.
        assert rows["source"]["requests"] == 2 * (len(ids) - len(done))
    assert not list((tmp_path / "kept").rglob("check-*"))


@pytest.mark.parametrize(
    "data",
    [
        f"{SHOWPIECE}\r\nȘtefan SRL\r\n".encode("utf-16"),
        b"\xef\xbb\xbf" + f"{SHOWPIECE}\r\nŞtefan SRL\r\n".encode("cp1250"),
    ],
    ids=["utf-16", "two encodings"],
)
def test_a_list_of_a_spreadsheet_is_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "list.txt").write_bytes(data)
    checked = run("check", str(tmp_path / "list.txt"))
    first, second = json.loads(checked.stdout)["rows"]
    assert first["companyName"] == "PETROTERM DEMO SRL"
    assert second["input"][1:] == "tefan SRL" and second["input"][0] in "ȘŞ"


def test_a_journal_that_cannot_be_read_is_told_and_a_damaged_line_is_asked_again(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "check-x.jsonl"
    row = dict.fromkeys(COLUMNS) | {"line": 2}
    journal.write_bytes(b"\xff\xfe\n" + json.dumps(row | {"line": [1]}).encode() + b"\n")
    with journal.open("a") as file:
        file.write(json.dumps(row) + "\n")
    assert [*Journal(journal).done] == [(2, None)]
    journal.unlink()
    journal.mkdir()
    unreadable = Journal(journal)
    assert not unreadable.done and "cannot be read" in unreadable.failure
    unreadable.add(row)
    unreadable.finish()
    assert journal.is_dir()


def test_a_state_folder_that_takes_nothing_is_told_and_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tui_app.cli.check.state_folder", lambda: tmp_path / "file" / "state")
    checked = run("check", "-", typed=SHOWPIECE)
    assert checked.exit_code == 0, checked.exception
    assert json.loads(checked.stdout)["rows"][0]["problem"] is None
    assert "cannot be written" in checked.stderr and "starts again" in checked.stderr


@pytest.mark.parametrize(
    ("age", "is_used"), [(86_400, True), (86_401, False), (-60, True), (-61, False)]
)
def test_what_is_old_or_of_a_clock_that_was_ahead_is_checked_again(
    tmp_path: Path, age: int, is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "check-x.jsonl"
    Journal(journal).add(dict.fromkeys(COLUMNS) | {"line": 2})
    assert journal.stat().st_mode & 0o777 == 0o600
    now = int(time.time())
    os.utime(journal, (now - age, now - age))
    monkeypatch.setattr("tui_app.cli.list_check.time.time", lambda: now)
    assert bool(Journal(journal).done) is is_used and journal.exists() is is_used


def test_a_stopped_check_does_not_go_on_with_rows_of_a_replaced_registry(tmp_path: Path) -> None:
    registry = tmp_path / "registry.db"
    settings = Settings(registry=str(registry))
    registry.write_bytes(b"one")
    before = data_there(settings)
    assert data_there(settings) == before
    (tmp_path / "new").write_bytes(b"two")
    os.utime(tmp_path / "new", (1, 1))
    (tmp_path / "new").replace(registry)
    lines = tuple(ListLine(number, "990000013", "990000013") for number in (1, 2))
    Journal.of(tmp_path, before, lines).add(dict.fromkeys(COLUMNS) | {"line": 1})
    assert Journal.of(tmp_path, before, lines).done
    assert not Journal.of(tmp_path, data_there(settings), lines).done


def test_a_name_with_a_typing_error_is_said_to_be_no_equal_one() -> None:
    checked = run("check", "-o", "json", typed="PETROTREM DEMO SRL\nPETROTERM DEMO\n")
    similar, equal = json.loads(checked.stdout)["rows"]
    assert similar["taxId"] == equal["taxId"] == SHOWPIECE
    assert similar["signals"][0] == "name_similar"
    assert "name_similar" not in equal["signals"]
