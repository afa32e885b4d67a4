"""Snapshots of an invented country in both layouts, whose every edit is known.

Of a hundred companies three are edited in each snapshot: in turns the state, the name, the county
and the street. One appears late, one is gone from a snapshot on.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.country import names
from tests.benchmarks.public_files import registry_number, tax_id

COUNTIES: Final = ("Cluj", "București", "Timiș", "Iași", "Dolj", "Ilfov", "Brașov", "Argeș")
_OLD: Final = ("1firme_neradiate_fara_sediu", "2radiatefarasediu", "3neradiatecusediu",
               "4radiate_cu_sediu")  # fmt: skip
_OLD_SHARE: Final = 0.75
"""The share of the snapshots that is in the old layout."""


class Values(NamedTuple):
    """A company as a snapshot has it."""

    tax_id: int
    name: str
    code: str
    county: str
    street: str
    number: str


class Read(NamedTuple):
    """The compared values of a company, read from a file."""

    tax_id: int
    name: str
    code: str
    county: str


class PastCountry:
    """``companies`` in ``snapshots``, a quarter apart, in a folder for each day."""

    def __init__(self, folder: Path, companies: int, snapshots: int) -> None:
        self.folder = folder
        self.companies = companies
        self.days = [dt.date(2016, 1, 3) + dt.timedelta(days=91 * at) for at in range(snapshots)]
        self._names = [name for name, _form in names(companies)]

    def values(self, at: int) -> Iterator[Values]:
        """The companies of a snapshot."""
        for number, name in enumerate(self._names):
            if number % 100 == 98 and at > 1 + number // 100 % (len(self.days) - 1):
                continue
            if number % 100 == 99 and at < number // 100 % len(self.days):
                continue
            # The newest snapshot so far in which it was edited; 0 where it never was.
            edited = max((s for s in range(1, at + 1) if (number + 37 * s) % 100 < 3), default=0)
            kind = number // 100 % 4
            yield Values(
                tax_id=tax_id(number),
                name=f"{name} NOU {edited}" if edited and kind == 1 else name,
                code=("1107" if edited % 2 else "1084") if edited and kind == 0 else "1048",
                county=COUNTIES[(number + (edited if kind == 2 else 0)) % len(COUNTIES)],
                street=f"Strada Probei {number % 97 + (edited if kind == 3 else 0)}",
                number=registry_number(number),
            )

    def _place(self, at: int) -> Path:
        return self.folder / f"firme-{self.days[at]}"

    def read(self, at: int) -> Iterator[Read]:
        """The companies in the files of a snapshot, by a reader that shares no code with ours."""
        states: dict[str, str] = {}
        for path in sorted(self._place(at).iterdir(), reverse=True):
            with path.open(encoding="utf-8-sig") as file:
                columns = next(file).rstrip("\n").split("^")
                for line in file:
                    row = dict(zip(columns, line.rstrip("\n").split("^"), strict=True))
                    if "COD" in row:
                        states[row["COD_INMATRICULARE"]] = row["COD"]
                        continue
                    code = row.get("STARE_FIRMA") or states[row["COD_INMATRICULARE"]]
                    county = row.get("JUDET") or row["ADR_JUDET"]
                    yield Read(int(row["CUI"]), row["DENUMIRE"], code, county)

    def write(self, at: int) -> Path:
        """Write the files of a snapshot."""
        place = self._place(at)
        place.mkdir(parents=True)
        if at < _OLD_SHARE * len(self.days):
            self._write_old(place, at)
        else:
            self._write_new(place, at)
        return place

    def _write_old(self, place: Path, at: int) -> None:
        with ExitStack() as stack:
            files = [
                stack.enter_context((place / f"{name}.csv").open("w", encoding="utf-8"))
                for name in _OLD
            ]
            columns = "DENUMIRE^CUI^COD_INMATRICULARE^STARE_FIRMA^JUDET^LOCALITATE^STRADA\n"
            for file in files:
                file.write(columns)
            for each in self.values(at):
                files[2 + (each.code == "1084")].write(
                    f"{each.name}^{each.tax_id}^{each.number}^{each.code}^{each.county}^"
                    f"Localitatea {each.tax_id % 3181}^{each.street}\n"
                )

    def _write_new(self, place: Path, at: int) -> None:
        with (
            (place / "OD_FIRME.CSV").open("w", encoding="utf-8-sig") as firms,
            (place / "OD_STARE_FIRMA.CSV").open("w", encoding="utf-8") as states,
        ):
            firms.write(
                "DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^"
                "ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ"
                "^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA\n"
            )
            states.write("COD_INMATRICULARE^COD\n")
            for each in self.values(at):
                firms.write(
                    f"{each.name}^{each.tax_id}^{each.number}^01/02/2010^ROONRC.{each.number}^SRL^"
                    f"România^{each.county}^Localitatea {each.tax_id % 3181}^{each.street}"
                    f"{'^' * 10}\n"
                )
                states.write(f"{each.number}^{each.code}\n")
