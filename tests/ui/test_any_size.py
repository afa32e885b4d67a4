"""Everything that is drawn takes any width and any height, none at all and below it too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest
from textual.geometry import Region, Size, Spacing
from textual.widget import Widget

from tests.sample import landmarks
from tests.ui.painting import lines_of
from tests.ui.screening import screening_list as screening
from tests.ui.user import User, explore
from tui_app.ui.chart_style import ChartStyle, Marker
from tui_app.ui.charts import bars
from tui_app.ui.charts.data import ChartData, LinesData, Series
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.charts.sparkline import sparkline
from tui_app.ui.lists.base import ListPane
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_pane import TextPane

WIDTHS: Final = range(-5, 13)
HEIGHTS: Final = range(5)
SMALLEST: Final = [(1, 1), (2, 3), (10, 4), (12, 2), (39, 11), (40, 12), (41, 12), (99, 12)]
"""Terminals without a layout, and with the narrowest ones."""

COMPANIES: Final = (
    landmarks.NOTHING_ON_RECORD,
    landmarks.ONE_COURT_CASE,
    landmarks.MANY_COURT_CASES,
    landmarks.LONG_TEXTS,
)
DIALOGS: Final = ("question_mark", "f1", "ctrl+p", "y", "e", "m", "C", "s", "v", "E", "O", "K")


class _Sized:
    """Every widget says that it has this size: what Textual would never lay out, too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.size = Size(0, 0)
        self._patch = monkeypatch

    def __enter__(self) -> None:
        for name in ("size", "content_size", "outer_size", "container_size"):
            self._patch.setattr(Widget, name, property(lambda _widget: self.size))
        self._patch.setattr(
            Widget, "content_region", property(lambda _widget: Region(0, 0, *self.size))
        )
        self._patch.setattr(Widget, "scrollbar_gutter", property(lambda _widget: Spacing()))

    def __exit__(self, *_error: object) -> None:
        self._patch.undo()


def _drawn(widget: Widget, width: int, height: int) -> None:
    """Draw one widget in a size."""
    if isinstance(widget, TextPane):
        widget._draw(width)
    elif isinstance(widget, RowList):
        for y in range(height):
            widget.render_line(y)
    elif isinstance(widget, ListPane):
        widget._draw_rows(keep_cursor=True)
        widget._draw_status(width)
    elif isinstance(widget, CourtCasesSection):
        widget.show_rows()
    elif type(widget).__module__.startswith("tui_app") and not widget.is_container:
        widget.render()


def _draw_all(
    user: User, monkeypatch: pytest.MonkeyPatch, within: Iterable[Widget] | None = None
) -> None:
    """Draw each widget of the screen, or some, in each size; then the screen as it was."""
    sized = _Sized(monkeypatch)
    widgets = list(within or user.app.screen.walk_children(Widget))
    with sized:
        for width in WIDTHS:
            # Every height with some width: few things that are drawn depend on both.
            sized.size = Size(width, HEIGHTS[width % len(HEIGHTS)])
            for widget in widgets:
                try:
                    _drawn(widget, *sized.size)
                except Exception as error:
                    raise AssertionError(f"{widget!r} at {sized.size}") from error
    lines_of(user.app)


async def _at_each_size(user: User) -> None:
    for size in (*SMALLEST, (120, 40)):
        await user.pilot.resize_terminal(*size)
        await user.pilot.pause()
        lines_of(user.app)


async def test_every_tab_draws_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        _draw_all(user, monkeypatch)
        for tax_id in COMPANIES:
            await user.search(tax_id)
            await user.press("enter")
            for number in range(1, len(user.app.explorer.detail.kinds) + 1):
                await user.press(str(number))
                widgets = user.app.explorer.detail.section.walk_children(Widget, with_self=True)
                _draw_all(user, monkeypatch, widgets)
        await _at_each_size(user)


async def test_every_list_draws_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        for key in ("escape", "N", "Q", "W", "H"):
            await user.press("escape", key)
            _draw_all(user, monkeypatch)
        await user.search("petro")
        _draw_all(user, monkeypatch)
        await user.press("escape", "N")
        await user.type(landmarks.MANY_COMPANIES_DAY.isoformat())
        await user.press("enter")
        _draw_all(user, monkeypatch)
        await screening.screen(user, "turnover:>1K")
        await user.press("enter", "x")
        _draw_all(user, monkeypatch)
        await _at_each_size(user)


@pytest.mark.parametrize("key", DIALOGS)
async def test_every_dialog_draws_at_any_size(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", key)
        if key in "EOK":
            await user.press("escape")
            await screening.screen(user, "turnover:>1K")
            await user.press("enter", key)
        assert len(user.app.screen_stack) == 2
        _draw_all(user, monkeypatch)
        await _at_each_size(user)


async def test_comparing_draws_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "space", "c")
        assert len(user.app.screen_stack) == 2
        _draw_all(user, monkeypatch)
        await _at_each_size(user)


async def test_a_court_case_and_its_page_draw_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "x")
        _draw_all(user, monkeypatch)
        await user.press("escape", "enter")
        _draw_all(user, monkeypatch)


@pytest.mark.parametrize("marker", Marker)
@pytest.mark.parametrize("values", [(), (0,), (-7, None, 40_000_000_000), (11_000,) * 40])
def test_every_chart_draws_at_any_size(values: tuple[int | None, ...], marker: Marker) -> None:
    points = tuple(enumerate(values, start=1985))
    data = ChartData("Turnover", "RON", points)
    lines = LinesData("Turnover", "RON", (Series("A", points), Series("A longer name", points)))
    style = ChartStyle(marker)
    for width in (*WIDTHS, *range(19, 25)):
        for height in (*HEIGHTS, 6, 7, 9):
            bars.draw(data, width, height, style)
            draw_lines(lines, width, height, style)
        sparkline(points, width, style)
