"""Public files month after month give the registry that the last ones give at once."""

from __future__ import annotations

import json
import random
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.opendata.conftest import firm, write_dump, write_rows
from tests.registry.answers import assert_same_answers
from tests.registry.contents import contents
from tests.seeds import NEW_SEED, chance_of
from tui_app.opendata.importing import import_files
from tui_app.opendata.plan import ImportOptions, make_plan
from tui_app.registry.generation import next_generation
from tui_app.registry.sqlite.merge import CompanyFilter
from tui_app.registry.sqlite.sources import sources_of

MONTHS: Final = 12
FIRMS: Final = 120
FIGURES: Final = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 21))])
PEOPLE: Final = "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE"
WORDS: Final = ("PETRO", "NORD", "AGRO & FIII", "ȘTEFAN", "VEST", "S.R.L.", "SRL-D")
_MOMENTS: Final = {"build": {"built_at"}, "source": {"imported_at"}}


class Silent:
    """Follows an import without a word."""

    def reading(self, label: str) -> None: ...

    def advanced(self, size: int, rows: int) -> None: ...

    def working(self, step: str, companies: int) -> None: ...


class Country:
    """Firms by registry number, each with its row, states and people; some share a tax id."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.numbers = count(1)
        self.firms: dict[str, dict[str, str]] = {}
        self.states: dict[str, list[int]] = {}
        self.people: dict[str, list[str]] = {}
        self.statements: list[str] = []
        for _ in range(FIRMS):
            self.found()
        for tax_id in dict.fromkeys(each["tax_id"] for each in self.firms.values()):
            self.statements.append(self.statement(tax_id))

    def statement(self, tax_id: str) -> str:
        turnover, staff = self.dice.randrange(10**6), self.dice.randrange(60)
        return f"{tax_id},{self.dice.choice(('4711', '6201'))},{',' * 12}{turnover},,,,,7,,{staff}"

    def found(self, name: str = "") -> None:
        """A new firm; every fourth is another one of a company."""
        n = next(self.numbers)
        number = f"J{self.dice.randrange(1, 40):02}/{n}/2019"
        other = self.dice.choice([*self.firms.values(), None]) if n % 4 == 0 else None
        tax_id = other["tax_id"] if other else str(1_000 + n)
        self.firms[number] = {"tax_id": tax_id, "number": number, "name": name or self.name(n)}
        self.change(number)
        self.firms[number]["name"] = name or self.firms[number]["name"]

    def name(self, n: int) -> str:
        rare = "".join(self.dice.choices("aeilnrst", k=5))
        return f"{self.dice.choice(WORDS)} {self.dice.choice((str(n), rare))}"

    def change(self, number: str) -> None:
        """One thing about a firm, or all of them where it is new."""
        dice, row = self.dice, self.firms[number]
        for thing in range(5) if number not in self.states else (dice.randrange(5),):
            if thing == 0:
                self.states[number] = dice.choices((1048, 1084, 1070), k=dice.randrange(1, 3))
            elif thing == 1:
                row["ADR_DEN_STRADA"], row["ADR_NR_STRADA"] = "Str. Lungă", str(dice.randrange(9))
            elif thing == 2:
                row["WEB"] = dice.choice(("", "", f"www.f{dice.randrange(30)}.example"))
            elif thing == 3:
                names = dice.choices(("ANA", "ION", "MIA", "DAN"), k=dice.randrange(3))
                self.people[number] = [f"POPA-PROBA {name}" for name in names]
            else:
                row["name"] = self.name(dice.randrange(99))

    def next_month(self) -> None:
        dice = self.dice
        stopped, *changed = dice.sample(sorted(self.firms), 7)
        self.states[stopped] = [1070]  # so that its rank changes
        for number in changed:
            self.change(number)
        for number in dice.sample(sorted(self.firms), dice.randrange(3)):
            del self.firms[number]
        for _ in range(dice.randrange(3)):
            self.found()

    def write(self, folder: Path) -> None:
        write_dump(folder, *(firm(**row) for row in self.firms.values()))
        states = (f"{number}^{code}" for number in self.firms for code in self.states[number])
        write_rows(folder, "OD_STARE_FIRMA.CSV", "COD_INMATRICULARE^COD", *states)
        people = (f"{n}^{name}^administrator" for n in self.firms for name in self.people[n])
        write_rows(folder, "OD_REPREZENTANTI_LEGALI.CSV", PEOPLE, *people)


def imported(registry: Path, chosen: CompanyFilter, *folders: Path) -> None:
    before = sources_of(registry) if registry.exists() else []
    options = ImportOptions(chosen, is_strict=True, with_administrators=True, keeps_history=False)
    plan = make_plan(folders, before, options)
    with next_generation(registry) as change:
        import_files(plan, change, Silent())


@pytest.mark.parametrize(("seed", "months"), [(1, MONTHS), NEW_SEED])
def test_months_one_by_one_give_what_the_last_gives(
    seed: int | None, months: int, tmp_path: Path
) -> None:
    country = Country(chance_of(seed))
    statements = tmp_path / "mfp"
    monthly, at_once = tmp_path / "monthly.db", tmp_path / "at-once.db"
    for month in range(1, months + 1):
        folder = tmp_path / f"firme-02-{month:02}-2026"
        country.write(folder)
        if month % 3 == 0:  # new statements: all companies are written anew, but not their indexes
            country.statements[month] = country.statement(country.statements[month].split(",")[0])
        write_rows(statements, "WEB_UU_AN2025.txt", FIGURES, *country.statements)
        chosen = CompanyFilter(trading_only=month % 5 == 0)
        imported(monthly, chosen, folder, *([statements] if month == 1 or month % 3 == 0 else []))
        country.next_month()
        if month % 2:  # what a month leaves behind is there in the next one, too
            continue
        imported(at_once, chosen, folder, statements)
        anew = contents(at_once, _MOMENTS)
        for table, rows in contents(monthly, _MOMENTS).items():
            assert rows == anew[table], table
        if month == months:
            assert_same_answers(monthly, at_once)
        at_once.unlink()


@pytest.mark.parametrize("crowd", [12, 46])
def test_new_companies_at_one_place_of_the_ranking_move_others(crowd: int, tmp_path: Path) -> None:
    country = Country(random.Random(5))
    for n in range(150):
        country.found(f"MEDIA {n}")
    monthly, at_once = tmp_path / "monthly.db", tmp_path / "at-once.db"
    folders = [tmp_path / f"firme-02-0{month}-2026" for month in (1, 2)]
    statements, own = tmp_path / "mfp", tmp_path / "own"
    filed = [*country.statements, country.statement("77")]
    write_rows(statements, "WEB_UU_AN2025.txt", FIGURES, *filed)
    ours = {"profile": {"taxId": "77", "companyName": "MEDIA 77"}}  # in no file of the register
    write_rows(own, "own.jsonl", json.dumps(ours))
    country.write(folders[0])
    imported(monthly, CompanyFilter(), folders[0], statements, own)
    for n in range(crowd):
        country.found(f"MEDIA 77{n}")
    country.write(folders[1])
    imported(monthly, CompanyFilter(), folders[1])
    imported(at_once, CompanyFilter(), folders[1], statements, own)
    anew = contents(at_once, _MOMENTS)
    for table, rows in contents(monthly, _MOMENTS).items():
        assert rows == anew[table], table
