"""Compiles once, before the workers begin, what each of them would compile for itself."""

from __future__ import annotations

import compileall
import os
import re
import warnings
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _read_pyc,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
    try_makedirs,
)
from hypothesis import strategies as st
from hypothesis.configuration import storage_directory
from hypothesis.errors import HypothesisWarning
from hypothesis.internal.constants_ast import constants_from_module

TESTS = Path(__file__).parent
_REWRITTEN = re.compile(r"/(test_\w+|conftest)\.py$")


def compile_all(config: pytest.Config) -> None:
    """Compile the program, and rewrite the tests' asserts; both of two processors have a half."""
    tests = [path for path in TESTS.rglob("*.py") if _REWRITTEN.search(str(path))]
    if (half := os.fork()) == 0:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", HypothesisWarning)  # which wants it begun later
                _know_characters()
                _know_constants()
            _rewrite(config, tests[::2])
        finally:
            os._exit(0)
    compileall.compile_dir(TESTS.parent / "tui_app", quiet=1)
    compileall.compile_dir(TESTS, quiet=1, rx=_REWRITTEN)
    _rewrite(config, tests[1::2])
    os.waitpid(half, 0)


def _know_characters() -> None:
    """Hypothesis takes 2 s to learn all characters, so the result is kept in a file."""
    st.text().validate()


def _know_constants() -> None:
    """It looks for constants in each imported module, in each worker unless it finds them kept.

    It tells modules apart by what their files hold, so that none has to be imported here.
    """
    if storage_directory("constants").path.exists():
        return
    for source in (*TESTS.rglob("*.py"), *(TESTS.parent / "tui_app").rglob("*.py")):
        module = ModuleType(source.stem)
        module.__file__ = str(source)
        constants_from_module(module)


def _rewrite(config: pytest.Config, tests: list[Path]) -> None:
    """As pytest does on import, even if the machine does not let it keep compiled files."""
    for source in tests:
        folder = get_cache_dir(source)
        compiled = folder / f"{source.stem}{PYC_TAIL}"
        if _read_pyc(source, compiled) is None and try_makedirs(folder):
            found, code = _rewrite_test(source, config)
            _write_pyc(config.stash[assertstate_key], code, found, compiled)
