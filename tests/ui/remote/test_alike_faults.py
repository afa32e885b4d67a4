"""What the screen sees of a fault that is like another: one of each is walked elsewhere."""

from __future__ import annotations

import asyncio
from itertools import chain

from tests.client.conftest import ask, client_of, deadlines_for
from tests.faulty.process import FaultyServer
from tests.ui.remote.faulty_walk import (
    LIKE,
)
from tui_app.client.errors import ClientError


async def seen_of(fault: str, faulty: FaultyServer) -> object:
    """Everything but the texts by which the screen distinguishes failures and answers.

    How many requests an answer took, it does not look at.
    """
    async with client_of(faulty.base_url(fault), deadlines=deadlines_for(fault)) as companies:
        try:
            answer = await ask(companies, "profile")
        except ClientError as e:
            return type(e), bool(e.retry_at), bool(e.advice), bool(e.done), e.attempts, e.requests
        return bool(answer.faults)


async def test_what_is_like_another_fault_for_the_screen_is_so(faulty: FaultyServer) -> None:
    faults = [*LIKE, *chain.from_iterable(LIKE.values())]
    answers = await asyncio.gather(*(seen_of(fault, faulty) for fault in faults))
    seen = dict(zip(faults, answers, strict=True))
    for fault, alike in LIKE.items():
        for other in alike:
            assert seen[other] == seen[fault], other
