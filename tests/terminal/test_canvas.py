"""The canvas: the terminal shows what was painted, in fewer bytes, whatever was there before."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style

from tui_app.ui.terminal.canvas import PLAIN, RESET, Canvas, change, sgr_of

WIDTH, HEIGHT = 24, 4

Cell = tuple[object, ...]
Paint = tuple[int, int, str, Style]

styles = st.builds(
    Style,
    color=st.sampled_from([None, "default", "red", "#102030", "color(200)"]),
    bgcolor=st.sampled_from([None, "default", "blue", "#d0d0d0"]),
    bold=st.sampled_from([None, True, False]),
    italic=st.sampled_from([None, True]),
    underline=st.sampled_from([None, True]),
    reverse=st.sampled_from([None, True]),
    strike=st.sampled_from([None, True]),
)
texts = st.text(st.sampled_from("ab  șȚ─▒●⣿é"), min_size=1, max_size=WIDTH)
paints = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1), texts, styles)


class Screen:
    """A terminal that shows what is written to it."""

    def __init__(self) -> None:
        self.emulator = pyte.Screen(WIDTH, HEIGHT)
        self.emulator.reset_mode(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self.emulator)

    def write(self, text: str) -> None:
        self._stream.feed(text)

    def cells(self) -> list[list[Cell]]:
        rows = self.emulator.buffer
        return [[visible(rows[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def visible(cell: pyte.screens.Char) -> Cell:
    """What an eye can tell of a cell: a blank has no colour of letters."""
    if cell.data == " " and not (cell.underscore or cell.reverse or cell.strikethrough):
        return (" ", cell.bg)
    return tuple(cell)


def paint_directly(screen: Screen, paint: Paint) -> None:
    """The naive way: move, write in full style, reset."""
    x, y, text, style = paint
    shown = style.render(text[: WIDTH - x], color_system=ColorSystem.TRUECOLOR)
    screen.write(f"\x1b[{y + 1};{x + 1}H{shown}")


@given(st.lists(st.lists(paints, max_size=6), max_size=5))
def test_the_terminal_shows_what_was_painted(frames: list[list[Paint]]) -> None:
    canvas = Canvas(ColorSystem.TRUECOLOR)
    canvas.resize(WIDTH, HEIGHT)
    ours, naive = Screen(), Screen()
    ours.write("rubbish from before\x1b[44m")
    for frame in frames:
        for paint in frame:
            x, y, text, style = paint
            canvas.paint(x, y, [(text, style)])
            paint_directly(naive, paint)
        ours.write(canvas.changes())
        assert ours.cells() == naive.cells()
        assert canvas.is_up_to_date
        assert canvas.changes() == ""


def test_nothing_is_written_for_what_is_already_shown() -> None:
    canvas = Canvas(ColorSystem.TRUECOLOR)
    canvas.resize(WIDTH, HEIGHT)
    canvas.paint(0, 0, [("Turnover", Style(bold=True)), ("  1 200", None)])
    canvas.changes()
    # Another style object with metadata, as Textual makes for each cell of each repaint.
    canvas.paint(0, 0, [("Turnover", Style(bold=True, meta={"offset": (0, 0)})), ("  1 200", None)])
    assert canvas.changes() == ""
    canvas.paint(0, 0, [("Turnover", Style(bold=True)), ("  1 300", None)])
    # To the one changed digit and back to where the cursor rests.
    assert canvas.changes() == "\x1b[1;13H3\x1b[1;1H"


def test_a_link_is_written_around_its_cells_and_ends_with_them() -> None:
    canvas = Canvas(None, links=True)
    canvas.resize(WIDTH, HEIGHT)
    canvas.changes()
    canvas.paint(0, 0, [("to ", None), ("firm", Style(link="https://firm.example")), ("a", None)])
    begin, end = "\x1b]8;;https://firm.example\x1b\\", "\x1b]8;;\x1b\\"
    assert f"{begin}firm{end}a" in canvas.changes()
    canvas.paint(0, 0, [("to firma", None)])
    assert "firm" in canvas.changes()  # what led there leads nowhere any more


@pytest.mark.parametrize(
    ("links", "address"),
    [
        (False, "https://firm.example"),
        (True, "file:///etc/passwd"),
        (True, "javascript:alert(1)"),
        (True, "https://firm.example\x1b\\owned"),
        (True, "https://firm.example a"),
        (True, "https://fîrm.example"),
    ],
)
def test_no_address_is_sent_that_the_terminal_should_not_get(links: bool, address: str) -> None:
    canvas = Canvas(None, links=links)
    canvas.resize(WIDTH, HEIGHT)
    canvas.paint(0, 0, [("firm", Style(link=address))])
    assert "\x1b]8" not in canvas.changes()


def test_frames_painted_while_the_line_is_busy_become_one() -> None:
    canvas = Canvas(None)
    canvas.resize(WIDTH, HEIGHT)
    canvas.changes()
    for number in range(50):
        canvas.paint(0, 0, [(f"{number:02}", None)])
    assert len(canvas.changes()) < 20


def test_wide_characters_are_replaced_whole() -> None:
    canvas = Canvas(None)
    canvas.resize(WIDTH, HEIGHT)
    screen = Screen()
    for text in ("a漢字b", "a漢漢b", "xxxxxx", "漢字漢", "a字漢 "):
        canvas.paint(0, 0, [(text, None)])
        screen.write(canvas.changes())
        shown = "".join(screen.emulator.buffer[0][x].data for x in range(6))
        assert shown == text + " " * (6 - cell_len(text))


def test_no_text_can_move_the_cursor_or_leave_the_screen() -> None:
    canvas = Canvas(None)
    canvas.resize(WIDTH, HEIGHT)
    canvas.changes()
    canvas.paint(0, 0, [("a\x1b[2Jb\nc\x9bd", None)])
    canvas.paint(WIDTH - 2, 1, [("edge", None)])
    canvas.paint(0, HEIGHT, [("below", None)])
    canvas.paint(-3, 0, [("left", None)])
    text = canvas.changes()
    assert "a [2Jb c d" in text
    assert "\x1b[2J" not in text and "\x9b" not in text and "\n" not in text
    assert "ed" in text and "edg" not in text and "below" not in text and "left" not in text


def test_after_a_resize_or_a_suspension_all_is_painted_anew() -> None:
    canvas = Canvas(None)
    canvas.resize(WIDTH, HEIGHT)
    canvas.paint(0, 0, [("kept", None)])
    canvas.changes()
    canvas.invalidate()
    assert "\x1b[2J" in (again := canvas.changes()) and "kept" in again
    canvas.resize(WIDTH - 1, HEIGHT)
    assert "\x1b[2J" in canvas.changes()


@given(styles, styles)
def test_a_change_of_look_is_exact_and_ends_where_it_says(first: Style, second: Style) -> None:
    before = sgr_of(first, ColorSystem.STANDARD)
    after = sgr_of(second, ColorSystem.STANDARD)
    screen = Screen()
    screen.write(f"{change(PLAIN, before)}a{change(before, after)}b{RESET}c")
    expected = Screen()
    shown = [
        s.render(t, color_system=ColorSystem.STANDARD) for s, t in ((first, "a"), (second, "b"))
    ]
    expected.write("".join([*shown, "c"]))
    assert screen.cells() == expected.cells()
    assert (change(before, after) == "") == (before == after)


@pytest.mark.parametrize("system", list(ColorSystem)[:3])
def test_looks_have_no_more_colours_than_the_terminal(system: ColorSystem) -> None:
    found = sgr_of(Style(color="#123456", bgcolor="#fedcba"), system)
    assert ("2;" in found.foreground) == (system is ColorSystem.TRUECOLOR)


def test_without_colours_what_has_a_background_is_reversed() -> None:
    assert sgr_of(Style(color="red", bgcolor="blue"), None).attributes == {"7"}
    assert sgr_of(Style(color="red", bgcolor="default", bold=True), None).attributes == {"1"}
