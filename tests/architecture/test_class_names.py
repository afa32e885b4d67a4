"""Each class has its own name, so that a reader finds it by its name alone."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "tui_app"


def test_no_two_classes_share_a_name() -> None:
    modules: dict[str, list[str]] = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"(?m)^ *class (\w+)\s*[(:]", file.read_text(encoding="utf-8")):
            modules[name.lstrip("_")].append(str(file.relative_to(PACKAGE)))
    assert len(modules) > 100
    assert not {name: files for name, files in modules.items() if len(files) > 1}
