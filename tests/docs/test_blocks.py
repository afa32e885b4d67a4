"""Every block of the documentation that is not of commands is read by what it is meant for.

Others run the library's examples (``tests/client``), nginx's sample and the rights of the accounts
(``tests/service``) as they stand in the manual.
"""

from __future__ import annotations

import json
import re
import shlex
from configparser import ConfigParser
from pathlib import Path

import psycopg
import pytest

from tests.docs.commands import understood
from tests.docs.keys import README
from tests.postgres import database
from tui_app.cli.main import main
from tui_app.config.loading import load_settings
from tui_app.manual.pages import FOLDER

PAGES = (README, README.with_name("CONTRIBUTING.md"), *sorted(FOLDER.glob("*.md")))
BLOCKS = [
    (page.name, kind, text)
    for page in PAGES
    for kind, text in re.findall(r"(?sm)^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"))
    if kind != "console"
]
# What a service's role is granted on, as firmeterm itself makes it.
TABLES = """
CREATE SCHEMA firmeterm_accounts;
CREATE SCHEMA firmeterm_registry;
CREATE SCHEMA firmeterm_registry_1;
CREATE TABLE firmeterm_accounts.version (number integer);
CREATE TABLE firmeterm_accounts.account (number integer)
"""


def of_kind(kind: str) -> list[str]:
    return [text for _page, each, text in BLOCKS if each == kind]


def test_each_block_says_its_kind_and_none_is_hidden_by_an_indent() -> None:
    kinds = {kind for _page, kind, _text in BLOCKS}
    assert kinds == {"python", "json", "toml", "ini", "sql", "nginx", "logrotate", "text"}
    for page in PAGES:
        without = re.sub(r"(?sm)^```.*?^```$", "", page.read_text(encoding="utf-8"))
        assert not re.search(r"(?m)^\s*\n {4}\S", without), page.name


def test_json_is_json_and_the_assistant_starts_a_command_that_exists() -> None:
    server, *others = map(json.loads, of_kind("json"))
    assert all(isinstance(each, dict) for each in others)
    started = server["mcpServers"]["firmeterm"]
    assert started["command"] == "firmeterm"
    understood(main, started["args"])


@pytest.mark.parametrize("text", of_kind("toml"))
def test_settings_are_settings(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text(text)
    monkeypatch.setenv("FIRMETERM_CONFIG", str(tmp_path / "config.toml"))
    settings = load_settings().settings
    assert settings.command or settings.server


def test_a_unit_of_systemd_starts_the_service_and_a_pooler_keeps_no_session() -> None:
    files = []
    for text in of_kind("ini"):
        files.append(ConfigParser(interpolation=None))
        files[-1].read_string(text)
    pooler, unit = sorted(files, key=lambda file: "Unit" in file)
    assert set(unit) == {"DEFAULT", "Unit", "Service", "Install"}
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert Path(program).name == "firmeterm"
    understood(main, words)
    assert dict(pooler["pgbouncer"])["pool_mode"] == "transaction"


def test_the_statements_are_ones_of_postgresql(postgres: str) -> None:
    defaults, roles, accounts, registry = of_kind("sql")
    with database(postgres) as url, psycopg.connect(url) as connection:
        there = f"ON DATABASE {connection.info.dbname}"
        for block in (roles, TABLES, accounts, registry, defaults):
            connection.execute(block.replace("ON DATABASE firmeterm", there))
        connection.rollback()


def test_braces_and_semicolons_of_the_other_servers_are_whole() -> None:
    for text in (*of_kind("nginx"), *of_kind("logrotate")):
        assert text.count("{") == text.count("}") > 0
    for line in of_kind("nginx")[0].splitlines():
        assert line.strip().endswith(("{", "}", ";")), line


def test_the_house_has_the_rooms_that_are_drawn() -> None:
    (house,) = of_kind("text")
    above = {0: "", 2: "tui_app", 4: "tui_app/ui"}
    for indent, names in re.findall(r"(?m)^( *)((?:[a-z_]+(?:/|\.py) *)+)", house):
        for name in names.split():
            assert (README.parent / above[len(indent)] / name).exists(), name
