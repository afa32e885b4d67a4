"""A research session sends the fewest requests that could have answered it."""

from pathlib import Path

from tests.benchmarks.requests import research, served


async def test_a_research_session_costs_the_theoretical_minimum(shared_cache: Path) -> None:
    with served(shared_cache) as (embedded, registry, entries):
        bill = await research(embedded, registry, entries)
    assert bill.arrived == bill.fewest
    assert bill.looked_at > 3 * bill.arrived.total()
