"""Each tab of companies with every kind of value, with styles, as it was last looked at.

``--snapshot-update`` renews the pictures; look at what changed in them.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.ui.sections.behind import behind
from tests.ui.sections.desk import Desk, desk, marked
from tests.ui.sections.parts import CASE, FIRM, NOW, SOURCE, answer, case
from tests.ui.sections.test_drawn_values import figures, year
from tests.ui.sections.test_rows_in_tabs import CONNECTED, EMAILS, FRAMEWORK, PHONES
from tui_app.client.errors import NotConfirmedError, ServerError
from tui_app.contract import operations as ops
from tui_app.contract import public_money as money
from tui_app.contract import resources as r
from tui_app.contract.live import SourceNote
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.ui.remote.questions import about

DOWN = ServerError("down")
WHOLE = replace(
    FIRM, tax_id="990000021", company_id="J12/1/2020", company_type="SRL", locality="Dej",
    county="Cluj", registration_date="2020-05-14", founding_year=2019, vat=True,
    checkout_vat=False, tax_category="micro", street_name="Lunga", street_nr="7",
    postal_code=5_500, update_date="2026-03-04", caen=("G - Comert", "4711 - Magazine"),
)  # fmt: skip
STRUCK = replace(FIRM, status="radiata", registration_date=None, founding_year=2019,
                 full_address="Str. Lunga 7, Dej", locality="Dej", county="Cluj",
                 company_name="ALFA BETA GAMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MIU "
                 "NIU XI OMICRON PI RO SIGMA TAU IPSILON FI HI PSI OMEGA SRL")  # fmt: skip
GAINS = figures(
    year(2024, turnover=80_000, net_profit=9_000, employee=7, equity=5_000, debts=4_000,
         fixed_assets=6_000, current_assets=9_000),
    year(2025, turnover=90_000, net_profit=12_000, employee=1, equity=9_000, debts=5_000,
         fixed_assets=6_000, current_assets=9_000),
)  # fmt: skip
LOSSES = figures(
    year(2019, turnover=900), year(2021, turnover=90_000, net_profit=-100, employee=3),
    year(2022, turnover=30_000, net_profit=-12_000, equity=-5_000, debts=95_000,
         fixed_assets=6_000, current_assets=9_000, employee=0),
)  # fmt: skip
DEBTOR = case("9/3/2021", "2021-02-03", party_status="Debitor", case_category="Faliment",
              procedural_stage="Apel", institution="TribunalulCLUJ")  # fmt: skip
CASES = r.CourtCasePage((CASE, DEBTOR, case("7")), 1, 1, 3)
HISTORY = CompanyHistory(changes=(
    RegisterChange(kind="name", before="A", after="B", not_before="2022-01-01",
                   not_after="2025-06-01"),
))  # fmt: skip
MARGIN = r.PeerMeasure(measure="net_margin", value=0.5, percentile=58.0, companies=12,
                       lower_quartile=0.1, median=0.2, upper_quartile=0.3)  # fmt: skip
PEERS = r.Peers("4711", "Cluj", "micro", 2025, (
    MARGIN, replace(MARGIN, measure="turnover_growth", value=-0.1, companies=1),
    replace(MARGIN, measure="turnover_per_employee", value=None, percentile=None),
))  # fmt: skip
PARTNERS = (money.MoneyPartner("13", "DEJ", 1, 2_000, 0.5), money.MoneyPartner("", "", 1, 2, 0.1))
MONEY = money.PublicMoney(
    side="supplier", sum=1_234, count=2, first_day="2020-01-02", last_day="2026-03-04",
    years=(
        money.MoneyYear(year=2024, contracts=money.ContractSum(2, 300, 1, 1_000_000_300),
                        purchases=money.MoneySum(1, 40), frameworks=money.FrameworkCount(2),
                        share_of_turnover=0.25),
        money.MoneyYear(year=2025, contracts=money.ContractSum(1, 5), share_of_turnover=12.0),
        money.MoneyYear(year=2023),
    ),
    buyers=PARTNERS, suppliers=PARTNERS[:1], total_buyers=9,
    newest=tuple(replace(FRAMEWORK, nature=nature, number=nature, value_after_changes=after)
                 for nature, after in (("contract", None), ("callOff", 6_000), ("noNotice", None),
                                       ("purchase", None), ("odd", None), ("framework", None),
                                       ("contract", 0))),
    largest=(replace(FRAMEWORK, nature="contract", set_apart="x", title=None),),
    changes=(money.ContractChange(date="2024-01-02", number="7", partner_name="P1", before=1,
                                  after=2),),
    set_apart=money.SetApart(3, (money.SetApartReason("noValue", 3, None),
                                 money.SetApartReason("odd", 4, 5))),
    peers=money.MoneyPeers(caen="4211 - drumuri", firms=9, median_share=0.1),
)  # fmt: skip
NOTES = (SourceNote("cut", "The list was cut."),)
CONTACTS = {ops.PHONES: PHONES, ops.EMAILS: EMAILS,
            ops.WEBSITES: r.Websites(("https://x.example", "javascript:x")),
            ops.ADMINISTRATORS: r.Administrators(("POP ANA",))}  # fmt: skip
ALL: dict[Any, Any] = {
    ops.FINANCIAL: answer(GAINS, sources=(SOURCE,)),
    ops.COURT_CASES: CASES,
    ops.HISTORY: HISTORY,
    ops.PEERS: PEERS,
    ops.PUBLIC_MONEY: MONEY,
    ops.CONNECTIONS: r.ConnectionPage(CONNECTED, total_connections=3),
} | CONTACTS
POOR: dict[Any, Any] = {
    ops.FINANCIAL: answer(LOSSES, stale=True, failure=DOWN),
    ops.COURT_CASES: answer(replace(CASES, total_cases=45, total_pages=3), faults=("x",),
                            notes=NOTES, sources=(SOURCE,)),
    ops.PUBLIC_MONEY: answer(replace(MONEY, side="authority", peers=None, count=1), stale=True),
    ops.PHONES: answer(PHONES, notes=NOTES, stale=True, fetched_at=NOW - dt.timedelta(days=9)),
    ops.EMAILS: DOWN,
    ops.ADMINISTRATORS: NotConfirmedError("no"), ops.PEERS: r.Peers(), ops.HISTORY: DOWN,
    ops.CONNECTIONS: answer(r.ConnectionPage(CONNECTED[:1], total_connections=1, total_pages=2),
                            stale=True),
}  # fmt: skip
FAILED: dict[Any, Any] = dict.fromkeys(ALL, DOWN)
TABS = ("finance", "cases", "contact", "signals", "events", "links", "money", "overview")
LABELS = ("Overview", "Finance", "Cases", "Contact", "Signals", "Events", "Links", "Money")
COMPANIES: tuple[tuple[str, Any, dict[Any, Any]], ...] = (
    ("whole", WHOLE, ALL), ("poor", STRUCK, POOR), ("failed", WHOLE, FAILED), ("empty", FIRM, {}),
    ("unknown", DOWN, {}),
)  # fmt: skip


async def walk(shown: Desk, name: str, profile: Any, answers: dict[Any, Any]) -> tuple[str, str]:
    """A company on every tab, the overview before and after the others are loaded."""
    told, done = [], []
    await shown.show("overview", answers, profile=profile)
    for tab in ("overview", *TABS):
        shown.detail.choose(tab)
        shown.user.app.explorer.focus_detail()  # a narrow screen then shows it
        await shown.user.idle()
        assert shown.drawn.plain.strip()
        title = f"=== {name}, {tab}\n"
        told.append(title + shown.picture + "\n" + shown.user.screen.split("\n")[-1])
        done.append(title + behind(shown.section))
        shown.check_shown()
    picture, keys = ("\n".join(each).replace(shown.tax_id, "TAXID") for each in (told, done))
    return picture, keys


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (170, 24)], ids=str)
async def test_tabs_look_as_they_did(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    async with desk(size) as shown:
        labels = [tab.label.partition(" (")[0] for tab in shown.detail.tabs.tabs]
        assert labels == [f"{at} {name}" for at, name in enumerate(LABELS, start=1)]
        companies = COMPANIES if size == (120, 40) else COMPANIES[:2]  # a failure has one width
        walked = [await walk(shown, *company) for company in companies]
        told = [picture for picture, _behind in walked]
        await shown.show("signals", ALL, profile=WHOLE)
        await shown.press("i")
        told.append(f"=== formulas\n{marked(shown.drawn)}")
        await shown.show("cases", POOR, profile=WHOLE)
        section: Any = shown.section
        section.filter_by("faliment")
        told.append(f"=== filter\n{shown.picture}")
        section.filter_by("")
        for tab in ("cases", "money", "finance", "overview") if size == (120, 40) else ():
            shown.detail.choose(tab)
            await shown.resize(90, 30)  # what is shown then is as it is drawn then
            await shown.resize(*size)
        for number, tab in enumerate(("signals", "events", "overview"), start=2):
            shown.detail.choose(tab)
            await shown.user.idle()
            unasked = answer(r.CourtCasePage((case("8", f"{2000 + number}-01-01"),), 9, number, 45))
            answers, asked = shown.detail.answers, about(ops.COURT_CASES, shown.tax_id, number)
            assert answers._add(shown.tax_id, [(asked, unasked)])
            answers._tell(shown.tax_id, None)
            await shown.user.idle()
            shown.check_shown()
    assert "\n".join(told) == snapshot
    if size == (120, 40):  # the keys do the same in any size
        assert "\n".join(each for _picture, each in walked[:2] + walked[3:]) == snapshot(
            name="behind"
        )
