"""Only what changed in substance is told, whatever the files write, leave out or lose.

Companies have true values, and each day writes them in a spelling of a list that the program does
not have, or leaves the seat out. What is told follows from the true values alone.
"""

from __future__ import annotations

import csv
import io
import random
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.opendata import past
from tests.opendata.conftest import Run
from tests.opendata.history.files import history_of
from tests.opendata.past import Company, changed
from tests.seeds import seeds
from tui_app.config.settings import imported_registry

DAYS: Final = ("2019-02-01", "2020-12-08", "2022-04-07", "2023-04-07", "2025-12-08", "2026-09-02")
COMPANIES: Final = 60

NAMES: Final = (
    ("CÂMPINA PROD SRL", '"CÂMPINA PROD" S.R.L.', "S.C. CÎMPINA PROD S.R.L.", "C?MPINA PROD SRL",
     "Câmpina Prod Societate cu Răspundere Limitată", "CAMPINA  PROD SRL - IN LICHIDARE",
     "CÎMPINA PROD SRL (în insolvență, in insolvency, en procédure collective)"),
    ("CÂMPIA PROD SRL", "CÎMPIA PROD S.R.L.", "CAMPIA PROD SOCIETATE CU RASPUNDERE LIMITATA"),
    ("ȘTEFAN 1 SA", "ŞTEFAN 1 S.A.", "?TEFAN 1 SA", "STEFAN 1 SOCIETATE PE ACȚIUNI"),
    ("ȘTEFAN 2 SA", "ŞTEFAN 2 S.A.", "STEFAN 2 SA ÎN DIZOLVARE"),
)  # fmt: skip
"""Spellings of one name in each row; two rows are two names, and a ``?`` is a lost letter."""

Place = tuple[str, str, str]
PLACES: Final[tuple[tuple[Place, ...], ...]] = (
    (("Mureș", "Târgu Mureș", ""), ("MURES", "Tg. Mureş", ""), ("Jud. Mureş", "TÎRGU MUREȘ", ""),
     ("Mure?", "Mun. Târgu-Mureș", ""), ("MS", "Municipiul T?rgu Mureș", "")),
    (("Vâlcea", "Râmnicu Vâlcea", ""), ("JUDEŢUL VÎLCEA", "Rm. Vîlcea", "")),
    (("Cluj", "Sat Valea Comuna Valea", ""), ("CLUJ", "Valea", ""),
     ("CJ", "Sat Valea, Com. Valea", "")),
    (("Cluj", "Sat Valea Comuna Lunca", ""), ("CLUJ", "SAT VALEA COM. LUNCA", "")),
    (("Cluj", "Dej", ""), ("Cluj", "Municipiul Dej", "")),
    (("București", "Sectorul 3", ""), ("Bucureşti", "Bucureşti Sectorul 3", ""),
     ("Municipiul București", "Bucureşti", "3"), ("BUCURESTI", "SECTOR 3", "3")),
    (("București", "Sectorul 4", ""), ("Bucureşti", "Bucureşti", "4")),
)  # fmt: skip
STREETS: Final = (
    ("Strada Mihai Viteazu", "Str. Mihai Viteazul", "MIHAI VITEAZU"),
    ("Bulevardul Mihai Viteazu", "Blv. Mihai Viteazu", "Bd. Mihai Viteazul", "B-dul Mihai Viteazu"),
    ("Piața Gării", "P-ţa Gării", "PIATA GARII", "Pia?a Gării"),
    ("Șoseaua Pîrvan", "Șos. Pârvan", "SOS. PÎRVAN", "Sos. P?rvan"),
)
NUMBERS: Final = (("12", "nr. 12"), ("12A", "12 A", "12-a"), ("FN", "F.N.", "fără număr", "nr. FN"))


class Truth(NamedTuple):
    """What a company is on a day: rows of the lists above; its seat may be left out."""

    name: int
    seat: tuple[int, int, int]
    """Place, street and number."""

    has_seat: bool = True


def lives(chance: random.Random) -> list[list[Truth]]:
    """The companies of each day."""
    companies = []
    for _ in range(COMPANIES):
        name, *seat = (chance.randrange(len(some)) for some in (NAMES, PLACES, STREETS, NUMBERS))
        now = Truth(name, (seat[0], seat[1], seat[2]))
        life = []
        for _day in DAYS:
            changing = chance.randrange(12)
            if changing == 3:
                now = now._replace(name=chance.randrange(len(NAMES)))
            elif changing < 3:
                seat = [*now.seat]
                seat[changing] = chance.randrange(len((PLACES, STREETS, NUMBERS)[changing]))
                now = now._replace(seat=(seat[0], seat[1], seat[2]))
            life.append(now._replace(has_seat=chance.random() > 0.25))
        companies.append(life)
    return companies


def written(number: int, truth: Truth, chance: random.Random) -> Company:
    """A company in one of its spellings."""
    place, street, street_nr = truth.seat
    county, locality, sector = chance.choice(PLACES[place])
    name = chance.choice(NAMES[truth.name])
    firm = Company(
        str(990000100 + number),
        f"J12/{number + 1}/2010",
        name,
        form="SA" if "SA" in NAMES[truth.name][0] else "SRL",
        county=county,
        locality=locality,
        sector=sector,
        street=chance.choice(STREETS[street]),
        street_nr=chance.choice(NUMBERS[street_nr]),
    )
    if truth.has_seat:
        return firm
    return changed(firm, county="", locality="", sector="", street="", street_nr="")


def told_of(life: list[Truth]) -> set[tuple[str, str]]:
    """The changes that a life has: kind, and the first day that knows of it."""
    found = {("name", day) for day, (one, two) in zip(DAYS[1:], pairwise(life), strict=True)
             if one.name != two.name}  # fmt: skip
    seats = [(day, now.seat) for day, now in zip(DAYS, life, strict=True) if now.has_seat]
    return found | {("seat", day) for (_, one), (day, two) in pairwise(seats) if one != two}


def counties_left(life: list[Truth]) -> set[str]:
    """The counties from which a company moved."""
    known = [PLACES[now.seat[0]][0][0] for now in life if now.has_seat]
    return {one for one, two in pairwise(known) if one != two}


@pytest.mark.parametrize("seed", seeds(4))
def test_only_substance_is_told(tmp_path: Path, run: Run, seed: int) -> None:
    """In any layout and any order of adding; the same file each time."""
    chance = random.Random(seed)
    companies = lives(chance)
    folders = []
    for at, day in enumerate(DAYS):
        firms = [written(number, life[at], chance) for number, life in enumerate(companies)]
        folder = tmp_path / f"firme-{day}"
        # The old layout says no form, and the newest day is imported.
        is_new = at == len(DAYS) - 1 or chance.random() < 0.4
        folders.append(
            past.write_new(folder, firms) if is_new else past.write_old(folder, day, firms)
        )
    assert run("data", "import", folders[-1]).exit_code == 0
    for folder in chance.sample(folders[:-1], len(folders) - 1):
        result = run("data", "history", "add", folder)
        assert result.exit_code == 0, result.output
    kinds = ("state", "name", "seat", "form", "liquidator", "new", "gone", "number")
    told: dict[int, set[tuple[str, str]]] = {}
    with closing(sqlite3.connect(history_of(imported_registry()))) as connection:
        for company, day, kind in connection.execute(
            "SELECT company, not_after, kind FROM past_event"
        ):
            iso = f"{day // 10_000}-{day // 100 % 100:02}-{day % 100:02}"
            told.setdefault(company - 990000100, set()).add((kinds[kind], iso))
        rows = {
            number: connection.execute(
                "SELECT * FROM past_version WHERE company = ?",
                (number + 990000100,),
            ).fetchall()
            for number in range(COMPANIES)
        }
    for number, life in enumerate(companies):
        # The state of a name is written as no state here.
        found = {each for each in told.get(number, set()) if each[0] != "form"}
        assert found == told_of(life), (seed, number, life, rows[number])
    for county, code in (("Mureș", "MS"), ("Vâlcea", "VL"), ("Cluj", "CJ"), ("București", "B")):
        screened = run("screen", f"moved-from:{code}", "--all", "--fields", "taxId", "-o", "csv")
        listed = {row["taxId"] for row in csv.DictReader(io.StringIO(screened.stdout))}
        expected = {
            str(990000100 + number)
            for number, life in enumerate(companies)
            if county in counties_left(life)
        }
        assert listed == expected, (seed, county)


UNCERTAIN: Final = {
    990000100: (("CAMPINA SRL", "C?MPINA SRL", "COMPINA SRL"), ["CAMPINA SRL", "COMPINA SRL"]),
    990000101: (("CAMPINA SRL", "C?MPINA SRL", "CAMPINA SRL"), []),
    990000102: (("C?MPINA SRL", "CAMPINA SRL", "COMPINA SRL"), ["CAMPINA SRL", "COMPINA SRL"]),
    990000103: (("C?MPINA SRL", "CAMPINA SRL", "C?MPINA SRL"), []),
}
"""The names of a company on the first days, and those between which it is told to have changed."""


def test_what_fits_two_names_is_neither_of_them(tmp_path: Path, run: Run) -> None:
    """A change is told from the last to the first certain value, in any order of adding."""
    folders = [
        past.write_new(
            tmp_path / day,
            [
                Company(str(tax_id), f"J12/{tax_id}/2010", names[at])
                for tax_id, (names, _told) in UNCERTAIN.items()
            ],
        )
        for at, day in enumerate(DAYS[:3])
    ]
    for order in (folders, folders[::-1], [folders[1], folders[0], folders[2]]):
        for folder in order:
            assert run("data", "history", "add", folder).exit_code == 0
        with closing(sqlite3.connect(history_of(imported_registry()))) as connection:
            rows = connection.execute(
                "SELECT company, one.name, two.name FROM past_event JOIN past_version AS one"
                " USING (company) JOIN past_version AS two USING (company)"
                " WHERE not_before >= one.valid_from AND not_before < one.valid_to"
                " AND not_after >= two.valid_from AND not_after < two.valid_to"
            ).fetchall()
        for tax_id, (_names, told) in UNCERTAIN.items():
            assert [text for of, *texts in rows if of == tax_id for text in texts] == told, tax_id
        for day in DAYS[:3]:
            assert run("data", "history", "remove", day).exit_code == 0


def test_a_capital_without_its_sector_says_less_and_nothing_else(tmp_path: Path, run: Run) -> None:
    places = ("Sectorul 3", "București", "Sectorul 3", "București", "Sectorul 4")
    for day, locality in zip(DAYS, places, strict=False):
        firm = Company("990000100", "J12/1/2010", "ALFA SRL", county="București", locality=locality)
        past.write_new(tmp_path / day, [firm])
    assert run("data", "history", "add", tmp_path).exit_code == 0
    with closing(sqlite3.connect(history_of(imported_registry()))) as connection:
        ((not_before, not_after),) = connection.execute(
            "SELECT not_before, not_after FROM past_event"
        ).fetchall()
    assert (not_before, not_after) == (20220407, 20251208)
