"""What a terminal sends becomes text, whatever its encoding and wherever a read ends."""

from __future__ import annotations

import asyncio
import os

import pytest

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.driver import LineDriver
from tui_app.ui.terminal.frames import DiffApp
from tui_app.ui.terminal.keys import TypedText

BEGIN, END = "\x1b[200~", "\x1b[201~"


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ("ț\x1b[A\x1bq\x01".encode(), "ț\x1b[A\x1b[27uq\x01"),
        (b"\x1bOA\x1bOz\x1b\x7f\x1b\x1b[Bq", "\x1bOA\x1b[27uOz\x1b\x7f\x1b[27u\x1b[Bq"),
        (b"ni\xbat\xe3 \xff", "ni�t� �"),
        (
            f"{BEGIN}a\x1b[31mb\x00\x9b2J\x1b\tc\r\nd{END}\x1b[B".encode(),
            f"{BEGIN}a[31mb2J\tc\r\nd{END}\x1b[B",
        ),
        (f"{BEGIN}\x1b[201{END}q{BEGIN}q\x1b{END}".encode(), f"{BEGIN}[201{END}q{BEGIN}q{END}"),
    ],
)
def test_bytes_are_text_wherever_a_read_ends(sent: bytes, taken: str) -> None:
    """Keys are as they were sent; what is pasted has no control sequence that could be one."""
    for first in range(len(sent) + 1):
        for second in range(first, len(sent) + 1):
            text = TypedText()
            parts = sent[:first], sent[first:second], sent[second:]
            assert "".join(map(text.decode, parts)) == taken


@pytest.mark.parametrize(("sent", "keys"), [(b"\x1b", ""), (b"\x1bO", "O"), (b"\x1b[", "[")])
def test_what_begins_a_sequence_is_escape_once_no_rest_comes(sent: bytes, keys: str) -> None:
    text = TypedText()
    assert (text.decode(sent), text.may_be_escape) == ("", True)
    assert text.give_up_waiting() == "\x1b[27u" + keys
    assert (text.give_up_waiting(), text.may_be_escape) == ("", False)


async def test_the_thread_that_reads_ends_with_the_line() -> None:
    driver = LineDriver(DiffApp[object](Colours.NONE))
    driver.fileno, writing = os.pipe()
    os.close(writing)
    driver.takes_keys.set()
    try:
        await asyncio.wait_for(asyncio.to_thread(driver.run_input_thread), 10)
    finally:
        driver.exit_event.set()
        os.close(driver.fileno)
