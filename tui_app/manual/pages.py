"""The topics and pages of the manual, and a text search over them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from tui_app.contract.folding import fold

FOLDER: Final = Path(__file__).parent


class MatchingLine(NamedTuple):
    """A line of a page that contains the searched text; lines are counted from 0."""

    topic: str
    number: int
    line: str


def topics() -> dict[str, str]:
    """The topics in lower case, with their titles."""
    found = {}
    for page in sorted(FOLDER.glob("*.md")):
        with page.open(encoding="utf-8") as lines:
            found[page.stem.replace("-", " ")] = next(lines).removeprefix("# ").strip()
    return found


def page_of(topic: str) -> str:
    """The page of a topic, as Markdown."""
    return (FOLDER / f"{topic.replace(' ', '-')}.md").read_text(encoding="utf-8")


def lines_with(text: str) -> list[MatchingLine]:
    """The lines that contain a text, in the order of the topics; none for an empty text."""
    words = fold(text)
    return [
        MatchingLine(topic, number, line.strip())
        for topic in topics()
        for number, line in enumerate(page_of(topic).splitlines())
        if words and words in fold(line)
    ]
