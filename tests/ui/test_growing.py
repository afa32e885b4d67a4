"""A further tab and a further list: one class each, and everything else follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from tests.sample import landmarks
from tests.ui.hostile import all_of, told
from tests.ui.user import User, explore, program
from tui_app.contract import operations as ops
from tui_app.contract.resources import RegisteredCompany
from tui_app.contract.views import ViewName
from tui_app.export.tables import Table
from tui_app.ui.actions.exporting import table_of
from tui_app.ui.lists import LISTS
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action import Action
from tui_app.ui.panes.base import Copyable, PaneKind
from tui_app.ui.panes.company import CompanyEntry, from_registered
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.base import Section


class CaseCount(Section):
    """A throw-away tab with operations of its own, one of them in pages, and a key."""

    tab = "case_count"
    title = "Case count"
    paged = True
    own_operations = (
        ops.COURT_CASES,
        ops.FINANCIAL,
    )
    loud = False

    @property
    def total_pages(self) -> int:
        answer = self.values[0].answer
        return answer.data.total_pages or 1 if answer else 1

    def turn(self, by: int) -> None:
        self.pages.ask(self.page + by)
        self.reload()

    def shout(self) -> None:
        self.loud = not self.loud
        self.redraw()

    def copies(self) -> tuple[Copyable, ...]:
        return (Copyable("count", "w", "the count", self._count()),)

    def export_table(self) -> Table:
        return Table(f"{self.company_name} count", ("cases",), ((self._count(),),))

    def _count(self) -> str:
        answer = self.values[0].answer
        return str(answer.data.total_cases) if answer else ""

    def draw(self, width: int) -> Content:
        if state := self.draw_state(self.values[0], width):
            return state
        text = f"{self._count()} cases, page {self.page} of {self.company_name}"
        return Content(text.upper() if self.loud else text)

    actions = (Action(name="shout", keys="X", label="shout", help="Say it loud", do=shout),)


class Greeting(Section):
    """A throw-away tab that needs the profile alone."""

    tab = "greeting"
    title = "Greeting"

    def draw(self, width: int) -> Content:
        return self.draw_state(self.profile_value, width) or Content(f"Hello {self.company_name}")


class Favourites(ListPane):
    """A throw-away list."""

    tab = "favourites"
    title = "Favourites"

    def on_mount(self) -> None:
        super().on_mount()
        of_day = RegisteredCompany(
            tax_id=landmarks.LOSSES, company_name="LOSSES DEMO", company_type="SRL"
        )
        known = CompanyEntry(tax_id=landmarks.SHOWPIECE, name="FAVOURITE DEMO")
        self.show_entries((known, from_registered(of_day)))


TABS: tuple[PaneKind[Section], ...] = (
    *SECTIONS[:4],
    PaneKind(
        ViewName("case_count", "Case count"),
        "Show how many cases there are",
        f"{__name__}:CaseCount",
    ),
    PaneKind(ViewName("greeting", "Greeting"), "Greet the company", f"{__name__}:Greeting"),
)
FAVOURITES = PaneKind[ListPane](
    ViewName("favourites", "Favourites"), "Go to the favourites", f"{__name__}:Favourites", "V", 3
)
FIFTH, SIXTH = "5", "6"


async def _opened(user: User, *keys: str) -> None:
    await user.search(landmarks.MANY_COURT_CASES)
    for key in ("enter", *keys):
        await user.press(key)


async def test_a_further_tab_is_one_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "place.json"
    async with explore(program(sections=TABS, location_file=place), (160, 40)) as user:
        explorer = user.app.explorer
        # Priced before it is looked at, in the footer's way and in the palette's.
        await _opened(user)
        # One request is told in the help and in the palette, not beside the tab.
        assert "5 Case count" in user.screen
        await user.press(FIFTH)
        assert "150 cases, page 1 of" in all_of(user)
        assert "Case count 1 req" not in user.screen
        # Paged, with the price of a page.
        assert "n next page" in explorer.foot.line.plain
        await user.press("n")
        assert "150 cases, page 2 of" in all_of(user)
        # Its own key, in footer, help and palette.
        await user.press("X")
        assert "150 CASES, PAGE 2 OF" in all_of(user)
        await user.press("question_mark")
        await user.until("Say it loud")
        assert "Keys: Case count" in user.screen
        await user.press("escape", "ctrl+p")
        await user.paste("show how many cases")
        await user.until("Case count")
        await user.press("escape", "escape")
        # Elsewhere the key says where it is of use.
        await user.press("1", "X")
        assert "Only in Case count (5)" in told(user)
        # A tab may do without operations of its own.
        assert "6 Greeting (" not in user.screen
        await user.press(SIXTH)
        assert "Hello " in all_of(user)
        await user.press("y", "escape")
        assert table_of(explorer).columns == ("field", "value")
        assert user.app.client
        sent = user.app.client.allowance.session_requests
        await user.press("r")
        assert user.app.client.allowance.session_requests == sent + 1
        assert "Hello " in all_of(user)
        await user.press(FIFTH)
        # Copied and exported.
        await user.press("y")
        await user.until("the count")
        await user.press("escape")
        assert table_of(explorer).columns == ("cases",)
        await user.press("e", "j")
        (file,) = tmp_path.glob("*count*.json")
        assert "150" in file.read_text()
        # Refreshed, at a price.
        sent = user.app.client.allowance.session_requests
        await user.press("r")
        assert user.app.client.allowance.session_requests == sent + 1
        assert explorer.detail.section.page == 2
    # Resumed where it was left.
    async with explore(program(sections=TABS, location_file=place), (160, 40)) as user:
        assert user.app.explorer.detail.section.tab == CaseCount.tab
        assert "150 cases, page 2 of" in all_of(user)


async def test_a_further_list_is_one_class(tmp_path: Path) -> None:
    place = tmp_path / "place.json"
    lists = (*LISTS, FAVOURITES)
    async with explore(program(lists=lists, location_file=place)) as user:
        await user.press("escape", "V")
        assert "FAVOURITE DEMO" in user.screen
        await user.press("S", "space", "F")
        await user.paste("losses")
        await user.press("enter")
        assert "FAVOURITE DEMO" not in user.screen
        await user.press("enter")
        assert landmarks.LOSSES in user.screen
        assert [row[0] for row in table_of(user.app.explorer).rows] != []
        await user.press("escape", "question_mark")
        await user.until("Go to the favourites")
        await user.press("escape")
    async with explore(program(lists=lists, location_file=place)) as user:
        assert user.app.explorer.list.tab == Favourites.tab
