"""Each method: what it sends, and that it asks only once and within the reserve, unless told."""

from __future__ import annotations

import datetime as dt
import inspect
from typing import Any

import pytest

from tests.scripted import ScriptedServer, client_of
from tui_app.client.errors import AllowanceError
from tui_app.client.methods import Operations

ALL = "screen, screen_facets, changes, history, contracts, public_money, peers, connections"
DAY = dt.date(2020, 1, 2)
ONE = "/v1/companies/12"
SENT: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("profile", {"tax_id": "RO 12"}, ONE),
    ("financial", {"tax_id": 12}, f"{ONE}/financial"),
    ("phones", {"tax_id": 12}, f"{ONE}/phones"),
    ("emails", {"tax_id": 12}, f"{ONE}/emails"),
    ("administrators", {"tax_id": 12}, f"{ONE}/administrators"),
    ("websites", {"tax_id": 12}, f"{ONE}/websites"),
    ("history", {"tax_id": 12}, f"{ONE}/history"),
    ("peers", {"tax_id": 12}, f"{ONE}/peers"),
    ("court_cases", {"tax_id": 12}, f"{ONE}/court-cases?page=1"),
    ("court_cases", {"tax_id": 12, "page": 3}, f"{ONE}/court-cases?page=3"),
    ("connections", {"tax_id": 12}, f"{ONE}/connections?page=1"),
    ("connections", {"tax_id": 12, "page": 3}, f"{ONE}/connections?page=3"),
    ("registered", {"date": "2024-03-01"},
     "/v1/companies/?registration_date=2024-03-01&page=1"),
    ("registered", {"date": dt.datetime(2024, 3, 1, 23, tzinfo=dt.UTC), "page": 2},
     "/v1/companies/?registration_date=2024-03-01&page=2"),
    ("autocomplete", {"q": "agro"}, "/v1/companies/autocomplete?q=agro"),
    ("autocomplete", {"q": "agro", "as_of": DAY},
     "/v1/companies/autocomplete?q=agro&asOf=2020-01-02"),
    ("search", {"text": "agro"}, "/v1/companies/autocomplete?q=agro"),
    ("public_money", {"tax_id": 12}, f"{ONE}/public-money?side=auto&partners=50"),
    ("public_money", {"tax_id": 12, "side": "authority"},
     f"{ONE}/public-money?side=authority&partners=50"),
    ("contracts", {"tax_id": 12}, f"{ONE}/contracts?side=auto&limit=50"),
    ("contracts", {"tax_id": 12, "side": "supplier", "limit": 7, "cursor": "abc"},
     f"{ONE}/contracts?side=supplier&limit=7&cursor=abc"),
    ("changes", {}, "/v1/companies/changes?limit=50"),
    ("changes", {"criteria": "county:CJ", "limit": 7, "cursor": "abc"},
     "/v1/companies/changes?q=county%3ACluj&limit=7&cursor=abc"),
    ("screen", {}, "/v1/companies/screen?sort=-turnover&limit=50"),
    ("screen", {"criteria": "county:CJ", "sort": "taxId", "limit": 7},
     "/v1/companies/screen?q=county%3ACluj&sort=taxId&limit=7"),
    ("screen_on", {"day": DAY, "criteria": "county:CJ", "limit": 7},
     "/v1/companies/screen?q=county%3ACluj&sort=companyName&limit=7&asOf=2020-01-02"),
    ("screen_facets", {"criteria": "county:CJ", "as_of": DAY},
     "/v1/companies/screen/facets?q=county%3ACluj&asOf=2020-01-02"),
    ("screen_facets", {"criteria": "county:CJ"}, "/v1/companies/screen/facets?q=county%3ACluj"),
)  # fmt: skip


@pytest.mark.parametrize(("method", "arguments", "sent"), SENT)
async def test_each_method_sends_what_it_was_given_once_and_within_the_reserve(
    method: str, arguments: dict[str, Any], sent: str
) -> None:
    data: Any = () if "autocomplete" in sent else {}
    server = ScriptedServer({sent.partition("?")[0]: data}, extensions=ALL)
    async with client_of(server, reserve=2_000) as companies:
        await companies.learn_extensions(confirm=True)
        asking = getattr(companies, method)
        server.asked.clear()
        with pytest.raises(AllowanceError):
            await asking(**arguments)
        assert server.asked == []
        answer = await asking(**arguments, confirm=True)
        assert server.asked == [sent]
        assert (answer.requests, answer.from_cache) == (1, False)
        assert not (answer.stale or answer.partial or answer.invented or answer.failure)
        if "cursor" not in arguments:  # nobody returns to a later page
            assert (await asking(**arguments)).from_cache
        if "fresh" in inspect.signature(asking).parameters:
            await asking(**arguments, fresh=True)
            assert server.asked == [sent, sent]


def test_each_method_of_an_operation_is_tried() -> None:
    methods = {name for name in vars(Operations) if not name.startswith("_")}
    assert {method for method, _arguments, _sent in SENT} == methods - {"ask"} | {"search"}, (
        "each method: a line in SENT"
    )
