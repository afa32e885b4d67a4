"""The company that a row means: what agrees, what differs, and when it stays open."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tui_app.contract.matching import CompanyMatch, Decision, MatchRow
from tui_app.contract.resources import CompanySummary
from tui_app.insight.matching.features import Feature, in_words
from tui_app.insight.matching.names import compare, read_name
from tui_app.insight.matching.readings import readable
from tui_app.insight.matching.scoring import Candidate, match, without_certainty
from tui_app.system.language import set_language

COMMON = {"construct", "grup", "impex", "trans", "com"}


def company(
    tax_id: str, name: str, place: str = "Iași, Iași", status: str = "functiune"
) -> Candidate:
    locality, _, county = place.partition(", ")
    form = name.rsplit(" ", 1)[-1]
    return Candidate(
        CompanySummary(
            tax_id=tax_id, company_name=name, company_type=form, status=status,
            locality=locality, county=county, company_id=f"J22/{tax_id}/2010",
        )
    )  # fmt: skip


PETROTERM = company("11", "PETROTERM CONSTRUCT SRL", "Bacău, Bacău")
RAILWAYS = company("12", "CAILE FERATE LOCALE SA", "Sectorul 1, București")
IN_CLUJ = company("21", "ANA IMPEX SRL", "Cluj-Napoca, Cluj")
IN_IASI = company("22", "ANA IMPEX SRL", "Iași, Iași")
GONE = company("23", "ANA IMPEX SRL", "Arad, Arad", "radiata")


def answer(*candidates: Candidate, **row: str) -> CompanyMatch:
    return match(MatchRow(**row), candidates, COMMON.__contains__)


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("PETROTERM CONSTRUCT SRL", "same name, same legal form; 1 of 1"),
        ("S.C. Petroterm Construct S.R.L.", "same name, same legal form; 1 of 1"),
        ("petroterm construct", "same name; 1 of 1"),
        ("construct petroterm", "same words in another order; 1 of 1"),
        ("petro term construct", "same letters; 1 of 1"),
        ("petrotrem construct", "one letter differs; 1 of 1"),
        ("petroterm constr.", "abbreviated; 1 of 1"),
        ("petroterm construct bacau", "same name, same town; 1 of 1"),
        ("Petroterm Construct SRL Bacau", "same name, same legal form, same town; 1 of 1"),
        ("Societatea comerciala Petroterm Construct", "same name; 1 of 1"),
        ("SRL Petroterm Construct", "same name, same legal form; 1 of 1"),
        ("PETROTERM CONSTRUCT SRL în insolvență", "same name, same legal form; 1 of 1"),
        ("S.C.PETROTERM CONSTRUCT S.R.L.", "same name, same legal form; 1 of 1"),
    ],
)
def test_a_name_is_recognised_as_people_write_it(name: str, because: str) -> None:
    found = answer(PETROTERM, RAILWAYS, name=name)
    assert (found.decision, found.tax_id) == (Decision.MATCHED, "11")
    assert found.because == because


@pytest.mark.parametrize(
    "name",
    [
        "petroterm", "petroterm construct vest", "petrol construct", "construct srl", "grup impex",
        "petroterm construct pfa", "petroterm 2 construct", "muller bau gmbh",
    ],
)  # fmt: skip
def test_another_name_is_no_match(name: str) -> None:
    assert answer(PETROTERM, RAILWAYS, name=name).decision == Decision.NONE


def test_initials_are_a_name_and_digits_are_no_typing_error() -> None:
    assert answer(PETROTERM, RAILWAYS, name="CFL SA").tax_id == "12"
    assert answer(company("31", "STELARIS 2000 SRL"), name="stelaris 2001").tax_id is None
    assert answer(company("31", "STELARIS A1000 SRL"), name="stelaris a1001").tax_id is None
    assert answer(company("31", "STELARIS DOI SRL"), name="stelaris 2").tax_id == "31"


def test_a_damaged_letter_in_the_register_is_recognised_as_well() -> None:
    damaged = company("32", "PETRO?ERM CONSTRUCT SRL")
    assert answer(damaged, name="PETROTERM CONSTRUCT SRL").tax_id == "32"


def test_initials_are_those_of_all_words_and_of_more_than_two() -> None:
    assert answer(RAILWAYS, name="CF SA").decision == Decision.NONE
    assert answer(company("33", "CAILE FERATE SA"), name="CF SA").decision == Decision.NONE
    assert answer(RAILWAYS, name="CFLX SA").decision == Decision.NONE


def test_a_form_for_beginners_is_a_kind_of_its_form() -> None:
    beginner = company("34", "STELARIS DOI SRL-D")
    assert "same legal form" in answer(beginner, name="STELARIS DOI SRL").because
    assert "same legal form" in answer(beginner, name="STELARIS DOI SRL-D").because
    assert "other legal form" in answer(beginner, name="STELARIS DOI SA").because


def test_a_candidate_says_what_is_known_of_it() -> None:
    bare = Candidate(CompanySummary(tax_id="35", company_name="STELARIS DOI SRL"))
    [shown] = answer(bare, name="STELARIS DOI").candidates
    assert (shown.company_id, shown.company_type, shown.status) == (None, None, None)
    assert (shown.locality, shown.county) == (None, None)
    [shown] = answer(PETROTERM, name="PETROTERM CONSTRUCT").candidates
    assert (shown.status, shown.locality, shown.county) == ("functiune", "Bacău", "Bacău")


def test_of_two_that_fit_alike_none_is_chosen() -> None:
    several = answer(IN_CLUJ, IN_IASI, name="ana impex srl")
    assert several.decision == Decision.SEVERAL and several.tax_id is None
    assert {each.tax_id for each in several.candidates} == {"21", "22"}
    assert several.because.endswith("2 fit alike")


@pytest.mark.parametrize(
    "place",
    [
        {"county": "CJ"}, {"county": "jud. Cluj"}, {"locality": "Cluj Napoca"},
        {"address": "Str. Probei nr. 3, Cluj-Napoca, jud. Cluj"},
    ],
)  # fmt: skip
def test_the_place_tells_firms_of_one_name_apart(place: dict[str, str]) -> None:
    found = answer(IN_CLUJ, IN_IASI, name="ana impex", **place)
    assert found.tax_id == "21" and found.because.endswith("1 of 2")


def test_an_active_firm_comes_before_a_struck_off_one_and_this_is_told() -> None:
    found = answer(GONE, IN_CLUJ, name="ana impex")
    assert found.tax_id == "21"
    assert "the others with this name are struck off" in found.because
    assert answer(GONE, IN_CLUJ, name="ana impex", county="Arad").tax_id == "23"
    assert answer(GONE, name="ana impex").tax_id == "23"
    closed = company("13", "PETROTERM CONSTRUCT SRL", status="radiata")
    mistyped = answer(closed, PETROTERM, name="petrotrem construct")
    assert mistyped.tax_id == "11" and "are struck off" in mistyped.because


def test_a_number_decides_unless_the_name_says_otherwise() -> None:
    assert answer(IN_CLUJ, IN_IASI, name="ana impex", tax_id="RO22").confidence == 1.0
    assert answer(IN_CLUJ, IN_IASI, tax_id="22").tax_id == "22"
    assert answer(IN_CLUJ, IN_IASI, name="ana impex", registry_number="J22/21/2010").tax_id == "21"
    other = answer(IN_CLUJ, PETROTERM, name="ana impex", tax_id="11")
    assert other.decision != Decision.MATCHED or other.tax_id == "21"
    assert "11" in {each.tax_id for each in other.candidates}
    # A number that differs is told, and none where the company has none.
    numberless = Candidate(replace(IN_CLUJ.company, company_id=""))
    for candidate, number, differs in (
        (IN_CLUJ, "J22/99/2010", True), (IN_CLUJ, "J22/21/2010", False),
        (numberless, "J22/99/2010", False),
    ):  # fmt: skip
        found = answer(candidate, name="ana impex", registry_number=number)
        because = " ".join([found.because, *(each.because for each in found.candidates)])
        assert ("another registry number" in because) is differs, because


def test_numbers_in_the_name_are_numbers() -> None:
    read = readable(MatchRow(name="Petroterm SRL, CUI: RO990000013"))
    assert read == MatchRow(name="Petroterm SRL", tax_id="990000013")
    assert readable(MatchRow(name="RO 990000013")) == MatchRow(tax_id="990000013")
    assert readable(MatchRow(name="J40/123/2020")) == MatchRow(registry_number="J40/123/2020")
    for name in ("RO 2000 SRL", "Petroterm RO990000014", "1960101410015"):
        kept = "" if name.isdecimal() else name
        assert readable(MatchRow(name=name)) == MatchRow(name=kept)


def test_a_town_alone_may_be_another_firm_s() -> None:
    assert answer(IN_CLUJ, name="ana impex", locality="Iasi").decision == Decision.NONE
    same_county = answer(IN_CLUJ, name="ana impex", county="Cluj", locality="Turda")
    assert same_county.tax_id == "21"
    capital = company("51", "VIVALDI TRANS SRL", "Sectorul 3, Municipiul București")
    assert answer(capital, name="vivaldi trans", locality="Bucuresti").tax_id == "51"
    assert answer(capital, name="vivaldi trans Sector 3").because.startswith("same name, same town")


def test_a_county_behind_the_name_is_the_company_s_and_no_sector_is() -> None:
    elsewhere = company("52", "VIVALDI TRANS SRL", "Onești, Bacău")
    found = answer(elsewhere, name="vivaldi trans bacau")
    assert found.tax_id == "52" and found.because.startswith("same name"), found.because
    for sector, because in (("3", "same name"), ("5", "")):
        found = answer(
            company("51", "VIVALDI TRANS SRL", "Sectorul 3, Municipiul București"),
            name=f"vivaldi trans sector {sector}",
        )
        assert found.because.startswith("same name") is bool(because), found.because


def test_a_form_glued_to_a_name_leaves_at_least_five_letters() -> None:
    for name, tax_id in (("SCBALOR SRL", "53"), ("SCBALO SRL", None)):
        own = company("53", name.removeprefix("SC"))
        assert answer(own, name=name).tax_id == tax_id


def test_a_valid_tax_id_of_another_company_speaks_against_a_name() -> None:
    assert answer(IN_CLUJ, name="ana impex", tax_id="990000013").decision == Decision.NONE


def test_a_short_name_with_a_typing_error_needs_a_place() -> None:
    short = company("41", "BALOR SRL")
    assert answer(short, name="valor srl").decision == Decision.NONE
    assert answer(short, name="valor srl", county="Iasi").tax_id == "41"


def test_being_struck_off_tells_apart_firms_of_one_name_only() -> None:
    active, gone = company("61", "IMPERIOR SRL"), company("62", "IMPERIUR SRL", status="radiata")
    both = answer(active, gone, name="imperier")
    assert both.decision == Decision.SEVERAL and both.candidates[0].tax_id == "61"


def test_people_leave_the_country_out() -> None:
    ours = company("81", "VIVALDI ROMANIA SRL")
    assert answer(ours, name="vivaldi").tax_id == "81"
    assert answer(ours, company("82", "VIVALDI SRL"), name="vivaldi").tax_id == "82"
    assert answer(ours, name="romania srl").decision == Decision.NONE


@pytest.mark.parametrize(
    ("short", "long", "is_abbreviated"),
    [
        ("constru", "construct", True), ("con", "construct", True), ("cnst", "construct", True),
        ("co", "construct", False), ("gru", "grup", False), ("const", "const2000", False),
    ],
)  # fmt: skip
def test_an_abbreviation_has_three_letters_and_lacks_two(
    short: str, long: str, is_abbreviated: bool
) -> None:
    typed, own = (read_name(f"zulran {word}") for word in (short, long))
    features = set(compare(typed, own, COMMON.__contains__).features)
    assert bool(features & {Feature.ABBREVIATED, Feature.CUT_SHORT}) is is_abbreviated, features


def test_a_rare_word_cut_short_is_another_word() -> None:
    assert answer(company("71", "ZULRANTREX SRL"), name="zulran").decision == Decision.NONE


def test_of_more_namesakes_than_were_compared_none_is_chosen() -> None:
    by_name = without_certainty(answer(IN_CLUJ, GONE, name="ana impex"))
    assert by_name.decision == Decision.SEVERAL and by_name.tax_id is None
    by_number = answer(IN_CLUJ, name="ana impex", tax_id="21")
    assert without_certainty(by_number) == by_number


def test_every_feature_has_words_in_both_languages() -> None:
    try:
        for language in ("en", "ro"):
            set_language(language)
            assert len(in_words([each.value for each in Feature])) == len(Feature)
    finally:
        set_language("en")
    assert in_words(["something new"]) == []


def test_comparing_is_the_same_whatever_the_case_and_the_marks() -> None:
    ours = read_name("ȘTEFAN & FIII S.R.L.")
    for name in ("stefan si fiii", "ŞTEFAN AND FIII SRL", "Stefan&Fiii"):
        assert compare(read_name(name), ours, COMMON.__contains__).features == (Feature.SAME_NAME,)


NOWHERE = company("24", "ANA IMPEX SRL", "")


def test_a_firm_without_a_place_is_not_nearer_than_one_elsewhere() -> None:
    found = answer(IN_CLUJ, NOWHERE, name="ana impex", locality="Huedin")
    assert found.decision == Decision.SEVERAL and found.tax_id is None
    assert answer(NOWHERE, name="ana impex", locality="Huedin").tax_id == "24"
    assert answer(IN_CLUJ, NOWHERE, name="ana impex", locality="mun. Cluj").tax_id == "21"


def test_a_blank_and_a_letter_are_two_errors() -> None:
    hold = company("41", "HOLD STEEL SRL")
    assert answer(hold, name="OLDSTEEL SRL").decision == Decision.NONE
    assert answer(hold, name="OLDSTEEL SRL", locality="Iași").decision == Decision.NONE
    assert answer(hold, name="HOLDSTEEL SRL").tax_id == "41"


@pytest.mark.parametrize(
    ("name", "tax_id"),
    [
        ("PETR0TERM CONSTRUCT SRL", "11"),
        ("PE7ROTERM CONSTRUCT SRL", "11"),
        ("PETRO?ERM CONSTRUCT SRL", "11"),
        ("PETRO\ufffdERM C0NSTRUCT SRL", "11"),
        ("PETRO??ERM CONSTRUCT SRL", "11"),
        ("PETROTERM C0NSTRUCT", "11"),
        ("PETROTERM2 CONSTRUCT SRL", None),
        ("2PETROTERM CONSTRUCT SRL", None),
        ("PET00TERM CONSTRUCT SRL", None),
    ],
)
def test_a_misread_letter_is_not_a_number(name: str, tax_id: str | None) -> None:
    assert answer(PETROTERM, name=name).tax_id == tax_id


def test_words_around_a_name_cost_a_little() -> None:
    assert answer(PETROTERM, name="Client PETROTERM CONSTRUCT SRL").confidence == 0.91
    name = "PETROTERM CONSTRUCT SRL SUCURSALA IASI"
    branch = Candidate(replace(PETROTERM.company, tax_id="14", company_name=name))
    found = answer(PETROTERM, branch, name="PETROTERM CONSTRUCT SRL SUCURSALA IASI")
    assert found.tax_id == "14"
    assert answer(PETROTERM, name="PETROTERM CONSTRUCT SRL SUCURSALA IASI").tax_id == "11"


def test_a_former_name_is_a_name_of_its_time() -> None:
    renamed = Candidate(PETROTERM.company, former_names=("MARINAS TRANS SRL",))
    found = answer(renamed, name="Marinas Trans SRL")
    assert found.tax_id == "11" and "a former name" in found.because
    today = company("15", "MARINAS TRANS SRL")
    assert answer(renamed, today, name="Marinas Trans SRL").tax_id == "15"


def test_an_earlier_number_is_its_own() -> None:
    moved = Candidate(IN_CLUJ.company, has_number=True)
    found = answer(moved, IN_IASI, name="ana impex", county="Arad", registry_number="J02/9/1999")
    assert (found.tax_id, found.confidence) == ("21", 1.0)


def test_the_nearest_are_shown_where_none_fits() -> None:
    found = answer(PETROTERM, RAILWAYS, name="petroterm zimbru albastru marin srl")
    assert found.decision == Decision.NONE
    assert [each.tax_id for each in found.candidates] == ["11"]


@pytest.mark.parametrize(
    ("name", "tax_id"),
    [
        ("0LIVANTEX AGRO SRL", "51"),
        ("OLIVANTEX 4GRO SRL", "51"),
        ("OLIVANTEX AGR0 SRL", "51"),
        ("OLIVANTEX2 AGRO SRL", None),
        ("OLIVANTE2 AGRO SRL", None),
        ("2OLIVANTEX AGRO SRL", None),
        ("OLIVANTEX 2 AGRO SRL", None),
    ],
)
def test_a_digit_at_the_edge_of_a_word_is_a_letter_only_where_one_fits(
    name: str, tax_id: str | None
) -> None:
    assert answer(company("51", "OLIVANTEX AGRO SRL"), name=name).tax_id == tax_id


def test_another_name_is_not_taken_where_the_very_name_exists() -> None:
    elsewhere = company("61", "RODPIR IMPEX SRL", "Arad, Arad")
    longer = company("62", "RODPIRATUM IMPEX SRL", "Alba Iulia, Alba")
    mistyped = company("63", "RODPIRA IMPEX SRL", "Alba Iulia, Alba")
    for near in (longer, mistyped):
        found = answer(elsewhere, near, name="RODPIR IMPEX SRL", locality="Alba Iulia")
        assert found.decision == Decision.SEVERAL and found.tax_id is None
    assert answer(mistyped, name="RODPIR IMPEX SRL", locality="Alba Iulia").tax_id == "63"
