"""What y copies of companies, cases and websites, with a clipboard and without."""

from __future__ import annotations

import json
import re
import shlex

from textual.geometry import Region

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.actions.test_acting import _open
from tests.ui.hostile import remote
from tests.ui.user import explore, program
from tui_app.contract.resources import CompanyProfile, RegisteredCompany
from tui_app.ui.panes.company import CompanyEntry, LoadLevel, from_registered
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.terminal.capabilities import Terminal


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


async def test_a_website_is_copied_where_there_is_no_browser(copied: list[str]) -> None:
    async with explore() as user:
        await _open(user, landmarks.SHOWPIECE, "4", *"jjjjjjjjjjjj", "o")
        assert "https://www.petroterm-demo.example" in user.screen
        await user.press("1")
    assert copied == ["https://www.petroterm-demo.example"]


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
