"""What a service, a login and the explorer are started with, and what they say."""

from __future__ import annotations

import datetime as dt
import errno
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest

from tests.cli.running import run
from tui_app.cli import explore, login, serve
from tui_app.cli.ending import WrongUseError
from tui_app.cli.main import main
from tui_app.client.address import read_address
from tui_app.client.credentials import FoundKey, KeySource
from tui_app.client.errors import (
    CredentialError,
)
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings, config_file
from tui_app.system.untyped import JsonObject

KEY = "ftk_marker_0123456789abcdef"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host", "::1"), "on http://[::1]:81"),
        (("--host", "127.0.0.1"), "on http://127.0.0.1:81"),
        (("--replica", "postgresql://x/y"), "--replica goes with a registry in PostgreSQL"),
        (("--pool", "9"), "--pool goes with a registry or accounts in PostgreSQL"),
        (("--with-people",), "are for agents: add --mcp"),
        (("--ask-above", "3"), "are for agents: add --mcp"),
        (("--public-url", "https://x.example"), "--public-url is for OpenRefine"),
        (("--source", "server"), "not from a server"),
        (("--source", "public"), "not for republishing"),
        (("--source", "registry"), "No registry was imported"),
        (("--port", "1"), "There is no registry to serve"),
        (("--host", "0.0.0.0"), "0.0.0.0 is open to others, and no key is issued."),
        ((), "every request will be refused. Issue a key first"),
        (("--reconcile-without-key",), "every request but /reconcile will be refused."),
    ],
    ids=" ".join,
)
def test_a_service_says_where_it_is_or_why_it_does_not_serve(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    host = words[1] if "--host" in words else "127.0.0.1"
    listening = SimpleNamespace(getsockname=lambda: (host, 81))
    monkeypatch.setattr("tui_app.service.serving.listen", lambda *_given: [listening])
    monkeypatch.setattr("tui_app.service.serving.run", lambda *_given: None)
    chosen = () if words[:1] in (("--source",), ("--port",)) else ("--sample",)
    done = run("serve", *chosen, *words)
    assert said in done.output
    assert (done.exit_code == 0) is done.stdout.startswith("Serving sample data"), done.output
    assert done.exit_code in (0, 2)
    if done.exit_code:
        return
    run("keys", "create", "--label", "x")
    assert "No key is issued" not in run("serve", *chosen, *words).stderr
    [key] = json.loads(run("keys", "list", "-o", "json").stdout)
    run("keys", "revoke", key["id"])
    assert "No key is issued" in run("serve", *chosen, *words).stderr


@pytest.mark.parametrize(
    ("number", "wrong"),
    [(errno.EADDRINUSE, "--port"), (errno.EACCES, "--port"), (errno.EADDRNOTAVAIL, "--host")],
)
def test_what_cannot_be_listened_on_says_which_option_is_wrong(
    number: int, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_given: object) -> None:
        raise OSError(number, "so it is")

    monkeypatch.setattr("tui_app.service.serving.listen", failing)
    with pytest.raises(WrongUseError) as refused:
        serve._listen("h", 7, 1)
    assert str(refused.value) == (
        f"Cannot listen on h port 7: so it is. Choose another with {wrong}."
    )
    monkeypatch.setattr("tui_app.service.metrics.listen", failing)
    with pytest.raises(WrongUseError) as refused:
        serve._show_metrics(9)
    assert str(refused.value) == "Cannot listen on port 9 for metrics: so it is."


def test_agents_get_the_source_and_the_limits_that_were_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tui_app.agents import mcp_server

    made: list[tuple[object, ...]] = []

    async def serve_streams(opened: Any) -> None:
        async with opened(None) as box:
            guard = box._guard
            made.append((guard._spend, guard._ask_above, box._with_people))
            told.append(await box.call("status", {}))

    told: list[str] = []
    monkeypatch.setattr(mcp_server, "serve_streams", serve_streams)
    monkeypatch.setattr("tui_app.sources.source.day_of", lambda _settings: dt.date(2026, 3, 4))
    assert run("mcp", "--spend", "7", "--ask-above", "3", "--with-people").exit_code == 0
    assert run("mcp").exit_code == 0
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "mcp.server", None)
        patch.delitem(sys.modules, mcp_server.__name__)
        lacking = run("mcp")
    assert lacking.exit_code == 2 and "packages that are not installed" in lacking.stderr
    assert made == [(7, 3, True), (100, 10, False)]
    assert all("sample data (invented companies)" in each and "2026-03-04" in each for each in told)
    seen: list[dict[str, Any]] = []

    def endpoint(service: object, facts: Any, _first: object, **limits: Any) -> object:
        seen.append({**limits, "name": facts().name})
        return "endpoint"

    monkeypatch.setattr("tui_app.agents.http.McpEndpoint", endpoint)
    monkeypatch.setattr("tui_app.registry.registry_location.register_day_of", lambda _at: None)
    service = SimpleNamespace(readiness=SimpleNamespace(latest=SimpleNamespace(version="v7")))
    for name, shown in (("", "registry v7"), ("sample", "sample")):
        serve._agents("/x/r.db", name, 3, True)(cast("Any", service))
        assert seen[-1] == {"ask_above": 3, "with_people": True, "name": shown}


def test_a_registry_is_published_and_the_one_before_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def publish(file: Path, address: str, report: Any) -> str:
        assert (file, address) == (Path("r.db"), "postgresql://x/y")
        report("copying")
        return "new"

    monkeypatch.setattr("tui_app.registry.postgres.publish.publish", publish)
    monkeypatch.setattr(
        "tui_app.registry.postgres.publish.roll_back",
        lambda address: f"the last at {address}",
    )
    done = run("registry", "publish", "r.db", "postgresql://x/y")
    assert (done.stdout, done.stderr) == ("current: new\n", "copying\n")
    back = run("registry", "publish", "--rollback", "postgresql://x/y")
    assert back.stdout == "current: the last at postgresql://x/y\n"


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[JsonObject]]:
    """How the explorer was run; its screen is not opened."""
    runs: list[JsonObject] = []

    class App:
        return_code: int | None = 3

        def __init__(self, context: Any) -> None:
            self.context = context

        def run(self, *, mouse: bool) -> None:
            runs.append({"mouse": mouse, "light": self.context.terminal.is_light,
                         "context": self.context})  # fmt: skip

    monkeypatch.setattr("tui_app.ui.app.FirmetermApp", App)
    monkeypatch.setattr(explore, "tune_for_short_waits", lambda: None)
    monkeypatch.setattr("tui_app.system.memory.keep_reserve", lambda: None)
    monkeypatch.setattr("tui_app.ui.terminal.typeahead.keep_keys", lambda: None)
    monkeypatch.setattr("tui_app.ui.terminal.typeahead.ask_background", lambda: runs.append({}))
    monkeypatch.setattr("tui_app.ui.terminal.typeahead.is_light", lambda: True)
    monkeypatch.setattr("tui_app.ui.terminal.capabilities.cannot_open", lambda _terminal: None)
    yield runs


def test_the_explorer_is_run_as_the_settings_say(
    explored: list[JsonObject], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as ended:
        explore.explore(lambda: main)
    assert ended.value.code == 3
    asked, plain = explored
    assert asked == {} and (plain["mouse"], plain["light"]) == (True, True)
    with pytest.raises(SystemExit):
        explore.explore(lambda: main, None, {"theme": "firmeterm-dark", "mouse": False})
    [*_before, themed] = explored
    assert len(explored) == 3 and (themed["mouse"], themed["light"]) == (False, False)
    monkeypatch.setattr("tui_app.ui.app.FirmetermApp.return_code", None)
    with pytest.raises(SystemExit) as ended:
        explore.explore(lambda: main)
    assert ended.value.code == 0
    # A key that was given goes to the server that it was given for, and to no other.
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    flags: dict[str, str | bool | None] = {"base_url": "https://a.example", "private": True}
    with pytest.raises(SystemExit):
        explore.explore(lambda: main, str(tmp_path / "key"), flags)
    keys: list[object] = []
    monkeypatch.setattr("tui_app.sources.source.connect", lambda _chosen, key: keys.append(key))
    context = explored[-1]["context"]
    for base in ("https://a.example", "https://b.example"):
        context.connect(Settings(base_url=base))
    assert isinstance(keys[0], FoundKey) and keys[0].source is KeySource.NAMED_FILE
    assert keys[1] is None and context.key_lines() == {}
    with context.open_workspace() as workspace:
        workspace.watch_list.add(["990000013"])
    with plain["context"].open_workspace() as workspace:
        assert workspace.watch_list.tax_ids() == ()  # the private one stored nothing
    monkeypatch.setattr("tui_app.ui.terminal.capabilities.cannot_open", lambda _given: "too dumb")
    with pytest.raises(explore.CannotExploreError, match="too dumb"):
        explore.explore(lambda: main)
    monkeypatch.setattr(explore, "_cannot_run_here", lambda: "no terminal here")
    with pytest.raises(explore.CannotExploreError, match="no terminal here"):
        explore.explore(lambda: main)


@pytest.mark.parametrize(
    ("key", "remaining", "told"),
    [("two words", 5, "A key is one word"), (KEY, 1, "1 request left."),
     (KEY, 0, "0 requests left."), (KEY, None, "saved in")],
)  # fmt: skip
def test_a_login_says_what_is_left_and_what_is_no_key(
    key: str, remaining: int | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(*_given: object) -> int | None:
        return remaining

    monkeypatch.setattr(login, "check_login", check)
    monkeypatch.setattr(login, "_ask", lambda prompt: prompt())
    typed = [key]
    monkeypatch.setattr("click.prompt", lambda *_given, **_more: typed.pop(0))
    monkeypatch.setenv("FIRMETERM_API_KEY", "x")
    done = run("--base-url", "https://a.example", "login", "--store", "file")
    assert told in done.stderr and ("left." in done.stderr) is ("left" in told)
    assert done.exit_code == (2 if " " in key else 0)
    overrides = "FIRMETERM_API_KEY is set and overrides the saved key"
    assert (overrides in done.stderr) is (done.exit_code == 0) and KEY not in done.output


def test_a_login_asks_for_the_server_unless_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(*_given: object) -> None:
        return None

    monkeypatch.setattr(login, "check_login", check)
    file = tmp_path / "key"
    file.write_text(KEY)
    file.chmod(0o600)
    words = ("--api-key-file", str(file), "login", "--store", "file")
    unknown = run(*words, typed="")
    assert unknown.exit_code == 2 and "No terminal to ask on." in unknown.stderr
    assert "accepted by t.example" in run(*words, typed="https://t.example\n").stderr
    monkeypatch.setenv("FIRMETERM_BASE_URL", "https://a.example")
    assert "accepted by a.example" in run(*words, typed="").stderr
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(WrongUseError, match="No terminal to ask on"):
        login._prompt("Base address of the server")


def test_a_named_server_stays_named_after_a_login(monkeypatch: pytest.MonkeyPatch) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text('[server.work]\nbase_url = "https://w.example"\n')

    async def check(*_given: object) -> None:
        return None

    monkeypatch.setattr(login, "check_login", check)
    monkeypatch.setattr(login, "_entered", lambda *_given: Secret(KEY))
    monkeypatch.setattr(login, "_prompt", lambda _question, default: f"{default}/v2")
    assert run("--server", "work", "login", "--store", "file").exit_code == 0
    assert "base_url" not in config_file().read_text().split("[server.work]")[0]
    # Another address than that of the setting is typed and saved.
    config_file().write_text('use_server = "work"\n' + config_file().read_text())
    assert run("login", "--store", "file").exit_code == 0
    assert 'base_url = "https://w.example/v2"' in config_file().read_text()


def test_without_a_keyring_the_key_goes_into_a_file_unless_one_was_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> None:
        raise CredentialError("there is no keyring")

    monkeypatch.setattr("tui_app.client.keyring_store.Keyring", none)
    address = read_address("https://a.example", allow_http=False)
    assert login._keep(address, Secret(KEY), None).endswith("credentials.json")
    with pytest.raises(CredentialError):
        login._keep(address, Secret(KEY), "keyring")


def test_a_pool_is_for_accounts_in_postgresql_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "is_typed", lambda name: name == "pool")
    url = "postgresql://x/y"
    for accounts, location, refused in (("a.db", "r.db", True), (url, "r.db", False),
                                        ("a.db", url, False)):  # fmt: skip
        chosen = SimpleNamespace(replicas=(), accounts=accounts)
        if refused:
            with pytest.raises(click.UsageError):
                serve._Options.check_location(cast("Any", chosen), location)
        else:
            serve._Options.check_location(cast("Any", chosen), location)
    given: list[tuple[object, ...]] = []
    monkeypatch.setattr(serve, "_agents", lambda *limits: given.append(limits))
    options = SimpleNamespace(
        accounts="a.db", burst=None, replicas=(url,), metrics_port=9, pool=8, reconciles=False,
        reconcile_without_key=False, public_url="", proxies=(), with_mcp=True, ask_above=3,
        with_people=True,
    )  # fmt: skip
    plan = serve._plan(cast("Any", options), "r.db", "sample")
    assert given == [("r.db", "sample", 3, True)]
    assert (plan.replicas, plan.with_metrics, plan.pool) == ((url,), True, 8)
