"""The public services from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.public.lookalike.companies import ATELIER, FABRICA, LAST_YEAR, TEXTILE, UNKNOWN
from tests.public.lookalike.process import Lookalike
from tui_app.cli.main import main
from tui_app.client.cache import FILE_NAME
from tui_app.config.settings import cache_folder
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord


@pytest.fixture(autouse=True)
def addresses(lookalike: Lookalike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_ANAF_URL", lookalike.base_url)
    monkeypatch.setenv("FIRMETERM_COURTS_URL", lookalike.base_url)
    monkeypatch.setattr("tui_app.sources.public.INTERVAL", 0.01)
    # Nothing that another test had kept.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_services_can_be_tried(lookalike: Lookalike) -> None:
    done = run("data", "check", "--live", "-o", "table")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert [line.partition(" (")[0] for line in lines] == [
        "ANAF, taxpayers",
        "ANAF, statements",
        "Courts' portal",
    ]
    assert all("answers as expected" in line for line in lines)
    lookalike.misbehave("html-200")
    failed = run("data", "check", "--live", "-o", "table")
    assert failed.exit_code == 4
    assert "ANAF did not answer: it sent a web page" in failed.stdout
    assert "report it" in failed.stderr


def test_an_address_that_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_ANAF_URL", "anaf.ro")
    failed = run("data", "check", "--live", "-o", "table")
    assert failed.exit_code == 2
    assert "is not an http:// or https:// address. Set anaf_url" in failed.stderr
    assert "anaf_url" in failed.stderr


def test_profile_figures_and_cases_come_out_of_the_operations(lookalike: Lookalike) -> None:
    profile = run("ask", "profile", ATELIER, "--source", "public")
    assert profile.exit_code == 0, profile.stderr
    assert json.loads(profile.stdout)["status"] == "functiune"
    assert profile.stderr.splitlines() == [
        "From public services (ANAF, courts).",
        "The registration date is the one for tax purposes.",
        "The status is the one for tax purposes: ANAF does not record bankruptcy.",
    ]
    figures = run("--source", "public", "ask", "financial", ATELIER)
    years = [record["year"] for record in json.loads(figures.stdout)["financialData"]]
    assert years == [LAST_YEAR, LAST_YEAR - 1]
    cases = run("--source", "public", "ask", "court-cases", ATELIER)
    assert json.loads(cases.stdout)["courtCases"][0]["matchedBy"] == "state"
    assert cases.stderr.startswith(
        "The company's name is sent to the courts' portal over plain http: others on the network"
        " can read it.\n"
    )
    # Each command is a session of its own, and asks only what is not kept.
    assert [entry["service"] for entry in lookalike.log()] == ["tva", *["bilant"] * 4, "courts"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["profile", UNKNOWN], f"ANAF knows no company with the tax id {UNKNOWN}."),
        (["emails", ATELIER], "E-mail addresses: not known to public services."),
        (["autocomplete", "atelier"], "names need the trade register: firmeterm data import."),
    ],
)
def test_what_has_no_answer_is_told(arguments: list[str], said: str) -> None:
    asked = run("--source", "public", "ask", *arguments)
    assert asked.exit_code == 1
    assert said in asked.stderr
    assert asked.stdout == ""


def test_a_failure_is_told_and_not_repeated_by_the_client(lookalike: Lookalike) -> None:
    lookalike.misbehave("520")
    asked = run("--source", "public", "ask", "profile", ATELIER, "--fresh")
    assert asked.stderr == "Error: ANAF failed (520). 2 attempts.\n"
    assert len(lookalike.log()) == 2


def test_the_watch_list_is_one_request_and_sends_no_name(
    lookalike: Lookalike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = run("watch", "add", ATELIER, TEXTILE, FABRICA)
    assert added.exit_code == 0, added.output
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another day"))
    lookalike.misbehave()
    monkeypatch.setattr("tui_app.sources.public.INTERVAL", 0.9)
    checked = run("--source", "public", "watch", "check", "--yes")
    assert checked.exit_code in (0, 1), checked.output
    assert checked.stderr.startswith("Checking 3 companies: about 1 s at public services")
    (only,) = lookalike.log()
    asked = {str(each["cui"]) for each in json.loads(only["body"])}
    assert asked == {ATELIER, TEXTILE, FABRICA}


def test_show_says_what_goes_out_before_it_does(lookalike: Lookalike) -> None:
    shown = run("show", ATELIER, "--section", "court-cases", "--source", "public", "-o", "json")
    assert shown.exit_code == 0, shown.stderr
    assert shown.stderr.startswith("The company's name is sent to the courts' portal over plain")
    assert "77/3/2024" in shown.stdout
    profile = run("show", ATELIER, "--source", "public", "-o", "json")
    assert "courts' portal" not in profile.stderr
    assert [entry["service"] for entry in lookalike.log()] == ["tva", "courts"]


def test_doctor_tries_each_service(lookalike: Lookalike) -> None:
    looked = run("--source", "public", "doctor", "-o", "json")
    found = {f["text"]: f["ok"] for f in json.loads(looked.stdout) if f["name"] == "connection"}
    assert len(found) == 3
    assert all(found.values())
    assert len(lookalike.log()) == 3


def test_a_check_tells_its_wait_and_looks_companies_up_together(
    lookalike: Lookalike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = CompanyProfile(tax_id=TEXTILE, company_name="TEXTILE INVENTATE SA")
    build([CompanyRecord(profile=profile)], tmp_path / "registry.db")
    monkeypatch.setenv("FIRMETERM_REGISTRY", str(tmp_path / "registry.db"))
    monkeypatch.setattr("tui_app.sources.public.INTERVAL", 0.05)
    lines = f"{ATELIER}\n{UNKNOWN}\ntextile inventate\nnobody's name\n"
    checked = CliRunner().invoke(main, ["--source", "public", "check", "--yes"], input=lines)
    assert checked.exit_code == 0, checked.output
    # One for the three together, and the years of each since 2014: the name counts as well.
    seconds = round((1 + 3 * (LAST_YEAR - 2013)) * 0.05)
    assert checked.stderr.startswith(f"Checking 4 lines: about {seconds} s at public services")
    assert ", free." in checked.stderr
    rows = json.loads(checked.stdout)["rows"]
    assert [row["companyName"] for row in rows] == [
        "ATELIERUL DEMONSTRATIV S.R.L.", None, "TEXTILE INVENTATE SA", None,
    ]  # fmt: skip
    assert "knows no company" in rows[1]["problem"]
    assert [row["turnover"] for row in rows] == [174_962, None, 900_000, None]
    (batch,) = lookalike.log("tva")
    assert len(json.loads(batch["body"])) == 3


def test_offline_what_is_kept_is_shown_and_nothing_sent(
    lookalike: Lookalike, monkeypatch: pytest.MonkeyPatch
) -> None:
    def private() -> Result:
        return run("--private", "--source", "public", "ask", "profile", TEXTILE)

    # A private session keeps nothing, whether there is something kept or not.
    assert private().exit_code == 0
    assert not (cache_folder() / FILE_NAME).exists()
    assert run("--source", "public", "show", ATELIER, "-o", "json").exit_code == 0
    assert private().exit_code == 0
    lookalike.misbehave()
    kept = run("--offline", "--source", "public", "show", ATELIER, "-o", "json")
    assert kept.exit_code == 0, kept.output
    for command in (
        ("ask", "financial", ATELIER), ("show", TEXTILE), ("ask", "profile", TEXTILE),
        ("ask", "court-cases", ATELIER),
    ):  # fmt: skip
        asked = run("--offline", "--source", "public", *command)
        assert asked.exit_code == 4
        assert "Offline, and there is no cached answer. Nothing was sent." in asked.stderr
    assert run("--offline", "--source", "public", "doctor").stdout.count("not tried: offline") == 1
    monkeypatch.setenv("FIRMETERM_OFFLINE", "true")
    tried = run("data", "check", "--live")
    assert "Offline: nothing was sent." in tried.stderr
    assert lookalike.log() == []


def test_a_part_that_public_services_never_have_is_told_and_no_failure() -> None:
    contacts = run("show", ATELIER, "--section", "contact", "--source", "public")
    assert contacts.exit_code == 0, contacts.output
    assert json.loads(contacts.stdout)["primaryPhone"] == "+40252593435"
    assert "Websites: not known to public services." in contacts.stderr
    report = run("export", ATELIER, "--source", "public")
    assert report.exit_code == 0 and "not known to public services" in report.stderr
