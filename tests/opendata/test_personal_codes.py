"""A personal code that stands anywhere else than in the column of tax ids is not kept either."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import Run, firm, write_dump, write_rows
from tui_app.config.settings import imported_registry
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.registry.sqlite.registry_file import RegistryFile

_CODE = "1960101123456"
_PARTED = "1 960101 123456"


def test_codes_in_names_addresses_numbers_and_records(
    run: Run, opened: Callable[[], RegistryFile], tmp_path: Path
) -> None:
    folder = tmp_path / "firme-02-09-2026"
    write_dump(
        folder,
        firm(f"IONESCU-PROBA {_CODE} PFA", "990000013", "J12/1/2020", WEB=f"www.x{_CODE}.ro"),
        firm("ADRESA SRL", "990000021", _CODE, ADR_COMPLETARE=f"CNP {_PARTED}", ADR_JUDET=_CODE),
        firm("LA J2025900001003 SRL", "990000030", "J2025900001003"),
        *(firm("PERSOANA", said, "J12/2/2020") for said in (f"RO{_CODE}", _PARTED, f"0{_CODE}")),
    )
    write_rows(folder, "OD_STARE_FIRMA.CSV", "COD_INMATRICULARE^COD", f"{_CODE}^1084")
    record: dict[str, Any] = {
        "profile": {"taxId": "990000048", "companyName": f"SC {_CODE} SRL",
            "companyId": int(_CODE)},
        "administrators": [f"ION {_CODE}"],
        "courtCases": [{"caseNumber": "10511/1748/2023", "subject": f"CNP {_PARTED}"}],
        "phones": {"primaryPhone": "+4915112345678"},
    }  # fmt: skip
    escaped = "".join(f"\\u{ord(digit):04x}" for digit in _CODE)
    other = f'{{"profile": {{"taxId": "990000056", "companyName": "ANA {escaped}"}}}}'
    (folder / "more.jsonl").write_text(f"{json.dumps(record)}\n{other}\n")
    done = run("data", "import", folder)
    assert done.exit_code == 0, done.output
    kept = imported_registry().read_bytes()
    for written in (_CODE, _PARTED):
        assert written.encode() not in kept
        assert written not in done.output
    registry = opened()
    names = {}
    for tax_id in ("990000013", "990000021", "990000030", "990000048", "990000056"):
        profile = registry.profile(tax_id)
        assert profile is not None
        names[profile.company_name] = profile.company_id
    assert names == {
        "IONESCU-PROBA █████████████ PFA": "J12/1/2020",
        "ADRESA SRL": None,
        "LA J2025900001003 SRL": "J2025900001003",
        "SC █████████████ SRL": "█████████████",
        "ANA █████████████": None,
    }
    phones, cases = registry.phones("990000048"), registry.court_cases("990000048", 1)
    assert phones is not None
    assert phones.primary_phone == "+4915112345678"
    assert cases is not None
    assert [case.case_number for case in cases.court_cases] == ["10511/1748/2023"]


@pytest.mark.parametrize(
    "text", ["J2025900001003", "+4915112345678", "10511/1748/2023", "12 345 678", "19601011234567"]
)
def test_other_long_numbers_stay(text: str) -> None:
    assert without_personal_codes(text) == text
