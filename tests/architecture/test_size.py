"""No file is too long to read at once."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 500


def test_no_file_is_longer_than_it_can_be_read_at_once() -> None:
    too_long = {
        str(file.relative_to(ROOT)): lines
        for folder in ("tui_app", "tests")
        for file in (ROOT / folder).rglob("*.py")
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert not too_long
