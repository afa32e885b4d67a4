"""Of several firms with one tax id, the registry and each snapshot of the history have the same."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import Run, firm, write_dump, write_rows
from tests.opendata.history.files import history_of
from tests.seeds import seeds
from tui_app.config.settings import imported_registry
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]

FIRST = 990000100
COMPANIES = range(FIRST, FIRST + 30)


def a_firm(company: int, number: int, chance: random.Random) -> tuple[str, list[str]]:
    """A row of OD_FIRME, and its rows of OD_STARE_FIRMA."""
    year = chance.randrange(2010, 2014)
    registered = f"J{chance.choice((12, 40))}/{company % 1000 * 10 + number}/{year}"
    plain = f"{chance.randrange(1, 29):02}/{chance.choice(('03', '12'))}/{year}"
    day = chance.choice(("", plain, plain, "01/01/1900", "15/01/2027"))
    states = chance.sample(("1048", "1084", "1107"), chance.randrange(3))
    row = firm(f"PROBA {company} SRL", str(company), registered, day)
    return row, [f"{registered}^{state}" for state in states]


@pytest.mark.parametrize("seed", seeds(4))
def test_the_same_firm_counts_everywhere(
    seed: int, tmp_path: Path, run: Run, imported: Imported, opened: Opened
) -> None:
    chance = random.Random(seed)
    firms = [a_firm(company, n, chance) for company in COMPANIES for n in range(3)]
    rows, states = [row for row, _ in firms], [each for _, some in firms for each in some]
    for day in ("02-09-2026", "02-10-2026", "02-11-2026"):
        write_dump(tmp_path / f"firme-{day}", *rows)
        write_rows(
            tmp_path / f"firme-{day}", "OD_STARE_FIRMA.CSV", "COD_INMATRICULARE^COD", *states
        )
    imported(tmp_path / "firme-02-09-2026")
    imported(tmp_path / "firme-02-10-2026")
    added = run("data", "history", "add", tmp_path / "firme-02-11-2026")
    assert added.exit_code == 0, added.output
    known = {}
    for company in COMPANIES:
        profile = opened().profile(str(company))
        assert profile is not None
        known[company] = profile.company_id
    with closing(sqlite3.connect(history_of(imported_registry()))) as connection:
        found = connection.execute("SELECT company, number FROM past_version").fetchall()
    # Of three snapshots each company has one row, so all three have the same firm.
    assert sorted(found) == sorted(known.items())
