"""Fixtures for every test that wants the misbehaving server: import them in a conftest."""

from collections.abc import Iterator

import pytest

from tests.faulty.process import FaultyServer, faulty_process


@pytest.fixture(scope="session")
def faulty_process_of_session() -> Iterator[FaultyServer]:
    with faulty_process() as server:
        yield server


@pytest.fixture
def faulty(faulty_process_of_session: FaultyServer) -> FaultyServer:
    """The server, behaving and with an empty log at the start of each test."""
    faulty_process_of_session.misbehave("none")
    return faulty_process_of_session
