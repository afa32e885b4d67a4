"""File names made from company names are safe on every system, and nothing is overwritten."""

from __future__ import annotations

import os
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.export.files import ExportError, safe_stem, write_new

ALLOWED = set(string.ascii_lowercase + string.digits + "-")
RESERVED = {"con", "prn", "aux", "nul", *(f"{n}{d}" for n in ("com", "lpt") for d in range(10))}
NAMES = (
    "../../etc/passwd",
    "CON",
    "nul.",
    "-rf *",
    ".bashrc",
    "C:\\x",
    "a/b",
    "Ș\u0301",
    "\x00",
    "",
)
names = st.one_of(st.text(), st.sampled_from(NAMES), st.sampled_from(sorted(RESERVED)))


@given(names)
def test_a_file_name_is_safe_whatever_the_company_is_called(name: str) -> None:
    stem = safe_stem(name)
    assert 1 <= len(stem) <= 60
    assert set(stem) <= ALLOWED
    assert stem[0] != "-"
    assert stem[-1] != "-"
    assert stem not in RESERVED


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        (f"{'AGRO ' * 20}SRL 990000013", f"{'agro-' * 10}990000013"),
        ("PETROTERM DEMO S.R.L.", "petroterm-demo-srl"),
        ("ȘTEFĂNEȘTI & FIII", "stefanesti-fiii"),
        ("株式会社", "company"),
        ("Con", "company"),
    ],
)
def test_a_file_name_can_be_recognised(name: str, stem: str) -> None:
    assert safe_stem(name) == stem


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_new(tmp_path, "company", "csv", "one")
    sizes: list[int] = []
    monkeypatch.setattr("os.fsync", lambda file: sizes.append(os.fstat(file).st_size))
    second = write_new(tmp_path, "company", "csv", "two")
    assert sizes == [3]  # nothing of it is only in memory
    assert (first.name, second.name) == ("company.csv", "company-2.csv")
    assert (first.read_text(), second.read_text()) == ("one", "two")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="cannot be written"):
        write_new(tmp_path / "none", "company", "csv", "one")


def test_a_failed_export_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ExportError, match="No space left"):
        write_new(tmp_path, "company", "csv", "one")
    assert not list(tmp_path.iterdir())
