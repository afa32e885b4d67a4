"""What a terminal sends becomes text, whatever its encoding and wherever a read ends."""

from __future__ import annotations

import asyncio
import os

import pytest

from tui_app.ui.terminal.capabilities import Colours
from tui_app.ui.terminal.diff_app import DiffApp
from tui_app.ui.terminal.driver import LineDriver
from tui_app.ui.terminal.typed_text import TypedText

BEGIN, END = "\x1b[200~", "\x1b[201~"


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ("ț\x1b[A\x1bq\x01".encode(), "ț\x1b[A\x1bq\x01"),
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


def test_a_lone_escape_does_not_wait_for_the_next_key() -> None:
    assert TypedText().decode(b"\x1b") == "\x1b"


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
