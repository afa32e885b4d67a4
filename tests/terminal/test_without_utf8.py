"""Without UTF-8, nothing but ASCII reaches a terminal."""

from __future__ import annotations

import pytest

from tests.terminal.explorer import COMMAND, Start
from tests.terminal.kinds import walk


@pytest.mark.parametrize(
    ("term", "locale", "steps"),
    # The last is on no machine: Python then takes the C locale for itself.
    [("linux", "C", 7), ("xterm-256color", "en_XX.ISO-8859-1", 2)],
)
def test_without_utf8_nothing_but_ascii_reaches_the_terminal(
    start: Start, term: str, locale: str, steps: int
) -> None:
    with start(command=COMMAND, term=term, size=(80, 24), LANG=locale) as tty:
        walk(tty, steps)
        assert bytes(tty.raw).isascii()
