"""The price shown is what the action costs, counted where the requests arrive."""

from __future__ import annotations

import re

import pytest
from starlette.types import Receive, Scope, Send

from tests.sample import landmarks
from tests.ui.user import User, explore
from tui_app.service.app import Service
from tui_app.ui.actions.palette import _row as row_of
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.panes.action import Action

pytestmark = pytest.mark.usefixtures("only_asked")

ACTIONS = ActionTable()
MANY = landmarks.MANY_COURT_CASES
SHOWPIECE = landmarks.SHOWPIECE
NOTHING = landmarks.NOTHING_ON_RECORD
DAY = landmarks.MANY_COMPANIES_DAY.isoformat()

OPENED = (f"search {SHOWPIECE}", "enter")
LISTED = ("escape", "N", f"type {DAY}", "enter")

PETRO = ("search petro", "escape")

Case = tuple[tuple[str, ...], str, str]
WALKS: list[list[Case]] = [
    # steps from where the action before led, action, the price in words
    [
        (PETRO, "up", "free"),
        ((), "down", "free"),
        ((), "page_down", "free"),
        ((), "page_up", "free"),
        ((), "bottom", "free"),
        ((), "top", "free"),
        ((), "reload", "1 request"),
        ((), "open", "1 request"),
        (("escape",), "open", "free"),
    ],
    # Each of these on a company of which nothing is known yet.
    [
        (PETRO, "overview", "1 request"),
        (("escape", "down"), "finance", "up to 2 requests"),
        (("escape", "down"), "cases", "2 requests"),
        (("escape", "down"), "signals", "up to 4 requests"),
        (("escape", "down"), "events", "1 request"),
        (("escape", "down"), "links", "2 requests"),
        (("escape", "down", "space", "space"), "compare", "up to 4 requests"),
    ],
    [
        (OPENED, "compare", "free"),
        (("escape",), "events", "free"),
        (("1",), "links", "1 request"),
        (("1",), "links", "free"),
        (("1",), "finance", "1 request"),
        (("1",), "finance", "free"),
        ((), "reload", "1 request"),
        ((), "overview", "free"),
        ((), "reload", "1 request"),
        ((), "money", "free"),
        ((), "cases", "1 request"),
        (("1",), "contact", "4 requests"),
        ((), "reload", "4 requests"),
        (("escape",), "open", "free"),
    ],
    [
        ((*OPENED, "2", "search agro", "escape"), "open", "up to 2 requests"),
        (("3", "escape", "down"), "open", "2 requests"),
        (("4", "escape", "down"), "open", "up to 5 requests"),
        ((f"search {NOTHING}", "escape"), "open", "up to 5 requests"),
    ],
    [
        ((f"search {NOTHING}", "escape"), "contact", "up to 5 requests"),
        ((f"search {MANY}", "enter", "5"), "more_cases", "7 requests"),
        (("1", *OPENED), "signals", "3 requests"),
        (("1",), "signals", "free"),
    ],
    [
        ((*OPENED, "w", "W"), "check_watched", "4 requests"),
    ],
    [
        ((f"search {NOTHING}", "enter"), "finance", "free"),
        (("1",), "contact", "free"),
        ((f"search {MANY}", "enter", "3"), "next_page", "1 request"),
        ((), "reload", "1 request"),
        ((), "previous_page", "free"),
        ((), "next_page", "free"),
        (LISTED, "reload", "1 request"),
        ((), "next_page", "1 request"),
        ((), "previous_page", "free"),
        ((), "previous_day", "1 request"),
        ((), "next_day", "free"),
        ((), "next_day", "1 request"),
    ],
    [
        ((*OPENED, "escape", f"search {MANY}", "enter"), "back", "free"),
        (("escape", f"search {MANY}", "enter", "3"), "back", "1 request"),
        (("4",), "forward", "up to 4 requests"),
        (("escape", "Q", "enter"), "reverse", "1 request"),
        ((), "next_page", "1 request"),
        ((), "screen_facets", "free"),
    ],
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The path of every request that arrived at the service."""
    paths: list[str] = []
    answer = Service.__call__

    async def listening(self: Service, scope: Scope, receive: Receive, send: Send) -> None:
        paths.append(scope["path"])
        await answer(self, scope, receive, send)

    monkeypatch.setattr(Service, "__call__", listening)
    return paths


async def walk(user: User, steps: tuple[str, ...]) -> None:
    """Press the keys that lead to the price."""
    for step in steps:
        word, _, text = step.partition(" ")
        if word == "search":
            await user.search(text)
        elif word == "type":
            await user.paste(text)
        else:
            await user.press(step)


def said_in_help(user: User, action: Action) -> str:
    """The price in its row of the help panel."""
    return row_of(user.app.explorer, user.app.explorer.keys, action).price


@pytest.mark.parametrize("cases", WALKS, ids=lambda cases: " ".join((*cases[0][0], cases[0][1])))
async def test_the_price_shown_is_what_is_sent(cases: list[Case], asked: list[str]) -> None:
    async with explore() as user:
        for steps, name, price in cases:
            await walk(user, steps)
            action = ACTIONS.by_name[name]
            assert not action.reason(user.app.explorer), name
            assert said_in_help(user, action) == price, name
            before = len(asked)
            user.app.explorer.act(name)
            await user.idle()
            sent = len(asked) - before
            words = re.fullmatch(r"(up to )?(\d+) requests?", price)
            if words and words[1]:
                assert 0 < sent <= int(words[2]), name
            else:
                assert sent == (int(words[2]) if words else 0), name


def test_every_action_that_asks_is_in_the_table() -> None:
    priced = {action.name for action in ACTIONS if action.questions_of is not None}
    walked = {name for cases in WALKS for _steps, name, _price in cases}
    assert not priced - walked, "a step with its price in WALKS, above"
    assert not walked - priced
