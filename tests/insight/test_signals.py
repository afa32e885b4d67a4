"""Every signal on cases made by hand, and what must hold for any company."""

from __future__ import annotations

import datetime as dt
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData, YearlyRecord
from tui_app.insight import figure_rules
from tui_app.insight.figures import YEARLY_LABELS, Facts, Value
from tui_app.insight.rules import Level
from tui_app.insight.signals import RULES, Signal, signals, summarise

TODAY = dt.date(2025, 11, 22)
"""The statement for 2024 was due by 31 May 2025."""

SERIOUS, WARNING, UNKNOWN, CLEAR = Level.SERIOUS, Level.WARNING, Level.UNKNOWN, Level.CLEAR


def signal(rule: str, facts: Facts, today: dt.date = TODAY) -> Signal:
    [found] = [each for each in signals(facts, today) if each.rule == rule]
    return found


def level(rule: str, *years: YearlyRecord) -> Level:
    return signal(rule, Facts(financial=FinancialData(financial_data=years))).level


def y(year: int, **figures: int) -> YearlyRecord:
    return YearlyRecord(year=year, **figures)


@pytest.mark.parametrize(
    ("rule", "figures", "expected"),
    [
        ("negative_equity", {"equity": -1}, SERIOUS),
        ("negative_equity", {"equity": 0}, CLEAR),
        ("negative_equity", {}, UNKNOWN),
        ("debts_above_assets", {"debts": 11, "fixed_assets": 4, "current_assets": 6}, SERIOUS),
        ("debts_above_assets", {"debts": 10, "fixed_assets": 4, "current_assets": 6}, CLEAR),
        ("debts_above_assets", {"debts": 11, "fixed_assets": 4}, UNKNOWN),
        ("debts_above_assets", {"debts": 11, "current_assets": 4}, UNKNOWN),
        ("debts_above_assets", {"fixed_assets": 4, "current_assets": 6}, UNKNOWN),
        ("current_ratio", {"current_assets": 99, "debts": 100}, WARNING),
        ("current_ratio", {"current_assets": 100, "debts": 100}, CLEAR),
        ("current_ratio", {"current_assets": 100, "debts": 0}, CLEAR),
        ("current_ratio", {"current_assets": 100}, UNKNOWN),
        ("current_ratio", {"debts": 0}, UNKNOWN),
        ("no_employees", {"employee": 0}, WARNING),
        ("no_employees", {"employee": 1}, CLEAR),
        ("no_employees", {}, UNKNOWN),
        ("no_employees", {"employee": -1}, UNKNOWN),
    ],
)
def test_the_latest_year_is_judged(rule: str, figures: dict[str, int], expected: Level) -> None:
    # The years before say the opposite, and must not count.
    bad = {"equity": -9, "debts": 99, "fixed_assets": 1, "current_assets": 1, "employee": 0}
    good = {"equity": 9, "debts": 1, "fixed_assets": 9, "current_assets": 9, "employee": 9}
    for before in (bad, good):
        assert level(rule, y(2023, **before), y(2024, **figures)) is expected
        assert level(rule, y(2024, **figures), y(2023, **before)) is expected


@pytest.mark.parametrize(
    ("profits", "expected"),
    [
        ({2024: -1, 2023: -1}, WARNING),
        ({2024: -1, 2023: -1, 2022: 5}, WARNING),
        ({2024: -1, 2023: -1, 2022: -1}, SERIOUS),
        ({2024: -1, 2023: 1}, CLEAR),
        ({2024: 1, 2023: -1, 2022: -1}, CLEAR),
        ({2024: 0, 2023: -1}, CLEAR),
        ({2024: -1, 2023: None}, UNKNOWN),
        ({2024: -1}, UNKNOWN),
        ({2024: None, 2023: -1, 2022: -1}, UNKNOWN),
        ({2024: -1, 2022: -1, 2021: -1}, UNKNOWN),  # 2023 is not on record
        ({2024: -1, 2023: -1, 2021: -1}, WARNING),  # a hole ends the row
        ({2024: -1, 2023: -1, 2022: None}, WARNING),
    ],
)
def test_losses_in_a_row(profits: dict[int, int | None], expected: Level) -> None:
    years = [YearlyRecord(year=year, net_profit=profit) for year, profit in profits.items()]
    assert level("losses", *years) is expected


def test_a_row_of_losses_is_not_counted_where_the_latest_year_is_unknown() -> None:
    def counted(*profits: int | None) -> Value:
        years = [YearlyRecord(year=2020 + n, net_profit=p) for n, p in enumerate(profits)]
        return (
            signal("losses", Facts(financial=FinancialData(financial_data=tuple(years))))
            .figures[-1]
            .value
        )

    assert counted(-1, -1, None) is None
    assert counted(-1, -1, 5) == 0
    assert counted(None, -1) == 1


@pytest.mark.parametrize(
    ("turnovers", "expected"),
    [
        ({2024: 49, 2023: 100}, WARNING),
        ({2024: 50, 2023: 100}, CLEAR),  # by half is not by more than half
        ({2024: 0, 2023: 0}, CLEAR),
        ({2024: 0, 2023: 1}, WARNING),
        ({2024: 200, 2023: 100}, CLEAR),
        ({2024: -1, 2023: 1}, WARNING),
        ({2024: -1, 2023: -1}, UNKNOWN),
        ({2024: 1}, UNKNOWN),
        ({2024: 1, 2022: 100}, UNKNOWN),  # 2023 is not on record
        ({2024: None, 2023: 100}, UNKNOWN),
        ({2024: 1, 2023: None}, UNKNOWN),
    ],
)
def test_turnover_down_by_more_than_half(turnovers: dict[int, int | None], expected: Level) -> None:
    years = [YearlyRecord(year=year, turnover=value) for year, value in turnovers.items()]
    assert level("turnover_halved", *years) is expected


@pytest.mark.parametrize(
    ("years", "founded", "today", "expected"),
    [
        ((2024,), 2010, TODAY, CLEAR),
        ((2023,), 2010, TODAY, WARNING),
        ((2023,), None, TODAY, WARNING),  # it existed in 2023
        ((2025, 2023), 2010, TODAY, WARNING),
        ((), 2010, TODAY, WARNING),
        ((), 2024, TODAY, WARNING),  # founded in the year itself
        ((), 2025, TODAY, CLEAR),
        ((), None, TODAY, UNKNOWN),
        ((2023,), 2010, dt.date(2025, 5, 31), CLEAR),  # 2024 is not overdue yet
        ((2023,), 2010, dt.date(2025, 6, 1), WARNING),
    ],
)
def test_no_statement_for_the_last_due_year(
    years: tuple[int, ...], founded: int | None, today: dt.date, expected: Level
) -> None:
    facts = Facts(
        profile=CompanyProfile(founding_year=founded),
        financial=FinancialData(financial_data=tuple(YearlyRecord(year=year) for year in years)),
    )
    assert signal("no_statement", facts, today).level is expected


def test_statements_of_a_company_without_any() -> None:
    none = CompanyProfile(founding_year=2010, has_fin_data=False)
    assert signal("no_statement", Facts(profile=none)).level is WARNING
    assert signal("negative_equity", Facts(profile=none)).level is UNKNOWN
    assert signal("negative_equity", Facts(profile=none)).needs == ()
    registered = CompanyProfile(registration_date="2025-02-03T00:00:00.000Z", has_fin_data=False)
    assert signal("no_statement", Facts(profile=registered)).level is CLEAR
    gone = CompanyProfile(status="radiata", founding_year=2010, has_fin_data=False)
    assert signal("no_statement", Facts(profile=gone)).level is CLEAR


def test_no_statement_is_missing_of_a_year_that_the_source_lacks() -> None:
    facts = Facts(
        profile=CompanyProfile(founding_year=2010),
        financial=FinancialData(financial_data=(y(2022),)),
    )
    for newest, expected in ((None, WARNING), (2022, UNKNOWN), (2023, WARNING), (2025, WARNING)):
        known = msgspec.structs.replace(facts, newest_year=newest)
        assert signal("no_statement", known).level is expected
    # A company that is younger than the newest statements cannot be in them.
    young = msgspec.structs.replace(facts, financial=FinancialData(), newest_year=2022)
    for founded, expected in ((2022, WARNING), (2024, UNKNOWN), (2025, CLEAR)):
        profile = CompanyProfile(founding_year=founded)
        known = msgspec.structs.replace(young, profile=profile)
        assert signal("no_statement", known).level is expected


def test_an_answer_that_is_only_a_part_proves_no_absence() -> None:
    some = Facts(
        profile=CompanyProfile(founding_year=2010),
        financial=FinancialData(financial_data=(y(2023),)),
        cases=(CourtCase(case_category="Civil"),),
        total_cases=1,
    )
    parts = msgspec.structs.replace(some, incomplete=frozenset(("financial", "court_cases")))
    for rule, whole in (("no_statement", WARNING), ("bankruptcy_debtor", CLEAR)):
        assert (signal(rule, some).level, signal(rule, parts).level) == (whole, UNKNOWN)
    debtor = CourtCase(case_category="Faliment", party_status="Debitor")
    assert signal("bankruptcy_debtor", msgspec.structs.replace(parts, cases=(debtor,))).level is (
        SERIOUS
    )
    in_all = {each.label: each.value for each in signal("bankruptcy_debtor", parts).figures}
    assert in_all["Total cases"] is None


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("functiune", CLEAR),
        ("Funcțiune", CLEAR),
        ("FUNCŢIUNE", CLEAR),  # with a cedilla
        ("funct\u0326iune", CLEAR),
        ("dizolvata", SERIOUS),
        ("dizolvare", SERIOUS),
        ("lichidare", SERIOUS),
        ("insolventa", SERIOUS),
        ("FALIMENT", SERIOUS),
        ("radiere", SERIOUS),
        ("radiată din data 14.05.2020", SERIOUS),
        ("suspendare activitate", WARNING),
        ("reorganizare - fuziune prin absorbtie", WARNING),
        ("inactiva", CLEAR),
        ("ceva nou", UNKNOWN),
        (None, UNKNOWN),
    ],
)
def test_the_status(status: str | None, expected: Level) -> None:
    assert signal("status", Facts(profile=CompanyProfile(status=status))).level is expected
    if status is not None:
        # A list's word does as well, without a request.
        found = signal("status", Facts(status=status))
        assert found.level is expected and found.needs == ()


@pytest.mark.parametrize(
    ("status", "expected"),
    [("inactiva", SERIOUS), ("inactiv, dizolvata", SERIOUS), ("functiune", CLEAR), (None, UNKNOWN)],
)
def test_inactive_for_tax(status: str | None, expected: Level) -> None:
    with_taxes = Facts(profile=CompanyProfile(status=status, vat=False))
    assert signal("inactive", with_taxes).level is expected


@pytest.mark.parametrize("status", ["functiune", "dizolvata", "ceva nou"])
def test_only_the_tax_administration_clears_of_being_inactive(status: str) -> None:
    for facts in (Facts(status=status), Facts(profile=CompanyProfile(status=status))):
        assert signal("inactive", facts).level is UNKNOWN
    assert signal("inactive", Facts(status="inactiva")).level is SERIOUS


def test_a_year_that_was_not_looked_at_clears_of_nothing() -> None:
    old = FinancialData(
        financial_data=tuple(
            y(
                year,
                equity=5,
                debts=1,
                fixed_assets=9,
                current_assets=9,
                employee=9,
                turnover=50,
                net_profit=5,
            )
            for year in (2021, 2022)
        )
    )
    rules = {each.name for each in figure_rules.RULES}
    cut = signals(Facts(financial=old, incomplete=frozenset({"financial"})), TODAY)
    assert all(each.level is UNKNOWN for each in cut if each.rule in rules)
    whole = signals(Facts(financial=old), TODAY)
    assert {each.level for each in whole if each.rule in rules} == {CLEAR, WARNING}


@pytest.mark.parametrize(
    ("vat", "seen", "expected"),
    [
        (True, None, CLEAR),
        (True, dt.date(2025, 1, 1), CLEAR),
        (False, dt.date(2025, 1, 1), WARNING),
        (False, None, UNKNOWN),
        (None, dt.date(2025, 1, 1), UNKNOWN),
    ],
)
def test_vat_cancelled(vat: bool | None, seen: dt.date | None, expected: Level) -> None:
    facts = Facts(profile=CompanyProfile(vat=vat), vat_seen_on=seen)
    assert signal("vat_cancelled", facts).level is expected


@pytest.mark.parametrize(
    ("category", "role", "expected"),
    [
        ("Faliment", "Debitor", SERIOUS),
        ("faliment", "Intimat Debitoare", SERIOUS),
        ("Faliment", "Creditor", CLEAR),
        ("Faliment", "Administrator judiciar", CLEAR),
        ("Faliment", "Administrator special debitor", CLEAR),
        ("Faliment", "Lichidator debitoare", CLEAR),
        ("Faliment", "DEBITOARE prin administrator judiciar", SERIOUS),
        ("Faliment", "IntimatDebitor", SERIOUS),
        ("Faliment", "AdministratorJudiciarDebitor", CLEAR),
        ("Civil", "Debitor", CLEAR),
        (None, None, CLEAR),
    ],
)
def test_debtor_in_a_bankruptcy_case(
    category: str | None, role: str | None, expected: Level
) -> None:
    case = CourtCase(case_number="7/3/2025", case_category=category, party_status=role)
    other = CourtCase(case_category="Civil", party_status="Reclamant")
    found = signal("bankruptcy_debtor", Facts(cases=(other, case), total_cases=2))
    assert found.level is expected
    if expected is SERIOUS:
        assert "7/3/2025" in [figure.value for figure in found.figures]
    # With more cases than were looked at, what was not found may still be there.
    partly = signal("bankruptcy_debtor", Facts(cases=(other, case), total_cases=3))
    assert partly.level is (SERIOUS if expected is SERIOUS else UNKNOWN)


def test_what_was_not_loaded_is_named_and_what_is_known_is_said_at_once() -> None:
    found = signals(Facts(status="radiata"), TODAY)
    assert found[0].rule == "status" and found[0].level is SERIOUS
    summary = summarise(found)
    assert (summary.serious, summary.warnings) == (1, 0)
    assert set(summary.needs) == {"profile", "financial", "court_cases"}
    assert summary.serious + summary.warnings + summary.unknown + summary.clear == len(RULES)


def test_statements_that_were_not_loaded_are_not_missing() -> None:
    known = CompanyProfile(founding_year=2010, has_fin_data=True)
    for profile in (None, known, CompanyProfile(founding_year=2010)):
        found = signal("no_statement", Facts(profile=profile))
        assert (found.level, found.needs) == (UNKNOWN, ("financial",))
    loaded = Facts(profile=known, financial=FinancialData())
    assert signal("no_statement", loaded).level is WARNING
    assert signal("no_statement", Facts(profile=known, status="radiata")).level is CLEAR


def test_evidence_of_a_case_names_the_operation_of_each_value() -> None:
    case = CourtCase(
        case_number="7/3/2025", case_category="Faliment", party_status="Debitor",
        institution="Tribunalul Cluj", date="2025-02-03T00:00:00.000Z",
    )  # fmt: skip
    figures = signal("bankruptcy_debtor", Facts(cases=(case,), total_cases=1)).figures
    assert {each.source for each in figures} == {"court_cases"}
    assert {each.field: each.value for each in figures}["date"] == "2025-02-03"
    status = signal("status", Facts(profile=CompanyProfile(status="radiata"))).figures
    assert {each.source for each in status} == {"profile"}


def test_the_gravest_come_first_and_are_counted() -> None:
    facts = Facts(
        profile=CompanyProfile(status="functiune", founding_year=2010, vat=True),
        financial=FinancialData(financial_data=(y(2023, equity=-5, employee=0),)),
    )
    found = signals(facts, TODAY)
    assert [each.level for each in found] == sorted(
        (each.level for each in found), key=[SERIOUS, WARNING, UNKNOWN, CLEAR].index
    )
    # Negative equity; no employees and no statement for 2024.
    summary = summarise(found)
    assert (summary.serious, summary.warnings) == (1, 2)


def test_evidence_names_value_year_and_source() -> None:
    facts = Facts(financial=FinancialData(financial_data=(y(2024, equity=-15_000),)))
    [figure] = signal("negative_equity", facts).figures
    assert (figure.value, figure.year, figure.field, figure.source) == (
        -15_000,
        2024,
        "equity",
        "financial",
    )


amounts = st.one_of(st.none(), st.integers(-3, 3))
years = st.lists(
    st.builds(
        YearlyRecord,
        year=st.integers(2021, 2025),
        **dict.fromkeys(YEARLY_LABELS, amounts),
    ),
    max_size=4,
    unique_by=lambda record: record.year,
)
JUDGED = {"negative_equity", "debts_above_assets", "current_ratio", "turnover_halved"} | {
    "no_employees"
}


@given(years)
def test_nothing_is_judged_without_its_numbers(records: list[YearlyRecord]) -> None:
    facts = Facts(financial=FinancialData(financial_data=tuple(records)))
    for found in signals(facts, TODAY):
        if found.level is not UNKNOWN:
            assert found.figures
        if found.rule in JUDGED and found.level in (SERIOUS, WARNING):
            assert all(figure.value is not None and figure.year for figure in found.figures)


@given(years)
def test_the_order_of_years_does_not_matter(records: list[YearlyRecord]) -> None:
    one, *others = (
        signals(Facts(financial=FinancialData(financial_data=order)), TODAY)
        for order in permutations(records)
    )
    assert all(other == one for other in others)
