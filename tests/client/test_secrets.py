"""A long session with a misbehaving server: the key appears nowhere it must not."""

from __future__ import annotations

import gc
import io
import json
import logging
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.traceback import Traceback

from tests.client.conftest import KEY, ask
from tests.faulty.faults import FAULTS
from tests.faulty.process import FaultyServer
from tests.waiting import until
from tui_app.client import sending
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.credentials import StoredCredential, explicit_key, find_key, store
from tui_app.client.deadlines import Deadlines
from tui_app.client.errors import ClientError, ClosedError, CredentialError
from tui_app.client.secret import Secret
from tui_app.config import settings
from tui_app.contract import operations as o

_IMPATIENT = Deadlines(connect=0.5, read=0.4, total=0.8)
ASKED = (o.AUTOCOMPLETE, o.PROFILE, o.COURT_CASES)
LONG = {"silent", "drip", "large-body", "gzip-bomb"}
MARKERS = (KEY, KEY.encode().hex(), KEY[3:-3])


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any library logs, to the last detail."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(level)
    root.removeHandler(handler)


def assert_clean(text: str, where: str) -> None:
    for marker in MARKERS:
        assert marker not in text, f"the key is in {where}"


def assert_error_is_clean(error: BaseException) -> None:
    """Its text, its causes, and every value that a report with locals would print."""
    assert_clean(f"{error} {error!r} {vars(error)!r}", f"{type(error).__name__}")
    report = traceback.TracebackException.from_exception(error, capture_locals=True)
    assert_clean("".join(report.format()), "a traceback with locals")


def assert_crash_report_is_clean(error: BaseException) -> None:
    """What Textual prints when an error reaches it."""
    page = io.StringIO()
    shown = Traceback.from_exception(
        type(error), error, error.__traceback__, show_locals=True, locals_max_string=10_000,
        extra_lines=0,
    )  # fmt: skip
    Console(file=page, width=300).print(shown)
    assert_clean(page.getvalue(), "a crash report")


def assert_files_are_clean(folder: Path, allowed: Path) -> None:
    seen = 0
    for file in folder.rglob("*"):
        if file.is_file() and file != allowed:
            seen += 1
            assert_clean(file.read_bytes().decode("latin-1"), str(file))
    assert seen
    assert KEY in allowed.read_text()


@pytest.mark.long
async def test_a_long_session_leaks_no_key(
    faulty: FaultyServer, tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LONGEST_WAIT", 0.1)
    # Colouring the source of a crash report takes longer than all requests.
    monkeypatch.setattr(Traceback, "_guess_lexer", lambda *_: "text")
    base = f"http://{faulty.host}"
    credentials = settings.credentials_file()
    store(base, StoredCredential(key=KEY), credentials)
    found = find_key(base, credentials)
    assert found is not None
    connection = Connection(base_url=base, key=found.key, deadlines=_IMPATIENT)
    companies = Companies(connection, Cache(tmp_path / "cache" / "answers.db"))
    answered = failed = 0
    reported: set[type[ClientError]] = set()
    for turn, fault in enumerate(FAULTS):
        faulty.misbehave(fault)
        error_of_fault: ClientError | None = None
        # All are sent and read by the same code: of the three, one after the other.
        for operation in [o.PROFILE] if fault in LONG else [ASKED[turn % len(ASKED)]]:
            try:
                answer = await ask(companies, operation.name, fresh=True)
            except ClientError as error:
                failed += 1
                error_of_fault = error
                assert_error_is_clean(error)
            else:
                answered += 1
                assert_clean(repr(answer), "an answer")
                if answer.failure is not None:
                    failed += 1
                    assert_error_is_clean(answer.failure)
        if error_of_fault is not None and type(error_of_fault) not in reported:
            reported.add(type(error_of_fault))
            assert_crash_report_is_clean(error_of_fault)
    assert answered > 15
    assert failed > 15
    assert_clean(f"{companies!r} {connection!r} {found!r} {vars(companies)!r}", "a repr")
    await companies.aclose()
    assert "HTTP" in log.getvalue()
    assert_clean(log.getvalue(), "a log")
    assert_files_are_clean(tmp_path, credentials)


async def test_a_cancelled_or_closed_session_leaks_no_key(
    faulty: FaultyServer, log: io.StringIO
) -> None:
    import asyncio

    from tui_app.client.secret import Secret

    faulty.misbehave("silent")
    companies = Companies(Connection(base_url=f"http://{faulty.host}", key=Secret(KEY)))
    asking = asyncio.create_task(ask(companies, "profile"))
    await asyncio.to_thread(until, faulty.log)
    await companies.aclose()
    with pytest.raises(ClosedError):
        await asking
    gc.collect()
    assert_clean(log.getvalue(), "a log")


def test_no_child_inherits_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_API_KEY", KEY)
    found = find_key("https://companies.example", tmp_path / "none")
    assert found is not None
    assert found.key.reveal() == KEY
    code = "import os; print(dict(os.environ))"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "PATH" in child.stdout
    assert_clean(child.stdout, "the environment of a child")
    assert_clean(repr(dict(os.environ)), "the environment")


PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))


@given(
    st.text(PRINTABLE, min_size=8, max_size=40).map("ft_".__add__),
    st.randoms(use_true_random=False),
)
def test_a_key_is_found_however_json_writes_it(key: str, chance: random.Random) -> None:
    def written(character: str) -> str:
        forms = [f"\\u{ord(character):04x}", f"\\u{ord(character):04X}"]
        if character in '"\\/':
            forms.append(f"\\{character}")
        if character not in '"\\':
            forms.append(character)
        return chance.choice(forms)

    body = f'{{"error": "no such key: {"".join(map(written, key))}, sorry"}}'
    assert key in json.loads(body)["error"]
    output = json.loads(Secret(key).redacted(body.encode()))["error"]
    assert output == "no such key: [key], sorry"


def test_a_key_given_for_one_server_goes_to_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is taken out of the environment at once, also where a file goes before it."""
    file = tmp_path / "key"
    file.write_text("ft_of_the_file_0123456789\n")
    for api_key_file, expected in ((None, KEY), (str(file), "ft_of_the_file_0123456789")):
        monkeypatch.setenv("FIRMETERM_API_KEY", KEY)
        found = explicit_key(api_key_file)
        assert found is not None and found.key.reveal() == expected
        assert "FIRMETERM_API_KEY" not in os.environ
    assert find_key("https://another.example", tmp_path / "none") is None


def test_a_key_file_without_a_key_is_an_error_and_no_other_key_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FIRMETERM_API_KEY", KEY)
    (tmp_path / "key").write_text("\n")
    with pytest.raises(CredentialError, match="is not an API key"):
        explicit_key(str(tmp_path / "key"))
