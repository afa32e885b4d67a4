"""Which addresses a browser may be given."""

from __future__ import annotations

import asyncio
import webbrowser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.user import explore
from tui_app.ui.actions.website import website_menu
from tui_app.ui.text.links import LONGEST, may_open


@pytest.mark.parametrize(
    "address",
    [
        "https://demo.invalid",
        "http://demo.invalid:8080/a?b=c#d",
        "HTTPS://Demo.invalid/%20",
        "https://[2001:db8::1]/",
        "https://știri.example/",
    ],
)
def test_web_addresses_may_be_opened(address: str) -> None:
    assert may_open(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "demo.invalid",
        "//demo.invalid",
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "ftp://demo.invalid",
        "http:",
        "http://",
        "http:///path",
        "https://bank.example@evil.invalid",
        "https://bank.example\\@evil.invalid",
        "https:\\\\evil.invalid",
        "https://evil.invalid /",
        " https://demo.invalid",
        "https://demo.invalid\n",
        "https://demo.invalid/\u202etxt",
        "https://demo.invalid:port/",
        "https://[::1",
        "--help",
    ],
)
def test_nothing_else_may_be_opened(address: str) -> None:
    assert not may_open(address)


@given(st.text())
def test_only_a_web_address_with_a_host_may(text: str) -> None:
    if may_open(text):
        assert text.lower().startswith(("http://", "https://"))
        assert text.isprintable()
        assert not set(text) & set(" \\@".replace("@", ""))


async def test_a_browsers_messages_are_not_drawn_over_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho Gtk-Message; echo noise >&2; echo "$1" > {opened}\n')
    browser.chmod(0o700)
    monkeypatch.setattr(webbrowser, "get", lambda *_: webbrowser.BackgroundBrowser(str(browser)))
    async with explore() as user:
        await asyncio.to_thread(user.app.open_url, "https://demo.invalid")
        assert opened.read_text() == "https://demo.invalid\n"
        assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_whole_address_is_shown_first(size: tuple[int, int]) -> None:
    end = "/the-very-end"
    addresses = ("https://short.invalid", f"https://long.invalid/{'x' * 400}{end}")
    async with explore(size=size) as user:
        user.app.explorer.open_menu(website_menu(user.app.explorer, addresses))
        await user.press("down")
        assert "".join(user.screen.split()).count(end) == 1
        assert not may_open("https://long.invalid/" + "x" * LONGEST)
