"""The pane of a company: what is shown, asked, priced and reported when, without a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.sections.parts import (
    ENTRY,
    FIRM,
    NOW,
    TODAY,
    Calls,
    answer,
    of,
)
from tui_app.contract import operations as ops
from tui_app.ui.panes.entry import CompanyEntry, LoadLevel
from tui_app.ui.panes.facts import WorkspaceData
from tui_app.ui.remote.questions import about
from tui_app.ui.sections import home
from tui_app.ui.sections.detail import DetailPane
from tui_app.ui.sections.overview import OverviewSection


@pytest.mark.parametrize(
    ("level", "confirm", "by_itself", "needs", "done"),
    [
        (LoadLevel.OPEN, True, False, True, ["cache", "confirm", "open", "profile", "section"]),
        (LoadLevel.OPEN, False, False, True, ["cache", "open", "profile", "section"]),
        (LoadLevel.HIDDEN, True, True, True, []),
        (LoadLevel.PREVIEW, True, True, True, ["dwell"]),
        (LoadLevel.PREVIEW, True, False, True, []),
        (LoadLevel.PREVIEW, True, True, False, []),
    ],
)
def test_a_company_is_loaded_as_far_as_it_was_asked_for(
    level: LoadLevel, confirm: bool, by_itself: bool, needs: bool, done: list[str]
) -> None:
    calls = Calls()
    pane = of(
        entry=ENTRY, asks_by_itself=by_itself, profile=of(needs_request=needs),
        read_cache=calls.of("cache"), _confirm=calls.of("confirm"), _open=calls.of("open"),
        _ask_profile=calls.of("profile"), _load_section=calls.of("section"), _request_profile=None,
        _dwelling=of(call=lambda *_given: calls.append(("dwell",))),
        _set_company=calls.of("set"), workspace_changed=calls.of("workspace"),
    )  # fmt: skip
    DetailPane.show(pane, ENTRY, level, confirm=confirm)
    assert [each[0] for each in calls] == done
    DetailPane.show(pane, CompanyEntry(tax_id="13", name="X"), LoadLevel.HIDDEN)
    assert [each[0] for each in calls[len(done) :]] == ["set", "workspace"]


def test_a_preview_is_dropped_and_an_opened_company_only_if_it_is_meant() -> None:
    for entry, opened, is_opened, drops in (
        (ENTRY, False, False, True), (ENTRY, False, True, False), (ENTRY, True, True, True),
        (None, True, False, False),
    ):  # fmt: skip
        calls = Calls()
        DetailPane.drop_preview(of(entry=entry, is_opened=is_opened, _set_company=calls.of("set")),
                                opened=opened)  # fmt: skip
        assert calls == ([("set", None)] if drops else [])


def test_a_company_is_reported_once_when_it_is_known_and_was_opened() -> None:
    for entry, settled, reported, sent in (
        (ENTRY, True, False, True), (ENTRY, True, True, False), (ENTRY, False, False, False),
        (None, True, False, False),
    ):  # fmt: skip
        calls = Calls()
        pane = of(entry=entry, profile=of(is_settled=settled), _is_reported=reported, tax_id="12",
                  answers=of(keep_profile=calls.of("keep")), post_message=calls.of("post"),
                  CompanyViewed=lambda entry: entry, is_opened=False)  # fmt: skip
        DetailPane._open(pane)
        assert pane.is_opened
        assert calls == ([("keep", "12"), ("post", ENTRY)] if sent else [])


def test_a_profile_that_names_no_tax_id_keeps_that_of_the_list() -> None:
    calls = Calls()
    shown = of(redraw=calls.of("redraw"), profile_arrived=calls.of("arrived"))
    for company_id, data, entry in (
        ("", replace(FIRM, tax_id="RO12", company_id="J1/2/2020"), "J1/2/2020"), ("J9", FIRM, "J9"),
    ):  # fmt: skip
        pane = of(
            profile=of(answer=answer(data), is_settled=True), sections={"overview": shown},
            entry=replace(ENTRY, company_id=company_id), _first_tab="overview", section=shown,
            _show_header=calls.of("header"), _load_section=calls.of("load"), is_opened=True,
            _is_reported=True, _open=calls.of("open"),
        )  # fmt: skip
        calls.clear()
        DetailPane._profile_finished(pane)
        assert (pane.entry.tax_id, pane.entry.company_id) == ("12", entry)
        assert pane._is_reported is False
        assert [each[0] for each in calls] == ["header", "arrived", "redraw", "load", "open"]


def test_the_questions_of_a_tab_are_those_of_its_page() -> None:
    kinds = {"cases": of(own_operations=(ops.COURT_CASES,)), "overview": of(own_operations=())}
    pane = of(tabs=of(chosen="cases"), kinds=kinds, _questions={},
              sections={"cases": of(page=3, tax_id="12")})  # fmt: skip
    for tax_id, tab, page, asked in (
        ("12", "", 0, 3), ("13", "", 0, 1), ("12", "cases", 2, 2), ("12", "overview", 0, None),
    ):  # fmt: skip
        found = DetailPane.questions(pane, tax_id, tab, page)
        assert found[0] == about(ops.PROFILE, tax_id)
        assert [each.page for each in found[1:]] == ([] if asked is None else [asked])
        assert DetailPane.questions(pane, tax_id, tab, page) is found


def test_prices_are_computed_anew_when_anything_that_they_depend_on_changes() -> None:
    allowance = of(session_requests=1, recalled=1)
    client = of(live=None, allowance=allowance, connection_lost=False)
    counted: list[str] = []

    def priced(tax_id: str) -> dict[str, int]:
        counted.append(tax_id)
        return {"cases": len(counted)}

    pane = of(session=of(client=client), tax_id="12", answers=of(changes=1), _prices=((), {}),
              _priced=priced)  # fmt: skip

    def prices() -> int:
        return DetailPane.prices(pane)["cases"]

    assert prices() == prices() == 1
    changes: tuple[Callable[[], None], ...] = (
        lambda: setattr(pane.answers, "changes", 2), lambda: setattr(pane, "tax_id", "13"),
        lambda: setattr(allowance, "session_requests", 2),
        lambda: setattr(allowance, "recalled", 2),
        lambda: setattr(client, "connection_lost", True),
    )  # fmt: skip
    for change in changes:
        before = prices()
        change()
        assert prices() == before + 1
    client.live = 1
    assert prices() + 1 == prices()
    known = of(entry=ENTRY, prices=lambda: {"cases": 2}, kinds=("overview", "cases"))
    assert DetailPane.prices_of_tabs(known) == {"overview": 0, "cases": 2}
    known.entry = None
    assert DetailPane.prices_of_tabs(known) == {"overview": 0, "cases": 0}


def test_enter_on_a_line_of_the_overview_leads_to_its_tab_and_its_price() -> None:
    calls = Calls()
    pane = of(entry=ENTRY, profile=FIRM, spot=of(name="tab cases"), tax_id="12",
              post_message=calls.of("post"), questions_to_open=lambda *given: given,
              TabWanted=lambda tab, may_spend=False: (tab, may_spend))  # fmt: skip
    found: Any = OverviewSection.enter(pane)
    assert found is not None and found.questions == ("12", "cases")
    found.run()
    assert calls == [("post", ("cases", True))]
    placed = of(spot=of(name="tab finance"))
    clicked = of(profile=FIRM, spot_at=lambda _event: placed, post_message=calls.of("post"),
                 TabWanted=pane.TabWanted)  # fmt: skip
    OverviewSection.on_click(clicked, of())
    assert calls[-1] == ("post", ("finance", False))
    clicked.profile = None
    OverviewSection.on_click(clicked, of())
    assert len(calls) == 2


def test_a_row_of_the_start_page_is_opened_as_what_it_is() -> None:
    calls = Calls()
    view = of(thing=lambda key: key.removeprefix("do ") if key.startswith("do ") else "",
              screening_of=lambda key: ("mine", "active") if key == "screen" else None,
              searched=lambda key: f"text of {key}")  # fmt: skip
    for company, key, sent in (
        (ENTRY, "company", (ENTRY, "opened before")), (None, "do search", "search"),
        (None, "screen", "mine"), (None, "petro", "text of petro"),
    ):  # fmt: skip
        pane = of(_row_company=company, _home_view=view, post_message=calls.of("post"),
                  OpenCompany=lambda entry, origin: (entry, origin))  # fmt: skip
        OverviewSection.on_row_list_opened(pane, of(stop=calls.of("stop"), key=key))
        [_post, message] = calls.pop()
        told = message if isinstance(message, tuple) else vars(message).get("text", None) or vars(
            message)["name"]  # fmt: skip
        assert told == sent
    assert home._named(replace(ENTRY, name="")) == "12" and home._named(ENTRY) == "ANA DIN LISTA"
    for kind, announced, name, possible in (
        ("sample", False, "screen", True), ("server", True, "screen", True),
        ("server", False, "screen", False), ("public", False, "new", False),
        ("server", False, "new", True), ("public", False, "search", True),
    ):  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(home, "is_announced", lambda *_given, it=announced: it)
            assert home._is_possible(name, of(source=of(kind=kind), client=1)) is possible


def test_another_company_takes_the_place_of_the_one_before() -> None:
    calls = Calls()
    pane = of(
        tax_id="11", entry=None, answers=of(hold=calls.of("hold"), release=calls.of("release")),
        _dwelling=of(cancel=calls.of("cancel")), _may_spend=True, is_opened=True,
        _is_reported=True, in_workspace=WorkspaceData(is_watched=True), _questions={1: 1},
        _show_section=calls.of("section"), sections={"a": of(set_company=calls.of("set"))},
        _show_header=calls.of("header"),
    )  # fmt: skip
    DetailPane._set_company(pane, ENTRY)
    assert calls == [
        ("hold", "12"), ("release", "11"), ("cancel",), ("section",), ("set", ENTRY), ("header",),
    ]  # fmt: skip
    assert not (pane._may_spend or pane.is_opened or pane._is_reported or pane._questions)
    assert pane.entry is ENTRY and pane.in_workspace == WorkspaceData()
    calls.clear()
    pane.tax_id = ""
    DetailPane._set_company(pane, None)
    assert [each[0] for each in calls] == ["cancel", "section", "set", "header"]


@pytest.mark.parametrize(
    ("entry", "confirm", "needs", "is_new", "done"),
    [
        (ENTRY, True, True, True,
         ["mount", "set", "show", "confirm", "open", "ask", "load", "stale"]),
        (ENTRY, False, False, True, ["mount", "set", "show", "load", "stale"]),
        (ENTRY, True, False, False, ["show", "confirm", "open", "load", "stale"]),
        (None, True, True, True, ["mount", "show", "ask", "load", "stale"]),
    ],
)  # fmt: skip
def test_a_tab_is_shown_and_asks_for_what_it_lacks(
    entry: CompanyEntry | None, confirm: bool, needs: bool, is_new: bool, done: list[str]
) -> None:
    calls = Calls()
    section = of(set_company=calls.of("set"), redraw_if_stale=calls.of("stale"), pages=None,
                 is_warning_seen="as before")  # fmt: skip
    pane = of(
        sections={} if is_new else {"cases": section}, _new_section=lambda _tab: section,
        mount=calls.of("mount"), entry=entry, tabs=of(chosen="overview"), section=section,
        _show_section=calls.of("show"), _confirm=calls.of("confirm"), _open=calls.of("open"),
        profile=of(needs_request=needs), _ask_profile=calls.of("ask"),
        _load_section=calls.of("load"),
    )  # fmt: skip
    DetailPane.choose(pane, "cases", 3, confirm=confirm, is_warning_seen=False)
    assert [each[0] for each in calls] == done and pane.tabs.chosen == "cases"
    assert (section.pages is not None and section.pages.asked == 3) is is_new
    assert section.is_warning_seen == (False if entry and confirm else "as before")


def test_the_header_is_as_high_without_a_company() -> None:
    assert DetailPane._draw_header(of(_state=of(entry=None)), 80).plain == " \n \n "


def test_a_retry_asks_for_the_profile_first_and_then_for_what_failed() -> None:
    for missing, last in ((True, ("ask",)), (False, ("load", ("again", True)))):
        calls = Calls()
        pane = of(_confirm=calls.of("confirm"), _open=calls.of("open"),
                  profile=of(is_missing=missing), _ask_profile=calls.of("ask"),
                  _load_section=calls.of("load"))  # fmt: skip
        DetailPane.retry(pane)
        assert calls == [("confirm",), ("open",), last]


def test_the_header_is_drawn_when_something_in_it_changed() -> None:
    calls = Calls()
    kept = WorkspaceData()
    state = of(entry=ENTRY, signals=(), in_workspace=kept, today=TODAY)
    pane = of(state=lambda: state, profile=of(answer=None), _origin="", _shown=(),
              header=of(draw=calls.of("draw")), _draw_header=None)  # fmt: skip
    changes: tuple[Callable[[], None], ...] = (
        lambda: None, lambda: setattr(pane, "_origin", "from DEJ"),
        lambda: setattr(state, "in_workspace", WorkspaceData(is_watched=True)),
        lambda: setattr(state, "in_workspace", WorkspaceData(is_watched=True, has_note=True)),
        lambda: setattr(state, "signals", (1,)), lambda: setattr(pane.profile, "answer", 1),
        lambda: setattr(state, "today", NOW), lambda: setattr(state, "entry", None),
    )  # fmt: skip
    for drawn, change in enumerate(changes, 1):
        change()
        for _time in range(2):
            DetailPane._show_header(pane)
        assert len(calls) == drawn


async def test_what_the_cache_has_is_drawn_if_the_company_is_still_shown() -> None:
    for found, tax_id, drawn in ((True, "12", True), (True, "13", False), (False, "12", False)):
        calls = Calls()

        async def read(_tax_id: str, found: bool = found) -> bool:
            return found

        pane = of(answers=of(read_cache=read), tax_id=tax_id, _show_header=calls.of("header"),
                  section=of(redraw=calls.of("redraw")))  # fmt: skip
        await DetailPane._read_cache(pane, "12")
        assert calls == ([("header",), ("redraw",)] if drawn else [])


async def test_what_the_workspace_has_is_told_to_the_tabs_once() -> None:
    news = WorkspaceData(is_watched=True)

    async def ask(_read: object, _nothing: object) -> WorkspaceData:
        return news

    for entry, before, told in ((ENTRY, WorkspaceData(), True), (ENTRY, news, False),
                                (None, WorkspaceData(), False),
                                (replace(ENTRY, tax_id="13"), WorkspaceData(), False)):  # fmt: skip
        calls = Calls()
        pane = of(session=of(workspace_thread=of(ask=ask)), entry=entry, in_workspace=before,
                  _show_header=calls.of("header"),
                  sections={"a": of(workspace_changed=calls.of("changed"))})  # fmt: skip
        await DetailPane._read_workspace(pane, "12")
        assert calls == ([("header",), ("changed",)] if told else [])
