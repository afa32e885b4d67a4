"""Texts that a model may request: the screening language, and three ways of working."""

from __future__ import annotations

from typing import Final, NamedTuple

from tui_app.manual.pages import page_of

SCREENING_URI: Final = "firmeterm://screening"


class Guide(NamedTuple):
    """A prompt: what it is for, its arguments with their descriptions, and its text."""

    description: str
    arguments: dict[str, str]
    text: str


GUIDES: Final = {
    "check-supplier": Guide(
        "Check a supplier before signing",
        {"supplier": "Name or tax id"},
        "Check the supplier {supplier}. Use find if the tax id is not known, and ask which one is"
        " meant where several fit. Then use company with parts profile, signals, figures and"
        " cases. Report the serious checks first, each with its value, year, source and day; say"
        " what is not on record and what was not asked. Do not guess.",
    ),
    "find-customers": Guide(
        "Find companies that could be customers",
        {"wish": "In words: activity, place, size"},
        "Find companies for this wish: {wish}. Read the resource firmeterm://screening, write the"
        " criteria, and use screen with count_by first to see how many there are. Show the"
        " criteria that you used, the total and the first rows.",
    ),
    "what-changed": Guide(
        "What changed at some companies",
        {"companies": "Tax ids", "since": "A day, YYYY-MM-DD"},
        "Say what changed at these companies since {since}: {companies}. Use company with the"
        " parts profile, figures and cases, and compare the days of the facts with {since}. Say"
        " which facts have no day: whether they changed is not known.",
    ),
}


def screening_guide() -> str:
    """The manual's page about the screening language."""
    page = page_of("screening")
    start = page.index("## The language")
    return page[start : page.index("\n## ", start + 1)]
