"""The facets beside the Screen list: they count as the rows do, and narrow."""

from __future__ import annotations

from tests.ui.screening.screening_list import emptied, has_keys, rows, screen, screening
from tests.ui.user import User, explore
from tui_app.contract.screening.page import FacetValue, FigureSummary, ScreeningFacets
from tui_app.system.language import set_language
from tui_app.ui.screening import wording


async def test_facets_count_and_narrow() -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        for check in (
            go_over_the_titles,
            show_all_values,
            narrow_and_take_back,
            change_what_was_narrowed,
            count_as_the_rows_do,
            narrow_with_the_mouse,
            ask_for_the_facets_again,
            show_counts_of_a_part,
        ):
            await emptied(user)
            await check(user)


async def go_over_the_titles(user: User) -> None:
    await user.press("enter", "D")
    rows = screening(user).facets.rows
    seen = [rows.rows[rows.cursor].key]
    for _step in range(len(rows.rows)):
        await user.pilot.press("down")
        seen.append(rows.rows[rows.cursor].key)
    assert not any(key.startswith("#") for key in seen)
    await user.press("home")
    assert rows.cursor == 1
    await user.press("up")
    assert rows.cursor == 1


async def show_all_values(user: User) -> None:
    """A group with many values shows the largest, and Enter the others."""
    await user.press("enter", "D", "home", *["down"] * 7)
    answer = screening(user).results.facets.answer
    assert answer is not None
    counties = len(answer.data.counties)
    assert f"… {counties - 7} more" in user.screen
    await user.press("enter")
    facets = screening(user).facets
    assert "… " not in "".join(row.key for row in facets.rows.rows)
    assert facets.rows.cursor == 8
    names = [row.key for row in facets.rows.rows if row.key.startswith("counties ")]
    assert len(names) == counties > 40
    assert screening(user).line.text == ""


async def narrow_and_take_back(user: User) -> None:
    await screen(user, "form:SA,SRL")
    await user.press("enter", "D", "home")
    facets = screening(user).facets
    await user.press("enter")
    first = "county:Bucuresti"
    assert screening(user).line.text == f"form:SA,SRL {first}"
    assert all("ucure" in (row.county or "") for row in rows(user))
    facets.rows.move_to("company_types SA")
    await user.press("enter")
    assert screening(user).line.text == f"{first} form:SA"
    assert {row.company_type for row in rows(user)} == {"SA"}
    await user.press("escape")
    assert screening(user).line.text == f"form:SA,SRL {first}"
    await user.press("escape")
    assert screening(user).line.text == "form:SA,SRL"
    assert has_keys(user, facets.rows)
    await user.press("escape")
    assert has_keys(user, screening(user).rows)


async def change_what_was_narrowed(user: User) -> None:
    """A line that was changed since is not undone."""
    await screen(user, "form:SA")
    await user.press("enter", "D", "home", "enter")
    assert screening(user).line.text.startswith("form:SA county:")
    await screen(user, screening(user).line.text + " active")
    after = screening(user).line.text
    screening(user).facets.rows.focus()
    await user.press("escape")
    assert screening(user).line.text == after


async def count_as_the_rows_do(user: User) -> None:
    await screen(user, "county:Cluj")
    answer = screening(user).results.facets.answer
    assert answer is not None
    found = rows(user)
    forms = {value.value: value.companies for value in answer.data.company_types}
    assert forms == {
        form: sum(1 for row in found if row.company_type == form)
        for form in {row.company_type for row in found}
    }
    total = sum(row.turnover or 0 for row in found)
    assert answer.data.turnover.total == total


async def narrow_with_the_mouse(user: User) -> None:
    """By the second click on a value."""
    await screen(user, "form:SA,SRL")
    facets = screening(user).facets.rows
    await user.pilot.click(facets, offset=(4, 2), times=2)
    await user.idle()
    key = facets.rows[1].key.removeprefix("counties ")
    assert screening(user).line.text.startswith("form:SA,SRL county:")
    assert key in screening(user).line.text


async def ask_for_the_facets_again(user: User) -> None:
    """Reloading is."""
    await screen(user, "form:SA")
    await user.press("enter")
    client = user.app.client
    assert client is not None
    before = client.allowance.session_requests
    await user.press("r")
    assert client.allowance.session_requests == before + 2


async def show_counts_of_a_part(user: User) -> None:
    """Incomplete counts say so."""
    counties = (FacetValue(value="Cluj", criterion="county:Cluj", companies=150_000),)
    part = ScreeningFacets(
        total_companies=900_000,
        counted_companies=200_000,
        is_partial=True,
        counties=counties,
        turnover=FigureSummary(companies=3, total=1_200_000_000, median=2.5),
    )
    screening(user).facets.show(part)
    await user.until("of the first 200,000")
    assert "total 1.2B RON · median 2.5 RON" in user.screen
    set_language("ro")
    screening(user).facets.show(part)
    await user.until("mediana 2,5 lei")  # in a line of its own: both have no room in one


def test_what_was_not_counted_whole_says_so() -> None:
    assert wording.counted(1234, exact=True) == "1,234 companies"
    assert wording.counted(10_000, exact=False) == "at least 10,000 companies"
