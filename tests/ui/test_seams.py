"""Where two parts meet: a client replaced under a question, rows replaced under a cursor."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.faulty.given import given
from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.explorer.test_after_a_restart import kept
from tests.ui.held_answers import holding
from tests.ui.hostile import KEY, all_of
from tests.ui.screening.screening_list import screen, screening
from tests.ui.user import NORMAL, User, explore, program
from tui_app.client.companies import Companies
from tui_app.client.errors import UnreachableError
from tui_app.config.settings import Settings
from tui_app.sources import source
from tui_app.ui.dialogs.commands import PaletteScreen
from tui_app.ui.panes.company import CompanyEntry, to_summary
from tui_app.ui.widgets.row_list import RowList
from tui_app.workspace.saved_location import SavedLocation, SavedQuery, load_location, save_location
from tui_app.workspace.workspace import Workspace


# Any: whatever the explorer returns.
def rereading(faulty: FaultyServer, made: list[Companies] | None = None) -> Any:
    """The explorer on a server; each new client reads the key again, and is one of ``made``."""

    def connect(settings: Settings) -> Companies:
        client = source.connect(settings, given(KEY))
        if made is not None:
            made.append(client)
        return client

    return program(Settings(base_url=faulty.base_url()), connect=connect)


async def test_two_rejected_tabs_are_both_asked_again(faulty: FaultyServer) -> None:
    made: list[Companies] = []
    async with explore(rereading(faulty, made)) as user:
        await user.search("demo")
        await user.press("enter")
        faulty.misbehave("401")
        for tab in "23":  # one after the other: both at once would be rejected with one client
            await user.press(tab)
        faulty.misbehave("slow-first-byte")
        await user.pilot.press("r", "2", "r")
        await user.idle()
        sections = user.app.explorer.detail.sections
        for tab in ("finance", "cases"):
            assert sections[tab].values[0].answer is not None, all_of(user)
        assert len(made) == 3  # the first one, and one in the place of each that was rejected


async def test_contacts_go_on_with_one_enter_after_a_rejection(faulty: FaultyServer) -> None:
    async with explore(rereading(faulty)) as user:
        await user.search("demo")
        await user.press("enter")
        faulty.misbehave("401", "emails")
        await user.press("4")
        faulty.misbehave("none")
        await user.press("enter")
        contacts = user.app.explorer.detail.section
        assert all(value.answer is not None for value in contacts.values), all_of(user)


async def test_a_day_typed_while_the_saved_one_connects_stays(tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    save_location(file, SavedLocation(list="new", queries={"new": SavedQuery("2025-03-03")}))
    app = program(location_file=file)
    async with app.run_test(size=NORMAL) as pilot:
        pane = app.explorer.lists["new"]
        pane.field.value = "2025-03-0"  # type: ignore[attr-defined]
        user = User(app, pilot)
        await user.idle()
        assert pane.field.value == "2025-03-0" and not pane.entries  # type: ignore[attr-defined]


async def test_evidence_says_that_the_source_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await user.search("petro")
        await user.press("enter")
        before = user.app.client
        with holding(monkeypatch) as gate:
            await user.pilot.press("e", "b")
            await user.when(lambda: bool(gate.held))
            user.app.switch_source(source="public")
            # The earlier client is closed before the next one is there.
            await user.when(lambda: user.app.client not in (before, None))
        await user.until("another source was chosen meanwhile")
        assert not [path for path in tmp_path.iterdir() if path.is_file()]


async def test_a_sort_that_fails_leaves_the_arrow_where_the_order_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await screen(user, "form:SA")
        await user.press("enter")
        before = screening(user).order_shown, [entry.tax_id for entry in screening(user).shown]

        # Any: whatever is asked.
        async def fail(*_args: Any, **_how: Any) -> Any:
            raise UnreachableError("The line is down")

        with monkeypatch.context() as patch:
            patch.setattr(Companies, "ask", fail)
            screening(user).choose_order("companyName")
            await user.idle()
        assert "The line is down" in user.screen
        screening(user).rearrange()
        await user.idle()
        assert "Turnover↓" in user.screen and "Name↑" not in user.screen
        pane = screening(user)
        assert (pane.order_shown, [entry.tax_id for entry in pane.shown]) == before
        assert (pane.sort, pane.descending) == before[0]


async def test_a_client_that_is_made_while_the_user_quits_is_closed() -> None:
    begun, go, closed = threading.Event(), threading.Event(), list[Companies]()

    def connect(settings: Settings) -> Companies:
        begun.set()
        assert go.wait(20)
        made = source.connect(settings)
        aclose = made.aclose

        async def note() -> None:
            closed.append(made)
            await aclose()

        made.aclose = note  # type: ignore[method-assign]
        return made

    app = program(connect=connect)
    async with app.run_test(size=NORMAL):
        await asyncio.to_thread(begun.wait, 20)
        app.exit()
        go.set()
    assert len(closed) == 1


async def test_a_command_of_a_list_that_has_changed_does_not_run() -> None:
    async with explore() as user:
        await user.press("escape", "ctrl+p")
        palette = user.app.screen
        assert isinstance(palette, PaletteScreen)
        first = palette.rows.rows[0].key
        palette._field.value = "theme"
        await user.idle()
        palette.rows.post_message(RowList.Opened(first))
        await user.idle()
        assert user.app.screen is palette


def _watch(workspace: Workspace) -> None:
    workspace.watch_list.add([landmarks.LONG_TEXTS])


def _look(workspace: Workspace) -> None:
    entry = CompanyEntry(tax_id=landmarks.LONG_TEXTS, name="ALTA DEMO SRL")
    workspace.history.look(to_summary(entry), invented=True)


async def test_a_write_leaves_the_cursor_of_a_stored_list() -> None:
    """A company that leaves the list gives its place to the next."""
    async with explore() as user:
        for text in ("agro", "petro", "solar"):
            await user.search(text)
            await user.press("enter", "w", "escape")
        rows = user.app.explorer.list.rows
        for key, write in (("H", _look), ("W", _watch)):
            await user.press(key, "escape", "home", "down", "down")
            rows = user.app.explorer.list.rows
            assert rows.cursor == 2, user.screen
            assert rows.current is not None
            before = rows.current.key
            await user.press("m")
            await user.type("x")
            await user.press("escape")
            assert (await kept(user))[1].endswith("x")
            assert rows.current.key == before
            user.app.workspace_thread.do(write)
            await user.when(partial(_has_rows, rows, 4))
            assert rows.current.key == before
        await user.press("home", "down", "down")
        following = rows.rows[3].key
        await user.press("w")
        assert rows.current is not None and (len(rows.rows), rows.current.key) == (3, following)
        await user.press("w")
        company, under = user.app.explorer.detail.entry, user.app.explorer.list.current
        assert company is not None and under is not None and rows.cursor == 1
        assert company.tax_id == under.tax_id
        # What is written while the list is hidden is there when it is shown.
        await user.press("slash", "escape")
        user.app.workspace_thread.do(lambda kept: kept.watch_list.remove([under.tax_id]))
        await user.when(lambda: not user.app.workspace_thread.writing)
        await user.press("W")
        assert len(rows.rows) == 1 and rows.current is not None


def _has_rows(rows: RowList, count: int) -> bool:
    return len(rows.rows) == count


async def test_of_two_quick_moves_the_newest_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "place.json"
    go = threading.Event()

    def slow(path: Path, location: SavedLocation) -> None:
        assert go.wait(20)
        save_location(path, location)

    async with explore(program(location_file=file)) as user:
        await user.search("petro")
        await user.press("enter")
        monkeypatch.setattr("tui_app.ui.explorer.resuming.save_location", slow)
        await user.pilot.press("2", "3", "4")
        go.set()
        await user.idle()
        assert load_location(file).location.tab == "contact"
