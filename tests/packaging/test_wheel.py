"""The built wheel installs in a clean environment and runs there, with all its files."""

from __future__ import annotations

import email
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.terminal.explorer import READY, folders
from tests.terminal.tty import Tty

ROOT = Path(__file__).parents[2]
SHIPPED = (
    "tui_app/py.typed",
    "tui_app/ui/firmeterm.tcss",
    "tui_app/manual/search.md",
    "tui_app/locale/ro/LC_MESSAGES/firmeterm.mo",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    return folder


def test_what_belongs_to_it_is_in_and_what_does_not_is_not(built: Path) -> None:
    [wheel], [source] = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        in_wheel = opened.namelist()
    with tarfile.open(source) as archive:
        in_source = [name.partition("/")[2] for name in archive.getnames()]
    for names in (in_wheel, in_source):
        assert not [name for name in SHIPPED if name not in names]
        assert not [name for name in names if "__pycache__" in name]
    assert not [name for name in in_wheel if name.startswith(("tests/", "screenshots/"))]
    assert not [name for name in in_wheel if name.endswith(".po")]
    assert [name for name in in_wheel if name.endswith("licenses/tui_app/registry/sample/NOTICE")]
    tracked = subprocess.run(
        ["git", "ls-files", "tests", "screenshots"], cwd=ROOT, check=True, capture_output=True,
        text=True,
    ).stdout.split()  # fmt: skip
    assert not [name for name in tracked if name not in in_source], "its tests run from there"
    assert sum(name.endswith("firmeterm.1") for name in in_wheel) == 1
    assert [name for name in in_wheel if name.endswith("share/man/man1/firmeterm.1")]
    assert sum(name.endswith("sample/NOTICE") for name in in_wheel) == 1
    assert "tui_app/registry/sample/NOTICE" in in_source
    assert "README.md" in in_source and "LICENSE" in in_source


def _linked(place: Path, wheel: Path) -> None:
    """Give an environment what the wheel requires, and what that does, from that of the tests."""
    [packages] = place.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as opened:
        [name] = [each for each in opened.namelist() if each.endswith(".dist-info/METADATA")]
        about = email.message_from_bytes(opened.read(name))
    waiting = [(text, "") for text in about.get_all("Requires-Dist", [])]
    known: set[tuple[str, str]] = set()
    while waiting:
        text, extra = waiting.pop()
        required = Requirement(text)
        if required.marker and not required.marker.evaluate({"extra": extra}):
            continue
        found = metadata.distribution(required.name)
        for part in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (packages / part).exists():
                (packages / part).symlink_to(str(found.locate_file(part)))
        for each in {(required.name, more) for more in ("", *required.extras)} - known:
            known.add(each)
            waiting += [(text, each[1]) for text in found.requires or ()]


def _installed(place: Path, wheel: Path, *more: str) -> None:
    # What ``pip --python`` runs after a start of its own.
    runner = metadata.distribution("pip").locate_file("pip/__pip-runner__.py")
    subprocess.run(
        [str(place / "bin" / "python"), str(runner), "install", "-q", "--no-compile",
         "--disable-pip-version-check", *more, str(wheel)],
        check=True, cwd=place.parent,
    )  # fmt: skip


def _interpreters() -> Iterator[object]:
    """This one, and of the other versions that are supported those that are at hand."""
    yield pytest.param(sys.executable, id="this", marks=pytest.mark.slow)
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    for version in ("3.11", "3.12", "3.13", "3.14"):
        named = f"python{version}"
        of_pyenv = Path.home().glob(f".pyenv/versions/{version}.*/bin/{named}")
        found = next(map(str, sorted(of_pyenv)), None) or shutil.which(named)
        if found and version != this:
            yield pytest.param(found, id=version, marks=pytest.mark.slow)


@pytest.mark.long
@pytest.mark.packaging
@pytest.mark.parametrize("interpreter", _interpreters())
def test_the_wheel_runs_in_a_clean_environment(
    built: Path, tmp_path: Path, interpreter: str
) -> None:
    [wheel] = built.glob("*.whl")
    place = tmp_path / "clean"
    subprocess.run([interpreter, "-m", "venv", "--without-pip", str(place)], check=True)
    _installed(place, wheel, "-c", str(ROOT / "requirements.txt"))
    _runs(place, tmp_path)


@pytest.mark.long
@pytest.mark.packaging
def test_the_wheel_runs_with_what_it_requires_and_nothing_else(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a clean environment, but that nothing is downloaded and unpacked."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    [wheel] = built.glob("*.whl")
    place = tmp_path / "clean"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    _linked(place, wheel)
    _installed(place, wheel, "--no-deps", "--no-index")
    _take_compiled(place)
    # It is there for the tests, and no requirement.
    failed = subprocess.run(
        [str(place / "bin" / "python"), "-c", "import pytest"], capture_output=True, check=False
    )
    assert b"ModuleNotFoundError" in failed.stderr
    _runs(place, tmp_path)


def _take_compiled(place: Path) -> None:
    """Let Python find what it compiled of the tree, which it does by a module's time."""
    [package] = place.glob("lib/python*/site-packages/tui_app")
    for module in package.rglob("*.py"):
        changed = (ROOT / "tui_app" / module.relative_to(package)).stat().st_mtime_ns
        os.utime(module, ns=(changed, changed))
    for compiled in (ROOT / "tui_app").rglob("__pycache__"):
        folder = package / compiled.relative_to(ROOT / "tui_app")
        if folder.parent.is_dir():
            folder.symlink_to(compiled)


def _runs(place: Path, tmp_path: Path) -> None:
    python = place / "bin" / "python"
    command = (str(place / "bin" / "firmeterm"),)
    said = subprocess.run(
        [*command, "manual", "search"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert said.stdout.startswith("# Search\n")
    where = subprocess.run(
        [str(python), "-c", "import tui_app; print(tui_app.__file__)"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert where.stdout.startswith(str(place))
    environment = {**folders(tmp_path), "LANG": "C.UTF-8"}
    with Tty(command, environment=environment) as tty:
        tty.wait_for(READY)
        tty.type("petroterm")
        tty.wait_for("PETROTERM DEMO SRL")
        tty.type("\x1bq")
