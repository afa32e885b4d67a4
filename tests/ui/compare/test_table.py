"""Companies side by side: what counts as a difference."""

from __future__ import annotations

from tests.workspace.companies import day, profile
from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract.resources import FinancialData, YearlyRecord
from tui_app.ui.compare.table import Block, Compared, TableRow, blocks, draw_blocks, turnover_index
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.answers import LoadedData


def compared(form: str, county: str, status: str) -> Compared:
    data = profile("990000013", company_type=form, county=county, status=status)
    answer = Answer(data=data, fetched_at=day(1))
    return Compared(entry=from_record(data), loaded=LoadedData({ops.PROFILE.name: answer}))


def test_a_company_without_a_name_is_called_by_its_tax_id() -> None:
    unknown = Compared(entry=CompanyEntry(tax_id="99", name=""), loaded=LoadedData({}))
    assert unknown.name == "99"


def test_one_form_and_one_county_in_two_spellings_are_no_difference() -> None:
    both = (compared("SRL", "Bucuresti", "radiata"), compared("S.R.L.", "București", "faliment"))
    rows = {row.label: row.differs for row in blocks(both, day(1).date())[0].rows}
    assert (rows["Legal form"], rows["County"], rows["Status"]) == (False, False, True)


def test_texts_begin_and_figures_end_at_one_edge_and_long_labels_take_what_is_left() -> None:
    label = "Liabilities above fixed and current assets"
    rows = (
        TableRow("Locality", ("1 Decembrie", "Cluj")),
        TableRow(label, ("12", "3,456"), is_number=True),
    )
    _title, town, figures, _end = draw_blocks([Block("A", rows)], 2, 0, 160)
    start = town.plain.index("1 Decembrie")
    assert town.plain.index("Cluj") - start == figures.plain.index("3,456") + 5 - (
        figures.plain.index("12") + 2
    )
    assert label[:35] in figures.plain and start < figures.plain.index("12")


def test_a_check_that_was_not_done_does_not_differ() -> None:
    both = (
        compared("SRL", "Cluj", "faliment"),
        Compared(entry=CompanyEntry(tax_id="99", name=""), loaded=LoadedData({})),
    )
    signals = blocks(both, day(1).date())[1].rows
    checked = [row for row in signals if any("Not enough data" in cell for cell in row.cells)]
    assert checked and not any(row.differs for row in checked)


def test_an_index_begins_in_the_first_year_that_all_companies_have() -> None:
    first = _with_turnovers("1001", {2020: 5, 2021: 200, 2023: 300, 2024: None})
    second = _with_turnovers("1002", {2021: 4_000_000, 2022: 2_000_000, 2023: -1_000_000})
    without = _with_turnovers("1003", {2022: None})
    data = turnover_index((first, second, without))
    assert data is not None
    assert data.title == "Turnover, 2021 = 100"
    assert [each.by_year() for each in data.series] == [
        {2020: 2, 2021: 100, 2023: 150},
        {2021: 100, 2022: 50, 2023: -25},
        {},
    ]
    apart = _with_turnovers("1004", {2019: 1, 2021: 0})
    assert turnover_index((first, apart)) is None
    assert turnover_index((without,)) is None


def _with_turnovers(tax_id: str, turnovers: dict[int, int | None]) -> Compared:
    records = tuple(YearlyRecord(year=y, turnover=value) for y, value in turnovers.items())
    data = FinancialData(financial_data=records)
    loaded = LoadedData({ops.FINANCIAL.name: Answer(data=data, fetched_at=day(1))})
    return Compared(entry=CompanyEntry(tax_id=tax_id, name=tax_id), loaded=loaded)
