"""The client against the service itself, in process over the sample."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import CompanyNotFoundError, CredentialError
from tui_app.client.refine import Refiner, refine
from tui_app.client.secret import Secret
from tui_app.config.settings import cache_folder
from tui_app.contract import operations as o
from tui_app.contract.folding import fold
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.ranking import narrows, read_query
from tui_app.contract.resources import CompanySummary
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sample import sample_path
from tui_app.service.embedded import Embedded, open_embedded


@pytest.fixture(scope="module")
def embedded(shared_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    folder = tmp_path_factory.mktemp("accounts")
    opened = open_embedded(
        lambda: open_registry(sample_path(cache_folder())), folder / "accounts.db"
    )
    yield opened
    opened.close()


def open_client(embedded: Embedded, key: str = "") -> Companies:
    return Companies(
        Connection(
            base_url="http://127.0.0.1",
            key=Secret(key or embedded.token),
            open_transport=lambda: httpx.ASGITransport(embedded.app, raise_app_exceptions=False),
        )
    )


TWISTS: list[Callable[[str], str]] = [str, str.lower, str.upper, fold, "  {} ".format]


async def found(companies: Companies, q: str) -> tuple[CompanySummary, ...]:
    return (await companies.autocomplete(q, fresh=True)).data


async def test_all_nine_operations_answer_without_a_fault(embedded: Embedded) -> None:
    companies = open_client(embedded)
    search = await companies.autocomplete("srl")
    assert len(search.data) == MAXIMUM_RESULTS
    for company in search.data:
        profile = await companies.profile(company.tax_id)
        answers: list[Answer[Any]] = [
            profile,
            await companies.financial(company.tax_id),
            await companies.court_cases(company.tax_id),
            await companies.phones(company.tax_id),
            await companies.emails(company.tax_id),
            await companies.administrators(company.tax_id),
            await companies.websites(company.tax_id),
        ]
        assert [answer.faults for answer in answers] == [()] * 7
        assert profile.data.company_name == company.company_name
        day = dt.date.fromisoformat((profile.data.registration_date or "")[:10])
        listed = await companies.registered(day)
        assert listed.faults == ()
        assert company.tax_id in {c.tax_id for c in listed.data.companies}
    before = companies.allowance.remaining
    assert before is not None
    await companies.profile(search.data[0].tax_id, fresh=True)
    assert companies.allowance.remaining == before - 1
    await companies.aclose()


async def test_the_refusals_of_the_service_are_understood(embedded: Embedded) -> None:
    companies = open_client(embedded)
    with pytest.raises(CompanyNotFoundError, match="knows no company with the tax id 19"):
        await companies.profile("19")
    await companies.aclose()
    stranger = open_client(embedded, "unknown_key_0123456789")
    with pytest.raises(CredentialError, match="Key rejected by"):
        await stranger.autocomplete("srl")
    await stranger.aclose()


async def test_pages_past_the_last_are_empty_and_no_fault(embedded: Embedded) -> None:
    companies = open_client(embedded)
    (first, *_rest) = await found(companies, "srl")
    page = await companies.court_cases(first.tax_id, page=99)
    assert page.data.court_cases == ()
    assert page.faults == ()
    await companies.aclose()


@pytest.fixture(scope="module")
def texts(embedded: Embedded) -> list[str]:
    """Names and numbers that the sample knows, as they stand in its answers."""

    async def collect() -> set[str]:
        companies = open_client(embedded)
        known: set[str] = set()
        for q in ("srl", "9900", "j20", "agro", "term", "con", "ali", "bir", "ser", "fam"):
            for company in await found(companies, q):
                known |= {company.company_name, company.tax_id, company.company_id}
        await companies.aclose()
        return known

    return sorted(text for text in asyncio.run(collect()) if len(text) >= 3)


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_refined_answer_is_the_services_own(
    embedded: Embedded, texts: list[str], data: st.DataObject
) -> None:
    """Pieces of real names and numbers, in any case, with and without diacritics and blanks."""
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text) - 3))
    middle = data.draw(st.integers(start + 3, len(text)))
    end = data.draw(st.integers(middle, len(text)))
    twist = data.draw(st.sampled_from(TWISTS))
    shorter, longer = twist(text[start:middle]), text[start:end]
    if min(sum(map(str.isalnum, fold(each))) for each in (shorter, longer)) < 3:
        return
    if any(may_be_personal_code(q) for q in (shorter, longer)):
        return  # the digits of a registry number may look like one, and are not sent

    async def compare() -> None:
        companies = open_client(embedded)
        complete = await found(companies, shorter)
        requested, known = read_query(longer), read_query(shorter)
        if len(complete) < MAXIMUM_RESULTS and narrows(requested, known):
            refined = refine(requested, known, complete)
            if refined is not None:
                assert refined == await found(companies, longer)
        await companies.aclose()

    asyncio.run(compare())


async def test_the_service_never_surprises_the_refiner(
    embedded: Embedded, texts: list[str]
) -> None:
    companies = open_client(embedded)
    refiner, served = Refiner(), 0
    for text in texts[::24]:
        for end in range(3, min(len(text), 12)):
            q = text[:end]
            if len(fold(q)) < 3:
                continue
            served += refiner.answer(q) is not None
            refiner.learn(q, await companies.autocomplete(q, fresh=True))
            assert refiner.enabled, q
    assert served > 15
    await companies.aclose()


async def test_typing_a_name_to_its_end_costs_what_was_said_before(embedded: Embedded) -> None:
    companies = open_client(embedded)
    (target, *_rest) = await found(companies, "990000013")
    before, requested = companies.allowance.session_requests, 0
    typed = [target.company_name[:end] for end in range(3, len(target.company_name) + 1)]
    for q in typed:
        price = companies.price(o.AUTOCOMPLETE, q=q)
        answer = await companies.autocomplete(q)
        assert price == answer.requests
        requested += answer.requests
    assert companies.allowance.session_requests - before == requested < len(typed) / 2
    await companies.aclose()
