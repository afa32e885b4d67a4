"""The capabilities of a terminal, from its environment, and the output it then gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.theme import BUILTIN_THEMES

from tui_app.ui.terminal.capabilities import (
    ANSI_THEME,
    DEFAULT_THEME,
    Characters,
    Colours,
    Marker,
    Multiplexer,
    Terminal,
    cannot_open,
    detect,
)
from tui_app.ui.terminal.plain_output import as_ascii, for_console

XTERM = {"TERM": "xterm-256color", "LANG": "ro_RO.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "characters"),
    [
        ({}, Characters.FULL),
        ({"LANG": "C.UTF-8"}, Characters.FULL),
        ({"LANG": "C"}, Characters.ASCII),
        ({"LANG": "POSIX"}, Characters.ASCII),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, Characters.ASCII),
        ({"LANG": "C", "LC_CTYPE": "ro_RO.UTF-8"}, Characters.FULL),
        ({"LC_CTYPE": "C.UTF-8"}, Characters.FULL),
        ({"LANG": "ro_RO.ISO-8859-2", "LC_CTYPE": "C.UTF-8"}, Characters.ASCII),
        ({"LANG": "ro_RO.UTF-8", "LC_CTYPE": "C.UTF-8"}, Characters.FULL),
        ({"LANG": "en_XX.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, Characters.ASCII),
        ({"LANG": "ro_RO.ISO-8859-2"}, Characters.ASCII),
        ({"LANG": "en_US.utf8", "LC_ALL": "C"}, Characters.ASCII),
        ({"LANG": "en_US.UTF-8", "TERM": "linux"}, Characters.CONSOLE),
        ({"LANG": "en_US.UTF-8", "TERM": "linux", "NO_COLOR": "1"}, Characters.CONSOLE),
        ({"LANG": "C", "TERM": "linux"}, Characters.ASCII),
    ],
)
def test_characters(environment: dict[str, str], characters: Characters) -> None:
    found = detect({"TERM": "xterm-256color", **environment})
    assert found.characters is characters
    expected = {"full": Marker.BLOCKS, "console": Marker.HALVES, "ascii": Marker.ASCII}
    assert found.marker is expected[characters.value]


@pytest.mark.parametrize(
    ("environment", "colours", "theme"),
    [
        ({}, Colours.PALETTE_256, DEFAULT_THEME),
        ({"COLORTERM": "truecolor"}, Colours.TRUECOLOR, DEFAULT_THEME),
        ({"TERM": "linux"}, Colours.ANSI_16, ANSI_THEME),
        ({"TERM": "linux", "NO_COLOR": "1"}, Colours.NONE, ANSI_THEME),
        ({"TERM": "screen"}, Colours.ANSI_16, ANSI_THEME),
        ({"TERM": "screen-256color", "STY": "1.pts"}, Colours.PALETTE_256, DEFAULT_THEME),
        ({"TERM": "tmux-256color"}, Colours.PALETTE_256, DEFAULT_THEME),
        (
            {"TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"},
            Colours.PALETTE_256,
            DEFAULT_THEME,
        ),
        ({"TERM": "xterm-kitty"}, Colours.PALETTE_256, DEFAULT_THEME),
        ({"TERM": "alacritty"}, Colours.PALETTE_256, DEFAULT_THEME),
        ({"TERM": "foot-direct"}, Colours.TRUECOLOR, DEFAULT_THEME),
        ({"TERM": "xterm-direct"}, Colours.TRUECOLOR, DEFAULT_THEME),
        ({"TERM": "xterm"}, Colours.ANSI_16, ANSI_THEME),
        ({"TERM": "some-terminal"}, Colours.ANSI_16, ANSI_THEME),
        ({"NO_COLOR": "1"}, Colours.NONE, ANSI_THEME),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, Colours.NONE, ANSI_THEME),
        ({"TERM": "vt100"}, Colours.NONE, ANSI_THEME),
    ],
)
def test_colours(environment: dict[str, str], colours: Colours, theme: str) -> None:
    found = detect({**XTERM, **environment})
    assert (found.colours, found.theme) == (colours, theme)
    assert theme not in BUILTIN_THEMES


@pytest.mark.parametrize(
    ("environment", "multiplexer"),
    [
        ({}, Multiplexer.NONE),
        ({"TMUX": "/tmp/tmux-0/default,1,0", "TERM": "screen-256color"}, Multiplexer.TMUX),
        ({"TERM": "tmux-256color"}, Multiplexer.TMUX),
        ({"STY": "1.pts", "TERM": "xterm-256color"}, Multiplexer.SCREEN),
        ({"STY": "1.pts", "TERM": "screen"}, Multiplexer.SCREEN),
        ({"TERM": "screen.xterm-256color"}, Multiplexer.SCREEN_OR_TMUX),
    ],
)
def test_multiplexer(environment: dict[str, str], multiplexer: Multiplexer) -> None:
    assert detect({**XTERM, **environment}).multiplexer is multiplexer


@pytest.mark.parametrize(
    ("environment", "takes_links"),
    [
        ({}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "foot-extra"}, True),
        ({"TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"VTE_VERSION": "7600"}, True),
        ({"VTE_VERSION": "4800"}, False),
        ({"VTE_VERSION": "new"}, False),
        ({"WT_SESSION": "1"}, True),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"}, False),
    ],
)
def test_links_are_sent_where_they_are_known_to_be_taken(
    environment: dict[str, str], takes_links: bool
) -> None:
    assert detect({**XTERM, **environment}).takes_links is takes_links


def test_the_host_is_named_over_ssh_only() -> None:
    assert detect(XTERM).host is None
    host = detect({**XTERM, "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "USER": "ana"}).host
    assert host is not None
    assert host.startswith("ana@")


def test_a_dumb_terminal_and_a_pipe_are_refused_with_what_to_do() -> None:
    assert cannot_open(Terminal(term="xterm")) is None
    dumb = cannot_open(Terminal(term="dumb"))
    piped = cannot_open(Terminal(term="xterm", is_tty=False))
    assert dumb is not None and "'dumb'" in dumb and "--help" in dumb
    assert piped is not None and "pipe" in piped and "--help" in piped


def test_a_closed_standard_stream_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.__stdout__", None)
    assert not detect(XTERM).is_tty


@given(st.text(st.characters(codec="utf-8", exclude_categories=("C", "M"))))
def test_plain_texts_are_plain_and_as_wide(text: str) -> None:
    assert as_ascii(text).isascii()
    assert cell_len(as_ascii(text)) == cell_len(text)
    assert cell_len(for_console(text)) == cell_len(text)


def test_plain_text_stays_readable() -> None:
    assert as_ascii("╭─ Căutare ─╮ ● Țiriac · 1…") == "+- Cautare -+ * Tiriac - 1."
    assert for_console("╭─ Căutare ━┃ ●★ ⣿") == "┌─ Căutare ─│ •* ?"
