"""A research session sends the fewest requests that could have answered it."""

from pathlib import Path

import pytest

from tests.benchmarks.requests import research, served
from tui_app.client.request import build_request
from tui_app.contract.operations import AUTOCOMPLETE


async def test_a_research_session_costs_the_theoretical_minimum(shared_cache: Path) -> None:
    with served(shared_cache) as (embedded, registry, entries):
        bill = await research(embedded, registry, entries)
    assert bill.arrived == bill.fewest
    assert bill.looked_at > 3 * bill.arrived.total()


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("RO990000013", "990000013"),
        ("ro 990000013", "990000013"),
        ("990000013", "990000013"),
        ("RO 2000", "RO 2000"),
        ("RO19", "RO19"),
        ("Roman", "Roman"),
    ],
)
def test_a_server_that_does_not_know_ro_is_asked_for_the_digits(typed: str, sent: str) -> None:
    assert build_request(AUTOCOMPLETE, raw={"q": typed}).text == sent


@pytest.mark.parametrize(
    ("typed", "name", "domain"),
    [
        ("office@petroterm-demo.ro", "petroterm demo", "petroterm-demo.ro"),
        ("https://www.petroterm-demo.ro/contact", "petroterm demo", "petroterm-demo.ro"),
        ("petro.term srl", "petro.term srl", "petro.term srl"),
    ],
)
def test_of_an_address_its_name_is_sent_and_the_domain_to_who_knows_domains(
    typed: str, name: str, domain: str
) -> None:
    assert build_request(AUTOCOMPLETE, raw={"q": typed}).text == name
    for knows, sent in ((False, name), (True, domain)):
        assert build_request(AUTOCOMPLETE, raw={"q": typed}, knows_domains=knows).text == sent
