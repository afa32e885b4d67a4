"""Switching to a server in the dialog: it is tried, then saved, and mistakes are explained."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.ui.served import Served
from tests.ui.served import served as serving
from tests.ui.user import User, explore, program
from tui_app.client import login_check
from tui_app.client.cache import Cache
from tui_app.client.connection import Connection
from tui_app.config.settings import Settings, config_file, credentials_file
from tui_app.sources import source
from tui_app.system.language import set_language
from tui_app.system.web_address import with_scheme


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), quota=77) as service:
        yield service


@pytest.fixture
def served(process: Served) -> Served:
    """A server on loopback and a key it takes, of which nothing is used up."""
    process.begin(quota=77)
    return process


async def _fill_in(user: User, address: str, key: str) -> None:
    field = user.app.screen.query_one("#server-address", Input)
    field.value = address
    field.focus()
    user.app.screen.query_one("#server-key", Input).value = key
    await user.pilot.press("enter", "enter")


async def _fill(user: User, address: str, key: str) -> None:
    await user.press("escape", "C", "c")
    await _fill_in(user, address, key)


async def test_a_server_that_answers_is_kept_and_used(served: Served) -> None:
    async with explore() as user:
        await _fill(user, served.base_url, served.key)
        await user.until("· 127.0.0.1")
        await user.until("Connected to 127.0.0.1")
        await user.idle()
        await user.search("petroterm")
        await user.until("PETROTERM DEMO SRL")
        assert user.app.client is not None
        assert user.app.client.allowance.remaining is not None
        assert user.app.client.allowance.remaining < 77
        assert served.key not in user.screen
    assert served.base_url in config_file().read_text()
    assert credentials_file().stat().st_mode & 0o077 == 0


async def test_a_server_has_a_place_of_its_own(served: Served, tmp_path: Path) -> None:
    file, settings = tmp_path / "place.json", Settings(base_url=served.base_url)
    of_server = tmp_path / f"location-{source.id_of(settings)}.json"
    async with explore(program(location_file=file)) as user:
        await user.search("agro")
        await user.press("enter")
        await _fill(user, served.base_url, served.key)
        await user.until("· 127.0.0.1")
        await user.idle()
        left = file.read_bytes()
        # The focus may already be saved, but nothing of the other source.
        assert not of_server.exists() or "agro" not in of_server.read_text().lower()
        await user.search("petroterm")
        await user.press("enter", "2")
        assert file.read_bytes() == left
    async with explore(program(settings, location_file=of_server)) as user:
        assert "Turnover (RON)" in user.screen
        assert "PETROTERM DEMO SRL" in user.screen
    async with explore(program(location_file=file)) as user:
        assert "AGRO" in user.screen
        await user.press("slash")  # the rows still have the focus
        await _fill(user, served.base_url, served.key)
        await user.until("· 127.0.0.1")
        await user.idle()
        assert "Turnover (RON)" in user.screen


async def test_a_wrong_key_is_explained_and_nothing_stored_under_an_address_without_scheme(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, check = asyncio.Event(), login_check.check_login

    async def slow(connection: Connection, cache: Cache | None) -> None:
        await answered.wait()
        await check(connection, cache)

    monkeypatch.setattr(login_check, "check_login", slow)
    async with explore() as user:
        await user.press("escape", "C", "c")
        # An address without a scheme gets the one that is safe there.
        await user.paste(served.base_url.removeprefix("http://"))
        await user.press("enter")
        assert served.base_url in user.screen
        await user.paste("firme_wrong")
        await user.pilot.press("enter")
        await user.until(f"Trying {served.base_url}…")
        answered.set()
        await user.until("Key rejected by 127.0.0.1")
        assert "not saved." in user.screen
        assert "firme_wrong" not in user.screen
        assert not config_file().exists() and not credentials_file().exists()
        await user.type(served.key[0])  # in place of the rejected one
        field = user.app.focused
        assert isinstance(field, Input) and field.value == served.key[0]
        await user.paste(served.key)
        await user.press("enter")
        await user.until("Connected to 127.0.0.1")
    assert served.base_url in config_file().read_text()


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("firme.example", "https://firme.example"),
        (" firme.example:8443/v1 ", "https://firme.example:8443/v1"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("localhost:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("127.0.0.1.example", "https://127.0.0.1.example"),
        ("http://firme.example", "http://firme.example"),
        ("", ""),
    ],
)
def test_the_scheme_of_a_bare_host(typed: str, address: str) -> None:
    assert with_scheme(typed) == address


async def test_an_address_that_cannot_be_kept_is_explained_in_the_language(
    served: Served,
) -> None:
    set_language("ro")
    async with explore() as user:
        config_file().parent.mkdir(parents=True, exist_ok=True)
        config_file().write_text("not toml")
        await _fill(user, served.base_url, served.key)
        await user.until("Adresa nu poate fi păstrată")
    assert config_file().read_text() == "not toml"


async def test_an_address_that_cannot_be_used_is_explained() -> None:
    async with explore() as user:
        await user.press("escape", "C", "c")
        for address, said in (
            ("ftp://example.com", "The base address is not an http:// or https:// address."),
            ("http://example.com", "http:// to example.com would send the key unencrypted."),
            ("https://", "Type it like this: https://host.example"),
        ):
            await _fill_in(user, address, "firme_key")
            await user.until(said)
            assert "--base-url" not in user.screen
    assert not config_file().exists()
