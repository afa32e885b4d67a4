"""A search that ran out of time says so, and its results never pass for complete."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ui.hostile import in_list
from tests.ui.user import explore, program
from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings
from tui_app.contract.resources import CompanyProfile, CourtCasePage
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sqlite import registry_file
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.service import responses
from tui_app.service.account_store import KeyStore
from tui_app.service.allowance import AllowanceStatus
from tui_app.service.app import Service

APART = "aaaaaaaaaab"
"""All its pieces stand in every name, and itself, or anything like it, in the last one only."""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = [f"aaaaaaaa {number} xaaaab" for number in range(2_000)]
    path = tmp_path_factory.mktemp("crowd") / "registry.db"
    profiles = (
        CompanyProfile(tax_id=str(10 + number), company_name=name)
        for number, name in enumerate([*names, "zz " + APART])
    )
    build((CompanyRecord(profile=profile) for profile in profiles), path)
    return path


@pytest.fixture
def service(crowd: Path, accounts: KeyStore) -> Iterator[Service]:
    with contextlib.closing(Service(open_registry(crowd), accounts)) as opened:
        yield opened


async def test_a_partial_answer_is_told(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/v1/companies/autocomplete?q={APART}"
    monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 0.0)
    partial = await client.get(path)
    assert (partial.status_code, partial.json()["data"]) == (200, [])
    assert partial.headers["firmeterm-partial"] == "true"
    monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 60)
    whole = await client.get(path)
    assert [company["companyName"] for company in whole.json()["data"]] == ["zz " + APART]
    assert "firmeterm-partial" not in whole.headers


async def test_that_no_court_file_names_a_company_does_not_say_that_it_has_no_case(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/v1/companies/10/court-cases")
    assert answer.json()["data"]["totalCases"] == 0
    assert answer.headers["firmeterm-partial"] == "true"
    profile = await client.get("/v1/companies/10")
    assert "firmeterm-partial" not in profile.headers


def connected(service: Service, key: str) -> Connection:
    return Connection(
        base_url="http://127.0.0.1",
        key=Secret(key),
        open_transport=lambda: httpx.ASGITransport(service),
    )


async def test_that_no_case_is_known_is_cached_as_just_that(
    service: Service, key: str, tmp_path: Path
) -> None:
    for requests in (1, 0):
        companies = Companies(connected(service, key), cache=Cache(tmp_path / "answers.db"))
        answer = await companies.court_cases("10")
        assert answer.partial and answer.requests == requests
        await companies.aclose()


async def test_the_client_answers_nothing_from_a_partial_answer(
    service: Service, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 0.0)
    companies = Companies(connected(service, key))
    assert (await companies.autocomplete(APART)).partial
    monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 60)
    for text in (APART[1:], APART, APART):
        answer = await companies.autocomplete(text)
        assert [found.company_name for found in answer.data] == ["zz " + APART]
        assert not answer.partial
    assert answer.requests == 0
    await companies.aclose()


async def test_the_list_says_that_there_may_be_more(
    service: Service, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 0.0)
    settings = Settings(base_url="http://127.0.0.1")
    async with explore(
        program(settings, connect=lambda _: Companies(connected(service, key)))
    ) as user:
        await user.search(APART)
        assert in_list(user) == "Nothing found · not searched to the end: type more"
        monkeypatch.setattr(registry_file, "SEARCH_SECONDS", 60)
        await user.press("escape", "r")
        assert in_list(user) == "1 company"


@pytest.mark.parametrize(
    ("cases", "invented", "is_partial"),
    [(0, False, True), (3, False, False), (0, True, False), (3, True, False)],
)
def test_no_cases_mean_nothing_where_not_all_were_imported(
    cases: int, invented: bool, is_partial: bool
) -> None:
    status = AllowanceStatus(quota=None, remaining=5)
    answer = responses.success(CourtCasePage(total_cases=cases), status, invented=invented)
    assert ("firmeterm-partial" in answer.headers) == is_partial
