"""The client as a library: what its documentation promises to programs."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import logging
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import tui_app
import tui_app.client
from tests.client.conftest import KEY, ask, client_of
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tests.scripted import ScriptedServer, connect
from tests.scripted import client_of as scripted_client
from tests.service.companies import BUSY_DAY, FULL, build_registry
from tui_app.client import ClosedError, Companies, MatchRow, errors
from tui_app.client.decode import parse
from tui_app.client.errors import (
    ClientError,
    InvalidRequestError,
    ServerError,
    UnreachableError,
)
from tui_app.client.http_client import LOGGERS
from tui_app.client.secret import Secret
from tui_app.contract import operations as o
from tui_app.sources.local import open_local

SOURCES = sorted(Path(tui_app.client.__file__).parent.glob("*.py"))


async def test_an_address_and_a_key_are_enough(faulty: FaultyServer) -> None:
    async with Companies(faulty.base_url(), key=KEY) as companies:
        answer = await companies.profile(FIRST.tax_id)
        assert answer.data.company_name == FIRST.company_name
        task = companies._in_flight
    assert not task.units
    assert faulty.log()[0]["authorization"]


def test_every_public_name_is_there() -> None:
    for name in tui_app.client.__all__:
        assert getattr(tui_app.client, name) is not None
    with pytest.raises(AttributeError):
        tui_app.client.Nothing  # noqa: B018


def test_every_error_is_exported() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    names = {kind.__name__ for kind in kinds if issubclass(kind, ClientError)}
    assert "ClosedError" in names and names <= set(tui_app.client.__all__)


async def test_a_tax_id_may_be_a_number_everywhere() -> None:
    async with open_local(sample=True) as companies:
        by_number, by_text = [(await companies.search(q)).data for q in (990000013, "990000013")]
        assert by_number == by_text and by_number[0].tax_id == "990000013"
        assert companies.price_of_search(990000013) == companies.price_of_search("990000013") == 0


async def test_what_is_announced_has_a_method() -> None:
    async with open_local(sample=True) as companies:
        announced = await companies.learn_extensions()
        assert {"peers", "connections", "screen", "match"} <= announced
        for name in announced:
            assert callable(getattr(companies, name)), name
        peers = await companies.peers(990000013)
        assert peers.data.caen
        page = await companies.connections("990000013", 1)
        assert page.data.current_page == 1


async def test_a_price_takes_the_name_of_a_method(faulty: FaultyServer) -> None:
    async with Companies(faulty.base_url(), key=KEY) as companies:
        assert companies.price("profile", FIRST.tax_id) == 1
        await companies.profile(FIRST.tax_id)
        assert companies.price("profile", FIRST.tax_id) == 0
        assert companies.price("profile", FIRST.tax_id, fresh=True) == 1
        assert companies.price("court_cases", FIRST.tax_id, page=2) == 1
        assert companies.price("autocomplete", q="petro") == 1
        for name in ("profil", "match", ""):
            with pytest.raises(InvalidRequestError, match="no operation"):
                companies.price(name, FIRST.tax_id)


def test_a_second_loop_is_told_what_to_do() -> None:
    for companies in (connect(ScriptedServer({})), open_local(sample=True)):
        asyncio.run(_profile(companies))
        for ask_again in (
            companies.profile("990000013", fresh=True), companies.match([MatchRow(name="x")]),
            companies.search("demo"),
        ):  # fmt: skip
            with pytest.raises(ClosedError, match=r"one asyncio\.run for all requests") as told:
                asyncio.run(ask_again)
            assert not told.value.may_retry
        asyncio.run(companies.aclose())


async def _profile(companies: Companies) -> None:
    with contextlib.suppress(ClientError):
        await companies.profile(FIRST.tax_id)


def test_importing_it_changes_no_logging_and_loads_no_screen() -> None:
    code = """
import logging, sys
def changed():
    loggers = [logging.root, *map(logging.getLogger, list(logging.root.manager.loggerDict))]
    return [l.name for l in loggers[1:] if l.level or l.handlers or l.filters or l.disabled]
import httpx
root = (logging.root.level, list(logging.root.handlers))
assert not changed(), changed()
from tui_app.client import Companies
companies = Companies("https://companies.example", key="ft_0123456789abcdef")
assert not changed() and root == (logging.root.level, list(logging.root.handlers))
assert not [m for m in ("textual", "tui_app.config.settings", "tui_app.ui") if m in sys.modules]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


async def test_what_httpx_logs_is_left_alone_but_for_the_key(
    faulty: FaultyServer, caplog: pytest.LogCaptureFixture
) -> None:
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger.level, list(logger.filters)) for logger in loggers]
    with caplog.at_level(logging.DEBUG):
        async with client_of(faulty.base_url("echoes-key")) as companies:
            with pytest.raises(ClientError):
                await ask(companies, "profile")
        assert "receive_response_headers.complete" in caplog.text
        assert "[key]" in caplog.text
        assert KEY not in caplog.text
    assert [(logger.level, list(logger.filters)) for logger in loggers] == before


def test_no_message_names_a_key_of_the_screen() -> None:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"N_", "_"}:
                texts = [str(a.value) for a in node.args if isinstance(a, ast.Constant)]
                assert not re.search("[Pp]ress|Enter|Esc", "".join(texts)), source.name


def test_every_example_of_the_manual_runs(faulty: FaultyServer) -> None:
    page = Path(tui_app.__file__).parent / "manual" / "library.md"
    first, *local = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    code = first.replace("https://companies.example", faulty.base_url()).replace("YOUR-KEY", KEY)
    shown, screened, matched, typed = _run(code, *local)
    assert len(shown) == 3
    assert shown[0].startswith("PETROTERM DEMO ")
    [(failed,)] = _run(code.replace(faulty.base_url(), faulty.base_url("500-text")))
    assert "failed with status 500: Down. (worth another try: True)" in failed
    assert len(screened) == 3
    assert matched[0].startswith("matched 990000013 one letter differs")
    assert matched[1].startswith("none None")
    assert typed[0].endswith("PETROTERM DEMO SRL True")
    assert "990099998" in typed[1]


def _run(*programs: str) -> list[list[str]]:
    """The lines of each, one after the other in one process: most of each is importing."""
    code = f"for each in {programs!r}: exec(each, {{'__name__': '__main__'}}), print(end='\\0')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [lines.splitlines() for lines in done.stdout.split("\0")[:-1]]


async def test_a_registry_in_a_file_is_opened_by_its_path(tmp_path: Path) -> None:
    file = build_registry(tmp_path / "registry.db")
    async with open_local(registry=file) as companies:
        assert repr(companies) == "<Companies at registry.db, free>"
        assert (await companies.profile(int(FULL))).data.tax_id == FULL
        assert (await companies.registered(BUSY_DAY)).data.total_companies
        with pytest.raises(InvalidRequestError, match="tax id"):
            await companies.profile(-1)
        with pytest.raises(InvalidRequestError, match="side is auto, supplier, authority"):
            await companies.contracts(FULL, "sideways")
        with pytest.raises(InvalidRequestError, match="YYYY-MM-DD"):
            await companies.registered("14.5.2020")


@pytest.mark.parametrize("registry", [None, "there-is-none.db"])
def test_a_registry_that_is_not_there_is_an_error(registry: str | None, tmp_path: Path) -> None:
    with pytest.raises(UnreachableError):
        open_local(tmp_path / registry if registry else None)


def test_the_module_lists_its_public_names() -> None:
    assert sorted(dir(tui_app.client)) == sorted(tui_app.client.__all__)
    assert repr(Companies("https://companies.example", key=KEY)).endswith("unknown requests left>")


async def test_later_pages_are_not_kept_and_every_request_is_announced() -> None:
    server, finished = ScriptedServer({o.SCREEN.path: {}}, extensions="screen"), list[int]()
    async with scripted_client(server) as companies:
        await companies.learn_extensions(confirm=True)
        companies.on_finished = lambda: finished.append(1)
        server.asked.clear()
        for cursor in ("", "", "abc", "abc"):
            await companies.screen("county:CJ", cursor=cursor)
    assert len(server.asked) == len(finished) == 3


async def test_a_redirect_that_repeats_the_key_shows_none() -> None:
    def elsewhere() -> httpx.Response:
        headers = {"location": "https://ft-marker-0123456789.example/"}
        return httpx.Response(302, headers=headers, stream=httpx.ByteStream(b""))

    server = ScriptedServer({o.AUTOCOMPLETE.path: elsewhere})
    async with scripted_client(server, key=Secret("ft-marker-0123456789")) as companies:
        with pytest.raises(ServerError) as failed:
            await companies.autocomplete("agro")
    assert "302" in str(failed.value) and "marker" not in str(failed.value)


def test_a_number_of_thousands_of_digits_is_read_at_once() -> None:
    assert parse(b"[" + b"1" * 5_000 + b"]") == [float("inf")]
