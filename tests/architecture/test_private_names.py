"""Private names of the libraries stand in one module, and are there in the version installed."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import tui_app.ui
from tui_app.ui.terminal import textual_private

ROOT = Path(__file__).parents[2]
LIBRARIES = ("textual", "rich")
OWN = {"_replace", "_exit"}
"""Public names of the standard library that begin with an underscore."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def modules() -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(tui_app.ui.__path__, "tui_app.ui."):
        yield importlib.import_module(module.name)


def private_names_of_bases(cls: type) -> set[str]:
    """The private names that a class inherits from the libraries, attributes of objects too."""
    bases = [base for base in cls.__mro__[1:] if base.__module__.startswith(LIBRARIES)]
    return set().union(*map(private_names_of, bases))


@functools.cache
def classes_of(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by qualified name; ``inspect`` parses it anew for each."""
    found: dict[str, ast.ClassDef] = {}

    def look(node: ast.AST, outer: str) -> None:
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.ClassDef):
                found[outer + each.name] = each
                look(each, f"{outer}{each.name}.")
            elif isinstance(each, ast.If | ast.Try):
                look(each, outer)

    look(ast.parse(inspect.getsource(sys.modules[module])), "")
    return found


@functools.cache
def private_names_of(base: type) -> set[str]:
    stored = {
        node.attr
        for node in ast.walk(classes_of(base.__module__)[base.__qualname__])
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return set(filter(is_private, stored | set(vars(base))))


def uses(module: ModuleType) -> Iterator[str]:
    """Private names of the libraries that a module touches: in imports, on others, on itself."""
    tree = ast.parse(Path(module.__file__ or "").read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if name.startswith(LIBRARIES) and "._" in name:
                yield name
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in OWN:
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield node.attr
        elif isinstance(node, ast.ClassDef):
            cls = getattr(module, node.name, None)
            if isinstance(cls, type):
                yield from private_names_of_bases(cls) & set(own_names(node))


def own_names(node: ast.ClassDef) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each.name


def test_private_names_stand_in_one_module() -> None:
    found = {
        f"{module.__name__}: {name}"
        for module in modules()
        if module is not textual_private
        for name in uses(module)
    }
    assert not found


def test_every_name_that_module_uses_is_listed_there() -> None:
    listed = {name for names in textual_private.NAMES.values() for name in names}
    modules_listed = {place.split(":")[0] for place in textual_private.NAMES}
    used = set(uses(textual_private))
    assert {name for name in used if "." not in name} == listed
    assert {name for name in used if "." in name} <= modules_listed


def test_the_installed_libraries_have_every_name() -> None:
    assert textual_private.missing_names() == []


@pytest.mark.parametrize("place", textual_private.NAMES)
def test_a_name_that_is_gone_is_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = (*textual_private.NAMES[place], "_renamed_by_a_later_version")
    monkeypatch.setitem(textual_private.NAMES, place, names)
    assert textual_private.missing_names() == [f"{place}._renamed_by_a_later_version"]


WITHOUT = """
import asyncio
from textual.screen import Screen
from textual.app import App
import textual._xterm_parser
import textual.drivers.linux_driver
del textual._xterm_parser.XTermParser  # Textual itself holds it already
{program}
"""


PROGRAM = """
from tests.ui.user import explore
from tui_app.ui.terminal.textual_private import OWN_PAINTING
async def walk():
    async with explore() as user:
        await user.search("petro")
        await user.press("enter", "2")
        print(OWN_PAINTING, "PETROTERM" in user.screen, "chart" in user.screen.splitlines()[-1])
asyncio.run(walk())
print(end="\\0")
import sys
sys.argv = ["firmeterm", "doctor"]
from tui_app.__main__ import main
try:
    main()
except SystemExit:
    pass
"""
"""The explorer, then the doctor."""


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What each prints where a name is missing, as in a newer Textual that renamed it."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(program=PROGRAM)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\0")


def test_without_a_name_textual_paints(said: list[str]) -> None:
    """The explorer still works."""
    assert said[0].split() == ["False", "True", "True"]


def test_the_doctor_says_that_a_name_is_missing(said: list[str]) -> None:
    assert "XTermParser" in said[1]
