"""How a command ends: the exit code of each failure, what may be typed, and what is asked."""

from __future__ import annotations

import errno
import os
import re
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.cli.running import run
from tests.cli.scripted import ADDRESS, commands_at, people_read
from tests.cli.test_company_commands import company
from tests.scripted import ScriptedServer
from tui_app.cli.consent import Price, may_spend
from tui_app.cli.ending import progress_bar, tell_unfinished
from tui_app.cli.output import print_notes
from tui_app.cli.questions import is_somebody_there, yes_or_no
from tui_app.cli.session import report_progress
from tui_app.client.connection import Connection
from tui_app.config.settings import Settings, credentials_file
from tui_app.contract.live import Progress
from tui_app.contract.operations import AUTOCOMPLETE, COURT_CASES, PROFILE
from tui_app.sources.public import UNENCRYPTED
from tui_app.ui.session import FirstView

KEY = "ftk_marker_0123456789abcdef"
SERVER = Settings(base_url="https://companies.example")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("service.accounts.AccountsUnavailable", 4),
        ("service.accounts.AccountsError", 2),
        ("registry.errors.RegistryUnavailable", 4),
        ("registry.errors.RegistryError", 2),
        ("registry.errors.BuildError", 2),
        ("opendata.errors.ImportRefusedError", 2),
        ("opendata.download.DownloadError", 4),
        ("workspace.errors.WorkspaceError", 4),
        ("workspace.transfer.TransferError", 2),
        ("export.files.ExportError", 4),
        ("tables.table.TableError", 2),
        ("config.settings.SettingsError", 2),
        ("cli.explore.CannotExploreError", 2),
    ],
)
def test_an_error_of_a_room_below_is_a_sentence_and_a_code(
    error: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = error.rpartition(".")
    kind = getattr(import_module(f"tui_app.{module}"), name)

    def failing() -> None:
        raise kind("what was wrong")

    monkeypatch.setattr("tui_app.cli.helping.topics", failing)
    done = run("manual")
    assert (done.exit_code, done.stderr) == (code, "Error: what was wrong\n")


@pytest.mark.parametrize(
    ("cause", "code"),
    [(None, 2), (OSError(1, "x"), 2), (OSError(errno.ENOSPC, "full"), 4), (ValueError(), 4)],
)
def test_a_failed_database_is_no_wrong_use(
    cause: BaseException | None, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tui_app.registry.errors import BuildError

    def failing() -> None:
        raise BuildError("it failed") from cause

    monkeypatch.setattr("tui_app.cli.helping.topics", failing)
    assert run("manual").exit_code == code


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.ENOSPC, 4), (errno.EDQUOT, 4), (errno.EFBIG, 4), (errno.EIO, 4), (errno.EPIPE, 0)],
)
def test_an_output_that_takes_no_more_is_a_failure_and_a_reader_that_left_is_none(
    number: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tui_app.cli.helping.topics", failing)
    discarded: list[bool] = []
    monkeypatch.setattr("tui_app.cli.ending.discard_output", lambda: discarded.append(True))
    done = run("manual")
    assert (done.exit_code, discarded) == (code, [True])
    told = f"Error: The output is not complete: {os.strerror(number)}.\n"
    assert done.stderr == (told if code else "")


@pytest.mark.parametrize(
    ("typed", "answer", "asked"),
    [("\n", True, 1), ("y\n", True, 1), ("YES\n", True, 1), ("d\n", True, 1), (" da \n", True, 1),
     ("n\n", False, 1), ("no\n", False, 1), ("Nu\n", False, 1), ("maybe\nnu\n", False, 2)],
)  # fmt: skip
def test_a_question_takes_the_words_of_both_languages(
    typed: str, answer: bool, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[bool] = []

    def asking() -> dict[str, str]:
        said.append(yes_or_no("Go on?"))
        return {}

    monkeypatch.setattr("tui_app.cli.helping.topics", asking)
    done = run("manual", typed=typed)
    assert said == [answer] and done.stderr.count("Go on? [Y/n]") == asked
    assert done.stderr.count("Type y or n.") == asked - 1


@pytest.mark.parametrize(("typed", "seen"), [(True, False), (False, True), (None, True)])
def test_nobody_is_asked_who_cannot_see_the_question_or_answer_it(
    typed: bool | None, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = StringIO()
    monkeypatch.setattr(there, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", {True: there, False: StringIO(), None: None}[typed])
    monkeypatch.setattr("sys.stderr", there if seen else StringIO())
    assert not is_somebody_there()
    with pytest.raises(SystemExit):
        may_spend(SERVER, Price(what="All", requests=9, left=1))


@pytest.mark.parametrize(
    ("left", "told"), [(None, "."), (0, " (0 left)."), (12_345, " (12,345 left).")]
)
@pytest.mark.parametrize(("requests", "cost"), [(1, "1 request"), (2_000, "2,000 requests")])
def test_a_price_is_told_with_what_is_left(
    left: int | None, told: str, requests: int, cost: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert may_spend(SERVER, Price(what="All", requests=requests, left=left), yes=True)
    assert capsys.readouterr().err == f"\nAll: {cost} to companies.example{told}\n"
    assert may_spend(Settings(source="sample"), Price(what="All", requests=9, left=1))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("private", "goes_on"), [(True, False), (False, True)])
def test_a_list_that_is_not_stored_does_not_go_on(
    private: bool, goes_on: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_unfinished("Not finished.", private=private)
    assert ("The same command continues from here." in capsys.readouterr().err) is goes_on


def test_progress_is_shown_to_people_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    for is_seen in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_seen=is_seen: is_seen)
        with progress_bar(2) as step:
            step()
        assert ("Checking" in capsys.readouterr().err) is is_seen


@pytest.mark.parametrize("is_seen", [True, False])
def test_unencrypted_names_are_told_once_and_steps_to_people(
    is_seen: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_seen)
    listeners: list[Any] = []
    report_progress(cast("Any", SimpleNamespace(listen=listeners.append)))
    [listen] = listeners
    for operation, text in ((PROFILE.name, "one"), (COURT_CASES.name, "two"),
                            (COURT_CASES.name, "three")):  # fmt: skip
        listen(Progress(operation=operation, tax_id="1", step=1, steps=1, text=text))
    told = capsys.readouterr().err.splitlines()
    steps = ["one …", UNENCRYPTED, "two …", "three …"]
    assert told == (steps if is_seen else [UNENCRYPTED])


@pytest.mark.parametrize("is_seen", [True, False])
@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({}, ["From x."]),
        ({"cached": True, "fetchedAt": "2026"}, ["From x, cached since 2026."]),
        ({"partial": True}, ["From x.", "The service ran out of time: more may match."]),
        ({"partial": True, "notes": ["a note"]}, ["From x.", "a note"]),
        ({"problems": ["a problem"], "notes": ["n"]}, ["From x.", "n", "a problem"]),
    ],
)
def test_notes_on_a_source_are_told_and_its_name_to_people_alone(
    about: dict[str, Any], told: list[str], is_seen: bool,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    import sys

    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_seen)
    usual = {"name": "x", "cached": False, "remainingRequests": None, "notes": [],
             "partial": False, "problems": [], "fetchedAt": None}  # fmt: skip
    print_notes(usual | about)
    assert capsys.readouterr().err.splitlines() == told[0 if is_seen else 1 :]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("abc", "'abc'"), ("1234567890x", "'1234567890x'"), ("12345678901", "A long number"),
     ("1 960 101 410 015", "A long number")],
)  # fmt: skip
def test_what_is_no_tax_id_is_repeated_unless_it_may_be_a_persons_code(
    text: str, shown: str
) -> None:
    done = run("show", text)
    assert done.exit_code == 2 and f"{shown} is not a tax id" in " ".join(done.stderr.split())


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[FirstView]:
    """What the explorer was asked to open; it is not opened."""
    seen: list[FirstView] = []

    def explore(first: FirstView | None = None) -> None:
        seen.append(first or FirstView())
        raise SystemExit(0)

    for module in ("main", "open", "explore"):
        monkeypatch.setattr(f"tui_app.cli.{module}.explore_as_asked", explore)
    return seen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("open",), "Missing argument"),
        (("open", "ab"), "3 to 100 characters"),
        (("open", "--list", "watch", "x"), "no field for a text"),
        (("open", "--list", "search", "ab"), "3 to 100 characters"),
        (("open", "--list", "new", "someday"), "A day is written"),
        (("open", "--list", "new", "--tab", "finance"), "exclude each other"),
        (("petro", "--page", "2"), "works with --tab or --list cases or links or new only"),
        (("petro", "--tab", "finance", "--page", "2"), "--page works with"),
        (("open", "--list", "watch", "--page", "1"), "--page works with"),
    ],
)
def test_what_cannot_be_opened(words: tuple[str, ...], said: str, opened: list[FirstView]) -> None:
    done = run(*words)
    assert done.exit_code == 2 and said in " ".join(done.stderr.split()) and opened == []


def test_the_explorer_opens_what_was_asked_for(opened: list[FirstView], tmp_path: Path) -> None:
    assert run().exit_code == run("--sample").exit_code == 0
    assert opened == [FirstView(), FirstView()]
    run("petro", "demo", "--tab", "financial")
    assert opened[-1] == FirstView(text="petro demo", tab="finance")
    for words in (("--list", "watch"), ("--list", "visited", "x"), ("--list", "new", "today")):
        assert run("open", *words).exit_code == 0
        line = opened[-1].line
        assert line is not None and line.name == "open"
        assert (line.values["pane"], " ".join(line.values["text"])) == (
            words[1], " ".join(words[2:]),
        )  # fmt: skip
    run("petro", "--tab", "cases", "--page", "3", "--as-of", "2024-05-06")
    line = opened[-1].line
    assert line is not None and (line.values["page"], str(line.as_of)) == (3, "2024-05-06")
    (tmp_path / "list.csv").write_text("Nume,Judet\nANA,CJ\n")
    run("match", str(tmp_path / "list.csv"), "--review", "--county", "Judet")
    review = opened[-1].to_match
    assert review is not None and review.path == str(tmp_path / "list.csv")
    assert dict(review.columns) == {"county": "Judet"}
    refused = run("match", "-", "--review", typed="ANA\n")
    assert refused.exit_code == 2 and "standard input is the keyboard" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("help", "watch", "chek"), "No such command"),
        (("help", "nope"), "No such command"),
        (("registry", "publish", "--rollback", "a.db", "postgresql://x/y"), "without one"),
        (("registry", "publish", "postgresql://x/y"), "give a registry file, or --rollback"),
        (("registry", "publish", "a", "b", "postgresql://x/y"), "give a registry file"),
        (("registry", "publish", "postgresql://x/y", "postgresql://x/z"), "registry file first"),
        (("keys", "set", "0a1b2c3d4e"), "give --quota, --expires or both"),
        (("keys", "backup", "x.db", "--accounts", "postgresql://a/b"), "pg_dump"),
        (("config", "get", "nope"), "There is no setting nope"),
        (("compare", "12"), "at least two tax ids"),
        (("compare", "12", "RO12"), "at least two tax ids"),
        (("compare", "12", "J40/1/2020"), "give the tax id"),
        (("show", "12", "--page", "1"), "works with --section cases or links only"),
        (("show", "12", "--page", "2"), "works with --section cases or links only"),
        (("contracts", "12", "--partners", "--limit", "2"), "neither --limit nor -o ocds"),
        (("contracts", "12", "--partners", "-o", "ocds"), "neither --limit nor -o ocds"),
        (("ask", "contact", "12"), "firmeterm show TAX_ID --section contact -o json"),
        (("data", "download", "--history", "--procurement"), "choose one"),
        (("data", "download", "--since", "2020"), "--since needs --procurement or --history"),
        (("data", "download", "--history", "--only", "firms"), "--only chooses among"),
        (("data", "import", "x", "--caen", "62a"), "Activities are digits"),
        (("data", "import", "x", "--caen", "62011"), "Activities are digits"),
        (("data", "check", "--registry", "postgresql://a/b"), "works on a registry file"),
        (("manual", "s"), "There is no topic 's'"),
        (("new", "today", "--page", "0"), "0 is not in the range 1<=x<=100"),
        (("screen", "--cursor", ""), "--cursor is empty"),
        (("export", "12", "--to", "/no/such/folder"), "There is no folder /no/such/folder."),
        (("export", "12", "--to", ".", "--output", "x.md"), "--to and --output exclude"),
        (("export", "12", "--with-people", "-o", "md"), "--with-people is for -o ftm"),
        (("screen", "--all", "--limit", "2"), "--limit and --all exclude each other"),
        (("search", "ana", "--force"), "--force needs --output FILE"),
        (("show", "12", "--fresh", "--offline"), "this run is offline: leave one out"),
        (("doctor", "--try-key", "--offline", "--base-url", ADDRESS), "offline: leave one out"),
        (("login", "--status", "--store", "file"), "--status stores nothing"),
        (("open", "--list", "watch", "ana"), "The watch list has no field for a text"),
        (("watch", "add", "12", "--private"), "No such option"),
        (("serve", "--burst", "600"), "LIMIT/SECONDS"),
        (("serve", "--trusted-proxy", "10.0.0.0/99"), "an address, or a network"),
        (("serve", "--reconcile", "--public-url", "companies.example"), "https://HOST"),
        (("serve", "--reconcile-without-key", "--host", "0.0.0.0"), "for this machine alone"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_use_is_told_before_anything_is_done(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert said in " ".join(done.stderr.split())


def test_pages_of_other_sections_are_named_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = commands_at(company(), monkeypatch)
    assert (
        "Page 1 of 3: --page shows the others." in run("show", "1001", "--section", "cases").stderr
    )
    assert "Page" not in run("show", "1001", "--section", "finance").stderr


def test_what_people_see_is_a_table_of_the_main_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    people_read(monkeypatch)
    monkeypatch.setenv("COLUMNS", "200")
    run = commands_at(company(), monkeypatch)
    for section, columns in (
        ("finance", "year turnover netProfit employee debts equity"),
        ("cases", "caseNumber date partyStatus caseCategory proceduralStage"),
        ("signals", "level title figures"),
        ("events", "date kind event"),
    ):
        shown = run("show", "1001", "--section", section).stdout
        assert columns.split() in [line.split() for line in shown.splitlines()], shown


@pytest.mark.parametrize(
    ("words", "typed", "place"),
    [(("--store", "keyring"), "", "a keyring"), (("--store", "file"), "", "credentials"),
     ((), "y\n", "a keyring"), ((), "", "a keyring"), ((), "n\n", "credentials")],
)  # fmt: skip
def test_a_key_is_kept_where_it_was_said_and_a_choice_is_asked_about(
    words: tuple[str, ...], typed: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[str, str]] = []
    keyring = SimpleNamespace(name="a keyring", set=lambda *pair: kept.append(pair))
    monkeypatch.setattr("tui_app.client.keyring_store.Keyring", lambda: keyring)
    server = ScriptedServer({AUTOCOMPLETE.url_path(): ()}, remaining=8)
    monkeypatch.setattr(
        "tui_app.cli.login.connection_to",
        lambda base, *_given: Connection(base_url=base, open_transport=lambda: server),
    )
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    flags = ("--base-url", ADDRESS, "--api-key-file", str(tmp_path / "key"))
    done = run(*flags, "login", *words, typed=typed)
    assert done.exit_code == 0, done.output
    lines = done.stderr.replace(str(credentials_file().parent) + "/", "").splitlines()
    said = f"accepted by 127.0.0.1:9; saved in {place}"
    # On a line of its own, also after a question that nobody answered.
    assert [line for line in lines if line.startswith("Key ") and said in line], lines
    assert "Checking them with one request to 127.0.0.1:9 …\n" in done.stderr
    assert "7 requests left." in done.stderr and KEY not in done.output
    assert ("Keep it in a keyring?" in done.stderr) is (not words)
    assert kept == ([(f"{ADDRESS}", KEY)] if place == "a keyring" else [])
    stored = credentials_file().read_text()
    assert ('"keyring": true' in stored, KEY in stored) == (bool(kept), not kept)
    # The server is saved: it is asked from now on.
    assert run("config", "get", "base_url").stdout.strip() == ADDRESS
    status = run("login", "--status").stdout
    assert status.startswith(f"Server: {ADDRESS}\n") and KEY not in status
    if place == "credentials":
        assert re.search(r"\nKey: \S+ from the .+ \(.*credentials.json\)\n$", status), status


def test_a_server_is_said_to_be_none_until_one_is_set() -> None:
    assert run("login", "--status").stdout.startswith("No server is set: ")
    told = run("--base-url", ADDRESS, "login", "--status").stdout
    assert told == f"Server: {ADDRESS}\nKey: none. Run firmeterm login to set one.\n"
