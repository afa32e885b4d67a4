"""The last place: a file that cannot be read is set aside, and the start is where to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_app.workspace.saved_location import (
    SavedLocation,
    load_location,
    save_location,
)


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"page": "one"}', b"\x00" * 4096],
    ids=["empty", "cut", "no-text", "list", "wrong-type", "blank"],
)
def test_a_damaged_place_is_set_aside_and_forgotten(damage: bytes, tmp_path: Path) -> None:
    file = tmp_path / "place.json"
    file.write_bytes(damage)
    loaded = load_location(file)
    assert loaded.location == SavedLocation()
    (aside,) = tmp_path.iterdir()
    assert "damaged" in aside.name
    assert aside.read_bytes() == damage
    assert loaded.notice == (f"The last location could not be read; the old file is now {aside}.")
    place = SavedLocation(tax_id="990000013", tab="finance")
    save_location(file, place)
    assert load_location(file) == (place, "")
