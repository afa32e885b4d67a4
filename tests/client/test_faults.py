"""Each misbehaviour of a server, and the exact text a person reads."""

from __future__ import annotations

import traceback

import pytest

from tests.client.conftest import ask, client_of, deadlines_for
from tests.faulty.cases import CASES, Case, without_times
from tests.faulty.faults import FAULTS
from tests.faulty.healthy import FIRST
from tests.faulty.page import PAGE, page_text
from tests.faulty.process import FaultyServer
from tui_app.client.companies import Companies
from tui_app.client.errors import ClientError


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault)
async def test_what_a_person_reads(case: Case, faulty: FaultyServer) -> None:
    url = faulty.base_url(case.fault)
    async with client_of(url, deadlines=deadlines_for(case.fault)) as companies:
        read = await outcome(companies, case.operation)
        host = companies.address.host
        expected = case.text.format(host=host, tax_id=FIRST.tax_id, time="{time}")
        assert read == (expected, case.faults, case.requests)
        assert companies.allowance.session_requests == case.requests


async def outcome(companies: Companies, operation: str) -> tuple[str, tuple[str, ...], int]:
    """The text read instead of an answer, the notes under an answer, the requests sent."""
    try:
        answer = await ask(companies, operation)
    except ClientError as error:
        assert "httpx" not in "".join(traceback.format_exception(error))
        return without_times(str(error)), (), error.requests
    return "", answer.faults, answer.requests


def test_every_fault_has_a_case() -> None:
    assert FAULTS.keys() <= {case.fault for case in CASES}


def test_the_page_of_faults_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), "run python -m tests.faulty.page"
