"""Answers in memory are those of the registry that is there now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripted import ScriptedServer, client_of
from tests.service.companies import FULL, build_registry
from tui_app.config.settings import Settings
from tui_app.contract import operations as o
from tui_app.contract.operations import MAXIMUM_RESULTS
from tui_app.registry.events import Notify
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.sources.source import connect


@pytest.fixture(autouse=True)
def every_call_looks_for_a_new_file(monkeypatch: pytest.MonkeyPatch) -> None:
    real = SqliteRegistry.__init__

    def looking(registry: SqliteRegistry, path: Path, notify: Notify) -> None:
        real(registry, path, notify, check_seconds=0)

    monkeypatch.setattr(SqliteRegistry, "__init__", looking)


async def test_a_replaced_registry_is_seen_at_once(tmp_path: Path) -> None:
    path = build_registry(tmp_path / "r.db")
    async with connect(Settings(registry=str(path))) as companies:
        before = (await companies.profile(FULL)).data.company_name
        found = (await companies.autocomplete(before[:5])).data
        assert len((await companies.autocomplete("roi demo")).data) == MAXIMUM_RESULTS
        assert (await companies.profile(FULL)).from_cache
        assert (await companies.autocomplete(before[:5])).from_cache
        assert found
        build_registry(tmp_path / "new.db", "ALTA ").replace(path)
        after = await companies.profile(FULL)
        assert after.data.company_name.startswith("ALTA ") and not after.from_cache
        ten = (await companies.autocomplete("roi demo")).data
        assert all(each.company_name.startswith("ALTA ") for each in ten)
        # What followed from an earlier search is forgotten with it.
        assert (await companies.autocomplete(before[:6])).data != found
        assert (await companies.profile(FULL)).from_cache


@pytest.mark.parametrize(
    ("versions", "asked"),
    [
        ("aaa", 1),
        ("aab", 2),
        ("aba", 3),
        ("a.a", 1),  # for a moment it could not be told
        ("a.b", 2),
        ("..a", 1),
        (".ab", 2),
    ],
)
async def test_answers_are_forgotten_where_the_source_has_another_version(
    versions: str, asked: int
) -> None:
    found = {o.PROFILE.url_path("12"): {"taxId": "12"}, o.AUTOCOMPLETE.path: []}
    server, told = ScriptedServer(found), iter([*versions, *versions[-1:]])
    async with client_of(server, version=lambda: next(told).strip(".")) as companies:
        for _version in versions:
            await companies.profile("12")
        assert len(server.asked) == asked
        await companies.profile("12")
        assert len(server.asked) == asked
