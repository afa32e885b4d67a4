"""Lists: filter and sort."""

from __future__ import annotations

import re

import pytest

from tests.sample import landmarks
from tests.ui.hostile import in_list
from tests.ui.user import User, explore
from tui_app.config.settings import Settings
from tui_app.insight.signals import SignalCounts
from tui_app.sources import source
from tui_app.system.language import set_language
from tui_app.ui.lists.menus import ORDERS, arranged, offered
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.sections.profile import in_one_line
from tui_app.ui.text.drawing import longest

WIDE = (220, 40)
"""A width at which no status line wraps."""

KNOWN = (
    CompanyEntry(
        tax_id="30",
        name="Beta",
        company_type="SRL",
        company_id="J40/2/2020",
        status="radiata",
        locality="Arad",
        county="Arad",
    ),
    CompanyEntry(
        tax_id="4",
        name="Alfa",
        company_type="SA",
        company_id="J2020000001404",
        status="functiune",
        locality="Cluj",
        county="Cluj",
    ),
)
UNKNOWN = CompanyEntry(tax_id="100", name="")


@pytest.mark.parametrize("order", range(1, len(ORDERS)))
def test_what_is_not_known_comes_last_in_either_direction(order: int) -> None:
    forwards = arranged((UNKNOWN, *KNOWN), order, reverse=False)
    backwards = arranged((UNKNOWN, *KNOWN), order, reverse=True)
    if ORDERS[order].key(UNKNOWN) is None:
        assert forwards[-1] == backwards[-1] == UNKNOWN
        assert forwards[:-1] == backwards[-2::-1]
    else:
        assert forwards == backwards[::-1]


def test_only_orders_that_some_company_has_a_value_for_are_offered() -> None:
    assert offered((UNKNOWN, *KNOWN)) == tuple(range(len(ORDERS)))
    assert [ORDERS[index].label for index in offered([UNKNOWN])] == ["as found", "by tax id"]
    assert offered(()) == (0,)


async def test_the_sort_key_offers_what_the_companies_have_values_for() -> None:
    async with explore(size=WIDE) as user:
        await user.press("escape", "N")
        await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
        await user.press("enter", "s")
        offered_here = re.findall(r"(?:as found|by [a-z ]+?)  ", user.screen)
        words = [text.strip() for text in offered_here]
        assert words == ["as found", "by name", "by tax id", "by legal form"]
        await user.press("n")
        assert "sorted by name, A to Z" in in_list(user)
        assert "Name↑" in user.screen
        await user.press("s", "n")
        assert "sorted by name, Z to A" in in_list(user)
        assert "Name↓" in user.screen
        await user.press("s", "f")
        assert "sorted" not in in_list(user)
        # A filter also finds what the registration listing adds.
        await _filter(user, "has a phone")
        pane = user.app.explorer.list
        assert 0 < len(pane.shown) < len(pane.entries)
        assert all(entry.note for entry in pane.shown)


async def test_a_filter_looks_at_all_that_a_row_shows_and_says_how_many_it_leaves() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape")
        pane = user.app.explorer.list
        for text in ("SRL", "funcțiune", "J40/99123", "PETROTERM", "990000013"):
            await _filter(user, text)
            assert landmarks.SHOWPIECE in [entry.tax_id for entry in pane.shown], text
            assert f"{len(pane.shown)} of {len(pane.entries)} loaded" in user.screen, text
            await user.press("escape")
            assert len(pane.shown) == len(pane.entries), text
        await _search_with_ro(user)


async def _filter(user: User, text: str) -> None:
    await user.press("F")
    user.app.explorer.foot.field.value = text
    await user.press("enter")


async def _search_with_ro(user: User) -> None:
    """A tax id with ``RO`` asks for its digits."""
    await user.search("990000013")
    client = user.app.client
    assert client is not None
    before = client.allowance.session_requests
    for typed in ("RO990000013", " ro 990000013 "):
        await user.search(typed)
        assert user.app.explorer.list.rows.rows[0].key == "990000013", typed
        assert client.allowance.session_requests == before, typed
        assert typed in user.screen


async def test_marked_companies_are_counted_by_the_rules_of_the_language() -> None:
    set_language("ro")
    async with explore(size=WIDE) as user:
        await user.search("petro")
        await user.press("escape", "space")
        assert "1 marcată" in in_list(user)
        await user.press("space")
        assert "2 marcate" in in_list(user)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 verificare neefectuată"),
        (2, "2 verificări neefectuate"),
        (20, "20 de verificări neefectuate"),
    ],
)
def test_unknown_signals_are_counted_by_the_rules_of_the_language(count: int, said: str) -> None:
    set_language("ro")
    line, _style = in_one_line(SignalCounts(warnings=1, clear=3, unknown=count))
    assert line == f"△ 1 avertisment · {said}"


@pytest.mark.parametrize("language", ["en", "ro"])
def test_the_notice_of_the_first_run_is_whole_at_80_and_at_40_columns(language: str) -> None:
    set_language(language)
    texts = source.invitation(Settings(source="sample"))
    forms = [text.format(key="C") for text in texts]
    assert longest(forms, 78).endswith("firmeterm data import.")
    assert longest(forms, 38) == forms[-1]
