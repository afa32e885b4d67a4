"""Rows show the turnover if it is free, and never spend a request on it."""

from __future__ import annotations

import re

import pytest

from tests.faulty.process import FaultyServer
from tests.ui.hostile import remote, said_in
from tests.ui.remote.test_thrift import sent
from tests.ui.user import NORMAL, User, explore
from tui_app.ui.lists.columns import NAME, TURNOVER, placed

pytestmark = pytest.mark.usefixtures("figures_in_rows")


def rows(user: User) -> str:
    return said_in(user, user.app.explorer.list.rows)


async def test_a_row_has_turnover_and_its_years_from_100_columns_on() -> None:
    async with explore(size=NORMAL) as user:
        await user.search("petro")
        assert re.search(r"24\.7M ▇█▇▇▆▅ +SRL", rows(user))
        # Only the user spends the sample's demonstration allowance.
        assert user.app.client is not None
        assert user.app.client.allowance.session_requests <= 2
        await user.pilot.resize_terminal(99, 40)
        await user.idle()
        assert "24.7M" not in rows(user)
        # A list of one line has a column for it.
        await user.pilot.resize_terminal(200, 30)
        await user.idle()
        assert "Turnover" in rows(user)
        assert re.search(
            r"PETROTERM DEMO SRL +990000013 +functiune +Bucuresti +SRL +24\.7M ▇█▇▇▆▅", rows(user)
        )
        # What a list says about a company comes before it.
        await user.pilot.resize_terminal(*NORMAL)
        await user.press("escape", "home", "enter", "w", "W")
        assert re.search(r"watched since \d{4}-\d\d-\d\d · invented", rows(user))


async def test_of_a_server_only_what_is_cached_is_shown(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("petro")
        await user.press("enter", "2")
        before = sent(faulty)
        await user.press("escape")
        await user.search("petroterm")
        assert sent(faulty) == [*before, "autocomplete"]
        assert len(re.findall("[kMB] [▁-█]+", rows(user))) == 1


@pytest.mark.parametrize("width", range(59, 200, 7))
def test_beside_the_turnover_the_name_stays_readable(width: int) -> None:
    columns = placed(("name", "tax_id", "county", "company_type", TURNOVER), width)
    widths = {column.name: width for column, width in columns}
    assert TURNOVER in widths and widths[NAME.name] >= (24 if len(widths) > 3 else 20)
