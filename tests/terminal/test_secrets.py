"""A long session of the real program: the key turns up in nothing it writes, starts or shows."""

from __future__ import annotations

import re
import shlex
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.faulty.faults import FAULTS as EVERY_FAULT
from tests.faulty.process import FaultyServer
from tests.terminal.tty import Tty
from tui_app.client.credentials import Stored, store

KEY: Final = "ft_MARKER0123456789abcdefMARKER"
MARKERS: Final = {KEY, KEY[3:-3], KEY.encode().hex(), b64encode(KEY.encode()).decode(), quote(KEY)}
FAULTS: Final = (
    "echoes-key", "500-text", "401", "429-bare", "reset", "html", "wrong-types",
    "redirect-302-another-host",
)  # fmt: skip
COPIED: Final = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07")
BROWSER: Final = """#!/bin/sh
{ env; tr '\\0' ' ' < /proc/$$/cmdline; tr '\\0' ' ' < /proc/$PPID/cmdline; echo "$@"; } >> %s
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a browser that writes down what it is given."""
    (tmp_path / "work").mkdir()
    browser = tmp_path / "browser"
    browser.write_text(BROWSER % shlex.quote(str(tmp_path / "child.txt")))
    browser.chmod(0o755)
    return tmp_path


def by_environment(home: Path, base_url: str) -> tuple[list[str], dict[str, str], Path | None]:
    return [], {"FIRMETERM_API_KEY": KEY}, None


def by_file(home: Path, base_url: str) -> tuple[list[str], dict[str, str], Path | None]:
    file = home / "key"
    file.write_text(KEY + "\n")
    file.chmod(0o600)
    return ["--api-key-file", str(file)], {}, file


def by_credentials(home: Path, base_url: str) -> tuple[list[str], dict[str, str], Path | None]:
    file = home / "config" / "firmeterm" / "credentials.json"
    store(base_url, Stored(key=KEY), file)
    return [], {}, file


def settled(tty: Tty, *keys: str) -> None:
    """Type keys, each once the one before has led to rest."""
    for key in keys:
        tty.type(key)
        # A key close behind Escape would be taken for one with Alt.
        tty.wait_quiet(0.3 if key == "\x1b" else 0.1)


def chosen(tty: Tty, key: str, offered: str, answer: str, done: str) -> None:
    """Open a dialog, wait for what it offers, choose, and wait until it is said to be done."""
    tty.type(key)
    tty.wait_for(offered, timeout=20)
    tty.type(answer)
    tty.wait_for(done, timeout=20)


def session(
    tty: Tty, faulty: FaultyServer, forms: Sequence[tuple[str, str]], faults: Sequence[str]
) -> None:
    """Search, open, look, copy, export, open a website; then everything goes wrong."""
    tty.wait_for(faulty.host, timeout=30)
    settled(tty, "petroterm", "\x1b", "\r", "2", "3", "j", "\r", "\x1b", "4", "2")
    chosen(tty, "o", "https://demo.invalid/", "\r", "Opened")
    settled(tty, "1")
    chosen(tty, "y", "curl command", "c", "to the clipboard (OSC 52)")
    for tab, form in forms:
        settled(tty, tab)
        chosen(tty, "e", "Markdown", form, "Written")
    settled(tty, "?", "\x1b")
    assert set(faults) <= set(EVERY_FAULT)
    for fault in faults:
        faulty.misbehave(fault)
        settled(tty, "1", "r", "4", "r")
    settled(tty, "/", "\x15lemnaria\r", "\x1b", "N", "\x152024-03-01\r", "\x1b", "C", "c", "\x1b")


def assert_clean(data: bytes, where: str) -> None:
    text = data.decode("latin-1")
    assert not [marker for marker in MARKERS if marker in text], f"the key is in {where}"


# A session is the same however the key was given: once all of it, then the worst.
@pytest.mark.long
@pytest.mark.parametrize(
    ("given", "forms", "faults"),
    [
        (by_environment, (("1", "c"), ("2", "j"), ("4", "m")), FAULTS),
        (by_file, (("1", "c"),), FAULTS[:1]),
        (by_credentials, (("2", "j"),), FAULTS[:1]),
    ],
)
def test_a_long_session_leaks_no_key(
    given: Callable[[Path, str], tuple[list[str], dict[str, str], Path | None]],
    forms: Sequence[tuple[str, str]],
    faults: Sequence[str],
    faulty: FaultyServer,
    home: Path,
) -> None:
    arguments, environment, allowed = given(home, faulty.base_url())
    command = shlex.join([sys.executable, "-m", "tui_app", *arguments])
    environment |= {
        "HOME": str(home),
        **{f"XDG_{n}_HOME": str(home / n.lower()) for n in ("STATE", "CONFIG", "CACHE")},
        "TMPDIR": str(home),
        "PYTHONPATH": str(Path.cwd()),
        "FIRMETERM_BASE_URL": faulty.base_url(),
        "FIRMETERM_READ_TIMEOUT": "1",
        "BROWSER": str(home / "browser"),
        "DISPLAY": ":9",
        "TEXTUAL_LOG": str(home / "textual.log"),
    }
    shell = ("/bin/sh", "-c", f"cd {shlex.quote(str(home / 'work'))} && exec {command}")
    with Tty(shell, environment=environment) as tty:
        session(tty, faulty, forms, faults)
        assert_clean(Path(f"/proc/{tty.pid}/cmdline").read_bytes(), "the arguments")
        settled(tty, "\x1b", "\x1b")
        tty.type("q")
        assert tty.exit_status() == 0
        shown = bytes(tty.raw)
    assert_clean(shown, "the screen")
    copied = [b64decode(found) for found in COPIED.findall(shown)]
    assert any(b"curl" in text for text in copied)
    assert_clean(b"\n".join(copied), "the clipboard")
    assert b"https://demo.invalid/" in (home / "child.txt").read_bytes()
    assert {file.suffix[1] for file in (home / "work").iterdir()} == {form for _tab, form in forms}
    for file in home.rglob("*"):
        if file.is_file() and file != allowed:
            assert_clean(file.read_bytes(), str(file))
