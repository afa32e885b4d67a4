"""A list in columns: one line a company where there is room, titles that sort, chosen columns."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from textual.geometry import Offset

from tests.sample import landmarks
from tests.ui.hostile import in_list
from tests.ui.painting import lines_of
from tests.ui.user import NARROW, User, explore, program
from tui_app.config.settings import Settings
from tui_app.export.tables import render
from tui_app.ui.lists.columns import ONE_LINE_FROM, placed
from tui_app.ui.lists.rows import matched

WIDE = (160, 50)
DAY = landmarks.MANY_COMPANIES_DAY.isoformat()


def lines_of_list(user: User) -> list[str]:
    """The lines of the rows, as they stand on the screen."""
    region = user.app.explorer.list.rows.region
    strips = lines_of(user.app)[region.y : region.bottom]
    return ["".join(s.text for s in strip.crop(region.x, region.right)) for strip in strips]


def bold_in_list(user: User) -> set[str]:
    """What is bold in the rows, without the line of titles."""
    region = user.app.explorer.list.rows.region
    strips = lines_of(user.app)[region.y + 1 : region.bottom]
    return {
        segment.text
        for strip in strips
        for segment in strip.crop(region.x, region.right)
        if segment.style is not None and segment.style.bold and segment.text.strip()
    }


async def test_from_60_columns_a_company_has_one_line_with_titles_above() -> None:
    async with explore(size=(58, 30)) as user:
        assert "Tax id" not in user.screen
        await user.search("petro")
        await user.press("escape", "down")
        first, second, third, *_rest = lines_of_list(user)
        assert "PETRO" in first
        assert "PETRO" not in second
        assert "PETRO" in third
        # A terminal that is made wider shows columns.
        for size in (NARROW, WIDE):
            await user.pilot.resize_terminal(*size)
            await user.idle()
            assert user.app.explorer.list.rows.cursor == 1
            _has_one_line_a_company(user)
        # An empty list has no titles.
        user.app.explorer.list.filter_by("no such name")
        await user.idle()
        assert "Tax id" not in user.screen


def _has_one_line_a_company(user: User) -> None:
    title, first, *_rest = lines_of_list(user)
    titles = [word for word in title.split() if word != "Status"]
    assert titles == ["Name", "Tax", "id", "County", "Form"]
    for word, value in (("Tax id", "990000013"), ("County", "Bucuresti"), ("Form", "SRL")):
        assert first.rindex(value) == title.index(word)
    assert len([line for line in lines_of_list(user) if "PETRO" in line]) == 10


async def test_new_shows_and_exports_what_its_listing_knows() -> None:
    async with explore(size=WIDE) as user:
        await user.press("escape", "N")
        await user.paste(DAY)
        await user.press("enter")
        title, *lines = lines_of_list(user)
        assert title.split() == ["Name", "Tax", "id", "Form", "Known"]
        assert any("has a phone" in line for line in lines)
        table = user.app.explorer.list.export_table()
    assert table.columns == ("taxId", "companyName", "companyType", "hasPhone")
    assert len(table.rows) == 20
    for column in range(len(table.columns)):
        assert any(row[column] not in (None, "") for row in table.rows)
    assert next(csv.reader(render(table, "csv").splitlines())) == list(table.columns)


def test_columns_never_need_more_than_there_is() -> None:
    for width in range(ONE_LINE_FROM, 160):
        for names in (("tax_id", "status", "county", "company_type"), ("tax_id", "note"), ()):
            columns = placed(names, width)
            assert columns[0].column.name == "name"
            assert sum(c.width + 2 for c in columns) - 2 + 3 <= width - 3, (names, width)
            assert columns[0].width >= 16, (names, width)


@pytest.mark.parametrize(
    ("text", "sought", "bold"),
    [
        ("ȘTEFAN DEMO SRL", "stefan", ["ȘTEFAN"]),
        ("S.C. EL-FLUX S.R.L.", "el flux", ["EL-FLUX"]),
        ("AGRO PETROVA SA", "petro", ["PETRO"]),
        ("AGRO PETROVA SA", "petrova agro", ["AGRO", "PETROVA"]),
        ("AGRO", "", []),
        ("AGRO", "xyz", []),
    ],
)
def test_what_was_sought_is_found_as_the_search_compares(
    text: str, sought: str, bold: list[str]
) -> None:
    pieces = matched(text, sought)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.style == "strong"] == bold


async def click_on_title(user: User, word: str) -> None:
    rows = user.app.explorer.list.rows
    x = lines_of_list(user)[0].index(word) + 1
    await user.pilot.click(rows, offset=Offset(x, 0))
    await user.idle()


async def test_a_wide_list_marks_what_matched_and_is_sorted_by_its_titles() -> None:
    async with explore(size=WIDE) as user:
        await user.search("990000013")
        assert "990000013" in "".join(bold_in_list(user))
        await user.search("petro")
        assert {text.strip() for text in bold_in_list(user)} == {"PETRO"}
        await _sort_by_titles(user)
        await _look_at_columns(user)
        await _type_in_other_themes(user)


async def _sort_by_titles(user: User) -> None:
    """A second click turns the order around."""
    await click_on_title(user, "Name")
    names = [entry.name for entry in user.app.explorer.list.shown]
    assert names == sorted(names)
    assert "Name↑" in lines_of_list(user)[0]
    assert "sorted by name, A to Z" in in_list(user)
    await click_on_title(user, "Name")
    assert [e.name for e in user.app.explorer.list.shown] == sorted(names, reverse=True)
    assert "Name↓" in lines_of_list(user)[0]
    await click_on_title(user, "County")
    counties = [e.county or "" for e in user.app.explorer.list.shown]
    assert next(c.removeprefix("Municipiul ")[0] for c in counties) == "A"
    assert "sorted by county, A to Z" in in_list(user)


async def _look_at_columns(user: User) -> None:
    """Looking at the columns without a change leaves them as they were."""
    before = lines_of_list(user)[0]
    await user.press("escape", "v", "c", "space", "escape")
    assert lines_of_list(user)[0] == before


async def _type_in_other_themes(user: User) -> None:
    """The row under the cursor is marked meanwhile."""
    for theme in ("firmeterm-ansi", "firmeterm-dark"):
        user.app.theme = theme
        await user.search("petro")
        (marked,) = (line for line in lines_of_list(user) if line.startswith("›"))
        assert "PETROTERM DEMO" in marked, theme


async def test_v_chooses_columns_which_are_there_in_the_next_session(tmp_path: Path) -> None:
    place = tmp_path / "place.json"
    async with explore(program(location_file=place), WIDE) as user:
        await user.search("petro")
        await user.press("escape", "v")
        await user.until("Columns")
        # Not the county, but the locality.
        await user.press("c", "l", "enter")
        title = lines_of_list(user)[0]
        assert "Locality" in title
        assert "County" not in title
    for settings in (Settings(), Settings(resume=False)):
        async with explore(program(settings, location_file=place), WIDE) as user:
            await user.search("petro")
            assert "Locality" in lines_of_list(user)[0]
            assert "County" not in lines_of_list(user)[0]


async def test_another_language_keeps_the_keys_and_the_place() -> None:
    """One that is changed in haste, too."""
    async with explore(size=WIDE) as user:
        await user.search("petro")
        await user.press("escape", "down", "space", "s", "n")
        before = _kept(user)
        for code in ("ro", "en", "ro"):
            user.app.change_language(code)
        await user.until("1 marcat")
        await user.idle()
        assert _kept(user) == before
        assert "Nume" in lines_of_list(user)[0]
        assert "date demonstrative" in user.screen.splitlines()[0]
        assert user.app.explorer.visited.here is not None
        await user.press("enter", "2")
        before, explorer = _kept(user), user.app.explorer
        await user.press("L")
        await user.when(lambda: user.app.explorer is not explorer)
        await user.idle()
        assert "Name" in lines_of_list(user)[0]
        assert "sample data" in user.screen.splitlines()[0]
        assert _kept(user) == before


def _kept(user: User) -> tuple[object, ...]:
    """The place, and the keys."""
    now = user.app.explorer
    under = now.list.current
    return (
        now.location,
        now.detail_has_focus,
        under.tax_id if under else "",
        now.list.order,
        [entry.tax_id for entry in now.list.shown],
        type(now.focused).__name__,
    )
