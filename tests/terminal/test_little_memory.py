"""If memory runs out, the program says so, and leaves the terminal as it was."""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path

import pytest

from tests.preloaded import Preloaded
from tests.terminal.explorer import COMMAND, READY, Start, folders
from tests.terminal.tty import Tty

STATUS = 71


def _limit(tty: Tty, spare: int) -> None:
    """Leave the program some bytes more of address space than it has."""
    rows = Path(f"/proc/{tty.pid}/status").read_text().splitlines()
    size = next(int(row.split()[1]) * 1024 for row in rows if row.startswith("VmSize:"))
    resource.prlimit(tty.pid, resource.RLIMIT_AS, (size + spare, size + spare))


@pytest.mark.parametrize("thread", ["textual-output", "textual-input", "line-watcher"])
def test_without_memory_for_a_thread_the_terminal_is_as_before(
    preloaded: Preloaded, tmp_path: Path, thread: str
) -> None:
    """Those that the screen cannot open without."""
    command = ("tests.terminal.without_a_thread", thread)
    with Tty(command, environment=folders(tmp_path), run=preloaded) as tty:
        assert tty.exit_status() == STATUS, tty.text()
        assert "Memory ran out" in tty.text()
        assert b"Traceback" not in tty.raw
        assert tty.attributes() == tty.attributes_before
        assert tty.raw.rfind(b"\x1b[?1049h") <= tty.raw.rfind(b"\x1b[?1049l")


@pytest.mark.parametrize("spare", [0, 20_000_000])
def test_without_memory_it_ends_in_order_and_with_a_sentence(start: Start, spare: int) -> None:
    with start(command=COMMAND) as tty:
        tty.wait_for(READY)
        tty.wait_quiet()
        _limit(tty, spare)
        tty.type("petro")
        keys = ("\r", "2", "3", "\x1b", "\x10", "\x1b", "?", "\x1b", "7", "6", "5", "\x1bN.\r")
        with contextlib.suppress(OSError):  # it may have ended already
            for key in (*keys, "\x11"):
                tty.pump(0.3)
                tty.type(key)
        # Where too little is left for an answer alone, it goes on until it is told to end.
        status = tty.exit_status()
        assert status in (0, STATUS), tty.text()
        assert (b"Memory ran out" in tty.raw) == (status == STATUS)
        assert b"mistake" not in tty.raw and b"Traceback" not in tty.raw
        assert tty.attributes() == tty.attributes_before
        assert tty.raw.rfind(b"\x1b[?1049h") < tty.raw.rfind(b"\x1b[?1049l")
