"""Our extensions: announced, answered in the envelope, charged, and never sent unannounced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.sample.tax_ids import with_control_digit
from tui_app.client.companies import Companies
from tui_app.client.errors import InvalidRequestError
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.openapi import openapi_document
from tui_app.contract.resources import CompanyProfile
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.sources import source


async def test_nothing_is_sent_before_the_server_announced_it(sample: Companies) -> None:
    for operation in ops.EXTENSIONS:
        with pytest.raises(InvalidRequestError, match="does not answer this"):
            await sample.ask(operation, landmarks.SHOWPIECE)
    assert sample.allowance.session_requests == 0
    await sample.profile(landmarks.SHOWPIECE)
    # Contracts are announced where they were imported, which they are not beside the sample.
    answered = {each for each in ops.EXTENSIONS if sample.answers_extension(each)}
    of_files = {ops.PUBLIC_MONEY, ops.CONTRACTS, ops.HISTORY, ops.CHANGES}
    missing = set(ops.EXTENSIONS) - answered
    assert missing == of_files, "announced where it has data: registry/content.py"


async def test_a_server_of_somebody_else_is_never_asked(stranger: FaultyServer) -> None:
    async with Companies(stranger.base_url()) as companies:
        await companies.profile(FIRST.tax_id)
        requests = len(stranger.log())
        for operation in ops.EXTENSIONS:
            assert not companies.answers_extension(operation)
            with pytest.raises(InvalidRequestError):
                await companies.ask(operation, FIRST.tax_id, confirm=True)
        assert len(stranger.log()) == requests


async def test_peers_and_connections_cost_one_unit_each(sample: Companies) -> None:
    before = (await sample.profile(landmarks.SHOWPIECE)).remaining
    peers = await sample.ask(ops.PEERS, landmarks.SHOWPIECE)
    assert peers.data.caen and peers.data.county
    assert before is not None and peers.remaining == before - 1
    page = await sample.ask(ops.CONNECTIONS, landmarks.SHOWPIECE, {"page": "1"})
    assert page.data.current_page == 1 and page.remaining == before - 2
    assert len(page.data.connections) == min(20, page.data.total_connections or 0)


async def test_without_administrators_connections_are_not_announced(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    tax_id = with_control_digit("99000001")
    build([CompanyRecord(profile=CompanyProfile(tax_id=tax_id))], path, invented=True)
    async with source.connect(Settings(registry=str(path))) as companies:
        await companies.profile(tax_id)
        assert companies.answers_extension(ops.PEERS)
        assert not companies.answers_extension(ops.CONNECTIONS)
        peers = await companies.ask(ops.PEERS, tax_id)
        assert peers.data.measures == ()


def test_the_openapi_document_has_them() -> None:
    document = openapi_document()
    for path in ("/v1/companies/{taxId}/peers", "/v1/companies/{taxId}/connections"):
        answer = document["paths"][path]["get"]["responses"]["200"]
        assert ops.EXTENSIONS_HEADER in answer["headers"]
