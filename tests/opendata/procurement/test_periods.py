"""Which quarter a procurement file is of, and what a later import replaces."""

from __future__ import annotations

import datetime as dt
import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.opendata.procurement.files import Deal, deals, table_rows, write_csv
from tests.opendata.procurement.test_importing import account, imported, rows_of, summed
from tui_app.cli.main import main
from tui_app.opendata.procurement.periods import period_of
from tui_app.registry.contracts.files import contract_sources
from tui_app.registry.generation import beside

_PUBLISHED_LATE = {"2021-01": 3, "2021-03": 8, "2021-05": 4}

_SECOND_QUARTERS = (
    "contracte-2021-t2.csv", "Contracte 2021 T2.csv", "contracte_2021_trim_II.xlsx",
    "Contracte_trim.II.2021.csv", "contracte trimestrul 2 2021.csv", "contracte 2021 q2.CSV",
    "contracte-trimestrul-al-II-lea-2021.csv", "2T2021 contracte.csv", "contracteT22021.csv",
    "contracte2021t2.csv", "CONTRACTE_2021_T2 (1).CSV", "contracte-2021-t2 - Copie.csv",
    "contracte 2-2021.csv", "contracte-2021-2.csv", "contracte II 2021.csv",
    "Contracte T02 2021.csv", "contracte aprilie-iunie 2021.csv", "contracte-2021-t2-2.csv",
    "contracte T2 2021 15.08.2022.csv", "contracte T2 2021 partea 1 din 2.csv",
    "contracte al doilea trimestru 2021.csv", "T2/contracte.csv", "2021/trim 2/contracte.csv",
    "achizitii-publice-2021/T2/contracte.csv", "achizitii-publice-2016-2022/contracte 2021 T2.csv",
    "contracte-2021-t2.zip/contracte.csv", "2019/contracte T2 2021.csv",
)  # fmt: skip


@pytest.mark.parametrize("name", _SECOND_QUARTERS)
def test_a_name_tells_the_quarter_whatever_the_days_of_the_rows(name: str) -> None:
    assert period_of(("home", *name.split("/")), _PUBLISHED_LATE).label == "2021-T2"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("contracte sem 1 2021.csv", "2021-T1..2021-T2"),
        ("contracte T1-T3 2021.csv", "2021-T1..2021-T3"),
        ("contracte mai 2021.csv", "2021-05"),
        ("contracte 2021-05.csv", "2021-05"),
        ("contracte 2021 trim.IV.csv", "2021-T4"),
    ],
)
def test_a_name_may_tell_other_periods(name: str, label: str) -> None:
    assert period_of((name,), _PUBLISHED_LATE).label == label


@pytest.mark.parametrize(
    "name",
    [
        "contracte.csv", "contracte 2021.csv", "contracte 2021 (1).csv", "contracte_20210815.csv",
        "contracte 2021-08-15.csv", "contracte cele 4 trimestre 2021.csv", "contracte-2021-3.csv",
        "t3/contracte.csv", "format1 2021.csv",
    ],
)  # fmt: skip
def test_without_such_a_name_the_rows_decide(name: str) -> None:
    found = period_of(("t1", "home", *name.split("/")), _PUBLISHED_LATE)
    assert found.label == "2021-T1..2021-T2"
    assert "days of its rows" in found.told_by


@pytest.mark.parametrize(
    ("months", "label"),
    [
        ({"2021-02": 12}, "2021-02"),
        ({"2021-01": 6, "2021-02": 6}, "2021-T1"),
        ({f"2021-{month:02}": 5 for month in range(1, 13)}, "2021"),
        ({"2021-12": 50, "2022-01": 50}, "2021-T4..2022-T1"),
        ({"2019-07": 1, "2021-02": 50, "2021-03": 50}, "2021-T1"),
        ({}, "without dates"),
    ],
)
def test_the_days_of_most_rows_give_months_quarters_or_a_year(
    months: dict[str, int], label: str
) -> None:
    assert period_of(("fisier.csv",), months).label == label


def _late(quarter: int) -> list[Deal]:
    """Contracts of a quarter's file, most of which were signed in the first quarter."""
    some = [each._replace(closing="Un contract") for each in deals("contracts", 2021, 1, 20)]
    return [
        each._replace(
            number=f"{quarter}-{at}",
            value=Decimal(1000 * quarter + at),
            day=dt.date(2021, 5, 2) if quarter == 2 and at % 3 == 0 else each.day,
        )
        for at, each in enumerate(some)
    ]


def _kinds(registry: Path) -> list[str]:
    return [source.label for source in contract_sources(beside(registry).contracts)]


@pytest.mark.parametrize("names", [("contracte-2021-t1", "contracte-2021-t2"), ("a", "b")])
@pytest.mark.parametrize("first", [1, 2])
def test_a_later_quarter_never_replaces_an_earlier_one(
    tmp_path: Path, names: tuple[str, str], first: int
) -> None:
    registry = tmp_path / "r.db"
    for quarter in (first, 3 - first):
        rows = table_rows(_late(quarter), "new")
        file = write_csv(tmp_path / f"{names[quarter - 1]}.csv", rows, ";", "utf-8")
        summary = imported(registry, file)
        assert not summary.replaced
    assert rows_of(registry, "SELECT count(*) FROM money_contract") == [(40,)]


def test_the_account_says_the_period_what_told_it_and_what_is_replaced(tmp_path: Path) -> None:
    registry = tmp_path / "r.db"
    rows = table_rows(_late(2), "new")
    summary = imported(registry, write_csv(tmp_path / "x-2021-t2.csv", rows, ";", "utf-8"))
    assert "period: 2021-T2, by the file's name\n" in account(summary, "t2.csv") + "\n"
    summary = imported(registry, write_csv(tmp_path / "x-2023-t4.csv", rows, ";", "utf-8"))
    assert "none of its rows is dated in it" in account(summary, "t4.csv")
    assert [(each.label, each.name) for each in summary.replaced] == [
        ("contracts 2021-T2", "x-2021-t2.csv")
    ]
    assert _kinds(registry) == ["contracts 2023-T4"]


def test_the_command_announces_what_it_replaces(tmp_path: Path) -> None:
    run = CliRunner().invoke
    file = write_csv(tmp_path / "contracte-2021-t1.csv", table_rows(_late(1), "new"), ";", "utf-8")
    shutil.copy(file, tmp_path / "contracte trim I 2021.csv")
    registry = ["--registry", str(tmp_path / "r.db"), "-o", "table"]
    said = run(main, ["data", "import", str(file), *registry]).stdout
    assert "replaces" not in said
    again = str(tmp_path / "contracte trim I 2021.csv")
    said = run(main, ["data", "import", again, *registry]).stdout
    assert "replaces contracts 2021-T1 (" in said
    assert "contracte-2021-t1.csv, 20 rows" in said
    said = run(main, ["data", "import", again, *registry, "-o", "json"]).stdout
    assert '"replaced": [\n      "contracts 2021-T1"\n    ]' in said


def test_months_that_were_published_one_by_one_are_all_kept(tmp_path: Path) -> None:
    registry = tmp_path / "r.db"
    for month in (1, 2, 3):
        some = [
            each._replace(day=dt.date(2021, month, 1 + at), number=f"{month}-{at}")
            for at, each in enumerate(deals("purchases", 2021, 1, 12, seed=month))
        ]
        imported(
            registry,
            write_csv(tmp_path / f"export{month}.csv", table_rows(some, "new"), ";", "utf-8"),
        )
    assert sum(count for count, _ in summed(registry).values()) == 36
