"""The registry depends only on its sources, not on how they were imported."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.opendata.conftest import Run, firm, write_dump, write_rows
from tests.registry.contents import contents
from tests.seeds import seeds
from tui_app.config.settings import imported_registry
from tui_app.registry.sqlite.kept_sources import folder_of
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]

COMPANIES: Final = 14
DAYS: Final = ("02-07-2026", "05-08-2026", "02-09-2026")
_FIGURES: Final = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 21))])
_PAYERS: Final = "COD_FISCAL^TIP_UNITATE^TIP_CONTRIB^TVA^TELEFON"
# No content, or of the moment of the import.
_NOT_COMPARED: Final = {"build": {"built_at"}, "source": {"imported_at"}}


LABELS: Final = {
    "register 1": "register, part 1 of 2", "register 2": "register, part 2 of 2",
    "people": "representatives",
    "families": "family representatives", "small": "statements 2024 small",
    "long": "statements 2024 long", "IFRS": "statements 2024 IFRS",
    "year before": "statements 2023 small", "legal persons": "taxpayers, legal persons",
    "natural persons": "taxpayers, natural persons", "own": "records own.jsonl",
    "more": "records more.jsonl",
}  # fmt: skip
"""What the program calls a source, where that is another name than here."""

NAMING: Final = ("register 1", "register 2", "own")


class Source(NamedTuple):
    """One source: its name, and the files that say it on each day."""

    name: str
    versions: list[Path]

    @property
    def label(self) -> str:
        return LABELS.get(self.name, self.name)


def tax_id(number: int) -> str:
    return f"99{number:07}"


def write_sources(folder: Path, dice: random.Random) -> list[Source]:
    """Sources of three days each, that name different companies and other values each day."""

    def some() -> list[int]:
        return sorted(dice.sample(range(1, COMPANIES + 1), COMPANIES - 2))

    def day_folder(day: str) -> Path:
        return folder / day

    def register(day: str, part: int) -> Path:
        rows = [
            firm(f"FIRMA {n} DIN {day} SRL", tax_id(n), f"J12/{n}/2020" if n % 5 else "")
            for n in some()
            if n % 2 == part
        ] + [firm(f"DUBLA {day} SRL", tax_id(part + 1), "")]
        return write_dump(day_folder(day), *rows, name=f"OD_FIRME_{part + 1}_din_2.CSV")

    def states(day: str) -> Path:
        rows = [f"J12/{n}/2020^{dice.choice((1048, 1048, 1107, 1084, 7777))}" for n in some()]
        return write_rows(day_folder(day), "S.CSV", "COD_INMATRICULARE^COD", *rows)

    def names(day: str) -> Path:
        rows = "1048^funcțiune", f"7777^dizolvare de probă {day}"
        return write_rows(day_folder(day), "N.CSV", "COD^DENUMIRE", *rows)

    def class_names(day: str) -> Path:
        columns = "SECTIUNEA^SUBSECTIUNEA^DIVIZIUNEA^GRUPA^CLASA^DENUMIRE^VERSIUNE_CAEN"
        row = f"G^  ^99^999^9998^Comert inventat {day}^2"
        return write_rows(day_folder(day), "C.CSV", columns, row)

    def statement(day: str, name: str) -> Path:
        rows = [
            f"{tax_id(n)},{dice.choice(('4711', '6201', '111', '9998'))},{',' * 12}"
            f"{dice.randrange(10**6)},,,,,{dice.randrange(10**5)},,{dice.randrange(9)}"
            for n in (*some(), COMPANIES + 3)
        ]
        return write_rows(day_folder(day), f"{name}.txt", _FIGURES, *rows)

    def payers(day: str, letter: str) -> Path:
        rows = [
            f"{tax_id(n)}^Sediu central^{'PJ' if letter == 'a' or n % 3 else 'PF'}"
            f"^{dice.choice(('DA', 'NU'))}^07440000{n:02}"
            for n in some()
        ]
        return write_rows(day_folder(day), f"date_platitori_{letter}.csv", _PAYERS, *rows)

    def people(day: str) -> Path:
        columns = "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE"
        rows = [f"J12/{n}/2020^PROBA {dice.randrange(4)} ANA^administrator" for n in some()]
        return write_rows(day_folder(day), "P.CSV", columns, *rows)

    def families(day: str) -> Path:
        columns = "COD_INMATRICULARE^NUME^CALITATE"
        rows = [f"J12/{n}/2020^FAMILIA {dice.randrange(4)}^titular" for n in some()[:5]]
        return write_rows(day_folder(day), "F.CSV", columns, *rows)

    def records(day: str, name: str) -> Path:
        path = day_folder(day) / f"{name}.jsonl"
        found = [own_record(n, day, dice) for n in (*some()[:6], COMPANIES + 3, COMPANIES + 3)]
        path.write_text("".join(f"{json.dumps(each)}\n" for each in found), encoding="utf-8")
        return path

    writers: dict[str, Callable[[str], Path]] = {
        "register 1": lambda day: register(day, 0),
        "register 2": lambda day: register(day, 1),
        "states": states,
        "state names": names,
        "class names": class_names,
        "small": lambda day: statement(day, "WEB_UU_AN2024"),
        "long": lambda day: statement(day, "WEB_BL_BS_SL_AN2024"),
        "IFRS": lambda day: statement(day, "WEB_IR_AN2024"),
        "year before": lambda day: statement(day, "WEB_UU_AN2023"),
        "legal persons": lambda day: payers(day, "a"),
        "natural persons": lambda day: payers(day, "b"),
        "people": people,
        "families": families,
        "own": lambda day: records(day, "own"),
        "more": lambda day: records(day, "more"),
    }
    return [Source(name, [write(day) for day in DAYS]) for name, write in writers.items()]


def own_record(number: int, day: str, dice: random.Random) -> dict[str, Any]:
    record: dict[str, Any] = {
        "profile": {"taxId": tax_id(number), "companyName": f"A MEA {number} {day}"},
        "financial": {"financialData": [{"year": 2024, "turnover": dice.randrange(10**6)}]},
        "administrators": [f"ANA {dice.randrange(5)}"],
    }
    if dice.random() < 0.5:
        record["phones"] = {"primaryPhone": f"+4074400{dice.randrange(10000):04}"}
        record["profile"]["VAT"] = True
    return record


def import_in_turns(
    imported: Imported, run: Run, sources: list[Source], dice: random.Random
) -> dict[str, int]:
    """Import every version of every source in some order, and some again, and take sources away
    in between; returns the newest version that is left of each."""
    steps = [(source, version) for source in sources for version in range(len(DAYS))]
    dice.shuffle(steps)
    batches = [steps[at : at + 15] for at in range(0, len(steps), 15)]
    # Anything that names companies comes first; the newest of each comes somewhere.
    batches[0].sort(key=lambda step: step[0].name not in NAMING)
    batches.append(dice.sample(steps, 5))
    newest: dict[str, int] = {}
    for batch in batches:
        paths = [source.versions[version] for source, version in batch]
        if not newest:
            paths.append(sources[0].versions[0])
            newest["register 1"] = 0
        if any(version >= newest.get(source.name, 0) for source, version in batch):
            imported(*paths, "--with-administrators", "--accept-smaller")
        for source, version in batch:
            newest[source.name] = max(version, newest.get(source.name, 0))
        gone = dice.choice([source for source in sources if source.name in newest])
        if gone.name not in NAMING:
            remove(run, gone)
            del newest[gone.name]
    return newest


def remove(run: Run, source: Source) -> None:
    done = run("data", "remove", source.label)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("seed", seeds(2))
def test_any_sequence_gives_what_the_newest_of_each_gives_at_once(
    imported: Imported, run: Run, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    sources = write_sources(tmp_path / "in", dice)
    newest = import_in_turns(imported, run, sources, dice)
    last = len(DAYS) - 1
    if missing := [each.versions[last] for each in sources if newest.get(each.name) != last]:
        imported(*missing, "--with-administrators", "--accept-smaller")
    at_once = tmp_path / "at-once.db"

    def assert_same_as_at_once(sources: list[Source]) -> None:
        paths = [source.versions[last] for source in sources]
        imported(*paths, "--with-administrators", "--registry", at_once)
        piece_by_piece = contents(imported_registry(), _NOT_COMPARED)
        for table, rows in contents(at_once, _NOT_COMPARED).items():
            assert piece_by_piece[table] == rows, table
        shutil.rmtree(folder_of(at_once))
        at_once.unlink()

    assert_same_as_at_once(sources)
    assert_as_the_files_say(imported_registry(), sources)
    gone = dice.sample(sources, 3)
    for source in gone:
        remove(run, source)
    assert_same_as_at_once([source for source in sources if source not in gone])


def assert_as_the_files_say(registry: Path, sources: list[Source]) -> None:
    """A naive reading of the newest files, with this test's own code."""
    files = {source.name: source.versions[-1] for source in sources}
    states = files["states"].read_text(encoding="utf-8").splitlines()
    struck_off = {line.removesuffix("^1084") for line in states if line.endswith("^1084")}
    firms: dict[str, list[tuple[bool, str]]] = {}
    for part in ("register 1", "register 2"):
        for line in files[part].read_text(encoding="utf-8").splitlines()[1:]:
            name, of, code = line.split("^")[:3]
            firms.setdefault(of, []).append((code in struck_off, name))
    # All are of one day: of those that are not struck off the first one is used.
    names = {of: min(found, key=itemgetter(0))[1] for of, found in firms.items()}
    turnovers: dict[str, dict[int, int]] = {}
    for source, year in (("year before", 2023), ("small", 2024), ("long", 2024), ("IFRS", 2024)):
        for line in files[source].read_text(encoding="utf-8").splitlines()[1:]:
            cells = line.split(",")
            turnovers.setdefault(cells[0], {})[year] = int(cells[14])
    own_names: dict[str, str] = {}
    for source in ("more", "own"):
        for line in files[source].read_text(encoding="utf-8").splitlines():
            profile = json.loads(line)["profile"]
            own_names[profile["taxId"]] = profile["companyName"]
    with closing(RegistryFile(registry)) as opened:
        for number in range(1, COMPANIES + 4):
            known = tax_id(number)
            profile = opened.profile(known)
            if known not in names | own_names:
                assert profile is None
                continue
            assert profile is not None
            assert profile.company_name == own_names.get(known, names.get(known, ""))
            figures = opened.financial(known)
            assert figures is not None
            told = {year.year: year.turnover for year in figures.financial_data}
            for year, turnover in turnovers.get(known, {}).items():
                if known in own_names and year == 2024:
                    continue
                assert told[year] == turnover, (known, year)
