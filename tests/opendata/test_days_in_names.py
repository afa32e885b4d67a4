"""Dates in the names of files and datasets: which of two dumps is the newer one."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tui_app.opendata.ckan import newest_files
from tui_app.opendata.files.inputs import day_in

_PORTAL = "https://portal.example"


@pytest.mark.parametrize(
    ("parts", "day"),
    [
        (("firme-02-09-2026", "OD_FIRME.CSV"), dt.date(2026, 9, 2)),
        (("date_de_identificare_platitori_iunie_2026", "lista_a.csv"), dt.date(2026, 6, 1)),
        (("x", "Date_Identificare_Platitori_Mai-2026_a.txt"), dt.date(2026, 5, 1)),
        (("firme-2-9-2026", "OD_FIRME.CSV"), dt.date(2026, 9, 2)),
        (("2026.9.02", "OD_FIRME_20260803.CSV"), dt.date(2026, 8, 3)),
        (("firme 2 sept 2026",), dt.date(2026, 9, 2)),
        (("firme-02-noi-2026",), dt.date(2026, 11, 2)),
        (("mihai_2026", "OD_FIRME.CSV"), None),
        (("martisor_2026", "firme-12-2026"), None),
        (("decembrie_20260",), None),
    ],
)
def test_the_day_or_the_month_of_a_name(parts: tuple[str, ...], day: dt.date | None) -> None:
    assert day_in(parts) == day


def test_the_newest_list_of_taxpayers_is_that_of_the_latest_month() -> None:
    def dataset(month: str, modified: str) -> dict[str, Any]:
        name = f"date_de_identificare_platitori_{month}_2026"
        url = f"{_PORTAL}/{name}_a.csv"
        return {"name": name, "metadata_modified": modified, "resources": [{"url": url}]}

    datasets = (dataset("iunie", "2026-07-01"), dataset("martie", "2026-11-01"))
    (found,), _notes = newest_files(_PORTAL, datasets, ("taxpayers",), years=0)
    assert "iunie" in found.name
