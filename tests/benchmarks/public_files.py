"""Writes files in the real formats at real size: the trade register's and the ministry's.

Names, forms, counties and years follow the shares of the public register, as ``country`` does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.benchmarks.country import WHOLE_COUNTRY, names

STATES: Final = 4_640_000
STATEMENTS: Final = 800_000
REPRESENTATIVES: Final = 3_700_000
YEARS: Final = (2023, 2024, 2025)
_COUNTIES: Final = ("Cluj", "Bucureşti", "Timiş", "Iaşi", "Dolj", "Ilfov", "Braşov", "Argeș")
_HEADER: Final = (
    "DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^"
    "ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^"
    "ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA"
)
_CODES: Final = (1048, 1048, 1048, 1048, 1084, 1084, 1084, 1107, 1070, 1049)
_CLASSES: Final = ("4711", "6201", "4120", "111", "4941", "5610", "6210", "4791", "9602")


def tax_id(number: int) -> int:
    """The tax id of a company: a step that shares no factor with the range visits each once."""
    return 10_000 + number * 7_368_787 % 89_990_003


def registry_number(number: int, form: str = "SRL") -> str:
    """Its registry number, old or new by its year."""
    year, serial, county = 1991 + number % 36, number // 36 % 120_000 + 1, number % 42 + 1
    letter = "F" if form in {"PFA", "II"} else "J"
    if year < 2025:
        return f"{letter}{county if county <= 40 else county + 10:02}/{serial}/{year}"
    return f"{letter}{year}{serial:06}00{number % 10}"


def write_all(folder: Path, share: float = 1.0) -> dict[str, Path]:
    """All files; ``share`` of the whole country. By kind, in folders dated as the portal's."""
    register = folder / "firme-02-09-2026"
    treasury = folder / "mfp"
    register.mkdir(parents=True, exist_ok=True)
    treasury.mkdir(exist_ok=True)
    companies = round(WHOLE_COUNTRY * share)
    paths = {
        "firms": register / "OD_FIRME.CSV",
        "states": register / "OD_STARE_FIRMA.CSV",
        "representatives": register / "OD_REPREZENTANTI_LEGALI.CSV",
    }
    _write(paths["firms"], _HEADER, _firms(companies), bom=True)
    _write(paths["states"], "COD_INMATRICULARE^COD", _states(companies, round(STATES * share)))
    _write(
        paths["representatives"],
        "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE^DATA_NASTERE^LOCALITATE_NASTERE^"
        "JUDET_NASTERE^TARA_NASTERE^LOCALITATE^JUDET^TARA",
        _representatives(companies, round(REPRESENTATIVES * share)),
    )
    for year in YEARS:
        paths[f"statements {year}"] = path = treasury / f"WEB_UU_AN{year}.txt"
        header = "CUI,CAEN," + ",".join(f"I{number}" for number in range(1, 21))
        _write(path, header, _statements(companies, round(STATEMENTS * share), year))
    return paths


def write_month_later(dump: Path, newer: Path) -> None:
    """A month's newer OD_FIRME: of a hundred firms one has moved, one is renamed, one is new."""
    with (
        dump.open(encoding="utf-8-sig", newline="") as old,
        newer.open("w", encoding="utf-8-sig", newline="") as new,
    ):
        for number, row in enumerate(old):
            name, tax_number, rest = row.split("^", 2)
            if number % 100 == 1:
                new.write(f"{name} NOU^{tax_number}^{rest}")
            elif number % 100 == 2:
                new.write(f"{name}^{tax_number}^{rest.replace('^Str. Probei', '^Str. Noua Proba')}")
            else:
                new.write(row)
            if number % 100 == 3:
                code = f"J2026{number:06}001"
                new.write(f"NASCUTA {number} SRL^{99_000_000 + number}^{code}{'^' * 17}\r\n")


def write_next_month(paths: dict[str, Path], folder: Path) -> Path:
    """The next month's dumps of firms, states and people: 3 % and twice 1 % are other ones."""
    newer = folder / "firme-07-10-2026"
    newer.mkdir(parents=True)
    write_month_later(paths["firms"], newer / paths["firms"].name)
    for kind, old, new in (("states", "^1048", "^1070"), ("representatives", " ANA^", " MARIA^")):
        with (
            paths[kind].open(encoding="utf-8", newline="") as before,
            (newer / paths[kind].name).open("w", encoding="utf-8", newline="") as after,
        ):
            for number, row in enumerate(before):
                after.write(row.replace(old, new) if number % 100 == 5 else row)
    return newer


def _write(path: Path, header: str, rows: Iterator[str], *, bom: bool = False) -> None:
    with path.open("w", encoding="utf-8-sig" if bom else "utf-8", newline="") as file:
        file.write(f"{header}\r\n")
        file.writelines(f"{row}\r\n" for row in rows)


def _firms(companies: int) -> Iterator[str]:
    for number, (name, form) in enumerate(names(companies)):
        code = registry_number(number, form)
        year = 1991 + number % 36
        day = f"{number % 28 + 1:02}/{number % 12 + 1:02}/{year}" if number % 16 else ""
        county = _COUNTIES[number % 8]
        capital = county == "Bucureşti"
        place = (
            f"Bucureşti Sectorul {number % 6 + 1}" if capital else f"Localitatea {number % 3181}"
        )
        sector = number % 6 + 1 if capital else ""
        flat = f"{number % 40}^A^{number % 9}^{number % 60}" if number % 3 == 0 else "^^^"
        website = f"www.firma{number}.example" if number % 300 == 0 else ""
        yield (
            f"{name}^{tax_id(number)}^{code}^{day}^ROONRC.{code}^{form}^România^{county}^{place}^"
            f"Str. Probei Închipuite {number % 97}^{number % 190}^{flat}^"
            f"{100_000 + number % 800_000}^{sector}^^{website}^"
        )


def _states(companies: int, count: int) -> Iterator[str]:
    dice = random.Random(3)
    for number in range(count):
        company = number if number < companies else number * 7919 % companies
        code = _CODES[company * 31 % 10] if number < companies else dice.choice((2069, 1107, 1036))
        yield f"{registry_number(company)}^{code}"


def _representatives(companies: int, count: int) -> Iterator[str]:
    for number in range(count):
        role = "administrator" if number % 6 else "lichidator judiciar"
        code = registry_number(number * 5 // 4 % companies)
        yield (
            f"{code}^POPESCU-PROBA {number % 9973} ANA^{role}"
            f"^19/06/1967^Locul^Locul^România^Bucureşti^Bucureşti^România"
        )


def _statements(companies: int, count: int, year: int) -> Iterator[str]:
    for number in range(count):
        company = number * 5 % companies
        turnover = number * 7919 % 9_000_001 + year
        profit = f"{turnover // 10}," if number % 3 else f",{turnover // 20}"
        yield (
            f"{tax_id(company)},{_CLASSES[company % 9]},{turnover // 5},{turnover // 4},,100,1000,,"
            f"{turnover // 3},,,200,200,,{turnover},{turnover},{turnover},{profit},{profit},3"
        )
