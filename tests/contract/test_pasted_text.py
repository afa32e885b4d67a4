"""Entities that web pages left in texts mean characters, and are decoded once."""

from __future__ import annotations

import pytest

from tui_app.contract.pasted_text import with_whole_entities, without_entities


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("A &amp; B SRL", "A & B SRL"),
        ("&quot;LUCEAF&#258;RUL&quot;", '"LUCEAFĂRUL"'),
        ("D&#x27;ARC &amp;amp; FIII", "D'ARC &amp; FIII"),
        ("CAF&eacute;&nbsp;BAR", "CAFé BAR"),
        ("&lt;b&gt;", "<b>"),
        ("A&B SRL", "A&B SRL"),
        ("M&S; AT&T", "M&S; AT&T"),
        ("&copy SRL &unknown;", "&copy SRL &unknown;"),
        ("&#27;[2J &#0;", "&#27;[2J &#0;"),
    ],
)
def test_entities_are_decoded_once(text: str, plain: str) -> None:
    assert without_entities(text) == plain
    parts = with_whole_entities(f"{text};{text}").split(";")
    if "M&S" not in text and "[" not in text:
        assert list(map(without_entities, parts)) == [plain, plain]
