"""What a tab asks and says in each state, and the texts around it, without a screen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.sections.parts import (
    ENTRY,
    FIRM,
    SESSION,
    SOURCE,
    TODAY,
    Calls,
    answer,
    got,
    of,
    waiting,
)
from tui_app.client.errors import (
    NotKnownToSourceError,
    ServerError,
    UnreachableError,
)
from tui_app.contract import operations as ops
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import Phase
from tui_app.ui.sections import base, home
from tui_app.ui.sections import profile as header
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.overview import OverviewSection
from tui_app.ui.sections.profile import draw_profile
from tui_app.ui.text.drawing import STYLES, lines


@pytest.mark.parametrize(
    ("value", "price", "absent", "said"),
    [
        ({"phase": Phase.IDLE}, 1, False, "Not loaded · <open> load (1 request)"),
        ({"phase": Phase.FAILED}, 2, False, "Not loaded · <open> load (2 requests)"),
        ({"phase": Phase.LOADING}, 1, False, "so far"),
        ({"phase": Phase.IDLE}, 1, True,
         "Nothing on record (the profile says so; no request was needed)."),
        ({"phase": Phase.READY, "answer": 1}, 1, True,
         "Nothing on record (the profile says so; no request was needed)."),
        ({"phase": Phase.FAILED, "error": NotKnownToSourceError("never")}, 1, False, "never"),
        ({"phase": Phase.FAILED, "error": ServerError("down")}, 1, False, "down\nremedy"),
        ({"phase": Phase.IDLE}, waiting(3, "unencrypted"), False,
         "Not loaded · <open> load (3 s)\nunencrypted"),
        ({"phase": Phase.LOADING}, waiting(3, "unencrypted"), False, "so far"),
        ({"phase": Phase.IDLE}, waiting(3), False, "Not loaded · <open> load (3 s)"),
    ],
)  # fmt: skip
def test_a_state_is_told_in_place_of_data(
    value: dict[str, Any], price: int, absent: bool, said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(base, "remedy_of", lambda *_given: "remedy")
    given = of(**{"error": None} | value)
    drawn = base.draw_state(given, 80, SESSION, price=price, absent=absent, loading="so far")
    assert drawn.plain == said


def test_a_live_source_that_is_asked_names_its_progress_and_the_key_that_stops_it() -> None:
    session = of(first_key=lambda name, **_more: f"<{name}>", progress={"12": "page 2"})
    value = of(answer=None, phase=Phase.LOADING, error=None, waited=7)
    for live, profile in ((None, FIRM), (1, FIRM), (1, None)):
        pane = of(entry=ENTRY, profile=profile, session=session, live=live, tax_id="12",
                  answers=of(price=lambda _asked: 1), questions=())  # fmt: skip
        drawn = Section.draw_state(pane, value, 80)
        assert drawn is not None and "7 s · page 2" in drawn.plain
        assert ("<escape>" in drawn.plain) is bool(live)


def test_an_answer_has_its_files_age_and_problems_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "error_text", lambda error, _session: str(error))
    notes = (of(text="a note"), of(text="another"))
    found = answer(FIRM, sources=(SOURCE,), notes=notes, faults=("x",))
    value = of(answer=found, error=UnreachableError("no line"), needs_refresh=False)
    told = base.with_age(value, lines([]), SESSION, 200).plain
    assert told.startswith("a note\nanother\n")
    *_before, source, age, error, losses = told.split("\n")
    assert "4 May 2026" in source
    assert age.startswith("loaded") and error == "no line" and losses
    warned = base.draw_age(of(answer=replace(found, stale=True), error=None), SESSION, 200)
    calm = base.draw_age(of(answer=replace(found, faults=()), error=None), SESSION, 200)
    assert STYLES["warn"] in str(warned.spans) and STYLES["warn"] not in str(calm.spans)
    assert base.draw_age(of(answer=None, error=None), SESSION, 80).plain == ""


def test_a_tab_asks_only_for_what_is_missing_and_possible() -> None:
    calls = Calls()
    first, second = (about(each, "12") for each in (ops.PHONES, ops.EMAILS))
    warning = {first: "unencrypted", second: ""}

    def section(**more: Any) -> Any:
        usual = {
            "own_operations": (ops.PHONES, ops.EMAILS), "profile": FIRM, "may_spend": False,
            "is_warning_seen": False, "_warning_of": lambda each: warning[each],
            "question": lambda each, fresh=False: about(each, "12", fresh=fresh),
            "answers": of(wanted=lambda asked, again: [*asked], load=calls.of("load")),
        }  # fmt: skip
        return of(**usual | more)

    for given, fresh, loaded, seen in (
        ({}, False, [second], True),  # the Enter after the warning sends it
        ({"is_warning_seen": True}, False, [first, second], True),
        ({"may_spend": True, "_warning_of": lambda _each: ""}, False, [first, second], False),
        ({"profile": None}, False, None, False),
        ({"profile": None, "own_operations": ()}, False, [], False),
    ):
        calls.clear()
        pane = section(**given)
        Section.ask_missing(pane, fresh=fresh)
        may = given.get("may_spend", False)
        assert calls == ([] if loaded is None else
                         [("load", loaded, ("confirm", may), ("again", False))])  # fmt: skip
        assert pane.is_warning_seen is seen
    calls.clear()
    Section.ask_missing(section(), fresh=True, again=True)
    [(_load, asked, _confirm, again)] = calls
    assert [each.fresh for each in asked] == [True, True] and again == ("again", True)


def test_of_contacts_that_all_are_awaited_the_one_under_way_says_so() -> None:
    idle, pending = (
        of(error=None, answer=None, is_settled=False, is_pending=each) for each in (False, True)
    )
    for values, shown in (((idle, pending), pending), ((idle, idle), idle)):
        named = tuple(zip((ops.PHONES, ops.EMAILS), values, strict=True))
        pane = of(values=values, profile=FIRM, by_operation=named,
                  draw_state=lambda value, _width: value)  # fmt: skip
        whole: Any = ContactsSection._draw_whole(pane, 80)
        assert whole is shown


def test_another_company_begins_anew_and_at_the_top() -> None:
    for attached in (True, False):
        calls = Calls()
        pane = of(
            entry=None, was_loaded=True, may_spend=True, is_warning_seen=True, pages="old",
            reset=calls.of("reset"), redraw=calls.of("redraw"),
            scroller=of(is_attached=attached, scroll_home=calls.of("home")),
        )  # fmt: skip
        Section.set_company(pane, ENTRY)
        assert pane.entry is ENTRY and pane.pages.shown == 1
        assert not (pane.was_loaded or pane.may_spend or pane.is_warning_seen)
        home = [("home", ("animate", False))] if attached else []
        assert calls == [("reset",), *home, ("redraw",)]


def test_what_a_live_source_left_out_is_loaded_on_a_key() -> None:
    calls = Calls()
    live = of(load_everything=calls.of("everything"), stop=calls.of("stop"))
    own = (ops.FINANCIAL, ops.PEERS)
    parts = {"own_operations": own, "tax_id": "12", "pages": of(shown=3),
             "redraw": calls.of("redraw"), "answers": of(drop=calls.of("drop"))}  # fmt: skip
    Section.load_everything(of(live=None, **parts))
    assert calls == []
    Section.load_everything(of(live=live, **parts))
    assert calls == [
        ("everything", "financial", "12"), ("drop", about(ops.FINANCIAL, "12", 3)),
        ("everything", "peers", "12"), ("drop", about(ops.PEERS, "12", 3)), ("redraw",),
    ]  # fmt: skip
    with_notes = of(answer=answer(1, notes=(of(text="cut"),)))
    without = of(answer=answer(1))
    for given, values, offered in (
        (live, (without, with_notes), True), (live, (without,), False), (live, (of(answer=None),),
        False), (None, (with_notes,), False),
    ):  # fmt: skip
        why = Section.why_not_all(of(values=values, live=given))
        assert why == ("" if offered else "Nothing more to show.")
    for given, loading, stopped in ((live, True, True), (live, False, False), (None, True, False)):
        calls.clear()
        assert Section.stop_waiting(of(live=given, is_loading=loading, tax_id="12")) is stopped
        assert calls == ([("stop", "12")] if stopped else [])
    for profile, tab, loading in ((True, False, True), (False, True, True), (False, False, False)):
        pane = of(profile_value=of(is_pending=profile), values=(of(is_pending=tab),))
        assert got(Section, "is_loading", pane) is loading


def test_enter_opens_a_row_loads_what_is_missing_or_opens_what_is_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Rows:
        current: Any = None

        def open(self) -> None: ...

    monkeypatch.setattr("tui_app.ui.sections.base.RowList", Rows)
    rows, retry = Rows(), lambda: None
    for current, price, entry, label in (
        (of(key="k"), 1, ENTRY, "open"), (None, 1, ENTRY, "load"), (None, 0, ENTRY, "spot"),
        (None, 1, None, "spot"),
    ):  # fmt: skip
        rows.current = current
        pane = of(
            focus_target=rows, answers=of(price=lambda _asked, price=price: price), entry=entry,
            questions=("q",), retry=retry, questions_of_row=lambda key: (key,),
            enter_spot=lambda: of(label="spot", questions=(), run=None),
        )  # fmt: skip
        found: Any = Section.enter(pane)
        assert found is not None and found.label == label
        if label == "open":
            assert (found.questions, found.run) == (("k",), rows.open)
        if label == "load":
            assert (found.questions, found.run) == (("q",), retry)


def test_a_start_page_without_its_data_is_not_shown_for_its_keys() -> None:
    calls = Calls()
    for data in (None, home.Home()):
        view = of(show=calls.of("show", data))
        OverviewSection.name_keys_again(of(_home=data, _home_view=view))
    OverviewSection.name_keys_again(of(_home=None, _home_view=None))
    assert calls == [("show",)]


def test_the_source_is_named_with_its_day_in_one_line_where_there_is_little_room() -> None:
    session = of(source=of(name="a registry of your own", dated="as of 4 May 2026, " * 3))
    assert "\n" not in home.draw_source(session, 59).plain
    assert home.draw_source(session, 59).cell_length <= 59
    assert "\n" in home.draw_source(session, 60).plain
    session.source.dated = ""
    assert home.draw_source(session, 60).plain == "Source: a registry of your own"


@pytest.mark.parametrize(
    ("registered", "founded", "age"),
    [
        ("2020-11-20", None, "6 years old"),
        ("2020-11-21", None, "5 years old"),
        ("2025-11-20", 1990, "1 year old"),
        ("2026-11-20", None, "0 years old"),
        ("2026-11-21", None, ""),
        (None, 2024, "2 years old"),
        (None, 2027, ""),
        (None, None, ""),
    ],
)
def test_a_company_is_a_year_older_on_its_day(
    registered: str | None, founded: int | None, age: str
) -> None:
    profile = replace(FIRM, registration_date=registered, founding_year=founded, company_id="")
    entry = CompanyEntry(tax_id="12", name="")
    assert header._about(entry, profile, TODAY, 90) == f"CUI 12  {age}".rstrip()
    assert header._about(entry, None, TODAY, 90) == "CUI 12"


def test_the_profile_shows_each_value_of_the_tax_office_and_of_the_address() -> None:
    profile = replace(
        FIRM, tax_id="13", vat=True, checkout_vat=False, split_vat=None, tax_category="mici",
        postal_code=5_500, street_name="Lunga", street_nr="7", locality="Dej", county="Cluj",
        registration_date="2020-01-02", update_date="2026-03-04", founding_year=2019,
        caen=("G - comert", "4711 - comert - cu amanuntul", "fara"),
    )  # fmt: skip
    rows = [" ".join(row.split()) for row in draw_profile(profile, "", 60).plain.split("\n")]
    for row in (
        "VAT payer yes", "Cash-basis VAT no", "VAT split payment –", "Tax category mici",
        "Postal code 005500", "Street Lunga 7", "Locality Dej", "County Cluj",
        "Registered 2020-01-02", "Record updated 2026-03-04", "Founded 2019", "G comert",
        "4711 comert - cu amanuntul", "fara", "Tax id (CUI) 13 (invalid check digit)",
    ):  # fmt: skip
        assert row in rows, (row, rows)
    assert rows.index("Tax id (CUI) 13 (invalid check digit)") == 1
    partial = draw_profile(replace(FIRM, county="Cluj"), "", 60, is_loaded=False).plain
    assert "County" in partial and "Founded" not in partial and "VAT" not in partial
    assert "Activity" not in partial, "a title without a field"
    for width, is_wide in ((110, False), (111, True)):
        rows = draw_profile(FIRM, "", width).plain.split("\n")
        assert ("Activity" in next(row for row in rows if row.startswith("Address"))) is is_wide
    for width, is_narrow in ((69, True), (70, False)):
        first = draw_profile(FIRM, "", width).plain.split("\n")[0].strip()
        assert (first == "Company") is is_narrow
