"""The statements and pictures of the README are true."""

import re

import pytest
from defusedxml.ElementTree import fromstring
from rich.segment import Segment

from tests.benchmarks.report import RESULTS
from tests.docs import keys, measured, tour
from tests.docs.keys import README
from tests.docs.screenshots import FOLDER, SHOTS, take
from tui_app.cli.main import main
from tui_app.config.settings import Settings
from tui_app.manual.pages import FOLDER as FOLDER_OF_MANUAL
from tui_app.ui.text.keys import shown_key


def test_the_table_of_keys_is_up_to_date() -> None:
    page = keys.PAGE.read_text(encoding="utf-8")
    assert keys.START in page and keys.END in page
    assert keys.renewed(page) == page


def test_what_was_measured_is_quoted_as_it_is() -> None:
    results = RESULTS.read_text(encoding="utf-8")
    for file, write in measured.PAGES.items():
        page = file.read_text(encoding="utf-8")
        assert measured.START in page and measured.END in page
        assert measured.renewed(page, write(results)) == page


LIKE_OTHERS = {"search", "financials"}
"""What they show is also behind, or the same tab as in, another picture."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.slow] * (each in LIKE_OTHERS)) for each in SHOTS],
)
async def test_the_pictures_are_up_to_date(name: str) -> None:
    shown = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    is_current = shown == await take(name)  # a diff of two pictures says nothing
    assert is_current, "run: python -m tests.docs.screenshots"


def test_every_picture_is_shown_and_every_one_shown_is_there() -> None:
    shown = re.findall(r"\(screenshots/([a-z-]+)\.svg\)", README.read_text(encoding="utf-8"))
    pictures = sorted([*SHOTS, tour.FILE.stem])
    assert sorted(shown) == pictures
    assert sorted(file.stem for file in FOLDER.glob("*.svg")) == pictures


def test_the_moving_picture_is_small_and_stands_still_at_the_end() -> None:
    picture = tour.FILE.read_text(encoding="utf-8")
    assert tour.FILE.stat().st_size < 400_000
    root = fromstring(picture)
    sets = [each for each in root.iter() if each.tag.endswith("}set")]
    ends = [float(e.get("begin", "")[:-1]) + float(e.get("dur", "")[:-1]) for e in sets]
    total = sum(seconds for seconds, _keys in tour.STEPS)
    assert sets and max(ends) <= total <= 25
    assert "repeatCount" not in picture and "<script" not in picture and "<animate" not in picture
    last = [group for group in root if group.get("display") != "none"]
    assert "Compare" in "".join(text.text or "" for group in last for text in group.iter())


def test_a_row_is_shown_for_its_frames_alone_and_the_last_frame_stays() -> None:
    one, other, last = ((Segment(text),) for text in ("one", "other", "last"))
    picture = tour.moving([(0.0, [one, last]), (1.0, [other, last]), (3.0, [one, last])])
    assert "<text" in picture and picture.count("<g") == 3
    hidden = fromstring(picture)
    shown = {
        "".join(text.text or "" for text in group.iter()): (
            group.get("display"),
            [(s.get("to"), s.get("begin"), s.get("dur")) for s in group if s.tag.endswith("set")],
        )
        for group in hidden
        if group.tag.endswith("}g")
    }
    assert shown == {
        "one": (None, [("none", "1s", "2s")]),
        "other": ("none", [("inline", "1s", "2s")]),
        "last": (None, []),
    }


def test_every_setting_is_documented() -> None:
    page = (FOLDER_OF_MANUAL / "settings.md").read_text(encoding="utf-8")
    missing = [name for name in Settings.__struct_fields__ if f"`{name}`" not in page]
    assert not missing


def test_every_command_is_documented() -> None:
    readme = README.read_text(encoding="utf-8")
    commands = main.list_commands(main.make_context("firmeterm", ["keys"]))
    undocumented = [name for name in commands if f"firmeterm {name}" not in readme]
    assert not undocumented, "a line in the README, as firmeterm NAME"


def test_it_is_short_and_links_every_topic_of_the_manual() -> None:
    readme = README.read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 110
    pages = [page.name for page in FOLDER_OF_MANUAL.glob("*.md")]
    assert not [name for name in pages if f"(tui_app/manual/{name})" not in readme]


def test_every_key_that_the_manual_names_does_something() -> None:
    bound = {shown_key(key) for each in keys.ACTIONS.keymap.values() for key in each}
    text = "".join(page.read_text(encoding="utf-8") for page in FOLDER_OF_MANUAL.glob("*.md"))
    named = set(re.findall(r"(?<!`)`([^`\s])`(?!`)", text))
    # In ranges of a screen: a billion.
    assert named - bound == {"B"}
