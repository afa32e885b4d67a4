"""Lines that the earlier file had too are not read again: what comes out is the same."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import firm, write_dump, write_rows
from tests.seeds import seeds
from tui_app.opendata.files.inputs import find_inputs
from tui_app.opendata.files.table_reader import Beginning
from tui_app.opendata.kinds import FileKind
from tui_app.opendata.reading import FileReading, ReadingTask, read
from tui_app.opendata.recognition import Recognised
from tui_app.registry.sqlite.checksum import append_checksum

PEOPLE = "COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE"
MONTHS = 12


def staged(path: Path, draft: Path, kind: FileKind, *earlier: Path) -> FileReading:
    """Read a file into a draft."""
    (source,) = find_inputs([path])
    task = ReadingTask(kind=kind, label=source.label, earlier=earlier)
    file = Recognised(source, kind, Beginning(source))
    return read(task, file, draft, lambda _size, _rows: None)


def contents(draft: Path) -> dict[str, list[Any]]:
    """All tables of a draft, with the order of their rows."""
    with closing(sqlite3.connect(draft)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema ORDER BY name").fetchall()
        return {
            name: connection.execute(f"SELECT rowid, * FROM {name} ORDER BY rowid").fetchall()
            for (name,) in tables
        }


def dump_of(folder: Path, *rows: str) -> Path:
    return write_dump(folder / "firme-02-09-2026", *rows)


def row_of(dice: random.Random) -> str:
    """A row of any kind: usual, left out, noted, broken, or over two lines."""
    n = dice.randrange(10_000)
    usual = firm(f"FIRMĂ {n} & FIII SRL", str(1_000 + n), f"J12/{n}/2020", WEB=f"www.f{n}.example")
    return dice.choice(
        [
            *[usual] * 8,
            firm(f"FARA CUI {n}", "0", f"J12/{n}/2020"),
            firm(f"VIITOR {n}", str(1_000 + n), f"J12/{n}/2026", f"{n % 27 + 1:02}/09/2026"),
            firm(f"DEMULT {n}", str(1_000 + n), f"J12/{n}/1999", "01/01/1900"),
            usual.replace("FIRMĂ", "FIRMĂ\r\nMUTATĂ"),
            "rupt^aici",
            "",
        ]
    )


def month_later(rows: list[str], dice: random.Random) -> list[str]:
    """Rows of which some are changed, gone, new, doubled or elsewhere."""
    rows = list(rows)
    for _ in range(dice.randrange(12)):
        at = dice.randrange(len(rows))
        match dice.randrange(5):
            case 0:
                rows[at] = row_of(dice)
            case 1:
                del rows[at]
            case 2:
                rows.insert(at, row_of(dice))
            case 3:
                rows.insert(dice.randrange(len(rows)), rows.pop(at))
            case _:
                rows.insert(at, rows[at])
    if dice.randrange(4) == 0:  # a block is elsewhere
        middle = dice.randrange(len(rows))
        rows = rows[middle:] + rows[:middle]
    return rows


@pytest.mark.parametrize("seed", seeds(4))
def test_twelve_months_are_read_as_if_each_were_the_first(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    rows = "\r\n".join(row_of(dice) for _ in range(120)).split("\r\n")
    earlier: list[Path] = []
    for month in range(MONTHS):
        rows = month_later(rows, dice)
        day = dice.randrange(1, 28)
        path = write_dump(tmp_path / str(month) / f"firme-{day:02}-09-2026", *rows)
        alone, draft = tmp_path / f"alone-{month}.db", tmp_path / f"{month}.db"
        expected = staged(path, alone, FileKind.FIRMS)
        assert staged(path, draft, FileKind.FIRMS, *earlier) == expected
        assert contents(draft) == contents(alone)
        # A file in two parts is kept as two; one more knows nothing, and one is lost.
        parts = [tmp_path / f"part-{month}-{half}.db" for half in range(2)]
        for part, some in zip(parts, (rows[: len(rows) // 2], rows[len(rows) // 2 :]), strict=True):
            half = write_dump(tmp_path / part.stem / path.parent.name, *some)
            staged(half, part, FileKind.FIRMS)
        lost = tmp_path / "lost.db"
        earlier = dice.choice([parts, [parts[0], alone, lost], [alone, lost]])


def claiming(draft: Path, statement: str) -> Path:
    """A finished draft in which other rows stand."""
    with closing(sqlite3.connect(draft)) as connection, connection:
        connection.execute(statement)
    with closing(sqlite3.connect(draft)) as connection:
        ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with draft.open("rb+") as file:
        file.truncate(pages * size)
    append_checksum(draft)
    return draft


def names(draft: Path, table: str, column: str) -> list[str]:
    with closing(sqlite3.connect(draft)) as connection:
        return [n for (n,) in connection.execute(f"SELECT {column} FROM {table} ORDER BY rowid")]


def test_only_lines_that_changed_are_read(tmp_path: Path) -> None:
    rows = [firm(f"FIRMA {n} SRL", str(1_000 + n), f"J12/{n}/2020") for n in range(2_000)]
    staged(dump_of(tmp_path / "old", *rows), tmp_path / "old.db", FileKind.FIRMS)
    kept = claiming(tmp_path / "old.db", "UPDATE firm SET company_name = 'NEATINSA'")
    # More than what is sought nearby: the rows behind them are found again.
    new = [firm(f"NOUA {n} SRL", str(9_000 + n), f"J12/{n}/2025") for n in range(3)]
    path = dump_of(tmp_path / "new", *rows[:40], *new, *rows[41:100], *rows[900:], "")
    staged(path, tmp_path / "new.db", FileKind.FIRMS, kept)
    found = names(tmp_path / "new.db", "firm", "company_name")
    untouched = ["NEATINSA"]
    assert found[:43] == untouched * 40 + [f"NOUA {n} SRL" for n in range(3)]
    assert found[43:102] == untouched * 59
    read_again = [name for name in found[102:] if name not in untouched]
    assert read_again == [f"FIRMA {n} SRL" for n in range(900, 900 + len(read_again))]
    assert len(read_again) < 20
    # The month after it knows them all.
    again = claiming(tmp_path / "new.db", "UPDATE firm SET company_name = 'CUNOSCUTA'")
    staged(path, tmp_path / "same.db", FileKind.FIRMS, again)
    assert set(names(tmp_path / "same.db", "firm", "company_name")) == {"CUNOSCUTA"}


def test_people_whose_lines_stay_are_not_read_again(tmp_path: Path) -> None:
    rows = [f"J12/{n}/2020^POPA ANA {n}^administrator" for n in range(20)]
    path = write_rows(tmp_path, "OD_REPREZENTANTI_LEGALI.CSV", PEOPLE, *rows)
    staged(path, tmp_path / "old.db", FileKind.REPRESENTATIVES)
    kept = claiming(tmp_path / "old.db", "UPDATE representative SET name = 'NEATINSA'")
    staged(path, tmp_path / "new.db", FileKind.REPRESENTATIVES, kept)
    assert set(names(tmp_path / "new.db", "representative", "name")) == {"NEATINSA"}


def test_what_was_kept_damaged_is_read_again(tmp_path: Path) -> None:
    path = dump_of(tmp_path, firm("NEATINSA SRL", "1001", "J12/1/2020"))
    staged(path, tmp_path / "old.db", FileKind.FIRMS)
    damaged = tmp_path / "damaged.db"
    shutil.copy(tmp_path / "old.db", damaged)
    damaged.write_bytes(damaged.read_bytes().replace(b"NEATINSA SRL", b"NEATINSO SRL"))
    staged(path, tmp_path / "new.db", FileKind.FIRMS, damaged)
    assert names(tmp_path / "new.db", "firm", "company_name") == ["NEATINSA SRL"]


def test_with_other_columns_every_line_is_read(tmp_path: Path) -> None:
    rows = [f"J12/{n}/2020^administrator^ANA {n} administrator" for n in range(9)]
    one = write_rows(tmp_path / "one", "OD_REPREZENTANTI_LEGALI.CSV", PEOPLE, *rows)
    staged(one, tmp_path / "one.db", FileKind.REPRESENTATIVES)
    turned = "COD_INMATRICULARE^CALITATE^PERSOANA_IMPUTERNICITA"
    two = write_rows(tmp_path / "two", "OD_REPREZENTANTI_LEGALI.CSV", turned, *rows)
    staged(two, tmp_path / "two.db", FileKind.REPRESENTATIVES, tmp_path / "one.db")
    assert names(tmp_path / "two.db", "representative", "name")[0] == "ANA 0 administrator"
