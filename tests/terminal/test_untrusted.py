"""Whatever a server sends: the terminal gets no sequence that the program did not make."""

from __future__ import annotations

import re
import signal
import string
import unicodedata
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.faulty.process import FaultyServer
from tests.preloaded import Preloaded
from tests.terminal.explorer import COMMAND, MODULE
from tests.terminal.tty import Tty

KEY: Final = "ft_MARKER0123456789abcdefMARKER"
TAX_ID: Final = b"9900"
"""How every tax id begins that is found: it alone is left as it is."""
COPIED: Final = re.compile(
    rb"(?P<tmux>\x1bPtmux;\x1b)?\x1b\]52;c;(?P<copied>[A-Za-z0-9+/=]*)\x07(?(tmux)\x1b\\)"
)
MADE: Final = re.compile(
    rb"|".join(
        (
            rb"\x1b\[[0-9;]*m",  # colours and weight
            rb"\x1b\[\d+;\d+H|\x1b\[\d+C",  # the cursor goes somewhere
            rb"\x1b\[\d*[KX]|\x1b\[2J",  # blanks
            rb"\x1b\[\?(?:7|25|1000|1002|1003|1004|1006|1015|1049|2004|2026|2048)[hl]",  # modes
            rb"\x1b\[\?(?:2026|2048)\$p",  # does it know how to take a frame in one piece?
            rb"\x1b\[>\d*u|\x1b\[<u",  # keys told in full, and no more
            rb"\x1b\]22;[a-z-]*\x07",  # the shape of the mouse pointer
            rb"\x1b\]11;\?\x1b\\",  # which background has it?
        )
    )
)
"""Every sequence that the program makes."""


def strays(raw: bytes) -> list[str]:
    """What is neither a sequence of the program's own nor text that prints as itself."""
    left = MADE.sub(b"", COPIED.sub(b"", raw))
    return [
        f"{character!r} in {left[max(0, at - 30) : at + 30]!r}"
        for at, character in enumerate(left.decode("utf-8", "surrogateescape"))
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    ]


def shown(tty: Tty, text: str) -> None:
    """Wait for a text."""
    tty.wait_for(text, timeout=30)


def settled(tty: Tty) -> None:
    """Wait until the screen is at rest."""
    tty.wait_quiet(0.03)


ESCAPE: Final = "\x1b[27u"
"""Told in full, which the program asks for: a key close behind the other would be a third."""
NEW: Final = ("N", "\x152024-03-01\r", f"{ESCAPE}\rn")
VIEWS: Final = (
    ESCAPE, "j", "\r", "2", "t", "3", "j", "\r", ESCAPE, "x", ESCAPE, "4", "y", ESCAPE,
    "e", ESCAPE, "o", ESCAPE, ESCAPE, "?", ESCAPE, "\x10", "demo", ESCAPE, ESCAPE, " ", "F",
    "a", "\r", ESCAPE, *NEW,
)  # fmt: skip
FEW_VIEWS: Final = (ESCAPE, "j", "\r", "2", "4", "?", ESCAPE, ESCAPE, *NEW)
"""What an ASCII terminal gets goes through the same gate: its own are charts, marks and frames."""


def walk(tty: Tty, views: tuple[str, ...]) -> None:
    """Through views, with every answer hostile."""
    shown(tty, "127.0.0.1")
    settled(tty)
    tty.type("demo")
    tty.wait_until(lambda: TAX_ID in tty.raw)
    settled(tty)
    for keys in views:
        tty.type(keys)
        settled(tty)


def copy_name(tty: Tty) -> None:
    """Copy the name, the second of what is offered: it goes to the terminal as a sequence."""
    tty.type("y")
    settled(tty)
    tty.type("j\r")
    settled(tty)


def copies(tty: Tty) -> list[bytes]:
    """What the terminal was told to put into the clipboard."""
    return [b64decode(found["copied"]) for found in COPIED.finditer(bytes(tty.raw))]


@pytest.fixture
def opened(faulty: FaultyServer, tmp_path: Path, preloaded: Preloaded) -> Callable[..., Tty]:
    def opened(fault: str, **env: str) -> Tty:
        faulty.misbehave(fault)
        environment = {
            "HOME": str(tmp_path),
            **{f"XDG_{n}_HOME": str(tmp_path / n) for n in ("STATE", "CONFIG", "CACHE")},
            "FIRMETERM_BASE_URL": faulty.base_url(),
            "FIRMETERM_API_KEY": KEY,
            "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22",
            "LANG": "C.UTF-8",
        }
        term = env.pop("TERM", "xterm-256color")
        environment |= env
        if "LANG" in env:  # which decides how Python starts
            return Tty(COMMAND, size=(120, 40), term=term, environment=environment)
        return Tty(MODULE, size=(120, 40), term=term, environment=environment, run=preloaded)

    return opened


@pytest.mark.long
@pytest.mark.parametrize(
    "env",
    [
        pytest.param({"TERM": "tmux-256color"}, id="tmux"),
        pytest.param(
            {"LANG": "C", "FIRMETERM_LANG": "ro"}, marks=pytest.mark.slow, id="ascii"
        ),  # the same gate; what such a terminal gets is in ``test_kinds``
    ],
)
def test_fuzzed_texts_reach_the_terminal_as_text(
    opened: Callable[..., Tty], env: dict[str, str]
) -> None:
    with opened("fuzz-texts", **env) as tty:
        walk(tty, VIEWS if "TERM" in env else FEW_VIEWS)
        tty.resize(80, 24)
        settled(tty)
        copy_name(tty)
        tty.wait_until(lambda: any(b"DEMO" in copied for copied in copies(tty)))
        # The texts did arrive: what markup would make live is there to be read.
        assert b"[@click" in tty.raw
        raw = bytes(tty.raw)
        assert not strays(raw), "\n".join(strays(raw))
        assert all(copied.decode().isprintable() for copied in copies(tty))
        assert any(copied["tmux"] for copied in COPIED.finditer(raw)) == ("TERM" in env)
        assert raw.isascii() == ("LANG" in env)
        tty.signal(signal.SIGTERM)
        assert tty.exit_status() == 128 + signal.SIGTERM
        assert not strays(bytes(tty.raw)), "\n".join(strays(bytes(tty.raw)))


def test_fuzzed_refusals_reach_the_terminal_as_text(opened: Callable[..., Tty]) -> None:
    with opened("fuzz-errors") as tty:
        shown(tty, "127.0.0.1")
        settled(tty)
        for number, text in enumerate(("demo", "agro", "petro", "lemn", *string.ascii_lowercase)):
            # Not each refusal is shown in the server's words: four, and on until one is.
            if number >= 4 and b"refused " in tty.raw:
                break
            tty.type("\x15" + text.ljust(3, "a") + "\r")
            settled(tty)
        tty.type(f"{ESCAPE}N")
        settled(tty)
        tty.type("\x152024-03-01\r")
        settled(tty)
        assert b"refused " in tty.raw
        assert not strays(bytes(tty.raw)), "\n".join(strays(bytes(tty.raw)))


@pytest.mark.parametrize(
    "stray",
    ["\x1b[31;45x", "\x1b]0;owned\x07", "\x1b[6n", "\x9b31m", "\u202e", "\u200b", "\x07", "\x1bc"],
    ids=ascii,
)
def test_a_stray_sequence_would_be_found(stray: str) -> None:
    made = "\x1b[?1049h\x1b[1;1H\x1b[38;2;1;2;3mș\x1b[m"
    assert strays(made.encode()) == []
    assert strays((made + stray).encode())
