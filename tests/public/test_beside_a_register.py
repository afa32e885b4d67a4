"""Public services with an imported registry beside them: its lists, and today's truth."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.public.conftest import Live, Opener
from tests.public.lookalike.companies import ATELIER, FABRICA, LAST_YEAR, TEXTILE, UNKNOWN
from tests.public.lookalike.process import Lookalike
from tui_app.contract.resources import (
    CompanyProfile,
    Emails,
    FinancialData,
    Phones,
    YearlyRecord,
)
from tui_app.public.register import Register
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.errors import SourceLacksDataError, SourceUnavailableError
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord

YEAR = dt.datetime.now(dt.UTC).year
DAY = f"{YEAR}-09-02T00:00:00.000Z"
WEB_PAGE = "ANAF did not answer: it sent a web page, perhaps of its firewall."
TEXTILE_PROFILE = CompanyProfile(
    tax_id=TEXTILE,
    company_id="J1995900007127",
    company_name="TEXTILE INVENTATE S.A.",
    company_type="SA",
    status="functiune",
    county="Cluj",
    locality="Dej",
    postal_code=405200,
    registration_date="1995-02-01T00:00:00.000Z",
    update_date=DAY,
    founding_year=1995,
    vat=False,
    tax_category="profit",
)


@pytest.fixture
def beside(open_live: Opener, tmp_path: Path) -> Live:
    figures = FinancialData(
        financial_data=(YearlyRecord(year=2016, turnover=5), YearlyRecord(year=2015, turnover=4))
    )
    build(
        [
            CompanyRecord(
                profile=TEXTILE_PROFILE,
                financial=figures,
                emails=Emails(primary_email="a@textile.example"),
                phones=Phones(primary_phone="+40700000001"),
                administrators=("PROBA ANA",),
            ),
            CompanyRecord(
                profile=CompanyProfile(
                    tax_id=UNKNOWN, company_name="NUMAI ÎN REGISTRU SRL", update_date=DAY
                )
            ),
        ],
        tmp_path / "registry.db",
    )
    return open_live(open_registry(tmp_path / "registry.db"))


def test_a_name_finds_in_the_register_and_asks_nobody(beside: Live, lookalike: Lookalike) -> None:
    found = beside.registry.search("textile inv")
    assert [company.tax_id for company in found.companies] == [TEXTILE]
    assert beside.registry.search("no such name").companies == ()
    assert beside.registry.search(TEXTILE).companies == found.companies
    assert lookalike.log() == []


def test_a_tax_id_the_register_lacks_is_looked_up(beside: Live) -> None:
    found = beside.registry.search(ATELIER)
    assert [c.company_name for c in found.companies] == ["ATELIERUL DEMONSTRATIV S.R.L."]


def test_a_search_that_the_register_broke_off_is_not_complete(
    beside: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_: object, **__: object) -> SearchResults:
        return SearchResults((), is_complete=False)

    monkeypatch.setattr(Register, "search", broken_off)
    found = beside.registry.search(ATELIER)
    assert len(found.companies) == 1
    assert not found.is_complete


def test_a_profile_is_today_s_with_what_only_the_register_knows(beside: Live) -> None:
    profile = beside.registry.profile(TEXTILE)
    assert profile is not None
    assert (profile.status, profile.county, profile.vat) == ("inactiva", "Argeș", True)
    assert (profile.tax_category, profile.has_email, profile.has_website) == ("profit", True, None)
    assert profile.registration_date == "1995-02-01T00:00:00.000Z"
    assert profile.has_fin_data is True


def test_a_field_that_differs_is_told_with_both_dates(beside: Live) -> None:
    beside.registry.profile(TEXTILE)
    assert beside.notes("profile", TEXTILE) == [
        "status: functiune in the register of 2 Sep, inactiva at ANAF today",
        "county: Cluj in the register of 2 Sep, Argeș at ANAF today",
        "locality: Dej in the register of 2 Sep, Sat Proba Com. Proba at ANAF today",
        "postal code: 405200 in the register of 2 Sep, 017430 at ANAF today",
        "registration date: 1995-02-01 in the register of 2 Sep, 1995-02-03 at ANAF today",
        "VAT: no in the register of 2 Sep, yes at ANAF today",
    ]
    fields = [note.field for note in beside.controls.remarks("profile", TEXTILE).notes]
    assert fields[0] == "status"
    assert fields[-1] == "VAT"


def test_figures_of_the_register_are_not_asked_for(beside: Live, lookalike: Lookalike) -> None:
    beside.registry.profile(TEXTILE)
    assert beside.controls.wait_for("financial", TEXTILE).requests == LAST_YEAR - 2013 - 2
    data = beside.registry.financial(TEXTILE)
    assert data is not None
    assert [(r.year, r.turnover) for r in data.financial_data] == [(2016, 5), (2015, 4)]
    asked = [int(entry["an"]) for entry in lookalike.log("bilant")]
    assert asked == [LAST_YEAR, LAST_YEAR - 1]
    beside.controls.refresh("financial", TEXTILE)
    renewed = beside.registry.financial(TEXTILE)
    assert renewed is not None
    assert [(r.year, r.turnover) for r in renewed.financial_data] == [
        (2016, 900_000),
        (2015, 950_000),
    ]
    day = dt.datetime.now(dt.UTC).strftime("%-d %b")
    assert beside.notes("financial", TEXTILE)[-2:] == [
        f"turnover 2016: 5 in the register of {day}, 900,000 at ANAF today",
        f"turnover 2015: 4 in the register of {day}, 950,000 at ANAF today",
    ]


def test_contacts_of_the_register_are_there(beside: Live) -> None:
    assert beside.registry.emails(TEXTILE) == Emails(primary_email="a@textile.example")
    administrators = beside.registry.administrators(TEXTILE)
    assert administrators is not None
    assert administrators.administrators == ("PROBA ANA",)
    assert beside.registry.phones(TEXTILE) == Phones(primary_phone="+40700000001")


def test_what_neither_knows_is_not_known(beside: Live) -> None:
    for ask in (
        lambda: beside.registry.emails(FABRICA),
        lambda: beside.registry.websites(TEXTILE),
        lambda: beside.registry.administrators(UNKNOWN),
    ):
        with pytest.raises(SourceLacksDataError):
            ask()


def test_a_company_that_anaf_does_not_know_is_the_register_s(beside: Live) -> None:
    profile = beside.registry.profile(UNKNOWN)
    assert profile is not None
    assert profile.company_name == "NUMAI ÎN REGISTRU SRL"
    assert beside.notes("profile", UNKNOWN) == [
        "ANAF does not know this company. This is the register of 2 Sep."
    ]
    cases = beside.registry.court_cases(UNKNOWN, 1)
    assert cases is not None
    assert cases.total_cases == 0


def test_when_anaf_does_not_answer_the_register_stands_in(
    beside: Live, lookalike: Lookalike
) -> None:
    lookalike.misbehave("html-200")
    profile = beside.registry.profile(TEXTILE)
    assert profile is not None
    assert profile == replace(TEXTILE_PROFILE, **_flags(profile))
    assert beside.notes("profile", TEXTILE) == [f"{WEB_PAGE} This is the register of 2 Sep."]
    assert beside.controls.remarks("profile", TEXTILE).complete is False
    figures, phones = beside.registry.financial(TEXTILE), beside.registry.phones(TEXTILE)
    assert figures is not None
    assert [(r.year, r.turnover) for r in figures.financial_data] == [(2016, 5), (2015, 4)]
    assert phones == Phones(primary_phone="+40700000001")
    today = dt.datetime.now(dt.UTC).strftime("%-d %b")
    for name in ("financial", "phones"):
        assert beside.notes(name, TEXTILE) == [f"{WEB_PAGE} This is the register of {today}."]
        assert beside.controls.remarks(name, TEXTILE).complete is False
    for ask in (beside.registry.financial, beside.registry.phones):
        with pytest.raises(SourceUnavailableError):
            ask(UNKNOWN)


def test_what_anaf_leaves_empty_is_the_register_s(beside: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("bare")
    profile = beside.registry.profile(TEXTILE)
    assert profile is not None
    assert (profile.company_name, profile.status) == ("TEXTILE INVENTATE S.A.", "functiune")
    cases = beside.registry.court_cases(TEXTILE, 1)
    assert cases is not None
    (asked,) = lookalike.log("courts")
    assert "<numeParte>TEXTILE INVENTATE SA</numeParte>" in asked["body"]


def test_the_day_for_taxes_is_told_where_the_register_has_none(
    open_live: Opener, tmp_path: Path
) -> None:
    record = CompanyRecord(profile=replace(TEXTILE_PROFILE, registration_date=None))
    build([record], tmp_path / "registry.db")
    live = open_live(open_registry(tmp_path / "registry.db"))
    profile = live.registry.profile(TEXTILE)
    assert profile is not None
    assert profile.registration_date == "1995-02-03T00:00:00.000Z"
    assert "The registration date is the one for tax purposes." in live.notes("profile", TEXTILE)


def _flags(profile: CompanyProfile) -> dict[str, object]:
    names = [n for n in CompanyProfile.__struct_fields__ if n.startswith("has_")]
    return {name: getattr(profile, name) for name in names}
