"""Accounts in PostgreSQL with two roles: one owns the tables, one may only read and write them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files

import psycopg
import pytest
from click.testing import CliRunner, Result

from tui_app.cli.keys import keys
from tui_app.service.accounts import AccountsError
from tui_app.service.accounts_location import open_accounts
from tui_app.service.postgres_accounts import PostgresAccounts


@pytest.fixture
def roles(url: str) -> Iterator[tuple[str, str]]:
    """The addresses of an owner and of a service, made as the manual says."""
    names = {each: f"{each}_{os.getpid()}" for each in ("owner", "service")}
    with psycopg.connect(url, autocommit=True) as connection:
        for name in names.values():
            connection.execute(f"CREATE ROLE {name} LOGIN")
        connection.execute(f"GRANT CREATE ON DATABASE {connection.info.dbname} TO {names['owner']}")
        owner, service = (url.replace("//postgres@", f"//{name}@", 1) for name in names.values())
        yield owner, service
        for name in names.values():
            connection.execute(f"DROP OWNED BY {name} CASCADE")
            connection.execute(f"DROP ROLE {name}")


def granted(owner: str) -> None:
    """Run what the manual has for the service's role."""
    manual = (files("tui_app.manual") / "hosting-postgres.md").read_text()
    [statements] = re.findall(r"```sql\n(-- accounts\n.*?)```", manual, re.DOTALL)
    with psycopg.connect(owner, autocommit=True) as connection:
        for statement in filter(str.strip, statements.split(";")):
            connection.execute(statement.replace("firmeterm_service", f"service_{os.getpid()}"))


def run(*words: str) -> Result:
    return CliRunner().invoke(keys, words)


def test_a_service_needs_to_read_and_write_and_no_more(roles: tuple[str, str]) -> None:
    owner, service = roles
    with pytest.raises(AccountsError, match="keys prepare"):
        open_accounts(service)
    assert run("create", "--label", "x", "--accounts", service).exit_code != 0
    assert run("prepare", owner).exit_code == 0
    with pytest.raises(AccountsError, match="manual hosting"):
        open_accounts(service)
    granted(owner)
    with closing(open_accounts(service)) as accounts:
        key = accounts.create("team", 10)
        account = accounts.by_key(key)
        accounts.check()
        assert accounts.count(account, 1).remaining == 9
        assert accounts.change(account.id, 20, None, sets_end=True)
        assert accounts.rotate(account.id, 60)
        assert accounts.revoke(account.id)
    made = run("create", "--label", "more", "--accounts", service)
    assert made.exit_code == 0 and made.stdout.startswith("firme_")
    with psycopg.connect(service) as connection, pytest.raises(psycopg.Error):
        connection.execute("CREATE TABLE firmeterm_accounts.more (x int)")


def test_the_first_key_prepares_an_owners_database(roles: tuple[str, str]) -> None:
    owner, _service = roles
    with pytest.raises(AccountsError, match="were not prepared"):
        open_accounts(owner)
    assert run("create", "--label", "first", "--accounts", owner).exit_code == 0
    open_accounts(owner).close()


def test_tables_of_an_older_program_are_brought_to_this_version(url: str) -> None:
    with closing(PostgresAccounts(url)) as accounts:
        key = accounts.create("team", 10)
    with psycopg.connect(url, autocommit=True) as connection:
        for column in ("expires_at", "old_digest", "old_until"):
            connection.execute(f"ALTER TABLE firmeterm_accounts.account DROP COLUMN {column}")
        connection.execute("UPDATE firmeterm_accounts.version SET number = 1")
    with pytest.raises(AccountsError, match="older firmeterm"):
        open_accounts(url)
    assert run("prepare", url).exit_code == 0
    with closing(open_accounts(url)) as opened:
        assert opened.count(opened.by_key(key), 1).remaining == 9
