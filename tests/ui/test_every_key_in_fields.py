"""No key ends the program while one types: each that Textual names, and each character."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.every_key import FIELDS, press_each_key


@pytest.mark.long
async def test_no_key_ends_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where an export is written
    await press_each_key(FIELDS)
