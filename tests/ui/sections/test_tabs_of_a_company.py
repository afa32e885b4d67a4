"""Each tab of a company at a server of the test's own: what is drawn, filtered and exported."""

from __future__ import annotations

import re
from typing import Any

from tests.scripted import ScriptedServer
from tests.ui.sections.test_after_failures import TAX_ID, at
from tests.ui.user import User, explore
from tui_app.contract import operations as o
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.past import CompanyHistory

EXTENSIONS = "peers, connections, history, public_money, contracts"
NAME = "PETROTERM DEMO SRL"


def case(number: str, role: str, category: str, day: str) -> r.CourtCase:
    return r.CourtCase(
        case_number=number, party_status=role, case_category=category, procedural_stage="Fond",
        date=f"{day}T00:00:00.000Z", institution="Tribunalul Cluj", subject=f"subiect {number}",
    )  # fmt: skip


CASES = (
    case("1/3/2024", "Debitor", "Faliment", "2024-05-06"),
    case("2/3/2023", "Reclamant", "Civil", "2023-04-05"),
    case("3/3/2022", "Reclamant", "Civil", "2022-03-04"),
)


# Any: the data or the failure of a request.
def company(**instead: Any) -> ScriptedServer:
    years = tuple(
        r.YearlyRecord(year=year, turnover=year * 1_000, net_profit=year - 2_022, employee=3)
        for year in range(2018, 2026)
    )
    connected = tuple(
        r.ConnectedCompany(tax_id=tax_id, company_name=name, link=link, through=through)
        for tax_id, name, link, through in (
            ("990000021", "ALFA SRL", "administrator", "POPESCU ANA"),
            ("990000030", "BETA SA", "address", "Str. Morii 7"),
        )
    )
    data: dict[str, Any] = {
        "profile": r.CompanyProfile(tax_id=TAX_ID, company_name=NAME, status="functiune"),
        "financial": r.FinancialData(financial_data=years),
        "court_cases": r.CourtCasePage(CASES, 1, 1, 3),
        "phones": r.Phones(
            primary_phone="+40700000001", secondary_phone="+40700000002",
            verified_phones=("+40700000003",), contact_phones=("+40700000004",),
        ),
        "emails": r.Emails(primary_email="a@x.example", website_emails=("b@x.example",)),
        "websites": r.Websites(websites=("https://x.example",)),
        "administrators": r.Administrators(administrators=("POPESCU ANA",)),
        "connections": r.ConnectionPage(
            connections=connected, total_pages=1, current_page=1, total_connections=2
        ),
        "peers": r.Peers(),
        "history": CompanyHistory(tax_id=TAX_ID, company_name=NAME),
        "public_money": money.PublicMoney(
            tax_id=TAX_ID, name=NAME, side="supplier", sum=1_234, count=2,
            years=(
                money.MoneyYear(year=2025, share_of_turnover=0.25),
                money.MoneyYear(year=2023, share_of_turnover=0.75),
            ),
            peers=money.MoneyPeers("4711 - x", 40, -0.5), first_day="2019-01-02",
            last_day="2025-11-12",
        ),
    }  # fmt: skip
    operations = (*o.COMPANY_OPERATIONS, o.PEERS, o.CONNECTIONS, o.HISTORY, o.PUBLIC_MONEY)
    answers = {each.url_path(TAX_ID): (data | instead).get(each.name, 404) for each in operations}
    found = r.CompanySummary(tax_id=TAX_ID, company_name=NAME)
    return ScriptedServer({o.AUTOCOMPLETE.path: [found], **answers}, extensions=EXTENSIONS)


async def opened(user: User, *keys: str) -> str:
    """The screen of the company after the keys, blanks single."""
    await user.search("petroterm")
    await user.press("enter", *keys)
    return text_of(user)


def text_of(user: User) -> str:
    return " ".join(re.sub(r"[│▕]", " ", user.screen).split())


async def test_tabs_have_ranges_of_years_labels_of_contacts_and_a_filter_of_cases() -> None:
    async with explore(at(company())) as user:
        await _go_round_the_ranges_of_years(user)
        await _see_each_contact_beside_its_label(user)
        await _narrow_cases_by_text_and_bring_them_back(user)
        shown = await opened(user, "8")
        assert "Won: 1,234 RON · 2 awards · 25.0% of turnover 2025" in shown
        assert "median of 40 firms of class 4711: −50.0%" in shown
        assert "Files from 2019-01-02 to 2025-11-12." in shown


async def _go_round_the_ranges_of_years(user: User) -> None:
    await opened(user, "2")
    section = user.app.explorer.detail.section
    ranges = []
    for _time in range(4):
        table = section.export_table()
        assert table is not None and table.title == f"{NAME} financials"
        ranges.append([row[0] for row in table.rows])
        await user.press("z")
    assert ranges == [[*range(2018, 2026)], [*range(2021, 2026)], [2023, 2024, 2025], ranges[0]]
    assert "2,025,000 RON" in user.screen


async def _see_each_contact_beside_its_label(user: User) -> None:
    shown = await opened(user, "4")
    for text in (
        "Primary +40700000001", "Secondary +40700000002", "Verified +40700000003",
        "Contact +40700000004", "Primary a@x.example", "From the website b@x.example",
        "https://x.example", "POPESCU ANA",
    ):  # fmt: skip
        assert text in shown, shown
    assert shown.count("+40700000001") == 1
    section = user.app.explorer.detail.section
    table = section.export_table()
    assert table is not None and len(table.rows) == 8
    assert ("Phones", "Secondary", "+40700000002") in table.rows
    assert section.links() == ("https://x.example",)


async def _narrow_cases_by_text_and_bring_them_back(user: User) -> None:
    shown = await opened(user, "3")
    assert "3 cases" in shown
    for each in CASES:
        assert str(each.case_number) in shown
    places = [shown.index(str(each.case_number)) for each in CASES]
    assert places == sorted(places)
    await user.press("F")
    await user.paste("faliment")
    await user.press("enter")
    shown = text_of(user)
    assert "1/3/2024" in shown and "2/3/2023" not in shown and "3/3/2022" not in shown
    await user.press("escape")
    shown = text_of(user)
    assert "2/3/2023" in shown and "3/3/2022" in shown
    table = user.app.explorer.detail.section.export_table()
    assert table is not None
    assert [row[0] for row in table.rows] == [each.case_number for each in CASES]


async def test_one_part_of_the_contacts_that_failed_leaves_the_others() -> None:
    server = company(emails=500, websites=404, administrators=r.Administrators())
    async with explore(at(server)) as user:
        shown = await opened(user, "4")
        assert "Primary +40700000001" in shown and "failed with status 500" in shown
        assert shown.count("Nothing on record.") == 1  # the administrators, who were looked for
        server.answers[o.EMAILS.url_path(TAX_ID)] = r.Emails(primary_email="late@x.example")
        await user.press("r")
        assert "late@x.example" in text_of(user) and "status 500" not in text_of(user)


async def test_connections_lead_to_the_other_company() -> None:
    server = company()
    other = "990000030"
    server.answers[o.PROFILE.url_path(other)] = r.CompanyProfile(
        tax_id=other, company_name="BETA SA"
    )
    async with explore(at(server)) as user:
        shown = await opened(user, "7")
        assert "ALFA SRL" in shown and "BETA SA" in shown and "Str. Morii 7" in shown
        await user.press("down", "enter")
        assert user.app.explorer.detail.entry is not None
        assert user.app.explorer.detail.entry.tax_id == other
        await user.press("b")
        assert user.app.explorer.detail.entry.tax_id == TAX_ID


async def test_public_money_of_an_authority_says_its_side_and_no_share() -> None:
    other = money.PublicMoney(side="authority", sum=9, count=1, years=(money.MoneyYear(year=2024),))
    async with explore(at(company(public_money=other))) as user:
        shown = await opened(user, "8")
        assert "Bought: 9 RON · 1 award" in shown and "turnover" not in shown


async def test_what_a_tab_loads_every_tab_knows() -> None:
    server = company()
    async with explore(at(server)) as user:
        await opened(user, "3", "2", "5")
        asked = [target.partition("?")[0] for target in server.asked]
        assert len(asked) == len(set(asked)), asked
        shown = text_of(user)
        assert "1 of 3" in shown  # the debtor among the cases
        await user.press("6")
        events = text_of(user)
        assert "2024-05-06" in events and "Statement" in events and "not loaded" not in events
        assert len(server.asked) == len(asked) + ("history" not in " ".join(asked))
        await user.press("1")
        overview = text_of(user)
        assert "3 cases" in overview and "1 as debtor" in overview and "2.02M RON" in overview


async def test_nothing_on_record_is_said_without_a_request() -> None:
    bare = r.CompanyProfile(
        tax_id=TAX_ID, company_name=NAME, has_fin_data=False, has_phone=False, has_email=False,
        has_website=False, has_administrator=False,
    )  # fmt: skip
    server = company(profile=bare)
    async with explore(at(server)) as user:
        shown = await opened(user, "2")
        assert "no request was needed" in shown
        await user.press("4")
        assert text_of(user).count("no request was needed") == 4
        assert [
            target for target in server.asked if "financial" in target or "phones" in target
        ] == []
