"""Copying: the sequences written for each terminal, and the messages if it is impossible."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.ui.terminal.capabilities import Multiplexer, Terminal
from tui_app.ui.terminal.clipboard import LIMIT, CannotCopyError, copy, sequence

PLAIN = Terminal(term="xterm-256color")
REMOTE = Terminal(term="xterm-256color", host="ana@server")


def unwrapped(sent: str, multiplexer: Multiplexer) -> list[str]:
    """The texts that reach the outer terminal's clipboard, by the rules of tmux and screen."""
    if multiplexer in (Multiplexer.SCREEN, Multiplexer.SCREEN_OR_TMUX):
        sent = "".join(re.findall(r"\x1bP(.*?)\x1b\\", sent, re.DOTALL))
    if multiplexer is Multiplexer.TMUX:
        sent = re.sub(
            r"\x1bPtmux;((?:\x1b\x1b|[^\x1b])*)\x1b\\",
            lambda wrapped: wrapped[1].replace("\x1b\x1b", "\x1b"),
            sent,
        )
    return [
        base64.b64decode(encoded).decode()
        for encoded in re.findall(r"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", sent)
    ]


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=600))
def test_the_text_arrives_whole_through_each_wrapping(text: str) -> None:
    for multiplexer in Multiplexer:
        found = unwrapped(sequence(text, multiplexer), multiplexer)
        assert set(found) == {text}


def test_screen_gets_short_strings() -> None:
    sent = sequence("x" * 5000, Multiplexer.SCREEN)
    assert max(map(len, re.findall(r"\x1bP(.*?)\x1b\\", sent, re.DOTALL))) <= 256


def test_the_message_names_the_route_and_the_size() -> None:
    sent: list[str] = []
    copied = copy("RO 990000013 ș", REMOTE, sent.append, {})
    assert copied.message("5 tax ids") == "Sent 5 tax ids to the clipboard (OSC 52)"
    assert unwrapped(sent[0], Multiplexer.NONE) == ["RO 990000013 ș"]


@pytest.mark.parametrize(
    ("terminal", "says"),
    [
        (Terminal(term="dumb"), "dumb"),
        (Terminal(term="linux"), "linux"),
        (Terminal(term="xterm-256color", is_tty=False), "no clipboard"),
        (Terminal(term="xterm-256color", program="Apple_Terminal", host="a@b"), "Terminal.app"),
    ],
)
def test_where_it_cannot_work_it_says_so_and_writes_nothing(terminal: Terminal, says: str) -> None:
    sent: list[str] = []
    with pytest.raises(CannotCopyError, match=says):
        copy("x", terminal, sent.append, {})
    assert not sent


def test_too_much_is_refused_instead_of_lost() -> None:
    sent: list[str] = []
    with pytest.raises(CannotCopyError, match=str(LIMIT)):
        copy("ș" * (LIMIT // 2 + 1), PLAIN, sent.append, {})
    copy("x" * LIMIT, PLAIN, sent.append, {})
    assert len(sent) == 1


def test_what_may_be_tmux_gets_one_piece_or_nothing() -> None:
    """SSH passes on neither TMUX nor STY, and tmux would lose what comes in several pieces."""
    unsure = Terminal(
        term="screen-256color", multiplexer=Multiplexer.SCREEN_OR_TMUX, host="ana@server"
    )
    sent: list[str] = []
    copy("x" * 170, unsure, sent.append, {})
    assert unwrapped(sent.pop(), Multiplexer.NONE) == ["x" * 170]
    with pytest.raises(CannotCopyError, match=r"TERM=screen-256color.*tmux"):
        copy("x" * 180, unsure, sent.append, {})
    assert not sent


def test_what_is_screen_for_certain_gets_any_length() -> None:
    sure = Terminal(term="screen-256color", multiplexer=Multiplexer.SCREEN, host="ana@server")
    sent: list[str] = []
    copy("x" * 5000, sure, sent.append, {})
    assert unwrapped(sent[0], Multiplexer.SCREEN) == ["x" * 5000]


@pytest.fixture
def desktop(tmp_path: Path) -> dict[str, str]:
    """An environment with a helper that keeps what it is given."""
    helper = tmp_path / "wl-copy"
    helper.write_text(f'#!/bin/sh\ncat > "{tmp_path}/taken"\n')
    helper.chmod(0o755)
    return {"PATH": f"{tmp_path}:/usr/bin:/bin", "WAYLAND_DISPLAY": "wayland-0"}


def test_a_helper_of_the_desktop_is_used_locally(desktop: dict[str, str], tmp_path: Path) -> None:
    sent: list[str] = []
    assert copy("ș", PLAIN, sent.append, desktop).message("1 name") == "Copied 1 name (wl-copy)"
    assert (tmp_path / "taken").read_text() == "ș"
    assert not sent


def test_no_helper_is_called_over_ssh(desktop: dict[str, str], tmp_path: Path) -> None:
    sent: list[str] = []
    assert copy("x", REMOTE, sent.append, desktop).helper is None
    assert not (tmp_path / "taken").exists()
    assert sent


def test_a_helper_that_fails_leaves_it_to_the_terminal(desktop: dict[str, str]) -> None:
    Path(desktop["PATH"].split(":")[0], "wl-copy").write_text("#!/bin/sh\nexit 1\n")
    sent: list[str] = []
    assert copy("x", PLAIN, sent.append, desktop).helper is None
    assert sent
