"""What counts as a change between two answers, case by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workspace.companies import day
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CourtCase,
    CourtCasePage,
    FinancialData,
    YearlyRecord,
)
from tui_app.workspace.changes import Change, WatchedResource, compare

DAY = day(4)


def seen(*answers: WatchedResource) -> list[tuple[Change, ...]]:
    """What changed with each answer, one heard after the other."""
    known: dict[str, Any] = {}
    found = []
    for answer in answers:
        comparison = compare(known, answer, DAY)
        known.update(comparison.known)
        found.append(comparison.changes)
    return found


def profile(**values: Any) -> CompanyProfile:
    return CompanyProfile(tax_id="990000013", **values)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"status": "functiune"}, {"status": "insolventa"},
         ("status", "functiune", "insolventa")),
        ({"vat": True}, {"vat": False}, ("vat", True, False)),
        ({"company_name": "UNU SRL"}, {"company_name": "DOI SRL"}, ("name", "UNU SRL", "DOI SRL")),
        ({"full_address": "Cluj, Str. A"}, {"full_address": "Cluj, Str. B"},
         ("address", "Cluj, Str. A", "Cluj, Str. B")),
        ({"county": "Cluj", "street_nr": "1"}, {"county": "Cluj", "street_nr": "2"},
         ("address", "Cluj, 1", "Cluj, 2")),
        ({"full_address": "Cluj, Str. Mihai Viteazul, nr. 5"},
         {"full_address": "CLUJ, Strada Mihai Viteazu, 5"}, None),  # only spelt otherwise
        ({"full_address": "Cluj, B-dul Unirii, FN"},
         {"full_address": "Cluj, Bulevardul Unirii"}, None),
        ({"full_address": "Cluj, Str. Unirii, nr. 5"}, {"full_address": "Cluj, Bd. Unirii, nr. 5"},
         ("address", "Cluj, Str. Unirii, nr. 5", "Cluj, Bd. Unirii, nr. 5")),
        ({"full_address": "Cluj, Str. A", "street_nr": "1"},
         {"full_address": "Cluj, Str. A", "street_nr": "2"}, None),  # as the server gives it
        ({"full_address": "Cluj, Str. A", "street_nr": "1"},
         {"full_address": "Cluj, Str. B", "street_nr": "1"},
         ("address", "Cluj, Str. A", "Cluj, Str. B")),
        ({"county": "Cluj", "locality": "Dej", "street_name": "Str. A", "street_nr": "1"},
         {"county": "Cluj", "locality": "Dej", "street_name": "Str. B", "street_nr": "1"},
         ("address", "Cluj, Dej, Str. A, 1", "Cluj, Dej, Str. B, 1")),
        ({"status": "functiune"}, {"status": "FUNCȚIUNE"}, None),  # the same word
        ({"status": "functiune"}, {}, None),  # missing is not gone
        ({}, {"status": "functiune"}, None),  # known for the first time
        ({"vat": None}, {"vat": False}, None),
        ({"postal_code": 1}, {"postal_code": 2}, None),  # not watched
    ],
)  # fmt: skip
def test_profiles(before: dict[str, Any], after: dict[str, Any], told: object) -> None:
    first, second = seen(profile(**before), profile(**after))
    assert first == ()
    assert [(c.field, c.before, c.after) for c in second] == ([told] if told else [])
    assert all(change.first_seen == DAY for change in second)


def test_a_value_that_was_missing_in_between_is_compared_with_the_last_known() -> None:
    *_, third = seen(profile(status="functiune"), profile(), profile(status="faliment"))
    assert [(c.before, c.after) for c in third] == [("functiune", "faliment")]


def figures(*years: tuple[int, int | None], latest: int | None = None) -> FinancialData:
    return FinancialData(
        turnover=latest,
        financial_data=tuple(YearlyRecord(year=y, turnover=t) for y, t in years),
    )


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (figures((2023, 5)), figures((2023, 5), (2024, 7)), [(2024, None, 7)]),
        (figures((2023, 5)), figures((2023, 6)), [(2023, 5, 6)]),
        (figures((2023, 5)), figures((2023, 4)), [(2023, 5, 4)]),
        (figures((2023, 5)), figures((2023, 5), (2022, 4)), []),  # an older year was not told
        (figures((2020, 3), (2023, 5)), figures((2021, 4), (2022, 4), (2023, 5)), []),
        (
            figures((2020, 3), (2023, 5)),
            figures((2024, 7), (2021, 4), (2025, 8)),
            [(2025, None, 8), (2024, None, 7)],
        ),  # newest first
        (
            figures((2022, 4), (2023, 5)),
            figures((2022, 9), (2023, 8)),
            [(2023, 5, 8), (2022, 4, 9)],
        ),
        (figures((2023, 0)), figures((2023, 5)), [(2023, 0, 5)]),
        (figures((2023, 5)), figures((2023, None)), []),
        (figures((2023, 5)), figures(), []),
        (figures((2023, 5)), figures((2024, 0)), [(2024, None, 0)]),
        (figures(latest=5), figures(latest=6), [(None, 5, 6)]),
        (figures(latest=5), figures(latest=0), [(None, 5, 0)]),
        (figures((2023, 5), latest=5), figures((2024, 6), latest=6), [(2024, None, 6)]),
        (figures(), figures((2024, 7)), []),
    ],
)
def test_turnover(
    before: FinancialData, after: FinancialData, told: list[tuple[int | None, ...]]
) -> None:
    first, second = seen(before, after)
    assert first == ()
    assert [(c.year, c.before, c.after) for c in second] == told
    assert all(change.field == "turnover" for change in second)


def cases(numbers: Sequence[int], total: int | None) -> CourtCasePage:
    return CourtCasePage(
        court_cases=tuple(CourtCase(case_number=f"{n}/3/2026") for n in numbers),
        total_cases=total,
    )


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (cases([1, 2], 2), cases([3, 1, 2], 3), (2, 3, ("3/3/2026",))),
        (cases([1, 2], 2), cases([2, 1], 2), None),
        (cases([1, 2], 2), cases([3, 1], 2), (2, 2, ("3/3/2026",))),  # one for another
        (cases([1, 2], 2), cases([1], 1), None),  # one less
        (cases([], 0), cases([1], 1), (0, 1, ("1/3/2026",))),
        (cases([1, 2], 45), cases([3, 1], 46), (45, 46, ("3/3/2026",))),
        (cases([1, 2], 45), cases([1, 2], 46), (45, 46, ())),  # new ones on a later page
        (cases([1, 2], 45), cases([30, 31], 45), None),  # another page, or another order
        (cases([1, 2], 45), cases([1, 30], 44), None),
        (cases([1, 2], None), cases([3, 1], None), None),
        (cases([1, 2], 45), cases([1, 2], None), None),
    ],
)
def test_court_cases(before: CourtCasePage, after: CourtCasePage, told: object) -> None:
    first, second = seen(before, after)
    assert first == ()
    assert [(c.before, c.after, c.added) for c in second] == ([told] if told else [])


@pytest.mark.parametrize(
    ("pages", "told"),
    [
        # What was seen once is not new when it comes back.
        ([cases([1, 2], 2), cases([2], 1), cases([1, 2], 2)], [None, (1, 2, ())]),
        # All were seen, then one more on top, then another in its place.
        ([cases([1], 1), cases([2, 1], 2), cases([3, 2], 2)], [(1, 2, [2]), (2, 2, [3])]),
        # Some were never seen, and how many there are is not said for a while.
        ([cases([5, 4], 40), cases([6, 5], None), cases([7, 6], 42)], [None, (40, 42, [7])]),
        # All are seen in the end: from then on, each unseen one is new.
        ([cases([2, 1], 3), cases([3, 2, 1], 3), cases([4, 2, 1], 3)], [None, (3, 3, [4])]),
        # Three more, of which one is seen: from then on an unseen one may be one of the others.
        ([cases([2, 1], 2), cases([3, 2], 5), cases([4, 3], 5)], [(2, 5, [3]), None]),
        # Two more, and a third that was only not seen before.
        ([cases([5, 4], 40), cases([7, 6, 3], 42)], [(40, 42, [7, 6])]),
        ([cases([1], None), cases([2, 1], 5), cases([3], 6)], [None, (5, 6, [3])]),
    ],
)
def test_court_cases_over_several_answers(
    pages: list[CourtCasePage], told: list[tuple[int, int, Sequence[int]] | None]
) -> None:
    first, *later = seen(*pages)
    assert first == ()
    expected = [
        [(each[0], each[1], tuple(f"{n}/3/2026" for n in each[2]))] if each else [] for each in told
    ]
    assert [[(c.before, c.after, c.added) for c in found] for found in later] == expected


def people(*names: str) -> Administrators:
    return Administrators(administrators=names)


def test_administrators() -> None:
    first, same, changed, empty, back = seen(
        people("Popescu Ana", "Ionescu Dan"),
        people("IONESCU DAN", "Popescu Ana"),
        people("Ionescu Dan", "Știrbei Vlad", "Marin Ion"),
        people(),
        people("Stirbei Vlad", "Marin Ion", "Ionescu Dan"),
    )
    assert (first, same, empty, back) == ((), (), (), ())
    [change] = changed
    assert (change.before, change.after) == (2, 3)
    assert (change.added, change.removed) == (("Știrbei Vlad", "Marin Ion"), ("Popescu Ana",))


ANSWERS = st.one_of(
    st.builds(
        profile,
        status=st.sampled_from([None, "functiune", "faliment"]),
        vat=st.sampled_from([None, True, False]),
    ),
    st.lists(
        st.tuples(st.integers(2020, 2024), st.integers(0, 3)),
        max_size=3,
        unique_by=lambda year: year[0],
    ).map(lambda years: figures(*years)),
    st.lists(st.integers(1, 6), unique=True, max_size=4).map(lambda ns: cases(ns, len(ns))),
    st.lists(st.sampled_from(["Ana", "Dan", "Ion"]), unique=True).map(lambda ns: people(*ns)),
)


@given(ANSWERS)
def test_the_same_answer_again_is_no_change(answer: WatchedResource) -> None:
    assert seen(answer, answer)[1] == ()


@given(st.lists(ANSWERS, max_size=8))
def test_a_change_goes_from_what_was_known(answers: list[WatchedResource]) -> None:
    statuses: list[str] = []
    for answer, changes in zip(answers, seen(*answers), strict=True):
        told = [(c.before, c.after) for c in changes if c.field == "status"]
        status = answer.status if isinstance(answer, CompanyProfile) else None
        if status and statuses and status != statuses[-1]:
            assert told == [(statuses[-1], status)]
        else:
            assert told == []
        statuses += [status] if status else []
