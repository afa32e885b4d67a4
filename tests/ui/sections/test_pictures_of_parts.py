"""The parts of the tabs by the width and the height they have, as they were last looked at.

``--snapshot-update`` renews the pictures; look at what changed in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion
from textual.content import Content

from tests.ui.sections.desk import marked, marked_row
from tests.ui.sections.parts import CASE, TODAY, answer, case
from tests.ui.sections.test_drawn_values import loaded_of
from tests.ui.sections.test_pictures_of_tabs import ALL, DEBTOR, GAINS, LOSSES, POOR, STRUCK, WHOLE
from tui_app.client.answer import Answer
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.insight.growth import by_year, without_holes
from tui_app.system.language import set_language
from tui_app.ui.panes.company import CompanyState, from_record
from tui_app.ui.sections.case_rows import CaseColumns
from tui_app.ui.sections.figures.figures_text import Chart, FiguresText, View
from tui_app.ui.sections.figures.table import _pitch
from tui_app.ui.sections.overview_lines import LINES, Lead, OverviewData, draw_lines
from tui_app.ui.sections.profile import draw_header, draw_profile
from tui_app.ui.sections.signal_rows import SignalTable, details
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text.drawing import lines

SENTENCE = replace(STRUCK, tax_id="990000022", status="radiata din data 12.12.2020 prin hotarare",
                   street_name="Lunga", postal_code=5, caen=(), vat=None)  # fmt: skip
MANY = FinancialData(financial_data=tuple(
    YearlyRecord(year=2025 - at, turnover=10 ** at + at, net_profit=(5 - at) * 1_000, employee=at,
                 debts=at * 900, equity=900, receivables=7 * at, cash=None if at % 3 else 0,
                 inventory=at, fixed_assets=at * 1_000, current_assets=8_000, share_capital=200)
    for at in range(9)
), credit_risk_score=7.5, credit_risk_score_text="low")  # fmt: skip


def state(given: dict[object, object], profile: CompanyProfile) -> CompanyState:
    """What is known of a company with the answers, without those that failed."""
    known = {each: answer(data) if not isinstance(data, Answer) else data
             for each, data in given.items() if not isinstance(data, Exception)}  # fmt: skip
    found = {each.name: data for each, data in known.items()}  # type: ignore[attr-defined]
    found["profile"] = answer(profile)
    return CompanyState(from_record(profile), loaded_of(found), today=TODAY)


def figures(data: FinancialData, width: int, rows: int, years: int, view: View) -> Content:
    def charts(asked: tuple[Chart, ...]) -> Sequence[Content]:
        return [Content(f"{each.data.title} {each.width}×{each.height} {each.columns} "
                        f"of {len(each.stack)}"[:width]) for each in asked]  # fmt: skip

    records = without_holes(by_year(data.financial_data))
    text = FiguresText(data=data, records=records, years=years, view=view, measure=1, rows=rows,
                       style=ChartStyle(), charts=charts, today=TODAY)  # fmt: skip
    return text.draw(width)


def drawn(width: int) -> Iterator[tuple[str, Content]]:
    """Each part at a width, with its title."""
    for profile in (WHOLE, SENTENCE):
        head = draw_header(from_record(profile), profile, TODAY, width).plain
        yield "profile", draw_profile(profile, head, width)
    yield "all of the profile", draw_profile(SENTENCE, "", width)
    yield "profile in a list", draw_profile(STRUCK, "", width, is_loaded=False)
    leads = {line.tab: Lead(str(at), "1 request" * (at % 2)) for at, line in enumerate(LINES)}
    for given, profile in ((ALL, WHOLE), (POOR, STRUCK), ({}, WHOLE)):
        known = state(given, profile)
        data = OverviewData(state=known, profile=profile, style=ChartStyle)
        for rows in (1, 2):
            yield f"{rows} rows", draw_lines(data, leads, width, shown=3 + rows // 2, rows=rows)
        table = SignalTable(known.signals, width)
        yield "checks", lines([table.head(), *map(table.row, known.signals)])
    for rows, years, view in ((11, 0, View.BOTH), (12, 3, View.CHART), (20, 5, View.BOTH),
                              (60, 3, View.BOTH), (40, 3, View.TABLE)):  # fmt: skip
        yield f"figures in {rows}, {years}, {view}", figures(MANY, width, rows, years, view)
    for few in (GAINS, LOSSES, FinancialData()):
        yield "few figures", figures(few, width, 24, 0, View.BOTH)


def picture(width: int) -> str:
    told = [f"== {title}\n{marked(content)}" for title, content in drawn(width)]
    cases = (CASE, DEBTOR, replace(CASE, party_status="R" * 30, matched_by="exact"), case("7"))
    columns = CaseColumns(cases, width)
    told += [f"== {columns.titles()}", *(marked_row(columns.row("", each)) for each in cases)]
    return "\n".join(told)


@pytest.mark.parametrize("width", [30, 59, 70, 111])
def test_parts_look_as_they_did(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(width) == snapshot


def test_parts_look_as_they_did_in_romanian(snapshot: SnapshotAssertion) -> None:
    set_language("ro")
    assert picture(111) == snapshot


def test_all_about_a_check_is_as_it_was(snapshot: SnapshotAssertion) -> None:
    told = [
        "\n  ".join([found.rule, *(f"{each.label}: {each.value} {each.style}"
                                   for each in details(found))])
        for given, profile in ((ALL, WHOLE), (POOR, STRUCK), ({}, SENTENCE))
        for found in state(given, profile).signals
    ]  # fmt: skip
    assert "\n".join(told) == snapshot


def test_two_blanks_separate_amounts_where_there_is_room() -> None:
    assert _pitch(MANY.financial_data, 60) == _pitch(MANY.financial_data, 59) + 1
