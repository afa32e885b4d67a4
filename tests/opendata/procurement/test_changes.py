"""A change belongs to the contract whose day, value and title fit; numbers repeat every year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.opendata.procurement.files import write_csv
from tests.opendata.procurement.test_importing import imported, rows_of

_CONTRACT = (
    "AUTORITATE CONTRACTANTA", "CUI AUTORITATE CONTRACTANTA", "OFERTANT CASTIGATOR",
    "CUI OFERTANT CASTIGATOR", "VALOARE CONTRACT RON", "NUMAR CONTRACT", "DATA CONTRACT",
    "DENUMIRE CONTRACT", "TIP PROCEDURA",
)  # fmt: skip
_CHANGE = (
    *_CONTRACT[:4], "NUMAR CONTRACT", "DATA PUBLICARE", "DENUMIRE CONTRACT",
    "VALOAREA TOTALA ACTUALIZATA A CONTRACTULUI INAINTE DE MODIFICARI",
    "VALOAREA TOTALA A CONTRACTULUI DUPA MODIFICARI",
)  # fmt: skip

Contract = tuple[str, str, int]
"""Day, title, value."""

Change = tuple[str, str, "int | str", int]
"""Day, title, values before and after."""


def after(
    folder: Path,
    contracts: Sequence[Contract],
    changes: Sequence[Change],
    winner: str = "990000013",
) -> dict[str, int | None]:
    """The value after changes of each contract of number 100, by its day."""
    parties = ["COMUNA PROBA", 994009015, "FURNIZORUL PROBA SRL"]
    written = [
        [*parties, 990000013, value, 100, day, title, "Licitatie"]
        for day, title, value in contracts
    ]
    changed = [
        [*parties, winner, 100, day, title, before, value] for day, title, before, value in changes
    ]
    files = [
        write_csv(folder / "contracte.csv", [list(_CONTRACT), *written], "^", "utf-8"),
        write_csv(folder / "modificari.csv", [list(_CHANGE), *changed], "^", "utf-8"),
    ]
    imported(folder / "r.db", *files)
    first = dt.date(1970, 1, 1)
    return {
        (first + dt.timedelta(day)).isoformat(): None if value is None else value // 100
        for day, value in rows_of(folder / "r.db", "SELECT day, value_after FROM money_contract")
    }


_TWO: tuple[Contract, ...] = (
    ("2021-03-15", "Asfaltare A", 100_000), ("2023-05-20", "Mobilier B", 50_000),
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        # It never precedes its contract.
        (("2022-02-25", "Asfaltare A", 100_000, 130_000), (130_000, None)),
        (("2022-02-25", "", "", 130_000), (130_000, None)),
        # The later contract is nearer, but value and title tell the first one.
        (("2024-02-25", "Asfaltare A", 100_000, 130_000), (130_000, None)),
        (("2024-02-25", "ASFALTARE  A", 107_000, 130_000), (130_000, None)),
        (("2024-02-25", "", 100_000, 130_000), (130_000, None)),
        (("2024-02-25", "Asfaltare A", "", 130_000), (130_000, None)),
        (("2024-02-25", "Mobilier B", 50_000, 60_000), (None, 60_000)),
        # Nothing tells which of them is meant.
        (("2024-02-25", "", "", 130_000), (None, None)),
        (("2024-02-25", "Pod C", 7_000, 9_000), (None, None)),
        (("2020-02-25", "Asfaltare A", 100_000, 130_000), (None, None)),
    ],
)
def test_day_value_and_title_tell_the_contract(
    tmp_path: Path, change: Change, expected: tuple[int | None, int | None]
) -> None:
    assert tuple(after(tmp_path, _TWO, [change]).values()) == expected


def test_of_equal_contracts_the_nearest_before_the_change_is_meant(tmp_path: Path) -> None:
    some = [(f"{year}-01-10", "Servicii de pază", 100_000) for year in (2021, 2022, 2023)]
    change = ("2022-09-01", "Servicii de paza", 100_000, 120_000)
    assert list(after(tmp_path, some, [change]).values()) == [None, 120_000, None]


def test_a_chain_of_changes_gives_the_last_value(tmp_path: Path) -> None:
    changes: list[Change] = [
        ("2022-02-25", "Asfaltare A", 100_000, 130_000),
        ("2023-06-25", "Asfaltare A", 130_000, 150_000),
        ("2024-06-25", "", 150_000, 170_000),
        ("2024-07-25", "Mobilier B", 50_000, 55_000),
    ]
    assert after(tmp_path, _TWO, changes) == {"2021-03-15": 170_000, "2023-05-20": 55_000}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("2022-02-25", "Asfaltare etapa 2", 100_000, 130_000), 130_000),
        (("2022-02-25", "Asfaltare A", 110_000, 130_000), 130_000),
        (("2022-02-25", "", 110_000, 130_000), 130_000),
        # Another contract of the same number, which no file has.
        (("2022-02-25", "Mobilier B", 50_000, 60_000), None),
    ],
)
def test_the_only_contract_is_meant_unless_value_and_title_are_others(
    tmp_path: Path, change: Change, expected: int | None
) -> None:
    assert after(tmp_path, _TWO[:1], [change]) == {"2021-03-15": expected}


def test_a_change_of_another_winner_changes_nothing(tmp_path: Path) -> None:
    change = ("2022-02-25", "Asfaltare A", 100_000, 130_000)
    assert after(tmp_path, _TWO[:1], [change], winner="990000021") == {"2021-03-15": None}
