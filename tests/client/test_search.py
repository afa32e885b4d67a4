"""The requests of a search field: a whole tax id is one request, opening the company included."""

from __future__ import annotations

import pytest

from tests.client.conftest import client_of
from tests.faulty.healthy import COMPANIES, FIRST
from tests.faulty.process import FaultyServer
from tests.sample.tax_ids import with_control_digit
from tui_app.client.errors import ServerError
from tui_app.contract import operations as o


@pytest.mark.parametrize("written", ["{}", "RO{}", "ro {}", " CUI: {} ", "{}\u200b"])
async def test_a_pasted_tax_id_and_its_company_are_one_request(
    written: str, faulty: FaultyServer
) -> None:
    text = written.format(FIRST.tax_id)
    async with client_of(faulty.base_url()) as companies:
        assert companies.price_of_search(text) == 1
        answer = await companies.search(text)
        assert answer.data == (FIRST,)
        assert (answer.requests, answer.from_cache) == (1, False)
        assert companies.price_of_search(text) == companies.price(o.PROFILE, FIRST.tax_id) == 0
        assert (await companies.profile(FIRST.tax_id)).from_cache
        assert (await companies.search(text)).from_cache
    assert [entry["operation"] for entry in faulty.log()] == ["profile"]


@pytest.mark.parametrize(
    "text", ["petroterm", FIRST.tax_id[:5], FIRST.tax_id[:-1] + "0", FIRST.company_id]
)
async def test_any_other_text_is_searched_for(text: str, faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        await companies.search(text)
    assert [entry["operation"] for entry in faulty.log()] == ["autocomplete"]


async def test_an_unknown_tax_id_finds_nothing(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        answer = await companies.search(with_control_digit("99999999"))
        assert (answer.data, answer.requests) == ((), 1)


async def test_what_was_searched_for_is_not_looked_up_again(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url()) as companies:
        await companies.autocomplete(FIRST.tax_id)
        assert companies.price_of_search(FIRST.tax_id) == 0
        assert FIRST in (await companies.search(FIRST.tax_id)).data
        fresh = await companies.search(FIRST.tax_id, fresh=True)
        assert fresh.data == (FIRST,)
        assert companies.looked_up(FIRST.tax_id, fresh=False) == FIRST.tax_id
    assert [entry["operation"] for entry in faulty.log()] == ["autocomplete", "profile"]


async def test_a_failure_is_that_of_a_search(faulty: FaultyServer) -> None:
    async with client_of(faulty.base_url("500-text")) as companies:
        with pytest.raises(ServerError) as caught:
            await companies.search(COMPANIES[1].tax_id)
        request = caught.value.request
        assert request is not None
        assert request.operation is o.AUTOCOMPLETE
