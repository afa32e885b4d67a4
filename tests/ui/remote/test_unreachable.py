"""A server that cannot be reached, as the user sees it."""

from __future__ import annotations

import pytest

from tests.faulty.cases import Case
from tests.faulty.faults import FAULTS
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tests.ui.hostile import (
    assert_no_trace,
    in_detail,
    in_list,
    is_held_too_long,
    remote,
    told,
    watching,
)
from tests.ui.remote.faulty_walk import (
    SHOWN,
    expected,
    of_search,
)
from tests.ui.user import explore

BY_ADDRESS = [case for case in SHOWN if case.fault not in FAULTS]


@pytest.mark.parametrize("case", BY_ADDRESS, ids=lambda case: case.fault)
async def test_a_server_that_cannot_be_reached(case: Case, faulty: FaultyServer) -> None:
    app = remote(faulty.base_url(case.fault), fault=case.fault)
    async with explore(app) as user, watching() as holds:
        await user.search("demo")
        host = user.app.client.address.host if user.app.client else ""
        again = "Press ⏎ in the search field to search again."
        assert in_list(user) == f"{of_search(case, host)} {again}"
        await user.press("escape", "colon")
        await user.paste(f"show {FIRST.tax_id}")
        await user.press("enter")
        assert expected(case, host, FIRST.tax_id) in in_detail(user)
        await user.press("p")
        assert "Not paged" in told(user)
        assert_no_trace(user)
        assert not is_held_too_long(holds.cpu)
