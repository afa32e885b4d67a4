"""What is written in one turn of the loop goes out at once."""

from __future__ import annotations

import asyncio

from tui_app.service.gathering import Gathering


class Line(asyncio.Transport):
    """Notes what is done to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 4711)})
        self.done: list[bytes | str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.done.append(bytes(data))

    def close(self) -> None:
        self.done.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.done


async def test_a_turn_is_one_piece() -> None:
    line = Line()
    gathering = Gathering(line)
    for turn in (b"one", b"two"):
        gathering.write(b"head of ")
        gathering.write(turn)
        await asyncio.sleep(0)
    assert line.done == [b"head of one", b"head of two"]


async def test_closing_sends_what_is_held_first() -> None:
    line = Line()
    gathering = Gathering(line)
    gathering.write(b"last")
    assert not gathering.is_closing()
    gathering.close()
    assert gathering.is_closing()
    await asyncio.sleep(0)
    assert line.done == [b"last", "closed"]


async def test_what_the_line_says_of_itself_is_passed_on() -> None:
    gathering = Gathering(Line())
    assert gathering.get_extra_info("peername") == ("192.0.2.1", 4711)
    assert gathering.get_extra_info("cipher", "none") == "none"
