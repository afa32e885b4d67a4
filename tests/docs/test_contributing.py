"""Everything that CONTRIBUTING names exists."""

import os
import re
import shlex
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


def test_each_line_to_type_runs_something_that_is_there() -> None:
    text, root = PAGE.read_text(encoding="utf-8"), README.parent
    blocks = "\n".join(re.findall(r"(?s)```console\n(.*?)```", text))
    lines = [shlex.split(line) for line in re.findall(r"(?m)^\$ (.*)$", blocks)]
    install, *tests, check = lines
    # It installs as the README does, which CI runs, with all that the tests need.
    assert " ".join(install) in README.read_text(encoding="utf-8").replace("'", "")
    assert os.access(root / check[0], os.X_OK) and len(check) == 1
    assert tests
    for words in tests:
        assert words[:3] == [".venv/bin/python", "-m", "pytest"]
        paths = [root / word for word in words if word.startswith("tests/")]
        assert paths and all(path.exists() for path in paths)
        files = [file for path in paths for file in (path.rglob("*.py"), [path])[path.is_file()]]
        names = " ".join(re.findall(r"def (test_\w+)", "".join(f.read_text() for f in files)))
        for word in words[words.index("-k") + 1].split(" or ") if "-k" in words else ():
            assert word in names
