"""The source of data: server, else imported registry, else sample; flags override that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.opendata.conftest import SMALL, Run
from tui_app.cli.main import main
from tui_app.config.loading import load_settings
from tui_app.config.settings import imported_registry
from tui_app.sources import source
from tui_app.sources.source import SourceKind

Imported = Callable[..., dict[str, Any]]

_REAL, _INVENTED = "990000056", "990000110"


@pytest.fixture
def there(imported: Imported) -> None:
    imported(SMALL)


def name_asked(run: Run, *arguments: str) -> tuple[int, str]:
    done = run(*arguments)
    return done.exit_code, done.stderr


def test_the_sample_until_something_is_imported(run: Run, imported: Imported) -> None:
    assert "invented" in name_asked(run, "ask", "profile", "990000013")[1]
    imported(SMALL)
    done = run("ask", "profile", "990000013")
    assert json.loads(done.stdout)["companyName"] == "ATELIERUL DEMONSTRATIV SRL"
    assert "From trade register of 2 Sep 2026" in done.stderr


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(
    "arguments",
    [
        ("--sample", "ask", "profile", "990000013"),
        ("ask", "--help-not", "x"),
        ("ask", "--sample", "profile", "990000013"),
        ("ask", "profile", "--sample", "990000013"),
        ("ask", "profile", "990000013", "--source", "sample"),
        ("--source", "sample", "ask", "profile", "990000013"),
    ],
)
def test_flags_before_and_after_the_name(run: Run, arguments: tuple[str, ...]) -> None:
    code, told = name_asked(run, *arguments)
    if "--help-not" in arguments:
        assert code == 2
    else:
        assert code == 0
        assert "sample data (invented companies)" in told


@pytest.mark.usefixtures("there")
def test_a_server_that_is_set_goes_first_and_a_registry_that_is_named_before_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('base_url = "http://127.0.0.1:9"\n', encoding="utf-8")
    monkeypatch.setenv("FIRMETERM_CONFIG", str(config))
    assert source.kind_of(load_settings({}).settings) is SourceKind.REMOTE
    registry = str(imported_registry())
    for flags in ({"registry": registry}, {"source": "registry"}):
        settings = load_settings(flags).settings
        assert source.kind_of(settings) is SourceKind.REGISTRY
        assert settings.registry == registry
    assert source.kind_of(load_settings({"source": "sample"}).settings) is SourceKind.SAMPLE
    assert source.kind_of(load_settings({"source": "server"}).settings) is SourceKind.REMOTE
    named = name_asked(run, "ask", "profile", "990000013", "--registry", registry)
    assert named[0] == 0
    assert "trade register" in named[1]


@pytest.mark.usefixtures("there")
def test_a_registry_may_be_named_between_two_names(run: Run) -> None:
    registry = str(imported_registry())
    for arguments in (
        ("--registry", registry, "data", "info"),
        ("data", "--registry", registry, "info"),
        ("data", "info", "--registry", registry),
    ):
        done = run(*arguments)
        assert done.exit_code == 0, arguments
        assert json.loads(done.stdout)["registry"] == registry


def test_what_is_not_there_is_told(run: Run) -> None:
    code, told = name_asked(run, "ask", "profile", "19", "--source", "registry")
    assert code == 2
    assert "firmeterm data import" in told
    code, told = name_asked(run, "ask", "profile", "19", "--source", "server")
    assert code == 2
    assert "firmeterm login" in told
    code, told = name_asked(run, "--base-url", "http://127.0.0.1:9", "serve")
    assert code == 2
    assert "no effect on firmeterm serve" in " ".join(told.split())


@pytest.mark.usefixtures("there")
def test_a_damaged_registry_says_what_to_run(run: Run) -> None:
    path = imported_registry()
    path.write_bytes(path.read_bytes()[:4096])
    done = run("data", "check")
    assert done.exit_code == 1
    assert "firmeterm data import" in done.output


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(
    "command", ["data info", "data info -o json", "export 990000013 -o json", "manual search"]
)
def test_an_encoding_without_our_letters_is_no_failure(command: str) -> None:
    printed = CliRunner(charset="latin-1").invoke(main, command.split())
    assert printed.exit_code == 0, printed.exception
    if "json" in command:
        assert "ț" in json.dumps(json.loads(printed.stdout), ensure_ascii=False)
