"""Every rule, ratio and measure of companies at the limits, as it was last looked at.

``--snapshot-update`` renews what was told; look at what changed in it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.values import changeable
from tui_app.contract.past import CompanyHistory, PastSnapshot, PastValue, RegisterChange
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import CompanyProfile, CourtCase, FinancialData, YearlyRecord
from tui_app.insight import growth, history_rules, peers, ratios, standing_rules
from tui_app.insight.cases import CaseFilter, counted, newest_first
from tui_app.insight.court_names import short_court, with_blanks
from tui_app.insight.due import last_due_year
from tui_app.insight.figure_rules import RULES as FIGURE_RULES
from tui_app.insight.figures import Facts, Figure
from tui_app.insight.provenance import source_lines
from tui_app.insight.rules import Rule
from tui_app.insight.signals import signals, summarise

TODAY = dt.date(2026, 6, 1)
"""The first day on which the statement for 2025 is due."""


def y(year: int | None, **figures: int | None) -> YearlyRecord:
    return YearlyRecord(year=year, **figures)


FULL = y(2025, turnover=50, net_profit=-1, employee=0, debts=9, equity=-1, fixed_assets=4,
         current_assets=5, cash=1)  # fmt: skip
YEARS: tuple[tuple[YearlyRecord, ...], ...] = (
    (), (y(None, equity=-1),), (FULL,), (replace(FULL, debts=10, equity=0, employee=1),),
    (replace(FULL, debts=4, employee=-1, current_assets=None),),
    (replace(FULL, debts=0, net_profit=0), y(2024, turnover=100, net_profit=-3)),
    (replace(FULL, debts=None, fixed_assets=0), y(2024, turnover=101, net_profit=-3)),
    (replace(FULL, turnover=0, equity=None), y(2024, turnover=0), y(2023, net_profit=-4)),
    (FULL, y(2024, turnover=-5, net_profit=-2), y(2023, net_profit=-3), y(2022, net_profit=-4)),
    (FULL, y(2024, net_profit=-2), y(2023, net_profit=3), y(2022, net_profit=-4)),
    (FULL, y(2023, turnover=500, net_profit=-2)), (y(2024, turnover=9), y(2023, turnover=3)),
    (FULL, y(2024, net_profit=-2), y(2023)), (y(2025, turnover=-1, equity=4, net_profit=2),),
    (y(2025, turnover=80, employee=9, net_profit=4, debts=3, equity=5, fixed_assets=5,
       current_assets=5), y(2022, turnover=10)),
    (y(2025, fixed_assets=10, current_assets=0, equity=5, debts=3),
     y(2025, fixed_assets=10, current_assets=0, equity=5, debts=4)),
    (y(2025, fixed_assets=-10, current_assets=0, equity=-7, debts=-4),),
)  # fmt: skip


def told(figure: Figure) -> str:
    value = round(figure.value, 6) if isinstance(figure.value, float) else figure.value
    year = "" if figure.year is None else f" {figure.year}"
    return f"{figure.label} {value!r} {figure.unit} {figure.source}.{figure.field}{year}"


def judged(rules: tuple[Rule, ...], facts: Facts, today: dt.date = TODAY) -> Iterator[str]:
    for rule in rules:
        found = rule.judge(facts, today)
        yield f"{rule.name}: {found.level} {found.note} {','.join(found.needs)} | " + "; ".join(
            map(told, found.figures)
        )


def test_the_figures_of_a_company_are_judged_as_they_were(snapshot: SnapshotAssertion) -> None:
    lines = [*judged(FIGURE_RULES, Facts())]
    for years in YEARS:
        lines += [
            f"== {years}",
            *judged(FIGURE_RULES, Facts(financial=FinancialData(financial_data=years))),
        ]
    old = FinancialData(financial_data=(y(2024, equity=1, employee=1, turnover=5),))
    for profile in (
        None, CompanyProfile(), CompanyProfile(has_fin_data=False),
        CompanyProfile(status="radiata"),
        *(CompanyProfile(founding_year=year) for year in (2023, 2024, 2025, 2026)),
        CompanyProfile(registration_date="2026-01-02"),
        CompanyProfile(registration_date="2020-01-02", founding_year=1990),
    ):  # fmt: skip
        for facts in (Facts(), Facts(financial=FinancialData()), Facts(financial=old),
                      Facts(financial=old, incomplete=frozenset({"financial"})),
                      Facts(financial=FinancialData(), newest_year=2024),
                      Facts(financial=old, newest_year=2024),
                      Facts(financial=old, newest_year=2025)):  # fmt: skip
            for today in (TODAY, TODAY - dt.timedelta(days=1)):
                given = replace(facts, profile=profile)
                which = profile and (profile.has_fin_data, profile.status, profile.founding_year,
                                     profile.registration_date)  # fmt: skip
                lines.append(f"== {which} {today.day} {facts.incomplete} {facts.newest_year}")
                lines += [each for each in judged(FIGURE_RULES, given, today)
                          if each.startswith(("no_statement", "negative_equity"))]  # fmt: skip
    assert "\n".join(lines) == snapshot
    assert changeable("tui_app.insight") == []


def test_ratios_growth_and_peers_are_as_they_were(snapshot: SnapshotAssertion) -> None:
    lines = [f"due {day} {last_due_year(day)}" for day in (TODAY, TODAY - dt.timedelta(days=1))]
    for years in YEARS:
        ordered = growth.by_year(years)
        lines.append(f"== {years}")
        lines += [
            f"{each.name} {each.unit} {each.year} {each.value!r} " + "; ".join(map(told,
            each.figures))
            for each in ratios.ratios(years)
        ]  # fmt: skip
        sent = FinancialData(financial_data=years, turnover=7, turnover_prev_year=6, employee=3)
        lines += [f"unexplained {[*map(ratios.unexplained, ordered)]}",
                  f"two {growth.latest_two(sent)}", f"peers {peers.measures(years)}",
                  f"holes {[each.year for each in growth.without_holes(ordered)]}"]  # fmt: skip
    lines.append(str(len(growth.without_holes((y(1925), y(2024))))))
    lines.append(str(len(growth.without_holes((y(1924), y(2024))))))
    amounts = (None, -1, 0, 1, 2)
    lines += [f"{a} {b} {growth.change(a, b)} {growth.compound_growth(a, b, 1)} "
              f"{growth.compound_growth(a, b, 0)} {growth.compound_growth(a, b, 2)}"
              for a in amounts for b in amounts]  # fmt: skip
    lines += [f"{n} {peers.size_of(n)}" for n in (None, -1, 0, 9, 10, 49, 50, 249, 250)]
    firms = [0.1, 0.2, 0.2, 0.2, 0.5, 0.9]
    for cuts, count in ((firms, 4), (firms, 5), ((), 9), (firms, 6), (firms, 7), ((1.0,), 5)):
        lines += [f"{count} {value} {peers.peer_measure('m', cuts, count, value)}"
                  for value in (None, 0.0, 0.1, 0.15, 0.2, 0.9, 1.0)]  # fmt: skip
    for many in (100, 101, 102, 303):
        chosen = peers.cuts_of([float(each) for each in range(many, 0, -1)])
        lines.append(f"{len(chosen)} {chosen[:3]} {chosen[-2:]}")
    assert "\n".join(lines) == snapshot


CASES = (
    CourtCase(case_number="1", case_category="Faliment", party_status="Debitor", date="2024-01-02T",
              institution="TribunalulCLUJ", subject="ceva", department="Sectia I"),
    CourtCase(case_number="2", case_category="faliment", party_status="Intimat Debitoare prin admin"
              "istrator", procedural_stage="Apel", date="2025-01-02"),
    CourtCase(case_number="3", case_category="Faliment", party_status="Administrator debitor"),
    CourtCase(case_number="4", case_category="LitigiiCuProfesionistii", party_status="debitoarea"),
    CourtCase(case_number="5", case_category="", party_status="Creditor", date="2024-01-02T"),
)  # fmt: skip


def test_standing_and_cases_are_as_they_were(snapshot: SnapshotAssertion) -> None:
    lines = []
    for status in (None, "", "functiune", "radiata", "dizolvare", "insolventa", "faliment",
                   "suspendare activitate", "reorganizare", "inactiva fiscal",
                   "altceva"):  # fmt: skip
        for profile in (
            None,
            CompanyProfile(),
            CompanyProfile(vat=True),
            CompanyProfile(vat=False),
        ):
            for seen in (None, dt.date(2025, 3, 4)):
                facts = Facts(status=status, profile=profile, vat_seen_on=seen)
                lines.append(f"== {status} {profile and (profile.vat,)} {seen}")
                lines += [*judged(standing_rules.RULES, facts)]
    lines += [
        *judged(
            standing_rules.RULES,
            Facts(status="radiata", profile=CompanyProfile(status="functiune")),
        )
    ]
    for cases, total in ((CASES, 5), (CASES, 6), (CASES[2:], 3), (CASES[2:], 4), (CASES[2:], None),
                         (CASES[2:], 2), ((), 0)):  # fmt: skip
        for cut in (frozenset[str](), frozenset({"court_cases"})):
            facts = Facts(cases=cases, total_cases=total, incomplete=cut)
            lines.append(f"== {len(cases)} of {total} {set(cut)}")
            lines += [each for each in judged(standing_rules.RULES, facts) if "bankr" in each]
            lines.append(str(summarise(signals(facts, TODAY))))
    lines += [f"{each.case_number} {standing_rules.is_debtor(each)}" for each in CASES]
    lines.append(" ".join(each.case_number or "" for each in newest_first(CASES)))
    lines += [f"{kind} {counted(CASES, kind)}" for kind in ("category", "role", "stage")]
    for sought in (
        CaseFilter(), CaseFilter(text="tribunalul cluj"), CaseFilter(text="SECTIA"),
        CaseFilter(text="ceva"), CaseFilter(text="apel"), CaseFilter(text="debitor"),
        CaseFilter(text="litigii cu"), CaseFilter(text="3"), CaseFilter(category=""),
        CaseFilter(category="Faliment", role="Debitor"), CaseFilter(stage=""), CaseFilter(role="x"),
    ):  # fmt: skip
        found = [each.case_number for each in CASES if sought.accepts(each)]
        lines.append(f"{sought.is_active} {sought.text} {found} {sought.chosen('category')!r}"
                     f" {sought.with_value('stage', 'Fond').stage}")  # fmt: skip
    assert "\n".join(lines) == snapshot


DAYS = ("2024-05-01", "2025-05-31", "2026-05-31")


def moved(kind: str, first: str, last: str, before: str = "A", after: str = "B") -> RegisterChange:
    return RegisterChange(kind=kind, before=before, after=after, not_before=first, not_after=last)


MOVED = moved("seat", "2024-01-01", "2024-02-01")


def test_the_past_is_judged_as_it_was(snapshot: SnapshotAssertion) -> None:
    all_values = tuple(
        PastValue(field, f"the {field}", DAYS[0], DAYS[2])
        for field in ("name", "locality", "state", "liquidator")
    )
    seen = tuple(PastSnapshot(day, present=True) for day in DAYS)
    lacking = (*seen[:2], PastSnapshot(DAYS[2], present=True, lacks=("liquidator",)))
    absent = (*seen[:2], PastSnapshot(DAYS[2], present=False))
    year_ago, day = "2025-05-31", "2025-05-30"
    lines = []
    for snapshots in (seen, seen[1:], seen[2:], seen[:1], seen[:2], lacking, absent, ()):
        for values in (all_values, all_values[:3], ()):
            history = CompanyHistory(snapshots=snapshots, values=values)
            lines.append(f"== {[(e.day, e.present, e.lacks) for e in snapshots]} {len(values)}")
            lines += judged(history_rules.RULES, Facts(history=history))
    older = replace(all_values[3], last_seen=DAYS[1])
    for values, changes in (
        ((older,), ()), (all_values, (moved("liquidator", *DAYS[:2]),)),
        (all_values, (moved("liquidator", *DAYS[1:], after=""),)),
        ((), (moved("name", "2025-05-31", year_ago),)), ((), (moved("name", day, year_ago),)),
        ((), (moved("name", day, day),)), ((), (moved("name", "x", "2026-01-01"),)),
        ((), (moved("name", "2026-01-01", "2026-02-01", "C"), moved("name", day, year_ago))),
        ((), (MOVED, moved("seat", "2024-03-01", "2025-01-01"))),
        ((), (MOVED, moved("seat", "2024-03-01", "2025-01-02"))),
        ((), (MOVED, moved("seat", "2025-02-01", "2025-03-02"))),
        ((), (MOVED, moved("seat", "2025-02-02", "2025-03-02"))),
        ((), (moved("state", *DAYS[:2], "radiată", "funcțiune"),)),
        ((), (moved("state", *DAYS[:2], "radiată", "radiată, faliment"),)),
        ((), (moved("state", *DAYS[:2], "funcțiune", "radiată"),)),
    ):  # fmt: skip
        history = CompanyHistory(snapshots=seen, values=values, changes=changes)
        lines.append(f"== {[*map(str, values)]} {[*map(str, changes)]}")
        lines += judged(history_rules.RULES, Facts(history=history))
    names = {each.rule for each in signals(Facts(history=CompanyHistory()), TODAY)}
    lines.append(f"{len(names)} {len(signals(Facts(), TODAY))}")
    assert "\n".join(lines) == snapshot


def test_names_of_courts_and_sources_are_as_they_were(snapshot: SnapshotAssertion) -> None:
    courts = ("CurteadeApelBUCURESTI", "JudecatoriaSECTORUL3BUCURESTI", "TribunalulCLUJ",
              "TribunalulMilitarTeritorialBUCURESTI", "JudecatoriaROSIORIDEVEDE", "JudecătoriaDEJ",
              "JudecatoriaODORHEIULSECUIESC", "InaltaCurtedeCasatiesiJustitie", "Tribunalul",
              "LitigiicuprofesionistiI", "Litigiicuprofesionistii", "AltceVa", "alt text", "", "ﬁX",
              "TribunalulComercialARGES", "TribunalulX")  # fmt: skip
    lines = [f"{each}: {with_blanks(each)}: {short_court(with_blanks(each))}" for each in courts]
    one = DataSource(source="statements 2024", publisher="Ministry of Finance", day="2026-09-02")
    for sources in (
        [one], [replace(one, year=year) for year in (2024, 2022, 2024, 2023, 2019)],
        [one, replace(one, day="2026-09-03"), one], [replace(one, day="soon")],
        [replace(one, day_known=False)], [replace(one, publisher="own file", file="a.csv")],
        [replace(one, publisher="Somebody", source="else")],
        [replace(one, source="family representatives")],
    ):  # fmt: skip
        lines.append(" / ".join(source_lines(sources)))
    assert "\n".join(lines) == snapshot
