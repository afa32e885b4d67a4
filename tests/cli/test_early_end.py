"""``screen`` and ``new`` that end early: by the allowance, an error, Ctrl+C, or a no."""

from __future__ import annotations

import csv
import io
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.running import COMMAND, PATIENCE, on_terminal, run
from tests.relay import Relay
from tests.sample.tax_ids import with_control_digit
from tests.service.running import Running, new_key, running
from tests.waiting import until
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

MANY, PAGE = 2_500, 1_000
DAY = "2024-02-01"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def service(home: Path) -> Iterator[Running]:
    """A server with three pages of companies."""
    records = (
        CompanyRecord(
            profile=CompanyProfile(
                tax_id=with_control_digit(f"99{number:06}"),
                company_name=f"FIRMA {number} SRL",
                status="functiune",
                registration_date=f"{DAY}T00:00:00.000Z",
            )
        )
        for number in range(MANY)
    )
    build(records, home / "registry.db", invented=True)
    with running(home, "--registry", str(home / "registry.db")) as server:
        yield server


def asked(home: Path, url: str, *arguments: str, quota: int = 10) -> list[str]:
    """The command, with a new key for so many requests."""
    file = home / f"key-{quota}"
    file.unlink(missing_ok=True)
    file.touch(0o600)
    file.write_text(new_key(home, quota))
    return ["--base-url", url, "--api-key-file", str(file), "screen", *arguments]


def tax_ids(file_format: str, said: bytes) -> list[str]:
    """The companies of an output, read as a program of that format reads it."""
    if file_format == "parquet":
        table = pytest.importorskip("pyarrow.parquet").read_table(io.BytesIO(said))
        return [str(value) for value in table.column("taxId").to_pylist()]
    text = said.decode()
    if file_format == "json":
        return [each["taxId"] for each in json.loads(text)["companies"]]
    if file_format == "jsonl":
        return [json.loads(line)["taxId"] for line in text.splitlines()]
    if file_format == "csv":
        rows = list(csv.reader(io.StringIO(text)))
        return [row[0] for row in rows if row[0] != "taxId"]
    cells = [line.strip("| ").split()[:1] for line in text.splitlines()]
    return [first[0] for first in cells if first and first[0].startswith("99")]


@pytest.mark.parametrize("file_format", ["json", "jsonl", "csv", "md", "table", "parquet"])
def test_used_up_every_format_is_whole_and_the_rest_follows(
    home: Path, service: Running, file_format: str
) -> None:
    words = ("--all", "--yes", "-o", file_format, "--fields", "taxId,companyName")
    ended = run(*asked(home, service.url, *words, quota=2))
    said = ended.stderr
    assert ended.exit_code == 5, said
    first = tax_ids(file_format, ended.stdout_bytes)
    assert len(first) == 2 * PAGE
    assert f"Ended early: 2,000 of {MANY:,} companies are written." in said
    cursor = said.partition("--cursor ")[2].split()[0]
    if file_format == "json":
        assert json.loads(ended.stdout)["nextCursor"] == cursor
    rest = run(*asked(home, service.url, *words, "--cursor", cursor))
    assert rest.exit_code == 0, rest.stderr
    assert len({*first, *tax_ids(file_format, rest.stdout_bytes)}) == MANY
    if file_format in ("csv", "md"):  # to be appended to the first part
        assert "taxId" in ended.stdout and "taxId" not in rest.stdout


def test_a_file_that_ends_early_says_so_in_its_name(
    home: Path, service: Running, tmp_path: Path
) -> None:
    file = tmp_path / "companies.csv"
    file.write_text("of yesterday, whole")
    cut = tmp_path / "companies-cut.csv"
    command = asked(home, service.url, "--all", "--yes", "--output", str(file), "--force", quota=2)
    ended = run(*command)
    assert ended.exit_code == 5 and f"Written so far: {cut}" in ended.stderr
    assert file.read_text() == "of yesterday, whole"
    assert len(tax_ids("csv", cut.read_bytes())) == 2 * PAGE
    whole = run(*asked(home, service.url, "--all", "--yes", "--output", str(file), "--force"))
    assert whole.exit_code == 0 and len(tax_ids("csv", file.read_bytes())) == MANY


def test_a_lost_line_keeps_what_came_and_is_a_failure(home: Path, service: Running) -> None:
    relay = Relay([lambda: socket.create_connection(("127.0.0.1", service.port))])
    command = asked(home, f"http://127.0.0.1:{relay.port}", "--all", "--yes", "-o", "json")
    pipe = subprocess.PIPE
    running_command = subprocess.Popen([*COMMAND, *command], bufsize=0, stdout=pipe, stderr=pipe)
    assert running_command.stdout is not None
    first = running_command.stdout.readline()  # the first page is on its way through the pipe
    relay.cut()
    rest, said = running_command.communicate(timeout=PATIENCE)
    relay.close()
    assert running_command.returncode == 4, said.decode()
    assert len(tax_ids("json", first + rest)) == PAGE
    assert b"Ended early: 1,000 of 2,500" in said and b"--cursor" in said


def test_ctrl_c_waits_for_the_page_that_is_paid_for(home: Path, service: Running) -> None:
    relay = Relay([lambda: socket.create_connection(("127.0.0.1", service.port))])
    command = asked(home, f"http://127.0.0.1:{relay.port}", "--all", "--yes", "-o", "jsonl")
    pipe = subprocess.PIPE
    running_command = subprocess.Popen([*COMMAND, *command], bufsize=0, stdout=pipe, stderr=pipe)
    out, err = running_command.stdout, running_command.stderr
    assert out is not None and err is not None
    lines = [out.readline()]
    relay.stall()
    answered = _pages(service)
    lines += [out.readline() for _number in range(PAGE - 1)]
    until(lambda: _pages(service) > answered)  # the second page is paid for, and does not arrive
    running_command.send_signal(signal.SIGINT)
    said = b""
    while b"Waiting for the last page" not in said:
        piece = err.readline()
        assert piece, said
        said += piece
    relay.mend()
    rest, more_said = running_command.communicate(timeout=PATIENCE)
    relay.close()
    assert running_command.returncode == 130
    assert len(tax_ids("jsonl", b"".join(lines) + rest)) == 2 * PAGE
    assert b"Ended early: 2,000 of 2,500" in more_said


def _pages(service: Running) -> int:
    return sum(each.operation == "screen" for each in service.log())


def test_several_requests_are_asked_about_first(home: Path, service: Running) -> None:
    refused = run(*asked(home, service.url, "--all", "-o", "csv"))
    assert (refused.exit_code, refused.stdout) == (2, "") and "Pass --yes" in refused.stderr
    few = run(*asked(home, service.url, "--limit", "500", "-o", "csv"))
    assert few.exit_code == 0 and len(few.stdout.splitlines()) == 501
    status, shown = on_terminal(
        *asked(home, service.url, "--all", "--fields", "taxId", quota=3), answer="n\n"
    )
    assert status == 130, shown
    assert "1,500 more companies: 2 requests to 127.0.0.1" in shown and "(2 left)" in shown
    assert "Ended early: 1,000 of 2,500" in shown


def test_pages_of_a_day_that_came_are_printed_and_the_rest_is_named(
    home: Path, service: Running
) -> None:
    def listed(*arguments: str, quota: int = 10) -> Result:
        *server, _screen = asked(home, service.url, quota=quota)
        return run(*server, "new", DAY, *arguments, "-o", "csv")

    ended = listed("--all", "--yes", quota=2)
    assert ended.exit_code == 5, ended.stderr
    assert "Ended early: 2 of 100 pages are written." in ended.stderr
    assert "The rest begins with --page 3." in ended.stderr
    one, two, three = (tax_ids("csv", listed("--page", page).stdout.encode()) for page in "123")
    assert tax_ids("csv", ended.stdout.encode()) == one + two and not {*three} & {*one, *two}
    refused = listed("--all", "--fresh")
    assert (refused.exit_code, refused.stdout) == (2, "") and "Pass --yes" in refused.stderr
