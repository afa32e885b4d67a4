"""The built wheel installs in a clean environment and runs there, with all its files."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def _interpreters() -> Iterator[object]:
    """This one, and of the other versions that are supported those that are at hand."""
    yield pytest.param(sys.executable, id="this")
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
    python = place / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-compile",
         "--disable-pip-version-check", "-c", str(ROOT / "requirements.txt"), str(wheel)],
        check=True, cwd=tmp_path,
    )  # fmt: skip
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
