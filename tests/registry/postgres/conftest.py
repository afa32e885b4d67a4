"""A server of PostgreSQL that a test may stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.postgres import OwnServer


@pytest.fixture(scope="module")
def server() -> Iterator[OwnServer]:
    """A server that a test may stop; making one takes longer than a test."""
    with closing(OwnServer()) as own:
        yield own
