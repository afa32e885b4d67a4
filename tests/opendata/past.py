"""Snapshots of the register in every layout since 2015, of invented companies with known edits."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.opendata.conftest import HEADER

ACTIVE, STRUCK_OFF, INSOLVENT = "1048", "1084", "1107"
FOUR = ("1firme_neradiate_fara_sediu", "2radiatefarasediu", "3opendata-neradiatecusediu",
        "4open_data-radiate_cu_sediu")  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Company:
    """A company as a snapshot has it; ``tax_id`` as in the file, which may be anything."""

    tax_id: str
    number: str
    name: str
    form: str = "SRL"
    codes: tuple[str, ...] = (ACTIVE,)
    county: str = "Cluj"
    locality: str = "Dej"
    street: str = "Strada Probei"
    street_nr: str = "3"
    sector: str = ""

    @property
    def file(self) -> int:
        """Which of the four files of the old layout has it."""
        return (2 if self.county else 0) + (STRUCK_OFF in self.codes)


def changed(company: Company, **values: object) -> Company:
    """The company with some values changed."""
    return dataclasses.replace(company, **values)  # type: ignore[arg-type]


def write_new(folder: Path, companies: Iterable[Company], *, roles: Sequence[str] = ()) -> Path:
    """OD_FIRME and OD_STARE_FIRMA; the folder's name says the day."""
    folder.mkdir(parents=True)
    rows, states = [HEADER], ["COD_INMATRICULARE^COD"]
    for each in companies:
        values = {
            "DENUMIRE": each.name, "CUI": each.tax_id, "COD_INMATRICULARE": each.number,
            "FORMA_JURIDICA": each.form, "ADR_TARA": "România", "ADR_JUDET": each.county,
            "ADR_LOCALITATE": each.locality, "ADR_DEN_STRADA": each.street,
            "ADR_NR_STRADA": each.street_nr, "ADR_SECTOR": each.sector,
        }  # fmt: skip
        rows.append("^".join(values.get(column, "") for column in HEADER.split("^")))
        states += [f"{each.number}^{code}" for code in each.codes]
    (folder / "OD_FIRME.CSV").write_bytes("\r\n".join(["\ufeff" + rows[0], *rows[1:], ""]).encode())
    (folder / "OD_STARE_FIRMA.CSV").write_text("\n".join([*states, ""]))
    if roles:
        head = "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE^DATA_NASTERE"
        (folder / "OD_REPREZENTANTI_LEGALI.CSV").write_text("\n".join([head, *roles, ""]))
    return folder


def write_old(
    folder: Path,
    day: str,
    companies: Iterable[Company],
    *,
    separator: str = "|",
    encoding: str = "utf-8",
    code_separator: str = ",",
    files: Sequence[int] = (0, 1, 2, 3),
) -> Path:
    """The four files by state and seat, of which ``files`` are written, and the list of states."""
    folder.mkdir(parents=True)
    all_of = list(companies)
    for number in files:
        has_seat = number >= 2
        columns = ["DENUMIRE", "CUI", "COD_INMATRICULARE", "STARE_FIRMA"]
        columns += ["JUDET", "LOCALITATE", "STRADA", "NR", "SECTOR"] if has_seat else []
        lines = [separator.join(columns)]
        for each in all_of:
            if each.file == number:
                cells = [each.name, each.tax_id, each.number, code_separator.join(each.codes)]
                seat = [each.county, each.locality, each.street, each.street_nr, each.sector]
                lines.append(separator.join(cells + (seat if has_seat else [])))
        text = "\r\n".join([*lines, ""])
        (folder / f"{FOUR[number]}_{day}.csv").write_bytes(text.encode(encoding, "replace"))
    names = "\n".join(["COD^DENUMIRE", "1048^funcțiune", "1084^radiată", "1107^insolvență", ""])
    (folder / f"5nomenclator_stari_firma_{day}.csv").write_text(names)
    return folder
