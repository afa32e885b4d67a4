"""Requests that are not sent: a failure is kept, a rejected key costs one, typing waits."""

from __future__ import annotations

import pytest

from tests.faulty.given import given
from tests.faulty.healthy import FIRST, search
from tests.faulty.process import FaultyServer
from tests.ui.hostile import KEY, all_of, in_detail, in_list, remote
from tests.ui.user import User, explore, program
from tui_app.client.companies import Companies
from tui_app.client.credentials import FoundKey
from tui_app.client.errors import CredentialError
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.ui.remote.value import TypingPace

FOUND = search("demo")


def sent(faulty: FaultyServer) -> list[object]:
    return [entry["operation"] for entry in faulty.log()]


async def test_a_failure_is_one_request_and_one_message_however_often_it_is_looked_at(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        for fault, company in zip(("404", "401"), FOUND, strict=False):
            faulty.misbehave(fault)
            await user.press("enter")
            said = in_detail(user)
            await user.press("2", "3", "4", "1", "2")
            assert sent(faulty) == ["profile"], fault
            assert in_detail(user).split(".")[0] == said.split(".")[0]
            faulty.misbehave("none")
            await user.press("r", "1")
            assert sent(faulty)[0] == "profile"
            assert company.company_id in user.screen
            await user.press("escape", "down")
        # A key that is rejected for the contacts, which are several requests.
        faulty.misbehave("none")
        await user.press("enter")
        faulty.misbehave("401")
        await user.press("4")
        await user.until("Key rejected")
        assert len(faulty.log()) == 1
        assert all_of(user).count("Key rejected") == 1


async def test_a_key_that_was_set_meanwhile_is_read_by_asking_again(faulty: FaultyServer) -> None:
    keys = ["ft_old_0123456789abcdef", KEY]
    read: list[FoundKey] = []

    def connect(settings: Settings) -> Companies:
        read.append(given(keys[min(len(read), 1)]))
        return source.connect(settings, read[-1])

    app = program(Settings(base_url=faulty.base_url()), connect=connect)
    async with explore(app) as user:
        await user.search("demo")
        await user.press("enter")
        faulty.misbehave("401")
        await user.press("r")
        assert "Run firmeterm login to set a key. Then press r." in all_of(user)
        assert len(read) == 1
        before = session_requests(user)
        faulty.misbehave("none")
        await user.press("r")
        await user.until(FOUND[0].company_id)
        assert [found.key.reveal() for found in read] == keys
        assert session_requests(user) == before + 1


async def test_a_key_that_cannot_be_read_again_is_told_in_the_pane(faulty: FaultyServer) -> None:
    connections = 0

    def connect(settings: Settings) -> Companies:
        nonlocal connections
        connections += 1
        if connections > 1:
            raise CredentialError("The keyring is locked")
        return source.connect(settings, given(KEY))

    app = program(Settings(base_url=faulty.base_url()), connect=connect)
    async with explore(app) as user:
        faulty.misbehave("401")
        await user.search("demo")
        await user.press("enter")
        assert "The keyring is locked" in in_list(user)
        assert "Loading…" not in in_list(user)


def session_requests(user: User) -> int:
    assert user.app.client is not None
    return user.app.client.allowance.session_requests


async def test_a_pasted_tax_id_and_the_company_behind_it_cost_one_request(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search(f"RO {FIRST.tax_id}")
        assert FIRST.company_name in in_list(user) or FIRST.company_name in user.screen
        await user.press("enter")
        assert FIRST.company_id in user.screen
    assert sent(faulty) == ["profile"]


async def test_what_was_left_is_known_with_its_time_in_the_next_session(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        left = user.app.client.allowance.remaining if user.app.client else None
    async with explore(remote(faulty.base_url(), resume=False)) as user:
        await user.until(" left at ")
        assert f"{left:,} left at " in user.screen
        assert session_requests(user) == 0
        await user.press("escape", "question_mark")
        assert "0 requests sent in this session" in user.screen
    careful = remote(faulty.base_url(), resume=False, reserve=2)
    async with explore(careful) as user:
        await user.until(f"Saver mode: ⏎ confirms each request · {left:,} left at ")


async def test_contacts_say_their_price_once(faulty: FaultyServer) -> None:
    async with explore(remote(faulty.base_url("remaining-zero"))) as user:
        await user.search("demo")
        await user.press("enter")
        await user.press("4")
        assert all_of(user).count("⏎ load") <= 1


@pytest.mark.parametrize("interval", [0.3, 0.35, 0.4, 0.45])
def test_a_typist_of_any_speed_is_waited_for(interval: float) -> None:
    """Eight letters: at most two searches, whatever the speed, one of them at the end."""
    pace, now, searches = TypingPace(), 100.0, 0
    for letter in range(8):
        # People type unevenly: every other letter comes a quarter later or sooner.
        step = interval * (1.25 if letter % 2 else 0.75)
        now += step
        rest = pace.typed(now, 0.15)
        following = interval * (0.75 if letter % 2 else 1.25)
        if letter >= 2 and (letter == 7 or rest < following):
            searches += 1
    assert searches <= 2


def test_a_pause_says_nothing_of_how_fast_somebody_types() -> None:
    pace = TypingPace()
    rests = [pace.typed(now, 0.15) for now in (10.0, 10.1, 20.0, 20.1, 20.2)]
    assert rests[-1] == pytest.approx(0.16)


async def test_a_wait_that_the_server_asks_for_is_told_with_its_length(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        client = user.app.client
        assert client is not None
        faulty.misbehave("silent")
        await user.pilot.press("enter")
        await user.until("Loading…")
        client.on_wait(FOUND[0].tax_id, 3.2)
        await user.until("asked to wait 4 s")
        assert "Esc stops" not in user.screen
        await user.pilot.press("escape", "slash", *"carpatex")
        await user.when(lambda: in_list(user) == "Loading…")


async def test_a_refused_company_says_no_more_than_the_server_did(faulty: FaultyServer) -> None:
    """The user cannot mend a 400; a 404 on figures does not doubt the company."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        faulty.misbehave("400")
        await user.press("enter")
        assert "rejected the request: Bad text." in in_detail(user)
        assert "change" not in in_detail(user).casefold()
        faulty.misbehave("none")
        await user.press("r")
        assert FOUND[0].company_id in user.screen
        faulty.misbehave("404", "financial")
        await user.press("2")
        assert sent(faulty) == ["financial"]
        assert "nothing on record here" in in_detail(user)
        assert "knows no company" not in user.screen
        await user.press("1", "2")
        assert sent(faulty) == ["financial"]
        await user.press("1")
        assert FOUND[0].company_id in user.screen


async def test_old_troubles_are_not_an_end_of_the_connection(faulty: FaultyServer) -> None:
    """A broken answer means that the server is there; the latest answer decides."""
    async with explore(remote(faulty.base_url())) as user:
        await user.search("demo")
        for fault in ("reset", "truncated", "wrong-length"):
            faulty.misbehave(fault)
            await user.press("escape", "down", "enter")
            assert user.app.client is not None and not user.app.client.connection_lost, fault
            assert "connection lost" not in user.screen.casefold(), fault
        # Every tab shows the one failure; nothing is sent before Enter or r.
        before = sent(faulty)
        await user.press("2", "4", "1")
        assert sent(faulty) == before
