"""A private session uses what earlier ones cached, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.faulty.healthy import COMPANIES
from tests.faulty.process import FaultyServer
from tui_app.config.settings import Settings, cache_folder, state_folder
from tui_app.sources import source

__all__ = ["faulty", "faulty_process_of_session"]


def content(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


async def test_a_private_session_reads_the_cache_and_writes_nothing(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first, second = (company.tax_id for company in COMPANIES[:2])
    private = Settings(base_url=faulty.base_url(), private=True)
    async with source.connect(private) as companies:
        await companies.profile(first)
    assert content(cache_folder()) == {}
    async with source.connect(Settings(base_url=faulty.base_url())) as companies:
        await companies.profile(first)
    before = content(cache_folder())
    assert before
    async with source.connect(private) as companies:
        assert (await companies.profile(first)).from_cache
        assert not (await companies.profile(second)).from_cache
        assert (await companies.profile(second)).from_cache  # as long as the program runs
    assert content(cache_folder()) == before


async def test_a_private_session_of_the_sample_leaves_its_allowance_alone() -> None:
    files = {}
    for private in (False, True):
        async with source.connect(Settings(private=private)) as companies:
            await companies.profile("990000013")
            assert companies.allowance.remaining is not None
        files[private] = content(state_folder())
    assert files[True] == files[False] != {}
