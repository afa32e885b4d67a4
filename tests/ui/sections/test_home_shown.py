"""The start page and the overview by the room they have, and what each row of the page does."""

from __future__ import annotations

import datetime as dt
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from tests.ui.sections.desk import OFFERED, Desk, desk, marked, marked_row
from tests.ui.sections.parts import FIRM, NOW, TODAY, answer
from tests.ui.sections.test_pictures_of_tabs import ALL, GAINS, LOSSES, STRUCK, WHOLE
from tests.ui.test_research_keys import changed_companies
from tests.ui.user import NORMAL, User, program
from tests.workspace.companies import day
from tui_app.client.companies import Companies
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanySummary
from tui_app.insight.figures import Facts
from tui_app.insight.signals import signals
from tui_app.sources import source as sources
from tui_app.ui.panes.company import CompanyEntry, WorkspaceData, from_record
from tui_app.ui.sections.home import Home, HomeView, read_home
from tui_app.ui.sections.profile import draw_header, draw_verdict
from tui_app.workspace.workspace import Workspace


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "workspace.db"
    changed_companies(path, "remote")
    with Workspace(path) as workspace:
        for at in range(1, 7):
            summary = CompanySummary(tax_id=f"3{at}", company_name=f"FIRMA {at}" if at > 1 else "")
            workspace.history.look(summary, invented=False, at=day(at))
            workspace.history.searched(f"cautare {at}", at=day(at))
            workspace.screenings.save(f"ecran {at}", f"county:CJ turnover:>{at}")
    return path


def groups(shown: Desk) -> dict[str, int]:
    """How many rows of each group the start page has."""
    kinds = [row.key.split()[0] for row in shown.row_list.rows]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


async def test_the_start_page_keeps_the_newest_that_have_room(kept: Path) -> None:
    async with desk(workspace=kept, offered=(*OFFERED, ops.SCREEN)) as shown:
        assert marked_row(shown.row_list.rows[0])
        shown.row_list.cursor, chosen = 1, shown.row_list.rows[1].key
        for height, most in (
            (60, 5),
            (36, 5),
            (35, 4),
            (32, 4),
            (31, 3),
            (28, 3),
            (27, 2),
            (20, 2),
        ):
            await shown.resize(120, height)
            assert groups(shown) == {
                "change": 2,
                "screen": most,
                "company": most,
                "search": most,
                "do": 6,
            }
            assert shown.row_list.current is not None
            assert shown.row_list.current.key == chosen
        keys = [row.key for row in shown.row_list.rows]
        newest = [key for key in keys if key.startswith(("company", "search"))]
        assert newest == ["company 36", "company 35", "search cautare 6", "search cautare 5"]
        # Behind a company it has another size when one comes back to it.
        await shown.press("down", "enter")
        assert not shown.detail.shows_home
        await shown.user.pilot.resize_terminal(120, 60)
        shown.detail.drop_preview(opened=True)
        await shown.press("escape", "slash")
        assert groups(shown)["company"] == 5


@pytest.mark.parametrize("source", ["remote", "public", "sample"])
async def test_the_start_page_looks_as_it_did(
    kept: Path, source: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"public": Settings(source="public"), "sample": Settings()}.get(source)
    show, is_shown = HomeView.show, threading.Event()

    def show_and_say_so(view: HomeView, home: Home | None = None) -> None:
        show(view, home)
        is_shown.set()

    def connect(settings: Settings) -> Companies:
        is_shown.wait(20)  # what the source can do is known after the page is there
        return sources.connect(settings)

    monkeypatch.setattr(HomeView, "show", show_and_say_so)
    async with desk(workspace=kept, settings=settings, offered=(*OFFERED, ops.SCREEN),
                    connect=connect) as shown:  # fmt: skip
        told = ["\n".join(map(marked_row, shown.row_list.rows))]
        for width in (90, 50):
            await shown.resize(width, 30)
            told.append("\n".join(row.rstrip() for row in shown.user.screen.split("\n")[2:-1]))
    assert "\n\n".join(told) == snapshot


async def test_each_row_of_the_start_page_does_what_it_says(kept: Path) -> None:
    async with desk(workspace=kept, offered=(*OFFERED, ops.SCREEN)) as shown:
        explorer = shown.user.app.explorer
        for kind, nth in (("change", 1), ("company", 1), ("search", 0), ("screen", 1)):
            shown.detail.drop_preview(opened=True)
            assert not shown.detail.state().in_workspace.is_watched
            await shown.press("escape", "slash")
            await shown.user.search("")
            await shown.press("down")
            assert explorer.detail_has_focus
            keys = [row.key for row in shown.row_list.rows]
            key = [each for each in keys if each.startswith(kind)][nth]
            shown.row_list.cursor = keys.index(key)
            intent = shown.section.enter()
            assert intent is not None
            what = key.partition(" ")[2]
            opens = {what} if kind in ("change", "company") else set()
            assert {each.tax_id for each in intent.questions} == opens
            shown.give({}, profile=replace(FIRM, tax_id=what))
            await shown.press("enter")
            if opens:
                assert shown.detail.tax_id == what and "opened before" in shown.user.screen
                assert explorer.focused is shown.section.focus_target
                assert shown.detail.state().in_workspace.is_watched is (kind == "change")
                # What is loaded again is kept, like what was loaded first.
                struck = replace(FIRM, tax_id=what, status="radiata")
                later = replace(answer(struck), fetched_at=NOW + dt.timedelta(hours=1))
                shown.give({}, profile=later)
                await shown.press("r")
                with Workspace(kept) as workspace:
                    newest = workspace.snapshots.profile("remote", what)
                assert newest == struck
            elif kind == "screen":
                assert explorer.list.tab == "screen" and "turnover:>2" in shown.user.screen
            else:
                field = explorer.lists["search"].focus_target
                assert isinstance(field, Input) and field.value == what == "cautare 6"


async def test_a_click_does_a_thing_at_once_and_opens_what_is_kept_the_second_time(
    kept: Path,
) -> None:
    async with desk(workspace=kept, offered=(*OFFERED, ops.SCREEN)) as shown:
        explorer, rows = shown.user.app.explorer, shown.row_list
        keys = [row.key for row in rows.rows]

        async def click(line: int, times: int = 1) -> None:
            await shown.user.pilot.click(rows, offset=(20, line), times=times)
            await shown.user.idle()

        assert rows.size.height > len(keys)
        await click(len(keys))  # below the last row, which is a thing
        for kind in ("change", "screen", "company", "search"):
            await click(next(at for at, key in enumerate(keys) if key.startswith(kind)))
            assert (explorer.list.tab, shown.detail.tax_id) == ("search", "")
        shown.give({}, profile=replace(FIRM, tax_id="36"))
        await click(keys.index("company 36"), times=2)
        assert shown.detail.tax_id == "36"
        shown.detail.drop_preview(opened=True)
        await shown.user.idle()
        await click([row.key for row in rows.rows].index("do watch"))
        assert explorer.list.tab == "watch"


async def test_the_overview_has_as_many_lines_as_the_terminal_has_room_for() -> None:
    async with desk() as shown:
        for given, profile in ((ALL, WHOLE), ({ops.FINANCIAL: LOSSES}, STRUCK)):
            await shown.show("finance", given, profile=profile)
            await shown.press("3", "4", "1")
            for height, lines, below in ((19, 2, 0), (20, 4, 0), (29, 4, 0), (30, 4, 1)):
                await shown.resize(66, height)
                top = shown.drawn.plain.split("\n\n")[0].split("\n")
                titles = [row.split()[0] for row in top if row[:1].strip()]
                assert titles == ["figures", "checks", "courts", "contact"][:lines]
                assert (len(top) > lines) is bool(below), top
        # What just has no room in the head stands in the profile, and nothing stands in both.
        for missing in (0, 1):
            width = shown.detail.header.content_size.width
            number = "J" * (width - len("CUI 101    SNC") + missing)
            profile = replace(FIRM, company_id=number, company_type="SNC")
            await shown.show("overview", profile=profile)
            head, _sep, rest = shown.picture.partition("\n\n")
            assert ("SNC" not in head) is ("SNC" in rest) is bool(missing), shown.picture


@pytest.mark.parametrize("width", [10, 24, 40, 56, 72, 90, 130])
def test_a_head_looks_as_it_did(width: int, snapshot: SnapshotAssertion) -> None:
    listed = CompanyEntry(tax_id="12", name="ANA DIN LISTA", status="radiata", county="Cluj",
                          locality="Dej", company_type="SRL", company_id="J9/9/2009")  # fmt: skip
    told = []
    for profile in (WHOLE, STRUCK, FIRM, replace(FIRM, status="suspendare activitate")):
        for entry in (from_record(profile), listed):
            told.append(marked(draw_header(entry, profile, TODAY, width)))
    told.append(marked(draw_header(listed, None, TODAY, width)))
    for facts in (Facts(), Facts(profile=WHOLE, financial=GAINS), Facts(profile=STRUCK,
                  financial=LOSSES)):  # fmt: skip
        found = signals(facts, TODAY)
        for is_watched, has_note, origin in (
            (False, False, ""), (True, False, ""), (False, True, "from ALFA BETA SRL"),
            (True, True, "from ALFA BETA SRL"),
        ):  # fmt: skip
            known = WorkspaceData(is_watched=is_watched, has_note=has_note)
            told.append(marked(draw_verdict(found, known, origin, width)))
    assert "\n".join(told) == snapshot


async def test_until_the_workspace_is_read_the_start_page_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_read = threading.Event()

    def late(workspace: Workspace) -> Home:
        may_read.wait(20)
        return read_home(workspace)

    monkeypatch.setattr("tui_app.ui.sections.overview.read_home", late)
    app = program()
    async with app.run_test(size=NORMAL) as pilot:
        try:
            pane = app.explorer.detail.section.text_pane
            await User(app, pilot).when(lambda: "Type three letters" in str(pane.render()))
            assert "Source: sample data" in str(pane.render())
        finally:
            may_read.set()
