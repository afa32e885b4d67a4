"""Puts deliberate faults into copies of the program and looks whether the tests notice.

``python -m tests.mutants [ROOM…]`` runs all faults, or those of some rooms. The working tree
is never changed: each fault has a temporary copy of it. Exit code 1 when a fault goes unnoticed.
``--check`` only looks whether each fault still fits the program.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

from tests import mutations
from tests.mutations import Mutant

TREE: Final = Path(__file__).parents[1]

MUTANTS: Final[tuple[Mutant, ...]] = tuple(
    chain.from_iterable(
        import_module(f"tests.mutations.{module.name}").MUTANTS
        for module in pkgutil.iter_modules(mutations.__path__)
    )
)

_NOT_COPIED: Final = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis")
_PATIENCE: Final = 600
"""Seconds for the tests of one fault. Tests that never end have noticed nothing."""

_PASSED, _FAILED = 0, 1
"""Exit codes of pytest; any other one says that it could not run the tests."""


@contextmanager
def copy_of_tree(mutant: Mutant | None = None) -> Iterator[Path]:
    """A temporary copy of the tree, with a fault in it."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder, "tree")
        shutil.copytree(TREE, copy, ignore=_NOT_COPIED, symlinks=True)
        if mutant is not None:
            file = copy / "tui_app" / mutant.file
            file.write_text(file.read_text().replace(mutant.old, mutant.new))
            # What Python compiled has the seconds of the original.
            os.utime(file, (time.time() + 60, time.time() + 60))
        yield copy


def run_tests(tree: Path, tests: Sequence[str], *more: str) -> tuple[int | None, str]:
    """The exit code of pytest in a tree, ``None`` if it did not end, and what it printed."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *more, *tests]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True,
            timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def try_mutant(mutant: Mutant) -> str:
    """Why a fault was not noticed; empty where a test failed."""
    with copy_of_tree(mutant) as tree:
        code, printed = run_tests(tree, mutant.tests, "-n", "0", "-x")
    if code == _FAILED:
        return ""
    if code == _PASSED:
        return "no test failed"
    return "the tests did not end" if code is None else f"the tests did not run:\n{printed}"


def misfit(mutant: Mutant) -> str:
    """Why a fault cannot be put in or noticed; empty where it can."""
    text = (TREE / "tui_app" / mutant.file).read_text()
    if (count := text.count(mutant.old)) != 1:
        return f"{count} times in the program, which has changed: renew the fault"
    try:
        compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")
    except SyntaxError as error:
        return f"the program cannot be compiled with it: {error}"
    if mutant.old == mutant.new or not mutant.tests:
        return "it changes nothing, or no test is to notice it"
    for test in mutant.tests:
        file, *names = test.split("::")
        path = TREE / file
        if not path.exists() or any(
            not re.search(rf"def {name.partition('[')[0]}\b", path.read_text()) for name in names
        ):
            return f"there is no test {test}"
    return ""


def check() -> int:
    """Say which faults no longer fit the program; 1 if there are any."""
    listed = Counter((each.file, each.old, each.new) for each in MUTANTS)
    unfit = 0
    for mutant in MUTANTS:
        twice = listed[mutant.file, mutant.old, mutant.new] > 1
        if why := "listed twice" if twice else misfit(mutant):
            unfit += 1
            print(f"{mutant.file}: {mutant.fault}\n  {why}")
    print(f"{len(MUTANTS) - unfit} of {len(MUTANTS)} faults fit the program.")
    return 1 if unfit else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the faults of the rooms; 1 when one of them went unnoticed."""
    rooms = sorted({each.room for each in MUTANTS})
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", metavar="ROOM", nargs="*", help=f"one of {', '.join(rooms)}")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--check", action="store_true", help="only look whether the faults fit")
    options = parser.parse_args(arguments)
    if options.check:
        return check()
    if unknown := set(options.rooms) - set(rooms):
        parser.error(f"no faults in {', '.join(sorted(unknown))}; there are {', '.join(rooms)}")
    chosen = [each for each in MUTANTS if each.room in (options.rooms or rooms)]
    tests = sorted(set(chain.from_iterable(each.tests for each in chosen)))
    with copy_of_tree() as tree:
        code, printed = run_tests(tree, tests, "-n", str(options.jobs))
    if code != _PASSED:
        print(printed, "The tests fail without any fault, so nothing can be learnt.", sep="\n")
        return 1
    unnoticed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, why in zip(chosen, pool.map(try_mutant, chosen), strict=True):
            unnoticed += bool(why)
            print(f"{'UNNOTICED' if why else 'noticed'}  {mutant.file}: {mutant.fault}", flush=True)
            if why:
                print(f"  {why}", flush=True)
    print(f"{len(chosen) - unnoticed} of {len(chosen)} faults were noticed.")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
