"""The client as a library: what its documentation promises to somebody who has no screen."""

from __future__ import annotations

import ast
import logging
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tui_app
import tui_app.client
from tests.client.conftest import KEY, ask, client_of
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tui_app.client import Companies
from tui_app.client.errors import ClientError
from tui_app.client.http_client import LOGGERS

SOURCES = sorted(Path(tui_app.client.__file__).parent.glob("*.py"))


async def test_an_address_and_a_key_are_enough(faulty: FaultyServer) -> None:
    async with Companies(faulty.base_url(), key=KEY) as companies:
        answer = await companies.profile(FIRST.tax_id)
        assert answer.data.company_name == FIRST.company_name
        task = companies._in_flight
    assert not len(task)
    assert faulty.log()[0]["authorization"]


def test_every_public_name_is_there() -> None:
    for name in tui_app.client.__all__:
        assert getattr(tui_app.client, name) is not None
    with pytest.raises(AttributeError):
        tui_app.client.Nothing  # noqa: B018


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


def test_the_example_of_the_manual_runs(faulty: FaultyServer) -> None:
    page = Path(tui_app.__file__).parent / "manual" / "library.md"
    (example,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    code = example.replace("https://companies.example", faulty.base_url()).replace("YOUR-KEY", KEY)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 3
    assert done.stdout.startswith("PETROTERM DEMO ")
    failing = code.replace(faulty.base_url(), faulty.base_url("500-text"))
    done = subprocess.run(
        [sys.executable, "-c", failing], capture_output=True, text=True, check=True
    )
    assert "failed with status 500: Down. (worth another try: True)" in done.stdout
