"""A registry that goes from month to month has what one built at once has."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from tests.registry.answers import assert_same_answers
from tests.registry.contents import contents, numbers_in
from tests.registry.screening.companies import company
from tests.seeds import NEW_SEED, chance_of
from tui_app.registry.sqlite import search_index
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.numbering import numbers_of
from tui_app.registry.sqlite.record import CompanyRecord

MONTHS: Final = 3
COMPANIES: Final = 60
_MOMENTS: Final = {"build": {"built_at"}, "source": {"imported_at", "day"}}


def month_later(
    records: list[CompanyRecord], others: Iterator[CompanyRecord], dice: random.Random
) -> list[CompanyRecord]:
    """The companies a month later: a few are renamed, gone, new, or have another rank."""
    kept = [_later(record, dice) for record in records if dice.randrange(75)]
    return [*kept, *(next(others) for _ in range(dice.randrange(4)))]


def _with_rare_word(record: CompanyRecord, dice: random.Random) -> CompanyRecord:
    name = f"{record.profile.company_name} {''.join(dice.choices('aeilnrst', k=6))}"
    return replace(record, profile=replace(record.profile, company_name=name))


def _later(record: CompanyRecord, dice: random.Random) -> CompanyRecord:
    profile, event = record.profile, dice.randrange(75)
    if event == 0:
        name = f"{profile.company_name[:9]} {dice.choice(('PETRO', 'X & Y', 'SRL-D'))}"
        return replace(record, profile=replace(profile, company_name=name))
    if event == 1:
        return replace(record, financial=replace(record.financial, turnover=dice.randrange(10**7)))
    if event == 2:
        return replace(record, profile=replace(profile, status="radiata"))
    if event == 3:
        number = f"J12/{dice.randrange(9_000)}/2019"
        return replace(record, profile=replace(profile, company_id=number))
    return record


@pytest.mark.parametrize(("seed", "months"), [(1, MONTHS), NEW_SEED])
def test_months_one_by_one_give_what_one_build_gives(
    seed: int | None, months: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_index, "PATCHED_AT_ONCE", 3)
    dice = chance_of(seed)
    others = (_with_rare_word(company(number, dice), dice) for number in count(1))
    records = [next(others) for _ in range(COMPANIES)]
    build(records, tmp_path / "monthly.db")
    kept = 0
    for month in range(months):
        with closing(sqlite3.connect(tmp_path / "monthly.db")) as connection:
            before = numbers_in(connection)
        records = month_later(records, others, dice)
        dice.shuffle(records)
        build(records, tmp_path / "monthly.db")
        build(records, tmp_path / "at-once.db")
        monthly, at_once = (
            contents(tmp_path / name, _MOMENTS) for name in ("monthly.db", "at-once.db")
        )
        for table, rows in at_once.items():
            assert monthly[table] == rows, table
        if month == months - 1:
            assert_same_answers(tmp_path / "monthly.db", tmp_path / "at-once.db")
        (tmp_path / "at-once.db").unlink()
        with closing(sqlite3.connect(tmp_path / "monthly.db")) as connection:
            kept += len(before.items() & numbers_in(connection).items())
    assert kept > 0.8 * months * COMPANIES, "most companies keep their number"


def test_companies_that_are_gone_leave_no_room_in_the_file(tmp_path: Path) -> None:
    dice = random.Random(3)
    records = [company(number, dice) for number in range(1, 200)]
    path = tmp_path / "registry.db"
    for some in (records, records[40:]):
        build(some, path)
    with closing(sqlite3.connect(path)) as connection:
        ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
        ((free,),) = connection.execute("PRAGMA freelist_count").fetchall()
    assert free <= pages / 50, (free, pages)


def test_a_damaged_registry_is_not_continued(tmp_path: Path) -> None:
    dice = random.Random(3)
    records = [company(number, dice) for number in range(1, 40)]
    path, whole = tmp_path / "registry.db", tmp_path / "whole.db"
    build(records, path)
    damaged = path.read_bytes().replace(b"petro", b"pedro")
    path.write_bytes(damaged)
    for place in (path, whole):
        build(records, place)
    assert contents(path, _MOMENTS) == contents(whole, _MOMENTS)


@pytest.mark.parametrize("is_same", [True, False])
def test_other_companies_in_place_of_all_leave_nothing_of_them(
    is_same: bool, tmp_path: Path
) -> None:
    dice = random.Random(3)
    path, at_once = tmp_path / "monthly.db", tmp_path / "at-once.db"
    before = [company(number, dice) for number in range(1, 60)]
    after = before if is_same else [company(number, dice) for number in range(100, 150)]
    build(before, path)
    for place in (path, at_once):
        build(after, place)
    assert contents(path, _MOMENTS) == contents(at_once, _MOMENTS)
    page = int.from_bytes(path.read_bytes()[16:18], "big")
    beyond_pages = {place.stat().st_size % page for place in (path, at_once)}
    assert len(beyond_pages) == 1, "one checksum, after the last page"


@pytest.mark.parametrize("seed", range(5))
def test_numbers_follow_the_rank_and_stay_where_there_is_room(seed: int) -> None:
    dice = random.Random(seed)
    before = list(numbers_of([0] * 200))
    assert before == sorted({*before}) and before[-1] > 300, "with gaps"
    changed = list(before)
    for _ in range(8):
        changed.insert(dice.randrange(len(changed)), 0)
        moved = changed.pop(dice.randrange(len(changed)))
        changed.insert(dice.randrange(len(changed)), moved)
    numbers = list(numbers_of(changed))
    assert numbers == sorted({*numbers}) and numbers[0] > 0
    stayed = sum(one == other for one, other in zip(changed, numbers, strict=True))
    assert stayed > 170
    crowded = [*range(1, 50), *[0] * 30, *range(50, 100)]
    assert list(numbers_of(crowded)) == sorted({*numbers_of(crowded)})
