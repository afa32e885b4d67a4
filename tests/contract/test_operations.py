"""Parameters as they stand in an address: what is read, what is refused and why."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.envelope import Reason
from tui_app.contract.operations import (
    AUTOCOMPLETE,
    COURT_CASES,
    EXTENSIONS,
    OPERATIONS,
    PAGE,
    REGISTERED,
    Operation,
)
from tui_app.contract.parameters import InvalidParameter


def refusal(operation: Operation[Any], pairs: list[tuple[str, str]]) -> Reason:
    with pytest.raises(InvalidParameter) as refused:
        operation.read_pairs(pairs)
    return refused.value.reason


@pytest.mark.parametrize(
    ("q", "reason"),
    [
        ("", Reason.QUERY_TOO_SHORT),
        ("ab", Reason.QUERY_TOO_SHORT),
        (" ab ", Reason.QUERY_TOO_SHORT),
        ("...", Reason.QUERY_TOO_SHORT),
        ("\u0301\u0301\u0301", Reason.QUERY_TOO_SHORT),
        ("a b", Reason.QUERY_TOO_SHORT),
        ("'; --", Reason.QUERY_TOO_SHORT),
        ("a\u200d\u200db", Reason.QUERY_TOO_SHORT),
        ("x" * 101, Reason.QUERY_TOO_LONG),
        ("abc\x00def", Reason.QUERY_INVALID),
        ("abc\ud800", Reason.QUERY_INVALID),
        ("abc\U0010ffff", Reason.QUERY_INVALID),
    ],
)
def test_texts_that_are_refused(q: str, reason: Reason) -> None:
    assert refusal(AUTOCOMPLETE, [("q", q)]) is reason


@pytest.mark.parametrize(
    "q",
    [
        "abc",
        " abc ",
        "x" * 100,
        "a b c",
        "h&m",
        "demo\u00a0srl",
        "👩‍🚀 demo",
        "ăâî",
        '"a" OR b*',
    ],
)
def test_texts_that_are_taken(q: str) -> None:
    assert AUTOCOMPLETE.read_pairs([("q", q), ("other", "1"), ("other", "2")]) == {"q": q.strip()}


@pytest.mark.parametrize("page", ["0", "101", "-1", "1.0", "", "1e1", " 1", "٣", "9" * 10_000])
def test_pages_out_of_range_are_refused_not_clamped(page: str) -> None:
    assert refusal(COURT_CASES, [("page", page)]) is Reason.PAGE_OUT_OF_RANGE


def test_the_page_is_the_first_when_it_is_not_named() -> None:
    assert COURT_CASES.read_pairs([]) == {"page": 1}
    assert COURT_CASES.read_pairs([("page", "100")]) == {"page": 100}


@pytest.mark.parametrize("date", ["2025-02-30", "20250203", "2025-2-3", "2025-W01-1", "x"])
def test_days_that_are_none_are_refused(date: str) -> None:
    assert refusal(REGISTERED, [("registration_date", date)]) is Reason.DATE_INVALID


def test_a_parameter_that_comes_twice_is_refused() -> None:
    assert refusal(AUTOCOMPLETE, [("q", "abc")] * 2) is Reason.QUERY_INVALID
    assert refusal(COURT_CASES, [("page", "1")] * 2) is Reason.PAGE_OUT_OF_RANGE
    twice = [("registration_date", "2025-02-03")] * 2
    assert refusal(REGISTERED, twice) is Reason.DATE_INVALID


@given(st.text())
def test_any_text_is_taken_or_refused_for_a_reason(text: str) -> None:
    for operation, name in ((AUTOCOMPLETE, "q"), (COURT_CASES, "page")):
        try:
            operation.read_pairs([(name, text)])
        except InvalidParameter as refused:
            assert refused.reason.status == 400


@pytest.mark.parametrize("operation", [*OPERATIONS, *EXTENSIONS], ids=lambda o: o.name)
def test_an_operation_says_all_that_the_client_and_the_service_need(
    operation: Operation[Any],
) -> None:
    """Names what a new operation lacks."""
    assert operation.max_age > dt.timedelta(0), "max_age"
    has_pages = PAGE in operation.query
    assert has_pages == (operation.paging is not None), "paging"
    if operation.paging is not None:
        names = {f.name: f.encode_name for f in msgspec.structs.fields(operation.result)}
        assert operation.paging.items in names, "the items of a page"
        assert names.get(operation.paging.total) == operation.paging.total_name, "their total"
        assert {"total_pages", "current_page"} <= names.keys()
