"""Fixtures of the client's tests: the misbehaving server, and short timeouts."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from tests.faulty.cases import DEADLINES
from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.faulty.healthy import FIRST
from tui_app.client import sending
from tui_app.client.answer import Answer
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.deadlines import Deadlines
from tui_app.client.secret import Secret

__all__ = ["faulty", "faulty_process_of_session"]

KEY = "ft_MARKER0123456789abcdefMARKER"
PATIENT = Deadlines(connect=30, read=30, total=60)
"""Except in tests of deadlines, since a machine may be busy."""

DAY = dt.date(2024, 3, 1)


def deadlines_for(fault: str) -> Deadlines:
    """A short one only for what ends by it."""
    return msgspec.structs.replace(PATIENT, **DEADLINES.get(fault, {}))


@pytest.fixture(autouse=True)
def _no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.02)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@asynccontextmanager
async def client_of(
    base_url: str, *, deadlines: Deadlines = PATIENT, **more: Any
) -> AsyncIterator[Companies]:
    """A client with a key, closed at the end."""
    connection = Connection(base_url=base_url, key=Secret(KEY), deadlines=deadlines)
    companies = Companies(connection, **more)
    try:
        yield companies
    finally:
        await companies.aclose()


async def ask(companies: Companies, operation: str, **more: Any) -> Answer[Any]:
    """Ask one operation about the first company of the misbehaving server."""
    arguments = {"autocomplete": ("demo",), "registered": (DAY,)}.get(operation, (FIRST.tax_id,))
    method: Callable[..., Any] = getattr(companies, operation)
    answer: Answer[Any] = await method(*arguments, **more)
    return answer
