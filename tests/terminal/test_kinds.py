"""Each kind of terminal gets the same words, in no colour and no character it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

import pytest

from tests.sample import landmarks
from tests.terminal.explorer import COMMAND, READY, Start
from tests.terminal.tty import Tty

BRAILLE: Final = frozenset(map(chr, range(0x2800, 0x2900)))
BLOCKS: Final = frozenset("█▄")
CONTROLS: Final = frozenset("\x07\x08\t\r\n\x1b")
# The kernel's own font (its table is cp437.uni): the PC character set, and what that has where
# Python sees control codes.
PC_FONT: Final = frozenset(bytes(range(256)).decode("cp437")) | frozenset("•○▲▼►◄↑↓→←♦§¶")


class Colour(Enum):
    """In which way a sequence names a colour."""

    OF_16 = "30-37, 40-47, 90-97, 100-107"
    OF_256 = "38;5;n, 48;5;n"
    OF_ALL = "38;2;r;g;b, 48;2;r;g;b"


def colours_in(raw: bytes) -> set[Colour]:
    """In which ways colours are named in what a terminal was sent."""
    return {
        colour
        for sequence in re.finditer(rb"\x1b\[([0-9;:]*)m", raw)
        for colour in _colours_of([int(code or 0) for code in re.split(rb"[;:]", sequence[1])])
    }


def _colours_of(codes: list[int]) -> Iterator[Colour]:
    rest = iter(codes)
    for code in rest:
        if code in (38, 48):
            way, numbers = {5: (Colour.OF_256, 1), 2: (Colour.OF_ALL, 3)}[next(rest)]
            assert all(next(rest) in range(256) for _ in range(numbers))
            yield way
        elif code // 10 in (3, 4, 9, 10) and code % 10 <= 7:
            yield Colour.OF_16


def walk(tty: Tty, steps: int = 7) -> None:
    """A search, a company, its charts and the keys; or the first steps of this."""
    for keys, said in (
        ("", "invented companies"),
        ("petro", "PETROTERM DEMO SRL"),
        ("\r", "J40/99123/2020"),
        ("2", "Turnover (RON)"),
        ("?", "Keys: Finance"),
        ("\x1b[6~", "Everywhere"),
        ("\x1b[6~", "One row down"),
    )[:steps]:
        tty.type(keys)
        tty.wait_for(said)
        tty.wait_quiet()


NONE: Final[set[Colour]] = set()


# Each number of colours once, 16 on the console below; which terminal has how many is tested
# without one.
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


def test_contacts_lead_to_where_they_can_be_opened(start: Start) -> None:
    with start(term="xterm-kitty") as tty:
        tty.wait_for(READY)
        tty.type("990000013\r4")
        tty.wait_for("From the website")
        tty.wait_quiet()
        sent = tty.raw.decode()
        for address in (
            "tel:+40700000001",
            "mailto:office@petroterm-demo.example",
            "https://www.petroterm-demo.example",
        ):
            assert f"\x1b]8;;{address}\x1b\\" in sent
        tty.type("3")
        tty.wait_for("Recurent")
        # An invented case is not on the courts' portal.
        assert "portal.just.ro" not in tty.raw.decode()


def test_the_console_gets_what_its_font_has_and_a_text_to_select(start: Start) -> None:
    with start(term="linux", size=(80, 24)) as tty:
        walk(tty)
        shown = set(tty.raw.decode())
        # A console set up for Romanian has its letters.
        assert "".join(sorted(shown - PC_FONT - CONTROLS - set("ăâîșțĂÂÎȘȚ"))) == ""
        assert not shown.isdisjoint(BLOCKS)
        assert colours_in(bytes(tty.raw)) == {Colour.OF_16}
        # Nothing can be copied there.
        tty.type("\x1b")
        tty.wait_quiet()
        tty.type("y")
        tty.wait_for("record as JSON")
        tty.type("t")
        tty.wait_for("TERM=linux")
        assert landmarks.SHOWPIECE in tty.text()
        assert b"\x1b]52" not in bytes(tty.raw)


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
