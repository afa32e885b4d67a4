"""The Screen list: asked while it is typed, narrowed by its facets, widened again."""

from __future__ import annotations

from tests.ui.screening.screening_list import (
    WIDE,
    emptied,
    has_keys,
    has_room,
    opened,
    rows,
    screen,
    screening,
    typed,
)
from tests.ui.user import NORMAL, User, explore


async def test_all_companies_are_there_and_asked_while_one_types() -> None:
    async with explore() as user:
        await user.press("escape", "Q")
        assert "600 companies" in user.screen
        turnovers = [row.turnover for row in rows(user) if row.turnover is not None]
        assert len(turnovers) == len(rows(user)) > 20
        assert turnovers == sorted(turnovers, reverse=True)
        assert "by turnover, largest first" in user.screen
        assert "Legal form" in user.screen
        assert "median" in user.screen
        for check in (
            ask_while_typing,
            complete_with_tab,
            walk_completions,
            click_completion,
            type_on_what_is_not_wrong_yet,
        ):
            await emptied(user)
            await check(user)


async def ask_while_typing(user: User) -> None:
    await typed(user, "form:SA")
    assert {row.company_type for row in rows(user)} == {"SA"}
    count = screening(user).results.value.answer
    assert count is not None and count.data.total_companies == len(rows(user)) > 0


async def complete_with_tab(user: User) -> None:
    """A name first, and then a value."""
    await typed(user, "coun")
    assert "county, by name or plate code" in user.screen
    await user.press("tab")
    assert screening(user).line.text == "county:"
    await typed(user, "county:clu")
    await user.press("tab")
    assert screening(user).line.text == "county:Cluj "
    assert {row.county for row in rows(user)} == {"Cluj"}


async def walk_completions(user: User) -> None:
    """Down moves through them, Enter accepts one, and Escape closes them."""
    await typed(user, "county:b")
    await user.press("down", "down", "up", "enter")
    assert screening(user).line.text == "county:Bihor "
    await typed(user, "county:Bihor phon")
    await user.press("escape")
    assert "has a phone number" not in user.screen
    assert has_keys(user, screening(user).line.field)
    await user.press("escape")
    assert has_keys(user, screening(user).rows)


async def click_completion(user: User) -> None:
    await typed(user, "county:clu")
    await user.pilot.click("Completions", offset=(2, 0))
    await user.idle()
    assert screening(user).line.text == "county:Cluj "
    assert has_keys(user, screening(user).line.field)


async def type_on_what_is_not_wrong_yet(user: User) -> None:
    await typed(user, "form:SA cou")
    assert "Unknown criterion" not in user.screen
    await user.type("x")
    assert "Unknown criterion: coux" in user.screen


async def test_what_cannot_be_asked_is_told_and_never_sent() -> None:
    async with explore() as user:
        await type_a_personal_code(user)
        await type_a_wrong_word(user)


async def type_a_personal_code(user: User) -> None:
    """It is neither sent nor stored."""
    await user.press("escape", "Q")
    before = screening(user).results.query
    await screen(user, "name:1900101123456")
    assert screening(user).results.query == before
    assert "may be a person's code" in user.screen
    assert screening(user).saved_state == ("", 1)


async def type_a_wrong_word(user: User) -> None:
    """The line below explains it, and the companies stay."""
    await screen(user, "form:SA")
    before = rows(user)
    await screen(user, "form:SA county:Cluc")
    line, said = user.screen.split("\n")[2:4]
    assert "form:SA county:Cluc" in line
    assert "Unknown county: Cluc. Did you mean Cluj?" in said
    assert rows(user) == before
    marked = screening(user).line.field._mark
    assert (marked.start, marked.end) == (15, 19)
    await user.press("enter")
    assert has_keys(user, screening(user).line.field)


async def test_only_a_company_that_is_opened_is_shown_and_costs_something() -> None:
    async with explore() as user:
        await come_back_to_the_facets(user)
        await move_without_a_company(user)
        await emptied(user)
        await open_a_company(user)


async def come_back_to_the_facets(user: User) -> None:
    """The company under the cursor is the current one, but nothing is loaded behind them."""
    await screen(user, "form:SA")
    await user.press("enter", "W", "Q", "enter")
    assert opened(user) == rows(user)[0].tax_id


async def move_without_a_company(user: User) -> None:
    """Moving the cursor sends nothing."""
    await emptied(user)
    await user.press("enter")
    client = user.app.client
    assert client is not None
    before = client.allowance.session_requests
    await user.press("down", "down", "up")
    await user.idle()
    assert client.allowance.session_requests == before
    down = user.app.explorer.keys.by_name["down"]
    assert down.price(user.app.explorer) is None


async def open_a_company(user: User) -> None:
    """Enter opens it beside the list, and D brings the facets back."""
    await screen(user, "form:SA")
    await user.press("enter")
    assert has_keys(user, screening(user).rows)
    assert opened(user) == rows(user)[0].tax_id
    assert user.app.explorer.detail.profile.answer is None
    await user.press("down", "enter")
    assert opened(user) == rows(user)[1].tax_id
    assert not has_room(screening(user).facets)
    assert user.app.explorer.detail_has_focus
    await user.press("escape")
    assert user.app.explorer.keys.by_name["down"].price(user.app.explorer) == 1
    await user.press("D")
    assert has_room(screening(user).facets)
    assert has_keys(user, screening(user).facets.rows)
    assert not has_room(user.app.explorer.detail)


async def test_pages_are_turned_and_marked_on() -> None:
    async with explore() as user:
        await user.press("escape", "Q", "enter")
        await mark_over_pages(user)
        await emptied(user)
        await turn_all_pages(user)
        await ask_another_line(user)
        await emptied(user)
        await user.press("enter")
        await reverse_the_order(user)


async def mark_over_pages(user: User) -> None:
    """Marks stay on other pages, and are exported with every field."""
    await user.press("space", "n", "space")
    table = screening(user).export_table()
    assert len(table.rows) == 2
    assert table.columns[:2] == ("taxId", "companyName")
    assert "netProfit" in table.columns


async def turn_all_pages(user: User) -> None:
    """No company is lost or repeated."""
    await screen(user, "county:Bucuresti")
    await user.press("enter")
    seen: list[str] = []
    while True:
        seen += [row.tax_id for row in rows(user)]
        if screening(user).page >= screening(user).total_pages:
            break
        await user.press("n")
    answer = screening(user).results.value.answer
    assert answer is not None
    assert len(seen) == len(set(seen)) == answer.data.total_companies
    assert screening(user).page == 3
    await user.press("p")
    assert "page 2" in user.screen
    await user.press("n", "n")
    assert "This is the last page." in user.screen


async def ask_another_line(user: User) -> None:
    """The other page is shown."""
    assert screening(user).page > 1
    await screen(user, "form:SRL")
    assert screening(user).page == 1
    assert "page 1" in user.screen


async def reverse_the_order(user: User) -> None:
    """It asks the source."""
    await user.press("S")
    turnovers = [row.turnover for row in rows(user) if row.turnover is not None]
    assert turnovers == sorted(turnovers)
    assert "by turnover, smallest first" in user.screen


async def test_nothing_is_lit_under_an_empty_line_and_the_detail_gets_its_room_back() -> None:
    async with explore(size=WIDE) as user:
        await user.press("escape", "Q")
        assert screening(user).entries and "›" not in user.screen
        await user.press("down")
        assert user.screen.count("›") == 1  # that of the facets; the row has the keys
        await user.press("Q", "N")
        assert "›" in user.screen
        for size in (WIDE, NORMAL):
            await user.pilot.resize_terminal(*size)
            await user.press("escape", "Q")
            assert not has_room(user.app.explorer.detail)
            await user.press("escape", "slash")
            assert has_room(user.app.explorer.detail)
