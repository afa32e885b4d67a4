"""``manual``: its topics, one of them, and what is found in it."""

from __future__ import annotations

import re

import pytest

from tests.cli.running import on_terminal, run
from tests.docs.man_page import FILE, man_page
from tui_app.cli.main import main
from tui_app.manual.pages import FOLDER, topics

TOPICS = (
    "search", "figures", "court cases", "lists", "watching", "ssh", "servers and keys",
    "public data", "live services", "scripts", "hosting", "troubleshooting", "settings", "keys",
    "library", "company",
)  # fmt: skip


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_plain_text_when_piped(topic: str) -> None:
    read = run("manual", *topic.split())
    assert read.exit_code == 0 and read.stdout.startswith("# ")
    assert read.stdout == run("manual", topic.upper().replace(" ", "-")).stdout
    assert "\x1b" not in read.stdout
    assert f"  {topic} " in run("manual").stdout


def test_what_it_refers_to_is_there() -> None:
    known = topics()
    for page in FOLDER.glob("*.md"):
        _, _, named = page.read_text(encoding="utf-8").rpartition("See also: ")
        if named and len(named) < 200:
            for topic in named.strip().rstrip(".").lower().split(", "):
                assert topic in known, f"{page.name}: {topic}"


def test_it_is_searched_and_a_wrong_topic_names_the_nearest() -> None:
    found = run("manual", "--search", "OSC 52")
    assert found.exit_code == 0 and "ssh: " in found.stdout
    assert run("manual", "--search", "zzzqqq").exit_code == 1
    wrong = run("manual", "serch")
    assert wrong.exit_code == 2 and "Did you mean search?" in wrong.stderr
    assert run("manual", "trouble").stdout.startswith("# Troubleshooting")


def test_on_a_terminal_it_opens_in_the_pager() -> None:
    status, shown = on_terminal("manual", "ssh", PAGER="cat")
    assert status == 0 and "allow-passthrough" in shown
    for columns, width in ((60, 60), (200, 100)):  # longer lines are hard to read
        _status, shown = on_terminal("manual", "ssh", PAGER="cat", COLUMNS=str(columns))
        lines = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
        assert max(map(len, lines)) == width


def test_the_man_page_is_made_from_the_help() -> None:
    assert FILE.read_text(encoding="utf-8") == man_page(), "run: python -m tests.docs.man_page"
    for name in main.list_commands(main.make_context("firmeterm", ["keys"])):
        assert f".SS firmeterm {name}" in man_page()
