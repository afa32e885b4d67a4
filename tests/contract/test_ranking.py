"""What matches a text, in which tier, and when a longer text needs no new request."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sample.ranks import static_rank
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.ranking import Tier, narrows, read_query, tier

NAME, TAX_ID, COMPANY_ID = "ȘTEFĂNEL  Petro SRL", "990000013", "J40/99123/2020"


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("ştefan", Tier.NAME_START),
        ("stefanel petro", Tier.NAME_EQUAL),
        ("S.C. Ștefanel-Petro S.R.L.", Tier.NAME_EQUAL),
        ("stefanel petro s", Tier.NAME_START),
        ("stefanel petro sa", Tier.NAME_WORDS),
        ("990000013", Tier.IDENTIFIER_EQUAL),
        ("RO990000013", Tier.IDENTIFIER_EQUAL),
        ("ro 0990000013", Tier.IDENTIFIER_EQUAL),
        ("j40/99123/2020", Tier.IDENTIFIER_EQUAL),
        ("J40 / 99123 / 2020", Tier.IDENTIFIER_EQUAL),
        ("J2020099123406", Tier.IDENTIFIER_EQUAL),
        ("RO-990.000.013", Tier.IDENTIFIER_EQUAL),
        ("nr. reg. com. J/40/99123/2020", Tier.IDENTIFIER_EQUAL),
        ("petro", Tier.NAME_PART),
        ("PETRO   SRL", Tier.NAME_PART),
        ("0000", Tier.IDENTIFIER_PART),
        ("ro00001", Tier.IDENTIFIER_PART),
        ("99123/2020", Tier.IDENTIFIER_PART),
        ("stefanelpetro", Tier.NAME_LETTERS),
        ("stefan el-petro", Tier.NAME_LETTERS),
        ("petro stefanel", Tier.NAME_WORDS),
        ("SC Petro Ştef S.A.", Tier.NAME_WORDS),
        ("petro sc", None),
        ("s&p", None),
        ("sc srl sa", None),
        ("petro si stefanel", None),
        ("...", None),
        ("/2021", None),
        ("petra", None),
        ("ro 12", None),
    ],
)
def test_a_company_matches_in_the_best_tier(q: str, expected: Tier | None) -> None:
    assert tier(read_query(q), NAME, TAX_ID, COMPANY_ID) is expected


def test_old_and_new_registry_numbers_find_each_other() -> None:
    for q, company_id in (
        ("J40/15812/2017", "J2017015812405"),
        ("J2017015812405", "J40/15812/2017"),
        ("j40/15812/20.05.2017", "J2017015812405"),
    ):
        assert tier(read_query(q), "X", "19", company_id) is Tier.IDENTIFIER_EQUAL
    assert tier(read_query("J40/15812/2017"), "X", "19", "J2017015812413") is None


def test_a_short_number_after_ro_is_not_taken_for_a_part_of_an_identifier() -> None:
    assert tier(read_query("RO 19"), "X", "19", "") is Tier.IDENTIFIER_EQUAL
    assert tier(read_query("RO 19"), "X", "1912", "") is None


def test_rank_is_active_then_turnover_then_name() -> None:
    ranked = (
        ("functiune", 8_050_000_000, "Z", "19"),
        ("funcțiune", 5, "A", "27"),
        ("functiune", 0, "A", "35"),
        ("functiune", -5, "A", "43"),
        ("functiune", None, "a", "51"),
        ("functiune", None, "Ăb", "60"),
        ("radiata", 9_000_000_000, "A", "78"),
        ("", None, "A", "86"),
    )
    worst_first = ranked[::-1]
    assert sorted(worst_first, key=lambda company: static_rank(*company)) == list(ranked)


TEXTS = st.lists(
    st.sampled_from(
        [
            "r",
            "o",
            " ",
            "1",
            "2",
            "0",
            "a",
            "ș",
            "e\u0301",
            "J40/1",
            "/2020",
            "J20200",
            "RO",
            "12",
            ".",
            "-",
            "&",
            " and",
            " si ",
            "sc ",
            " srl",
            " s",
            " pfa ",
            "-d",
        ]
    ),
    min_size=1,
    max_size=8,
).map("".join)
WHOLE = st.sampled_from(
    ["RO123", "ro 1234", "0123", "J40/12/2020", "J2020000012401", "j40/12/20.05.2020", "RO12"]
)
NAMES = TEXTS | st.just("x")
COMPANY_IDS = TEXTS | WHOLE | st.just("")
TAX_IDS = st.integers(10, 99_999).map(str) | st.sampled_from(["123", "1234", "2020000012"])


def allowed(q: str) -> bool:
    try:
        return bool(QUERY.read(q))
    except InvalidParameter:
        return False


@settings(max_examples=100, deadline=None)
@given(
    base=TEXTS | WHOLE,
    before=TEXTS | st.just(""),
    after=TEXTS | st.just(""),
    companies=st.lists(st.tuples(NAMES, TAX_IDS, COMPANY_IDS), min_size=1, max_size=12),
)
def test_what_a_narrower_text_finds_the_wider_one_finds_as_well(
    base: str, before: str, after: str, companies: list[tuple[str, str, str]]
) -> None:
    if not (allowed(base) and allowed(before + base + after)):
        return
    shorter, longer = read_query(base.strip()), read_query((before + base + after).strip())
    if not narrows(longer, shorter):
        return
    # Companies made from the texts themselves are the ones that come close.
    near = [
        (" ".join(reversed(longer.words)), "19", ""),
        (longer.letters, "19", ""),
        (longer.text, "19", ""),
        ("x", longer.tax_id or "19", ""),
        ("x", "19", longer.text),
        ("x", "19", longer.registry_number or ""),
    ]
    for company in companies + near:
        if tier(longer, *company) is not None:
            assert tier(shorter, *company) is not None, (shorter, longer, company)


@pytest.mark.parametrize(
    ("longer", "shorter", "expected"),
    [
        ("petrot", "petro", True),
        ("0/99348/200", "0 99348 200", False),
        ("sc petro", "petro", True),
        ("petro ste", "petro st", True),
        ("petro srl", "petro sr", False),
        ("petro sa", "petro s", False),
        ("petro srl", "petro", True),
        ("petro and", "petro an", False),
        ("petro andrei", "petro and", False),
        ("petro si", "petro s", False),
        ("petro sisteme", "petro si", False),
        ("pfa petro", "pfa", False),
        ("... petro", "...", False),
        ("&&& petro", "&&&", False),
        ("PETRO srl", "petrO", True),
        ("petra", "petro", False),
        ("990000013", "9900000", True),
        ("0990000013", "09900", False),
        ("RO990000013", "RO990000", False),
        ("J40/99123/2020", "J40/99123/202", False),
        ("J2020099123406", "J2020099123", False),
    ],
)
def test_typing_on_is_answered_from_the_shorter_answer(
    longer: str, shorter: str, expected: bool
) -> None:
    assert narrows(read_query(longer), read_query(shorter)) is expected
