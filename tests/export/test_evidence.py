"""The evidence bundle says every value with its origin, what was not found, and nothing else."""

from __future__ import annotations

import datetime as dt
import json
import re

import msgspec
import pytest
from markdown_it import MarkdownIt

from tui_app.contract.resources import (
    CompanyProfile,
    CourtCase,
    CourtCasePage,
    FinancialData,
    PeerMeasure,
    Peers,
    PublicShare,
    Resource,
    YearlyRecord,
)
from tui_app.export.evidence import Evidence, EvidenceSection, LoadState, to_json
from tui_app.export.evidence_markdown import to_markdown
from tui_app.export.values import MISSING, in_unit
from tui_app.insight.figures import Facts, Unit, Value
from tui_app.insight.ratios import ratios
from tui_app.insight.signals import signals
from tui_app.system.language import set_language

NOON = dt.datetime(2026, 5, 4, 12, 0, 5, tzinfo=dt.UTC)
PROFILE = CompanyProfile(
    tax_id="990000013",
    company_name="PROBA | <b>DEMO</b> SRL",
    status="functiune",
    postal_code=30167,
    founding_year=2010,
    vat=False,
    caen=("G - Comert", "47 - Comert cu amanuntul"),
)
FIGURES = FinancialData(
    turnover=2_000_000,
    financial_data=(
        YearlyRecord(year=2023, turnover=5_000_000, net_profit=-5, equity=-15_000),
        YearlyRecord(year=2024, turnover=2_000_000, net_profit=-100_000, employee=0),
    ),
)
CASES = CourtCasePage(
    court_cases=(CourtCase(case_number="7/3/2026", case_category="Civil"),), total_cases=1
)
PEERS = Peers(
    caen="4711",
    year=2024,
    measures=(PeerMeasure(measure="net_margin", companies=7, median=-0.0256, percentile=12.5),),
    public_share=PublicShare(firms=41, median=0.125),
)


def section(operation: str, data: Resource) -> EvidenceSection:
    return EvidenceSection(
        operation=operation,
        title=operation.title(),
        request=f"GET /v1/companies/990000013/{operation}",
        state=LoadState.LOADED,
        data=data,
        fetched_at=NOON,
        from_cache=operation == "financial",
    )


def bundle() -> Evidence:
    facts = Facts(profile=PROFILE, financial=FIGURES, cases=CASES.court_cases, total_cases=1)
    return Evidence(
        tax_id="990000013",
        company_name=PROFILE.company_name,
        source="sample data (invented companies)",
        invented=True,
        made_at=NOON,
        sections=(
            section("profile", PROFILE),
            section("financial", FIGURES),
            section("court_cases", CASES),
            section("peers", PEERS),
            EvidenceSection(
                operation="phones", title="Phones", request="GET x", state=LoadState.NOTHING
            ),
            EvidenceSection(
                operation="emails", title="Emails", request="GET y", state=LoadState.FAILED,
                problem="the server failed",
            ),
        ),
        signals=signals(facts, NOON.date()),
        ratios=ratios(FIGURES.financial_data),
    )  # fmt: skip


def test_json_reads_back_as_what_was_shown() -> None:
    read = json.loads(to_json(bundle()))
    assert (read["taxId"], read["invented"]) == ("990000013", True)
    assert read["madeAt"] == "2026-05-04T12:00:05.000Z"
    by_name = {each["operation"]: each for each in read["sections"]}
    for name, data in (("profile", PROFILE), ("financial", FIGURES), ("court_cases", CASES)):
        found = by_name[name]["found"]
        assert found.get("postalCode") == ("030167" if name == "profile" else None)
        found |= {"postalCode": int(found["postalCode"])} if "postalCode" in found else {}
        assert msgspec.convert(found, type(data)) == data
        assert by_name[name]["request"] == f"GET /v1/companies/990000013/{name}"
        assert by_name[name]["fetchedAt"] == "2026-05-04T12:00:05.000Z"
    assert by_name["financial"]["fromCache"] is True
    assert {"companyId", "splitVAT", "fullAddress"} <= set(by_name["profile"]["notFound"])
    assert "VAT" not in by_name["profile"]["notFound"]  # false is a value
    assert {"2023.employee", "2024.equity"} <= set(by_name["financial"]["notFound"])
    assert not {"2024.employee", "2023.equity"} & set(by_name["financial"]["notFound"])
    assert (by_name["phones"]["state"], by_name["phones"]["found"]) == ("nothing_on_record", None)
    assert by_name["emails"]["problem"] == "the server failed"


def test_signals_come_with_rule_and_figures() -> None:
    read = json.loads(to_json(bundle()))
    halved = next(each for each in read["signals"] if each["rule"] == "turnover_halved")
    assert halved["level"] == "warning"
    assert "less than half" in halved["definition"]
    assert [(f["field"], f["year"], f["value"]) for f in halved["figures"]] == [
        ("turnover", 2023, 5_000_000),
        ("turnover", 2024, 2_000_000),
    ]
    margin = next(each for each in read["ratios"] if each["name"] == "net_margin")
    assert (margin["value"], margin["year"]) == (-0.05, 2024)
    assert margin["formula"] == "Net profit ÷ turnover"


def tables(markdown: str) -> list[list[list[str]]]:
    """Every table as a reader of Markdown sees it."""
    found: list[list[list[str]]] = []
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type == "table_open":
            found.append([])
        elif token.type == "tr_open":
            found[-1].append([])
        elif token.type == "inline" and found and token.level >= 4:
            text = "".join(child.content for child in token.children or [])
            found[-1][-1].append(text)
    return found


def test_markdown_reads_back_as_what_was_shown() -> None:
    report = to_markdown(bundle())
    rows = [row for table in tables(report) for row in table]
    assert ["Name", "PROBA | <b>DEMO</b> SRL"] in rows
    assert ["Postal code", "030167"] in rows
    assert ["VAT payer", "no"] in rows
    assert ["Founded", "2010"] in rows
    years = next(table for table in tables(report) if table[0][0] == "Year")
    later, earlier = (dict(zip(years[0], row, strict=True)) for row in years[1:])
    assert (later["Year"], later["Turnover"], later["Employees"]) == ("2024", "2,000,000", "0")
    assert (earlier["Year"], earlier["Turnover"]) == ("2023", "5,000,000")
    assert earlier["Equity"] == "−15,000"
    assert later["Equity"] == "–"  # not known, and not zero
    assert "Invented data" in report
    assert re.search(r"Not on record: .*Registry number", report)
    assert "2024 Equity" in report
    signal_rows = next(table for table in tables(report) if table[0][0] == "Verdict")
    assert signal_rows[1][0] == "Warning"
    assert any("Turnover 2023: 5,000,000 RON; Turnover 2024: 2,000,000 RON" in row[2]
               for row in signal_rows)  # fmt: skip
    assert any(row[2:4] == ["loaded", "2026-05-04 12:00:05 UTC"] for row in rows)
    assert any("failed: the server failed" in row for row in rows)
    measures = next(table for table in tables(report) if table[0][0] == "Measure")
    assert dict(zip(*measures, strict=True)) == {
        "Measure": "net_margin",
        "Firms": "7",
        "Median": "−0.0256",
        "Percentile": "12.5000",
    }
    assert [["Firms", "Median"], ["41", "0.1250"]] in [table[-2:] for table in tables(report)]
    assert any("nothing on record, according to the profile" in row for row in rows)


def test_no_value_breaks_out_of_the_report() -> None:
    evil = "x\n# Paid\n\n| a |\n[click](http://evil.invalid)<script>"
    shown = msgspec.structs.replace(
        bundle(),
        company_name=evil,
        source=evil,
        sections=(section("profile", CompanyProfile(tax_id="1", company_name=evil)),),
    )
    html = MarkdownIt("commonmark").enable("table").render(to_markdown(shown))
    assert "<h1>Paid" not in html and "<a " not in html and "<script" not in html
    assert html.count("<h1>") == 1


@pytest.mark.parametrize("language", ["en", "ro"])
def test_a_company_of_which_nothing_was_loaded(language: str) -> None:
    set_language(language)
    empty = msgspec.structs.replace(
        bundle(),
        sections=(
            EvidenceSection(
                operation="profile", title="P", request="r", state=LoadState.NOT_LOADED
            ),
        ),
        signals=signals(Facts(), NOON.date()),
        ratios=(),
    )
    assert json.loads(to_json(empty))["sections"][0]["found"] is None
    assert ("not loaded" if language == "en" else "neîncărcat") in to_markdown(empty)


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (None, Unit.RON, MISSING), ("", Unit.TEXT, MISSING), (0, Unit.RON, "0 RON"),
        (-15_000, Unit.RON, "−15,000 RON"), (-0.125, Unit.PERCENT, "−12.5 %"),
        (1.256, Unit.TIMES, "1.26"), (1_000, Unit.RON_PER_PERSON, "1,000 RON a person"),
        (2_024, Unit.YEAR, "2024"), (1_200, Unit.COUNT, "1,200"), (True, Unit.FLAG, "yes"),
        (False, Unit.FLAG, "no"), ("radiata", Unit.TEXT, "radiata"),
    ],
)  # fmt: skip
def test_a_value_of_a_report_has_its_unit(value: Value, unit: Unit, said: str) -> None:
    assert in_unit(value, unit) == said
