"""The report of a company as a reader has it, word for word."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import msgspec
import pytest

from tui_app.contract.provenance import DataSource
from tui_app.contract.public_money import (
    AUTHORITY,
    SUPPLIER,
    Contract,
    ContractChange,
    ContractPage,
    ContractSum,
    FrameworkCount,
    MoneyPartner,
    MoneySum,
    MoneyYear,
    PublicMoney,
    SetApart,
    SetApartReason,
)
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CourtCase,
    CourtCasePage,
    FinancialData,
    Resource,
    YearlyRecord,
)
from tui_app.export.evidence import (
    Evidence,
    EvidenceSection,
    LoadState,
    missing_rows,
    to_json,
)
from tui_app.export.evidence_markdown import to_markdown
from tui_app.insight.figures import Figure, Unit, Value
from tui_app.insight.ratios import Ratio
from tui_app.insight.rules import Level
from tui_app.insight.signals import Signal
from tui_app.system.language import set_language

MADE_AT = dt.datetime(2026, 5, 4, 14, 0, 5, tzinfo=dt.timezone(dt.timedelta(hours=2)))
ASKED = dt.datetime(2026, 5, 4, 11, 59, tzinfo=dt.UTC)
PROFILE = CompanyProfile(tax_id="990000013", company_name="PROBA SRL", vat=True)


def figure_of(label: str, value: Value, unit: Unit = Unit.RON, year: int | None = 2024) -> Figure:
    return Figure(
        label=label, value=value, unit=unit, field=label.lower(), source="financial", year=year
    )


def signal(level: Level, *figures: Figure, note: str = "") -> Signal:
    return Signal(
        rule="r", title="A title", definition="What holds", level=level, figures=figures, note=note
    )


def report(*sections: EvidenceSection, **further: Any) -> str:
    bundle = Evidence(
        tax_id="990000013",
        company_name=further.pop("company_name", "PROBA SRL"),
        source="server of the office",
        invented=further.pop("invented", False),
        made_at=MADE_AT,
        sections=sections,
        **further,
    )
    return to_markdown(bundle)


def loaded(data: Resource, **further: Any) -> EvidenceSection:
    return EvidenceSection(
        operation="o", title="A section", request="GET /x", state=LoadState.LOADED, data=data,
        fetched_at=ASKED, **further,
    )  # fmt: skip


def body_of(data: Resource, **further: Any) -> str:
    """What the report says below the table of sources."""
    return report(loaded(data, **further)).partition("|  |\n\n")[2]


def test_its_head_and_its_tables_of_signals_ratios_and_sources() -> None:
    text = report(
        EvidenceSection(
            operation="profile", title="Profile", request="GET /a", state=LoadState.NOT_LOADED
        ),
        EvidenceSection(
            operation="phones", title="Phones", request="GET /b", state=LoadState.LOADED,
            data=None, fetched_at=ASKED, from_cache=True,
        ),
        EvidenceSection(
            operation="emails", title="E-mails", request="GET /c", state=LoadState.FAILED,
            problem="the server failed",
        ),
        signals=(
            signal(
                Level.SERIOUS,
                figure_of("Equity", -15_000),
                figure_of("VAT payer", False, Unit.TEXT, None),
                figure_of("Split", True, Unit.TEXT, None),
            ),
            signal(Level.UNKNOWN, note="Nothing was loaded"),
            signal(Level.CLEAR),
        ),
        ratios=(
            Ratio(
                name="debt", label="Debt", formula="a ÷ b", unit=Unit.PERCENT, year=2024,
                value=0.5,
                figures=(figure_of("Turnover", 9, year=2023),),
            ),
            Ratio(
                name="none", label="None", formula="c", unit=Unit.TIMES, year=None, value=None,
                figures=(),
            ),
        ),
    )  # fmt: skip
    assert (
        text
        == """\
# PROBA SRL

* Tax id (CUI): 990000013
* Source: server of the office
* Report made: 2026-05-04 12:00:05 UTC
* 1 serious signal, 0 warnings, 1 rule without data

## Signals

| Verdict | Signal | Evidence | Rule |
| --- | --- | --- | --- |
| Serious | A title | Equity 2024: −15,000 RON; VAT payer: no; Split: yes | What holds |
| Not enough data | A title | Nothing was loaded | What holds. Nothing was loaded |
| Clear | A title | – | What holds |

## Ratios

| Ratio | Value | Year | Formula | Evidence |
| --- | --- | --- | --- | --- |
| Debt | 50.0 % | 2024 | a ÷ b | Turnover 2023: 9 RON |
| None | – | – | c |  |

## Sources

| Section | Request | State | Time |  |
| --- | --- | --- | --- | --- |
| Profile | GET /a | not loaded | – |  |
| Phones | GET /b | loaded | 2026-05-04 11:59:00 UTC | cached |
| E-mails | GET /c | failed: the server failed | – |  |
"""
    )


@pytest.mark.parametrize(
    ("language", "levels", "line"),
    [
        ("en", (), "0 serious signals, 0 warnings, 0 rules without data"),
        ("en", (Level.WARNING,), "0 serious signals, 1 warning, 0 rules without data"),
        (
            "en",
            (Level.SERIOUS, Level.SERIOUS, Level.WARNING, Level.WARNING, *[Level.UNKNOWN] * 3),
            "2 serious signals, 2 warnings, 3 rules without data",
        ),
        ("ro", (Level.SERIOUS,), "1 semnal grav, 0 avertismente, 0 reguli fără date"),
    ],
)
def test_the_verdict_counts(language: str, levels: tuple[Level, ...], line: str) -> None:
    set_language(language)
    assert f"* {line}\n" in report(signals=tuple(map(signal, levels)))


def test_a_company_without_a_name_is_called_by_its_tax_id_and_invented_ones_are_marked() -> None:
    nameless = report(company_name="", invented=True)
    assert nameless.startswith("# 990000013\n\n**Invented data: this company does not exist.**\n")
    assert "Invented" not in report()


def test_years_stand_newest_first_and_remarks_and_files_below() -> None:
    figures = FinancialData(
        turnover=1_234_567,
        credit_risk_score=12_345,
        financial_data=(
            YearlyRecord(turnover=3),
            YearlyRecord(year=2022, turnover=1_000, employee=4),
            YearlyRecord(year=2024, turnover=-2_000),
        ),
    )
    text = body_of(
        figures,
        notes=("Figures are | as told.",),
        sources=(DataSource(source="records", publisher="us", file="a.csv", day="2026-01-02"),),
    )
    assert text.startswith("""\
## A section

| Field | Value |
| --- | --- |
| Credit score | 12345 |
| Turnover | 1,234,567 |

### Annual figures (RON)

| Year | Employees | Turnover |
| --- | --- | --- |
| 2024 | – | −2,000 |
| 2022 | 4 | 1,000 |
| – | – | 3 |

Figures are \\| as told.

Records, us, file of 2 Jan 2026

Not on record: Credit score in words, """)
    assert "2022 Liabilities" in text and "2024 Employees" in text


def test_cases_of_a_page_and_where_there_are_none() -> None:
    case = CourtCase(case_number="7/3/2026", case_category="Civil")
    page = CourtCasePage(court_cases=(case,), total_cases=30, total_pages=3, current_page=1)
    assert (
        body_of(page)
        == """\
## A section

| Field | Value |
| --- | --- |
| Total cases | 30 |

### Court cases

| Case | Category |
| --- | --- |
| 7/3/2026 | Civil |

1 of 30 court cases are listed; the rest cost 3 requests.
"""
    )
    empty = CourtCasePage(total_cases=0)
    assert "\nNo court cases on record.\n" in body_of(empty)
    # Where the source has no cases at all, it says so, and nobody says that there are none.
    assert "No court cases" not in body_of(empty, notes=("This source has no cases.",))
    assert "No court cases" not in body_of(page)


def test_lists_and_flags_are_in_words() -> None:
    assert "| Administrators | ANA POP; ION POP |" in body_of(
        Administrators(administrators=("ANA POP", "ION POP"))
    )
    text = body_of(msgspec.structs.replace(PROFILE, split_vat=False, postal_code=1234))
    assert "| VAT payer | yes |\n| VAT split payment | no |" in text
    assert "| Postal code | 001234 |" in text


MONEY = PublicMoney(
    tax_id="990000013",
    side=SUPPLIER,
    sum=3_000_000,
    count=12,
    years=(
        MoneyYear(year=2023, contracts=ContractSum(count=1, sum=1_000, sum_with_large=None)),
        MoneyYear(
            year=2024,
            contracts=ContractSum(count=2, sum=2_000, sum_with_large=2_000_000_000),
            purchases=MoneySum(count=9, sum=700),
            frameworks=FrameworkCount(count=3),
            share_of_turnover=0.256,
        ),
    ),
    buyers=(
        MoneyPartner(tax_id="990000021", name="ORAS", count=4, sum=900, share=0.5, frameworks=1),
        MoneyPartner(count=1, sum=None),
    ),
    total_buyers=1_200,
    changes=(
        ContractChange(
            date="2024-02-01", number="77", partner_name="ORAS", before=10_000, after=None,
            title="more", source="q1.csv",
        ),
    ),
    set_apart=SetApart(
        reasons=(
            SetApartReason(reason="noValue", count=2), SetApartReason(reason="strange", sum=5),
        )
    ),
)  # fmt: skip


def test_public_money_is_summed_by_year_and_partner() -> None:
    assert (
        body_of(MONEY, notes=("Files of two years.",))
        == """\
## A section

Nominal values awarded, not paid. Frameworks are ceilings and are not summed.

| Won (RON) | Awards |
| --- | --- |
| 3,000,000 | 12 |

### By year, nominal RON

| Year | Contracts | Sum | With those above 1 bn | Purchases | Sum | Frameworks | \
Share of turnover |
| --- | --- | --- | --- | --- | --- | --- | --- |
| 2024 | 2 | 2,000 | 2,000,000,000 | 9 | 700 | 3 | 25.6 % |
| 2023 | 1 | 1,000 | – | – | – | – | – |

### Buyers: the largest 2 of 1,200

| Tax id (CUI) | Name | Awards | Sum | Share | Frameworks |
| --- | --- | --- | --- | --- | --- |
| 990000021 | ORAS | 4 | 900 | 50.0 % | 1 |
|  | a person | 1 | – | – | – |

### Changes after signing

| Date | Number | Other side | Before | After | What | File |
| --- | --- | --- | --- | --- | --- | --- |
| 2024-02-01 | 77 | ORAS | 10,000 | – | more | q1.csv |

### Set apart: counted, not summed

| Why | Awards | Sum |
| --- | --- | --- |
| contracts without a value | 2 | – |
| strange | – | 5 |

Files of two years.
"""
    )


def test_an_authority_buys_and_its_suppliers_may_all_be_shown() -> None:
    authority = msgspec.structs.replace(
        MONEY, side=AUTHORITY, buyers=(), suppliers=MONEY.buyers, total_suppliers=2, changes=()
    )
    text = body_of(authority)
    assert "| Bought (RON) | Awards |" in text and "\n### Suppliers\n" in text
    assert "Changes after signing" not in text and "No public contract" not in text
    bare = body_of(PublicMoney(side=SUPPLIER))
    assert bare.endswith("No public contract or direct purchase in the files that were imported.\n")
    assert "| – | – |" in bare and "###" not in bare


def test_each_contract_says_what_its_value_is() -> None:
    page = ContractPage(
        contracts=(
            Contract(
                nature="framework", date="2024-03-01", buyer_tax_id="990000021", buyer_name="ORAS",
                winner_name="ALFA", winner_tax_id="990000013", value=5_000, cpv="45000000-7",
                title="a | road", number="N1", source="q1.csv", line=7,
            ),
            Contract(nature="purchase", value=900, set_apart="aboveCeiling", buyer_name="ORAS"),
            Contract(nature="new kind", value=None, value_after_changes=1_500),
        ),
        total_contracts=60,
    )  # fmt: skip
    assert (
        body_of(page)
        == """\
## A section

Nominal values awarded, not paid. Frameworks are ceilings and are not summed.

| Date | Nature | Authority | Winner | Value (RON) | After changes | CPV | What | Number | \
File | Line |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 2024-03-01 | framework | ORAS 990000021 | ALFA 990000013 | 5,000 (a ceiling) | – | \
45000000-7 | a \\| road | N1 | q1.csv | 7 |
|  | purchase | ORAS | a person | 900 (set apart) | – |  |  |  |  |  |
|  | new kind |  | a person | – | 1,500 |  |  |  |  |  |

3 of 60 public contracts are listed; the rest cost 1 request.
"""
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, ""),
        (PROFILE, ""),
        (CourtCasePage(), ""),
        (CourtCasePage(court_cases=(CourtCase(),) * 2, total_cases=2, total_pages=1), ""),
        (
            CourtCasePage(court_cases=(CourtCase(),) * 10, total_cases=25, total_pages=3),
            "10 of 25 court cases are listed; the rest cost 2 requests.",
        ),
        (
            CourtCasePage(court_cases=(CourtCase(),) * 10, total_cases=11, total_pages=2),
            "10 of 11 court cases are listed; the rest cost 1 request.",
        ),
        (
            CourtCasePage(total_cases=3),
            "0 of 3 court cases are listed; the rest cost 1 request.",
        ),
        # Without a number of pages, the rest is one page.
        *(
            (
                CourtCasePage(court_cases=(CourtCase(),) * 10, total_cases=25, total_pages=pages),
                "10 of 25 court cases are listed; the rest cost 1 request.",
            )
            for pages in (None, 0, 1)
        ),
        (ContractPage(contracts=(Contract(),), total_contracts=1), ""),
        (
            ContractPage(contracts=(Contract(),), total_contracts=2_002),
            "1 of 2002 public contracts are listed; the rest cost 3 requests.",
        ),
    ],
)
def test_what_is_on_other_pages_is_told_with_its_price(data: Resource | None, said: str) -> None:
    assert missing_rows(data) == said


def test_json_leaves_out_nothing_and_escapes_only_where_it_must() -> None:
    bundle = Evidence(
        tax_id="1", company_name="ȘTEFAN", source="s", invented=False, made_at=MADE_AT,
        sections=(
            loaded(
                MONEY, problem="old", notes=("a note",),
                sources=(DataSource(source="records", file="a.csv", line=3),),
            ),
        ),
        signals=(
            Signal(
                rule="r", title="T", definition="D", level=Level.UNKNOWN, note="N",
                needs=("financial",),
                figures=(figure_of("Equity", 1),),
            ),
            signal(Level.CLEAR),
        ),
    )  # fmt: skip
    text = to_json(bundle)
    assert "ȘTEFAN" in text and text.endswith("}\n")
    assert "\\u0218TEFAN" in to_json(bundle, ascii_only=True)
    read = json.loads(text)
    [section] = read["sections"]
    assert (section["state"], section["problem"], section["notes"]) == ("loaded", "old", ["a note"])
    [source] = section["sources"]
    assert (source["source"], source["file"], source["line"]) == ("records", "a.csv", 3)
    # The other side was not asked for, so nothing is missing there.
    assert not {"suppliers", "totalSuppliers"} & set(section["notFound"])
    assert {"hasOtherSide", "newest", "2023.turnover"} <= set(section["notFound"])
    assert read["signals"][0] == {
        "rule": "r", "title": "T", "definition": "D", "level": "unknown", "note": "N",
        "notLoaded": ["financial"],
        "figures": [
            {"title": "Equity", "value": 1, "unit": "RON", "year": 2024, "field": "equity",
             "operation": "financial"},
        ],
    }  # fmt: skip
    assert read["signals"][1]["note"] is None
