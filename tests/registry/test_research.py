"""Peers and connections of a registry against a naive look through its records."""

from __future__ import annotations

import random
import sqlite3
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.postgres import database
from tests.registry.engines import BOTH, opened, server_of
from tests.sample.tax_ids import with_control_digit
from tui_app.contract.folding import fold
from tui_app.contract.resources import CompanyProfile, FinancialData, PeerMeasure, YearlyRecord
from tui_app.registry.connections import address_key
from tui_app.registry.postgres.publish import publish
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile

COUNTIES = ("Cluj", "București", "CLUJ", "Jud. Cluj")
# The same number in each revision of CAEN, and two meanings.
CLASSES = ("4711 - Comert", "4391 - Lucrări de învelitori", "4391 - Activități de zidărie")
PEOPLE = ("POPESCU ANA", "Ionescu Dan", "Popescu  Ána", "Marin Ion")


def company(number: int, dice: random.Random) -> CompanyRecord:
    years = tuple(
        YearlyRecord(
            year=year,
            turnover=dice.choice([None, 0, dice.randrange(1, 10_000)]),
            net_profit=dice.choice([None, dice.randrange(-900, 900)]),
            employee=dice.choice([None, 0, 3, 8, 20]),
        )
        for year in dice.sample([2022, 2023, 2024], dice.randrange(4))
    )
    return CompanyRecord(
        profile=CompanyProfile(
            tax_id=with_control_digit(f"99{number:06}"),
            company_name=f"FIRMA {number:03} SRL",
            county=dice.choice([None, *COUNTIES]),
            locality="Dej",
            street_name=dice.choice([None, "Str. Mare", "STR. MARE"]),
            street_nr=dice.choice([None, "1", "2", "FN"]),
            caen=("G - Comert", dice.choice(CLASSES)) if dice.random() < 0.9 else (),
        ),
        financial=FinancialData(turnover=number, financial_data=years),
        administrators=tuple(dice.sample(PEOPLE, dice.randrange(3))),
    )


@pytest.fixture(scope="module")
def records() -> list[CompanyRecord]:
    dice = random.Random(7)
    return [company(number, dice) for number in range(400)]


@pytest.fixture(scope="module", params=BOTH)
def registry(
    records: list[CompanyRecord],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[SqlRegistry]:
    """The same companies in each engine."""
    path = tmp_path_factory.mktemp("research") / "registry.db"
    build(records, path, invented=True)
    with opened(path, server_of(request)) as registry:
        yield registry


def latest(record: CompanyRecord) -> YearlyRecord | None:
    return max(record.financial.financial_data, key=lambda y: y.year or 0, default=None)


def group(record: CompanyRecord) -> tuple[object, ...] | None:
    last, profile = latest(record), record.profile
    if last is None or last.employee is None or not profile.caen or not profile.county:
        return None
    size = "micro" if last.employee < 10 else "small"
    county = profile.county.lower().removeprefix("jud. ").replace("ș", "s")
    return profile.caen[-1], county, size, last.year


def margin(record: CompanyRecord) -> float | None:
    last = latest(record)
    if last is None or last.net_profit is None or not last.turnover:
        return None
    return last.net_profit / last.turnover


def growth(record: CompanyRecord) -> float | None:
    last = latest(record)
    years = {y.year: y.turnover for y in record.financial.financial_data}
    before = years.get((last.year or 0) - 1) if last else None
    if last is None or last.turnover is None or not before:
        return None
    return last.turnover / before - 1


def test_peers_are_those_that_a_look_through_all_records_finds(
    registry: SqlRegistry, records: list[CompanyRecord]
) -> None:
    groups = defaultdict[object, list[CompanyRecord]](list)
    for record in records:
        groups[group(record)].append(record)
    compared = Counter[str]()
    for at, record in enumerate(records):
        if len(groups[group(record)]) < 5 and at % 8:
            continue  # of those whose group is too small, some
        peers = registry.peers(record.profile.tax_id)
        assert peers is not None
        found = {each.measure: each for each in peers.measures}
        own = group(record)
        peers_of_it = [] if own is None else groups[own]
        for measure, value_of in (("net_margin", margin), ("growth", growth)):
            values = [value for other in peers_of_it if (value := value_of(other)) is not None]
            if len(values) < 5:
                assert measure not in found
                continue
            compared[measure] += 1
            assert_is_of(found[measure], value_of(record), values)
    assert min(compared["net_margin"], compared["growth"]) > 15


def assert_is_of(told: PeerMeasure, own: float | None, values: list[float]) -> None:
    """A comparison tells a company's own value and the distribution of the values of its group."""
    assert told.companies == len(values)
    expected = statistics.quantiles(values, n=4, method="inclusive")
    quartiles = [told.lower_quartile, told.median, told.upper_quartile]
    assert quartiles == pytest.approx(expected)
    assert told.value == (None if own is None else pytest.approx(own))
    if told.value is not None:
        below = sum(v < told.value - 1e-12 for v in values)
        equal = sum(abs(v - told.value) <= 1e-12 for v in values) - 1
        assert told.percentile == pytest.approx(100 * (below + equal / 2) / (len(values) - 1))


def test_what_makes_the_group_is_told_where_it_is_known(
    registry: SqlRegistry, records: list[CompanyRecord]
) -> None:
    for record in records[:100]:
        peers = registry.peers(record.profile.tax_id)
        last = latest(record)
        assert peers is not None
        assert peers.caen == (record.profile.caen[-1][:4] if record.profile.caen else None)
        assert peers.county == record.profile.county
        assert peers.year == (last.year if last else None)
    assert registry.peers("12345674") is None


def address_of(place: CompanyProfile) -> list[str]:
    # Of the spellings here one has a word before the name.
    county = fold(str(place.county)).removeprefix("jud ")
    return [county, fold(str(place.street_name)), fold(str(place.street_nr))]


def connected(records: list[CompanyRecord], one: CompanyRecord) -> list[tuple[str, str]]:
    """The other companies with the link to each, in the order in which they are told."""
    ranked = sorted(records, key=lambda r: -(r.financial.turnover or 0))
    found = [
        (other.profile.tax_id, "administrator")
        for name in dict.fromkeys(map(fold, one.administrators))
        for other in ranked
        if other is not one and name in [fold(each) for each in other.administrators]
    ]
    place = one.profile
    if place.street_name and place.street_nr in ("1", "2"):
        address = address_of(place)
        found += [
            (other.profile.tax_id, "address")
            for other in ranked
            if other is not one and address == address_of(other.profile)
        ]
    return found


def test_spellings_of_one_address_are_one() -> None:
    one = address_key("Cluj", "Cluj-Napoca", "Str. Lungă", "12 A")
    assert one == address_key("Jud. Cluj", "CLUJ-NAPOCA", "Strada Lunga", "12a")
    assert one != address_key("Cluj", "Cluj-Napoca", "Aleea Lungă", "12A")


def test_connections_are_those_that_a_look_through_all_records_finds(
    registry: SqlRegistry, records: list[CompanyRecord]
) -> None:
    for record in records[:30]:
        expected = connected(records, record)
        found = []
        for page in range(1, 50):
            answer = registry.connections(record.profile.tax_id, page)
            assert answer is not None
            assert answer.total_connections == len(expected)
            assert answer.total_pages == -(-len(expected) // 20)
            assert answer.current_page == page
            assert len(answer.connections) <= 20
            found += [(each.tax_id, each.link) for each in answer.connections]
            if page > (answer.total_pages or 0):
                assert not answer.connections
                break
        assert sorted(found) == sorted(expected)
        assert [link for _id, link in found] == [link for _id, link in expected]
    assert registry.connections("12345674", 1) is None


def test_a_connection_says_through_what(
    registry: SqlRegistry, records: list[CompanyRecord]
) -> None:
    for record in records[:20]:
        answer = registry.connections(record.profile.tax_id, 1)
        assert answer is not None
        for each in answer.connections:
            if each.link == "administrator":
                assert each.through in record.administrators
            else:
                assert "mare" in fold(each.through)


def test_without_administrators_there_are_no_connections(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    home = CompanyProfile(tax_id="990000013", street_name="Str. Mare", street_nr="1")
    away = CompanyProfile(tax_id="990000021", street_name="Str. Mare", street_nr="1")
    build([CompanyRecord(profile=home), CompanyRecord(profile=away)], path, invented=True)
    with closing(RegistryFile(path)) as registry:
        assert "connections" not in registry.extensions
        answer = registry.connections("990000013", 1)
        assert answer is not None and answer.connections == ()


def test_with_administrators_there_are(registry: SqlRegistry) -> None:
    assert {"peers", "connections"} <= set(registry.extensions)


def test_a_published_registry_without_administrators_does_not_announce_connections(
    tmp_path: Path, postgres: str
) -> None:
    path = tmp_path / "registry.db"
    build([CompanyRecord(profile=CompanyProfile(tax_id="990000013"))], path, invented=True)
    with opened(path, postgres) as registry:
        assert "connections" not in registry.extensions and "peers" in registry.extensions


def test_a_name_that_very_many_share_is_counted_once_for_all(tmp_path: Path, postgres: str) -> None:
    path, same = tmp_path / "registry.db", 1_002
    people = (("Popescu Ion", "Marin Ana"), ("Popescu Ion",), ("Marin Ana", "MARIN ÁNA"))
    records = [
        CompanyRecord(
            profile=CompanyProfile(tax_id=with_control_digit(f"99{number:06}")),
            administrators=people[min(number, 1) if number < same else 2],
        )
        for number in range(same + 2)
    ]
    build(records, path, invented=True)
    with database(postgres) as url, ExitStack() as stack:
        publish(path, url, lambda _: None)
        for location in (str(path), url):
            registry = stack.enter_context(closing(open_registry(location)))
            assert isinstance(registry, SqlRegistry)
            [of_many, of_two] = [
                registry.connections(records[at].profile.tax_id or "", 1) for at in (0, -1)
            ]
            assert of_many is not None and of_two is not None
            assert (of_many.total_connections, of_many.total_pages) == (same + 1, 51)
            # The rare name comes first, or it would come after all pages there may be.
            through = [each.through for each in of_many.connections]
            assert through == ["Marin Ana"] * 2 + ["Popescu Ion"] * 18
            assert (of_two.total_connections, len(of_two.connections)) == (2, 2)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT companies FROM popular_link").fetchall() == [(same,)]
