"""Court cases are shown in columns, and a page is opened by its number."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.style import Style

from tests.sample import landmarks
from tests.ui.user import User, explore, program
from tui_app.client.answer import Answer
from tui_app.config.settings import Settings, cache_folder
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.registry.sample import sample_path
from tui_app.ui.panes.company import WorkspaceData
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.sections.case_rows import CaseColumns, case_fields
from tui_app.ui.sections.timeline import TimelineData, events, row_of
from tui_app.ui.text.drawing import fields
from tui_app.ui.text.links import case_link
from tui_app.ui.widgets.row_list import RowLine

CASE = CourtCase(
    case_number="97287/117/2026",
    party_status="Intimat Pârât",
    institution="CurteadeApelBUCURESTI",
    case_category="Litigiicuprofesionistii",
    subject="contestaţie",
    procedural_stage="ContestatieInAnulare",
    date="2026-09-13T00:00:00.000Z",
)


def _text(line: RowLine) -> str:
    return "".join(piece.text for piece in (*line.left, *line.right))


@pytest.mark.parametrize("width", [36, 60, 71, 100, 140])
def test_a_case_is_two_lines_that_fit(width: int) -> None:
    first, second = CaseColumns((CASE,), width).row("key", CASE).lines
    assert len(_text(first)) <= width
    assert "97287/117/2026" in _text(first)
    text = _text(first) + _text(second)
    assert "(" not in text  # what a role means is shown in the case's own view
    assert "contestaţie" in _text(second)
    assert ("Litigii cu profesionistii" in text) or (width == 100 and "Litigii cu" in text)
    assert "C.A. BUCURESTI" in text or "Curtea de Apel BUCURESTI" in text


@pytest.mark.parametrize("are_invented", [False, True])
def test_a_number_leads_to_the_courts_unless_it_is_invented(are_invented: bool) -> None:
    """In the list, in the dialog and on the timeline."""
    case = replace(CASE, case_number="1234/3/2024")
    first, _second = CaseColumns((case,), 80, are_invented=are_invented).row("key", case).lines
    links = [piece.link for piece in first.left if piece.text == "1234/3/2024"]
    number = case_fields(case, is_invented=are_invented)[0]
    drawn = fields([number], 60)
    links += [span.style.link or "" for span in drawn.spans if isinstance(span.style, Style)]
    page = Answer(data=CourtCasePage(court_cases=(case,)), fetched_at=dt.datetime.now(dt.UTC))
    loaded = LoadedData({}, case_pages={1: page})
    known = TimelineData(loaded=loaded, in_workspace=WorkspaceData(), is_invented=are_invented)
    (line,) = row_of("0", *events(known)).lines
    links += [piece.link for piece in line.left if "1234/3/2024" in piece.text]
    expected = [] if are_invented else [case_link("1234/3/2024")] * 3
    assert [link for link in links if link] == expected


def test_the_case_tells_what_was_sent() -> None:
    shown = {field.label: field.value for field in case_fields(CASE, is_invented=False)}
    assert shown["Court"] == "Curtea de Apel BUCURESTI"
    assert "CurteadeApelBUCURESTI, Litigiicuprofesionistii" in shown["As sent"]


def _page(user: User) -> int:
    return user.app.explorer.detail.section.page


async def test_a_page_is_gone_to_by_its_number() -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "P")
        assert "Page 1 to 8 (1 request)" in user.screen
        await user.press("9", "enter")
        assert "the last one is 8" in user.screen
        await user.press("backspace", "5", "enter")
        assert _page(user) == 5
        assert "page 5 of 8" in user.screen
        await user.press("P", "escape")
        assert _page(user) == 5


async def test_a_page_has_no_price_where_nothing_is_counted(tmp_path: Path) -> None:
    registry = tmp_path / "own.db"
    shutil.copy(sample_path(cache_folder()), registry)
    async with explore(program(Settings(registry=str(registry)))) as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter", "3", "P")
        assert "Page 1 to 8 " in user.screen and "request" not in user.screen
