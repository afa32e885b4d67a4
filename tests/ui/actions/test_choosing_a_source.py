"""The dialog of the source offers the sample, a registry, named servers and the public services."""

from __future__ import annotations

from tests.public.lookalike.companies import ATELIER
from tests.public.lookalike.process import Lookalike
from tests.ui.test_live_source import _look_up, lookalike, lookalike_server, registry
from tests.ui.user import explore, program
from tui_app.config.settings import Server, Settings, config_file

__all__ = ["lookalike", "lookalike_server", "registry"]


async def test_the_source_dialog_offers_public_services(lookalike: Lookalike) -> None:
    url = lookalike.base_url
    async with explore(program(Settings(anaf_url=url, courts_url=url))) as user:
        await user.press("escape", "C")
        assert "your queries go to ANAF and the courts" in user.screen
        assert "✓ s  sample" in user.screen
        await user.press("p")
        await user.until("· public services (ANAF, courts)")
        await user.idle()
        assert "free, about 1 a second" in user.screen
        assert lookalike.log() == []
        await _look_up(user, ATELIER)
        await user.press("escape", "C", "s")
        await user.until("sample data (invented companies)")
        await user.search("petroterm")
        await user.until("PETROTERM DEMO SRL")
    assert not config_file().exists()  # chosen for this session


async def test_a_registry_is_offered_where_there_is_one(registry: str) -> None:
    async with explore(program(Settings(registry=registry))) as user:
        await user.press("escape", "C", "s")
        await user.until("sample data (invented companies)")
        await user.idle()
        await user.press("escape", "C", "r")
        await user.until("· registry registry.db")
        await user.search("proba")
        await user.until("PROBA TEXTILE SA")


async def test_a_named_server_is_chosen_in_the_palette() -> None:
    """And without a registry it is said how to have one."""
    work = Server(base_url="http://127.0.0.1:9")
    async with explore(program(Settings(server={"work": work}))) as user:
        await user.press("escape", "C")
        assert "server work" in user.screen
        assert "http://127.0.0.1:9" in user.screen
        assert "none: firmeterm data import" in user.screen
        await user.press("r")
        await user.until("No registry was imported")
        await user.press("ctrl+p")
        await user.paste("source work")
        await user.press("enter")
        await user.until("· 127.0.0.1:9")
        assert user.app.settings.base_url == work.base_url
