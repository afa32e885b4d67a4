"""The public money of a company as the service answers it, in both engines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from tests.opendata.procurement.files import (
    BUYERS,
    TURNOVERS,
    WINNERS,
    Deal,
    eight_files,
    nature,
    register_files,
    sums,
)
from tests.registry.engines import BOTH, opened, server_of
from tui_app.cli.main import main
from tui_app.contract.identifiers import has_valid_control_digit as is_valid
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.public_money import Contract, PublicMoney
from tui_app.contract.screening.language import parse
from tui_app.registry.generation import beside
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.registry.sqlite.registry_file import RegistryFile


class Imported(NamedTuple):
    path: Path
    made: list[Deal]
    registry: SqlRegistry


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Deal]]:
    folder = tmp_path_factory.mktemp("money")
    made = eight_files(folder / "files")
    register_files(folder / "register")
    arguments = ["data", "import", str(folder / "files"), str(folder / "register")]
    done = CliRunner().invoke(
        main, [*arguments, "--all-purchases", "--registry", str(folder / "r.db")]
    )
    assert done.exit_code == 0, done.output
    return folder / "r.db", made


@pytest.fixture(scope="module", params=BOTH)
def money(request: pytest.FixtureRequest, imported: tuple[Path, list[Deal]]) -> Iterator[Imported]:
    path, made = imported
    with opened(path, server_of(request)) as registry:
        yield Imported(path, made, registry)


def whole(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def of(money: Imported, tax_id: int, side: str = "auto") -> PublicMoney:
    found = money.registry.public_money(str(tax_id), side, 50)
    assert found is not None
    return found


@pytest.mark.parametrize("winner", list(WINNERS))
def test_years_of_a_winner_are_those_of_the_files(money: Imported, winner: int) -> None:
    expected = sums([deal for deal in money.made if deal.winner == winner])
    frameworks = [d.day.year for d in money.made if d.winner == winner and nature(d) == "framework"]
    found = of(money, winner, "supplier")
    for year in found.years:
        for kind, part in (("contracts", year.contracts), ("purchases", year.purchases)):
            count, total = expected.pop((winner, year.year or 0, kind), (0, Decimal(0)))
            assert (part.count, part.sum) == (count, whole(total))
        assert year.frameworks.count == frameworks.count(year.year or 0)
    assert not expected
    shares = {y.year: y.share_of_turnover for y in found.years if y.share_of_turnover is not None}
    if 2025 in {y.year for y in found.years}:
        (year,) = (y for y in found.years if y.year == 2025)
        won = (year.contracts.sum or 0) + (year.purchases.sum or 0)
        assert shares == {2025: pytest.approx(won / TURNOVERS[winner], abs=1e-5)}


def test_partners_of_both_sides_agree(money: Imported) -> None:
    winner, buyer = next(iter(WINNERS)), next(iter(BUYERS))
    buyers = {each.tax_id: each for each in of(money, winner).buyers}
    suppliers = {each.tax_id: each for each in of(money, buyer).suppliers}
    assert buyers[str(buyer)].sum == suppliers[str(winner)].sum
    assert sum(each.share or 0 for each in buyers.values()) == pytest.approx(1)
    ordered = [each.sum or 0 for each in of(money, winner).buyers]
    assert ordered == sorted(ordered, reverse=True)
    assert of(money, buyer).side == "authority"


def test_every_contract_is_listed_once_over_the_pages(money: Imported) -> None:
    winner = str(next(iter(WINNERS)))
    found: list[Contract] = []
    cursor, pages = "", 0
    while True:
        page = money.registry.contracts(winner, "supplier", 37, cursor)
        assert page is not None
        assert len(page.contracts) <= 37, "a client keeps no more than it asked for"
        found += page.contracts
        pages += 1
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert pages > 3
    assert page.total_contracts == len(found)
    told = sorted((each.nature, each.number, each.date, each.value, each.cpv) for each in found)
    assert told == sorted(
        (nature(d), d.number, d.day.isoformat(), whole(d.value), d.cpv)
        for d in money.made
        if str(d.winner) == winner
    )
    days = [each.date or "" for each in found if each.nature != "purchase"]
    assert days == sorted(days, reverse=True)
    with pytest.raises(InvalidParameter):
        money.registry.contracts(winner, "supplier", 37, "0123456789ab.d5")


def test_a_full_last_page_of_contracts_promises_none_after_it(money: Imported) -> None:
    for party, side in ((next(iter(WINNERS)), "supplier"), (next(iter(BUYERS)), "authority")):
        whole = money.registry.contracts(str(party), side, 10_000, "")
        assert whole is not None and whole.next_cursor is None
        total = len(whole.contracts)
        in_full = sum(each.nature != "purchase" for each in whole.contracts)
        # The pages end with the last contract, with the last purchase, or one before it.
        for size in (total, total - 1, in_full, in_full + 1):
            found, cursor = 0, ""
            while True:
                page = money.registry.contracts(str(party), side, size, cursor)
                assert page is not None and page.contracts
                found += len(page.contracts)
                if page.next_cursor is None:
                    break
                cursor = page.next_cursor
            assert found == total == page.total_contracts


def test_an_authority_that_the_register_does_not_know_has_a_name(money: Imported) -> None:
    buyer, name = next(iter(BUYERS.items()))
    profile = money.registry.profile(str(buyer))
    assert profile is not None
    assert profile.company_name == name
    for text in (str(buyer), f"RO{buyer}"):
        (found,) = money.registry.search(text).companies
        assert (found.tax_id, found.company_name) == (str(buyer), name)
    assert not money.registry.search(name).companies, "only the register's names are searched"
    assert money.registry.public_money("99999993", "auto", 50) is None


def test_newest_and_largest_contracts(money: Imported) -> None:
    winner = next(iter(WINNERS))
    mine = [d for d in money.made if d.winner == winner and d.table != "purchases"]
    found = of(money, winner)
    assert found.newest[0].date == max(d.day for d in mine).isoformat()
    largest = max(d.value for d in mine if nature(d) != "framework")
    assert found.largest[0].value == whole(largest)


def test_peers_have_the_median_share_of_their_class(money: Imported) -> None:
    peers = money.registry.peers(str(next(iter(WINNERS))))
    assert peers is not None
    assert peers.public_share is not None
    assert peers.public_share.firms == len(WINNERS)


def test_a_new_month_of_the_register_keeps_the_contracts(
    imported: tuple[Path, list[Deal]], tmp_path: Path
) -> None:
    path, _made = imported
    contracts = beside(path).contracts
    assert contracts is not None
    before = contracts.stat()
    with closing(SqliteRegistry(path, check_seconds=0)) as registry:
        assert registry.public_money(str(next(iter(WINNERS))), "auto", 50) is not None
        register = register_files(tmp_path / "firme-02-10-2027")
        done = CliRunner().invoke(main, ["data", "import", str(register), "--registry", str(path)])
        assert done.exit_code == 0, done.output
        assert contracts.stat().st_ino == before.st_ino
        assert registry.info.register_day is not None
        peers = registry.peers(str(next(iter(WINNERS))))
    assert peers is not None
    assert peers.public_share is not None, "the index is made anew for the new registry"


def test_a_registry_without_contracts_announces_none(tmp_path: Path) -> None:
    register = register_files(tmp_path / "register")
    done = CliRunner().invoke(
        main, ["data", "import", str(register), "--registry", str(tmp_path / "r.db")]
    )
    assert done.exit_code == 0
    with closing(SqliteRegistry(tmp_path / "r.db")) as registry:
        assert "contracts" not in registry.extensions


def _naive(made: list[Deal], won: tuple[int, int], line: str) -> bool:
    """Whether a winner fulfils a criterion, by the rows of the files alone. ``won`` is its tax id
    and its turnover of 2025."""
    tax_id, turnover = won
    mine = [deal for deal in made if deal.winner == tax_id]
    summed = [deal for deal in mine if nature(deal) != "framework"]
    name, _, value = line.partition(":")
    match name:
        case "won":
            return sum(d.value for d in summed) > int(value.lstrip(">").replace("M", "000000"))
        case "won-year":
            return any(str(d.day.year) == value for d in summed)
        case "buyer" if value.isdigit():
            return any(str(d.buyer) == value for d in mine)
        case "buyer":
            return any(d.buyer_name == value.strip('"').upper() for d in mine)
        case "cpv":
            return any(d.cpv.startswith(value) for d in mine)
        case "public-share":
            of_2025 = sum(d.value for d in summed if d.day.year == 2025)
            return 100 * of_2025 > int(value.strip(">%")) * turnover
    assert name == "buyers"
    return len({d.buyer for d in summed}) == int(value)


@pytest.mark.parametrize(
    "line",
    [
        "won:>150M", "won-year:2025", "buyer:4305857", 'buyer:"comuna inventată 3"', "cpv:45",
        "cpv:4523", "public-share:>500%", "buyers:6", "public-share:>9999999%", "won:>0",
    ],
)  # fmt: skip
def test_criteria_find_who_the_files_name(money: Imported, line: str) -> None:
    page = money.registry.screen(parse(line), "-won", 50, "")
    expected = {str(w) for w, t in TURNOVERS.items() if _naive(money.made, (w, t), line)}
    assert {row.tax_id for row in page.companies} == expected
    sums_of = [row.won or 0 for row in page.companies]
    assert sums_of == sorted(sums_of, reverse=True)


def test_criteria_combine_and_facets_count_buyers(money: Imported) -> None:
    screen = parse("county:CJ form:SRL caen:42 won:>1M not won-year:1999")
    facets = money.registry.screen_facets(screen)
    winners = {w for w, t in TURNOVERS.items() if _naive(money.made, (w, t), "won:>1M")}
    counted = {each.value: each.companies for each in facets.buyers}
    assert counted == {
        str(b): len({d.winner for d in money.made if d.buyer == b} & winners) for b in BUYERS
    }
    assert {each.label for each in facets.buyers} == set(BUYERS.values())
    (works,) = (each for each in facets.cpv_divisions if each.value == "45")
    assert works.criterion == "cpv:45"
    assert works.label == "Lucrări de construcții"


def test_without_contracts_a_criterion_on_them_is_refused(sample: RegistryFile) -> None:
    with pytest.raises(InvalidParameter, match="No public contracts were imported"):
        sample.screen(parse("won:>1M"), "-won", 50, "")
    assert sample.screen(parse(""), "-won", 5, "").companies


def test_to_win_means_one_thing_in_the_tab_and_in_every_criterion(money: Imported) -> None:
    """What counts in the sum: no framework, and nothing that was set apart."""

    def found(line: str) -> set[str]:
        page = money.registry.screen(parse(line), "taxId", 100, "")
        return {each.tax_id for each in page.companies}

    known = {tax_id for winner in WINNERS if (tax_id := str(winner)) in found("")}
    tabs = {tax_id: of(money, int(tax_id), "supplier") for tax_id in known}
    assert any(tab.years for tab in tabs.values())
    for tax_id, tab in tabs.items():
        assert tab.total_buyers == len(tab.buyers)
        assert tab.count == sum(each.count or 0 for each in tab.buyers)
        assert (tax_id in found("won:>=0")) == bool(tab.count)
        assert (tax_id in found(f"buyers:{tab.total_buyers}")) == bool(tab.count)
    for buyer in filter(is_valid, map(str, BUYERS)):
        theirs = {t for t, tab in tabs.items() if buyer in {b.tax_id for b in tab.buyers}}
        assert found(f"buyer:{buyer}") & known == theirs, buyer
    for number in range(2015, 2027):
        won = {
            tax_id
            for tax_id, tab in tabs.items()
            for year in tab.years
            if year.year == number and (year.contracts.count or 0) + (year.purchases.count or 0)
        }
        assert found(f"won-year:{number}") & known == won, number
    counted = {(str(d.winner), d.cpv) for d in money.made if sums([d])}
    for code in {d.cpv for d in money.made}:
        theirs = {winner for winner, cpv in counted if cpv == code} & known
        assert found(f"cpv:{code.partition('-')[0]}") & known == theirs, code
