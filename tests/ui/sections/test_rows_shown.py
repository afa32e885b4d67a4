"""What tabs with rows show, narrow, open and export: many companies, one explorer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.sections.desk import Desk, desk
from tests.ui.sections.parts import FIRM, SOURCE, answer, case, of
from tests.ui.sections.test_drawn_values import figures, year
from tests.ui.sections.test_rows_in_tabs import FRAMEWORK
from tui_app.client.errors import ServerError
from tui_app.contract import operations as ops
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.insight.cases import CaseFilter

DOWN = ServerError("down")
FIRST = case("1", "2024-01-01", case_category="Civil", party_status="Parat", subject="Pretenții",
             institution="TribunalulCLUJ")  # fmt: skip
SECOND = case("2", "2026-01-01", case_category="Penal", party_status="Parat")
THIRD = case("3", "2022-01-01", case_category="Civil")


def page(*cases: r.CourtCase, **more: Any) -> r.CourtCasePage:
    return r.CourtCasePage(court_cases=cases, **more)


def dialog(shown: Desk) -> str:
    """The screen, blanks single: a dialog stands over the rows."""
    return " ".join(re.sub(r"[│▕]", " ", shown.user.screen).split())


TWO_PAGES = {
    ops.COURT_CASES: page(FIRST, SECOND, total_cases=3, total_pages=2),
    (ops.COURT_CASES, 2): page(THIRD, total_cases=3, total_pages=2, current_page=2),
}


async def test_the_cases_say_how_many_they_are_and_of_which_years() -> None:
    many = page(FIRST, SECOND, total_cases=45, total_pages=3)
    async with desk() as shown:
        for data, said in (
            (page(), "No court cases on record. · loaded "),
            (answer(page(), partial=True), "Court cases: not known"),
            (many, "45 cases · page 1 of 3 · loaded 2026-11-20 12:00\n"
                   "2 of 45 loaded · 2026: 1 · 2024: 1\n\nDate Number Role Court Stage Category"),
            (page(FIRST, SECOND, FIRST, total_cases=3),
             "3 cases · page 1 of 1 · loaded 2026-11-20 12:00\n2026: 1 · 2024: 2\n"),
            (page(FIRST, total_cases=1),
             "1 case · page 1 of 1 · loaded 2026-11-20 12:00\n\nDate"),
            (page(FIRST, total_pages=150), "– cases · page 1 of 100"),
            (page(FIRST, total_pages=0), "– cases · page 1 of 1"),
        ):  # fmt: skip
            await shown.show("cases", {ops.COURT_CASES: data})
            assert shown.text.startswith(said), shown.text
            assert shown.text.count("loaded 2026-11-20 12:00") == 1
        await shown.show("cases", {ops.COURT_CASES: answer(page(), faults=("x",))})
        assert shown.text.startswith("– cases") and ": x" in shown.text
        await shown.show("cases", {ops.COURT_CASES: answer(many, stale=True)})
        assert shown.text.count("loaded 2026-11-20 12:00") == 1
        # The files stand once, wherever the age does.
        for is_old in (False, True):
            given = answer(many, stale=is_old, sources=(SOURCE,))
            await shown.show("cases", {ops.COURT_CASES: given})
            assert shown.text.count("4 May 2026") == 1
        # Invented cases lead nowhere.
        for invented in (False, True):
            given = answer(page(case("1/2/2024")), invented=invented)
            await shown.show("cases", {ops.COURT_CASES: given})
            [row] = shown.row_list.rows
            assert any(piece.link for piece in row.lines[0].left) is not invented
        # Newest first, and none hides its twin.
        await shown.show("cases", {ops.COURT_CASES: page(FIRST, SECOND, FIRST, FIRST)})
        assert [row.split()[1] for row in shown.rows] == ["2", "1", "1", "1"]
        assert len({row.key for row in shown.row_list.rows}) == 4
        # Beyond the last page there are still the cases of the others.
        empty = {(ops.COURT_CASES, 4): page(total_cases=45, total_pages=3)}
        await shown.show("cases", {ops.COURT_CASES: many} | empty)
        section: Any = shown.section
        section.go_to(4)
        await shown.user.idle()
        assert shown.text.startswith("45 cases · page 4 of 3") and shown.rows == []
        for by, number in ((1, 4), (-1, 3), (1, 3)):  # no page follows the last one
            section.turn(by)
            assert section.page == number


async def test_cases_are_narrowed_opened_copied_and_exported_as_shown() -> None:
    async with desk() as shown:
        await shown.show("cases", TWO_PAGES)
        section: Any = shown.section
        assert [each.text for each in section.copies()[:2]] == ["2", ""]
        assert not section.leave_level() and not section.why_no_filter()
        await shown.press("n", "n")
        assert shown.asked[1:] == [("court_cases", 1), ("court_cases", 2)]
        assert [row.split()[1] for row in shown.rows] == ["3"]
        assert section.operations() == ((ops.COURT_CASES, {"page": "2"}),)  # as it is copied
        pages = [shown.detail.questions(each)[1].page for each in (shown.tax_id, "13")]
        assert pages == [2, 1]  # another company is opened on its first page
        assert (
            shown.detail.questions("13", "cases", 3)[1].page == 3
        )  # or on the one that is asked for
        section.narrow(CaseFilter(category="Civil"))
        assert section.filter_text == ""
        assert [row.split()[1] for row in shown.rows] == ["1", "3"]
        section.filter_by("preten")
        await shown.user.idle()
        assert shown.text.startswith("3 cases · 2 of 2 pages loaded · loaded")
        assert "Only Civil · “preten” · 1 of 3 loaded · Esc shows all" in shown.text
        assert section.filter_text == "preten"
        number, court, record = (each.text for each in section.copies())
        assert (number, court) == ("1", "TribunalulCLUJ") and "Pretenții" in record
        assert [row[0] for row in section.export_table().rows] == ["1"]
        assert section.export_table().title == "ANA SRL court cases"
        notes = {each.label.split()[-1]: (each.note, each.chosen) for each in
                 section.facets().choices}  # fmt: skip
        assert notes["cases"] == ("", False) and notes["Civil"] == ("1", True)
        await shown.press("escape")
        assert [row.split()[1] for row in shown.rows] == ["3"] and section.filter_text == ""
        assert section.case_filter == CaseFilter() and shown.text.startswith("3 cases · page 2")
        await shown.press("enter")
        assert "Court case" in shown.user.screen and "2022-01-01" in shown.user.screen
        await shown.press("escape")
        # The next company begins on its first page, without a filter.
        await shown.press("p")
        section.filter_by("x")
        assert shown.text.startswith("3 cases · 2 of 2 pages loaded")
        await shown.show("cases", {})
        assert section.page == 1 and section.case_filter == CaseFilter() and shown.rows == []
        assert section.why_no_filter() and section.copies() == ()
        assert section.export_table().rows == ()
        await shown.show("cases", {ops.COURT_CASES: DOWN})
        assert section.export_table() is None and shown.text.startswith("down\n")


async def test_the_dialog_of_a_case_turns_to_the_next_one_and_copies_its_number(
    copied: list[str],
) -> None:
    async with desk() as shown:
        await shown.show("cases", TWO_PAGES)
        section: Any = shown.section
        await shown.press("enter")
        for key, number, day in (("n", "1", "2024-01-01"), ("p", "2", "2026-01-01"),
                                 ("p", "2", "2026-01-01"), ("n", "1", "2024-01-01")):  # fmt: skip
            await shown.press(key)
            said = dialog(shown)
            assert f"Case number {number} " in said and f"Date {day}" in said, said
            assert section.current.case_number == number
        await shown.press("y")
        assert copied == ["1"]


async def test_the_timeline_says_what_is_missing_and_is_narrowed() -> None:
    told = RegisterChange(kind="name", before="A", after="B", not_after="2025-06-01")
    history = {ops.HISTORY: CompanyHistory(changes=(told,))}
    statements = {ops.FINANCIAL: figures(year(2024, net_profit=-1), year(2023, net_profit=1))}
    firm = replace(FIRM, registration_date="2020-01-02")
    figures_missing = "Statements not loaded · 2 load (1 request)"
    cases_missing = "Court cases not loaded · 3 load (1 request)"
    async with desk() as shown:
        for profile, cases, lines in (
            (firm, None, [figures_missing, cases_missing]),
            (replace(firm, has_fin_data=False), None, [cases_missing]),
            (firm, page(FIRST, total_cases=2), [figures_missing, "1 court case not loaded"]),
            (firm, page(FIRST, total_cases=1_002), [figures_missing,
             "1,001 court cases not loaded"]),
            (firm, page(FIRST, total_cases=1), [figures_missing]),
            (firm, page(FIRST, total_cases=None), [figures_missing]),
        ):  # fmt: skip
            given = history | ({ops.COURT_CASES: cases} if cases else {})
            await shown.show("cases" if cases else "events", given, profile=profile)
            await shown.press("6")
            assert shown.text.split("\n")[1:] == lines
        # As in the overview, the largest count is that of all pages.
        pages: dict[Any, Any] = {
            ops.COURT_CASES: page(FIRST, total_cases=4, total_pages=3),
            (ops.COURT_CASES, 2): page(SECOND, total_cases=9, total_pages=3, current_page=2),
            (ops.COURT_CASES, 3): page(THIRD, total_cases=5, total_pages=3, current_page=3),
        }
        await shown.show("cases", pages)
        await shown.press("n", "n", "6")
        assert shown.text.endswith("6 court cases not loaded")
        await shown.show("finance", history | statements, profile=firm)
        await shown.press("6")
        section: Any = shown.section
        assert shown.text == f"5 events\n{cases_missing}"
        assert [row.split()[0] for row in shown.rows] == [
            "2026-11-20", "2025-06-01", "2024", "2023", "2020-01-02",
        ]  # fmt: skip
        menu = section.kinds_menu()
        assert {each.name: (each.note, each.chosen) for each in menu.choices} == {
            "company": ("1", True), "statements": ("2", True), "cases": ("0", True),
            "register": ("1", True), "changes": ("1", True),
        }  # fmt: skip
        menu.choose(("statements", "company"))
        assert shown.text.startswith("3 events · hidden: court cases, changes in the register, ")
        assert {each.name for each in section.kinds_menu().choices if each.chosen} == {
            "statements", "company",
        }  # fmt: skip
        section.filter_by("2023")
        assert shown.text.startswith("1 event · filter “2023” · hidden: court cases, ")
        assert [each.text for each in section.copies()] == ["2023 Statement · profit 1"]
        table = section.export_table()
        assert table.rows == (("2023", "statements", "Statement · profit 1"),)
        assert table.title == "ANA SRL timeline"
        section.filter_by("nothing of the kind")
        assert shown.text.startswith("0 events") and not section.why_no_filter()
        section.filter_by("")
        section.kinds_menu().choose(())
        assert shown.text.startswith("0 events") and section.why_no_filter()
        section.filter_by("nothing of the kind")
        assert section.copies() == () and section.export_table() is None
        await shown.press("escape")
        assert section.filter_text == "" and shown.text.startswith("5 events\n")
        assert not section.leave_level()
        menu.choose(("statements",))
        assert section.leave_level() and not section.hidden
        section.filter_by("x")
        await shown.show("events", history)
        assert section.filter_text == "" and len(shown.rows) == 2
        await shown.press("down", "enter")
        assert "Changes in the register" in shown.user.screen and "Before" in shown.user.screen


def deals(count: int, **more: Any) -> tuple[money.Contract, ...]:
    one = replace(FRAMEWORK, **{"nature": "noNotice"} | more)
    return tuple(replace(one, number=str(at), title=f"T{at}") for at in range(count))


async def test_public_money_opens_groups_contracts_and_the_other_side() -> None:
    partners = (money.MoneyPartner("13", "DEJ", 1, 2, 0.5), money.MoneyPartner("", "", 1, 2, 0.5))
    years = (money.MoneyYear(year=2023, share_of_turnover=0.9), money.MoneyYear(year=2025),
             money.MoneyYear(year=2024, share_of_turnover=0.25))  # fmt: skip
    peers = money.MoneyPeers(caen="4211 - drumuri", firms=9, median_share=0.0)
    data = money.PublicMoney(side="supplier", sum=1_234, count=1, years=years, peers=peers,
                             newest=deals(8), largest=deals(1, nature="odd"), buyers=partners,
                             suppliers=partners[:1], first_day="2020-01-02",
                             last_day="2026-03-04")  # fmt: skip
    async with desk() as shown:
        await shown.show("money", {ops.PUBLIC_MONEY: data})
        section: Any = shown.section
        summary, _sep, rest = " ".join(shown.text.split("\n")).partition(" Nominal")
        assert summary == (
            "Won: 1,234 RON · 1 award · 25.0% of turnover 2024 · median of 9 firms of class 4211:"
            " 0%"
        )
        assert rest.endswith(" Files from 2020-01-02 to 2026-03-04.")
        keys = [row.key for row in shown.row_list.rows]
        assert keys[:7] == ["# partners", "partner 0", "partner 1", "# years", "year 2025",
                            "year 2024", "year 2023"]  # fmt: skip
        assert keys[7:] == ["# newest", *(f"newest {at}" for at in range(5)), "more newest",
                            "# largest", "largest 0"]  # fmt: skip
        assert shown.row_list.cursor == 1
        assert [each.text for each in section.copies()] == ["13"]
        assert {each.tax_id for each in section.enter().questions} == {"13"}
        # The word for the nature of a contract, or what was sent.
        assert shown.rows[8] == "2024-05-06 without notice DEJ · T0 | 5,000"
        assert shown.rows[-1].startswith("2024-05-06 odd DEJ")
        await shown.press("down")
        assert section.copies() == () and section.enter() is None  # a person's row opens nothing
        await shown.press(*["down"] * 6, "enter")
        assert [each.text for each in section.copies()] == ["0"]
        assert "Public contract" in shown.user.screen and "T0" in shown.user.screen
        for key, at in (("p", 0), ("n", 1), ("n", 2), ("p", 1)):
            await shown.press(key)
            assert [each.text for each in section.copies()] == [str(at)], (key, at)
            assert f"What T{at} " in dialog(shown), (key, at)
        await shown.press("escape", *["down"] * 4)
        assert shown.row_list.current is not None and shown.row_list.current.key == "more newest"
        await shown.press("enter")
        assert [row.key for row in shown.row_list.rows][13:16] == [
            "newest 5",
            "newest 6",
            "newest 7",
        ]
        assert shown.row_list.current.key == "newest 5"
        table = section.export_table()
        assert [row[1] for row in table.rows] == ["DEJ", ""] and "ANA" in table.title
        # The next company has its groups closed; an authority has its suppliers.
        bought = replace(data, side="authority", count=2, peers=None, years=years[1:2])
        await shown.show("money", {ops.PUBLIC_MONEY: bought})
        assert shown.text.startswith("Bought: 1,234 RON · 2 awards\n")
        assert [row.key for row in shown.row_list.rows].count("more newest") == 1
        assert [row[1] for row in section.export_table().rows] == ["DEJ"]
        none = replace(data, years=(), last_day=None)
        for given, said in (
            (none, "imported."), (replace(data, years=()), "2026-03-04."),
            (replace(none, last_day="2026-13-04"), "to 2026-13-04."),  # as a server may send it
        ):  # fmt: skip
            await shown.show("money", {ops.PUBLIC_MONEY: given})
            assert shown.text.replace("\n", " ").endswith(said), shown.text
            assert (shown.rows, section.copies()) == ([], ())
        await shown.show("money", {ops.PUBLIC_MONEY: DOWN})
        assert section.export_table() is None
        await shown.show("money", {ops.PUBLIC_MONEY: answer(data, stale=True)})
        assert shown.text.split("\n")[-1] == "loaded 2026-11-20 12:00"
        for height, many in ((34, 3), (45, 5)):
            await shown.resize(120, height)
            assert (section.size.height >= 30) is (many == 5)
            newest = [row.key for row in shown.row_list.rows if row.key.startswith("newest")]
            assert len(newest) == many, (section.size.height, newest)


async def test_the_contract_after_the_last_one_shown_is_brought_into_sight(
    copied: list[str],
) -> None:
    data = money.PublicMoney(side="supplier", years=(money.MoneyYear(year=2025),),
                             newest=deals(8), largest=deals(1))  # fmt: skip
    async with desk() as shown:
        for key, start, number in (("n", "newest 4", "5"), ("p", "largest 0", "7")):
            await shown.show("money", {ops.PUBLIC_MONEY: data})
            assert shown.row_list.move_to(start)
            await shown.press("enter", key)
            assert [each.text for each in shown.section.copies()] == [number]
            assert f"What T{number} " in dialog(shown)
            if key == "p":
                await shown.press("n", "n")  # none follows the last one
                assert [each.text for each in shown.section.copies()] == ["0"]
                await shown.press("p")
            await shown.press("y", "escape")
            assert copied.pop() == number
            keys = [row.key for row in shown.row_list.rows]
            assert keys[3:11] == [f"newest {at}" for at in range(8)]


async def test_checks_say_what_they_lack_and_load_the_rest() -> None:
    margin = r.PeerMeasure(measure="net_margin", value=0.5, percentile=0.0, companies=1,
                           lower_quartile=0.1, median=0.2, upper_quartile=0.3)  # fmt: skip
    odd = replace(margin, measure="of another version")
    peers = r.Peers(caen="4711", county="Cluj", year=2025, size=None, measures=(margin, odd))
    given = {
        ops.FINANCIAL: DOWN, ops.PEERS: peers,
        ops.COURT_CASES: page(FIRST, total_cases=45, total_pages=3),
        (ops.COURT_CASES, 2): page(SECOND, total_cases=45, total_pages=3, current_page=2),
    }  # fmt: skip
    async with desk() as shown:
        await shown.show("signals", given)
        section: Any = shown.section
        assert "\nM loads the rest (2 requests)\n" in shown.text
        # What is free is loaded without a key, and only once.
        with pytest.MonkeyPatch.context() as patch:
            begun: list[list[int]] = []
            patch.setattr(shown.detail.answers, "price", lambda *_asked, **_more: 0)
            patch.setattr(
                section, "_load_cases", lambda asked: begun.append([e.page for e in asked])
            )
            for is_finished in (False, True):
                patch.setattr(section, "_loading_cases", of(is_finished=is_finished))
                section.answer_arrived(None)
        assert begun == [[2, 3]]
        assert shown.text.endswith("\n\nFinancials\ndown\nPress r to try again.")
        words = " ".join(shown.text.split("\n"))
        assert "Peers CAEN 4711 · Cluj · – · 2025 Net margin: 50.0% · higher than 0% of" in words
        assert "quartiles 10.0% / 20.0% / 30.0% · 1 firm " in words
        assert not section.why_not_all_cases()
        shown.given["court_cases", 3] = DOWN
        await shown.press("M")
        assert shown.asked[5:] == [("court_cases", 2), ("court_cases", 3)]
        assert "down" in shown.user.screen.split("\n")[-2] + shown.user.screen.split("\n")[-1]
        assert [each.page for each in section.questions_of_all_cases()] == [3]
        shown.given["court_cases", 3] = page(THIRD, total_cases=45, total_pages=3, current_page=3)
        await shown.press("M")
        assert section.why_not_all_cases() == "All court cases were checked."
        assert shown.asked[7:] == [("court_cases", 3)] and "loads the rest" not in shown.text
        assert "0 of 3 (0)" in shown.text or "0 of 45" in shown.text
        before = shown.text
        await shown.press("i")
        assert "Not registered for VAT now, and registered in an earlier answer" in shown.text
        assert len(section.export_table().rows) == 15
        await shown.press("i")
        assert shown.text == before
        await shown.press("i")
        # A page that fails is the last one that is paid for; the next company has no formulas.
        await shown.show("signals", given | {(ops.COURT_CASES, 2): DOWN})
        assert not section.shows_formulas
        await shown.press("M")
        assert shown.asked[5:] == [("court_cases", 2)]


async def test_checks_without_peers_or_figures_are_shown_and_opened() -> None:
    async with desk() as shown:
        await shown.show("signals", {ops.PEERS: r.Peers()})
        assert "\nPeers\nFewer than five firms of the same class" in shown.text
        assert "loads the rest" not in shown.text and "Ratios" not in shown.text
        for key, number in (("", 0), ("down", 1)):  # nothing is left to load: Enter shows a check
            await shown.press(*filter(None, (key, "enter")))
            check = shown.detail.state().signals[number]
            said = dialog(shown)
            assert f"{check.title} " in said and f" Rule {check.definition[:30]}" in said
            await shown.press("escape")
        firm = replace(FIRM, has_fin_data=False)
        await shown.show("signals", {ops.FINANCIAL: DOWN}, profile=firm)
        assert "down" not in shown.text and "Peers" not in shown.text
        both = figures(year(2025, turnover=10, net_profit=-5, current_assets=5, debts=10))
        await shown.show("signals", {ops.FINANCIAL: both, ops.HISTORY: DOWN})
        assert shown.text.endswith("\n\nHistory of the register\ndown\nPress r to try again.")
        assert "\n\nRatios\n" in shown.text and "Net margin −50.0% 2025" in shown.text
    async with desk(offered=()) as shown:
        await shown.show("signals", {ops.PEERS: r.Peers(), ops.HISTORY: DOWN})
        assert "Peers" not in shown.text and "History" not in shown.text
        assert [name for name, _page in shown.asked] == ["profile", "financial", "court_cases"]
