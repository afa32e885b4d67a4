"""Court cases filtered by a text and by values of the loaded cases."""

from __future__ import annotations

from tests.sample import landmarks
from tests.ui.user import User, explore
from tui_app.insight.cases import DIMENSIONS, CaseFilter, Dimension, counted, value_of
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.widgets.row_list import RowList


async def _open(user: User, tax_id: str, *keys: str) -> None:
    await user.search(tax_id)
    await user.press("enter")
    for key in keys:
        await user.press(key)


async def test_court_cases_are_filtered_by_a_text_and_by_chosen_values() -> None:
    async with explore() as user:
        await _open(user, landmarks.MANY_COURT_CASES, "3")
        section = user.app.explorer.detail.section
        assert isinstance(section, CourtCasesSection)
        await _filter_by_texts(user, section)
        await _choose_together(user, section)
        for pages, dimension in enumerate(DIMENSIONS, start=1):
            await _choose_one(user, section, dimension, pages)
        # A court sends some values without their blanks.
        section.narrow(CaseFilter(stage="ContestatieInAnulare"))
        await user.idle()
        assert "Only Contestatie In Anulare · 0 of" in user.screen
        section.filter_by("penal")
        await user.search(landmarks.ONE_COURT_CASE)
        await user.press("escape", "enter", "F")
        assert user.app.explorer.foot.field.has_focus
        assert user.app.explorer.foot.field.value == ""  # another company, no filter


async def _filter_by_texts(user: User, section: CourtCasesSection) -> None:
    whole = len(section.shown_cases)
    for word in ("penal", "reclamant", "fond"):
        await user.press("F")
        user.app.explorer.foot.field.value = word
        await user.press("enter")
        shown = section.shown_cases
        assert 0 < len(shown) < whole
        for case in shown:
            values = (case.case_category, case.party_status, case.procedural_stage)
            assert any(word in (value or "").casefold() for value in values), word
    await user.press("escape")
    assert len(section.shown_cases) == whole


async def _choose_together(user: User, section: CourtCasesSection) -> None:
    """They can be removed one by one, or all at once."""
    for dimension in ("category", "stage"):
        await user.press("x")
        user.app.screen.query_one(RowList).move_to(f"{dimension} 0")
        await user.press("enter")
    both = section.case_filter
    assert both.category and both.stage and not both.role
    await user.press("x")
    rows = user.app.screen.query_one(RowList)
    in_force = [row.key for row in rows.rows if row.lines[0].left[0].text.startswith("✓")]
    assert len(in_force) == 2
    rows.move_to(in_force[0])
    await user.press("enter")
    assert section.case_filter.category is None and section.case_filter.stage == both.stage
    await user.press("x", "a")
    assert not section.case_filter.is_active


async def _choose_one(
    user: User, section: CourtCasesSection, dimension: Dimension, pages: int
) -> None:
    """Only the loaded pages are looked at: one more is loaded on the way."""
    loaded = 20 * pages
    value, count = counted(section.loaded_cases, dimension)[0]
    await user.press("x")
    assert f"Only … of the {loaded} loaded cases" in user.screen, dimension
    rows = user.app.screen.query_one(RowList)
    assert rows.move_to(f"{dimension} 0")
    await user.press("enter")
    assert {value_of(case, dimension) for case in section.shown_cases} == {value}
    assert f"150 cases · {pages} of 8 pages loaded" in user.screen
    assert f"Only {value} · {count} of {loaded} loaded · Esc shows all" in user.screen
    await user.press("n")
    assert f"150 cases · {pages + 1} of 8 pages loaded" in user.screen
    assert len(section.loaded_cases) == loaded + 20
    assert len(section.shown_cases) >= count
    await user.press("escape")
    assert len(section.shown_cases) == 20
