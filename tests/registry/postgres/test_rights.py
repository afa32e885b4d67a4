"""A registry in somebody else's database: its settings, encoding and rights."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from tests.postgres import database
from tests.registry.postgres.test_postgres import name_of, quiet, registry_file
from tests.service.companies import FULL, build_registry
from tui_app.cli.main import main
from tui_app.registry.errors import BuildError, RegistryUnavailable
from tui_app.registry.postgres import registry as reading
from tui_app.registry.postgres import schema
from tui_app.registry.postgres.publish import publish, roll_back
from tui_app.registry.postgres.registry import PostgresRegistry

SETTINGS = (
    "jit", "enable_seqscan", "standard_conforming_strings", "client_encoding",
    "extra_float_digits",
)  # fmt: skip


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers look for another registry at each call."""
    monkeypatch.setattr(reading, "_CHECK_SECONDS", 0)


@pytest.fixture
def reader(url: str) -> Iterator[str]:
    """A role that may connect, and nothing else."""
    name = f"reader_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN")
        yield name
        connection.execute(f"DROP OWNED BY {name}")
        connection.execute(f"DROP ROLE {name}")


def as_reader(url: str, reader: str) -> str:
    return url.replace("//postgres@", f"//{reader}@", 1)


def run(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def allow(url: str, reader: str, schema: str) -> None:
    grants = [
        f"GRANT USAGE ON SCHEMA {each} TO {reader}" for each in ("firmeterm_registry", schema)
    ]
    grants += [
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {each} TO {reader}"
        for each in ("firmeterm_registry", schema)
    ]
    run(url, *grants)


def test_the_options_are_in_force_whatever_environment_and_database_say(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        for setting in (
            "standard_conforming_strings = off", "jit = on", "jit_above_cost = 0",
            "datestyle = German", "statement_timeout = 1", "extra_float_digits = -15",
        ):  # fmt: skip
            connection.execute(f"ALTER DATABASE {name} SET {setting}")
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    publish(registry_file(tmp_path / "1.db", "ŞTEFĂNEȘTI ȚARA 一"), url, quiet)
    with closing(PostgresRegistry(url)) as registry:
        assert name_of(registry) == "ŞTEFĂNEȘTI ȚARA 一"
        assert [each.tax_id for each in registry.search("stefanesti tara").companies] == ["10"]
        with registry._servers[0].pool.connection() as connection:
            shown = [connection.execute(f"SHOW {each}").fetchone() for each in SETTINGS]
            expected = ["off", "on", "on", "UTF8", "1"]
            assert shown == [(each,) for each in expected]
            # Taken for expensive, it would be compiled where compiling is on.
            plan = connection.execute(
                "EXPLAIN (FORMAT json) SELECT current FROM firmeterm_registry.published"
            ).fetchone()
            assert plan is not None and plan[0][0]["Plan"]["Total Cost"] < 1_000


def test_the_trigrams_may_be_in_any_schema(url: str, tmp_path: Path) -> None:
    run(url, 'CREATE SCHEMA "Extra"', 'CREATE EXTENSION pg_trgm SCHEMA "Extra"')
    run(url, "CREATE TABLE another AS SELECT 1")
    publish(build_registry(tmp_path / "1.db"), url, quiet)
    with closing(PostgresRegistry(url)) as registry:
        assert [each.tax_id for each in registry.search("inventat").companies] == [FULL]
    with psycopg.connect(url) as connection:
        # What does not belong to it is not even looked at, which waits for those who use it.
        known = connection.execute(
            "SELECT relname, reltuples >= 0 FROM pg_class"
            " WHERE relname IN ('another', 'build', 'company', 'slice_0') ORDER BY relname"
        ).fetchall()
    assert known == [("another", False), ("build", True), ("company", True), ("slice_0", True)]


@pytest.mark.parametrize(
    "words",
    [
        ["registry", "publish", "{file}", "{url}"],
        ["serve", "--port", "0", "--registry", "{url}"],
        ["serve", "--port", "0", "--registry", "{file}", "--accounts", "{url}"],
        ["keys", "create", "--label", "x", "--accounts", "{url}"],
    ],
)
def test_a_database_that_cannot_store_every_name_is_refused(
    postgres: str, tmp_path: Path, words: list[str]
) -> None:
    options = "ENCODING 'LATIN2' LOCALE 'C' TEMPLATE template0"
    with database(postgres, options) as url:
        file = str(registry_file(tmp_path / "1.db", "ONE"))
        used = CliRunner().invoke(main, [word.format(file=file, url=url) for word in words])
    assert used.exit_code != 0 and "LATIN2" in used.output and "Traceback" not in used.output


Spoil = Callable[[str, str], None]


def of_a_newer_program(url: str, name: str) -> None:
    run(url, f"UPDATE {name}.build SET tables = 99")


def with_tables_renamed(url: str, name: str) -> None:
    run(url, f"ALTER TABLE {name}.build RENAME COLUMN slices TO pieces")


def without_rights(url: str, name: str) -> None:
    run(url, f"REVOKE ALL ON ALL TABLES IN SCHEMA {name} FROM PUBLIC, reader_{os.getpid()}")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("spoil", [of_a_newer_program, with_tables_renamed, without_rights])
def test_a_publication_that_cannot_be_read_is_refused_once_and_the_old_one_kept(
    url: str, reader: str, tmp_path: Path, spoil: Spoil
) -> None:
    events: list[tuple[str, str]] = []
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    allow(url, reader, "firmeterm_registry_1")
    with closing(
        PostgresRegistry(as_reader(url, reader), (), lambda *event: events.append(event))
    ) as registry:
        refused = [registry.publication.is_refused]
        publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
        spoil(url, "firmeterm_registry_2")
        assert [name_of(registry) for _ in range(3)] == ["ONE"] * 3
        refused.append(registry.publication.is_refused)
        [(event, text)] = events
        assert event == "registry_refused" and "firmeterm_registry_2" in text
        publish(registry_file(tmp_path / "3.db", "THREE"), url, quiet)
        allow(url, reader, "firmeterm_registry_3")
        assert name_of(registry) == "THREE"
        assert [*refused, registry.publication.is_refused] == [False, True, False]


@pytest.mark.usefixtures("at_once")
def test_a_missing_right_that_is_granted_is_noticed(url: str, reader: str, tmp_path: Path) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    allow(url, reader, "firmeterm_registry_1")
    with closing(PostgresRegistry(as_reader(url, reader))) as registry:
        publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
        without_rights(url, "firmeterm_registry_2")
        assert name_of(registry) == "ONE"
        allow(url, reader, "firmeterm_registry_2")
        assert name_of(registry) == "TWO"
        run(url, f"REVOKE ALL ON SCHEMA firmeterm_registry FROM PUBLIC, {reader}")
        assert [name_of(registry) for _ in range(3)] == ["TWO"] * 3
        assert registry.publication.is_refused
        without_rights(url, "firmeterm_registry_2")
        with pytest.raises(RegistryUnavailable, match="permission denied"):
            name_of(registry)
        allow(url, reader, "firmeterm_registry_2")
        assert name_of(registry) == "TWO" and not registry.publication.is_refused


@pytest.mark.usefixtures("at_once")
def test_who_may_read_the_old_registry_may_read_the_new_one(
    url: str, reader: str, tmp_path: Path
) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    allow(url, reader, "firmeterm_registry_1")
    with closing(PostgresRegistry(as_reader(url, reader))) as registry:
        for name in ("TWO", "THREE"):
            publish(build_registry(tmp_path / f"{name}.db", f"{name} "), url, quiet)
            profile = registry.profile(FULL)
            assert profile is not None and profile.company_name.startswith(name)
            assert registry.court_cases(FULL, 1) is not None
            assert registry.search(name).companies


@pytest.mark.parametrize("spoil", [of_a_newer_program, without_rights])
def test_nobody_goes_back_to_what_readers_cannot_read(
    url: str, reader: str, tmp_path: Path, spoil: Spoil
) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    allow(url, reader, "firmeterm_registry_1")
    publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
    spoil(url, "firmeterm_registry_1")
    with pytest.raises(BuildError, match="Nothing was changed"):
        roll_back(url)
    with closing(PostgresRegistry(as_reader(url, reader))) as registry:
        assert name_of(registry) == "TWO"
    run(url, f"UPDATE firmeterm_registry_1.build SET tables = {schema.VERSION}")
    allow(url, reader, "firmeterm_registry_1")
    assert roll_back(url) == "firmeterm_registry_1"
