"""Which value of which answer is drawn: the units of the tabs, without a screen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.operations import Operation
from tui_app.contract.past import CompanyHistory, RegisterChange
from tui_app.insight.figures import Facts
from tui_app.insight.growth import by_year
from tui_app.insight.signals import signals
from tui_app.ui.panes.company import CompanyState, WorkspaceData
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.sections.case_rows import (
    CaseColumns,
    case_fields,
    is_certain_match,
    link_of,
    role_label,
)
from tui_app.ui.sections.contacts import ContactsSection, known_values
from tui_app.ui.sections.figures.headlines import credit_score, first_charted, headlines, old_note
from tui_app.ui.sections.figures.table import MEASURES
from tui_app.ui.sections.overview_lines import LINES, Lead, OverviewData, draw_lines
from tui_app.ui.sections.profile import draw_profile
from tui_app.ui.sections.signal_rows import exported, measured, source_and_year
from tui_app.ui.sections.timeline import TimelineData, events
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.workspace.changes import Change

NOW = dt.datetime(2026, 11, 20, 12, tzinfo=dt.UTC)
TODAY = NOW.date()


# Any: the data of any operation.
def answers(*found: tuple[Operation[Any], Any], **more: Any) -> dict[str, Answer[Any]]:
    return {each.name: Answer(data=data, fetched_at=NOW, **more) for each, data in found}


def year(number: int, **values: int | None) -> r.YearlyRecord:
    return r.YearlyRecord(year=number, **values)


def figures(*records: r.YearlyRecord, **sent: Any) -> r.FinancialData:
    return r.FinancialData(financial_data=records, **sent)


def loaded_of(
    found: Mapping[str, Answer[Any]], pages: Mapping[int, Answer[r.CourtCasePage]] | None = None
) -> LoadedData:
    """Answers, and pages of court cases beside the first one."""
    first = found.get(ops.COURT_CASES.name)
    return LoadedData(dict(found), {**({1: first} if first else {}), **(pages or {})})


def overview(
    found: Mapping[str, Answer[Any]],
    profile: r.CompanyProfile | None = None,
    pages: Mapping[int, Answer[r.CourtCasePage]] | None = None,
) -> dict[str, str]:
    """The lines of the overview by their titles, blanks single."""
    loaded = loaded_of(found, pages)
    known = OverviewData(
        state=CompanyState(loaded=loaded, today=TODAY), profile=profile or r.CompanyProfile(),
        style=ChartStyle,
    )  # fmt: skip
    leads = {line.tab: Lead("9", "1 request") for line in LINES}
    drawn: dict[str, str] = {}
    title = ""
    for row in draw_lines(known, leads, 200, shown=len(LINES), rows=2).plain.split("\n"):
        title = row.split()[0] if row[:1].strip() else title
        drawn[title] = " ".join(f"{drawn.get(title, '')} {row}".split())
    return drawn


@pytest.mark.parametrize(
    ("data", "said", "unsaid"),
    [
        # The newest year counts, in whatever order the years come.
        (figures(year(2025, turnover=8_000_000, net_profit=-5_000, employee=1),
                 year(2024, turnover=4_000_000, net_profit=9_000, employee=7)),
         ["8M RON ▲100.0%", "loss 5k", "1 employee ", "net margin −0.1%"], ["2024", "profit"]),
        (figures(year(2024, turnover=8_000_000), year(2025, turnover=4_000_000)),
         ["4M RON ▼50.0%"], ["8M", "2024", "2025"]),
        # What the newest statement lacks names its year, and what came of no statement names none.
        (figures(year(2023, turnover=5_000), year(2025, net_profit=0)),
         ["5k RON 2023", "profit 0"], ["loss"]),
        (figures(year(2022, turnover=5_000), year(2025, turnover=6_000)),
         ["6k RON"], ["▲", "2022"]),
        (figures(year(2024, turnover=5_000), year(2025, turnover=5_000)), ["5k RON"], ["▲", "▼"]),
        # A change that would be written as none has no arrow.
        (figures(year(2024, turnover=10_000), year(2025, turnover=10_004)), ["10k RON"], ["▲"]),
        (figures(year(2024, turnover=10_000), year(2025, turnover=10_006)), ["RON ▲0.1%"], []),
        (figures(turnover=7_000, turnover_prev_year=14_000), ["7k RON ▼50.0%"], []),
        (figures(year(2025, turnover=None), turnover=7_000), ["7k RON"], ["2025"]),
        (figures(year(2021, turnover=5)), ["5 RON", "latest: 2021"], []),
        (figures(year(2024, turnover=5)), ["5 RON"], ["latest"]),
        (figures(year(2023, turnover=5)), ["5 RON"], []),
    ],
)  # fmt: skip
def test_the_overview_has_the_newest_figures(
    data: r.FinancialData, said: list[str], unsaid: list[str]
) -> None:
    line = overview(answers((ops.FINANCIAL, data)))["figures"] + " "
    for text in said:
        assert text in line, line
    for text in unsaid:
        assert text not in line, line


@pytest.mark.parametrize(
    ("percentile", "companies", "said"),
    [(0.0, 40, "better than 0% of 40 peers"), (50.0, 1, "better than 50% of 1 peer"),
     (None, 40, "net margin 10.0%"), (50.0, 0, "net margin 10.0%")],
)  # fmt: skip
def test_the_margin_stands_among_its_peers(
    percentile: float | None, companies: int, said: str
) -> None:
    measure = r.PeerMeasure(measure="net_margin", percentile=percentile, companies=companies)
    other = r.PeerMeasure(measure="growth", percentile=99.0, companies=99)
    found = answers(
        (ops.FINANCIAL, figures(year(2025, turnover=100, net_profit=10))),
        (ops.PEERS, r.Peers(measures=(other, measure))),
    )
    line = overview(found)["figures"]
    assert said in line and "99" not in line
    assert ("better" in line) is ("better" in said)


def page(
    number: int, *cases: r.CourtCase, total: int | None, pages: int | None = 1
) -> r.CourtCasePage:
    return r.CourtCasePage(cases, pages, number, total)


def case(number: str, day: str = "2024-03-01", role: str = "Reclamant", **more: Any) -> r.CourtCase:
    return r.CourtCase(case_number=number, date=f"{day}T00:00:00.000Z", party_status=role, **more)


@pytest.mark.parametrize(
    ("first", "others", "said", "unsaid"),
    [
        (page(1, case("1"), case("2", role="Debitor"), total=2), {},
         ["2 cases", "1 as debtor", "newest 2024-03-01"], ["loaded"]),
        (page(1, case("1"), case("2", role="Debitor"), total=45), {},
         ["45 cases", "1 of 2 loaded as debtor"], []),
        (page(1, case("1"), total=None), {}, ["1 case "], ["debtor"]),
        (page(1, case("1"), case("2"), total=1), {}, ["2 cases"], []),
        (page(1, case("1", "2020-01-01"), total=3), {2: page(2, case("2", "2026-01-01"),
              case("3", "2023-01-01", role="Debitor"), total=3)},
         ["3 cases", "1 as debtor", "newest 2026-01-01"], ["loaded"]),
        (page(1, case("1"), total=5), {2: page(2, case("2"), total=7)}, ["7 cases"], []),
        (page(1, case("1"), total=7), {2: page(2, case("2"), total=5)}, ["7 cases"], []),
        (page(1, case("1"), total=9), {2: page(2, case("2"), total=None)}, ["9 cases"], []),
        (page(1, case("1"), total=None), {2: page(2, case("2"), total=9)}, ["9 cases"], []),
        (page(1, total=0), {}, ["no cases on record"], []),
        (page(1, total=None), {}, ["not known"], ["no cases"]),
        (page(1, total=4), {}, ["not known"], ["no cases"]),
    ],
)  # fmt: skip
def test_the_overview_counts_the_cases_of_all_pages(
    first: r.CourtCasePage, others: dict[int, r.CourtCasePage], said: list[str], unsaid: list[str]
) -> None:
    pages = {number: Answer(data=each, fetched_at=NOW) for number, each in others.items()}
    line = overview(answers((ops.COURT_CASES, first)), pages=pages)["courts"] + " "
    assert all(text in line for text in said) and not any(text in line for text in unsaid), line


def test_a_page_that_is_incomplete_says_nothing_of_all_cases() -> None:
    whole = page(1, total=0)
    assert "no cases" in overview(answers((ops.COURT_CASES, whole)))["courts"]
    assert "not known" in overview(answers((ops.COURT_CASES, whole), partial=True))["courts"]


@pytest.mark.parametrize(
    ("profile", "found", "said"),
    [
        (r.CompanyProfile(), {}, "9 load (1 request)"),
        (r.CompanyProfile(has_phone=False), {}, "9 load (1 request)"),
        (r.CompanyProfile(has_phone=False, has_email=False, has_website=False), {},
         "nothing on record"),
        (r.CompanyProfile(has_email=False, has_website=False),
         answers((ops.PHONES, r.Phones())), "nothing on record"),
        (r.CompanyProfile(), answers((ops.PHONES, r.Phones())), "9 load (1 request)"),
        (r.CompanyProfile(), answers((ops.PHONES, r.Phones(contact_phones=("+403", "+404"))),
                                     (ops.WEBSITES, r.Websites(("https://b.example",)))),
         "+403 https://b.example"),
    ],
)  # fmt: skip
def test_contacts_that_nobody_looked_for_are_not_nothing(
    profile: r.CompanyProfile, found: dict[str, Answer[Any]], said: str
) -> None:
    assert said in overview(found, profile)["contact"]


def test_the_missing_pages_are_those_of_the_largest_count_up_to_the_limit() -> None:
    for counts, missing in (
        ({1: 3}, [2, 3]), ({1: 3, 3: 4}, [2, 4]), ({1: 4, 2: None}, [3, 4]), ({1: 1}, []), ({}, []),
        ({2: 3}, [1, 3]), ({1: 150}, [*range(2, 101)]),
    ):  # fmt: skip
        found = {
            number: Answer(data=page(number, total=9, pages=count), fetched_at=NOW)
            for number, count in counts.items()
        }
        assert LoadedData({}, case_pages=found).missing_case_pages == missing


def test_contacts_come_in_the_order_of_their_use() -> None:
    phones = r.Phones(
        "+1", "+2", contact_phones=("+4",), website_phones=("+5",), verified_phones=("+3",)
    )
    emails = r.Emails("a@x.ro", "b@x.ro", "c@x.ro", ("d@x.ro",))
    assert [value for value, _link in known_values(phones)] == ["+1", "+2", "+3", "+4", "+5"]
    assert [value for value, _link in known_values(emails)] == [
        "a@x.ro", "b@x.ro", "c@x.ro", "d@x.ro",
    ]  # fmt: skip
    assert known_values(r.Administrators(("ANA",))) == [("ANA", "")]
    kinds = {"has_phone": "☎", "has_email": "✉", "has_website": "⌂", "has_administrator": "☺"}
    nowhere = replace(r.CompanyProfile(), **dict.fromkeys(kinds, False))
    assert ContactsSection.signs(nowhere) == "–"
    for name, mark in kinds.items():
        assert ContactsSection.signs(replace(r.CompanyProfile(), **{name: True})) == mark
        assert ContactsSection.signs(replace(nowhere, **{name: None})) == ""


def test_a_headline_is_the_newest_value_with_the_two_years_of_its_change() -> None:
    data = figures(
        year(2021, turnover=10, employee=3), year(2025, net_profit=-4), year(2023, turnover=30),
        turnover=99, employee=98, net_profit=97,
    )  # fmt: skip
    turnover, profit, people = headlines(data, by_year(data.financial_data))
    assert (turnover.value, turnover.year, turnover.before, turnover.years) == (
        30, 2023, 2021, "2023 vs 2021",
    )  # fmt: skip
    assert turnover.change_text == "+200.0%" and turnover.amount == "30 RON"
    assert (profit.value, profit.year, profit.years, profit.change_text) == (-4, 2025, "2025", "")
    assert (people.value, people.year, people.amount) == (3, 2021, "3")
    sent = figures(net_profit=-10, net_profit_prev_year=5, turnover=0)
    turnover, profit, people = headlines(sent, ())
    assert (turnover.value, people.value, people.amount) == (0, None, "–")
    assert (profit.value, profit.year, profit.change_text) == (-10, None, "−15 RON")
    three = figures(year(2023, turnover=1), year(2024, turnover=4), year(2025, turnover=6))
    newest = headlines(three, by_year(three.financial_data))[0]
    assert (newest.years, newest.change_text) == ("2025 vs 2024", "+50.0%")
    same = figures(year(2024, turnover=5), year(2025, turnover=5))
    assert headlines(same, by_year(same.financial_data))[0].change_text == "unchanged"


@pytest.mark.parametrize(
    ("records", "default", "charted"),
    [
        ((year(2024, turnover=5, net_profit=-1), year(2025, net_profit=2)), 0, "turnover"),
        ((year(2024, turnover=5, net_profit=2), year(2025, net_profit=-1)), 0, "net_profit"),
        ((year(2025, turnover=5, net_profit=0),), 0, "turnover"),
        ((year(2025, equity=5),), 0, "equity"),
        ((year(2025, turnover=5),), 3, "turnover"),
        ((), 3, "debts"),
    ],
)
def test_the_first_chart_is_of_what_matters(
    records: tuple[r.YearlyRecord, ...], default: int, charted: str
) -> None:
    found = first_charted(figures(*records), records, default)
    assert MEASURES[found].name == charted


@pytest.mark.parametrize(
    ("years", "today", "said"),
    [
        ([2015, 2024], "2026-11-20", ""),
        ([2023], "2026-11-20", "latest: 2023"),
        ([2024], "2026-11-20", ""),
        ([2023], "2026-05-31", ""),
        ([2023], "2026-06-01", "latest: 2023"),
        ([], "2026-06-01", ""),
    ],
)
def test_figures_are_old_after_two_statements_that_are_missing(
    years: list[int], today: str, said: str
) -> None:
    note = old_note([year(each) for each in years], dt.date.fromisoformat(today))
    assert note.endswith(said) and bool(note) is bool(said)


def test_a_credit_score_is_as_exact_as_it_was_sent() -> None:
    for value, word, said in (
        (7.0, "low", "7 · low risk"), (7.25, None, "7.2"), (0.0, "B", "0 · B"),
        (None, " HIGH ", "high risk"), (None, None, ""),
    ):  # fmt: skip
        assert credit_score(figures(credit_risk_score=value, credit_risk_score_text=word)) == said


def checks(**facts: Any) -> dict[str, tuple[str, str, str]]:
    """Value, limit and source of each check."""
    found = signals(Facts(**facts), TODAY)
    return {
        each.rule: (measured(each).value, measured(each).limit, source_and_year(each))
        for each in found
    }


def test_a_check_shows_its_value_against_its_limit() -> None:
    records = (
        year(2024, turnover=100, net_profit=-1, equity=5, debts=1, employee=4),
        year(2025, turnover=40, net_profit=-2, equity=-15_000, debts=90_000, employee=0,
             fixed_assets=20_000, current_assets=30_000),
    )  # fmt: skip
    found = checks(financial=figures(*records), profile=r.CompanyProfile(status="functiune"))
    assert found["negative_equity"] == ("−15k", "≥ 0", "Financials 2025")
    assert found["debts_above_assets"][:2] == ("90k", "≤ 50k")
    assert found["turnover_halved"][:2] == ("−60.0%", "≥ −50%")
    assert found["losses"][:2] == ("2", "< 2")
    assert found["current_ratio"][1] == "≥ 1" and found["current_ratio"][0].startswith("0.33")
    assert found["no_statement"][:2] == ("2025", "≥ 2025")
    assert found["no_employees"][:2] == ("0", "> 0")
    assert all(
        source.endswith("2025") for _v, _l, source in (found["losses"], found["no_employees"])
    )
    missing = checks()
    assert {value for value, _limit, _source in missing.values()} == {"–"}
    silent = checks(financial=figures(), profile=r.CompanyProfile(registration_date="2001-02-03"))
    assert {value for value, _limit, _source in silent.values()} == {"–"}
    half = checks(financial=figures(year(2025, debts=5, fixed_assets=3)))
    assert half["debts_above_assets"][:2] == ("5", "")
    overdue = checks(financial=figures(year(2020, turnover=5)), profile=r.CompanyProfile())
    assert overdue["no_statement"][:2] == ("2020", "≥ 2025")


def test_a_debtor_is_counted_among_the_cases_that_were_looked_at() -> None:
    bankrupt = {"role": "Debitor", "case_category": "Faliment"}
    cases = (case("1", **bankrupt), case("2"), case("3", **bankrupt))
    assert checks(cases=cases, total_cases=3)["bankruptcy_debtor"][:2] == ("2 of 3", "0")
    assert checks(cases=cases, total_cases=45)["bankruptcy_debtor"][:2] == ("2 of 3", "0")
    assert checks(cases=cases[1:2], total_cases=1)["bankruptcy_debtor"][:2] == ("0 of 1", "0")
    [signal] = [e for e in signals(Facts(cases=cases, total_cases=3), TODAY)
                if e.rule == "bankruptcy_debtor"]  # fmt: skip
    title, verdict, value, limit, source, rule = exported(signal)
    assert (verdict, value, limit, source) == ("Serious", "2 of 3", "0", "Court cases")
    assert title and rule


def timeline(
    found: Mapping[str, Answer[Any]], stored: WorkspaceData | None = None, **more: Any
) -> list[tuple[str, str, str]]:
    loaded = loaded_of(found, **more)
    known = TimelineData(loaded=loaded, in_workspace=stored or WorkspaceData(), is_invented=False)
    return [(each.when, each.kind, each.text) for each in events(known)]


def test_events_stand_in_one_line_of_time_each_with_its_own_day() -> None:
    profile = r.CompanyProfile(registration_date="2020-05-14T00:00:00.000Z", founding_year=2019)
    told = RegisterChange(
        kind="name", before="A", after="B", not_before="2022-01-01", not_after="2025-06-01"
    )
    history = CompanyHistory(changes=(told, RegisterChange(kind="name", not_after="soon")))
    records = figures(
        year(2024, turnover=5_000, net_profit=-7_000, employee=1), year(2023, net_profit=0)
    )
    pages = {2: Answer(data=page(2, case("2/3/2024", "2024-12-31"), total=2), fetched_at=NOW)}
    # A backup may have the hour of another zone, where it was the next day.
    first_seen = NOW.astimezone(dt.timezone(dt.timedelta(hours=13)))
    change = Change(field="status", before="a", after="b", first_seen=first_seen)
    found = timeline(
        answers((ops.PROFILE, profile), (ops.FINANCIAL, records), (ops.HISTORY, history),
                (ops.COURT_CASES, page(1, case("1/3/2021", "2021-02-03"), total=2))),
        WorkspaceData(changes=(change,), first_seen=NOW - dt.timedelta(days=9)), pages=pages,
    )  # fmt: skip
    assert [(when, kind) for when, kind, _text in found] == [
        ("2026-11-20", "changes"), ("2026-11-11", "changes"), ("2025-06-01", "register"),
        ("2024", "statements"), ("2024-12-31", "cases"), ("2023", "statements"),
        ("2021-02-03", "cases"), ("2020-05-14", "company"),
    ]  # fmt: skip
    texts = {(when, kind): text for when, kind, text in found}
    assert texts["2024", "statements"] == "Statement · turnover 5k · loss 7k · 1 employee"
    assert texts["2023", "statements"] == "Statement · profit 0"
    assert texts["2020-05-14", "company"] == "Registered"
    assert "1/3/2021" in texts["2021-02-03", "cases"]
    assert texts["2026-11-11", "changes"] == "first look"
    assert texts["2026-11-20", "changes"].endswith("a → b")
    founded = r.CompanyProfile(founding_year=2019)
    assert timeline(answers((ops.PROFILE, founded))) == [("2019", "company", "Founded")]
    # A year alone begins with it and a statement ends it, whatever else happened on those days.
    at_edges = page(1, case("1", "2019-01-02"), case("2", "2019-12-30"), total=2)
    found = timeline(answers((ops.PROFILE, founded), (ops.COURT_CASES, at_edges),
                             (ops.FINANCIAL, figures(year(2019, turnover=1)))))  # fmt: skip
    assert [when for when, _kind, _text in found] == ["2019", "2019-12-30", "2019-01-02", "2019"]
    never = r.CompanyProfile(founding_year=99_999)
    assert timeline(answers((ops.PROFILE, never))) == []


def test_a_change_of_the_register_is_told_once() -> None:
    change = Change(
        field="name", before="A", after="B", first_seen=NOW, not_before="2022-01-01",
        not_after="2025-06-01",
    )  # fmt: skip
    stored = WorkspaceData(changes=(change,))
    assert [kind for _when, kind, _text in timeline({}, stored)] == ["changes"]
    told = RegisterChange(kind="name", before="A", after="B", not_after="2025-06-01")
    history = answers((ops.HISTORY, CompanyHistory(changes=(told,))))
    assert [kind for _when, kind, _text in timeline(history, stored)] == ["register"]
    hidden = TimelineData(loaded=LoadedData(history), in_workspace=stored, is_invented=False)
    assert events(hidden, ["register"]) == ()


def test_a_case_has_each_of_its_fields() -> None:
    full = case(
        "100/3/2024", "2024-03-01", "Debitor", last_update="2025-04-02T00:00:00.000Z",
        tax_id="12", company_name="ANA SRL", institution="TribunalulCLUJ", department="Sectia I",
        case_category="Faliment", subject="insolventa", procedural_stage="Fond",
        matched_by="extended",
    )  # fmt: skip
    fields = {each.label: each.value for each in case_fields(full, is_invented=False)}
    assert fields == {
        "Case number": "100/3/2024", "Role of the company": "Debitor (debtor)",
        "Company": "ANA SRL", "Tax id (CUI)": "12", "Date": "2024-03-01",
        "Last update": "2025-04-02", "Court": "Tribunalul CLUJ", "Department": "Sectia I",
        "Category": "Faliment", "Subject": "insolventa", "Stage": "Fond",
        "As sent": "TribunalulCLUJ", "Matched by": "longer name: perhaps another",
    }  # fmt: skip
    assert "100%2F3%2F2024" in link_of(full, is_invented=False)
    assert link_of(full, is_invented=True) == ""
    certain = {"exact", "state", "no_form"}
    for word in (*certain, "extended", "bare_name", "other_form"):
        assert is_certain_match(word) is (word in certain)
    for role, label in (("Pârât", "defendant"), ("Debitor", "debtor"), ("Apelant Pârât",
                        "appellant, defendant"), ("Terț", ""), (None, "")):  # fmt: skip
        assert role_label(role) == label


@pytest.mark.parametrize("width", [40, 60, 80, 110, 160])
def test_a_row_of_cases_says_each_thing_once(width: int) -> None:
    full = case(
        "100/3/2024", "2024-03-01", "Debitor", institution="Tribunalul Cluj",
        case_category="Faliment", subject="insolventa", procedural_stage="Fond",
    )  # fmt: skip
    columns = CaseColumns([full], width)
    row = columns.row("1", full)
    lines = ["".join(p.text for p in (*line.left, *line.right)) for line in row.lines]
    text = "\n".join(lines)
    assert lines[0].startswith("2024-03-01  100/3/2024")
    for value in ("Debitor", "Faliment", "insolventa", "Fond", "2024-03-01", "100/3/2024"):
        assert text.count(value) == 1, text
    assert text.count("Cluj") == 1
    assert ("Court" in columns.titles()) is ("Trib. Cluj" in lines[0])


@pytest.mark.parametrize(("width", "columns"), [(72, "Stage"), (85, "Stage"), (117, "Court Stage")])
def test_the_telling_end_of_a_case_is_not_cut(width: int, columns: str) -> None:
    """Role and stage come before the court, the court before the category, which are below then."""
    full = case(
        "97287/117/2026", "2026-09-13", "Recurent Reclamant", institution="TribunalulSĂLAJ",
        case_category="Contencios administrativ şi fiscal", subject="obligaţia de a face " * 5,
        procedural_stage="Contestaţie în anulare - Fond"[: 22 if width == 72 else None],
    )  # fmt: skip
    drawn = CaseColumns([full], width)
    assert columns in " ".join(drawn.titles().split()) and "Category" not in drawn.titles()
    first, second = drawn.row("1", full).lines
    text = "".join(p.text for p in first.left)
    assert "Recurent Reclamant" in text and "…" not in text and len(text) <= width
    assert ("Trib. SĂLAJ" in text) is (width == 117)
    assert "".join(p.text for p in second.right) == ("" if width == 117 else "Trib. SĂLAJ")


def test_each_field_of_a_profile_stands_beside_its_label() -> None:
    profile = r.CompanyProfile(
        tax_id="990000013", registration_date="2020-05-14T00:00:00.000Z", founding_year=2019,
        update_date="2026-01-02T00:00:00.000Z", vat=True, checkout_vat=False, split_vat=None,
        tax_category="micro", street_name="Str. A", street_nr="1", locality="Dej", county="Cluj",
        postal_code=30167, caen=("G - Comert", "4711 - Magazine"),
    )  # fmt: skip
    text = "\n".join(
        " ".join(row.split()) for row in draw_profile(profile, "", 60).plain.split("\n")
    )
    for line in (
        "Registered 2020-05-14", "Founded 2019", "Record updated 2026-01-02", "VAT payer yes",
        "Cash-basis VAT no", "VAT split payment –", "Tax category micro", "Street Str. A 1",
        "Locality Dej", "County Cluj", "Postal code 030167", "G Comert", "4711 Magazine",
    ):  # fmt: skip
        assert line in text.split("\n"), text
    unknown = draw_profile(r.CompanyProfile(tax_id="990000013"), "", 60, is_loaded=False).plain
    assert "–" not in unknown
