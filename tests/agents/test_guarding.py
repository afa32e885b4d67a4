"""Prices, confirmations, arguments and the length of an answer: the units behind the tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tui_app.agents.arguments import Arguments
from tui_app.agents.errors import ConfirmationNeeded, ToolError
from tui_app.agents.guard import HANDLE_SECONDS, Guard, Handles
from tui_app.agents.rendering import LONGEST_TEXT, MAX_CHARACTERS, render, without_empty

CALL: tuple[str, dict[str, Any]] = ("company", {"tax_id": "12", "parts": ["figures"]})


@pytest.mark.parametrize(
    ("spend", "costs", "left"),
    [(5, [], 5), (5, [2], 3), (5, [2, 3], 0), (5, [0, 0], 5), (None, [2], None), (0, [], 0)],
)
async def test_what_is_left_is_what_was_not_spent(
    spend: int | None, costs: list[int], left: int | None
) -> None:
    guard = Guard(spend, 10, Handles())
    for cost in costs:
        async with guard.admit(cost, *CALL, "") as spending:
            spending.cost = cost
    assert guard.left == left
    if left is not None:
        async with guard.admit(left, *CALL, ""):
            assert guard.left == 0  # the price is held back until the true cost is known
        assert guard.left == left
        with pytest.raises(ToolError, match=rf"{left} of the {spend} that") as refused:
            await guard.admit(left + 1, *CALL, "").__aenter__()
        assert ("costs 1 request," in str(refused.value)) is (left == 0)


async def test_a_call_that_costs_less_or_more_than_said_counts_as_what_it_cost() -> None:
    guard = Guard(10, 10, Handles())
    async with guard.admit(4, *CALL, "") as spending:
        spending.cost = 1
    assert guard.left == 9
    with pytest.raises(ValueError, match="broken"):
        async with guard.admit(1, *CALL, "") as spending:
            spending.cost = 3
            raise ValueError("broken")
    assert guard.left == 6
    # Two calls at once hold back both prices.
    async with guard.admit(4, *CALL, ""):
        with pytest.raises(ToolError, match="2 of the 10"):
            await guard.admit(3, *CALL, "").__aenter__()
    async with guard.admit(1, *CALL, "") as spending:
        spending.cost = 9
    assert guard.left == 0  # never less than nothing


@pytest.mark.parametrize(("price", "is_asked"), [(0, False), (3, False), (4, True), (99, True)])
async def test_only_what_costs_more_than_agreed_is_asked_about(price: int, is_asked: bool) -> None:
    guard = Guard(100, 3, Handles())
    if not is_asked:
        async with guard.admit(price, *CALL, ""):
            return
    with pytest.raises(ConfirmationNeeded) as needed:
        await guard.admit(price, *CALL, "").__aenter__()
    assert needed.value.price == price and f"costs {price} requests" in needed.value.question
    async with guard.admit(price, *CALL, needed.value.handle):
        pass
    with pytest.raises(ConfirmationNeeded):
        await guard.admit(price, *CALL, needed.value.handle).__aenter__()
    assert guard.left == 100  # what was not confirmed was not spent


async def test_a_call_beyond_the_limit_is_refused_before_it_is_asked_about() -> None:
    guard = Guard(5, 3, Handles())
    with pytest.raises(ToolError, match="costs 6 requests, and 5 of the 5"):
        await guard.admit(6, *CALL, "").__aenter__()


async def test_a_handle_confirms_its_call_once_and_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("tui_app.agents.guard.time.time", lambda: now)
    handles, others = Handles(), Handles()
    first, second = handles.issue(*CALL), handles.issue(*CALL)
    assert first != second
    assert not await handles.redeem(first, "find", CALL[1])
    assert not await handles.redeem(first, CALL[0], CALL[1] | {"years": 2})
    assert not await others.redeem(first, *CALL)
    for broken in ("", "0.0.0", first[:-1], f"f{first}", first.replace(".", "-")):
        assert not await handles.redeem(broken, *CALL)
    # The order of the arguments is no part of the call.
    assert await handles.redeem(first, CALL[0], dict(reversed(CALL[1].items())))
    assert not await handles.redeem(first, *CALL)
    now += HANDLE_SECONDS
    assert await handles.redeem(second, *CALL)
    late = handles.issue(*CALL)
    now += HANDLE_SECONDS + 1
    assert not await handles.redeem(late, *CALL)


NAMES = ("text", "limit", "parts", "tax_ids", "since", "rows", "tax_id")


def read(**given: Any) -> Arguments:
    return Arguments("find", given, NAMES)


@pytest.mark.parametrize(
    ("value", "found"),
    [(1, 1), (10, 10), ("7", 7), (None, 4), (0, None), (11, None), (-1, None), (True, None),
     (2.0, 2), (2.5, None), ("seven", None), ("-1", None), ("٣", None), ([], None)],
)  # fmt: skip
def test_a_number_is_whole_and_within_its_bounds(value: object, found: int | None) -> None:
    arguments = read() if value is None else read(limit=value)
    if found is None:
        with pytest.raises(ToolError, match="limit must be a whole number from 1 to 10"):
            arguments.number("limit", 4, 10)
    else:
        assert arguments.number("limit", 4, 10) == found


def test_texts_lists_and_days() -> None:
    assert read(text="  agro ").text("text") == "agro" and read(text=12).text("text") == "12"
    assert read().text("text", "usual") == "usual" and read(text="").text("text", "x") == ""
    for missing in ({}, {"text": " "}):
        with pytest.raises(ToolError, match="text is missing"):
            read(**missing).text("text")
    for wrong in (True, ["agro"], 1.5):
        with pytest.raises(ToolError, match="must be a text"):
            read(text=wrong).text("text")
    words = ("one", "two", "three")
    assert read(parts="two").choices("parts", ("one",), words) == ("two",)
    assert read(parts=["two", "one", "two"]).choices("parts", (), words) == ("two", "one")
    assert read().choices("parts", ("one",), words) == ("one",)
    with pytest.raises(ToolError, match="Did you mean three"):
        read(parts=["thre"]).choices("parts", (), words)
    for day, found in (("2026-06", "2026-06-01"), ("2026-06-30", "2026-06-30")):
        assert str(read(since=day).day("since")) == found
    assert read().day("since") is None
    for wrong_day in ("2026-13", "2026-06-31", "June", "2026"):
        with pytest.raises(ToolError, match="must be a day"):
            read(since=wrong_day).day("since")


def test_tax_ids_in_any_spelling_each_once_and_no_more_than_fit() -> None:
    assert read(tax_ids=["RO 12", 13, "12"]).tax_ids("tax_ids", 3) == ("12", "13")
    assert read(tax_ids="RO12").tax_ids("tax_ids", 1) == ("12",)
    assert read().tax_ids("tax_ids", 3) == ()
    with pytest.raises(ToolError, match="at most 2"):
        read(tax_ids=["12", "13", "14"]).tax_ids("tax_ids", 2)
    assert len(read(tax_ids=["12", "13"]).tax_ids("tax_ids", 2)) == 2
    with pytest.raises(ToolError, match=r"invalid tax id .*: ana"):
        read(tax_ids=["12", "ana"]).tax_ids("tax_ids", 3)
    assert read(tax_id=" ro12").tax_id("tax_id") == "12"
    with pytest.raises(ToolError, match="Use find"):
        read(tax_id="ANA SRL").tax_id("tax_id")


def test_rows_are_objects_of_texts() -> None:
    fields = ("name", "county")
    rows = read(rows=["ana", {"name": "dan", "county": 12}]).rows("rows", fields, 2)
    assert rows == [{"name": "ana"}, {"name": "dan", "county": "12"}]
    for wrong, says in (
        ([], "1 to 2 objects"), (["a", "b", "c"], "1 to 2 objects"), (7, "1 to 2 objects"),
        (["a", {"nume": "b"}], "Row 2 must be an object with only these fields: name, county"),
        ([{"name": ["a"]}], "Row 1 has a value that is not a text"),
    ):  # fmt: skip
        with pytest.raises(ToolError, match=says):
            read(rows=wrong).rows("rows", fields, 2)


def test_a_personal_code_is_refused_wherever_it_stands() -> None:
    code = "1900101123456"
    places: list[dict[str, Any]] = [
        {"text": code}, {"parts": ["a", code]}, {"rows": [{"name": f"ANA {code}"}]},
    ]  # fmt: skip
    for given in places:
        with pytest.raises(ToolError, match="personal code") as refused:
            read(**given)
        assert code not in str(refused.value)
    with pytest.raises(ToolError, match="Did you mean text"):
        read(txt="agro")


def test_empty_is_left_out_and_zero_and_false_are_values() -> None:
    kept = {"zero": 0, "no": False, "half": 0.0, "list": [{"a": 0}], "text": "x"}
    assert without_empty(kept | {"none": None, "blank": "", "many": [], "nothing": {}}) == kept
    for length in (LONGEST_TEXT, LONGEST_TEXT + 1):
        [text] = without_empty(["y" * length])
        assert len(text) == LONGEST_TEXT and text.endswith("…") is (length > LONGEST_TEXT)
    assert "1900101123456" not in str(without_empty({"name": "ANA 1900101123456"}))


def _head_and_data(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    head, _opening, data, _closing = text.split("\n")
    return json.loads(head), json.loads(data)


def test_an_answer_that_is_too_long_loses_rows_of_its_longest_list() -> None:
    def row(length: int) -> list[str]:
        return ["x" * 180] * length

    short = {"few": row(3), "inner": {"many": row(40)}, "name": "ANA <b>"}
    text = render({"cost": 1, "remaining": 0, "asOf": None}, short)
    head, data = _head_and_data(text)
    assert head == {"cost": 1, "remaining": 0} and data == short and "<b>" not in text
    text = render({"cost": 1}, short | {"inner": {"many": row(120)}})
    head, data = _head_and_data(text)
    assert len(text) <= MAX_CHARACTERS
    left = len(data["inner"]["many"])
    assert 60 < left < 100 and len(data["few"]) == 3
    assert list(head["cut"]) == ["inner.many"]
    assert head["cut"]["inner.many"].startswith(f"{120 - left} more")
