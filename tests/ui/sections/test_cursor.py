"""The cursor in a company's text: a contact or a figure is copied, opened, or its text said."""

from __future__ import annotations

import threading
import webbrowser
from typing import Any

import msgspec
import pytest

from tests.sample import landmarks
from tests.ui.user import User, explore
from tui_app.contract.resources import FinancialData, Websites
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.text.links import case_link, mail_link, may_open, phone_link, web_link


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every address that a program of the desktop was given."""
    addresses: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))

    # Any: whatever else Textual passes.
    def open_url(self: object, url: str, **_more: Any) -> None:
        addresses.append(url)

    monkeypatch.setattr("tui_app.ui.app.FirmetermApp.open_url", open_url)
    return addresses


async def _open(user: User, tax_id: str, *keys: str) -> CursorSection:
    await user.search(tax_id)
    await user.press("enter", *keys)
    section = user.app.explorer.detail.section
    assert isinstance(section, CursorSection)
    return section


def _under(section: CursorSection) -> str:
    return section.spot.text if section.spot else ""


async def test_every_contact_is_a_row_that_is_copied(copied: list[str]) -> None:
    async with explore() as user:
        section = await _open(user, landmarks.SHOWPIECE, "4", "y")
        # What is under the cursor comes first in the menu, and the rest below.
        shown = user.screen[user.screen.index("│ Copy") :]
        assert shown.index("+40700000001") < shown.index("tax id")
        await user.press("escape")
        table = section.export_table()
        assert table is not None
        wanted = [value for _kind, _label, value in table.rows]
        assert ("Phones", "Contact", "+40700000004") in table.rows
        seen = []
        kinds = [kind for kind, _label, _value in table.rows]
        for before, kind in zip(["", *kinds], kinds, strict=False):
            seen.append(_under(section))
            # The first of its kind is copied.
            await user.press(*("y", "y", "j") if kind != before else "j")
        assert seen == wanted
        assert copied == [wanted[kinds.index(kind)] for kind in dict.fromkeys(kinds)]
        assert {"office@petroterm-demo.example", "POPESCU-PROBA ANA"} <= set(wanted)
        assert len(copied) == 4
        await user.press("g")
        assert _under(section) == wanted[0]
        await user.press("k")
        assert _under(section) == wanted[0]
        await user.press("end")
        assert _under(section) == wanted[-1]


async def _move_to(user: User, section: CursorSection, part: str) -> None:
    """Move the cursor down to a row with a text; a fault must not make the test endless."""
    for _row in range(50):
        if part in _under(section):
            return
        await user.press("j")
    raise AssertionError(user.screen)


async def test_a_contact_is_opened_by_its_own_program(opened: list[str]) -> None:
    async with explore() as user:
        section = await _open(user, landmarks.SHOWPIECE, "4", "o")
        await user.when(lambda: opened == ["tel:+40700000001"])
        await _move_to(user, section, "@")
        await user.press("o")
        await user.when(lambda: opened[1:] == [f"mailto:{_under(section)}"])
        await _move_to(user, section, "http")
        website = _under(section)
        await user.press("o")
        assert website in user.screen  # shown whole before it is opened
        await user.press("enter")
        await user.when(lambda: opened[2:] == [website])
        await user.press("end", "o")
        assert f"Administrators: {_under(section)}" in user.screen
        assert len(opened) == 3


@pytest.mark.usefixtures("opened")
async def test_a_browser_that_returns_when_it_is_closed_holds_up_no_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed, returned = threading.Event(), threading.Event()

    def open_url(self: object, url: str) -> None:
        closed.wait(20)
        returned.set()

    monkeypatch.setattr("tui_app.ui.app.FirmetermApp.open_url", open_url)
    async with explore() as user:
        section = await _open(user, landmarks.SHOWPIECE, "4", "o")
        await user.press("j")
        assert _under(section) != "+40700000001"
        assert not returned.is_set()
        closed.set()


async def test_where_no_program_opens_the_address_is_copied(copied: list[str]) -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "4", "o")
        assert "No browser here: copy an address" in user.screen
        await user.press("1")
        assert copied == ["tel:+40700000001"]


async def test_a_browser_of_the_terminal_would_draw_over_the_screen(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["", "w3m", "/usr/bin/lynx"]
    looked_up: list[str] = []

    def get() -> webbrowser.BaseBrowser:
        looked_up.append(names[-1])
        if not names[-1]:
            raise webbrowser.Error("could not locate runnable browser")
        return webbrowser.GenericBrowser(names[-1])

    monkeypatch.setattr(webbrowser, "get", get)
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "4")
        while names:
            await user.press("o")
            assert looked_up and looked_up[-1] == names[-1]
            assert "No browser here: copy an address" in user.screen, names[-1]
            assert not opened, names[-1]
            await user.press("escape")
            assert "No browser here: copy an address" not in user.screen
            names.pop()


async def test_an_address_that_is_no_web_address_is_text_and_never_offered(
    opened: list[str],
) -> None:
    hostile = ("javascript:alert(1)", "file:///etc/passwd")
    async with explore() as user:
        section = await _open(user, landmarks.SHOWPIECE, "4")
        assert isinstance(section, ContactsSection)
        value = section.values[2]
        assert value.answer is not None
        websites = Websites(websites=(*hostile, "https://demo.invalid"))
        value.answer = msgspec.structs.replace(value.answer, data=websites)
        section.redraw()
        assert section.links() == ("https://demo.invalid",)
        await user.press("end")
        for address in reversed(hostile):
            while _under(section) != address:
                await user.press("k")
            await user.press("o")
            assert f"Websites: {address}" in user.screen
        assert opened == []


async def test_a_figure_is_copied_as_plain_digits(copied: list[str]) -> None:
    async with explore() as user:
        section = await _open(user, landmarks.SHOWPIECE, "2")
        assert isinstance(section, FinancialsSection)
        data = section.data
        assert isinstance(data, FinancialData)
        latest = max(data.financial_data, key=lambda record: record.year or 0)
        assert _under(section) == str(latest.turnover)
        await user.press("y", "y")
        while section.spot and section.spot.name != f"debts {latest.year}":
            await user.press("j")
        await user.press("y", "y")
        # Two blocks stand one above the other, the newest year first.
        await user.press("greater_than_sign", "y", "y")
        before = next(r for r in data.financial_data if r.year == (latest.year or 0) - 1)
        assert copied == [str(latest.turnover), str(latest.debts), str(before.debts)]
        await user.press("less_than_sign")
        assert section.spot and section.spot.column == str(latest.year)


@pytest.mark.long
async def test_the_cursor_goes_down_to_every_line_and_the_text_with_it() -> None:
    async with explore(size=(80, 24)) as user:
        section = await _open(user, landmarks.SHOWPIECE, "2")
        seen, lines = set(), []
        for _step in range(120):
            before = section.spot, section.scroller.scroll_y
            await user.pilot.press("j")
            await user.pilot.pause()
            if section.spot:
                seen.add(section.spot.name.split()[0])
            if (section.spot, section.scroller.scroll_y) == before:
                break
            lines.append(section.scroller.scroll_y - before[1])
        assert max(lines) == 1
        last = section.spot
        await user.press("k")  # what is in view is reached without moving the text
        assert section.spot != last
        assert section.scroller.scroll_y == section.scroller.max_scroll_y
        assert {"turnover", "equity", "debt_ratio"} <= seen
        await user.press("g")
        assert section.scroller.scroll_y == 0
        # Where the text was scrolled away from the cursor, the next step is to what is in sight.
        for key, top in (("j", section.scroller.max_scroll_y), ("k", 0)):
            section.scroller.scroll_to(y=top, animate=False, immediate=True)
            await user.press(key)
            line = section.scroller.cursor_line - section.scroller.scroll_y
            assert 0 <= line < section.scroller.size.height


async def test_the_cursor_is_seen_only_with_the_keys_and_put_by_a_click() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        await user.press("4")
        section = user.app.explorer.detail.section
        assert isinstance(section, CursorSection)
        lit = section.text_pane.render()
        await user.press("h")
        await user.pilot.pause()
        assert not lit.is_same(section.text_pane.render())
        await user.press("l")
        await user.pilot.pause()
        assert lit.is_same(section.text_pane.render())
        row = next(i for i, line in enumerate(user.screen.splitlines()) if "vanzari@" in line)
        column = user.screen.splitlines()[row].index("vanzari@")
        await user.pilot.click(offset=(column + 2, row))
        await user.idle()
        assert _under(section).startswith("vanzari@")
        for blank in ((117, row), (117, 37), (column + 2, row - 1)):  # beside, below, a title
            await user.pilot.click(offset=blank)
            await user.idle()
            assert _under(section).startswith("vanzari@") == (blank[1] != row - 1)
        await user.press("1")
        assert "o website" in user.screen


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("+40 700 000 001", "tel:+40700000001"),
        ("(021) 310.00.00", "tel:0213100000"),
        ("+40 (0)21 310 00 00", "tel:+40213100000"),
        ("call me", ""),
        ("12", ""),
        ("0213100000/0700000001", ""),
        ("0213100000;ext=javascript:1", ""),
    ],
)
def test_phone_numbers(text: str, link: str) -> None:
    assert phone_link(text) == link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("office@demo.invalid", "mailto:office@demo.invalid"),
        ("a@b.invalid?bcc=x@y.invalid", ""),
        ("a@b.invalid,c@d.invalid", ""),
        ("javascript:a@b.invalid", ""),
        ("nobody", ""),
    ],
)
def test_mail_addresses(text: str, link: str) -> None:
    assert mail_link(text) == link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://demo.invalid/a", "https://demo.invalid/a"),
        ("www.demo.invalid", "http://www.demo.invalid"),
        ("demo.invalid/a?b", "http://demo.invalid/a?b"),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("no website", ""),
    ],
)
def test_websites(text: str, link: str) -> None:
    assert web_link(text) == link
    assert not link or may_open(link)


@pytest.mark.parametrize(
    ("number", "sought"),
    [
        ("1234/3/2024", "1234%2F3%2F2024"),
        ("1234/3/2024/a1", "1234%2F3%2F2024"),
        ("1234/3/2024*", "1234%2F3%2F2024"),
        ("1234/2024", ""),
        ("x 1/2/2024", ""),
        ("1/2/20245", ""),
        ("", ""),
    ],
)
def test_case_numbers_lead_to_the_search_of_the_courts(number: str, sought: str) -> None:
    address = f"https://portal.just.ro/SitePages/cautare.aspx?k={sought}" if sought else ""
    assert case_link(number) == address
