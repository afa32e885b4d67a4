"""``--fresh`` never prints an old answer; ``--stale-ok`` does, and marks it in every format.

Nor is an answer about another company ever printed.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.running import run
from tests.cli.scripted import ADDRESS
from tests.scripted import ScriptedServer, connect
from tui_app.client.cache import Cache
from tui_app.contract import operations as o
from tui_app.contract import resources as r

ASKED, OTHER = "990000013", "990000021"
PROFILE = r.CompanyProfile(tax_id=ASKED, company_name="ANA SRL", has_fin_data=True)
FIGURES = r.FinancialData(turnover=7, financial_data=(r.YearlyRecord(year=2024, turnover=7),))
LISTED = {
    "companies": [{"taxId": ASKED, "companyName": "ANA SRL"}],
    "totalPages": 1, "currentPage": 1, "totalCompanies": 1,
}  # fmt: skip
ANSWERS: dict[str, Any] = {
    o.PROFILE.url_path(ASKED): PROFILE, o.FINANCIAL.url_path(ASKED): FIGURES,
    o.PROFILE.url_path(OTHER): {"taxId": OTHER, "companyName": "BETA SRL", "hasFinData": False},
    o.AUTOCOMPLETE.url_path(""): [{"taxId": ASKED, "companyName": "ANA SRL"}],
    o.REGISTERED.url_path(""): LISTED,
}  # fmt: skip


@pytest.fixture
def server() -> ScriptedServer:
    return ScriptedServer(ANSWERS, extensions="screen, changes, history")


@pytest.fixture
def command(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Result]]:
    """Runs a command at the server, with one file of cached answers."""
    monkeypatch.setattr(
        "tui_app.sources.source.connect",
        lambda *_given: connect(server, cache=Cache(tmp_path / "answers.db")),
    )
    yield lambda *words: run("--base-url", ADDRESS, *words)


COMMANDS = (
    ("show", ASKED),
    ("show", ASKED, "--section", "finance"),
    ("show", ASKED, "--section", "all"),
    ("search", "ana srl"),
    ("new", "2020-05-14"),
    ("compare", ASKED, OTHER),
    ("export", ASKED),
    ("ask", "profile", ASKED),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_with_the_server_down_nothing_old_is_printed(
    words: tuple[str, ...], server: ScriptedServer, command: Callable[..., Result]
) -> None:
    assert command(*words, "--fresh").exit_code == 0
    server.answers.clear()
    server.answers.update(dict.fromkeys(ANSWERS, 503))
    failed = command(*words, "--fresh")
    assert (failed.exit_code, failed.stdout) == (4, "")
    assert "503" in failed.stderr or "unavailable" in failed.stderr, failed.stderr
    # What was there is still there, and used where it is wanted.
    assert command(*words, "--fresh", "--stale-ok").exit_code == 0
    assert command(*words).exit_code == 0


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "md", "table", "json"])
def test_an_old_answer_is_marked_in_every_format(
    name: str, server: ScriptedServer, command: Callable[..., Result]
) -> None:
    for words in (("show", ASKED), ("show", ASKED, "--section", "finance"), ("search", "ana srl")):
        fresh = command(*words, "--fresh", "-o", name)
        assert "staleSince" not in fresh.stdout
        answers, server.answers = server.answers, dict.fromkeys(ANSWERS, 503)
        old = command(*words, "--fresh", "--stale-ok", "-o", name)
        server.answers = answers
        assert old.exit_code == 0, old.output
        if name == "json":
            assert json.loads(old.stdout)["source"]["stale"] is True
        else:
            assert "staleSince" in old.stdout
        assert "503" in old.stderr or "unavailable" in old.stderr


@pytest.mark.parametrize("name", ["csv", "jsonl", "table", "json"])
@pytest.mark.parametrize("words", [("screen", "vat"), ("changes", "vat")], ids=" ".join)
def test_an_old_list_is_marked_where_its_server_is_down(
    words: tuple[str, ...], name: str, server: ScriptedServer, command: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    server.answers[o.SCREEN.path] = {"companies": [{"taxId": ASKED}], "totalCompanies": 1}
    server.answers[o.CHANGES.path] = {"changes": [{"taxId": ASKED}], "totalChanges": 1}
    chosen = (*words, "-o", name, "--fields", "taxId")
    new = command(*chosen)
    assert new.exit_code == 0 and "staleSince" not in new.stdout
    server.answers[o.SCREEN.path] = server.answers[o.CHANGES.path] = 500
    later = time.time() + 8 * 86_400
    monkeypatch.setattr("tui_app.client.cache.now", lambda: later)
    old = command(*chosen)
    assert old.exit_code == 0 and "500" in old.stderr, old.output
    if name == "json":
        assert json.loads(old.stdout)["source"]["stale"] is True
    else:
        assert "staleSince" in old.stdout and ASKED in old.stdout


def test_chosen_columns_are_marked_too_and_each_company_by_itself(
    server: ScriptedServer, command: Callable[..., Result]
) -> None:
    compared = ("compare", ASKED, OTHER, "-o", "csv", "--fields", "taxId,turnover")
    assert command(*compared).exit_code == 0
    server.answers[o.PROFILE.url_path(ASKED)] = 503
    old = command(*compared, "--fresh", "--stale-ok")
    first, second = csv.DictReader(io.StringIO(old.stdout))
    assert first["staleSince"].startswith("20")
    assert second == {"taxId": OTHER, "turnover": "", "staleSince": ""}
    whole = command("compare", ASKED, OTHER, "-o", "json")
    assert "staleSince" not in whole.stdout


def test_a_compared_company_is_as_old_as_the_older_of_its_answers(
    server: ScriptedServer, command: Callable[..., Result]
) -> None:
    assert command("compare", ASKED, OTHER).exit_code == 0
    assert command("ask", "profile", ASKED, "--fresh").exit_code == 0
    server.answers = dict.fromkeys(ANSWERS, 503)

    def since(*words: str) -> str:
        return str(json.loads(command(*words, "--fresh", "--stale-ok").stdout)["staleSince"])

    figures, profile = since("ask", "financial", ASKED), since("ask", "profile", ASKED)
    assert figures < profile
    compared = command("compare", ASKED, OTHER, "-o", "csv", "--fresh", "--stale-ok")
    row, _other = csv.DictReader(io.StringIO(compared.stdout))
    assert row["staleSince"] == figures


@pytest.mark.parametrize("words", [*COMMANDS, ("check", "list.txt", "--yes")], ids=" ".join)
def test_an_answer_about_another_company_is_named_and_not_printed(
    words: tuple[str, ...],
    server: ScriptedServer,
    command: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_text(f"{ASKED}\n")
    if words[0] in {"search", "new"}:
        words = ("search", ASKED)
    for path in (o.PROFILE.url_path(ASKED), o.FINANCIAL.url_path(ASKED)):
        server.answers[path] = {"taxId": "990000030", "companyName": "GAMA SRL", "turnover": 9}
    done = command(*words)
    assert "GAMA SRL" not in done.output
    assert "another company: 990000030" in done.output
    assert done.exit_code == 4


@pytest.mark.parametrize("name", ["csv", "jsonl", "table", "md", "json"])
def test_an_export_marks_what_is_old_in_every_format(
    name: str, server: ScriptedServer, command: Callable[..., Result]
) -> None:
    assert "staleSince" not in command("export", ASKED, "-o", name).stdout
    server.answers[o.PROFILE.url_path(ASKED)] = 503
    done = command("export", ASKED, "-o", name, "--fresh", "--stale-ok")
    assert "503" in done.stderr or "unavailable" in done.stderr
    old = done.stdout
    if name == "csv":
        rows = list(csv.DictReader(io.StringIO(old)))
        marked = {row["section"] for row in rows if row["staleSince"] == row["fetchedAt"]}
        assert marked == {"profile"} and len({row["section"] for row in rows}) > 1
    elif name in ("md", "json"):
        assert "503" in old or "unavailable" in old
    else:
        assert "staleSince" in old


def test_an_asked_answer_that_is_old_says_so_on_standard_output(
    server: ScriptedServer, command: Callable[..., Result]
) -> None:
    new = [json.loads(command("ask", *words).stdout) for words in ASKING]
    server.answers = dict.fromkeys(ANSWERS, 503)
    for words, fresh in zip(ASKING, new, strict=True):
        done = command("ask", *words, "--fresh", "--stale-ok")
        assert done.exit_code == 0, done.output
        old = json.loads(done.stdout)
        records = old if isinstance(old, list) else [old]
        assert records and all(each.pop("staleSince").startswith("20") for each in records)
        assert old == fresh


ASKING = (("profile", ASKED), ("autocomplete", "ana srl"))
