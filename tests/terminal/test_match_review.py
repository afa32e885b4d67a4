"""``match --review`` in a terminal: a list, a kill, and the file at the end."""

from __future__ import annotations

import csv
import io
import signal
from pathlib import Path

import pytest

from tests.benchmarks.labelled import Labelled, labelled
from tests.terminal.explorer import Start
from tui_app.contract.resources import summary_of
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.record import read_records

ROWS = 80


@pytest.fixture(scope="module")
def rows() -> list[Labelled]:
    """Rows that mean companies of the sample, or none, with the errors of the generator."""
    companies = [summary_of(record.profile) for record in read_records(COMPANIES_FILE)]
    return list(labelled(companies, ROWS, seed=7))


def written(rows: list[Labelled], path: Path) -> Path:
    out = io.StringIO()
    table = csv.writer(out, delimiter=";")
    table.writerow(["Nr", "Furnizor", "Judet", "Nota"])
    table.writerows([n, r.row.name, r.row.county, f"=A{n}"] for n, r in enumerate(rows, 1))
    path.write_text(out.getvalue())
    return path


def test_a_list_is_reviewed_through_a_kill_to_the_exported_file(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[Labelled]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(rows, tmp_path / "suppliers.csv")
    command = ("match", str(path), "--review")
    several = [at for at, each in enumerate(rows) if each.kind == "homonym"]
    assert several, "the sample has firms of one name"
    with start(*command) as tty:
        tty.wait_for(f" {len(several)} several")
        tty.type("f")
        tty.wait_for("only several")
        tty.type("\r")  # the first candidate of the first row
        tty.wait_for(f"{len(several) - 1} several")
        tty.type("n")
        tty.wait_for(f"{len(several) - 2} several")
        tty.signal(signal.SIGKILL)
        assert tty.exit_status() == -signal.SIGKILL
    with start(*command) as tty:
        tty.wait_for(f"{len(several) - 2} several")
        tty.type("e")
        tty.wait_for("Export the matched list")
        tty.type("c")
        tty.wait_for("Written: ")
        tty.type("\x1b")
        tty.wait_for("search")
        tty.type("\x11")
        assert tty.exit_status() == 0
    with (tmp_path / "suppliers-matched.csv").open(newline="") as file:
        exported = list(csv.DictReader(file))
    assert len(exported) == ROWS and exported[0]["Nota"] == "'=A1"
    found = [row["taxId"] or None for row in exported]
    chosen, none, *undecided = several
    assert found[chosen] and exported[chosen]["because"] == "chosen by you"
    assert found[none] is None and exported[none]["decision"] == "none"
    assert all(exported[at]["decision"] == "several" for at in undecided)
    expected = [each.tax_id for each in rows]
    known = [at for at in range(ROWS) if at != chosen]
    wrong = [at for at in known if found[at] not in (None, expected[at])]
    right = [at for at in known if found[at] and found[at] == expected[at]]
    assert not wrong
    assert len(right) >= 0.9 * sum(each.tax_id is not None for each in rows)
