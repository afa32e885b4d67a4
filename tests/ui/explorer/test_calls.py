"""What a user does goes through few files: calls are counted, because time depends on a machine."""

from __future__ import annotations

from tests.ui.call_counts import counting
from tests.ui.user import NORMAL, explore, program


async def test_a_letter_whose_results_arrive_goes_through_few_files() -> None:
    """The bar is a third of the 1,321 calls that it once took."""
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        with counting() as moves:
            await user.press("t")
        assert user.app.explorer.list.shown
    assert moves.total() <= 440, moves.most_common(20)


async def test_a_double_click_that_opens_a_company_goes_through_few_files() -> None:
    """The bar is a third of the 4,715 calls that it once took."""
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        with counting() as moves:
            await user.pilot.double_click(user.app.explorer.list.rows, offset=(5, 4))
            await user.idle()
        assert user.app.explorer.detail.is_opened
    assert moves.total() <= 1571, moves.most_common(20)


async def test_screening_with_a_long_list_goes_through_few_files() -> None:
    """The bar is a third of the 5,525 calls that it once took."""
    async with explore(program(), NORMAL) as user:
        await user.search("petro")
        await user.press("escape")
        with counting() as moves:
            await user.press("Q")
        assert len(user.app.explorer.list.rows.rows) == 50
    assert moves.total() <= 1841, moves.most_common(20)
