"""The public services from the command line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from tests.public.lookalike.process import Lookalike
from tui_app.cli import main


@pytest.fixture(autouse=True)
def addresses(lookalike: Lookalike, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_ANAF_URL", lookalike.base_url)
    monkeypatch.setenv("FIRMETERM_COURTS_URL", lookalike.base_url)
    monkeypatch.setattr("tui_app.public.gate.INTERVAL", 0.01)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_services_can_be_tried(lookalike: Lookalike) -> None:
    done = run("data", "check", "--live")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert [line.partition(" (")[0] for line in lines] == [
        "ANAF, taxpayers",
        "ANAF, statements",
        "Courts' portal",
    ]
    assert all("answers as expected" in line for line in lines)
    lookalike.misbehave("html-200")
    failed = run("data", "check", "--live")
    assert failed.exit_code == 1
    assert "ANAF did not answer: it sent a web page" in failed.stdout
    assert "report it" in failed.stderr


def test_an_address_that_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_ANAF_URL", "anaf.ro")
    failed = run("data", "check", "--live")
    assert failed.exit_code == 1
    assert "anaf.ro is not an address that begins with https:// or http://" in failed.stderr
    assert "anaf_url" in failed.stderr
