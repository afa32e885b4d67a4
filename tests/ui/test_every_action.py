"""Every action by each of its keys, in the running explorer: a new one needs a scenario here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from textual.widgets import Input

from tests.sample import landmarks
from tests.ui.explorer import TODAY, User, explore
from tests.ui.hostile import told
from tui_app.language import language
from tui_app.ui.actions.commands import find
from tui_app.ui.actions.keys import shown_key
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.app import FirmetermApp
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.signals import SignalsSection

ACTIONS = ActionTable()
See = Callable[[User], object]
RESULTS = ("escape",)
COMPANY = ("enter",)


class Scenario(NamedTuple):
    """Search for a text, press keys; then the action's key turns what is seen into ``after``."""

    text: str
    keys: tuple[str, ...]
    see: See
    before: object
    after: object


def _focused(user: User) -> object:
    explorer = user.app.explorer
    if explorer.focused is explorer.foot.field:
        return "filter"
    if explorer.focused is explorer.lists["search"].focus_target:
        return "search field"
    return "detail" if explorer.detail_has_focus else explorer.list.tab


def _row(user: User) -> object:
    return user.app.explorer.list.rows.cursor


def _tab(user: User) -> object:
    return user.app.explorer.detail.section.tab


def _tax_id(user: User) -> object:
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else None


def _marks(user: User) -> object:
    return len(user.app.explorer.list.marked)


def _order(user: User) -> object:
    return user.app.explorer.list.order, user.app.explorer.list.reverse


def _day(user: User) -> object:
    return str(user.new_list.day)


def _cases(user: User) -> CourtCasesSection:
    section = user.app.explorer.detail.section
    assert isinstance(section, CourtCasesSection)
    return section


def _figures(user: User) -> FinancialsSection:
    section = user.app.explorer.detail.section
    assert isinstance(section, FinancialsSection)
    return section


def _figure(user: User) -> object:
    spot = _figures(user).spot
    return spot.name if spot else None


def _sent(user: User) -> object:
    return user.app.client.allowance.session_requests if user.app.client else 0


def _dialog(user: User) -> object:
    return type(user.app.screen).__name__


def _theme(user: User) -> object:
    return user.app.theme


def _list(user: User) -> object:
    return user.app.explorer.list.tab


def _in_facets(user: User) -> object:
    explorer = user.app.explorer
    return explorer.focused is explorer.list.side_pane


def _field(user: User) -> object:
    return getattr(user.app.explorer.lists["search"].focus_target, "value", None)


def _formulas(user: User) -> object:
    section = user.app.explorer.detail.section
    assert isinstance(section, SignalsSection)
    return section.shows_formulas


def _pages_of_cases(user: User) -> object:
    return len(user.app.explorer.detail.known().all_case_pages)


def _is_watched(user: User) -> object:
    return user.app.explorer.detail.stored.is_watched


def _ended(user: User) -> object:
    return user.app.return_code


def _nothing_left_out(user: User) -> object:
    """The sample leaves nothing out: what a live source does is tested beside the lookalike."""
    return "All there is is shown." in user.screen


SHOWPIECE, CASES = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES
TO_DIALOG = (_dialog, "ExplorerScreen")
DAY = TODAY.isoformat()

SCENARIOS: dict[str, Scenario] = {
    "search": Scenario("petro", ("enter",), _focused, "detail", "search field"),
    "new": Scenario("petro", RESULTS, _focused, "search", "new"),
    "open": Scenario("petro", RESULTS, _focused, "search", "detail"),
    "escape": Scenario("petro", COMPANY, _focused, "detail", "search"),
    "down": Scenario("petro", RESULTS, _row, 0, 1),
    "up": Scenario("petro", (*RESULTS, "down", "down"), _row, 2, 1),
    "page_down": Scenario("petro", RESULTS, _row, 0, 9),
    "page_up": Scenario("petro", (*RESULTS, "end"), _row, 9, 0),
    "top": Scenario("petro", (*RESULTS, "down", "down"), _row, 2, 0),
    "bottom": Scenario("petro", RESULTS, _row, 0, 9),
    "left_pane": Scenario("petro", COMPANY, _focused, "detail", "search"),
    "right_pane": Scenario("petro", (*COMPANY, "escape"), _focused, "search", "detail"),
    "profile": Scenario(SHOWPIECE, (*COMPANY, "2"), _tab, "financials", "profile"),
    "financials": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "financials"),
    "court_cases": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "court_cases"),
    "contacts": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "contacts"),
    "signals": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "signals"),
    "connections": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "connections"),
    "timeline": Scenario(SHOWPIECE, COMPANY, _tab, "profile", "timeline"),
    "watch": Scenario("petro", RESULTS, _focused, "search", "watch"),
    "history": Scenario("petro", RESULTS, _list, "search", "history"),
    "earlier_search": Scenario(SHOWPIECE, (*COMPANY, "slash", "delete"), _field, "", SHOWPIECE),
    "formulas": Scenario(SHOWPIECE, (*COMPANY, "5"), _formulas, False, True),
    "more_cases": Scenario(CASES, (*COMPANY, "5"), _pages_of_cases, 1, 8),
    "toggle_watch": Scenario(SHOWPIECE, COMPANY, _is_watched, False, True),
    "note": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "NoteScreen"),
    "compare": Scenario("petro", (*RESULTS, "space", "space"), *TO_DIALOG, "CompareScreen"),
    "next_page": Scenario(CASES, (*COMPANY, "3"), lambda u: _cases(u).page, 1, 2),
    "previous_page": Scenario(CASES, (*COMPANY, "3", "n"), lambda u: _cases(u).page, 2, 1),
    "screen": Scenario("petro", RESULTS, _list, "search", "screen"),
    "screen_facets": Scenario("", ("escape", "Q", "enter"), _in_facets, False, True),
    "screen_form": Scenario("petro", RESULTS, *TO_DIALOG, "ScreenForm"),
    "save_screen": Scenario(
        "", ("escape", "Q", *"active", "enter"), *TO_DIALOG, "ScreenNameDialog"
    ),
    "saved_screens": Scenario("petro", RESULTS, *TO_DIALOG, "SavedScreensDialog"),
    "page": Scenario(CASES, (*COMPANY, "3"), *TO_DIALOG, "PageScreen"),
    "back": Scenario(
        "petro", (*COMPANY, "h", "down", "enter"), _tax_id, "990005894", landmarks.SHOWPIECE
    ),
    "forward": Scenario(
        "petro", (*COMPANY, "h", "down", "enter", "b"), _tax_id, landmarks.SHOWPIECE, "990005894"
    ),
    "sort": Scenario("petro", RESULTS, *TO_DIALOG, "ChoiceScreen"),
    "columns": Scenario("petro", RESULTS, *TO_DIALOG, "ChecklistScreen"),
    "reverse": Scenario("petro", RESULTS, _order, (0, False), (0, True)),
    "filter": Scenario("petro", RESULTS, _focused, "search", "filter"),
    "facets": Scenario(CASES, (*COMPANY, "3"), *TO_DIALOG, "ChoiceScreen"),
    "mark": Scenario("petro", RESULTS, _marks, 0, 1),
    "unmark": Scenario("petro", (*RESULTS, "space", "space"), _marks, 2, 0),
    "previous_day": Scenario("petro", RESULTS, _day, "None", "2026-11-19"),
    "next_day": Scenario("petro", (*RESULTS, "comma"), _day, "2026-11-19", DAY),
    "reload": Scenario(SHOWPIECE, COMPANY, _sent, 2, 3),
    "copy": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "export": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "website": Scenario(SHOWPIECE, (*COMPANY, "4"), *TO_DIALOG, "ChoiceScreen"),
    "year_before": Scenario(
        SHOWPIECE, (*COMPANY, "2", "greater_than_sign"), _figure, "tile net_profit", "tile turnover"
    ),
    "year_after": Scenario(SHOWPIECE, (*COMPANY, "2"), _figure, "tile turnover", "tile net_profit"),
    "view": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: _figures(u).view, "both", "chart"),
    "next_measure": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: _figures(u).measure, 0, 1),
    "previous_measure": Scenario(
        SHOWPIECE, (*COMPANY, "2", "plus"), lambda u: _figures(u).measure, 1, 0
    ),
    "all_years": Scenario(SHOWPIECE, (*COMPANY, "2"), _nothing_left_out, False, True),
    "all_cases": Scenario(CASES, (*COMPANY, "3"), _nothing_left_out, False, True),
    "range": Scenario(SHOWPIECE, (*COMPANY, "2"), lambda u: len(_figures(u).records), 6, 5),
    "help": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "HelpScreen"),
    "manual": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ManualScreen"),
    "palette": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "PaletteScreen"),
    "theme": Scenario(SHOWPIECE, COMPANY, _theme, "firmeterm-dark", "firmeterm-light"),
    "language": Scenario(SHOWPIECE, COMPANY, lambda u: language(), "en", "ro"),
    "server": Scenario(SHOWPIECE, COMPANY, *TO_DIALOG, "ChoiceScreen"),
    "suspend": Scenario(SHOWPIECE, COMPANY, lambda u: len(SUSPENDED), 0, 1),
    "quit": Scenario(SHOWPIECE, COMPANY, _ended, None, 0),
}

SUSPENDED: list[FirmetermApp] = []
"""Who was told to suspend: what that does is tested in a real terminal."""

KEYS = [(name, key) for name, keys in ACTIONS.in_force.items() for key in keys]


@pytest.fixture(autouse=True)
def no_real_suspending(monkeypatch: pytest.MonkeyPatch) -> None:
    SUSPENDED.clear()

    def suspend(app: FirmetermApp) -> None:
        SUSPENDED.append(app)

    monkeypatch.setattr(FirmetermApp, "action_suspend_process", suspend)


def test_every_action_has_a_scenario_and_no_other() -> None:
    assert set(SCENARIOS) == {action.name for action in ACTIONS}


ANEW = ("reload", "previous_page", "previous_measure", "next_day")
"""Begin where nothing was turned forwards or asked before, so they come in this order."""
ALONE = ("more_cases", "quit")
LAST = ("all_years", "all_cases", "toggle_watch", "theme", "language")
"""They change more than where one is: what comes before them must not see it."""

Walk = list[tuple[str, str]]


def _walks() -> dict[str, Walk]:
    """Actions that begin with the same search share one explorer; some have their own."""
    order = (*ANEW, "", *LAST)
    walks: dict[str, Walk] = {}
    for name, key in sorted(
        KEYS, key=lambda each: order.index(each[0] if each[0] in order else "")
    ):
        walk = SCENARIOS[name].text or "nothing"
        walk = "anew" if name in ANEW else f"{name}-{key}" if name in ALONE else walk
        walks.setdefault(walk, []).append((name, key))
    return walks


async def _begin_again(user: User) -> None:
    """Back to the first result, with the first tab beside it."""
    while len(user.app.screen_stack) > 1:
        user.app.pop_screen()
    await user.press("escape")
    if _list(user) != "search" or _row(user):
        await user.press("slash", "escape", "home")
    if user.app.explorer.detail.section.tab != "profile":
        await user.press("enter", "1", "escape")


@pytest.mark.long
@pytest.mark.parametrize("walk", [pytest.param(walk, id=name) for name, walk in _walks().items()])
async def test_the_key_does_what_the_action_says(walk: Walk) -> None:
    async with explore() as user:
        for name, key in walk:
            scenario = SCENARIOS[name]
            if (name, key) != walk[0]:
                await _begin_again(user)
            await user.search(scenario.text)
            await user.press(*scenario.keys)
            assert scenario.see(user) == scenario.before, (name, key)
            await user.press(key)
            assert scenario.see(user) == scenario.after, (name, key)


async def test_the_palette_has_every_action_with_its_key_and_the_reason_against_it() -> None:
    async with explore() as user:
        explorer = user.app.explorer
        await user.press("escape")
        commands = find(explorer, "")
        for action in ACTIONS:
            if action.name == "palette":
                continue
            reason, way = action.reason(explorer), action.prerequisite(explorer)
            about = action.help
            if reason and way and not ACTIONS.by_name[way].reason(explorer):
                about, reason = f"{reason} ⏎ goes there", ""
            found = next(
                c for c in commands if (c.title, c.about[: len(about)]) == (action.label, about)
            )
            assert found.keys == shown_key(ACTIONS.in_force[action.name][0])
            assert found.reason == reason
        await user.press("ctrl+p")
        await user.type("export")
        row = next(line for line in user.screen.splitlines() if "  e " in line)
        assert "export          – There is nothing to export." in row
        assert "Write the list" not in row
        await user.press("enter")
        assert "There is nothing to export." in told(user)


async def _command(user: User, typed: str) -> None:
    """Do what the palette finds first for a text."""
    await user.press("escape", "ctrl+p")
    field = user.app.focused
    assert isinstance(field, Input)
    field.value = typed
    await user.idle()
    await user.press("enter")


async def test_the_palette_jumps() -> None:
    jumps: tuple[tuple[str, See, object], ...] = (
        ("go to tax id 990000013", _tax_id, landmarks.SHOWPIECE),
        ("sort by name", _order, (1, False)),
        ("new companies of -1d", _day, "2026-11-19"),
        ("theme contrast", _theme, "firmeterm-contrast"),
        ("language rom", lambda user: language(), "ro"),
    )
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "down")
        for typed, see, after in jumps:
            assert see(user) != after, typed
            await _command(user, typed)
            assert see(user) == after, typed


async def test_a_command_that_needs_more_begins_its_text() -> None:
    async with explore() as user:
        await _command(user, "go to")
        await user.type("990000013")
        await user.press("enter")
        assert _tax_id(user) == landmarks.SHOWPIECE


async def test_a_day_in_the_palette_leads_to_its_list() -> None:
    days = {
        "new companies of 19.11.2026": "2026-11-19",
        "2026-11-18": "2026-11-18",
        "17.11.2026": "2026-11-17",
    }
    async with explore() as user:
        for typed, day in days.items():
            await user.search("petro")
            assert _list(user) == "search"
            await _command(user, typed)
            assert (_list(user), _day(user)) == ("new", day), typed


async def test_the_palette_begins_with_the_last_companies_and_what_this_pane_can() -> None:
    async with explore() as user:
        for text in ("990000013", "990000021"):
            await user.search(text)
            await user.press("enter", "escape")
        await user.when(lambda: len(user.app.explorer.lists["history"].entries) == 2)
        first, second, *_rest = find(user.app.explorer, "")
        # The one that is shown is not offered again.
        assert first.about == "990000013"
        assert not second.about.isdigit()
        await user.press("ctrl+p", "enter")
        assert _tax_id(user) == landmarks.SHOWPIECE


async def test_what_cannot_run_here_leads_to_where_it_can() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "ctrl+p")
        await user.type("earlier search")
        assert "⏎ goes there" in user.screen
        await user.press("enter")
        await user.when(lambda: not user.app.explorer.detail_has_focus)


async def test_the_help_is_searched_by_typing() -> None:
    async with explore() as user:
        await user.press("escape", "question_mark")
        await user.type("note")
        assert "Note" in user.screen or "note" in user.screen
        assert "One row down" not in user.screen
        await user.press("escape")
        assert "One row down" in user.screen or "Keys:" in user.screen
        await user.type("q")
        assert "Quit" in user.screen
        await user.press("escape", "escape")
        assert _dialog(user) == "ExplorerScreen"
