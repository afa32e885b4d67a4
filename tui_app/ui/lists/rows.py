"""Companies as rows of a list, and the turnover in them if it is known free of charge.

A registry and the sample answer free of charge; for a server only cached answers are used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from tui_app.contract.folding import fold
from tui_app.contract.operations import FINANCIAL
from tui_app.contract.resources import FinancialData
from tui_app.insight.growth import by_year
from tui_app.ui.charts.data import Points, on_record, sparkline
from tui_app.ui.charts.wording import compact
from tui_app.ui.lists.columns import STATUS, PlacedColumn
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import about
from tui_app.ui.remote.value import start
from tui_app.ui.session import ScreenSession, session_of
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import cell, cut, fit, pad, width_of
from tui_app.ui.widgets.row_list import Piece, Row, RowLine


def matched(text: str, query: str, style: str = "text") -> tuple[Piece, ...]:
    """A text with the matching part in bold; ``style`` is the style of the rest."""
    pieces: list[Piece] = []
    at = 0
    for first, end in _spans(text, fold(query)) if query else ():
        if first > at:
            pieces.append(Piece(text[at:first], style))
        pieces.append(Piece(text[first:end], "strong"))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:], style))
    return tuple(pieces)


def _spans(text: str, query: str) -> Iterator[tuple[int, int]]:
    """The whole searched text, or else each of its words at the beginning of a word."""
    if not query:
        return
    folded, indexes = _folded(text)
    if (at := folded.find(query)) >= 0:
        yield indexes[at], indexes[at + len(query) - 1] + 1
        return
    spans: list[tuple[int, int]] = []
    for word in query.split():
        if (at := f" {folded}".find(f" {word}")) >= 0:
            spans.append((indexes[at], indexes[at + len(word) - 1] + 1))
    end = 0
    for first, stop in sorted(spans):
        if first >= end:
            yield first, stop
            end = stop


@lru_cache(maxsize=2048)
def _folded(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the position in the original."""
    folded, indexes = "", list[int]()
    for index, character in enumerate(text):
        form = fold(character)
        if not form:
            parted = fold(f"a{character}a") != "aa"
            form = " " if parted and folded and not folded.endswith(" ") else ""
        folded += form
        indexes += [index] * len(form)
    return folded, indexes


_WORD: Final = 14
"""The most columns that the word of a status takes from the name."""
_FORM: Final = 4
"""The width of the legal form beside a turnover."""
_EDGES: Final = 7
"""The columns of a second line that belong neither to its left nor to its right part."""
_SEARCHED: Final = frozenset({"tax_id", "company_id"})
"""The columns beside the name that a search matches."""


def in_columns(
    entry: CompanyEntry,
    columns: Sequence[PlacedColumn],
    query: str = "",
    *,
    marked: bool,
    says_status: bool = True,
) -> Row:
    """One line; ``says_status``: an unusual status without a column follows the name."""
    mark, word = _status(entry, marked=marked)
    pieces = [mark]
    if not says_status or any(c.column.name == STATUS for c in columns):
        word = ""
    for at, (column, width) in enumerate(columns):
        text = column.cell(entry)
        if not at and says_status:
            pieces += _name(matched(text, query, column.style), width, Piece(word, mark.style))
        elif column.name in _SEARCHED:
            pieces += matched(cell(text, width), query, column.style)
        else:
            style = column.style
            if says_status and column.name == STATUS:
                style = fmt.status_mark(entry.status)[1]
            elif column.is_number and text.startswith("−"):
                style = "bad"
            pieces.append(Piece(cell(text, width, is_number=column.is_number), style))
    if says_status:  # the last column needs no gap after it
        pieces[-1] = Piece(pieces[-1].text.rstrip(), pieces[-1].style)
    return Row(entry.tax_id, (RowLine(tuple(pieces)),))


def in_two_lines(entry: CompanyEntry, width: int, query: str, *, marked: bool) -> Row:
    """The name and status, and below them the list's other fields."""
    mark, word = _status(entry, marked=marked)
    first = RowLine(
        (mark, *matched(fmt.text(entry.name), query)), matched(entry.tax_id, query, "dim")
    )
    right, place = entry.company_type or "", entry.place
    if entry.turnover:
        beside = f"{entry.turnover.lstrip()} {right:>{_FORM}}"
        available = width - cell_len(beside) - _EDGES
        # What the list has to say about a company comes before its turnover.
        if cell_len(entry.note) <= available:
            right = beside
            place = place if cell_len(place) <= available else fmt.county(entry.county)
    about = " · ".join(filter(None, (entry.note, place)))
    pieces = [Piece("   " + about, "dim")]
    if word:
        pieces.append(Piece(" · " if about else "", "dim"))
        pieces.append(Piece(word, mark.style))
    second = RowLine(tuple(pieces), (Piece(right, "dim"),))
    return Row(entry.tax_id, (first, second))


def _status(entry: CompanyEntry, *, marked: bool) -> tuple[Piece, str]:
    """The mark of the status, and its words: none for active companies, the usual case."""
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    word = entry.status if entry.status and style != "good" else ""
    return Piece(("▌" if marked else " ") + mark + " ", style), word


def _name(name: Sequence[Piece], width: int, word: Piece) -> list[Piece]:
    label = fit(word.text, _WORD)
    available = width - cell_len(label) - 1 if label else width
    pieces = list(cut(name, available))
    if label:
        pieces += [Piece(" "), Piece(label, word.style)]
    return [*pieces, Piece(pad("", width - width_of(pieces)) + "  ")]


FROM: Final = 100
"""The minimum width of the terminal for a turnover in each row."""
_MAX_ASKED: Final = 60
"""The most companies of one list: about as many as a large terminal shows."""
_AT_ONCE: Final = 5
"""Companies asked for together. Benchmark: letter to ranked results painted."""
_AMOUNT: Final = 9
_YEARS: Final = 8
"""The most years in the sparkline beside the amount."""


class _Turnover(Struct, frozen=True):
    """The newest turnover; ``points`` is empty if the source says no years."""

    latest: int
    points: Points


class RowFigures:
    """The turnover over the years for each company in a list; calls ``changed`` for new ones."""

    def __init__(self, pane: DataPane, changed: Callable[[], None]) -> None:
        self._pane = pane
        self._changed = changed
        self._known: dict[str, _Turnover | None] = {}

    def load(self, rows: Iterable[Row]) -> None:
        """Load the missing turnover of the companies in rows, once no key is typed."""
        missing = [row.key for row in rows if row.key not in self._known][:_MAX_ASKED]
        if missing and self._pane.app.size.width >= FROM:
            start(
                self._pane, self._load(missing), description="the turnover in rows", exclusive=True
            )

    async def _load(self, tax_ids: Sequence[str]) -> None:
        session = session_of(self._pane)
        found: dict[str, _Turnover | None] = {}
        for start_at in range(0, len(tax_ids), _AT_ONCE):
            await session.pause_between_keys()
            asked = tax_ids[start_at : start_at + _AT_ONCE]
            free = [self._pane.answers.free_answer(about(FINANCIAL, each)) for each in asked]
            for tax_id, answer in zip(asked, await asyncio.gather(*free), strict=True):
                if answer is not None:
                    found[tax_id] = _turnover(answer.data)
        self._known |= found
        if any(found.values()):
            self._changed()

    def take(self, tax_id: str, data: FinancialData) -> None:
        """Show the turnover that another place has loaded, if the company is in the list."""
        turnover = _turnover(data)
        if self._known.get(tax_id) != turnover:
            self._known[tax_id] = turnover
            self._changed()

    def added(self, entries: Iterable[CompanyEntry]) -> list[CompanyEntry]:
        """The companies with the known turnover, if the terminal is wide enough."""
        if self._pane.app.size.width < FROM:
            return list(entries)
        session = session_of(self._pane)
        return [
            replace(entry, turnover=_drawn(turnover, session)) if turnover else entry
            for entry in entries
            for turnover in [self._known.get(entry.tax_id)]
        ]


def _turnover(data: FinancialData) -> _Turnover | None:
    """The turnover and its years; ``None`` if it is not on record."""
    points = tuple((r.year, r.turnover) for r in by_year(data.financial_data) if r.year is not None)
    # Without the newest year, an older one would pass for the latest.
    latest = points[-1][1] if points else data.turnover
    return None if latest is None else _Turnover(latest, points)


def _drawn(turnover: _Turnover, session: ScreenSession) -> str:
    """The latest amount, and a sparkline of the years."""
    known = on_record(turnover.points)
    line = sparkline(turnover.points, _YEARS, session.chart_style).plain if len(known) > 1 else ""
    return f"{compact(turnover.latest):>{_AMOUNT}} {pad(line, _YEARS)}"
