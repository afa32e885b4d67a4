"""What a source, a price, a service or the doctor says, where each of them fails or is missing."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from tests.cli.running import run
from tests.cli.scripted import commands_at
from tests.cli.test_company_commands import company
from tests.scripted import ScriptedServer
from tui_app.cli import consent, doctor, watch
from tui_app.cli.contracts import require_contracts
from tui_app.cli.ending import progress_bar
from tui_app.cli.session import Session
from tui_app.cli.show import _name_of
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    ServerError,
    TooFastError,
)
from tui_app.client.live import WaitSeconds
from tui_app.config.settings import Settings, config_file
from tui_app.contract import operations as o
from tui_app.contract.past import CompanyHistory, PastSnapshot, RegisterChange
from tui_app.public.probe import ProbeResult
from tui_app.workspace.watch_check import CheckOutcome

KEY = "ftk_marker_0123456789abcdef"
SERVER = Settings(base_url="https://a.example")
REGISTRY = Settings(source="registry", registry="/x/r.db")
SAMPLE, PUBLIC = Settings(source="sample"), Settings(source="public")


def session_at(settings: Settings) -> Session:
    return Session(settings, None, None, stale_ok=False)


@pytest.mark.parametrize(
    ("failure", "ok", "said", "fix"),
    [
        (None, True, "set; accepted", None),
        (CompanyNotFoundError("x"), True, "set; accepted", None),
        (InvalidRequestError("x"), True, "set; accepted", None),
        (AllowanceError("used up"), True, "set; accepted. used up", None),
        (CredentialError("x"), False, "set; rejected", "firmeterm login"),
        (ServerError("down"), False, "set; not known whether it is accepted: down",
         "firmeterm doctor --try-key"),
    ],
)  # fmt: skip
def test_the_doctor_tells_a_rejected_key_from_a_server_that_failed(
    failure: ClientError | None, ok: bool, said: str, fix: str | None
) -> None:
    found = doctor._key_check("set", failure)
    assert (found.ok, found.text, found.fix) == (ok, said, fix)


@pytest.mark.parametrize(
    ("address", "failure", "ok", "said"),
    [
        ("https://a.example", None, True, "a.example answers"),
        ("https://a.example", CredentialError("no key"), True, "a.example answers"),
        ("https://a.example", CompanyNotFoundError("none"), True, "a.example answers"),
        ("https://a.example", InvalidRequestError("no tax id"), True, "a.example answers"),
        ("https://a.example", TooFastError("wait"), True, "a.example answers"),
        ("https://a.example", AllowanceError("used up"), True, "a.example answers"),
        ("http://a.example", None, True, "a.example answers"),
        ("https://a.example", ServerError("down"), False, "down"),
        ("nonsense", None, False, "is not an http:// or https:// address"),
    ],
)
def test_the_doctor_takes_any_answer_for_a_connection(
    address: str, failure: ClientError | None, ok: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_connection_failure", lambda *_given: failure)
    found = doctor._connection(Settings(base_url=address))
    assert found.ok is ok and said in found.text
    assert found.fix == (None if ok else "firmeterm login")


def test_the_doctor_names_the_service_that_fails_and_what_textual_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = [ProbeResult("one", "1.example", True, "works\x1b"),
               ProbeResult("two", "2.example", False, "is silent")]  # fmt: skip
    monkeypatch.setattr("tui_app.public.probe.probe", lambda _services: iter(results))
    monkeypatch.setattr(
        "tui_app.sources.public.open_services",
        lambda _settings: SimpleNamespace(close=lambda: None),
    )
    done = run("--source", "public", "doctor", "-o", "json")
    found = [each for each in json.loads(done.stdout) if each["name"] in ("connection", "key")]
    assert [(each["ok"], each["text"]) for each in found] == [
        (True, "one (1.example): works"), (False, "two (2.example): is silent"),
        (True, "none needed"),
    ]  # fmt: skip
    assert found[0]["fix"] is None and "report this line" in found[1]["fix"]
    assert done.exit_code == 1
    offline = json.loads(run("--source", "public", "--offline", "doctor", "-o", "json").stdout)
    [tried] = [each for each in offline if each["name"] == "connection"]
    assert tried["ok"] and tried["text"] == "not tried: offline"
    monkeypatch.setattr("tui_app.ui.terminal.textual_private.MISSING", ("a", "b"))
    versions = doctor._versions()
    assert not versions.ok and versions.text.endswith(
        ": this Textual has no a, b, and paints with more bytes"
    )
    assert versions.fix == "python -m pip install 'textual~=8.2.8'"
    config_file().parent.mkdir(parents=True)
    config_file().write_text("mouse = 3\n")
    ill = run("doctor", "-o", "table")
    [wrong] = [line for line in ill.stdout.splitlines() if "settings  " in line]
    assert wrong.startswith("WRONG") and wrong.endswith("→ firmeterm config edit")


@pytest.mark.parametrize(
    ("price", "left", "recalled", "told"),
    [
        (1, None, None, "Checking: at most 1 request to a.example."),
        (2, None, 0, "Checking: at most 2 requests to a.example (0 left)."),
        (2, 0, 9, "Checking: at most 2 requests to a.example (0 left)."),
        (WaitSeconds(3), 5, None, "Checking: no wait at a.example, free."),
        ("3 s", 5, None, "Checking: 3 s at a.example, free."),
    ],
)
def test_the_price_of_a_list_is_told_with_what_is_left(
    price: int | str, left: int | None, recalled: int | None, told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    wait = WaitSeconds(3)
    wait.text = str(price)
    allowance = SimpleNamespace(remaining=left, recalled=SimpleNamespace(remaining=recalled))
    companies = cast("Any", SimpleNamespace(allowance=allowance))
    consent.show_cost(companies, SERVER, "Checking", price if isinstance(price, int) else wait)
    assert capsys.readouterr().err == f"{told}\n"


@pytest.mark.parametrize("answer", [True, False])
def test_ctrl_c_ends_a_question_that_is_asked_while_requests_run(
    answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    during: list[object] = []

    def asking(question: str) -> bool:
        assert question == "Go on?"
        during.append(signal.getsignal(signal.SIGINT))
        return answer

    monkeypatch.setattr(consent, "yes_or_no", asking)

    async def in_a_task() -> bool:
        before = signal.getsignal(signal.SIGINT)
        try:
            return consent._confirmed()
        finally:
            assert signal.getsignal(signal.SIGINT) is before

    async def interrupted() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        try:
            with pytest.raises(KeyboardInterrupt):
                await in_a_task()
        finally:
            task.uncancel()

    assert asyncio.run(in_a_task()) is answer and consent._confirmed() is answer
    assert during == [signal.default_int_handler] * 2
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(interrupted())
    assert len(during) == 2  # nothing was asked


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (REGISTRY, "No public contracts were imported beside"),
        (SERVER, "a.example does not offer public contracts. Beside a registry of your own"),
        (SAMPLE, "There are no public contracts in"),
        (PUBLIC, "There are no public contracts in"),
    ],
)
def test_a_source_without_contracts_says_how_to_get_them(
    settings: Settings, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    has = {"contracts"}

    async def asked(operation: o.AnyOperation, *, offline: bool = False) -> None:
        async def learn_extensions(*, confirm: bool) -> set[str]:
            assert confirm
            return has

        companies = SimpleNamespace(learn_extensions=learn_extensions, offline=offline)
        await require_contracts(session_at(settings), cast("Any", companies), operation)

    asyncio.run(asked(o.CONTRACTS))
    asyncio.run(asked(o.PUBLIC_MONEY, offline=True))
    with pytest.raises(SystemExit) as ended:
        asyncio.run(asked(o.PUBLIC_MONEY))
    told = capsys.readouterr().err
    assert ended.value.code == 2 and told.startswith(f"Error: {said}")
    assert "firmeterm data download --procurement, then firmeterm data import." in told


@pytest.mark.parametrize(
    ("settings", "price", "name"),
    [(SERVER, 1, None), (SERVER, 0, "ANA"), (PUBLIC, 5, "ANA"), (SAMPLE, 1, "ANA")],
)
def test_the_name_of_a_company_is_looked_up_only_where_that_is_free(
    settings: Settings, price: int, name: str | None
) -> None:
    async def profile(tax_id: str, *, confirm: bool) -> object:
        assert tax_id == "12"
        if not confirm:  # a live source asks nobody by itself
            raise AllowanceError("not confirmed")
        return SimpleNamespace(data=SimpleNamespace(company_name="ANA"))

    companies = cast("Any", SimpleNamespace(price=lambda *_given: price, profile=profile))
    assert asyncio.run(_name_of(session_at(settings), companies, "12")) == name


def past(*present: bool | None) -> ScriptedServer:
    """A server where the company is gone; whether each of its snapshots has it."""
    server = company(profile=404, financial=404)
    server._headers = dict.fromkeys(server._headers, "history")
    days = (f"202{at}-01-01" for at in range(9))
    snapshots = tuple(PastSnapshot(day=next(days), present=each) for each in present)
    server.answers[o.HISTORY.url_path("1001")] = CompanyHistory(
        tax_id="1001", company_name="ANA SRL", snapshots=snapshots
    )
    return server


@pytest.mark.parametrize(
    ("present", "section", "day"),
    [((True, True, False), "overview", "2021-01-01"), ((True, None), "overview", "2020-01-01"),
     ((True, False, True), "all", "2022-01-01"), ((False, None), "overview", None)],
)  # fmt: skip
def test_a_company_that_is_gone_was_last_seen_on_a_day(
    present: tuple[bool | None, ...], section: str, day: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    run = commands_at(past(*present), monkeypatch, reserve=10_000)
    done = run("show", "1001", "--section", section)
    assert (done.exit_code, done.stdout) == (1, "")
    hint = f"was last in the register's file of {day}: firmeterm show 1001 --as-of {day}"
    assert (hint in done.stderr) is (day is not None)


@pytest.mark.parametrize(
    ("day", "code", "told"),
    [
        ("2019-05-05", 1, "Error: The history begins on 2020-01-01: nothing is known of {day}."),
        ("2020-06-01", 0, "As of {day}: the register of 2020-01-01; the next one is of "
                          "2021-01-01."),
        ("2022-06-01", 1, "Error: ANA SRL is not in the register's file of 2022-01-01."),
        ("2024-06-01", 1, "Error: ANA SRL is not in the files of 2023-01-01, but they are "
                          "incomplete: unknown."),
    ],
)  # fmt: skip
def test_a_company_on_a_day_is_shown_with_the_file_of_that_day(
    day: str, code: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = past(True, True, False, None)
    server.answers[o.PROFILE.url_path("1001")] = company().answers[o.PROFILE.url_path("1001")]
    run = commands_at(server, monkeypatch, reserve=10_000)
    done = run("show", "1001", "--as-of", day)
    assert (done.exit_code, done.stderr) == (code, told.format(day=day) + "\n")
    assert ('"companyName": "ANA SRL"' in done.stdout) is (code == 0)
    history = o.HISTORY.url_path("1001")
    asked = [history] if code else [history, f"{o.PROFILE.url_path('1001')}?asOf={day}"]
    assert server.asked[1:] == asked  # the first asked what the server answers
    # One that is gone on that day was asked for a day: no other day is named.
    server.answers[o.PROFILE.url_path("1001")] = 404
    gone = run("show", "1001", "--as-of", day)
    assert gone.exit_code == 1 and "was last in" not in gone.stderr


def test_what_is_not_known_of_the_past_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = past(True, True)
    server.answers[o.PROFILE.url_path("1001")] = company().answers[o.PROFILE.url_path("1001")]
    run = commands_at(server, monkeypatch, reserve=10_000)
    done = run("show", "1001", "--section", "all", "--as-of", "2020-06-01")
    lines = [line for line in done.stderr.splitlines() if "a day in the past" in line]
    assert lines == [
        "Financials, Court cases, Phones, E-mails, Administrators: Not known for a day in the past."
    ]
    assert '"companyName": "ANA SRL"' in done.stdout


def test_a_section_that_only_some_servers_answer_is_asked_for_where_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = past(True)
    changes = (RegisterChange(kind="name", before="A", after="B", not_after="2021-01-01"),)
    server.answers[o.HISTORY.url_path("1001")] = CompanyHistory("1001", "ANA SRL", changes=changes)
    shown = commands_at(server, monkeypatch)("show", "1001", "--section", "history", "-o", "jsonl")
    row = json.loads(shown.stdout)
    assert (row["kind"], row["before"], row["after"], shown.exit_code) == ("name", "A", "B", 0)
    server._headers = dict.fromkeys(server._headers, "")
    lacking = commands_at(server, monkeypatch)("show", "1001", "--section", "history")
    assert lacking.exit_code != 0 and lacking.stdout == "" and "127.0.0.1" in lacking.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--base-url", "https://a.example", "--sample", "search", "x"), "--base-url and --sample"),
        (("--sample", "--base-url", "https://a.example", "search", "x"), "--sample and --base-url"),
        (("--source", "server", "--registry", "r", "search", "x"), "--source and --registry"),
    ],
    ids=" ".join,
)
def test_flags_that_contradict_each_other_are_named_as_they_were_typed(
    words: tuple[str, ...], said: str
) -> None:
    done = run(*words)
    assert done.exit_code == 2 and f"{said} contradict" in " ".join(done.stderr.split())


def test_the_doctor_names_the_source_as_the_explorer_does(tmp_path: Path) -> None:
    for words, name, connection in (
        ((), "sample data (invented companies)", "none needed: no server is set"),
        (("--offline", "--source", "public"), "public services (ANAF, courts)",
         "not tried: offline"),
        (("--offline", "--base-url", "https://user@a.example/v1"), "a.example",
         "not tried: offline"),
        (("--registry", str(tmp_path / "r.db")), "registry r.db", "none needed: no server is set"),
    ):  # fmt: skip
        found = json.loads(run(*words, "doctor", "-o", "json").stdout)
        told = {each["name"]: each["text"] for each in found}
        assert (told["source"], told["connection"]) == (name, connection)


def test_the_first_failure_of_a_list_is_that_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = company("1001", profile=500)
    server.answers |= company("1002", financial=httpx.ReadTimeout("late")).answers
    run = commands_at(server, monkeypatch)
    (tmp_path / "list.txt").write_text("1001\n1002\n")
    done = run("check", str(tmp_path / "list.txt"), "--yes", "-o", "jsonl")
    assert done.exit_code == 4 and len(done.stdout.splitlines()) == 2


def test_a_company_that_could_not_be_checked_has_a_row_that_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"12": (), "13": ()}
    outcome = CheckOutcome(problems={"13": ServerError("down")})
    companies = watch._companies(found, {"12": "ANA", "13": "DAN"}, outcome)
    [row] = watch._rows(companies)
    assert (row["taxId"], row["companyName"], row["problem"]) == ("13", "DAN", "down")
    for stopped, code in ((AllowanceError("used up"), 5), (None, 4)):
        ended = CheckOutcome(problems=outcome.problems, stopped=stopped)
        with pytest.raises(SystemExit) as exit_code:
            watch._exit(ended, changed=False)
        assert exit_code.value.code == code


def test_a_bar_of_progress_says_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for label, said in (("", "Checking"), ("Matching", "Matching")):
        with progress_bar(1, label) as step:
            step()
        assert said in capsys.readouterr().err
