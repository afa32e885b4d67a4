"""``compare``: a row for each company in the order given, and what could not be loaded."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.running import data_of, on_terminal, run
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

SHOWPIECE, LOSING, UNKNOWN = "990000013", "990000056", "990000014"
GAP = "990000064"


def test_each_company_has_a_row_in_the_order_given() -> None:
    compared = data_of("compare", f"RO {LOSING}", SHOWPIECE, LOSING)["companies"]
    assert [row["taxId"] for row in compared] == [LOSING, SHOWPIECE]
    figures = data_of("show", SHOWPIECE, "--section", "financial")
    newest, before = sorted(figures["financialData"], key=lambda each: -each["year"])[:2]
    row = compared[1]
    assert (row["year"], row["turnover"]) == (newest["year"], newest["turnover"])
    if before["year"] == newest["year"] - 1:
        assert row["turnoverPrevYear"] == before["turnover"]
    profile = data_of("show", SHOWPIECE)
    assert {row[name] == profile[name] for name in ("companyName", "status", "VAT")} == {True}
    turned = run("compare", SHOWPIECE, LOSING, "--fields", "taxId,turnover", "-o", "csv")
    assert list(csv.reader(io.StringIO(turned.stdout)))[1] == [SHOWPIECE, str(row["turnover"])]


def test_the_latest_figures_are_found_with_and_without_years(tmp_path: Path) -> None:
    registry = tmp_path / "registry.db"
    two_years = (YearlyRecord(year=2024, turnover=5), YearlyRecord(year=2023, turnover=4))
    with_gap = (YearlyRecord(year=2023, turnover=5), YearlyRecord(year=2019, turnover=4))
    build(
        [
            CompanyRecord(
                profile=CompanyProfile(tax_id=tax_id, company_name="DEMO"), financial=financial
            )
            for tax_id, financial in (
                (SHOWPIECE, FinancialData(turnover=7_000, turnover_prev_year=6_000)),
                (LOSING, FinancialData(financial_data=two_years)),
                (GAP, FinancialData(turnover_prev_year=4, financial_data=with_gap)),
            )
        ],
        registry,
    )
    flags = ("--registry", str(registry))
    compared = data_of(*flags, "compare", SHOWPIECE, LOSING, GAP)["companies"]
    names = ("year", "turnover", "turnoverPrevYear")
    assert [[row[name] for name in names] for row in compared] == [
        [None, 7_000, 6_000],
        [2024, 5, 4],
        [2023, 5, None],
    ]
    checked = run(*flags, "check", typed=f"{SHOWPIECE}\n{LOSING}\n")
    rows = json.loads(checked.stdout)["rows"]
    assert [(row["year"], row["turnover"]) for row in rows] == [(None, 7_000), (2024, 5)]


def test_one_that_is_not_known_is_told_and_the_rest_shown() -> None:
    ended = run("compare", SHOWPIECE, UNKNOWN)
    assert ended.exit_code == 0
    assert "knows no company" in ended.stderr and "PETROTERM" in ended.stdout
    none = run("compare", UNKNOWN, "990000022")
    assert none.exit_code == 1 and none.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ((SHOWPIECE,), 2, "at least two tax ids"),
        ((SHOWPIECE, f"RO{SHOWPIECE}"), 2, "at least two tax ids"),
        ((SHOWPIECE, "abc"), 2, "'abc' is not a tax id"),
        ((SHOWPIECE, LOSING, "--base-url", "http://127.0.0.1:9"), 4, "refused"),
    ],
)
def test_what_cannot_be_compared(arguments: tuple[str, ...], status: int, said: str) -> None:
    ended = run("compare", *arguments)
    assert ended.exit_code == status and said in ended.stderr and ended.stdout == ""


def test_on_a_terminal_it_is_a_table() -> None:
    status, shown = on_terminal("compare", SHOWPIECE, LOSING, NO_COLOR="1")
    assert status == 0 and "PETROTERM" in shown and "turnover" in shown
