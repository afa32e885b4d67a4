"""The nine operations from public services alone."""

from __future__ import annotations

import datetime as dt
import json
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.public.conftest import Live
from tests.public.lookalike.companies import (
    ATELIER,
    FABRICA,
    LAST_YEAR,
    NGO,
    STRUCK_OFF,
    TEXTILE,
    UNKNOWN,
)
from tests.public.lookalike.process import Lookalike
from tests.waiting import until
from tui_app import __version__
from tui_app.contract.resources import CompanyProfile, CompanySummary, Phones, YearlyRecord
from tui_app.public.merging import merge_phones
from tui_app.public.profile import company_type
from tui_app.public.taxpayers import Taxpayer
from tui_app.registry.errors import SourceLacksDataError, SourceUnavailableError


def test_a_profile_has_the_fields_that_anaf_knows(live: Live) -> None:
    profile = live.registry.profile(ATELIER)
    today = dt.datetime.now(dt.UTC).date().isoformat()
    assert profile == CompanyProfile(
        tax_id=ATELIER,
        company_id="J03/900176/2018",
        company_name="ATELIERUL DEMONSTRATIV S.R.L.",
        company_type="SRL",
        status="functiune",
        county="Argeș",
        locality="Sat Proba Com. Proba",
        street_name="Str. Model",
        street_nr="94",
        postal_code=17430,
        full_address="JUD. ARGEȘ, SAT PROBA COM. PROBA, STR. MODEL, NR.94, ET.PARTER",
        registration_date="2018-01-25T00:00:00.000Z",
        update_date=f"{today}T00:00:00.000Z",
        founding_year=2018,
        vat=True,
        split_vat=False,
        checkout_vat=False,
        caen=profile.caen if profile else (),
        has_phone=True,
    )
    assert [entry[:4].rstrip(" -") for entry in profile.caen] == ["A", "01", "011", "0111"]
    absent = {n for n in CompanyProfile.__struct_fields__ if getattr(profile, n) is None}
    assert len(absent) == 6  # 19 of 25
    assert live.notes("profile", ATELIER) == [
        "The registration date is the one for tax purposes.",
        "The status is the one for tax purposes: ANAF does not record bankruptcy.",
    ]


def test_one_statement_brings_the_twentieth_field(live: Live) -> None:
    live.registry.financial(ATELIER)
    profile = live.registry.profile(ATELIER)
    assert profile is not None
    assert profile.has_fin_data is True


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("SOCIETATE PE ACŢIUNI", "SA"),
        ("SOCIETATE ÎN COMANDITĂ PE ACŢIUNI", "SCA"),
        ("SOCIETATE ÎN COMANDITĂ SIMPLĂ", "SCS"),
    ],
)
def test_a_legal_form_is_abbreviated(words: str, form: str) -> None:
    assert company_type(Taxpayer(tax_id=ATELIER, day="", legal_form=words)) == form


@pytest.mark.parametrize(
    ("tax_id", "status", "form"),
    [(TEXTILE, "inactiva", "SA"), (STRUCK_OFF, "radiere", "SRL")],
)
def test_a_state_is_told(live: Live, tax_id: str, status: str, form: str) -> None:
    profile = live.registry.profile(tax_id)
    assert profile is not None
    assert (profile.status, profile.company_type) == (status, form)


def test_what_anaf_does_not_know_is_unknown(live: Live, lookalike: Lookalike) -> None:
    assert live.registry.profile(UNKNOWN) is None
    assert live.registry.financial(UNKNOWN) is None
    assert live.registry.court_cases(UNKNOWN, 1) is None
    assert live.registry.phones(UNKNOWN) is None
    assert len(lookalike.log()) == 1  # not found is kept too


def test_a_request_is_as_the_services_want_it(live: Live, lookalike: Lookalike) -> None:
    live.registry.profile(ATELIER)
    live.registry.court_cases(FABRICA, 1)
    first, *_, last = lookalike.log()
    today = dt.datetime.now(dt.UTC).date().isoformat()
    assert json.loads(first["body"]) == [{"cui": 990000013, "data": today}]
    assert {entry["agent"] for entry in lookalike.log()} == {f"firmeterm/{__version__}"}
    assert "<numeParte>FABRICA DE ŢESUT PROBA SA</numeParte>" in last["body"]


def test_figures_come_newest_first_and_end_after_two_empty_years(
    live: Live, lookalike: Lookalike
) -> None:
    data = live.registry.financial(ATELIER)
    assert data is not None
    newest, older = data.financial_data
    assert newest == YearlyRecord(
        year=LAST_YEAR,
        debts=31_000,
        share_capital=200,
        receivables=80_000,
        fixed_assets=120_000,
        inventory=0,
        current_assets=140_300,
        cash=1_500,
        equity=46_000,
        employee=1,
        turnover=174_962,
        net_profit=67_840,
    )
    assert (older.year, older.turnover, older.net_profit) == (LAST_YEAR - 1, 3_200_000_000, -20_500)
    assert (data.turnover_prev_year, data.net_profit_prev_year) == (3_200_000_000, -20_500)
    asked = [int(entry["an"]) for entry in lookalike.log("bilant")]
    assert asked == [LAST_YEAR, LAST_YEAR - 1, LAST_YEAR - 2, LAST_YEAR - 3]
    assert live.notes("financial", ATELIER) == [
        "0 may also mean that the line was left empty: ANAF does not say which.",
        f"2018-{LAST_YEAR - 4}: not requested, because the 2 years after have no statement.",
    ]


def test_older_years_are_asked_for_when_they_are_wanted(live: Live, lookalike: Lookalike) -> None:
    live.registry.financial(ATELIER)
    before = len(lookalike.log("bilant"))
    live.controls.load_everything("financial", ATELIER)
    live.registry.financial(ATELIER)
    asked = [int(entry["an"]) for entry in lookalike.log("bilant")][before:]
    assert asked == list(range(LAST_YEAR - 4, 2017, -1))


def test_a_gap_before_the_first_statement_is_looked_past(live: Live) -> None:
    data = live.registry.financial(TEXTILE)
    assert data is not None
    assert [record.year for record in data.financial_data] == [2016, 2015]
    assert data.turnover_prev_year == 950_000


def test_each_wait_says_how_far_it_is(live: Live) -> None:
    live.registry.financial(FABRICA)
    count = LAST_YEAR - 2015 + 1  # founded in 2015
    texts = [progress.text for progress in live.told]
    assert texts == ["asking ANAF", *(f"year {n} of {count}" for n in range(1, count + 1))]
    assert live.controls.wait_for("financial", FABRICA).requests == 0


def test_a_wait_is_told_before_it_begins(live: Live) -> None:
    live.registry.profile(FABRICA)
    years = LAST_YEAR - 2014
    wait = live.controls.wait_for("financial", FABRICA)
    assert (wait.requests, wait.text) == (years, f"{years} years: about 1 s")
    assert live.controls.wait_for("court_cases", FABRICA).text == "up to 60 s"
    assert live.controls.wait_for("profile", FABRICA).text == ""


def test_nothing_is_left_to_wait_for_once_it_was_asked(live: Live) -> None:
    live.registry.financial(ATELIER)
    assert live.controls.wait_for("financial", ATELIER).text == ""
    assert live.controls.wait_for("financial", ATELIER, fresh=True).requests == LAST_YEAR - 2017
    live.controls.load_everything("financial", ATELIER)
    assert live.controls.wait_for("financial", ATELIER).requests == LAST_YEAR - 2021


def test_an_association_files_statements_of_another_kind(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("ngo")
    data = live.registry.financial(NGO)
    assert data is not None
    assert data.financial_data[0] == YearlyRecord(year=LAST_YEAR)
    expected = f"2018-{LAST_YEAR}: a statement of another kind, without these lines."
    assert live.notes("financial", NGO) == [expected]
    lookalike.misbehave("no-amounts")
    data = live.registry.financial(ATELIER)
    assert data is not None
    assert data.financial_data[0] == YearlyRecord(year=LAST_YEAR)
    assert live.notes("financial", ATELIER)[0].startswith("2018")


def test_no_statement_is_not_a_failure(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("empty-i")
    data = live.registry.financial(ATELIER)
    assert data is not None
    assert data.financial_data == ()


@pytest.mark.parametrize("fault", ["blanks", "dates", "mark", "strings", "with-cod", "disorder"])
def test_an_answer_may_be_written_in_another_way(
    live: Live, lookalike: Lookalike, fault: str
) -> None:
    lookalike.misbehave(fault)
    data = live.registry.financial(ATELIER)
    assert data is not None
    assert (data.turnover, data.net_profit, data.employee) == (174_962, 67_840, 1)
    assert data.financial_data[0].current_assets == 140_300


def test_a_slow_answer_about_one_company_holds_up_no_other(
    live: Live, lookalike: Lookalike
) -> None:
    lookalike.misbehave("silent", times=1, seconds=30)
    slow = threading.Thread(target=lambda: _ignoring(live.registry.profile, ATELIER))
    slow.start()
    until(lambda: bool(lookalike.log("tva")))
    assert live.registry.profile(FABRICA) is not None
    assert slow.is_alive()
    live.registry.close()
    slow.join(10)


def _ignoring(ask: Callable[[str], object], tax_id: str) -> None:
    with suppress(SourceUnavailableError):
        ask(tax_id)


def test_no_number_is_told_twice() -> None:
    register = Phones(
        primary_phone="+4021", secondary_phone="+4022", contact_phones=("+4020", "+4023")
    )
    merged = merge_phones(Phones(primary_phone="+4020"), register)
    assert (merged.primary_phone, merged.secondary_phone) == ("+4020", "+4021")
    assert merged.contact_phones == ("+4022", "+4023")


def test_phones_are_in_international_form(live: Live) -> None:
    assert live.registry.phones(ATELIER) == Phones(primary_phone="+40252593435")
    assert live.registry.phones(FABRICA) == Phones()


def test_a_whole_tax_id_finds_its_company(live: Live, lookalike: Lookalike) -> None:
    found = live.registry.search(f"RO {ATELIER}")
    assert found.companies == (
        CompanySummary(
            tax_id=ATELIER,
            company_id="J03/900176/2018",
            company_name="ATELIERUL DEMONSTRATIV S.R.L.",
            company_type="SRL",
            status="functiune",
            locality="Sat Proba Com. Proba",
            county="Argeș",
        ),
    )
    assert live.registry.search(UNKNOWN).companies == ()
    live.registry.profile(ATELIER)
    assert len(lookalike.log()) == 2


@pytest.mark.parametrize("text", ["atelier", "9900", "990000014", "J03/900176/2018"])
def test_no_other_text_is_sent(live: Live, lookalike: Lookalike, text: str) -> None:
    with pytest.raises(SourceLacksDataError, match="firmeterm data import"):
        live.registry.search(text)
    assert lookalike.log() == []


def test_the_rest_is_not_known_to_public_services(live: Live, lookalike: Lookalike) -> None:
    asks: dict[str, Callable[[], object]] = {
        "E-mail addresses: not known to public services.": lambda: live.registry.emails(ATELIER),
        "Administrators: not known to public services. The trade register has them: "
        "firmeterm data import --with-administrators.": lambda: live.registry.administrators(
            ATELIER
        ),
        "Websites: not known to public services.": lambda: live.registry.websites(ATELIER),
        "Registration days: not known to public services. The trade register has them: "
        "firmeterm data import.": lambda: live.registry.registered(dt.date(2024, 1, 1), 1),
    }
    for text, ask in asks.items():
        with pytest.raises(SourceLacksDataError) as caught:
            ask()
        assert str(caught.value) == text
    assert lookalike.log() == []


def test_several_companies_are_one_request(live: Live, lookalike: Lookalike) -> None:
    wanted = [ATELIER, UNKNOWN, TEXTILE, *(f"{n}" for n in range(70_000_000, 70_000_147))]
    live.controls.prepare(wanted)
    assert [len(json.loads(entry["body"])) for entry in lookalike.log()] == [100, 50]
    assert live.registry.profile(ATELIER) is not None
    assert live.registry.profile(UNKNOWN) is None
    assert len(lookalike.log()) == 2
    lookalike.misbehave("unknown-again")
    assert live.registry.profile(STRUCK_OFF) is None


def test_what_an_answer_leaves_out_is_not_unknown(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("left-out", times=1)
    live.controls.prepare([ATELIER, UNKNOWN, TEXTILE])
    assert live.registry.profile(TEXTILE) is not None
    assert len(lookalike.log()) == 1
    assert live.registry.profile(ATELIER) is not None
    assert len(lookalike.log()) == 2
