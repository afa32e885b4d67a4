from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

from tui_app.cli.main import main
from tui_app.config.settings import imported_registry
from tui_app.registry.sqlite.registry_file import RegistryFile

SMALL = Path(__file__).parent / "onrc-small"
HEADER = (
    "DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^"
    "ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^"
    "ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA"
)

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for imports, without the developer's own data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run() -> Run:
    """Runs firmeterm with arguments."""

    def invoked(*arguments: str | Path) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return invoked


@pytest.fixture
def imported(run: Run) -> Callable[..., dict[str, Any]]:
    """Imports files into the usual place and returns the summary, which is JSON when piped."""

    def done(*arguments: str | Path) -> dict[str, Any]:
        result = run("data", "import", *arguments)
        assert result.exit_code == 0, result.output
        summary: dict[str, Any] = json.loads(result.stdout)
        return summary

    return done


class Kept(NamedTuple):
    """The folder of an import, and the summary that it printed."""

    folder: Path
    summary: dict[str, Any]

    def copied(self, data_folder: Path) -> dict[str, Any]:
        """Put a copy in place of an import of one's own; returns the summary."""
        shutil.copytree(self.folder, data_folder, dirs_exist_ok=True)
        return deepcopy(self.summary)


def kept_import(folder: Path, *arguments: str | Path) -> Kept:
    """Import once for several tests, each of which gets a copy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        done = CliRunner().invoke(main, ["data", "import", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return Kept(folder, json.loads(done.stdout))


@pytest.fixture
def opened() -> Iterator[Callable[[], RegistryFile]]:
    """Opens what was imported; closed after the test."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(RegistryFile(imported_registry())))


def firm(name: str, tax_id: str, number: str, day: str = "14/05/2020", **more: str) -> str:
    """A row of OD_FIRME."""
    values = {
        "DENUMIRE": name, "CUI": tax_id, "COD_INMATRICULARE": number, "DATA_INMATRICULARE": day,
        "FORMA_JURIDICA": "SRL", "ADR_TARA": "România", "ADR_JUDET": "Cluj",
        "ADR_LOCALITATE": "Dej",
    } | more  # fmt: skip
    return "^".join(values.get(column, "") for column in HEADER.split("^"))


def write_dump(folder: Path, *rows: str, name: str = "OD_FIRME.CSV") -> Path:
    """A dump of the trade register as the portal has it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes("\r\n".join(["\ufeff" + HEADER, *rows, ""]).encode())
    return path


def write_rows(folder: Path, name: str, *rows: str) -> Path:
    """Another file of the register, header first."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes("\r\n".join([*rows, ""]).encode())
    return path
