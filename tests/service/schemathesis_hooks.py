"""Teaches schemathesis what a text of our two formats looks like. It is loaded by the tool."""

import schemathesis
from hypothesis import strategies as st

from tests.service.companies import BARE, FULL
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter


def _can_be_searched(text: str) -> bool:
    try:
        QUERY.read(text)
    except InvalidParameter:
        return False
    return True


schemathesis.openapi.format(
    "search-text", st.text(min_size=3, max_size=100).filter(_can_be_searched)
)
schemathesis.openapi.format(
    "criteria",
    st.sampled_from(["", "active", "county:Cluj turnover:>1M not phone", 'name:"a "" b"']),
)
schemathesis.openapi.format("cursor", st.just(""))
schemathesis.openapi.format(
    "tax-id",
    st.sampled_from([FULL, BARE]) | st.from_regex(r"[1-9][0-9]{1,9}", fullmatch=True),
)
