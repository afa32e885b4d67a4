"""``compare``: a row for each company in the order given, and what could not be had."""

from __future__ import annotations

import csv
import io

import pytest

from tests.commands.running import data_of, on_terminal, run

SHOWPIECE, LOSING, UNKNOWN = "990000013", "990000056", "990000014"


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


def test_one_that_is_not_known_is_told_and_the_rest_shown() -> None:
    ended = run("compare", SHOWPIECE, UNKNOWN)
    assert ended.exit_code == 0
    assert "knows no company" in ended.stderr and "PETROTERM" in ended.stdout
    none = run("compare", UNKNOWN, "990000022")
    assert none.exit_code == 1 and none.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ((SHOWPIECE,), 2, "two tax ids at least"),
        ((SHOWPIECE, f"RO{SHOWPIECE}"), 2, "two tax ids at least"),
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
