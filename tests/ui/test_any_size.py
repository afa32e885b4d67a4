"""Everything is drawn at any width and height, even at zero and below."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from textual.app import App
from textual.geometry import Region, Size, Spacing
from textual.screen import Screen
from textual.widget import Widget

import tui_app.ui
from tests.opendata.past_country import country
from tests.sample import landmarks
from tests.ui.painting import lines_of
from tests.ui.screening import screening_list as screening
from tests.ui.user import TODAY, User, explore, program
from tui_app.config.settings import Settings
from tui_app.ui.actions.matching import open_list
from tui_app.ui.chart_style import ChartStyle, Marker
from tui_app.ui.charts import bars, year_axis
from tui_app.ui.charts.data import ChartData, LinesData, Series
from tui_app.ui.charts.lines import draw_lines
from tui_app.ui.charts.sparkline import sparkline
from tui_app.ui.compare.drawing import draw_blocks, draw_names
from tui_app.ui.compare.rows import blocks
from tui_app.ui.dialogs.checklist import ChecklistScreen
from tui_app.ui.dialogs.choice import ChoiceScreen
from tui_app.ui.dialogs.plain import PlainScreen
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action import Checklist
from tui_app.ui.sections.case_rows import CaseColumns
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.figures import tiles
from tui_app.ui.sections.figures.table import table
from tui_app.ui.sections.signal_rows import SignalTable
from tui_app.ui.session import ListToMatch
from tui_app.ui.text.cells import common_start, longest
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_pane import TextPane
from tui_app.workspace.workspace import Workspace

WIDTHS: Final = (-5, 0, 1, 2, 12)
HEIGHTS: Final = (0, 1, 4)
SMALLEST: Final = [(1, 1), (12, 2), (39, 11), (40, 12), (99, 12)]
"""Terminals without a layout, and with the narrowest ones."""

COMPANIES: Final = (
    (landmarks.NOTHING_ON_RECORD, "12345678"),
    (landmarks.ONE_COURT_CASE, "3"),
    (landmarks.MANY_COURT_CASES, "12345678"),
    (landmarks.LONG_TEXTS, "12347"),
)
"""Companies, and the tabs in which they look like no other one."""
ON_RESULTS: Final = ("question_mark", "f1", "ctrl+p", "colon", *"ymvEOAI")
"""Keys that open a dialog over the results of a search, each of another class."""
STYLE: Final = ChartStyle(Marker.BLOCKS)


def _classes() -> set[type[Widget]]:
    """Every widget and screen of the package that a newcomer may have added."""
    for module in pkgutil.walk_packages(tui_app.ui.__path__, "tui_app.ui."):
        importlib.import_module(module.name)

    def below(kind: type[Widget]) -> Iterator[type[Widget]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return {each for each in below(Widget) if each.__module__.startswith("tui_app.ui.")}


class _Height(Size):
    """A size that notes whether anybody asked for its height."""

    asked = False

    @property
    def height(self) -> int:
        type(self).asked = True
        return super().__getitem__(1)

    def __iter__(self) -> Iterator[int]:
        type(self).asked = True
        return super().__iter__()


Step = Callable[[int, int], object]
"""Something that a widget does with a width and a height."""


def _steps(widget: Widget) -> Iterator[Step]:
    """How a widget of ours is told of its size, and how it is drawn."""
    yield lambda _width, _height: _resize(widget)
    if isinstance(widget, TextPane):
        yield lambda width, _height: widget._draw(width)
    elif isinstance(widget, RowList):
        yield partial(_draw_rows, widget)
    elif isinstance(widget, ListPane):
        yield lambda _width, _height: widget._draw_rows(keep_cursor=True)
        yield lambda width, _height: widget._draw_status(width)
    elif isinstance(widget, CourtCasesSection):
        yield lambda _width, _height: widget.show_rows()
    elif not (widget.is_container or isinstance(widget, Screen)):
        yield lambda _width, _height: widget.render()


def _resize(widget: Widget) -> None:
    """Call what our classes do once their size is another; none of them needs the event."""
    for kind in type(widget).__mro__:
        if kind.__module__.startswith("tui_app.") and "on_resize" in kind.__dict__:
            handler: Any = kind.__dict__["on_resize"]
            handler(widget, *[None] * (handler.__code__.co_argcount - 1))


def _draw_rows(rows: RowList, _width: int, height: int) -> None:
    """Draw each line in view: without a row, with one, and with all."""
    every = rows.rows
    for rows.rows in ((), every[:1], every):
        for y in range(height):
            rows.render_line(y)


def _at_each_pair(patch: pytest.MonkeyPatch, step: Step) -> None:
    """Take a step in each width and height, though Textual would never lay it out so.

    Where nobody asks for the height, one is as good as all.
    """
    size = Size(0, 0)
    for name in ("size", "content_size", "outer_size", "container_size"):
        patch.setattr(Widget, name, property(lambda _widget: size))
    patch.setattr(App, "size", property(lambda _app: size))
    patch.setattr(Widget, "content_region", property(lambda _widget: Region(0, 0, *size)))
    patch.setattr(Widget, "scrollbar_gutter", property(lambda _widget: Spacing()))
    for width in WIDTHS:
        for height in reversed(HEIGHTS):
            size, _Height.asked = _Height(width, height), False
            try:
                step(width, height)
            except Exception as error:
                raise AssertionError(f"at {width} × {height}") from error
            if not _Height.asked:
                break


class _Drawing:
    """Draws what the user sees in each size, and notes of which classes that was."""

    def __init__(self, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: set[type[Widget]] = set()
        self._user = user
        self._patch = monkeypatch

    def at_any_size(self, within: Widget | None = None) -> None:
        """Draw the screen, or what is in one widget."""
        around = within or self._user.app.screen
        widgets = [
            each
            for each in around.walk_children(Widget, with_self=True)
            if type(each).__module__.startswith("tui_app.")
        ]
        for widget in widgets:
            self.drawn.update(type(widget).__mro__)
            for step in _steps(widget):
                with self._patch.context() as patch:
                    _at_each_pair(patch, step)
            _resize(widget)


async def _dialogs(user: User, folder: Path) -> AsyncIterator[str]:
    """Each dialog and each screen that opens over the explorer, with what it is."""
    await user.search("petro")
    await user.press("escape")
    for key in ON_RESULTS:
        await user.press(key)
        yield key
        await _closed(user)
    await user.press("C", "c")
    yield "another server"
    await _closed(user)
    await user.press("space", "space", "space", "c")
    yield "three companies side by side"
    await user.press("x")
    yield "two of them"
    await _closed(user)
    await screening.screen(user, "active")
    await user.press("enter", "K")
    yield "the name of a screen"
    await _closed(user)
    await user.search(landmarks.MANY_COURT_CASES)
    await user.press("enter", "3")
    for key in ("P", "enter"):
        await user.press(key)
        yield f"{key} on court cases"
        await _closed(user)
    bare = (ChoiceScreen("", ()), ChecklistScreen(Checklist("", (), print)))
    for screen in (PlainScreen("too long", "a text"), *bare):
        user.app.push_screen(screen)
        await user.idle()
        yield type(screen).__name__
        await _closed(user)
    for name, rows in (("one", "Petroterm"), ("many", "Petroterm\nAgro\nNimic de Nimic\n=1+1")):
        file = folder / f"{name}.csv"
        file.write_text(f"Furnizor\n{rows}\n")
        open_list(user.app.explorer, ListToMatch(str(file), {"name": "Furnizor"}))
        await user.idle()
        await user.press("down", "slash", "escape")
        yield f"a review of {name}"
        if name == "many":
            await user.press("f", "f", "f")
            yield "none of its rows"
        await _closed(user)


async def _closed(user: User) -> None:
    """Close what is open over the explorer."""
    while len(user.app.screen_stack) > 1:
        user.app.pop_screen()
    await user.idle()


async def _panes(user: User) -> AsyncIterator[Widget]:
    """Each list and each tab: empty, with one row and with many."""
    assert user.app.explorer.detail.shows_home
    yield user.app.explorer
    for key in "NQWHG":
        await user.press("escape", key)
        yield user.app.explorer.list
    for text in ("no such name", landmarks.SHOWPIECE, "petro"):
        await user.search(text)
        yield user.app.explorer.list
    await user.press("escape", "w", "N")
    await user.paste(landmarks.MANY_COMPANIES_DAY.isoformat())
    await user.press("enter")
    yield user.app.explorer.list
    await user.press("W")
    yield user.app.explorer.list
    for line in ("turnover:>9999G", "turnover:>1K"):
        await screening.screen(user, line)
        await user.press("enter", "x")
        yield user.app.explorer.list
    for tax_id, tabs in COMPANIES:
        await user.search(tax_id)
        await user.press("enter")
        for tab in tabs:
            await user.press(tab)
            yield user.app.explorer.detail.section


async def _at_each_size(user: User) -> None:
    for size in (*SMALLEST, (120, 40)):
        await user.pilot.resize_terminal(*size)
        await user.pilot.pause()
        lines_of(user.app)


@pytest.mark.long
async def test_everything_draws_at_any_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every class of the package is drawn: a new one needs a place in the walks above."""
    with Workspace(tmp_path / "workspace.db") as workspace:
        workspace.history.searched("an earlier search")
    async with explore(program(workspace=tmp_path / "workspace.db")) as user:
        drawing = _Drawing(user, monkeypatch)
        async for pane in _panes(user):
            drawing.at_any_size(pane)
        await _at_each_size(user)
        async for name in _dialogs(user, tmp_path):
            assert len(user.app.screen_stack) == 2, name
            drawing.at_any_size()
        lines_of(user.app)
        missing = _classes() - drawing.drawn
        assert not missing


async def test_the_register_over_time_draws_at_any_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with explore(program(Settings(registry=str(country(tmp_path))))) as user:
        drawing = _Drawing(user, monkeypatch)
        await user.press("escape", "G")
        drawing.at_any_size()
        await user.press("A")
        drawing.at_any_size()


@pytest.mark.parametrize("marker", Marker)
@pytest.mark.parametrize("values", [(), (0,), (-7, None, 40_000_000_000), (11_000,) * 40])
def test_every_chart_draws_at_any_size(values: tuple[int | None, ...], marker: Marker) -> None:
    points = tuple(enumerate(values, start=1985))
    data = ChartData("Turnover", "RON", points)
    lines = LinesData("Turnover", "RON", (Series("A", points), Series("A longer name", points)))
    style = ChartStyle(marker)
    for width in (*WIDTHS, 19, 22, 24):
        for height in (*HEIGHTS, 6, 7, 9):
            bars.draw(data, width, height, style)
            draw_lines(lines, width, height, style)
        sparkline(points, width, style)
    for width in WIDTHS:
        years = year_axis.years_placed(data.years or range(1985, 1986), width, 9)
        assert years.line() and years.shown


def test_nothing_to_draw_takes_any_width() -> None:
    """Parameters that no caller leaves empty today."""
    for width in (*WIDTHS, 60, 120):
        for draw in (tiles.tiles, tiles.stacked, tiles.sparklines):
            assert not draw((), (), width, STYLE).plain.strip()
        assert list(draw_blocks(blocks((), TODAY), 0, 0, width))
        draw_names((), 0, width)
        SignalTable((), width).head()
        CaseColumns((), width).titles()
        table((), width, 5)
    assert year_axis.margin_of(()) and not longest((), 5) and not common_start(())
