"""Command lines with all that they print: nothing of it changes unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.transcript import replayed, sessions


@pytest.mark.parametrize("session", sessions(), ids=lambda path: path.stem)
def test_each_line_prints_what_was_written_down(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change that is meant: ``python -m tests.cli.transcript``."""
    assert replayed(session, tmp_path, monkeypatch) == session.read_text(encoding="utf-8")
