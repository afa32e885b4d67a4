"""Everything that CONTRIBUTING names exists."""

import re
from pathlib import Path

from tests.benchmarks.__main__ import BENCHMARKS
from tests.docs.keys import README

PAGE = README.with_name("CONTRIBUTING.md")
PACKAGE = Path("tui_app")


def test_the_files_that_it_names_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    root = README.parent
    for name in re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.(?:py|md))`", text):
        assert (root / PACKAGE / name).exists() or (root / name).exists(), name


def test_every_benchmark_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^\| `([a-z]+)` \|", text)) >= BENCHMARKS.keys()
