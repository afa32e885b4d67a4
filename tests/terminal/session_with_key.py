"""A session of the real program, and a look at all it writes, starts and shows for the key."""

from __future__ import annotations

import re
import shlex
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.faulty.process import FaultyServer
from tests.preloaded import Preloaded
from tests.terminal.explorer import MODULE
from tests.terminal.tty import Tty
from tui_app.client.credentials import StoredCredential, store

ROOT: Final = Path(__file__).parents[2]
KEY: Final = "ft_MARKER0123456789abcdefMARKER"
MARKERS: Final = {KEY, KEY[3:-3], KEY.encode().hex(), b64encode(KEY.encode()).decode(), quote(KEY)}
FAULTS: Final = (
    "echoes-key", "500-text", "401", "reset", "redirect-302-another-host",
)  # fmt: skip
COPIED: Final = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07")
BROWSER: Final = """#!/bin/sh
{ env; tr '\\0' ' ' < /proc/$$/cmdline; tr '\\0' ' ' < /proc/$PPID/cmdline; echo "$@"; } >> %s
"""


Given = Callable[[Path, str], tuple[list[str], dict[str, str], Path | None]]
"""How a key is given: arguments, environment, and the one file that may hold it."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a browser that writes down what it is given, and a folder to work in."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
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
    store(base_url, StoredCredential(key=KEY), file)
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


def short_session(tty: Tty, faulty: FaultyServer) -> None:
    """Search, open, copy; then the server sends the key back."""
    tty.wait_for(faulty.host, timeout=30)
    tty.type("petroterm\r")
    tty.wait_for("VAT payer", timeout=30)
    settled(tty)
    chosen(tty, "y", "curl command", "c", "to the clipboard (OSC 52)")
    faulty.misbehave(FAULTS[0])
    settled(tty, "r")


def assert_clean(data: bytes, where: str) -> None:
    text = data.decode("latin-1")
    assert not [marker for marker in MARKERS if marker in text], f"the key is in {where}"


def assert_leaks_no_key(
    given: Given,
    session: Callable[[Tty, FaultyServer], None],
    faulty: FaultyServer,
    home: Path,
    preloaded: Preloaded,
    *,
    is_true: bool = False,
) -> None:
    """Run a session; ``is_true``: as a process of its own, by its command."""
    arguments, environment, allowed = given(home, faulty.base_url())
    environment |= {
        "HOME": str(home),
        **{f"XDG_{n}_HOME": str(home / n.lower()) for n in ("STATE", "CONFIG", "CACHE")},
        "TMPDIR": str(home),
        "PYTHONPATH": str(ROOT),
        "FIRMETERM_BASE_URL": faulty.base_url(),
        "FIRMETERM_READ_TIMEOUT": "1",
        "BROWSER": str(home / "browser"),
        "DISPLAY": ":9",
        "TEXTUAL_LOG": str(home / "textual.log"),
    }
    # What the system lists of a start, and Textual's log, are those of a true one.
    started = (sys.executable, "-m", *MODULE) if is_true else MODULE
    run = None if is_true else preloaded
    with Tty((*started, *arguments), environment=environment, run=run) as tty:
        session(tty, faulty)
        assert_clean(Path(f"/proc/{tty.pid}/cmdline").read_bytes(), "the arguments")
        tty.type("\x11")
        assert tty.exit_status() == 0
        shown = bytes(tty.raw)
    assert_clean(shown, "the screen")
    copied = [b64decode(found) for found in COPIED.findall(shown)]
    assert any(b"curl" in text for text in copied)
    assert_clean(b"\n".join(copied), "the clipboard")
    for file in home.rglob("*"):
        if file.is_file() and file != allowed:
            assert_clean(file.read_bytes(), str(file))
