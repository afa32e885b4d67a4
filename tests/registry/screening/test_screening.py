"""Screening against a look at every record, over generated companies and criteria."""

from __future__ import annotations

import statistics
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import FrozenBitMap

from tests.registry.screening.companies import COMPANIES, SECTIONS
from tests.registry.screening.oracle import Company
from tests.registry.screening.rows import rows_of
from tests.sample.tax_ids import with_control_digit
from tui_app.contract.resources import (
    CompanyProfile,
    FinancialData,
    YearlyRecord,
)
from tui_app.contract.screening.criteria import Value
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ORDERS, FacetValue
from tui_app.registry.screening import engine, selection
from tui_app.registry.screening.bitmap_index import BitmapIndex
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile


def values_of(kind: str) -> st.SearchStrategy[str]:
    bound = {
        "amount": st.sampled_from(["0", "1", "999", "1K", "-5", "-1K", "0.1M", "8.05B", "50"]),
        "percent": st.sampled_from(["0", "-100", "12.5", "0.01", "100", "33.33", "900", "-0.5"]),
        "year": st.sampled_from(["1990", "1991", "1992", "2020", "2025"]),
        "day": st.sampled_from(["2020", "2020-05", "2020-05-14", "2021-01-15", "1991-12-31"]),
    }[kind]  # fmt: skip
    signed = st.tuples(st.sampled_from([">", "<", ">=", "<=", ""]), bound).map("".join)
    ranged = st.tuples(bound, bound).map(lambda two: f"{two[0]}..{two[1]}")
    open_ = bound.map(lambda one: f"{one}..") | bound.map(lambda one: f"..{one}")
    return signed | ranged | open_


FIELDS = {
    "county": st.sampled_from(["Cluj", "CJ", "b", "bucurești", '"Satu Mare"', "Iasi"]),
    "form": st.sampled_from(["SRL", "s.r.l.", "SRL-D", "srl-d", "SA", "PFA", "SNC"]),
    "status": st.sampled_from(["active", "struck_off", "bankrupt", "dissolved", "other"]),
    "locality": st.sampled_from(
        ["Dej", "cluj-napoca", '"Sectorul 3"', "bucuresti", '"sector 3"', '"bucurești sector 1"',
         "sector", "mare", "nimic"]
    ),
    "caen": st.sampled_from(
        ["62", "6201", "J", "g", "K/3", "E", "A", "11", "0111", "111", "K", "62.01", "software",
         '"comert amanuntul"']
    ),
    "name": st.sampled_from(["petro", "PETROTERM", "a", "ag", "vest", '"nord petro"', "ștefan"]),
    "founded": values_of("year"),
    "registered": values_of("day"),
    **dict.fromkeys(["turnover", "profit", "employees", "equity", "losses"], values_of("amount")),
    **dict.fromkeys(["margin", "growth"], values_of("percent")),
}  # fmt: skip
FLAGS = ("vat", "phone", "email", "website", "cases", "active", "bankrupt")


def is_readable(line: str) -> bool:
    try:
        parse(line)
    except ValueError:  # a range from more to less
        return False
    return True


criteria = st.one_of(
    st.sampled_from(sorted(FIELDS)).flatmap(
        lambda field: st.lists(FIELDS[field], min_size=1, max_size=3).map(
            lambda values: f"{field}:{','.join(values)}"
        )
    ),
    st.sampled_from(FLAGS),
)
lines = (
    st.lists(st.tuples(st.sampled_from(["", "", "not "]), criteria).map("".join), max_size=4)
    .map(" ".join)
    .filter(is_readable)
)


@given(line=lines)
def test_a_screen_finds_what_a_look_at_every_record_finds(
    registry: RegistryFile, companies: list[Company], line: str
) -> None:
    screen = parse(line)
    expected = {each.tax_id for each in companies if each.fulfils(screen)}
    rows = rows_of(registry, line)
    assert len(rows) == len({row.tax_id for row in rows})
    assert {row.tax_id for row in rows} == expected


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_every_field_finds_somebody_and_leaves_somebody_out(
    registry: RegistryFile, companies: list[Company], field: str
) -> None:
    """Otherwise the comparison above would not cover it."""
    some = {
        "county": "CJ", "form": "SRL", "status": "active", "locality": "Dej", "caen": "62",
        "name": "petro", "founded": "1991", "registered": "2020-05", "margin": ">0", "growth": ">0",
    }  # fmt: skip
    line = f"{field}:{some.get(field, '>0')}"
    found = {row.tax_id for row in rows_of(registry, line)}
    rest = {row.tax_id for row in rows_of(registry, f"not {line}")}
    assert found and rest and not found & rest and len(found | rest) == COMPANIES


def test_rows_say_what_the_records_say(registry: RegistryFile, companies: list[Company]) -> None:
    known = {each.tax_id: each for each in companies}
    for row in rows_of(registry, ""):
        own = known[row.tax_id]
        profile = own.record.profile
        assert (row.company_name, row.company_id, row.status, row.county) == (
            profile.company_name, profile.company_id, profile.status, profile.county,
        )  # fmt: skip
        assert row.caen == (profile.caen[-1] if profile.caen else None)
        figures = (row.turnover, row.net_profit, row.employee, row.equity, row.loss_years)
        fields = ("turnover", "profit", "employees", "equity", "losses")
        assert figures == tuple(own.of[field] for field in fields)
        assert row.statement_year == own.year and row.vat == profile.vat
        for share, field in ((row.margin, "margin"), (row.growth, "growth")):
            exact = own.of[field]
            assert share == (None if exact is None else pytest.approx(float(exact)))
        flags = (row.has_phone, row.has_email, row.has_website, row.has_court_cases)
        assert flags == tuple(own.of[flag] for flag in ("phone", "email", "website", "cases"))


def counts(values: tuple[FacetValue, ...]) -> dict[str, int]:
    return {value.value: value.companies or 0 for value in values}


def section_on_record(company: Company) -> str:
    """Letter and revision, as the titles in the tests' own list tell."""
    path = company.record.profile.caen
    if len(path) == 1:
        # Of 62 both revisions have a section of their own.
        return {"3700": "E", "111 ": "A", "1101": "C", "6209": ""}[path[0][:4]]
    return SECTIONS.get(path[0], path[0][0]) if path else ""


@pytest.mark.parametrize("line", ["", "county:Cluj", "vat not phone", "name:nobody"])
def test_facets_are_those_of_a_look_at_every_record(
    registry: RegistryFile, companies: list[Company], line: str
) -> None:
    found = [each for each in companies if each.fulfils(parse(line))]
    facets = registry.screen_facets(parse(line))
    assert facets.total_companies == facets.counted_companies == len(found)
    classes = Counter(row.status_class for row in rows_of(registry, line))
    assert counts(facets.status_classes) == dict(classes)
    for values in (facets.counties, facets.company_types, facets.caen_sections, facets.sizes):
        assert sum(counts(values).values()) == len(found)
    sections = Counter(section_on_record(each) for each in found)
    assert counts(facets.caen_sections) == dict(sections)
    for own in (facets.counties, facets.company_types, facets.caen_sections,
                facets.status_classes, facets.sizes):  # fmt: skip
        for value in own:
            if value.criterion is not None:
                narrowed = registry.screen(parse(f"{line} {value.criterion}"), "taxId", 1, "")
                assert narrowed.total_companies == value.companies
            else:
                assert value.value in {"", "Undeva", "Altceva", "SRL"}
    for field, summary in (("turnover", facets.turnover), ("employees", facets.employee)):
        known = [each.of[field] for each in found if each.of[field] is not None]
        assert summary.companies == len(known)
        assert summary.total == (sum(known) if known else None)
        assert summary.median == (statistics.median(known) if known else None)


HOSTILE = (
    "'; DROP TABLE company; --",
    '" OR 1=1 --',
    "%",
    "_",
    "*",
    "a' UNION SELECT 1",
    "\\",
    ")",
    "x\u0000y",
)


@pytest.mark.parametrize("field", ["name", "locality", "caen"])
@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_a_statement(registry: RegistryFile, field: str, text: str) -> None:
    quoted = text.replace('"', '""')
    try:
        screen = parse(f'{field}:"{quoted}"')
    except ValueError:
        return
    total = registry.screen(screen, "-turnover", 5, "").total_companies
    assert total is not None and total < COMPANIES
    registry.screen_facets(screen)
    assert registry.screen(parse(""), "-turnover", 5, "").total_companies == COMPANIES


def test_the_latest_of_a_year_that_is_told_twice(tmp_path: Path) -> None:
    years = (
        YearlyRecord(year=2024, turnover=5),
        YearlyRecord(year=2024, turnover=100, net_profit=-1),
        YearlyRecord(year=2023, turnover=50, net_profit=-3),
        YearlyRecord(year=2023, net_profit=-3),
    )
    path = tmp_path / "registry.db"
    record = CompanyRecord(
        profile=CompanyProfile(tax_id="990000013"),
        financial=FinancialData(financial_data=years),
    )
    build([record], path, invented=True)
    with closing(RegistryFile(path)) as registry:
        (row,) = registry.screen(parse("growth:100"), "-turnover", 5, "").companies
        assert (row.turnover, row.loss_years, row.growth) == (100, 2, 100.0)


def test_the_forms_of_a_selection_lead_to_their_companies(tmp_path: Path) -> None:
    """An SRL-D is an SRL, by its form or its name; a form that a name contradicts has none."""
    forms = (
        ("STEJARUL SRL", "SRL"), ("FAGUL SRL-D", "SRL-D"), ("CARPENUL S.R.L.-D.", "S.R.L.-D"),
        ("ULMUL SRL-D.", None), ("TEIUL SA", "SA"), ("PLOPUL", None),
    )  # fmt: skip

    def found(*more: tuple[str, str | None]) -> tuple[set[tuple[str, int, str | None]], set[str]]:
        path = tmp_path / f"{len(more)}.db"
        records = [
            CompanyRecord(
                profile=CompanyProfile(tax_id=str(number), company_name=name, company_type=form)
            )
            for number, (name, form) in enumerate((*forms, *more), 990_000_100)
        ]
        build(records, path, invented=True)
        with closing(RegistryFile(path)) as registry:
            values = registry.screen_facets(parse("")).company_types
            others = {row.company_name for row in rows_of(registry, "not form:SRL")}
            return {(v.value, v.companies or 0, v.criterion) for v in values}, others

    facets, others = found()
    assert facets == {("SRL", 4, "form:SRL"), ("SA", 1, "form:SA"), ("", 1, None)}
    assert others == {"TEIUL SA", "PLOPUL"}
    facets, others = found(("SALCIA SRL-D", "SA"))
    assert facets == {("SRL", 4, None), ("SA", 2, "form:SA"), ("", 1, None)}
    assert others == {"TEIUL SA", "PLOPUL"}


def test_growth_is_only_that_from_the_year_before(tmp_path: Path) -> None:
    def record(tax_id: str, *years: int) -> CompanyRecord:
        data = tuple(YearlyRecord(year=year, turnover=year) for year in years)
        figures = FinancialData(turnover=max(years), turnover_prev_year=100, financial_data=data)
        return CompanyRecord(profile=CompanyProfile(tax_id=tax_id), financial=figures)

    path = tmp_path / "registry.db"
    records = [record("990000013", 2019, 2023), record("990000021", 2022, 2023)]
    build([*records, record("990000030", 2023)], path, invented=True)
    with closing(RegistryFile(path)) as registry:
        rows = {row.tax_id: row.growth for row in rows_of(registry, "")}
        assert rows == {
            "990000013": None, "990000021": pytest.approx(100 / 2022), "990000030": None,
        }  # fmt: skip
        assert [row.tax_id for row in rows_of(registry, "growth:>-100")] == ["990000021"]


def test_a_year_that_few_companies_have_is_not_the_newest_of_the_source(tmp_path: Path) -> None:
    def record(number: int, *years: int) -> CompanyRecord:
        data = tuple(YearlyRecord(year=year, turnover=1) for year in years)
        profile = CompanyProfile(tax_id=with_control_digit(f"99{number:06}"))
        return CompanyRecord(profile=profile, financial=FinancialData(financial_data=data))

    for place, (stray, newest) in enumerate(((1, 2024), (4, 2025))):
        records = [record(number, 2023, 2024) for number in range(30)]
        records += [record(100 + number, 2025) for number in range(stray)]
        path = tmp_path / f"{place}.db"
        build(records, path, invented=True)
        with closing(RegistryFile(path)) as registry:
            assert registry.info.newest_year == newest


def test_an_empty_registry_has_an_empty_screen(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    build([], path, invented=True)
    with closing(RegistryFile(path)) as registry:
        for order in ORDERS:
            page = registry.screen(parse("turnover:>1"), order, 5, "")
            assert page.companies == () and page.total_companies == 0
        assert registry.screen_facets(parse("")).total_companies == 0


def test_repeated_values_and_ranges_that_overlap_are_looked_up_once(
    registry: RegistryFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[object] = []
    having = selection._having

    def counted(index: BitmapIndex, field: str, value: Value) -> FrozenBitMap:
        looked_up.append(value)
        return having(index, field, value)

    monkeypatch.setattr(selection, "_having", counted)
    for once, often in (
        ("turnover:>1K", "turnover:" + ",".join(f">{n}K" for n in range(1, 90))),
        ("county:Cluj", " ".join(["county:CJ"] * 60)),
        ("name:petro,ag", "name:" + ",".join(["petro", "ag"] * 60)),
    ):
        looked_up.clear()
        found = [row.tax_id for row in rows_of(registry, often)]
        assert len(looked_up) <= 2
        assert found == [row.tax_id for row in rows_of(registry, once)]


def test_when_the_time_is_over_it_says_so_and_tells_nobody_wrongly(
    registry: RegistryFile, companies: list[Company], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SECONDS", -1.0)
    excluded = registry.screen(parse("not county:Cluj,b"), "-turnover", 50, "")
    assert excluded.companies == () and not excluded.total_is_exact
    for line in ("county:Cluj,b locality:Dej,mare", "vat county:Cluj not form:SRL", "phone"):
        page = registry.screen(parse(f"{line} name:petro,a,ag"), "-turnover", 50, "")
        expected = {each.tax_id for each in companies if each.fulfils(parse(line))}
        assert not page.total_is_exact
        assert {row.tax_id for row in page.companies} <= expected
        facets = registry.screen_facets(parse(f"{line} name:petro,a,ag"))
        assert facets.is_partial and facets.counted_companies == page.total_companies
    assert registry.screen(parse("vat phone"), "-turnover", 5, "").total_is_exact
    monkeypatch.undo()
    whole = registry.screen(parse("county:Cluj,b locality:Dej,mare"), "-turnover", 5, "")
    assert whole.total_is_exact
