"""The history says the same whatever the order of adding, and exactly what the files say."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.opendata import past
from tests.opendata.conftest import Run
from tests.opendata.history.files import history_of
from tests.opendata.past import Company, changed
from tests.seeds import seeds
from tui_app.config.settings import imported_registry
from tui_app.registry.history import store

FIRST = 990000100
NAMES = ("ALFA", "BETA", "GAMA", "DELTA")
DAYS = ("2015-07-31", "2018-02-01", "2020-12-08", "2022-04-07", "2026-09-02")


def an_edit(company: Company, chance: random.Random) -> Company:
    """A company as it may be in the next snapshot."""
    return chance.choice(
        (
            company,
            company,
            changed(company, name=f"{chance.choice(NAMES)} {chance.randrange(90)} SRL"),
            changed(company, codes=chance.choice((("1048",), ("1048", "1107"), ("1084",)))),
            changed(company, street_nr=str(chance.randrange(1, 4))),
            changed(company, county=chance.choice(("Cluj", "Sibiu", ""))),
            # Spelling alone, which is no change.
            changed(company, name=company.name.replace("SRL", "S.R.L.").replace(" ", "  ")),
            changed(company, street=chance.choice(("Str. Probei", "STRADA PROBEI"))),
        )
    )


def a_country(chance: random.Random) -> list[list[Company]]:
    """The companies of each day; some are missing on some days."""
    firms = [
        Company(
            str(FIRST + number) if number % 5 else "0",
            f"{'J' if number % 5 else 'F'}12/{number + 1}/2010",
            f"{chance.choice(NAMES)} {number} SRL",
        )
        for number in range(14)
    ]
    days = []
    for _ in DAYS:
        firms = [an_edit(firm, chance) for firm in firms]
        days.append([firm for firm in firms if chance.random() > 0.15])
    return days


def written(folder: Path, number: int, firms: list[Company], chance: random.Random) -> Path:
    """The files of a day, in any layout; at times one of the four is missing."""
    day, place = DAYS[number], folder / f"firme-{DAYS[number]}"
    if chance.random() < 0.4:
        return past.write_new(place, firms)
    files = (0, 1, 2, 3) if chance.random() < 0.7 else (1, 2, 3)
    separator = chance.choice("|^")
    return past.write_old(place, day, firms, separator=separator, files=files)


def read_naively(folder: Path) -> dict[str, dict[str, str]]:
    """What the files of a day say of each company, by tax id or registry number."""
    rows: dict[str, dict[str, str]] = {}
    codes: dict[str, set[str]] = {}
    for path in folder.iterdir():
        text = path.read_text("utf-8-sig")
        head, *lines = text.replace("\r\n", "\n").strip().split("\n")
        columns = head.replace("|", "^").split("^")
        for line in lines:
            row = dict(zip(columns, line.replace("|", "^").split("^"), strict=True))
            if set(columns) == {"COD_INMATRICULARE", "COD"}:
                codes.setdefault(row["COD_INMATRICULARE"], set()).add(row["COD"])
            elif "CUI" in columns:
                key = row["CUI"] if row["CUI"] != "0" else row["COD_INMATRICULARE"]
                rows[key] = {name.removeprefix("ADR_"): value for name, value in row.items()}
    for row in rows.values():
        if "STARE_FIRMA" not in row:
            row["STARE_FIRMA"] = ",".join(codes.get(row["COD_INMATRICULARE"], ()))
    return rows


def plainly(row: dict[str, str]) -> tuple[object, ...]:
    """A company apart from spelling."""
    street = (row.get("DEN_STRADA") or row.get("STRADA") or "").upper()
    return (
        " ".join(row["DENUMIRE"].replace(".", "").split()),
        frozenset(row["STARE_FIRMA"].split(",")),
        row.get("JUDET", ""),
        street.replace("STR.", "").replace("STRADA", "").strip(),
        row.get("NR_STRADA") or row.get("NR") or "",
    )


def said_on(history: sqlite3.Connection, day: str) -> dict[str, tuple[object, ...]]:
    """What the history says of that day: from its tables alone, read without our code."""
    at = int(day.replace("-", ""))
    found: dict[str, tuple[object, ...]] = {}
    for company, number, name, state, county, street in history.execute(
        "SELECT company, number, name, state, county, street FROM past_version"
        " WHERE valid_from <= ? AND ? < valid_to",
        (at, at),
    ):
        road, _, number_of_street = street.partition(", nr. ")
        found[str(company) if company < 10**10 else number] = (
            " ".join(name.replace(".", "").split()),
            frozenset(state.split()),
            county,
            road.upper().replace("STR.", "").replace("STRADA", "").strip(),
            number_of_street,
        )
    return found


@pytest.mark.parametrize("seed", seeds(6))
def test_any_order_gives_the_same_file_and_every_day_is_as_its_files_say(
    tmp_path: Path, run: Run, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Added in any order, in any groups, twice: the same bytes; each day reads as its snapshot."""
    # Fewer than change in a snapshot, so that there are several batches.
    monkeypatch.setattr(store, "_BATCH", 3)
    chance = random.Random(seed)
    folders = [
        written(tmp_path, number, firms, chance) for number, firms in enumerate(a_country(chance))
    ]
    files = []
    for attempt in range(3):
        registry = tmp_path / f"order{attempt}.db"
        order = folders[:] if attempt == 0 else chance.sample(folders, len(folders))
        if attempt == 2:
            order += chance.sample(folders, 2)
            alone = folders[chance.randrange(len(folders))]
            assert run("data", "history", "add", alone, "--registry", registry).exit_code == 0
        for group in [order] if attempt == 0 else [[folder] for folder in order]:
            result = run("data", "history", "add", *group, "--registry", registry)
            assert result.exit_code == 0, result.output
        files.append(history_of(registry).read_bytes())
    assert files[0] == files[1] == files[2]
    with closing(sqlite3.connect(history_of(tmp_path / "order0.db"))) as history:
        for day, folder in zip(DAYS, folders, strict=True):
            read = {key: plainly(row) for key, row in read_naively(folder).items()}
            assert said_on(history, day) == read, day
    assert not imported_registry().exists()


def test_a_day_that_is_taken_away_leaves_the_others_as_if_it_had_never_been(
    tmp_path: Path, run: Run
) -> None:
    """Removing is the inverse of adding, where no spelling is lost."""
    chance = random.Random(99)
    country = a_country(chance)
    folders = [past.write_new(tmp_path / day, country[at]) for at, day in enumerate(DAYS)]
    for which in (0, 2):
        registry, expected = tmp_path / f"less{which}.db", tmp_path / f"never{which}.db"
        assert run("data", "history", "add", *folders, "--registry", registry).exit_code == 0
        removed = run("data", "history", "remove", DAYS[which], "--registry", registry)
        assert removed.exit_code == 0, removed.output
        others = [folder for at, folder in enumerate(folders) if at != which]
        assert run("data", "history", "add", *others, "--registry", expected).exit_code == 0
        with (
            closing(sqlite3.connect(history_of(registry))) as one,
            closing(sqlite3.connect(history_of(expected))) as other,
        ):
            for table in ("past_version", "past_event", "past_snapshot"):
                rows = [c.execute(f"SELECT * FROM {table}").fetchall() for c in (one, other)]
                assert [r[:4] for r in rows[0]] == [r[:4] for r in rows[1]], (table, which)
