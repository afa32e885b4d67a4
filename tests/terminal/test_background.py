"""The terminal is asked for its background: the first theme suits it, and no key is lost."""

from __future__ import annotations

import pytest

from tests.terminal.explorer import COMMAND, READY, Start
from tests.terminal.tty import Tty
from tui_app.ui.terminal import typeahead
from tui_app.ui.terminal.keys import TypedText

QUESTION = b"\x1b]11;?\x1b\\"
WHITE = "\x1b]11;rgb:ffff/ffff/eeee\x1b\\"
LIGHT, DARK = b"48;2;251;251;249", b"48;2;16;21;27"


def _asked(tty: Tty) -> None:
    tty.wait_until(lambda: QUESTION in tty.raw)


def test_a_light_terminal_gets_the_light_theme_and_the_keys_typed_meanwhile_count(
    start: Start,
) -> None:
    # It asks before it imports the rest, which a fork has imported.
    with start(command=COMMAND, COLORTERM="truecolor") as tty:
        _asked(tty)
        tty.type(f"pe{WHITE}tro")
        tty.wait_for(" petro ")
        assert LIGHT in tty.raw and DARK not in tty.raw


def test_an_answer_that_comes_late_is_no_key(start: Start) -> None:
    with start(COLORTERM="truecolor") as tty:
        tty.wait_for(READY)
        tty.type(f"{WHITE[:9]}")
        tty.pump(0.1)
        tty.type(f"{WHITE[9:]}agro")
        tty.wait_for(" agro ")
        assert DARK in tty.raw and LIGHT not in tty.raw


def test_a_silent_terminal_is_judged_by_its_variable_and_a_set_theme_wins(start: Start) -> None:
    with start(COLORTERM="truecolor", COLORFGBG="0;15") as tty:
        tty.wait_for(READY)
        assert LIGHT in tty.raw
    with start("--theme", "firmeterm-dark", COLORTERM="truecolor", COLORFGBG="0;15") as tty:
        tty.wait_for(READY)
        assert DARK in tty.raw and QUESTION not in tty.raw


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", True),
        (b"\x1b]11;rgb:f/f/f\x07", True),
        (b"\x1b]11;rgba:10/15/1b/ff\x07", False),
        (b"\x1b]11;rgb:0000/0000/8000\x1b\\", False),
    ],
)
def test_an_answer_is_read_in_every_form(answer: bytes, light: bool) -> None:
    luminance = typeahead.luminance_in(b"a" + answer + b"b")
    assert luminance is not None and (luminance >= 0.5) == light
    assert typeahead.take_typed() == b"ab"
    typed = TypedText()
    pieces = (answer[:7], answer[7:], b"x")
    assert "".join(map(typed.decode, pieces)) == "x"
