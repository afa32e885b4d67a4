"""A session of the real program: the key turns up in nothing it writes, starts or shows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.faulty.process import FaultyServer
from tests.preloaded import Preloaded
from tests.terminal.session_with_key import (
    assert_leaks_no_key,
    by_environment,
    chosen,
    home,
    settled,
    short_session,
)
from tests.terminal.tty import Tty

__all__ = ["home"]

FORMS: Final = (("1", "c"), ("2", "j"), ("4", "m"))
"""Tabs, each with the key of a file format."""


def website_and_exports(tty: Tty, faulty: FaultyServer) -> None:
    """The worst, then a website and exports."""
    short_session(tty, faulty)
    faulty.misbehave("none")
    settled(tty, "4", "2")
    chosen(tty, "o", "https://demo.invalid/", "\r", "Opened")
    for tab, form in FORMS:
        settled(tty, tab)
        chosen(tty, "e", "Markdown", form, "Written")


@pytest.mark.long
def test_a_session_leaks_no_key(faulty: FaultyServer, home: Path, preloaded: Preloaded) -> None:
    assert_leaks_no_key(by_environment, website_and_exports, faulty, home, preloaded, is_true=True)
    assert b"https://demo.invalid/" in (home / "child.txt").read_bytes()
    written = {file.suffix[1] for file in (home / "work").iterdir()}
    assert written == {form for _tab, form in FORMS}
