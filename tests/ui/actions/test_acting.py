"""Actions on found companies: copy, export, open, sort, filter, with keys and mouse."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import pytest
from textual.geometry import Region

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import remote
from tests.ui.user import User, explore, program
from tui_app.config.settings import Settings
from tui_app.contract.resources import CompanyProfile, RegisteredCompany
from tui_app.ui.panes.entry import CompanyEntry, LoadLevel, from_registered
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.terminal.capabilities import Terminal


async def _open(user: User, tax_id: str, *keys: str) -> None:
    await user.search(tax_id)
    await user.press("enter")
    for key in keys:
        await user.press(key)


async def test_a_company_that_is_open_is_copied_in_several_shapes(copied: list[str]) -> None:
    curl = (
        'curl -H "Authorization: Bearer $FIRMETERM_API_KEY" '
        "http://127.0.0.1:8765/v1/companies/990000013"
    )
    row = "990000013\tJ40/99123/2020\tPETROTERM DEMO SRL\tSRL\tfunctiune"
    async with explore() as user:
        await user.press("escape", "y")
        assert "No company is open." in user.screen
        await _open(user, landmarks.SHOWPIECE)
        for letter, what, text in (
            ("t", "tax id", "990000013"),
            ("n", "name", "PETROTERM DEMO SRL"),
            ("r", "row", row),
            ("j", "record", '"taxId": "990000013"'),
        ):
            await user.press("y", letter)
            assert text in copied[-1], letter
            assert f"Sent 1 {what} to the clipboard (OSC 52)" in user.screen
        await user.press("y", "c")
        # A spreadsheet must not read a name in a row as a formula.
        formula = CompanyEntry(tax_id="990099998", name="=1+1")
        user.app.explorer.detail.show(formula, LoadLevel.PREVIEW)
        await user.press("y", "r")
    # The key is left out.
    assert copied[4:] == [curl, "990099998\t\t'=1+1\t\t\t\t"]


async def test_where_there_is_no_clipboard_the_text_is_shown_whole_for_selecting(
    copied: list[str],
) -> None:
    async with explore() as user:
        await _open(user, landmarks.LONG_TEXTS, "y", "j")
    async with explore(program(terminal=Terminal(term="linux")), (120, 24)) as user:
        await _open(user, landmarks.LONG_TEXTS)
        for width in (99, 61, 40):
            await user.pilot.resize_terminal(width, 24)
            await user.press("y", "j")
            head, _gap, body = user.screen.partition("\n" + " " * width + "\n")
            assert "clipboard." in head and "Esc closes" in head, width
            # The last column is the scrollbar's: the text goes on below.
            shown = "".join(line[:-1] for line in body.splitlines()).replace(" ", "")
            assert len(shown) > 300, width
            assert re.sub(r"\s", "", copied[0]).startswith(shown), width
            await user.press("escape")
            assert "clipboard." not in user.screen, width


async def test_the_court_case_on_the_cursor_is_copied(copied: list[str]) -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "3", "j", "y", "y")
        section = user.app.explorer.detail.section
        assert isinstance(section, CourtCasesSection)
        case = section.shown_cases[1]
        assert copied == [case.case_number]
        await user.press("y", "m")
        assert json.loads(copied[1])["caseNumber"] == case.case_number
        await user.press("1", "y")
        assert "case number" not in user.screen


async def test_the_curl_line_is_no_command_of_the_servers(
    copied: list[str], faulty: FaultyServer
) -> None:
    faulty.misbehave("evil-tax-id", "autocomplete")
    async with explore(remote(faulty.base_url() + "v1/")) as user:
        await user.search("demo")
        await user.press("escape", "y", "c")
        assert copied == [
            "# This is not the tax id of a company. Nothing was sent. A tax id has 2 to 10 digits."
        ]
        faulty.misbehave("none")
        await user.press("slash")
        await user.search("carpatex")
        await user.press("escape", "y", "c")
        assert copied[1].endswith(
            f"http://{faulty.host}/v1/companies/" + user.app.explorer.list.shown[0].tax_id
        )


async def test_the_curl_lines_ask_what_the_tab_shows(copied: list[str]) -> None:
    base = f"http://127.0.0.1:8765/v1/companies/{landmarks.MANY_COURT_CASES}"
    async with explore() as user:
        await _open(user, landmarks.MANY_COURT_CASES)
        for keys, targets in (
            ("2", ["/financial"]),
            ("3", ["/court-cases?page=1"]),
            ("3n", ["/court-cases?page=2"]),
            ("4", ["/phones", "/emails", "/websites", "/administrators"]),
            ("4h", [""]),
        ):
            await user.press(*keys, "y", "c")
            asked = [shlex.split(line)[-1] for line in copied[-1].splitlines()]
            assert asked == [base + target for target in targets], keys


async def test_all_marked_companies_are_copied_with_the_interface_s_names_unasked(
    copied: list[str],
) -> None:
    async with explore() as user:
        await user.search("petro")
        await user.press("escape", "space", "space", "y", "j", "y", "t")
        marked = [entry.tax_id for entry in user.app.explorer.chosen]
    records = json.loads(copied[0])
    assert [record["companyName"] for record in records]
    assert all(set(record) <= set(CompanyProfile.__struct_encode_fields__) for record in records)
    assert [record["taxId"] for record in records] == marked
    assert copied[1:] == ["\n".join(marked)]
    assert len(marked) == 2


def test_what_a_list_does_not_say_is_left_out_of_the_record() -> None:
    company = RegisteredCompany(
        tax_id="990000013", company_name="A", company_type="SRL", has_phone=True
    )
    assert from_registered(company).record == {
        "taxId": "990000013",
        "companyName": "A",
        "companyType": "SRL",
    }


async def test_the_list_is_exported_whole_and_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    async with explore() as user:
        await user.search("petro")
        (tmp_path / "gone").rmdir()
        await user.press("escape", "e")
        await user.press("c")
        assert "Nothing was written: " in user.screen
        monkeypatch.chdir(tmp_path)
        (tmp_path / "search.csv").write_text("mine")
        await user.press("e")
        await user.press("c")
        names = [entry.name for entry in user.app.explorer.list.shown]
        assert "Written: " in user.screen
    assert (tmp_path / "search.csv").read_text() == "mine"
    with (tmp_path / "search-2.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["companyName"] for row in rows] == names


async def test_figures_are_exported_as_they_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with explore() as user:
        await _open(user, landmarks.HOLES, "2", "e", "j")
        section = user.app.explorer.detail.section
        assert isinstance(section, FinancialsSection)
        years = [record.year for record in section.records]
    rows = json.loads(Path("soft-intermitent-demo-srl-financials.json").read_text())
    assert [row["year"] for row in rows] == years
    assert any(row["turnover"] is None for row in rows)


async def test_a_website_is_copied_where_there_is_no_browser(copied: list[str]) -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "4", *"jjjjjjjjjjjj", "o")
        assert "https://www.petroterm-demo.example" in user.screen
        await user.press("1")
    assert copied == ["https://www.petroterm-demo.example"]


async def test_figures_are_renewed_resized_and_charted() -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "2")
        await _renew(user)
        await _resize(user)
        await _change_charts(user)


async def _renew(user: User) -> None:
    """Reloading asks again; looking at a tab again does not."""
    client = user.app.client
    assert client is not None
    before = client.allowance.session_requests
    await user.press("1")
    await user.press("2")
    assert client.allowance.session_requests == before
    await user.press("r")
    assert client.allowance.session_requests == before + 1


async def _resize(user: User) -> None:
    """Place and focus are kept."""
    focused = user.app.focused
    for size in ((40, 12), (20, 5), (120, 40)):
        await user.pilot.resize_terminal(*size)
        await user.idle()
    assert user.app.focused is focused
    assert "Turnover (RON)" in user.screen


async def _change_charts(user: User) -> None:
    """Measure, view and range."""
    await user.press("plus")
    assert "Net profit (RON)" in user.screen
    await user.press("minus")
    assert "Turnover (RON)" in user.screen
    await user.press("t")
    assert "Annual figures" not in user.screen
    await user.press("t")
    assert "Turnover (RON)" not in user.screen
    await user.press("z", "z")
    section = user.app.explorer.detail.section
    assert isinstance(section, FinancialsSection)
    assert len(section.records) == 3


async def test_mouse_clicks_choose_rows_and_tabs_and_the_wheel_scrolls() -> None:
    async with explore() as user:
        await user.search("petro")
        rows = user.app.explorer.list.rows
        await user.pilot.click(rows, offset=(5, 4))
        await user.idle()
        assert rows.cursor == 2
        await user.pilot.click(rows, offset=(5, 4), times=2)
        await user.idle()
        assert user.app.explorer.detail_has_focus
        await user.pilot.click(user.app.explorer.detail.tabs, offset=(15, 0))
        await user.idle()
        assert user.app.explorer.detail.section.tab == "finance"
        await user.pilot.click(user.app.explorer.list_tabs, offset=(10, 0))
        assert user.app.explorer.list.tab == "new"


async def test_keys_of_the_configuration_are_in_force_and_named_in_what_is_said() -> None:
    keys = {"quit": "F10", "finance": "x", "cases": "", "facets": "", "escape": "Esc"}
    async with explore(program(Settings(keys=keys)), size=(200, 40)) as user:
        await _open(user, landmarks.SHOWPIECE)
        assert "x Finance" in user.screen
        await user.press("t")
        assert "Only in Finance (x)." in user.screen
        await user.press("ctrl+c")
        assert "F10 does as well" in user.screen
        await user.press("x")
        assert user.app.explorer.detail.section.tab == "finance"
        await user.press("3", "2")
        assert user.app.explorer.detail.section.tab == "finance"


async def test_a_conflict_of_keys_is_said_at_the_start() -> None:
    async with explore(program(Settings(keys={"copy": "q"}))) as user:
        assert '[keys] copy = "q": q already does “quit”' in user.screen


async def test_text_is_selected_with_the_mouse_marked_and_copied(copied: list[str]) -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE)
        text_pane = user.app.explorer.detail.header
        first_line = Region(0, 0, text_pane.size.width, 1)
        before = list(text_pane.render_lines(first_line)[0])
        await user.pilot.mouse_down(text_pane, offset=(1, 0))
        await user.pilot.hover(text_pane, offset=(10, 0))
        await user.pilot.mouse_up(text_pane, offset=(10, 0))
        marked = list(text_pane.render_lines(first_line)[0])
        assert {str(segment.style) for segment in marked} > {str(s.style) for s in before}
        await user.press("ctrl+c")
        assert copied and copied[0] in "PETROTERM DEMO SRL"
        assert len(copied[0]) > 5
        await user.pilot.click(text_pane, offset=(30, 0))
        assert list(text_pane.render_lines(first_line)[0]) == before
