"""The facets of a screen beside its list: counts per value, which narrow the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui_app.contract.past import ChangePage
from tui_app.contract.screening.criteria import Criteria, Criterion
from tui_app.contract.screening.language import parse, write
from tui_app.contract.screening.page import FacetValue, FigureSummary, ScreeningFacets
from tui_app.system.language import N_, _
from tui_app.ui.charts.wording import compact
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import fit, lines, pad, paragraph, styled
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_pane import TextPane


def narrowed(criteria: Criteria, criterion: Criterion) -> Criteria:
    """The screen with an additional criterion.

    It replaces a criterion of the same field that allowed several values.
    """
    others = [each for each in criteria if not _contains(each, criterion)]
    if criterion in criteria:
        return criteria
    return (*others, criterion)


def _contains(each: Criterion, criterion: Criterion) -> bool:
    same = each.field == criterion.field and not (each.negated or criterion.negated)
    return same and set(criterion.values) < set(each.values)


class Narrowing:
    """The lines before each narrowing, for undo."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, str]] = []

    def narrow(self, line: str, criterion: str) -> str:
        """The line with an additional criterion; can be undone."""
        after = self.preview(line, criterion)
        if after != write(parse(line)):
            self._steps.append((line, after))
        return after

    def preview(self, line: str, criterion: str) -> str:
        """The line with an additional criterion; cannot be undone."""
        criteria = parse(line)
        for each in parse(criterion):
            criteria = narrowed(criteria, each)
        return write(criteria)

    def can_widen(self, line: str) -> bool:
        """Whether the line is unchanged since the last narrowing."""
        return bool(self._steps) and self._steps[-1][1] == line.strip()

    def widen(self, line: str) -> str:
        """The line before the last narrowing; unchanged if the user has edited it since."""
        if not self.can_widen(line):
            self._steps.clear()
            return line
        before, _after = self._steps.pop()
        return before


_BAR: Final = 8
_LONGEST_BAR: Final = 40
"""The maximum length of a bar, in a narrow pane and in general."""
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_COUNT: Final = 10
"""The width of a count."""
_SHOWN_AT_FIRST: Final = 7
"""How many values of a group are shown at first."""
_MORE: Final = "+"
"""Prefix of the key of the row that shows the remaining values."""
_DECIMALS_BELOW: Final = 1_000


class _FacetGroup(NamedTuple):
    """Values of one kind: the name of their field, and its title."""

    field: str
    title: str
    labels: Mapping[str, str] = MappingProxyType({})


_GROUPS: Final = (
    _FacetGroup("counties", N_("County")),
    _FacetGroup("company_types", N_("Legal form")),
    _FacetGroup("caen_sections", N_("Activity (CAEN section/Rev.)")),
    _FacetGroup(
        "status_classes",
        N_("Status"),
        {each: word for each, (_m, _s, word) in fmt.STATUSES.items()},
    ),
    _FacetGroup("sizes", N_("Size"), wording.SIZES),
    _FacetGroup("buyers", N_("Buyer")),
    _FacetGroup("cpv_divisions", N_("CPV division")),
)


CHANGE_GROUPS: Final = (
    _FacetGroup("kinds", N_("Kind of change"), wording.KINDS),
    _FacetGroup("counties", N_("County")),
)
"""The groups of the list of changes."""


class FacetRows(RowList):
    """Rows in which the cursor skips the titles of the groups."""

    def validate_cursor(self, cursor: int) -> int:
        """Move to a value, in the direction of the move, or else in the other."""
        target = super().validate_cursor(cursor)
        indexes = range(len(self.rows))
        ways = (indexes[target:], indexes[target::-1])
        ways = ways if target >= self.cursor else ways[::-1]
        return next((at for at in chain(*ways) if not is_title(self.rows[at].key)), target)


class FacetPane(Vertical):
    """Totals and medians, and the values with their counts. Enter or a second click narrows."""

    BLANK = True

    class Narrowed(Message):
        """A value was chosen: its criterion, as written in the line."""

        def __init__(self, criterion: str) -> None:
            super().__init__()
            self.criterion = criterion

    def __init__(self, groups: tuple[_FacetGroup, ...] = _GROUPS) -> None:
        super().__init__(id="screening-facets")
        self._groups = groups
        self.summary = TextPane()
        self.rows = FacetRows(lines_per_row=1, id="facets")
        self._facets: ScreeningFacets | ChangePage | None = None
        self._message: tuple[str, str] = ("", "dim")
        self._criteria: dict[str, str] = {}
        self._whole: set[str] = set()
        """The groups with all values shown."""

    def compose(self) -> ComposeResult:
        """The totals, and the values with their counts."""
        yield self.summary
        yield self.rows

    def on_mount(self) -> None:
        """Draw the totals."""
        self.summary.draw(self._draw)

    def say(self, text: str, style: str = "dim") -> None:
        """Show a message in place of the totals: loading, or not available."""
        self._message = (text, style)
        self.summary.draw(self._draw)

    def show(self, facets: ScreeningFacets | ChangePage | None) -> None:
        """Show other facets; ``None``: unknown."""
        self._facets = facets
        self._message = ("", "dim")
        self._draw_rows()
        self.summary.draw(self._draw)

    def on_resize(self) -> None:
        """Adapt the length of the bars."""
        self._draw_rows()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Narrow to the value, if it has a criterion."""
        event.stop()
        if event.key.startswith(_MORE):
            self._whole.add(event.key.removeprefix(_MORE))
            self._draw_rows(instead=event.key)
        elif criterion := self._criteria.get(event.key):
            self.post_message(self.Narrowed(criterion))

    @property
    def criterion(self) -> str:
        """The criterion that Enter would add; empty if it adds none."""
        row = self.rows.current
        return self._criteria.get(row.key, "") if row else ""

    def _draw_rows(self, instead: str = "") -> None:
        """``instead``: the row that the cursor replaces."""
        width = self.size.width - 3
        if width <= 0:
            return
        self._criteria = {}
        cursor = self.rows.cursor
        rows = list(self._rows(self._facets, width)) if self._facets else []
        self.rows.show(rows, keep_cursor=True)
        if instead:
            self.rows.cursor = cursor
        self.rows.cursor = self.rows.validate_cursor(self.rows.cursor)

    def _rows(self, facets: ScreeningFacets | ChangePage, width: int) -> Iterator[Row]:
        # No bars when the screen is read aloud.
        longest = 0 if is_spoken() else max(_BAR, min(_LONGEST_BAR, width // 4))
        for group in self._groups:
            values: tuple[FacetValue, ...] = getattr(facets, group.field)
            if not values:
                continue
            yield Row(f"#{group.field}", (RowLine((Piece(_(group.title), "dim"),)),))
            most = max(value.companies or 0 for value in values)
            whole = group.field in self._whole or len(values) <= _SHOWN_AT_FIRST + 1
            for value in values if whole else values[:_SHOWN_AT_FIRST]:
                key = f"{group.field} {value.value}"
                if value.criterion:
                    self._criteria[key] = value.criterion
                yield Row(key, (_line(group, value, most, width, longest),))
            if not whole:
                more = f" {fmt.more(len(values) - _SHOWN_AT_FIRST)}"
                yield Row(f"{_MORE}{group.field}", (RowLine((Piece(more, "dim"),)),))

    def _draw(self, width: int) -> Content:
        text, style = self._message
        if text:
            return paragraph(text, width, style)
        facets = self._facets
        if not isinstance(facets, ScreeningFacets):
            return Content()
        figures = (
            (_("Turnover"), facets.turnover, _("RON")),
            (_("Employees"), facets.employee, ""),
        )
        drawn = [
            _figure(label, figure, unit, width)
            for label, figure, unit in figures
            if figure.companies
        ]
        if facets.is_partial:
            first = _("of the first {count}").format(count=fmt.number(facets.counted_companies))
            drawn.append(paragraph(_("Counts and sums: {part}").format(part=first), width, "warn"))
        return lines(drawn)


def is_title(key: str) -> bool:
    """Whether a row is the title of a group."""
    return key.startswith("#")


def _line(group: _FacetGroup, value: FacetValue, most: int, width: int, longest: int) -> RowLine:
    known = group.labels.get(value.value)
    label = _(known) if known else value.label or value.value or _("not known")
    if value.label and value.label != value.value:
        label = f"{value.value} {value.label}"
    count = value.companies or 0
    available = width - _COUNT - longest - 2
    name = Piece(pad(fit(label, available), available), "text" if value.criterion else "dim")
    figure = fmt.number(count)
    tail = " " * (_COUNT - cell_len(figure)) + figure
    bar = _bar(count, most, longest).ljust(longest)
    return RowLine((Piece(" "), name, Piece(tail), Piece(f" {bar}", "dim")))


def _bar(count: int, most: int, longest: int) -> str:
    """A bar in proportion, an eighth of a column fine; never empty for a positive count."""
    eighths = max(1, round(8 * longest * count / most)) if count and most and longest else 0
    whole, part = divmod(eighths, 8)
    return "█" * whole + _EIGHTHS[part]


def _figure(label: str, figure: FigureSummary, unit: str, width: int) -> Content:
    """Total and median, and the number of companies they cover."""
    ending = f" {unit}" if unit else ""
    total = _("total {amount}").format(amount=f"{_amount(figure.total)}{ending}")
    median = _("median {amount}").format(amount=f"{_amount(figure.median)}{ending}")
    text = f"{total} · {median}"
    counted = _("{count} on record").format(count=fmt.number(figure.companies))
    if cell_len(label) + cell_len(text) + cell_len(counted) + 5 <= width:
        text = f"{text} · {counted}"
    room = max(1, width - cell_len(label) - 1)
    parts = [text] if cell_len(text) <= room else [total, median]
    first, *below = (styled(fit(part, room)) for part in parts)
    return lines([styled(f"{label} ", "dim") + first, *below])


def _amount(value: float | None) -> str:
    if value is None:
        return fmt.MISSING
    whole = value == int(value) or abs(value) >= _DECIMALS_BELOW
    return compact(round(value)) if whole else fmt.number(value, decimals=1)
