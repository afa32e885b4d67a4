"""Damaged and hostile files: a clear message, the previous registry intact, bounded memory."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import (
    HEADER,
    SMALL,
    Kept,
    Run,
    firm,
    kept_import,
    write_dump,
    write_rows,
)
from tui_app.config.settings import imported_registry
from tui_app.opendata.files import inputs
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]

_FIRM = firm("BUNA SRL", "990000072", "J12/1/1999")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    dump = SMALL / "firme-02-09-2026" / "OD_FIRME.CSV"
    return kept_import(tmp_path_factory.mktemp("standing"), dump)


@pytest.fixture
def standing(kept: Kept, data_folder: Path) -> bytes:
    """The earlier import, which must remain."""
    kept.copied(data_folder)
    return imported_registry().read_bytes()


def refused(run: Run, *paths: Path | str) -> str:
    done = run("data", "import", *paths)
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output
    return done.output


def test_a_zip_with_a_path_that_leaves_it(run: Run, standing: bytes, tmp_path: Path) -> None:
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../outside.csv", "x")
    told = refused(run, path)
    assert "evil.zip" in told
    assert "outside the archive" in told
    assert imported_registry().read_bytes() == standing
    assert not (tmp_path.parent / "outside.csv").exists()


def test_no_name_or_value_of_a_file_commands_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "named.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a\x1b]0;title\x07b.csv", "x")
        profile = {"taxId": "990000072", "companyName": "BUNA SRL", "county": "Cl\x07\x1b]0;x"}
        archive.writestr("c\x1b]0;d.jsonl", json.dumps({"profile": profile}))
    imported = run("data", "import", path)
    assert imported.exit_code == 0, imported.output
    told = imported.output + imported.stderr + run("data", "info", "-o", "table").output
    assert "a]0;titleb.csv is not understood" in told and "c]0;d.jsonl" in told
    assert not set("\x1b\x07") & set(told)


@pytest.mark.parametrize("packed", ["zip", "gz"])
def test_a_bomb(
    run: Run, standing: bytes, tmp_path: Path, packed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert inputs._SAFE_BYTES < 100_000_000
    monkeypatch.setattr(inputs, "_SAFE_BYTES", 100_000)
    bomb = f"\ufeff{HEADER}\r\n".encode() + b"\r\n" * 100_000
    path = tmp_path / f"bomb.{packed}"
    if packed == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("OD_FIRME.CSV", bomb)
    else:
        path.write_bytes(gzip.compress(bomb, mtime=0))
    assert "times its size" in refused(run, path)
    assert imported_registry().read_bytes() == standing


def test_a_pipe_is_refused_at_once(run: Run, standing: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert "write it to a file" in refused(run, path)
    assert imported_registry().read_bytes() == standing


def test_a_damaged_archive(run: Run, standing: bytes, tmp_path: Path) -> None:
    whole = write_dump(tmp_path, *[_FIRM] * 5000).read_bytes()
    path = tmp_path / "cut.csv.gz"
    path.write_bytes(gzip.compress(whole, mtime=0)[:-500])
    assert "damaged or cut short" in refused(run, path)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04 nothing of an archive")
    assert "damaged archive" in refused(run, broken)
    assert imported_registry().read_bytes() == standing


def test_a_line_of_a_hundred_megabytes_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "OD_FIRME.CSV"
    with path.open("wb") as file:
        file.write(f"\ufeff{HEADER}\r\n{_FIRM}\r\n".encode())
        for _ in range(100):
            file.write(b"X" * 1_000_000)
        file.write(f"\r\n{firm('A DOUA SRL', '990000080', 'J12/2/1999')}\r\n".encode())
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from tui_app.cli.main import main\n"
        "done = CliRunner().invoke(main, sys.argv[1:])\n"
        "status = open('/proc/self/status').read()\n"
        "print(done.output, status.partition('VmHWM:')[2].split()[0])\n"
    )
    registry = tmp_path / "r.db"
    import_ = ["data", "import", "-o", "table", "--registry", registry, path]
    command = [sys.executable, "-c", code, *import_]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=True)
    assert "line 3: too long" in done.stdout
    assert "2 companies" in done.stdout
    assert int(done.stdout.split()[-1]) < 100_000


def test_swapped_columns_are_found_by_the_header(imported: Imported, tmp_path: Path) -> None:
    columns = list(reversed(HEADER.split("^")))
    cells = list(reversed(_FIRM.split("^")))
    summary = imported(write_rows(tmp_path, "x.csv", "^".join(columns), "^".join(cells)))
    assert summary["companies"] == 1


def test_a_header_that_lies_leaves_nothing(run: Run, standing: bytes, tmp_path: Path) -> None:
    swapped = HEADER.replace("DENUMIRE^CUI", "CUI^DENUMIRE")
    told = refused(run, write_rows(tmp_path, "x.csv", swapped, *[_FIRM] * 30))
    assert "in place of a tax id" in told
    assert imported_registry().read_bytes() == standing


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x00\x01\x02\x03" * 100, "not text"),
        (gzip.compress(gzip.compress(b"DENUMIRE^CUI")), "unpack it first"),
        (b"", "empty"),
        (b"\x1f\x8b", "cut short"),
        (b"<!DOCTYPE html><html>Access denied</html>", "web page"),
        (b"DENUMIRE|CUI|COD_INMATRICULARE|STARE_FIRMA\nA|1|J1|1048,1084\n", "older snapshot"),
        (b"a,b,c\n1,2,3\n", "not understood"),
        (b'<?xml version="1.0"?><x/>', "XML, which is not imported"),
    ],
    # A packed file has its time in it, and workers must give a test one name.
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_not_understood_is_told_kindly(
    run: Run, standing: bytes, tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "strange.csv"
    path.write_bytes(content)
    output = refused(run, path)
    assert "strange.csv" in output
    assert told in output
    assert imported_registry().read_bytes() == standing


def test_a_path_that_cannot_be_used_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300)
    assert f"Error: {path} cannot be used: File name too long." in refused(run, path)


def test_a_file_in_another_encoding_is_refused_where_most_is_lost(
    run: Run, standing: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "OD_FIRME.CSV"
    rows = "\r\n".join(firm("ȘTEFAN SRL", "990000072", f"J12/{n}/1999") for n in range(1, 40))
    path.write_bytes(
        f"\ufeff{HEADER}\r\n".encode() + rows.encode("utf-16-le").replace(b"\0", b"\xff")
    )
    assert "OD_FIRME.CSV" in refused(run, path)
    assert imported_registry().read_bytes() == standing


def test_statements_without_a_known_legend_are_refused_by_name(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    write_dump(tmp_path, _FIRM)
    figures = ",".join(f"I{n}" for n in range(1, 21))
    write_rows(tmp_path, "WEB_UU_AN2012.txt", f"CUI,CAEN,{figures}", "990000072,4711" + "," * 20)
    write_rows(tmp_path, "WEB_UU_AN2031.txt", f"CUI,CAEN,{figures}", "990000072,4711" + "," * 20)
    write_rows(tmp_path, "statements.txt", f"CUI,CAEN,{figures}", "990000072,4711" + "," * 20)
    summary = imported(tmp_path)
    told = [line for line in summary["plan"] if line.startswith("refused")]
    for name in ("WEB_UU_AN2012.txt", "WEB_UU_AN2031.txt", "statements.txt"):
        assert any(name in line for line in told), name


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_an_import_that_ends_leaves_what_was_there(
    standing: bytes, tmp_path: Path, data_folder: Path, sent: signal.Signals
) -> None:
    big = tmp_path / "big" / "OD_FIRME.CSV"
    write_dump(big.parent, *[firm("MARE SRL", f"{n}", f"J12/{n}/1999") for n in range(10, 30_000)])
    command = [sys.executable, "-m", "tui_app", "data", "import", str(big)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("reading"):
                os.kill(process.pid, sent)
                break
        process.stderr.read()
    assert process.returncode != 0
    assert imported_registry().read_bytes() == standing
    with closing(RegistryFile(imported_registry())) as registry:
        assert registry.profile("990000013") is not None


@pytest.mark.parametrize("delimiter", [",", "|", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "cp1250"])
def test_older_exports_with_other_separators_and_letters(
    imported: Imported, tmp_path: Path, delimiter: str, encoding: str
) -> None:
    row = firm("ŞTEFĂNEASCA SRL", "990000072", "J12/1/1999", ADR_JUDET="Bucureşti")
    person = firm("POPESCU-PROBA A. PFA", "RO 1900101 123456", "F12/1/2020")
    path = tmp_path / "od_firme.csv"
    text = "\n".join([HEADER.lower(), row, person, ""]).replace("^", delimiter)
    path.write_bytes(text.encode(encoding))
    summary = imported(path)
    assert summary["files"][0]["leftOut"] == {"a personal code in place of a tax id": 1}
    assert "1900101" not in json.dumps(summary)
    assert b"1900101" not in imported_registry().read_bytes()
    with closing(RegistryFile(imported_registry())) as registry:
        profile = registry.profile("990000072")
        assert profile is not None
        assert (profile.company_name, profile.county) == ("ȘTEFĂNEASCA SRL", "București")
        assert [c.tax_id for c in registry.search("stefaneasca").companies] == ["990000072"]


def test_a_dump_may_lack_columns(imported: Imported, tmp_path: Path) -> None:
    header = "DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA^ADR_JUDET"
    imported(write_rows(tmp_path, "x.csv", header, "PROBA SRL^990000072^J2020000123404^SRL^CJ"))
    with closing(RegistryFile(imported_registry())) as registry:
        profile = registry.profile("990000072")
        assert profile is not None
        assert (profile.county, profile.founding_year) == ("Cluj", 2020)
        assert (profile.locality, profile.registration_date) == (None, None)
        assert profile.full_address == "Jud. Cluj"


def test_one_wrong_byte_costs_one_row(imported: Imported, tmp_path: Path) -> None:
    rows = [firm("ȘTEFAN SRL", f"{number}", f"J12/{number}/1999") for number in range(10, 60)]
    content = "\r\n".join([HEADER, *rows, ""]).encode()
    path = tmp_path / "OD_FIRME.CSV"
    path.write_bytes(content.replace(b"TEFAN SRL^20^", b"TEFAN\xff SRL^20^"))
    summary = imported(path)
    assert summary["companies"] == 49
    assert summary["files"][0]["messages"][0]["line"] == 12


def test_a_cell_that_is_no_number_costs_one_row(imported: Imported, tmp_path: Path) -> None:
    # "²" is a digit to Python, but no number; nor is "inf", nor a code of 20 digits a code.
    write_dump(tmp_path, firm("PROBA SRL", "990000072", "J12/1/1999", ADR_SECTOR="²"))
    states = "J12/1/1999^²", f"J12/1/1999^{10**20}", "J12/1/1999^1048"
    write_rows(tmp_path, "OD_STARE_FIRMA.CSV", "COD_INMATRICULARE^COD", *states)
    names = "²^x", f"{10**20}^x", "1048^funcțiune"
    write_rows(tmp_path, "N_STARE_FIRMA.CSV", "COD^DENUMIRE", *names)
    activities = "J12/1/1999^620²^2", "J12/1/1999^6201^2"
    header = "COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT"
    write_rows(tmp_path, "OD_CAEN_AUTORIZAT.CSV", header, *activities)
    header = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 21))])
    rows = (f"990000072,6201,{figure}{',' * 19}" for figure in ("inf", "1e999", "5.0"))
    write_rows(tmp_path, "WEB_UU_AN2024.txt", header, *rows)
    read = imported(tmp_path, "--caen", "62")["files"]
    told = {Path(file["file"]).name: file["unreadable"] for file in read}
    assert told == {
        "OD_FIRME.CSV": {},
        "OD_STARE_FIRMA.CSV": {"no registry number or no code": 2},
        "N_STARE_FIRMA.CSV": {"no code or no name": 2},
        "OD_CAEN_AUTORIZAT.CSV": {"no registry number or class": 1},
        "WEB_UU_AN2024.txt": {"a figure that is not a number": 2},
    }


def test_a_check_finds_a_single_changed_letter(run: Run) -> None:
    assert run("data", "import", SMALL / "firme-02-09-2026").exit_code == 0
    registry = imported_registry()
    assert run("data", "check").exit_code == 0
    registry.write_bytes(registry.read_bytes().replace(b"ATELIERUL", b"ATELIERUM"))
    checked = run("data", "check")
    assert checked.exit_code == 1
    assert "is damaged: its checksum is wrong. Make it again with" in checked.output
