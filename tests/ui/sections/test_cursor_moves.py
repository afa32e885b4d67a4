"""Where the cursor of a text goes by a step, a page or sideways, without a screen."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.ui.sections.parts import Calls, of
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.text.drawing import Hotspot, PlacedHotspot

SPOTS = tuple(
    PlacedHotspot(Hotspot(f"{line}{column}", "", "", column), line, ())
    for line, columns in ((2, "a"), (5, "abc"), (12, "ab"), (13, "c"), (30, "a"))
    for column in columns
)


def pane(current: str, calls: Calls, *, top: float = 0, animation: str = "none") -> Any:
    """A text of which ten lines are in view from ``top``."""
    section = of(
        _spots=SPOTS,
        _current=next((each for each in SPOTS if each.spot.name == current), None),
        _select=calls.of("select"),
        app=of(animation_level=animation),
        scroller=of(scroll_y=top, scroll_target_y=top, max_scroll_y=25, size=of(height=10),
                    scroll_relative=calls.of("scroll")),
    )  # fmt: skip
    section._in_line = partial(CursorSection._in_line, section)
    section._select_nearest = partial(CursorSection._select_nearest, section)
    return section


@pytest.mark.parametrize(
    ("current", "top", "by", "selected", "scrolls"),
    [
        ("2a", 0, 1, "5a", False),
        ("5b", 0, 1, "", True),  # the next one is more than a line below the view
        ("5b", 2, 1, "12b", True),  # just below it
        ("5b", 3, 1, "12b", False),
        ("5c", 3, 1, "12b", False),  # no spot in its column: the last of the line
        ("12a", 3.4, 1, "13c", True),
        ("12a", 3.6, 1, "13c", False),
        ("30a", 20, 1, "", True),
        # The text was scrolled away from the cursor: the step is to what is in view.
        ("2a", 6, 1, "12a", False),
        ("2a", 5, 1, "5a", False),
        ("2a", 20, 1, "30a", True),
        ("2a", 19, 1, "", True),
        ("30a", 3, -1, "12a", False),
        ("30a", 4, -1, "13c", False),
        ("12b", 6, -1, "5b", True),
        ("12b", 7, -1, "", True),
        ("12b", 5, -1, "5b", False),
        ("2a", 0, -1, "", True),
    ],
)
def test_a_step_goes_to_the_next_line_in_view_or_moves_the_text(
    current: str, top: float, by: int, selected: str, scrolls: bool
) -> None:
    calls = Calls()
    assert CursorSection.move_cursor(pane(current, calls, top=top), by)
    wanted = [("select", selected)] * bool(selected)
    scroll = [("scroll", ("y", by), ("animate", False), ("immediate", True))] * scrolls
    assert calls == wanted + scroll


@pytest.mark.parametrize(
    ("current", "top", "by", "selected"),
    [
        ("2a", 0, 9, "5a"),  # as far down as there is a spot in view
        ("2a", 3, 9, "12a"),
        ("5c", 5, 8, "13c"),
        ("5b", 5, 5, "12b"),
        ("30a", 25, -9, "30a"),
        ("30a", 12.6, -9, "13c"),
        ("30a", 15, -9, ""),
        ("30a", 60, -9, "30a"),  # it scrolls no further than its end
    ],
)
def test_a_page_goes_to_the_spot_in_view_that_is_nearest_to_its_end(
    current: str, top: float, by: int, selected: str
) -> None:
    for animation in ("none", "full"):
        calls = Calls()
        section = pane(current, calls, top=top, animation=animation)
        assert CursorSection.move_cursor(section, by)
        slides = ("animate", animation == "full")
        scroll = [("scroll", ("y", by), slides, ("immediate", True))]
        assert calls == scroll + [("select", selected)] * bool(selected)


def test_a_text_without_spots_has_no_cursor_to_move() -> None:
    calls = Calls()
    section = pane("none", calls)
    assert not any(CursorSection.move_cursor(section, by) for by in (1, -1, 9))
    CursorSection.move_sideways(section, 1)
    assert calls == []


def test_sideways_the_cursor_stays_in_its_line() -> None:
    for current, by, selected in (
        ("5a", 1, "5b"), ("5b", 1, "5c"), ("5c", 1, ""), ("5c", -1, "5b"), ("5a", -1, ""),
        ("12a", 1, "12b"), ("2a", 1, ""),
    ):  # fmt: skip
        calls = Calls()
        CursorSection.move_sideways(pane(current, calls), by)
        assert calls == [("select", selected)] * bool(selected)
