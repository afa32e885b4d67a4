"""A terminal is sent no colour that it lacks."""

from __future__ import annotations

from typing import Final

import pytest

from tests.sample import landmarks
from tests.terminal.explorer import COMMAND, Start
from tests.terminal.kinds import BLOCKS, BRAILLE, Colour, colours_in

NONE: Final[set[Colour]] = set()


# Each number of colours once, 16 on the console (``test_kinds``); which terminal has how many is
# tested without one.
@pytest.mark.parametrize(
    ("term", "variables", "colours"),
    [
        ("xterm-256color", {"COLORTERM": "truecolor"}, {Colour.OF_ALL}),
        ("xterm-256color", {"LANG": ""}, {Colour.OF_256}),
        ("vt100", {}, NONE),
    ],
)
def test_colours(start: Start, term: str, variables: dict[str, str], colours: set[Colour]) -> None:
    # The locale decides how Python starts.
    command = COMMAND if "LANG" in variables else ()
    chart = (landmarks.SHOWPIECE, "--tab", "finance")
    with start(*chart, command=command, term=term, size=(80, 24), **variables) as tty:
        tty.wait_for("Turnover (RON)")
        tty.wait_quiet()
        assert colours_in(bytes(tty.raw)) == colours
        shown = tty.raw.decode()
        assert not BLOCKS.isdisjoint(shown) and BRAILLE.isdisjoint(shown)
