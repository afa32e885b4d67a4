"""What commands report of imports, histories, keys, settings and the terminal, line by line."""

from __future__ import annotations

import datetime as dt
import json
import os
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at, people_read
from tests.cli.test_pages import DAY, changed, contracted, of_day
from tui_app.cli import data_history, import_report
from tui_app.cli.command_line import complete_line, read_line
from tui_app.cli.data import _import_options
from tui_app.cli.doctor import _clipboard, _terminal
from tui_app.cli.import_report import (
    account_json,
    account_lines,
    contract_lines,
    contracts_json,
)
from tui_app.cli.main import main
from tui_app.cli.sections import events
from tui_app.cli.session import Session
from tui_app.cli.shells import _open_quote
from tui_app.client.answer import Answer
from tui_app.config.settings import Settings, config_file
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.opendata.history.adding import AddedSnapshot
from tui_app.registry.history.snapshots import SnapshotInfo
from tui_app.service.accounts_location import accounts_location
from tui_app.service.sqlite_accounts import SqliteAccounts
from tui_app.sources.company_data import CompanyData
from tui_app.ui.session import LineError
from tui_app.ui.terminal import capabilities
from tui_app.ui.terminal.capabilities import Characters, Multiplexer, Terminal

SNAPSHOT = SnapshotInfo(
    day=dt.date(2024, 1, 1), files=(("a.csv", "x"), ("b.csv", "y")), rows=7,
    left_out={"no tax id": 2}, unreadable={"a broken row": 3}, lacks=("states",),
)  # fmt: skip


def test_a_history_is_described_by_its_days(tmp_path: Path) -> None:
    file = tmp_path / "history.db"
    file.write_bytes(b"x" * 2_500_000)
    later = SnapshotInfo(day=dt.date(2024, 6, 1), origin="import", files=(("c.csv", "z"),), rows=9)
    contents = data_history._contents(file, [SNAPSHOT, later])
    assert [*data_history._info_lines(contents)] == [
        f"{file}, 2.5 MB",
        "2 days:",
        "  2024-01-01: a.csv, b.csv, 7 rows read",
        "    covers ",
        "    2 left out: no tax id",
        "    3 unreadable: a broken row",
        "    not there: states",
        "  2024-06-01: c.csv (kept by an import), 9 rows read",
        "    covers ",
        "gap: no snapshot between 2024-01-01 and 2024-06-01",
    ]
    first, second = contents["snapshots"]
    assert (first["leftOut"], first["unreadable"]) == ({"no tax id": 2}, {"a broken row": 3})
    assert (first["files"], second["origin"]) == (["a.csv", "b.csv"], "import")
    hundred = [SnapshotInfo(day=dt.date(2024, 1, 1) + dt.timedelta(days)) for days in (0, 100, 201)]
    gaps = data_history._contents(file, hundred)["gaps"]
    assert gaps == [{"from": "2024-04-10", "to": "2024-07-20"}]


def test_snapshots_that_were_added_are_told(tmp_path: Path) -> None:
    added = [AddedSnapshot(SNAPSHOT, 5, is_new=True), AddedSnapshot(SNAPSHOT, 5, is_new=False)]
    assert [*data_history._described(added, tmp_path / "r.db")] == [
        "2024-01-01: 7 rows read, 5 companies",
        "  2 left out: no tax id",
        "  3 unreadable: a broken row",
        "  not there: states; a company missing that day means nothing",
        "2024-01-01: in the history already",
        f"There is no registry at {tmp_path / 'r.db'} yet. Import the newest files to use the"
        " history: firmeterm data import PATH…",
    ]


def files_account(**more: Any) -> Any:
    tally = SimpleNamespace(
        label="a.csv", rows=7, left_out={"x": 1}, unreadable={"y": 2}, notes={"z": 3},
        messages=[(4, "odd")], lines=lambda: ["a.csv: 7 rows"],
    )  # fmt: skip
    usual = {"tallies": [tally], "lines": [["twice"]], "not_taken": ["old"], "not_whole": ["cut"]}
    return SimpleNamespace(**usual | more)


def test_the_account_of_an_import_names_each_file_and_what_was_not_used() -> None:
    assert [*account_lines(files_account())] == [
        "a.csv: 7 rows", "  twice", "not taken: old", "incomplete, but used: cut",
    ]  # fmt: skip
    assert account_json(files_account()) == {
        "notTaken": ["old"], "notWhole": ["cut"],
        "files": [{"file": "a.csv", "rows": 7, "leftOut": {"x": 1}, "unreadable": {"y": 2},
                   "notes": {"z": 3}, "messages": [{"line": 4, "what": "odd"}],
                   "account": ["twice"]}],
    }  # fmt: skip


def test_the_account_of_contracts_has_their_file_and_says_what_is_missing(tmp_path: Path) -> None:
    registry = tmp_path / "r.db"
    old = SimpleNamespace(label="2023-T1", rows=5, replaced_text="2023-T1 replaced")
    summary = cast("Any", SimpleNamespace(
        files=files_account(), replaced=[old],
        sources=[SimpleNamespace(label="2023-T2", rows=7), SimpleNamespace(label="T3", rows=4)],
    ))  # fmt: skip
    registry.write_bytes(b"x" * 3_200_000)
    *_files, replaced, total = contract_lines(summary, registry)
    assert replaced == "2023-T1 replaced"
    assert total == f"11 rows of 2 procurement files in {registry}, 3.2 MB."
    told = contracts_json(summary, registry)
    assert (told["file"], told["bytes"]) == (str(registry), 3_200_000)
    assert (told["sources"], told["replaced"]) == (["2023-T2", "T3"], ["2023-T1"])


@pytest.mark.parametrize("by_itself", [True, False])
@pytest.mark.parametrize(("skipped", "companies"), [(0, 1), (1, 2), (3, 2)])
def test_the_summary_of_an_import(
    skipped: int, companies: int, by_itself: bool, tmp_path: Path
) -> None:
    output = tmp_path / "my registry.db"
    output.write_bytes(b"x" * 1_500_000)
    info = SimpleNamespace(companies=companies, version="v7")
    register = SimpleNamespace(info=info, not_selected=skipped, files=files_account())
    summary = cast("Any", SimpleNamespace(contracts=None, register=register))
    *lines, last = import_report.describe(summary, output, by_itself=by_itself)
    count = "1 company" if companies == 1 else "2 companies"
    hint = (
        "firmeterm opens it from now on."
        if by_itself
        else f"Open it with: firmeterm --registry '{output}'"
    )
    assert last == f"{count} in {output}, 1.5 MB. {hint}"
    left = {0: [], 1: ["1 company was not selected"], 3: ["3 companies were not selected"]}
    assert lines[4:] == left[skipped]
    source = SimpleNamespace(label="firms", day_text="2026-05-01", replaced_text="firms replaced")
    plan = cast("Any", SimpleNamespace(
        descriptions=["a.csv: firms"], kept=[source], replaced={"firms": [source]},
        missing=["no names"], size=2_500_000,
    ))  # fmt: skip
    assert [*import_report.plan_lines(plan, output)] == [
        "a.csv: firms", "still used: firms (2026-05-01)", "firms replaced", "missing: no names",
        f"Importing 2.5 MB into {output}",
    ]  # fmt: skip
    told = import_report.summary_json(summary, plan, output)
    assert {name: told[name] for name in ("version", "companies", "bytes", "notSelected")} == {
        "version": "v7", "companies": companies, "bytes": 1_500_000, "notSelected": skipped,
    }  # fmt: skip
    assert (told["missing"], told["kept"], told["replaced"]) == (
        ["no names"], ["firms"], ["firms"],
    )  # fmt: skip


def test_the_progress_of_an_import_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [100.0]
    monkeypatch.setattr("tui_app.cli.import_report.time.monotonic", lambda: clock[0])
    with import_report.progress_listener(40_000_000) as progress:
        progress.reading("folder/a.csv")
        clock[0] += 4
        progress.advanced(5_000_000, 100)
        clock[0] += 1
        progress.advanced(5_000_000, 200)
        progress.working("merging", 0)
        progress.working("indexing", 1)
        progress.working("what else", 1_000)
    assert capsys.readouterr().err.splitlines() == [
        "reading folder/a.csv",
        "  10 MB, 40 rows a second, reading ends in 15 s",
        "merging by registry number and tax id",
        "writing the search index: 1 company",
        "what else: 1000 companies",
    ]


def test_what_is_chosen_for_an_import() -> None:
    usual: dict[str, Any] = dict.fromkeys(
        ("county", "form", "caen", "trading_only", "strict", "with_administrators",
         "accept_smaller", "all_purchases", "no_history", "year")
    )  # fmt: skip
    plain = _import_options(usual)
    assert plain.keeps_history and not (plain.is_strict or plain.with_administrators)
    assert not (plain.accept_smaller or plain.all_purchases or plain.company_filter.trading_only)
    chosen = _import_options(
        usual | {"county": "CJ, bihor", "caen": "62,0111", "no_history": True, "year": 2031}
    )
    assert chosen.company_filter.counties == {"Cluj", "Bihor"}
    assert chosen.company_filter.classes == ("62", "0111")
    assert (chosen.keeps_history, chosen.year) == (False, 2031)
    for name, attribute in (("strict", "is_strict"), ("all_purchases", "all_purchases"),
                            ("accept_smaller", "accept_smaller"),
                            ("with_administrators", "with_administrators")):  # fmt: skip
        assert getattr(_import_options(usual | {name: True}), attribute) is True
    assert _import_options(usual | {"trading_only": True}).company_filter.trading_only
    assert _import_options(usual | {"form": "srl"}).company_filter.forms


NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


def test_events_are_told_with_what_they_are_about_newest_first() -> None:
    case = r.CourtCase(case_number="1/3/2025", date="2025-03-04", party_status="Debitor",
                       case_category="", institution="Tribunalul CLUJ")  # fmt: skip
    data: dict[str, Any] = {
        "profile": r.CompanyProfile(tax_id="1", registration_date="2019-05-06T00:00:00.000Z"),
        "financial": r.FinancialData(financial_data=(
            r.YearlyRecord(year=2024, turnover=1_234, net_profit=-5), r.YearlyRecord(year=2023))),
        "court_cases": r.CourtCasePage((case, r.CourtCase(case_number="2/3/2025")), 1, 1, 2),
        "history": CompanyHistory(changes=(
            RegisterChange(kind="name", before="A", not_after="2022-01-01"),)),
    }  # fmt: skip
    answers = {name: Answer(data=value, fetched_at=NOON) for name, value in data.items()}
    rows = events(CompanyData(cast("Any", answers), {}, set())).rows
    assert [tuple(row.values()) for row in rows] == [
        ("2025-03-04", "cases", "1/3/2025 · Debitor · Tribunalul CLUJ"),
        ("2024", "statements", "turnover 1,234, netProfit -5"),
        ("2023", "statements", ""),
        ("2022-01-01", "register", "name: A → –"),
        ("2019-05-06", "company", "registered"),
        ("", "cases", "2/3/2025"),
    ]


def test_a_run_about_a_past_day_says_so() -> None:
    today = Session(Settings(source="sample"), None, None, stale_ok=False)
    past = Session(Settings(source="sample"), None, dt.date(2024, 5, 6), stale_ok=False)
    assert past.source_name == f"{today.source_name}, as of 2024-05-06"
    from tui_app.cli.output import source_of

    assert "asOf" not in source_of(today, ()) and source_of(past, ())["asOf"] == "2024-05-06"


def test_a_setting_says_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        'mouse = false\n[server."my work"]\nbase_url = "https://user:secret@a.example"\n'
        '[[command]]\nkey = "f6"\nrun = "true"\nname = "x"\n'
    )
    monkeypatch.setenv("FIRMETERM_THEME", "firmeterm-light")
    told = run("--lang", "en", "config", "show", "-o", "jsonl")
    assert told.exit_code == 0, told.output
    found = {row["name"]: row for row in map(json.loads, told.stdout.splitlines())}
    assert (found["mouse"]["value"], found["mouse"]["from"]) == (False, f"{file}, line 1")
    assert found["theme"]["from"] == "environment: FIRMETERM_THEME"
    assert (found["lang"]["value"], found["lang"]["from"]) == ("en", "flag")
    assert (found["base_url"]["value"], found["base_url"]["from"]) == (None, "default")
    assert found['server."my work".base_url']["value"] == "https://…@a.example"
    assert found["command.0.key"]["value"] == "f6" and "secret" not in told.output
    text = run("config", "show", "-o", "toml").stdout
    assert "# base_url is not set  # default\n" in text
    assert f"mouse = false  # {file}, line 1\n" in text
    assert run("config", "get", "mouse").stdout == "false\n"
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    refused = run("config", "edit")
    assert refused.exit_code == 2 and str(file) in " ".join(refused.stderr.split())


@pytest.mark.parametrize(
    ("multiplexer", "host", "said", "fix"),
    [
        (Multiplexer.NONE, None, "OSC 52", None),
        (Multiplexer.NONE, "me@there", "OSC 52 to the machine before me@there", None),
        (Multiplexer.SCREEN, None, "OSC 52 through screen", None),
        (Multiplexer.TMUX, "me@there", "OSC 52 through tmux, which has to allow it",
         "tmux set -g allow-passthrough on"),
    ],
)  # fmt: skip
def test_the_doctor_says_how_a_copy_travels(
    multiplexer: Multiplexer, host: str | None, said: str, fix: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    terminal = Terminal(term="xterm", multiplexer=multiplexer, host=host)
    monkeypatch.setattr(capabilities, "detect", lambda: terminal)
    found = _clipboard()
    assert (found.ok, found.text, found.fix) == (True, said, fix)


@pytest.mark.parametrize(
    ("terminal", "size", "said", "fix"),
    [
        ({"is_tty": False}, (80, 24), "none (commands only); xterm", None),
        ({}, (80, 24), "xterm, 16 million colours, 80×24, UTF-8", None),
        ({}, (40, 12), "40×12, UTF-8", None),
        ({}, (39, 12), "too small, 40×12 at least", "stty size"),
        ({}, (40, 11), "too small, 40×12 at least", "stty size"),
        ({"term": "dumb"}, (80, 24), "no explorer", "TERM=xterm-256color firmeterm"),
        ({"characters": Characters.ASCII}, (80, 24), "no UTF-8: letters are lost",
         "export LANG=C.UTF-8"),
    ],
)  # fmt: skip
def test_the_doctor_says_what_a_terminal_lacks(
    terminal: dict[str, Any], size: tuple[int, int], said: str, fix: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(capabilities, "detect", lambda: Terminal(**{"term": "xterm"} | terminal))
    monkeypatch.setattr("tui_app.cli.doctor.shutil.get_terminal_size",
                        lambda: os.terminal_size(size))  # fmt: skip
    found = _terminal()
    assert said in found.text and (found.ok, found.fix) == (fix is None, fix)


@pytest.fixture
def accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    return tmp_path / "accounts.db"


def test_keys_are_a_table_and_their_backup_a_file(tmp_path: Path) -> None:
    assert "No key yet" in run("keys", "list", "-o", "table").stderr
    for words in (("revoke", "x"), ("set", "x", "--quota", "1"), ("rotate", "x"),
                  ("backup", str(tmp_path / "b.db"))):  # fmt: skip
        none = run("keys", *words)
        assert none.exit_code == 1 and "No key is issued yet." in none.stderr
    assert run("keys", "create", "--label", "a team", "--quota", "50").exit_code == 0
    [key] = json.loads(run("keys", "list", "-o", "json").stdout)
    head, row = run("keys", "list", "-o", "table").stdout.splitlines()
    assert head.split("  ")[0] == "ID" and row.split() == [
        key["id"], "0", "50", "never", "in", "use", "a", "team",
    ]  # fmt: skip
    assert head.index("STATE") == row.index("in use")
    for words in (("revoke", "x"), ("set", "x", "--quota", "1"), ("rotate", "x")):
        unknown = run("keys", *words)
        assert unknown.exit_code == 1 and "No key in use has this id" in unknown.stderr
    backup = tmp_path / "backup.db"
    assert run("keys", "backup", str(backup)).stderr == f"1 key copied to {backup}\n"
    again = run("keys", "backup", str(backup))
    assert again.exit_code == 2 and "exists: --force replaces it" in again.stderr
    assert run("keys", "backup", str(backup), "--force").exit_code == 0
    run("keys", "revoke", key["id"])
    moved = tmp_path / "moved.db"
    assert run("keys", "migrate", str(backup), str(moved)).stderr == "1 key was copied.\n"
    told = run("keys", "migrate", accounts_location(), str(moved)).stderr
    assert told.splitlines() == [
        "0 keys were copied.", "There already: 1.", "Revoked now, as in the old place: 1.",
    ]  # fmt: skip
    assert run("keys", "restore", str(backup)).stderr == f"1 key restored from {backup}\n"
    assert json.loads(run("keys", "list", "-o", "json").stdout) == [key]
    for option, value, state in (
        ("--expires", "31.12.2099", "until 2099-12-31"),
        ("--expires", "never", "in use"),
        ("--quota", "7", "in use"),
    ):
        assert run("keys", "set", key["id"], option, value).exit_code == 0
        [changed_key] = json.loads(run("keys", "list", "-o", "json").stdout)
        assert changed_key["state"] == state
    assert changed_key["quota"] == 7
    assert run("keys", "prepare", accounts_location()).stderr == "Ready for keys and counts.\n"


def test_a_key_that_could_not_be_printed_is_revoked(
    accounts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_key: str) -> None:
        raise OSError(28, "No space left on device")

    discarded: list[bool] = []
    monkeypatch.setattr("tui_app.cli.keys.discard_output", lambda: discarded.append(True))
    with monkeypatch.context() as patch:
        patch.setattr("tui_app.cli.keys.click.echo", full)
        done = run("keys", "create", "--label", "one")
    assert (done.exit_code, discarded) == (2, [True])
    with closing(SqliteAccounts(accounts)) as store:
        assert [account.revoked_at is None for account in store.with_keys()] in ([False], [])


@pytest.mark.parametrize(
    ("line", "name", "values", "settings"),
    [
        (":search agro --limit 3", "search", {"text": ("agro",), "limit": 3}, {}),
        ("firmeterm show RO12 --tab finance", "show", {"tax_id": "12", "section": "finance"}, {}),
        ("theme firmeterm-light", "", {}, {"theme": "firmeterm-light"}),
        ("--lang ro", "", {}, {"lang": "ro"}),
        ("watch list", "watch list", {}, {}),
        ("show --help", "help", {}, {}),
        ("--version", "help", {}, {}),
        ("petro demo", "open", {"text": ("petro", "demo")}, {}),
    ],
)
def test_the_line_of_the_explorer_is_read_as_in_a_shell(
    line: str, name: str, values: dict[str, Any], settings: dict[str, Any]
) -> None:
    found = read_line(main, line)
    assert found.name == name
    assert {key: found.values[key] for key in values} == values
    assert found.settings == settings


def test_the_line_of_the_explorer_says_what_is_wrong_and_completes() -> None:
    for line, said in (("", ""), (":", ""), ("firmeterm", ""), ('show "12', "quotation"),
                       ("show x", "is not a tax id"), ("show --nope 12", "No such option"),
                       ("search 1960101410015 --limit x", "is not a valid")):  # fmt: skip
        with pytest.raises(LineError) as wrong:
            read_line(main, line)
        assert said in str(wrong.value) and "1960101410015" not in str(wrong.value)
    found = read_line(main, "search agro --limit 3 --as-of 2024-05-06")
    assert (
        found.options == {"limit": "--limit", "as_of": "--as-of"}
        and str(found.as_of) == "2024-05-06"
    )
    completed = dict(complete_line(main, "sho"))
    assert "show" in completed and "search" not in completed
    assert "theme" in dict(complete_line(main, "the"))
    assert "firmeterm-light" in dict(complete_line(main, "theme firmeterm-l"))
    assert "finance" in dict(complete_line(main, "show 12 --tab fi"))
    assert complete_line(main, 'show "12') == ()


@pytest.mark.parametrize(
    ("line", "quote"),
    [("show ", ""), ('show "ana', '"'), ('show "ana" ', ""), ("show 'ana", "'"),
     ("show 'a\\", "'"), ('show "a\\"', '"'), ("show \\'a", ""), ("show \"it's", '"')],
)  # fmt: skip
def test_an_open_quote_of_a_shell_is_found(line: str, quote: str) -> None:
    assert _open_quote(line) == quote


def test_people_see_how_far_a_list_of_pages_is(monkeypatch: pytest.MonkeyPatch) -> None:
    people_read(monkeypatch)
    told = commands_at(of_day([1, 1, 1], 3), monkeypatch)("new", DAY, "--all", "--yes").stderr
    assert "\rPage 2 of 3\rPage 3 of 3\n" in told and "--all shows" not in told
    alone = commands_at(of_day([1], 1), monkeypatch)("new", DAY, "--all", "--yes").stderr
    assert "Page" not in alone


def test_changes_have_their_number_and_days(monkeypatch: pytest.MonkeyPatch) -> None:
    server = changed([2], 2)
    run = commands_at(server, monkeypatch)
    found = json.loads(run("changes", "--since", DAY, "-o", "json").stdout)
    assert (found["totalChanges"], found["days"], len(found["changes"])) == (2, [DAY], 2)
    assert "limit=1000" in server.asked[-1]  # one request at a server
    chosen = run("changes", "--since", DAY, "-o", "csv", "--fields", "taxId").stdout.split()
    assert chosen == ["taxId", "1000", "1001"]
    for limit, code in (("1000", 0), ("1001", 2)):
        assert run("changes", "--since", DAY, "--limit", limit).exit_code == code
    server = contracted([2], 2)
    refused = commands_at(server, monkeypatch)("changes", "-o", "json")
    assert refused.exit_code == 4
    lacking = commands_at(of_day([1], 1), monkeypatch)("changes")
    assert lacking.exit_code == 2 and "does not offer changes. Nothing was req" in lacking.stderr
    monkeypatch.undo()
    here = run("changes")
    assert here.exit_code == 2 and "There is no history of sample data" in here.stderr


@pytest.mark.parametrize("side", ["supplier", "authority"])
def test_contracts_name_the_other_party(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people_read(monkeypatch)
    monkeypatch.setenv("COLUMNS", "200")
    server = contracted([3], 7)
    server.answers = {
        key.replace("side=supplier", f"side={side}"): value for key, value in server.answers.items()
    }
    run = commands_at(server, monkeypatch)
    done = run("contracts", "1001", "--side", side, "--limit", "3")
    other = "buyerName" if side == "supplier" else "winnerName"
    assert ["nature", "date", other, "value", "title"] in map(str.split, done.stdout.splitlines())
    assert "3 of 7 shown: --limit shows more." in done.stderr
    empty = contracted([0], 0)
    empty.answers = {
        key.replace("side=supplier", f"side={side}"): value for key, value in empty.answers.items()
    }
    nothing = commands_at(empty, monkeypatch)("contracts", "1001", "--side", side)
    hint = (
        "What it bought: firmeterm contracts 1001 --side authority."
        if side == "supplier"
        else ("What it won: firmeterm contracts 1001.")
    )
    assert nothing.exit_code == 1 and hint in nothing.stderr


def test_a_source_without_contracts_says_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = run("contracts", "990000013")
    assert sample.exit_code == 2 and "There are no public contracts in sample" in sample.stderr
    server = of_day([1], 1)
    server.answers[o.AUTOCOMPLETE.path] = ()
    refused = commands_at(server, monkeypatch)("contracts", "1001")
    assert (
        refused.exit_code == 2 and "127.0.0.1:9 does not offer public contracts" in refused.stderr
    )
