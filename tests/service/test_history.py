"""The register over time through the service: from a file, and from PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.opendata.past_country import DAYS, LIQUIDATOR, MOVED, RENAMED, STEADY, country
from tests.postgres import database
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import ClientError, InvalidRequestError
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.past import ChangePage, snapshot_on, values_on
from tui_app.contract.resources import CompanyProfile, FormerCompany
from tui_app.registry.postgres.publish import publish
from tui_app.registry.registry_location import open_registry
from tui_app.service.embedded import open_embedded
from tui_app.sources import source
from tui_app.sources.connection import THIS_PROCESS, in_process

MIDDLE = dt.date(2022, 12, 31)


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A registry with a history."""
    return country(tmp_path_factory.mktemp("past"))


@pytest.fixture(params=["file", "PostgreSQL"])
async def companies(request: pytest.FixtureRequest, registry: Path) -> AsyncIterator[Companies]:
    """A client of the service over either engine."""
    if request.param == "file":
        async with source.connect(Settings(registry=str(registry))) as opened:
            await opened.learn_extensions()
            yield opened
        return
    with database(request.getfixturevalue("postgres")) as url:
        publish(registry, url, lambda _step: None)
        embedded = open_embedded(lambda: open_registry(url), None, private=False)
        connection = Connection(
            base_url=THIS_PROCESS,
            key=Secret(embedded.token),
            metered=False,
            open_transport=in_process(lambda: embedded.app, embedded.close),
        )
        async with Companies(connection) as opened:
            await opened.learn_extensions()
            yield opened


def told(page: ChangePage) -> list[tuple[str, ...]]:
    """Changes as tuples."""
    return [(c.tax_id, c.kind, c.before, c.after, c.not_before, c.not_after) for c in page.changes]


async def test_a_company_over_time_and_the_changes_of_the_country(companies: Companies) -> None:
    """Both engines say the same, with both days of each change."""
    history = (await companies.history(MOVED.tax_id)).data
    assert [each.day for each in history.snapshots] == list(DAYS)
    middle = snapshot_on(history, MIDDLE)
    assert middle is not None and middle.day == DAYS[1]
    assert "form" in middle.lacks
    assert values_on(history, middle) == {
        "number": "J12/100/2010", "name": MOVED.name, "state": "insolvență; funcțiune",
        "county": "Cluj", "locality": "Dej", "street": "Strada Probei, nr. 3",
    }  # fmt: skip
    street = "Strada Probei, nr. 3"
    page = (await companies.changes("county:Sibiu changed:state,seat")).data
    assert told(page) == [
        (MOVED.tax_id, "state", "insolvență; funcțiune", "radiată", DAYS[1], DAYS[2]),
        (MOVED.tax_id, "seat", f"{street}, Dej, Cluj", f"{street}, Sibiu, Sibiu", DAYS[1], DAYS[2]),
        (MOVED.tax_id, "state", "funcțiune", "insolvență; funcțiune", DAYS[0], DAYS[1]),
    ]
    assert {each.value: each.companies for each in page.kinds} == {"state": 1, "seat": 1}
    since = (await companies.changes("since:2023-01 changed:state")).data
    assert since.total_changes == 1
    kinds = [kind for _, kind, *_ in told((await companies.changes()).data)]
    assert sorted(kinds) == ["gone", "name", "name", "new", "seat", "state", "state"]
    gone = (await companies.changes("changed:gone county:CJ")).data
    assert [each.company_name for each in gone.changes] == ["DISPARUTA DEMO SRL"]


async def test_pages_of_changes_have_each_once(companies: Companies) -> None:
    """However large a page is."""
    whole = told((await companies.changes()).data)
    for size in (1, 2, 3, len(whole), len(whole) + 1):
        found: list[tuple[str, ...]] = []
        cursor = ""
        while True:
            page = (await companies.changes(limit=size, cursor=cursor)).data
            assert page.changes, "a page was promised that is not there"
            found += told(page)
            cursor = page.next_cursor or ""
            if not cursor:
                break
        assert found == whole
    with pytest.raises(InvalidRequestError):
        await companies.changes("county:CJ", cursor="0123456789abcdef.20260902.1.1")


async def test_criteria_about_the_past(companies: Companies) -> None:
    """They are criteria of screening like others, also with not."""

    async def found(line: str) -> list[str]:
        return [each.company_name for each in (await companies.screen(line)).data.companies]

    assert await found("moved-from:CJ") == [MOVED.name]
    assert await found("was:insolventa") == [MOVED.name]
    assert await found("changed:name") == ["NOUA DEMO SRL"]
    assert await found("changed:new") == ["PROASPATA DEMO SRL"]
    assert await found("changed:state since:2026-10") == []
    assert STEADY.name in await found("not since:2015")
    assert MOVED.name not in await found("not since:2015")


async def test_everything_as_of_a_day(companies: Companies) -> None:
    """Profile, search by the names of that day, screening; what the register does not know is
    said to be not known."""
    await companies.look_back(MIDDLE)
    profile = (await companies.profile(MOVED.tax_id)).data
    assert (profile.company_id, profile.status, profile.county) == (
        "J12/100/2010", "insolvență", "Cluj",
    )  # fmt: skip
    assert profile == CompanyProfile(
        tax_id=MOVED.tax_id, company_id="J12/100/2010", company_name=MOVED.name,
        status="insolvență", county="Cluj", locality="Dej", street_name="Strada Probei",
        street_nr="3", full_address="Jud. Cluj, Dej, Strada Probei, Nr.3",
    )  # fmt: skip
    found = (await companies.autocomplete("vechea")).data
    assert [each.company_name for each in found] == [RENAMED.name]
    in_cluj = (await companies.screen("county:CJ", sort="companyName")).data
    names = [each.company_name for each in in_cluj.companies]
    assert names == ["DISPARUTA DEMO SRL", MOVED.name, RENAMED.name]
    insolvent = (await companies.screen("status:insolvent")).data
    assert insolvent.total_companies == 1
    facets = (await companies.screen_facets()).data
    assert {each.value: each.companies for each in facets.counties} == {"Cluj": 3, "Sibiu": 1}
    with pytest.raises(ClientError, match="day in the past"):
        await companies.financial(MOVED.tax_id)
    with pytest.raises(InvalidRequestError, match="turnover is not known"):
        await companies.screen("turnover:>1")
    await companies.look_back(dt.date(2010, 1, 1))
    with pytest.raises(InvalidRequestError, match="begins on 2019-02-01"):
        await companies.profile(MOVED.tax_id)
    await companies.look_back(None)
    assert (await companies.profile(MOVED.tax_id)).data.status == "radiată"


async def test_former_names_and_numbers_are_found(companies: Companies) -> None:
    """Marked with what they were; a longer text finds them, too."""
    for text, before in (
        ("vechea", RENAMED.name),
        ("vechea demo", RENAMED.name),
        ("J12/100/2010", MOVED.number),
        ("J2010000100121", MOVED.number),
    ):
        (found,) = (await companies.autocomplete(text)).data
        assert isinstance(found, FormerCompany)
        assert found.formerly == before
    (plain,) = (await companies.autocomplete("stabila")).data
    assert not isinstance(plain, FormerCompany)


async def test_signals_of_the_past(companies: Companies) -> None:
    """Each with its days; where no history is kept there are none."""
    from tui_app.sources.company_data import SIGNAL_OPERATIONS, load_company

    company = await load_company(companies, MOVED.tax_id, SIGNAL_OPERATIONS)
    found = {each.rule: each for each in company.signals}
    named = found["practitioner"]
    assert named.level == "serious"
    assert LIQUIDATOR in str(named.figures[0].value)
    assert found["revived"].level == "clear"
    assert found["moved_twice"].level == "clear"
    renamed = await load_company(companies, RENAMED.tax_id, SIGNAL_OPERATIONS)
    assert {each.rule: each.level for each in renamed.signals}["renamed"] == "unknown"


async def test_nothing_of_the_past_is_sent_unannounced() -> None:
    """The sample has no history: no day, no criteria, no changes are asked of it."""
    async with source.connect(Settings()) as companies:
        await companies.learn_extensions()
        before = companies.allowance.session_requests
        with pytest.raises(InvalidRequestError, match="older snapshots"):
            await companies.look_back(MIDDLE)
        for line in ("moved-from:CJ", "county:CJ was:insolvent"):
            with pytest.raises(InvalidRequestError):
                await companies.screen(line)
        with pytest.raises(InvalidRequestError):
            await companies.ask(ops.PROFILE, MOVED.tax_id, {"asOf": "2022-01-01"})
        assert companies.allowance.session_requests == before
