"""The sources of data, in words."""

from __future__ import annotations

from tui_app.contract.provenance import DataSource
from tui_app.insight.provenance import source_lines


def source(kind: str, year: int | None = None, **more: object) -> DataSource:
    values = {"publisher": "Ministry of Finance", "file": "f.txt", "day": "2026-09-02", **more}
    return DataSource(source=kind, year=year, **values)  # type: ignore[arg-type]


def test_years_of_one_publication_are_one_line() -> None:
    years = [source("statements 2024 small", year) for year in (2024, 2022, 2023, 2019)]
    other = source("statements 2018 small", 2018, day="2020-01-31")
    assert source_lines([*years, other]) == [
        "Statements 2019, 2022–2024, Ministry of Finance, file of 2 Sep 2026",
        "Statements 2018, Ministry of Finance, file of 31 Jan 2020",
    ]


def test_a_day_that_is_not_known_is_said_to_be_that() -> None:
    own = source("records a.jsonl", publisher="own file", file="a.jsonl", day_known=False)
    assert source_lines([own]) == [
        "Records, own file (a.jsonl), day unknown, file saved 2 Sep 2026"
    ]
    strange = source("something new", publisher="Somebody", day="soon")
    assert source_lines([strange]) == ["something new, Somebody, day unknown"]
