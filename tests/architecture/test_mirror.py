"""The tests of a module stand where the module's name says: ``tests`` mirrors ``tui_app``."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path, PurePath
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "tui_app"
TESTS: Final = ROOT / "tests"
ROOMS: Final = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}

WHOLE_SCREEN: Final = {
    "beside_the_screen",
    "dispatching",
    *("every_key_in_dialogs", "every_key_in_fields", "every_key_in_panes"),
    "growing",
    "live_source",
    "nothing_misleads",
    "public_data",
    "register_over_time",
    "research_keys",
    "research_pictures",
    "screen_reader",
    "seams",
    "snapshots",
    "soaking",
    "styling",
}
"""Tests of the screen as a whole, which belong to none of its folders."""


def test_a_folder_of_tests_is_named_after_a_folder_of_the_package() -> None:
    folders = {file.parent.relative_to(TESTS) for file in _of_rooms()}
    assert len(folders) > len(ROOMS)
    assert not {str(folder) for folder in folders if not (PACKAGE / folder).is_dir()}


def test_a_test_that_has_the_name_of_a_module_stands_in_its_folder() -> None:
    """Within one room: ``history`` is a module of several rooms."""
    modules: dict[tuple[str, str], set[PurePath]] = defaultdict(set)
    for module in PACKAGE.rglob("*.py"):
        folder = module.parent.relative_to(PACKAGE)
        name = folder.name if module.stem == "__init__" else module.stem
        if folder.parts:
            modules[folder.parts[0], name].add(folder)
    elsewhere = {
        str(file.relative_to(ROOT)): sorted(map(str, homes))
        for file in _of_rooms()
        if (homes := modules.get(_named_by(file))) and file.parent.relative_to(TESTS) not in homes
    }
    assert not elsewhere


def test_what_stands_loose_among_the_tests_of_the_screen_is_about_all_of_it() -> None:
    assert {file.stem.removeprefix("test_") for file in TESTS.glob("ui/test_*.py")} == WHOLE_SCREEN


def _of_rooms() -> list[Path]:
    files = TESTS.rglob("test_*.py")
    return [file for file in files if file.relative_to(TESTS).parts[0] in ROOMS]


def _named_by(file: Path) -> tuple[str, str]:
    return file.relative_to(TESTS).parts[0], file.stem.removeprefix("test_")
