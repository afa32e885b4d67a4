"""The rows of the form and the line of criteria are the same screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.test_screening_language import criteria
from tests.ui.user import explore
from tui_app.contract.screening.criteria import CriteriaError, Criterion
from tui_app.contract.screening.fields import FIELDS
from tui_app.contract.screening.language import parse, write
from tui_app.system.language import _, set_language
from tui_app.ui.dialogs.screening_form import ScreeningForm
from tui_app.ui.screening import wording
from tui_app.ui.screening.form import (
    FormRow,
    complete_row,
    criteria_of,
    read_row,
    rows_of,
    text_of,
)


@given(st.lists(criteria(), max_size=6))
def test_a_form_that_is_opened_and_closed_changes_nothing(found: list[Criterion]) -> None:
    criteria = tuple(found)
    if len(write(criteria)) < 900:
        assert criteria_of(rows_of(criteria)) == criteria


def test_every_field_has_a_row_and_a_field_with_two_criteria_has_two() -> None:
    rows = rows_of(parse("name:a not name:b phone not vat"))
    assert {row.field.name for row in rows} == set(FIELDS)
    assert len(rows) == len(FIELDS) + 1
    filled = [(row.field.name, row.text) for row in rows if row.text]
    assert filled == [("name", "a"), ("name", "not b"), ("vat", "no"), ("phone", "yes")]


def test_a_field_without_data_has_only_the_rows_of_its_criteria() -> None:
    rows = rows_of(parse("buyer:primaria"), ("buyer", "cpv"))
    names = {row.field.name for row in rows}
    assert names == set(FIELDS) - {"cpv"}


async def test_the_form_offers_what_the_source_announced() -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "Q", "escape", "E")
        assert isinstance(user.app.screen, ScreeningForm)
        # The sample has no public contracts and no history.
        for name, is_offered in (("turnover", True), ("buyer", False), ("moved-from", False)):
            assert (name in user.screen) is is_offered, name


def test_what_is_added_stands_after_what_was_there() -> None:
    before = parse("turnover:>1M county:Cluj")
    rows = [
        FormRow(row.field, "SRL" if row.field.name == "form" else row.text, row.index)
        for row in rows_of(before)
    ]
    assert write(criteria_of(rows)) == "turnover:>1M county:Cluj form:SRL"
    emptied = [FormRow(row.field, "", row.index) for row in rows]
    assert criteria_of(emptied) == ()


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("county", "satu mare", 'county:"Satu Mare"'),
        ("county", "not CJ, Satu Mare", 'not county:Cluj,"Satu Mare"'),
        ("county", "nu iași", "not county:Iasi"),
        ("county", '"Satu Mare",Cluj', 'county:"Satu Mare",Cluj'),
        ("name", "agro sud", 'name:"agro sud"'),
        ("caen", "62, comert cu amanuntul", 'caen:62,"comert cu amanuntul"'),
        ("turnover", "1M..2M, >5M", "turnover:1M..2M,>5M"),
        ("profit", "-5..-1", "profit:-5..-1"),
        ("form", "s.r.l.", "form:SRL"),
        ("phone", "yes", "phone"),
        ("phone", "DA", "phone"),
        ("phone", "nu", "not phone"),
    ],
)
def test_a_row_is_read_as_people_write(name: str, text: str, line: str) -> None:
    criterion = read_row(FIELDS[name], text)
    assert criterion is not None
    assert write((criterion,)) == line
    assert read_row(FIELDS[name], text_of(criterion)) == criterion


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_row_is_no_criterion(text: str) -> None:
    assert read_row(FIELDS["county"], text) is None


@pytest.mark.parametrize(
    ("name", "text", "wrong", "said"),
    [
        ("county", "Cluj,Cluc", "Cluc", "Unknown county: Cluc. Did you mean Cluj?"),
        ("county", "not Cluc", "Cluc", "Unknown county: Cluc. Did you mean Cluj?"),
        ("county", "Cluj,", ",", "county needs a value, for example county:Alba"),
        ("turnover", "lots", "lots", "Turnover needs a number, e.g. >1M or 1M..5M"),
        ("phone", "perhaps", "perhaps", "perhaps is neither yes nor no"),
        ("name", '"agro', '"agro', "The closing quote is missing"),
        ("name", '"a" b', '"a" b',
         "Unknown criterion: b. To search names for it, write name:b"),
        ("name", '"a" active', '"a" active',
         "Name cannot be read; write e.g. petro"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_read_says_which_part(
    name: str, text: str, wrong: str, said: str
) -> None:
    with pytest.raises(CriteriaError) as refused:
        read_row(FIELDS[name], text)
    assert said in wording.error_text(refused.value)
    assert wrong.endswith(text[refused.value.start : refused.value.end])


@pytest.mark.parametrize(
    ("name", "text", "offered"),
    [
        ("county", "Cl", ["Calarasi", "Cluj"][1:]),
        ("county", "not Cl", ["Cluj"]),
        ("county", "Cluj, bi", ["Bihor", "Bistrita-Nasaud"]),
        ("county", "satu m", ['"Satu Mare"']),
        ("phone", "", ["yes", "no"]),
        ("phone", "n", ["no"]),
        ("turnover", "1", []),
        ("form", "srl-", ["SRL-D"]),
    ],
)
def test_a_value_is_completed_where_it_stands(name: str, text: str, offered: list[str]) -> None:
    found = complete_row(FIELDS[name], text, len(text))
    assert [each.text for each in found if each.text in offered] == offered
    assert bool(found) == bool(offered)
    if found and name != "phone":
        assert text[: found[0].start].rstrip(", ") in ("", "not", "Cluj")


ERRONEOUS = (
    ":CJ",
    "active " * 200, "not not active", "not", 'county:"Cluj"x', 'name:"a', "phone:often",
    "county", "county:Cluc", "form:LTD", "turnover:x", "turnover:>1,5M", "xyzzy", "conty:a",
    "name:...", "caen:5", "caen:62-63", "margin:x", "founded:x", "registered:x",
    "since:<2026",
)  # fmt: skip


@pytest.mark.parametrize("line", ERRONEOUS)
def test_every_complaint_is_said_in_romanian_too(line: str) -> None:
    with pytest.raises(CriteriaError) as refused:
        parse(line)
    error = refused.value
    assert wording.error_text(error) == str(error)
    set_language("ro")
    assert wording.error_text(error) != str(error)


def test_every_kind_of_complaint_was_seen_and_every_field_is_explained() -> None:
    seen = set()
    for line in ERRONEOUS:
        with pytest.raises(CriteriaError) as refused:
            parse(line)
        seen.add(refused.value.template)
    assert len(seen) == 21
    set_language("ro")
    assert all(_(field.about) != field.about for field in FIELDS.values())
