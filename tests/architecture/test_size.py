"""No file too long to read at once, and no circle of files that must be read together."""

from __future__ import annotations

from pathlib import Path

import grimp

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


def test_no_file_is_imported_by_what_it_imports() -> None:
    graph = grimp.build_graph("tui_app", cache_dir=None)
    below = {name: graph.find_downstream_modules(name) for name in graph.modules}
    circles = {
        frozenset({name, *(other for other in below[name] if name in below[other])})
        for name in graph.modules
    }
    assert not [sorted(circle) for circle in circles if len(circle) > 1]
