"""What tabs show and ask in each state of their answers: many companies, one explorer."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.sections.desk import desk
from tests.ui.sections.parts import FIRM, NOW, SOURCE, answer
from tests.ui.sections.test_drawn_values import figures, year
from tests.ui.sections.test_rows_in_tabs import CONNECTED, EMAILS, PHONES
from tui_app.client.errors import (
    CredentialError,
    NotConfirmedError,
    NotKnownToSourceError,
    ServerError,
)
from tui_app.config.settings import Settings
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.live import SourceNote
from tui_app.ui.panes.company import CompanyEntry, LoadLevel
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import Phase
from tui_app.ui.terminal.capabilities import set_spoken
from tui_app.ui.text.drawing import STYLES

DOWN = ServerError("down")
ONE_YEAR = figures(year(2025, turnover=5))
AGE = "loaded 2026-11-20 12:00"
ABSENT = "Nothing on record (the profile says so; no request was needed)."
WEB = r.Websites(("https://x.example", "javascript:x"))


async def test_a_tab_tells_its_state_in_place_of_data_and_asks_what_is_possible() -> None:
    async with desk() as shown:
        for given, profile, said, asks in (
            ({}, DOWN, "down\nPress r to try again.", False),
            ({}, replace(FIRM, has_fin_data=False), ABSENT, False),
            ({ops.FINANCIAL: DOWN}, FIRM, "down\nPress r to try again.", True),
            ({ops.FINANCIAL: NotKnownToSourceError("never")}, FIRM, "never", True),
            ({ops.FINANCIAL: NotConfirmedError("no")}, FIRM, "Not loaded · ⏎ load (1 request)",
             True),
        ):  # fmt: skip
            await shown.show("finance", given, profile=profile)
            assert shown.text == said
            assert shown.asked == [("profile", 1)] + [("financial", 1)] * asks
        for given, styles in (({ops.FINANCIAL: DOWN}, ["bad", "dim"]), ({}, ["dim"])):
            await shown.show("finance", given, profile=replace(FIRM, has_fin_data=bool(given)))
            assert [span.style for span in shown.drawn.spans] == [STYLES[each] for each in styles]
        # From a field the key that asks again comes after the one that leaves the field.
        for tab, operation in (("finance", ops.FINANCIAL), ("contact", ops.EMAILS)):
            await shown.show(tab, {operation: DOWN})
            for key, again in (("slash", "Press Esc r to"), ("escape", "Press r to")):
                await shown.press(key)
                assert again in shown.text, (tab, key)
        # What failed is asked again by its key alone, and without a profile that comes first.
        await shown.show("finance", {ops.FINANCIAL: DOWN})
        await shown.press("1", "2")
        assert shown.asked == [("profile", 1), ("financial", 1)]
        shown.give({ops.FINANCIAL: ONE_YEAR})
        await shown.press("enter")
        assert shown.asked[2:] == [("financial", 1)] and "Turnover 5" in shown.text
        await shown.press("r")
        assert shown.asked[3:] == [("financial", 1)]
        await shown.show("finance", {}, profile=DOWN)
        assert len(shown.section.questions_of_reload()) == 2
        shown.give({ops.FINANCIAL: ONE_YEAR})
        await shown.press("r")
        assert shown.asked[1:] == [("profile", 1), ("financial", 1)]
        await shown.show("finance", {}, profile=DOWN)
        shown.give({ops.FINANCIAL: ONE_YEAR})
        await shown.press("enter")
        assert shown.asked[1:] == [("profile", 1), ("financial", 1)]
        shown.asked.clear()
        shown.detail.show(CompanyEntry(tax_id="78", name="DEJ"), LoadLevel.HIDDEN)
        prices = shown.detail.prices()
        assert (prices["overview"], prices["finance"], prices["contact"]) == (0, 2, 5)
        await shown.press("3")
        assert shown.asked == [("profile", 1), ("court_cases", 1)]
        shown.detail.show(CompanyEntry(tax_id="78", name="DEJ"), LoadLevel.OPEN)
        await shown.user.idle()
        assert len(shown.asked) == 2  # what is there costs nothing once more
        assert [each.fresh for each in shown.section.questions_of_reload()] == [True]


async def test_a_company_that_loads_once_the_cursor_rests_says_nothing_before() -> None:
    async with desk(settings=Settings()) as shown:
        await shown.show("contact")
        await shown.show("contact")  # what is free is loaded for the head, whichever tab is shown
        assert {("financial", 1), ("court_cases", 1)} <= {*shown.asked}
        shown.detail.show(CompanyEntry(tax_id="78", name="DEJ"), LoadLevel.HIDDEN)
        assert not shown.text
        # A tab that is shown without a key opens nothing; what was opened is no preview.
        detail: Any = shown.detail
        assert not detail.is_requested
        detail.choose("finance", confirm=False)
        assert not detail.is_opened
        assert detail.state() is detail.state()
        detail.show(CompanyEntry(tax_id="80", name="DEJ"), LoadLevel.PREVIEW)
        assert detail.is_requested and detail.profile.phase is Phase.IDLE
        detail.reload()
        assert detail.is_opened
        detail.show(CompanyEntry(tax_id="79", name="DEJ"), LoadLevel.HIDDEN)
        assert not detail.is_opened
        detail.retry()
        assert detail.is_opened
        detail.choose("contact")
        await shown.user.idle()
        assert detail.is_requested and not detail.is_waiting
        detail.drop_preview()
        assert detail.is_opened and detail.tax_id == "79"
        detail.drop_preview(opened=True)
        assert not detail.tax_id
        detail.show(CompanyEntry(tax_id="82", name="DEJ"), LoadLevel.HIDDEN)
        assert not detail.is_opened
        detail.choose("finance")
        assert detail.is_opened
        # Only a key may spend the last requests, not a company that is resumed.
        for confirm in (False, True):
            detail.show(CompanyEntry(tax_id="81", name="DEJ"), LoadLevel.OPEN, confirm=confirm)
            assert detail.is_opened
            assert {each.may_spend for each in detail.sections.values()} == {confirm}


async def test_an_answer_under_way_is_told_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    viewed: list[str] = []
    async with desk() as shown:
        seen = shown.user.app.explorer.visited
        monkeypatch.setattr(seen, "add", lambda entry: viewed.append(entry.tax_id))
        came = asyncio.Event()
        await shown.show("finance", {ops.FINANCIAL: came}, wait=False)
        await shown.user.when(lambda: shown.text == "Loading…")
        assert shown.section.is_loading
        assert not shown.section.stop_waiting()
        shown.give({ops.FINANCIAL: ONE_YEAR})
        came.set()
        await shown.user.idle()
        assert shown.text.endswith(AGE)
        # A tab that was hidden since says what became of the profile meanwhile.
        came.clear()
        await shown.show("overview", {ops.FINANCIAL: ONE_YEAR}, profile=came, wait=False)
        await shown.user.when(lambda: "Loading…" in shown.text)
        await shown.user.pilot.press("2")
        await shown.user.when(lambda: shown.section.tab == "finance")
        assert shown.text == "Loading…" and viewed == ["101"]
        shown.give({ops.FINANCIAL: ONE_YEAR})
        came.set()
        await shown.user.idle()
        assert shown.text.endswith(AGE)
        await shown.press("1", "2", "enter")
        assert viewed == ["101", "102"]  # once each, and not before there was anything to look at


async def test_a_page_that_comes_after_another_was_wanted_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, third = (
        r.CourtCasePage((r.CourtCase(case_number=str(n)),), 3, n, 3) for n in (1, 2, 3)
    )
    came = asyncio.Event(), asyncio.Event()
    async with desk() as shown:
        await shown.show("cases", {ops.COURT_CASES: first, (ops.COURT_CASES, 2): came[0],
                                   (ops.COURT_CASES, 3): came[1]})  # fmt: skip
        await shown.user.pilot.press("n", "n")
        await shown.user.when(lambda: ("court_cases", 3) in shown.asked)
        # A page that takes long enough to say so is still awaited.
        shown.section.answer_arrived(about(ops.COURT_CASES, shown.tax_id, 3))
        assert shown.section.page == 3
        shown.given["court_cases", 2] = second
        came[0].set()
        answers = shown.detail.answers
        await shown.user.when(lambda: 2 in answers.pages(ops.COURT_CASES, shown.tax_id))
        assert "page 1 of 3" in shown.text and [row.split()[1] for row in shown.rows] == ["1"]
        # Nor is the page of another company, whoever asked for it.
        shown.given["court_cases", 3] = second
        answers.hold("77")
        answers.load((about(ops.COURT_CASES, "77", 3),))
        await shown.user.when(lambda: 3 in answers.pages(ops.COURT_CASES, "77"))
        assert "page 1 of 3" in shown.text and [row.split()[1] for row in shown.rows] == ["1"]
        shown.given["court_cases", 3] = third
        came[1].set()
        await shown.user.idle()
        assert "page 3 of 3" in shown.text and [row.split()[1] for row in shown.rows] == ["3"]
        # What another list asks may make a tab free: prices are those after the last request.
        client = shown.user.app.client
        assert client is not None and shown.detail.prices()["finance"] == 1
        monkeypatch.setattr(client, "price", lambda *_given, **_more: 0)
        client.allowance.session_requests += 1
        assert shown.detail.prices()["finance"] == 0


async def test_an_answer_has_its_age_files_and_problems_where_they_belong() -> None:
    notes = (SourceNote("a", "note one"), SourceNote("b", "note two"))
    noted = answer(ONE_YEAR, notes=notes, sources=(SOURCE,), faults=("x",))
    stale = answer(ONE_YEAR, stale=True, failure=ServerError("gone"))
    async with desk() as shown:
        await shown.show("finance", {ops.FINANCIAL: answer(ONE_YEAR, sources=(SOURCE,))})
        assert shown.text.startswith("Turnover Net profit Employees")
        *_data, files, age = shown.text.split("\n")
        assert "4 May 2026" in files and age == AGE
        await shown.show("finance", {ops.FINANCIAL: noted})
        files, age, losses, blank, *body = shown.text.split("\n")
        assert "4 May 2026" in files and age == AGE and losses.endswith(": x") and not blank
        assert body[:3] == [notes[0].text, notes[1].text, ""]
        long = SourceNote("note " * 40, "a")
        await shown.show("finance", {ops.FINANCIAL: answer(ONE_YEAR, notes=(long,))})
        for width in range(40, 80):  # the column before the scrollbar stays free
            rows = shown.section.draw(width).split("\n")
            assert max(row.cell_length for row in rows) < width
        await shown.show("finance", {ops.FINANCIAL: stale})
        assert shown.text.split("\n")[:3] == [AGE, "gone Press r to try again.", ""]
        assert shown.text.count(AGE) == 1 and "Turnover 5" in shown.text
        assert STYLES["warn"] in str(shown.drawn.spans[0].style)
        # A renewal that fails leaves what is there.
        await shown.show("finance", {ops.FINANCIAL: ONE_YEAR})
        shown.give({ops.FINANCIAL: DOWN})
        await shown.press("r")
        assert "Turnover 5" in shown.text and "down Press r to try again." in shown.text


async def test_each_kind_of_contact_has_its_own_state() -> None:
    given = {ops.PHONES: PHONES, ops.EMAILS: DOWN, ops.WEBSITES: WEB}
    async with desk() as shown:
        await shown.show("contact", given, profile=replace(FIRM, has_administrator=False))
        assert shown.text == (
            "Phones\nPrimary +1\nSecondary +2\nVerified +3\nContact +4\nFrom the website +5\n\n"
            "E-mails\ndown\nPress r to try again.\n\nWebsites\nhttps://x.example\njavascript:x\n\n"
            f"Administrators\n{ABSENT}\n\n{AGE}"
        )
        assert [name for name, _page in shown.asked] == ["profile", "phones", "emails", "websites"]
        # Values stand in one column, whatever their labels are.
        rows = [row for row in shown.drawn.plain.split("\n") if "+" in row]
        assert len({row.index("+") for row in rows}) == 1
        links: Any = shown.section
        assert links.links() == ("https://x.example",)
        await shown.show("contact", given | {ops.EMAILS: EMAILS}, profile=FIRM)
        links = shown.section
        table = links.export_table()
        assert [row[1:] for row in table.rows] == [
            ("Primary", "+1"), ("Secondary", "+2"), ("Verified", "+3"), ("Contact", "+4"),
            ("From the website", "+5"), ("Primary", "a@x.ro"), ("Secondary", "b@x.ro"),
            ("Contact", "c@x.ro"), ("From the website", "d@x.ro"), ("", "https://x.example"),
            ("", "javascript:x"),
        ]  # fmt: skip
        assert [*dict.fromkeys(row[0] for row in table.rows)] == ["Phones", "E-mails", "Websites"]
        assert table.title == "ANA SRL contacts"
        assert table.columns == ("kind", "label", "value")
        assert shown.text.count("Nothing on record.") == 1  # no administrator


async def test_contacts_share_a_rejected_key_and_an_age() -> None:
    older = answer(EMAILS)
    older = replace(older, fetched_at=NOW - dt.timedelta(hours=2))
    stale = answer(PHONES, stale=True)
    async with desk() as shown:
        failures: tuple[tuple[dict[Any, Any], str], ...] = (
            ({ops.PHONES: CredentialError("no")}, "no\nThen press r."),
            ({ops.PHONES: DOWN}, ""), ({ops.PHONES: NotConfirmedError("no")}, ""),
        )  # fmt: skip
        for given, whole in failures:
            await shown.show("contact", given)
            assert (shown.text == whole) is bool(whole), shown.text
            assert shown.text.startswith("Phones\n") is not bool(whole)
        assert shown.asked[1:] == [(name, 1) for name in
                                   ("phones", "emails", "websites", "administrators")]  # fmt: skip
        together: tuple[tuple[dict[Any, Any], int, int], ...] = (
            ({ops.PHONES: PHONES, ops.EMAILS: EMAILS}, 1, 1),
            ({ops.PHONES: PHONES, ops.EMAILS: older}, 2, 2),
            ({ops.PHONES: stale, ops.EMAILS: older}, 3, 2),
            ({ops.PHONES: answer(PHONES, sources=(SOURCE,)), ops.EMAILS: answer(EMAILS)}, 1, 1),
        )  # fmt: skip
        for given, ages, at_end in together:
            await shown.show("contact", given)
            assert shown.text.count("loaded 2026") == ages, shown.text
            assert shown.text.split("\n")[-1].count("loaded") == at_end
        assert "4 May 2026" in shown.text.split("\n")[-2]
        await shown.show("contact", {}, profile=DOWN)
        assert shown.text.startswith("down") and shown.asked == [("profile", 1)]
        # A text without a value to copy is scrolled.
        failed = dict.fromkeys((ops.PHONES, ops.EMAILS, ops.WEBSITES, ops.ADMINISTRATORS), DOWN)
        await shown.show("contact", failed)
        await shown.user.pilot.resize_terminal(120, 14)
        await shown.press("j")
        assert shown.section.scroller.scroll_y == 1 and shown.section.copies() == ()
        # What the profile rules out is not waited for.
        came = asyncio.Event()
        await shown.show("contact", {ops.EMAILS: came}, wait=False,
                         profile=replace(FIRM, has_phone=False))  # fmt: skip
        await shown.user.when(lambda: "Loading…" in shown.text)
        assert shown.text.startswith("Phones\nNothing on record (") or shown.text == "Loading…"
        shown.give({}, profile=FIRM)
        came.set()
        await shown.user.idle()
        assert shown.text.startswith("Phones\nNothing on record (")


async def test_connections_say_through_whom_and_lead_to_their_company() -> None:
    page = r.ConnectionPage(connections=CONNECTED, total_connections=21, total_pages=2)
    async with desk() as shown:
        await shown.show("links", {ops.CONNECTIONS: page, (ops.CONNECTIONS, 2): r.ConnectionPage()})
        assert shown.text.split("\n")[0] == "21 connections · page 1 of 2"
        assert shown.rows == [
            "✕ DEJ SRL | 13 / Str. Lunga · same address · Dej, Cluj",
            "DEJ SRL | 13 / POP · same name, perhaps another person", "– | 14 / new kind",
        ]  # fmt: skip
        assert len({row.key for row in shown.row_list.rows}) == 3
        for tax_id in ("13", "13", "14"):
            section = shown.section
            [copied] = section.copies()
            intent = section.enter()
            assert intent is not None and {each.tax_id for each in intent.questions} == {tax_id}
            assert copied.text == tax_id
            await shown.press("down")
        assert shown.section.questions_of_row("gone") == ()
        exports: Any = shown.section
        table = exports.export_table()
        assert [row[0] for row in table.rows] == ["13", "13", "14"] and "ANA" in table.title
        await shown.press("n")
        assert shown.asked[-1] == ("connections", 2)
        assert shown.rows == [] and shown.text.startswith("– connections · page 2")
        assert shown.section.copies() == ()
        await shown.show("links", {ops.CONNECTIONS: replace(page, total_connections=1)})
        assert shown.text.startswith("1 connection · page 1 of 2") and shown.section.page == 1
        await shown.press("enter")
        await shown.user.idle()
        assert shown.detail.tax_id == "13" and "from ANA SRL" in shown.user.screen
        await shown.show("links")
        assert shown.text == "No other companies of these people or at this address."
        await shown.show("links", {ops.CONNECTIONS: DOWN})
        assert shown.text.startswith("down") and shown.rows == [] and exports.export_table() is None
    async with desk(offered=()) as shown:
        for tab, needed in (("links", "--with-administrators"), ("money", "--procurement")):
            await shown.show(tab)
            assert needed in shown.text and shown.asked == [("profile", 1)]
        shown.detail.choose("cases", 2)  # as a line of the user's does
        await shown.user.idle()
        assert shown.asked[1:] == [("court_cases", 2)]


async def test_figures_are_shown_in_three_ways_and_ranges_and_exported_as_shown() -> None:
    years = tuple(
        year(each, turnover=each, net_profit=-1, employee=2, debts=9) for each in range(2017, 2026)
    )
    async with desk() as shown:
        await shown.show("finance", {ops.FINANCIAL: figures(*years)})
        section: Any = shown.section
        assert "Net profit (RON)" in shown.text  # a loss is charted first
        for chart in ("Employees", "Liabilities (RON)"):
            await shown.press("+")
            assert chart in shown.text.partition("Annual figures")[0]
        seen = []
        for _time in range(3):
            await shown.press("t")
            seen.append(("Liabilities (RON)" in shown.text, "Annual figures" in shown.text))
            assert bool(section.why_no_chart()) is not seen[-1][0], shown.text
        assert seen == [(True, False), (False, True), (True, True)]
        for count in (5, 3, 9):
            await shown.press("z")
            table = section.export_table()
            assert [row[0] for row in table.rows] == list(range(2026 - count, 2026))
        assert table.title == "ANA SRL financials"
        for count in (0, 1, 3, 4):
            await shown.show("finance", {ops.FINANCIAL: figures(*years[:count])})
            assert bool(section.why_no_range()) is (count < 4)
            assert bool(section.why_no_chart()) is bool(section.why_no_figures()) is (count == 0)
        # Below a figure whose year the next row lacks stands the newest of that row.
        await shown.press("t", "t", "j", "<", "<", "<")
        assert section.spot.name == "turnover 2017"
        await shown.press("j")
        assert section.spot.name == "growth 2020"
        section.reset()  # as for another company
        assert section.spot.name.startswith("tile ")
        await shown.show("finance", {ops.FINANCIAL: DOWN})
        await shown.press("<", ">")
        assert section.export_table() is None and section.why_no_figures()
        await shown.show("finance", {ops.FINANCIAL: figures(*years)})
        set_spoken(True)
        try:
            assert "sentence" in section.why_no_chart()
        finally:
            set_spoken(False)


async def test_the_next_figure_follows_the_companys_own_first_one() -> None:
    """A company with losses begins with those, and its next figure is the one after them."""
    losses = figures(year(2024, turnover=9, net_profit=-3, employee=4, equity=2),
                     year(2025, turnover=9, net_profit=-3, employee=4, equity=2))  # fmt: skip
    gains = figures(year(2024, turnover=9, net_profit=3, employee=4),
                    year(2025, turnover=9, net_profit=3, employee=4))  # fmt: skip
    async with desk() as shown:
        for data, key, before, after in (
            (losses, "+", "Net profit (RON)", "Employees"), (losses, "-", "Net profit (RON)",
             "Turnover (RON)"), (gains, "+", "Turnover (RON)", "Net profit (RON)"),
        ):  # fmt: skip
            await shown.show("finance", {ops.FINANCIAL: data})
            section: Any = shown.section
            section.reset()
            first = [row for row in shown.text.split("\n") if row.startswith(before)]
            assert first, shown.text
            await shown.press(key)
            titles = [row for row in shown.text.split("\n")[4:12] if row]
            assert titles[0].startswith(after), titles
            while section.measure:  # as it was for the next company
                await shown.press("-")
            section.reset()
