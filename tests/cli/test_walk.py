"""Details that each command tells or keeps: rows of a search, of lists, of files and services."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from click.shell_completion import CompletionItem

from tests.cli.running import run
from tests.cli.scripted import commands_at, people_read
from tests.cli.test_company_commands import company
from tests.cli.test_pages import DAY, changed, contracted, of_day, screened
from tests.scripted import ScriptedServer
from tui_app.cli import explore
from tui_app.cli.ask import _notes_on
from tui_app.cli.completion import complete_tax_ids, complete_texts
from tui_app.cli.main import main
from tui_app.cli.output import CommandResult, OutputOptions, show_record
from tui_app.cli.output_file import _unused
from tui_app.cli.screen import _asked_for
from tui_app.cli.sections import signal_rows, with_sources
from tui_app.cli.shells import _Bash
from tui_app.client.answer import Answer
from tui_app.client.errors import ServerError
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings, state_folder
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.live import SourceNote
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ScreeningPage, ScreeningRow
from tui_app.insight.rules import Level
from tui_app.insight.signals import Signal
from tui_app.public.probe import ProbeResult
from tui_app.system.atomic_file import new_file_mode
from tui_app.ui.app_context import AppContext
from tui_app.ui.session import FirstView
from tui_app.ui.terminal.capabilities import Terminal
from tui_app.workspace.workspace import Workspace, workspace_file

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


def test_a_similar_company_is_told_as_one_and_words_that_may_be_meant() -> None:
    done = run("search", "petrotrem", "demo", "-o", "json")
    found = json.loads(done.stdout)["companies"]
    assert found[0]["taxId"] == "990000013" and found[0]["similar"] is True
    assert done.stderr.startswith("Similar, not as typed: 990000013")
    exact = json.loads(run("search", "petroterm", "-o", "json").stdout)["companies"]
    assert "similar" not in exact[0]
    assert run("search", " ", "  ").exit_code == 2


def test_an_answer_is_described_by_its_source_age_and_faults() -> None:
    plain = Answer(data=(), fetched_at=NOON, remaining=5)
    assert [*_notes_on("x", plain)] == ["From x, 5 requests left."]
    assert [*_notes_on("x", Answer(data=(), fetched_at=NOON))] == ["From x."]
    old = Answer(data=(), fetched_at=NOON, from_cache=True, failure=ServerError("down"),
                 partial=True, faults=("a fault",))  # fmt: skip
    assert [*_notes_on("x", old)] == [
        f"From x, cached {NOON.astimezone():%Y-%m-%d %H:%M}.", "down",
        "The service ran out of time: more may match.", "a fault",
    ]  # fmt: skip
    noted = Answer(data=(), fetched_at=NOON, partial=True, notes=(SourceNote("a note"),))
    assert [*_notes_on("x", noted)] == ["From x.", "a note"]


@pytest.mark.parametrize(
    ("criteria", "sort", "columns"),
    [("form:SRL vat", "-turnover", ("turnover", "companyType", "VAT")),
     ("employees:>5 losses:2 county:CJ", "equity", ("equity", "employee", "lossYears", "county")),
     ("profit:<0 status:radiata", "netProfit", ("netProfit", "statusClass")),
     ("name:ana", "-growth", ("growth",)),
     ("founded:>2000 phone cases", "taxId",
      ("taxId", "foundingYear", "hasPhone", "hasCourtCases"))],
)  # fmt: skip
def test_a_screen_shows_the_columns_that_it_is_about(
    criteria: str, sort: str, columns: tuple[str, ...]
) -> None:
    assert _asked_for(parse(criteria), sort) == columns


@pytest.mark.parametrize(
    ("sizes", "total", "words", "told"),
    [([50], 50, (), ""), ([50, 9], 59, (), "50 of 59 shown: --limit or --all shows more."),
     ([50, 9], None, (), "50 of ? shown: --limit or --all shows more.")],
)  # fmt: skip
def test_a_screen_says_how_many_more_match(
    sizes: list[int], total: Any, words: tuple[str, ...], told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    run = commands_at(screened(sizes, total), monkeypatch)
    assert run("screen", "county:CJ", *words, "-o", "csv").stderr.strip() == told


def test_an_unknown_total_is_no_zero_and_each_further_page_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor does a total that is too low let a page be paid for unasked."""
    for total, server, words in (
        ("?", screened([1_000, 1_000, 5], cast("Any", None)), ("screen", "county:CJ", "--all")),
        ("?", contracted([1_000, 1_000, 5], cast("Any", None)), ("contracts", "1001")),
        ("1,000", contracted([1_000, 1_000, 5], 1_000), ("contracts", "1001")),
        ("7", screened([1_000, 1_000, 5], 7), ("screen", "county:CJ", "--all")),
    ):
        asked: list[bool] = []
        monkeypatch.setattr("tui_app.cli.consent.is_somebody_there", lambda: True)
        monkeypatch.setattr(
            "tui_app.cli.consent._confirmed",
            lambda asked=asked: not asked and not asked.append(True),
        )
        done = commands_at(server, monkeypatch)(*words, "-o", "jsonl")
        assert done.exit_code == 130 and len(done.stdout.splitlines()) == 2_000
        assert done.stderr.count("One more page, of an unknown number: 1 request to") == 2
        assert f"Ended early: 2,000 of {total}" in done.stderr


def test_a_partial_screen_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ScreeningPage(
        companies=(ScreeningRow(tax_id="12"),), total_companies=1, total_is_exact=False
    )
    server = ScriptedServer({o.SCREEN.path: page}, extensions="screen")
    run = commands_at(server, monkeypatch)
    assert run("screen", "-o", "csv").stderr.strip() == (
        "The service ran out of time: more may match."
    )
    people_read(monkeypatch)
    assert "1 of 1" not in run("screen", "-o", "csv").stderr
    lacking = commands_at(of_day([1], 1), monkeypatch)("screen")
    assert lacking.exit_code == 2 and "does not offer screening" in lacking.stderr
    monkeypatch.setenv("FIRMETERM_SOURCE", "public")
    monkeypatch.delenv("FIRMETERM_BASE_URL")
    assert "Public services cannot be screened" in run("screen").stderr


def test_a_file_that_ended_early_takes_a_name_that_is_free(tmp_path: Path) -> None:
    names = []
    for _time in range(3):
        names.append(_unused(tmp_path / "rows.csv"))
        names[-1].touch()
    assert [each.name for each in names] == ["rows-cut.csv", "rows-cut1.csv", "rows-cut2.csv"]


def test_a_written_file_has_the_usual_rights(tmp_path: Path) -> None:
    run("search", "petroterm", "--output", str(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").stat().st_mode & 0o777 == new_file_mode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [("json", '{\n  "a": {\n    "b": 1\n  },\n  "c": null\n}\n'),
     ("jsonl", '{"a": {"b": 1}, "c": null}\n'), ("csv", "field,value\na.b,1\n"),
     ("table", "a.b  1\n")],
)  # fmt: skip
def test_a_record_of_this_machine_in_each_format(
    name: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show_record("x", {"a": {"b": 1}, "c": None}, OutputOptions(name))
    told = capsys.readouterr().out.replace("\r\n", "\n")
    assert told == shown or json.loads(told) == json.loads(shown)


def test_a_value_of_the_contacts_comes_from_the_file_of_its_operation() -> None:
    contacts = ("primaryPhone", "primaryEmail", "websites[0]", "administrators[1]")
    rows = [{"section": "contacts", "field": field, "value": "x"} for field in contacts]
    rows.append({"section": "profile", "field": "status", "value": "x"})
    rows.append({"section": "profile", "field": "county", "value": "x"})
    files: list[dict[str, object]] = [
        {"section": name, "file": f"{name}.csv", "day": "2024-05-01"}
        for name in ("phones", "emails", "websites", "administrators")
    ]
    files.append({"section": "profile", "file": "states.csv", "day": "", "fields": ("status",)})
    result = CommandResult(title="x", columns=("section", "field", "value"), rows=tuple(rows),
                           sources=files)  # fmt: skip
    told = with_sources(result)
    assert told.columns[-3:] == ("sourceFile", "sourceLine", "sourceDay")
    assert [row["sourceFile"] for row in told.rows] == [
        "phones.csv", "emails.csv", "websites.csv", "administrators.csv", "states.csv", None,
    ]  # fmt: skip


def test_companies_that_were_seen_are_completed_by_number_or_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = [("12", "ȘTEFAN SRL"), ("123", "ANA SRL"), ("99", "")]
    monkeypatch.setattr("tui_app.cli.completion.known_companies", lambda _typed: known)
    context = cast("Any", None)

    def pairs(found: list[CompletionItem]) -> list[tuple[str, str | None]]:
        return [(item.value, item.help) for item in found]

    assert pairs(complete_tax_ids(context, context, "ro 12")) == [
        ("ro 12", "ȘTEFAN SRL"), ("ro 123", "ANA SRL"),
    ]  # fmt: skip
    assert pairs(complete_texts(context, context, "12")) == [
        ("12", "ȘTEFAN SRL"), ("123", "ANA SRL"),
    ]  # fmt: skip
    assert pairs(complete_texts(context, context, "ste")) == [("ȘTEFAN SRL", "12")]


@pytest.mark.parametrize(
    ("line", "word", "value", "told"),
    [("firmeterm show a", "a", "ANA & DAN SRL", r"ANA\ \&\ DAN\ SRL"),
     ('firmeterm show "a', '"a', 'A "B" $C', r"A \"B\" \$C"),
     ("firmeterm show 'a", "'a", "D'ALE", r"D'\''ALE"),
     ("firmeterm screen county:C", "C", "county:Cluj", "Cluj"),
     ("firmeterm show --tab=f", "f", "finance", "finance")],
)  # fmt: skip
def test_bash_gets_what_it_replaces_quoted_for_it(
    line: str, word: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_WORD", word)
    shell = _Bash(cast("Any", None), {}, "firmeterm", "X")
    words, typed = shell.get_completion_args()
    *before, last = line.split()
    assert words == before[1:] and typed == last.strip("\"'")
    assert shell.format_completion(CompletionItem(value)) == f"plain,{told}"


def test_the_screen_is_told_which_source_it_has(tmp_path: Path) -> None:
    server = explore._describe(Settings(base_url="https://a.example"))
    sample = explore._describe(Settings(source="sample"))
    assert (server.name, server.embedded, server.invented, server.kind) == (
        "a.example", False, False, "remote",
    )  # fmt: skip
    assert (sample.embedded, sample.invented, sample.kind) == (True, True, "sample")
    kept, private = (
        explore._match_storage(Settings(source="sample", private=private))
        for private in (False, True)
    )
    assert kept.folder is not None and private.folder is None
    assert explore._key_of_run(None) is None
    (tmp_path / "key").write_text("ftk_marker_0123456789abcdef")
    (tmp_path / "key").chmod(0o600)
    found = explore._key_of_run(str(tmp_path / "key"))
    assert found is not None and found.key.reveal().startswith("ftk_marker")
    later = explore._key_reader(str(tmp_path / "key"))
    (tmp_path / "key").write_text("ftk_other_0123456789abcdef")
    now = later()
    assert now is not None and now.key.reveal().startswith("ftk_other")
    with pytest.raises(explore.CannotExploreError):
        explore._key_of_run(str(tmp_path / "none"))


@pytest.mark.parametrize(("works", "code"), [((True, True), 0), ((True, False), 4)])
def test_a_trial_of_the_public_services_fails_if_one_does(
    works: tuple[bool, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [ProbeResult(f"s{n}", f"a{n}", each, "answers\x1b[2J") for n, each in enumerate(works)]
    monkeypatch.setattr("tui_app.public.probe.probe", lambda _services: iter(found))
    done = run("data", "check", "--live", "-o", "table")
    assert (done.exit_code, done.stdout.splitlines()) == (
        code, [f"s{n} (a{n}): answers[2J" for n in range(len(works))],
    )  # fmt: skip
    assert ("Not everything answers." in done.stderr) is (code != 0)
    rows = json.loads(run("data", "check", "--live", "-o", "json").stdout)
    assert [row["works"] for row in rows] == [*works]
    other = run("data", "check", "--live", "--fields", "x")
    assert (other.exit_code, other.stdout) == (2, "") and "no field 'x' here: " in other.stderr
    monkeypatch.setenv("FIRMETERM_OFFLINE", "true")
    offline = run("data", "check", "--live")
    assert (offline.exit_code, offline.stdout) == (4, "") and "Offline" in offline.stderr


def test_a_list_says_its_column_and_signals_in_words_for_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commands_at(company(), monkeypatch)
    (tmp_path / "list.csv").write_text("Nr;CUI\n1;1001\n")
    done = run("check", str(tmp_path / "list.csv"), "--yes", "-o", "excel-csv")
    assert "Companies are taken from: CUI." in done.stderr
    assert "court cases not checked" in done.stdout
    codes = run("check", str(tmp_path / "list.csv"), "--yes", "-o", "csv").stdout
    [row] = csv.DictReader(io.StringIO(codes))
    assert (row["Nr"], row["CUI"], row["taxId"]) == ("1", "1001", "1001")
    assert "cases_not_checked" in row["signals"] and "not checked" not in row["signals"]
    plain = run("check", "--yes", typed="1001\n")
    assert "taken from" not in plain.stderr
    failed = commands_at(company(profile=500), monkeypatch)("check", "--yes", typed="1001\n")
    assert failed.exit_code == 4 and "Line 1: " in failed.stderr
    # The gravest failure of all lines is the exit code.
    several = company("1002", financial=500)
    several.answers |= company(financial=400).answers
    for lines, code in (("1001\n", 1), ("1001\n1002\n", 4), ("1002\n1001\n", 4)):
        done = commands_at(several, monkeypatch)("check", "--yes", typed=lines)
        assert done.exit_code == code and "rejected" in done.stderr
    unknown = commands_at(company(profile=404), monkeypatch)("check", "--yes", typed="1001\n")
    assert unknown.exit_code == 1 and "Nothing found." in unknown.stderr


def test_a_matched_list_says_its_columns_and_counts(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Nume;Judet\nPetroterm Demo;B\nNimic;CJ\n")
    done = run("match", str(tmp_path / "list.csv"), "-o", "csv")
    assert done.stderr.splitlines() == [
        "Columns: name = Nume, county = Judet.",
        "1 of 2 rows matched, 0 match several companies, 1 match none.",
    ]
    for typed, told in (
        ("Petroterm Demo\nAna\n", ""),
        ("Nume\nPetroterm Demo\n", "Columns: name = Nume."),
        ("Petroterm Demo;990000013\nAna;990000056\n", "Columns: tax id = column 2."),
    ):
        plain = run("match", typed=typed)
        assert plain.exit_code == 0 and "".join(plain.stderr.splitlines()[:-1]) == told


def test_the_workspace_says_how_many_lines_moved(tmp_path: Path) -> None:
    run("watch", "add", "990000013")
    file = tmp_path / "kept.jsonl"
    told = run("workspace", "export", str(file)).stderr
    count = len(file.read_text().splitlines())
    lines = "1 line" if count == 1 else f"{count} lines"
    assert told == f"{lines} written to {file}.\n"
    assert run("workspace", "import", str(file)).stderr == f"{lines} read.\n"
    assert run("workspace", "export").stderr == ""


def test_entities_of_the_watch_list_have_a_name() -> None:
    with Workspace(workspace_file()) as workspace:
        summary = r.CompanySummary(tax_id="990000013", company_name="ANA SRL")
        workspace.history.look(summary, invented=True)
        workspace.watch_list.add(["990000013", "990000021"])
    done = run("watch", "list", "-o", "ftm")
    [entity] = map(json.loads, done.stdout.splitlines())
    assert entity["properties"]["name"] == ["ANA SRL"]
    assert done.stderr.strip() == ("Left out, without a known name: 1. Run firmeterm watch check.")
    assert run("watch", "remove", "990000013").stderr == "1 removed, 1 watched.\n"
    run("watch", "remove", "990000021")
    assert "Nothing is watched" in run("watch", "list", "-o", "table").stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), []),
        (("--reconcile",), ["OpenRefine: add the service http://127.0.0.1:81/reconcile/KEY"]),
        (("--reconcile-without-key",), ["OpenRefine: add the service http://127.0.0.1:81/reconcile"]),
        (("--reconcile", "--public-url", "https://c.example/x/"),
         ["OpenRefine: add the service https://c.example/x/reconcile/KEY"]),
        (("--reconcile", "--host", "0.0.0.0"),
         ["OpenRefine: add the service http://0.0.0.0:81/reconcile/KEY",
          "Set --public-url: without it OpenRefine shows no previews."]),
    ],
)  # fmt: skip
def test_a_service_says_where_openrefine_finds_it(
    options: tuple[str, ...], told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    plans: list[Any] = []
    host = "0.0.0.0" if "0.0.0.0" in options else "127.0.0.1"
    served = SimpleNamespace(getsockname=lambda: (host, 81))
    monkeypatch.setattr("tui_app.cli.serve._listen", lambda *_: [served])
    monkeypatch.setattr("tui_app.service.serving.run", lambda plan, *_: plans.append(plan))
    run("keys", "create", "--label", "one")
    done = run("serve", "--sample", "--burst", "9/8", *options)
    assert done.exit_code == 0 and done.stderr.splitlines() == told, done.output
    [plan] = plans
    assert (plan.burst.limit, plan.burst.seconds) == (9, 8)
    assert (plan.reconcile is not None) is bool(options) and plan.extend is None
    assert not plan.with_metrics
    ports: list[int] = []
    monkeypatch.setattr("tui_app.service.metrics.listen", ports.append)
    more = ("--burst", "off", "--metrics-port", "9", "--trusted-proxy", "10.0.0.0/8")
    assert run("serve", "--sample", *more).exit_code == 0
    assert (plans[-1].burst, plans[-1].with_metrics, ports) == (None, True, [9])
    assert plans[-1].proxies != plan.proxies and plan.pool == plans[-1].pool == 7


def test_the_doctor_names_folders_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {each["name"]: each for each in json.loads(run("doctor", "-o", "json").stdout)}
    assert found["cache"]["text"].startswith("empty, ")
    assert found["workspace"]["text"].startswith("empty, ")
    assert found["registry"]["text"].startswith("none was imported")
    assert found["connection"]["text"] == "none needed: no server is set"
    (tmp_path / "taken").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "taken"))
    ill = {each["name"]: each for each in json.loads(run("doctor", "-o", "json").stdout)}
    assert ill["workspace"]["fix"] == "export XDG_DATA_HOME=FOLDER"
    assert "cannot be made: " in ill["workspace"]["text"] and not ill["workspace"]["ok"]


def test_a_day_of_companies_says_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    run = commands_at(of_day([2, 1], 3), monkeypatch)
    found = json.loads(run("new", DAY, "-o", "json").stdout)
    assert (found["totalPages"], found["currentPage"], found["totalCompanies"]) == (2, 1, 3)
    title = run("new", DAY, "-o", "md").stdout
    assert f"Companies registered on {DAY}" in title
    assert os.environ["FIRMETERM_BASE_URL"]


def test_a_built_registry_is_told_with_its_companies(tmp_path: Path) -> None:
    for count, words in ((1, "1 company"), (2, "2 companies")):
        lines = [
            json.dumps({"profile": {"taxId": str(990000013 + n), "companyName": f"A {n}"}})
            for n in range(count)
        ]
        source, target = tmp_path / f"{count}.jsonl", tmp_path / f"{count}.db"
        source.write_text("\n".join(lines))
        told = run("registry", "build", str(source), str(target), "--invented").stderr
        last = told.splitlines()[-1]
        assert last.startswith(f"{target}: {words} (invented), version "), told


@pytest.mark.parametrize(
    ("words", "server"),
    [
        (("new", DAY, "--all", "--yes"), of_day([1, 1], 2)),
        (("screen", "county:CJ", "--all", "--yes"), screened([3, 3], 6)),
        (("changes", "--since", DAY), changed([3], 3)),
        (("contracts", "1001", "--yes"), contracted([3, 3], 6)),
        (("contracts", "1001", "--partners"), contracted([3], 3)),
        (("show", "1001", "--section", "all"), company()),
        (("compare", "1001", "1002"), company()),
        (("export", "1001"), company()),
        (("export", "1001", "--all-cases", "--yes"), company()),
        (("show", "1001", "--section", "history"), contracted([3], 3)),
        (("ask", "history", "1001"), contracted([3], 3)),
        (("show", "J12/100/2020"), company()),
        (("match", "-", "--yes"), company()),
        (("check", "-", "--yes"), company()),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_was_typed_is_asked_also_of_the_reserve(
    words: tuple[str, ...], server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers |= company("1002").answers
    server.answers[o.AUTOCOMPLETE.path] = [r.CompanySummary("1001", "J12/100/2020", "ANA SRL")]
    server.answers[o.HISTORY.url_path("1001")] = {"taxId": "1001", "changes": [{"kind": "name"}]}
    partners = {"name": "ANA", "buyers": [{"taxId": "7"}]}
    server.answers[o.PUBLIC_MONEY.url_path("1001")] = partners
    run = commands_at(server, monkeypatch, reserve=10_000)
    typed = "1001\n1002\n" if words[0] == "check" else "ANA SRL\nDAN SRL\n"
    done = run(*words, typed=typed if "-" in words else None)
    assert done.exit_code in (0, 1), done.output
    assert "reserve" not in done.output.lower() and done.stdout


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt, 130), (ValueError, 1)])
def test_an_output_that_did_not_end_is_no_file(
    raised: type[BaseException], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(*_given: object) -> None:
        click.echo("half of it")
        raise raised

    monkeypatch.setattr("tui_app.cli.search.show", half)
    done = run("search", "petroterm", "--output", str(tmp_path / "x.csv"))
    assert done.exit_code == code and [*tmp_path.glob("*x.csv*")] == []


def test_the_explorer_begins_where_it_was_at_this_source() -> None:
    def context(first: FirstView | None) -> AppContext:
        key = explore._key_reader(None)
        return explore._context(load_settings({}), Terminal(term="xterm"), key, first, lambda: main)

    plain, asked = context(None), context(FirstView(text="petro"))
    assert (plain.first_view, asked.first_view) == (FirstView(), FirstView(text="petro"))
    here, there = (
        plain.location_file(Settings(source="sample")),
        plain.location_file(Settings(base_url="https://a.example")),
    )
    assert here is not None and there is not None
    assert here.parent == there.parent == state_folder() and here != there
    assert here.name.startswith("location-") and here.suffix == ".json"


def test_a_signal_is_a_row_with_what_it_lacks() -> None:
    given = {"level": Level.WARNING, "rule": "losses", "title": "Losses", "definition": "d"}
    noted = Signal(**cast("Any", given), note="two years", needs=("financial",))
    first, second = signal_rows([noted, Signal(**cast("Any", given))]).rows
    assert first == {
        "rule": "losses", "level": "warning", "title": "Losses", "definition": "d",
        "note": "two years", "figures": [], "notLoaded": ["financial"],
    }  # fmt: skip
    assert (second["note"], second["notLoaded"]) == (None, [])
