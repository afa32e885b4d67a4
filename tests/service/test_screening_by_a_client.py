"""Screening by a client: announced, charged, and page after page."""

from __future__ import annotations

import pytest

from tests.faulty.process import FaultyServer
from tui_app.client.companies import Companies
from tui_app.client.errors import InvalidRequestError
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ScreeningRow


async def test_what_a_server_announces_is_learned_without_a_charge(sample: Companies) -> None:
    assert {"screen", "screen_facets"} <= await sample.learn_extensions()
    sent = sample.allowance.session_requests
    assert {"screen", "screen_facets"} <= await sample.learn_extensions()
    assert sample.allowance.session_requests == sent == 1
    first = await sample.screen("active")
    second = await sample.screen(parse("not active"))
    assert first.remaining is not None and second.remaining == first.remaining - 1


async def test_a_server_of_somebody_else_is_never_sent_a_screen(stranger: FaultyServer) -> None:
    async with Companies(stranger.base_url()) as companies:
        assert "screen" not in await companies.learn_extensions()
        requests = len(stranger.log())
        with pytest.raises(InvalidRequestError, match="does not answer this"):
            await companies.screen("active", confirm=True)
        with pytest.raises(InvalidRequestError, match="does not answer this"):
            await companies.screen_facets("active", confirm=True)
        assert len(stranger.log()) == requests


async def test_the_largest_turnover_comes_first_and_the_unknown_last(sample: Companies) -> None:
    await sample.learn_extensions()
    rows: list[ScreeningRow] = []
    cursor = ""
    while True:
        page = (await sample.screen("not struck_off", limit=37, cursor=cursor)).data
        rows += page.companies
        if page.next_cursor is None:
            break
        assert len(page.companies) == 37
        cursor = page.next_cursor
    assert len(rows) == page.total_companies and page.total_is_exact
    assert len({row.tax_id for row in rows}) == len(rows)
    known = [row.turnover for row in rows if row.turnover is not None]
    assert known == sorted(known, reverse=True) and known
    assert [row.turnover for row in rows[: len(known)]] == known


async def test_facets_count_every_company(sample: Companies) -> None:
    await sample.learn_extensions()
    total = (await sample.screen()).data.total_companies
    found = (await sample.screen_facets()).data
    assert found.total_companies == found.counted_companies == total
    for values in (found.counties, found.company_types, found.status_classes, found.sizes):
        assert sum(value.companies or 0 for value in values) == total
    for value in found.counties:
        if value.criterion is not None:
            page = (await sample.screen(value.criterion)).data
            assert page.total_companies == value.companies
