"""What one kind of terminal gets and another does not: links, and a text to select."""

from __future__ import annotations

from tests.sample import landmarks
from tests.terminal.explorer import READY, Start
from tests.terminal.kinds import BLOCKS, CONTROLS, PC_FONT, Colour, colours_in, walk


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
