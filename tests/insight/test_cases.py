"""Court cases are ordered, counted and filtered as somebody with a pencil would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.resources import CourtCase
from tui_app.insight.cases import DIMENSIONS, CaseFilter, counted, newest_first, value_of

WORDS = st.sampled_from([None, "Civil", "Penal", "Pârât", "Apel"])
CASES = st.lists(
    st.builds(
        CourtCase,
        case_number=st.sampled_from(["1/2020", "2/2021"]),
        date=st.sampled_from([None, "2020-01-01T00:00:00.000Z", "2024-05-05T00:00:00.000Z"]),
        case_category=WORDS,
        party_status=WORDS,
        procedural_stage=WORDS,
    ),
    max_size=12,
)
WANTED = st.sampled_from([None, "", "Civil", "Penal", "Pârât"])


@given(CASES, WANTED, WANTED, WANTED)
def test_a_filter_lets_through_what_has_every_wanted_value(
    cases: list[CourtCase], category: str | None, role: str | None, stage: str | None
) -> None:
    wanted = CaseFilter(category=category, role=role, stage=stage)
    for case in cases:
        pairs = (
            (category, case.case_category),
            (role, case.party_status),
            (stage, case.procedural_stage),
        )
        expected = not any(want is not None and want != (has or "") for want, has in pairs)
        assert wanted.accepts(case) is expected


@given(CASES)
def test_counts_add_up_and_each_is_what_its_filter_shows(cases: list[CourtCase]) -> None:
    for dimension in DIMENSIONS:
        counts = counted(cases, dimension)
        assert sum(count for _value, count in counts) == len(cases)
        assert [count for _value, count in counts] == sorted((c for _v, c in counts), reverse=True)
        for value, count in counts:
            one = CaseFilter().with_value(dimension, value)
            assert len([case for case in cases if one.accepts(case)]) == count
            assert all(value_of(c, dimension) == value for c in cases if one.accepts(c))


@given(CASES)
def test_newest_come_first_and_those_without_a_date_last(cases: list[CourtCase]) -> None:
    dates = [case.date or "" for case in newest_first(cases)]
    assert dates == sorted(dates, reverse=True)


def test_a_text_is_found_without_its_marks() -> None:
    case = CourtCase(party_status="Pârât", subject="acţiune în contrafacere")
    assert CaseFilter(text="ACTIUNE in").accepts(case)
    assert CaseFilter(text="parat").accepts(case)
    assert not CaseFilter(text="creditor").accepts(case)
