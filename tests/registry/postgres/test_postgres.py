"""The registry in PostgreSQL: the same answers, published whole or not at all."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.postgres import database
from tests.registry.oracle import first_ten
from tests.registry.test_ranking import REAL_SHAPES, SAMPLE, TWISTS, allowed, found
from tests.sample.landmarks import MANY_COMPANIES_DAY, MANY_COURT_CASES
from tui_app.cli.main import main
from tui_app.config.settings import cache_folder
from tui_app.contract.operations import QUERY
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.postgres import publish as publishing
from tui_app.registry.postgres import registry as reading
from tui_app.registry.postgres import schema, search
from tui_app.registry.postgres.pool import shown
from tui_app.registry.postgres.publish import publish, roll_back
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sample import sample_path
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord


def schemas(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname ~ '^firmeterm_registry_[0-9]+$'"
        )
        return sorted(name for (name,) in rows)


def quiet(_step: str) -> None:
    """Publishes without progress."""


@pytest.fixture(scope="module")
def sample_file(shared_cache: Path) -> Path:
    return sample_path(cache_folder())


@pytest.fixture(scope="module")
def sample(postgres: str, sample_file: Path) -> Iterator[PostgresRegistry]:
    # Small slices, so that a search goes through several.
    with pytest.MonkeyPatch.context() as patch, database(postgres) as url:
        patch.setattr(schema, "_SLICES", (5, 50, 200))
        publish(sample_file, url, quiet)
        with closing(PostgresRegistry(url)) as opened:
            yield opened


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers look for another registry at each call."""
    monkeypatch.setattr(reading, "_CHECK_SECONDS", 0)


def registry_file(path: Path, name: str, count: int = 1) -> Path:
    profiles = (CompanyProfile(tax_id=str(10 + n), company_name=name) for n in range(count))
    build((CompanyRecord(profile=profile) for profile in profiles), path)
    return path


def name_of(registry: PostgresRegistry) -> str:
    profile = registry.profile("10")
    assert profile is not None
    return profile.company_name


def test_every_answer_is_that_of_the_file(sample: PostgresRegistry, sample_file: Path) -> None:
    with closing(open_registry(sample_file)) as file:
        assert sample.info == file.info
        for tax_id in [record.profile.tax_id for record in (*SAMPLE[:40], *SAMPLE[40::10])] + [
            "19",
            "x",
            "0",
        ]:
            for read in ("profile", "financial", "phones", "emails", "administrators", "websites"):
                assert getattr(sample, read)(tax_id) == getattr(file, read)(tax_id)
            assert sample.court_cases(tax_id, 1) == file.court_cases(tax_id, 1)
        for page in (1, 2, 100):
            assert sample.court_cases(MANY_COURT_CASES, page) == file.court_cases(
                MANY_COURT_CASES, page
            )
            for day in (MANY_COMPANIES_DAY, dt.date(1900, 1, 1)):
                assert sample.registered(day, page) == file.registered(day, page)


@given(data=st.data())
def test_search_equals_looking_at_every_company(
    sample: PostgresRegistry, data: st.DataObject
) -> None:
    profile = data.draw(st.sampled_from(SAMPLE)).profile
    text = data.draw(
        st.sampled_from([profile.company_name, profile.tax_id, profile.company_id or ""])
    )
    start = data.draw(st.integers(0, max(0, len(text) - 3)))
    part = data.draw(st.sampled_from(TWISTS))(text[start : start + data.draw(st.integers(3, 30))])
    q = allowed(data.draw(st.sampled_from(["", "RO", "SC "])) + part)
    if q is not None:
        # Ranked by the database, or here where few match.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search, "_MAX_RANKED_HERE", data.draw(st.sampled_from([-1, 3, 300])))
            tax_ids = found(sample, q)
        assert tax_ids == first_ten(SAMPLE, q), q


def test_names_as_people_write_them(url: str, tmp_path: Path) -> None:
    records = [
        CompanyRecord(profile=CompanyProfile(tax_id=tax_id, company_name=name))
        for tax_id, name in (*REAL_SHAPES, ("108", "\x00z AGRO"), ("116", "D SI A SAND"))
    ]
    build(records, tmp_path / "r.db")
    publish(tmp_path / "r.db", url, quiet)
    texts = ["remat olt sa", "elflux", "g&g", "g and g", "lucky t", "rosal ecologic", "and", "san"]
    texts += ["sc nicu si fiul srl", "z agro", "agro", "fiul nicu", "d al", "sand d", "a sand si"]
    with closing(PostgresRegistry(url)) as registry:
        for q in texts:
            tax_ids = found(registry, QUERY.read(q))
            assert tax_ids == first_ten(records, q), q


@pytest.mark.usefixtures("at_once")
def test_readers_go_over_at_once_and_back_again(url: str, tmp_path: Path) -> None:
    events: list[str] = []
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    with closing(PostgresRegistry(url, (), lambda event, _: events.append(event))) as registry:
        assert name_of(registry) == "ONE"
        with pytest.raises(BuildError, match="keeps no registry from before"):
            roll_back(url)
        publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
        assert (name_of(registry), events) == ("TWO", ["registry_replaced"])
        publish(registry_file(tmp_path / "3.db", "THREE"), url, quiet)
        assert name_of(registry) == "THREE"
        roll_back(url)
        assert name_of(registry) == "TWO"
        roll_back(url)
        assert name_of(registry) == "THREE"
    with psycopg.connect(url) as connection:
        stored = connection.execute(
            "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'firmeterm_registry_%'"
        ).fetchone()
    assert stored == (2,)


@pytest.mark.usefixtures("at_once")
def test_a_publication_that_ends_half_way_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with closing(PostgresRegistry(url)) as registry:
        with monkeypatch.context() as broken:
            broken.setattr(publishing, "_switch_to", killed)
            with pytest.raises(KeyboardInterrupt):
                publish(registry_file(tmp_path / "2.db", "TWO"), url, quiet)
        assert name_of(registry) == "ONE"
        publish(registry_file(tmp_path / "3.db", "THREE"), url, quiet)
        assert name_of(registry) == "THREE"


def test_two_publications_do_not_mix(url: str, tmp_path: Path) -> None:
    source = registry_file(tmp_path / "1.db", "ONE")
    with psycopg.connect(url) as other:
        other.execute("SELECT pg_advisory_lock(%s)", (publishing._LOCK,))
        with pytest.raises(BuildError, match="Another publication"):
            publish(source, url, quiet)


@pytest.mark.usefixtures("at_once")
def test_a_registry_that_cannot_be_read_is_explained(url: str, tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="No registry is published"):
        PostgresRegistry(url)
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE firmeterm_registry_1.build SET tables = 99")
    with pytest.raises(RegistryError, match="version 99"):
        PostgresRegistry(url)


def test_a_damaged_file_is_not_published(url: str, tmp_path: Path, sample_file: Path) -> None:
    path = Path(shutil.copy(sample_file, tmp_path / "damaged.db"))
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'court_case'"
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
    with pytest.raises(RegistryError, match="damaged"):
        publish(path, url, quiet)
    with pytest.raises(RegistryError, match="No registry is published"):
        PostgresRegistry(url)


def test_a_file_after_the_address_is_wrong_use(tmp_path: Path) -> None:
    address = "postgresql://user:hunter2@127.0.0.1:1/registry"
    used = CliRunner().invoke(main, ["registry", "publish", address, str(tmp_path / "1.db")])
    assert used.exit_code == 2
    assert "file first" in used.output and "hunter2" not in used.output


def test_each_server_is_named_by_its_own_address(url: str, tmp_path: Path) -> None:
    publish(registry_file(tmp_path / "1.db", "ONE"), url, quiet)
    with pytest.raises(RegistryError, match="not a valid PostgreSQL URL") as refused:
        PostgresRegistry(url, ["postgresql://127.0.0.1/registry%ZZ"])
    assert shown(url) not in str(refused.value)
    # Two replicas on one machine differ by the port alone.
    down = [f"postgresql://127.0.0.1:{port}/registry" for port in (1, 2)]
    with closing(PostgresRegistry(url, down)) as registry:
        assert name_of(registry) == "ONE"
        assert list(registry.replica_lag().values()) == [None, None]


def test_no_password_is_ever_told() -> None:
    for address in (
        "postgresql://user:hunter2@127.0.0.1:1/registry",
        "postgresql://user:hunter2@127.0.0.1:notaport/registry",
        "postgresql://user:hunter2%ZZ@127.0.0.1:1/registry",
    ):
        for use in (PostgresRegistry, lambda a: publish(Path(shutil.__file__), a, quiet)):
            with pytest.raises((RegistryError, BuildError)) as refused:
                use(address)
            assert "hunter2" not in str(refused.value)
        for line in ("config show", "ask profile 19", "data info", "doctor"):
            words = line.split()
            result = CliRunner().invoke(main, ["--registry", address, *words])
            assert result.output and "hunter2" not in result.output + result.stderr


@pytest.mark.parametrize(("user", "code"), [("user", 4), ("user%ZZ", 2)])
def test_a_database_that_failed_is_told_from_wrong_use(user: str, code: int) -> None:
    address = f"postgresql://{user}@127.0.0.1:1/registry"
    for words in (
        ["registry", "publish", "--rollback", address],
        ["keys", "list", "--accounts", address],
        ["serve", "--registry", address],
    ):
        result = CliRunner().invoke(main, words)
        assert (result.exit_code, result.stdout) == (code, "")


def test_a_text_that_takes_too_long_is_cut_short(
    sample: PostgresRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SEARCH_SECONDS", -1)
    found = sample.search("demo")
    assert (found.companies, found.is_complete) == ((), False)


@pytest.mark.usefixtures("at_once")
def test_a_replica_is_read_first_and_left_when_it_fails(
    postgres: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_WAIT_SECONDS", 0.5)
    publish(registry_file(tmp_path / "1.db", "PRIMARY"), url, quiet)
    with database(postgres) as replica:
        publish(registry_file(tmp_path / "2.db", "REPLICA, BEHIND"), replica, quiet)
        with closing(PostgresRegistry(url, (replica,))) as registry:
            assert name_of(registry) == "REPLICA, BEHIND"
            with psycopg.connect(postgres, autocommit=True) as connection:
                name = replica.split("/")[3].split("?")[0]
                connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    (name,),
                )
            assert [name_of(registry) for _ in range(5)] == ["PRIMARY"] * 5
