"""A late answer never replaces the answer to a newer question, in any list or tab."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.sample import landmarks
from tests.ui.held_answers import Gate, HeldAnswer, holding
from tests.ui.hostile import all_of
from tests.ui.screening.screening_list import screen, screening
from tests.ui.user import User, explore
from tui_app.ui.compare.screen import CompareScreen
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.overview import OverviewSection
from tui_app.ui.widgets.row_list import RowList

FIRST, SECOND = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES
A_DAY = landmarks.MANY_COMPANIES_DAY.isoformat()


async def come(user: User, *answers: HeldAnswer) -> None:
    """Release the answers one after the other, each when the one before it is shown or dropped."""

    def is_over() -> bool:
        # A comparison waits for the answers that it asked for.
        working = [each for each in user.app.workers if each.description != "compare"]
        running = sum(not worker.is_finished for worker in working)
        return running <= sum(each.is_held for each in answer.gate.held)

    for answer in answers:
        answer.release()
        await user.when(is_over)
        await user.pilot.pause()


async def come_all(user: User, gate: Gate, of: str = "", but: Sequence[HeldAnswer] = ()) -> None:
    """Release what is held, and what is asked because of it, too."""

    def held() -> list[HeldAnswer]:
        return [e for e in gate.held if e.is_held and of in e.what and e not in but]

    while answers := held():
        await come(user, *answers)


def listed(user: User) -> list[str]:
    return [entry.name or entry.tax_id for entry in user.app.explorer.list.shown]


async def asked(user: User, gate: Gate, *texts: str) -> list[HeldAnswer]:
    for text in texts:
        await user.when(gate.has(text))
    return [gate.of(text) for text in texts]


async def test_of_two_questions_of_a_list_the_newer_one_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        field = user.app.explorer.lists["search"].focus_target
        # Of two texts.
        with holding(monkeypatch) as gate:
            for text in ("agro", "petro"):
                field.value = text  # type: ignore[attr-defined]
                await asked(user, gate, text)
            old, new = await asked(user, gate, "agro", "petro")
            await come(user, new, old)
            assert listed(user) and all("PETRO" in name for name in listed(user))
        await user.idle()
        assert all("PETRO" in name for name in listed(user))
        # Of several tax ids and a text.
        with holding(monkeypatch) as gate:
            field.value = f"{FIRST}, {SECOND}"  # type: ignore[attr-defined]
            await user.pilot.press("enter")
            one, two = await asked(user, gate, FIRST, SECOND)
            field.value = "solar"  # type: ignore[attr-defined]
            (new,) = await asked(user, gate, "solar")
            await come(user, new, one, two)
            assert listed(user) and all("SOLAR" in name for name in listed(user))
        # Of two days.
        await user.press("escape", "N")
        with holding(monkeypatch) as gate:
            user.new_list.field.value = A_DAY
            await user.pilot.press("enter")
            await asked(user, gate, A_DAY)
            user.new_list.step(-1)
            before = user.new_list.day
            assert before is not None
            old, new = await asked(user, gate, A_DAY, before.isoformat())
            await come(user, new, old)
            answer = user.new_list.results.answer
            assert answer is not None and len(listed(user)) == len(answer.data.companies)
            assert answer.data.total_companies != landmarks.MANY_COMPANIES


async def test_of_two_lines_and_their_facets_the_newer_ones_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        with holding(monkeypatch) as gate:
            for line in ("form:SA", "form:SNC"):
                screening(user).line.field.value = line
                await asked(user, gate, f"screen  {{'q': '{line}'")
            old, new = await asked(user, gate, "'form:SA'", "'form:SNC'")
            await come(user, new, old)
            forms = {entry.company_type for entry in screening(user).shown}
            assert forms == {"SNC"}
            # Facets of a line that was left come while those of the new one are awaited.
            (facets,) = await asked(user, gate, "screen_facets")
            await come(user, facets)
            screening(user).line.field.value = "form:SRL"
            await asked(user, gate, "'form:SRL', 'sort'")
            await come(user, gate.of("'form:SRL', 'sort'"))
            (slow,) = await asked(user, gate, "screen_facets  {'q': 'form:SRL'}")
            screening(user).line.field.value = "form:SCS"
            await asked(user, gate, "'form:SCS', 'sort'")
            await come(user, gate.of("'form:SCS', 'sort'"))
            (newest,) = await asked(user, gate, "screen_facets  {'q': 'form:SCS'}")
            await come(user, newest)
            shown = screening(user).facets._facets
            await come(user, slow)
            assert screening(user).facets._facets is shown


async def test_a_page_that_comes_late_does_not_replace_the_one_gone_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await screen(user, "")
        await user.press("enter")
        pane = screening(user)
        first = [entry.tax_id for entry in pane.shown]
        with holding(monkeypatch) as gate:
            await user.pilot.press("n")
            (old,) = await asked(user, gate, "'cursor'")
            await user.pilot.press("p")
            await user.when(lambda: len(gate.held) > 1)
            await come(user, gate.held[-1], old)
            assert [entry.tax_id for entry in pane.shown] == first and pane.page == 1


@pytest.mark.usefixtures("only_asked")
async def test_what_comes_for_a_company_that_was_left_is_not_shown_with_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        for tax_id in (FIRST, SECOND):
            await user.search(tax_id)
            await user.press("enter")
        for key, kind in enumerate(SECTIONS, start=1):
            if not kind.pane.own_operations and kind.pane is not OverviewSection:
                continue  # it draws the same answers
            await user.press(str(key), "b", str(key), "f")
            seen = without_times(all_of(user))
            assert user.app.client is not None
            with holding(monkeypatch) as gate:
                await user.pilot.press("b")
                await user.when(gate.has(FIRST))
                late = list(gate.held)
                await user.pilot.press("f")
                await user.when(gate.has(SECOND))
                await come_all(user, gate, of=SECOND)
                await come(user, *late)
                assert user.app.explorer.detail.section.tab == kind.tab
                assert without_times(all_of(user)) == seen, kind.tab


def without_times(text: str) -> str:
    import re

    return re.sub(r"(loaded|cached) \d\d:\d\d", "", text)


async def test_a_page_of_cases_that_comes_late_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with explore() as user:
        await user.search(SECOND)
        await user.press("enter", "3")
        rows = user.app.explorer.detail.section.focus_target
        assert isinstance(rows, RowList)
        with holding(monkeypatch) as gate:
            await user.pilot.press("n")
            (old,) = await asked(user, gate, "'page': '2'")
            await user.pilot.press("n")
            (new,) = await asked(user, gate, "'page': '3'")
            await come(user, new)
            shown = rows.rows
            await come(user, old)
            assert rows.rows == shown and user.app.explorer.detail.section.pages.shown == 3


async def test_a_comparison_shows_its_newest_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "c")
        comparison = user.app.screen
        assert isinstance(comparison, CompareScreen)
        with holding(monkeypatch) as gate:
            await user.pilot.press("r")
            await user.when(lambda: len(gate.held) == 2)
            old = list(gate.held)
            await user.pilot.press("s")
            await user.when(lambda: len(gate.held) == 4)
            await come_all(user, gate, but=old)
            cases = [each.loaded.answers["court_cases"] for each in comparison._companies]
            await come_all(user, gate)
            loaded = [each.loaded.answers for each in comparison._companies]
            assert [each["court_cases"] for each in loaded] == cases
            assert all("profile" in each and "financial" in each for each in loaded)
