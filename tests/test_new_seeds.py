"""Tests with random examples hold for others, too, than for those of every run."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


@pytest.mark.slow
def test_other_examples_hold() -> None:
    seed = random.SystemRandom().randrange(10**9)
    files = [file for file in TESTS.rglob("test_*.py") if "\n@given(" in file.read_text()]
    options = ("-n", "0", "--hypothesis-profile=new", f"--hypothesis-seed={seed}")
    done = subprocess.run(
        (sys.executable, "-m", "pytest", *options, *files),
        cwd=TESTS.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"seed {seed}\n{done.stdout}"
