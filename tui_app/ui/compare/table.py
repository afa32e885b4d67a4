"""The table of a comparison, and its text: labels stay in place, companies scroll beside them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract.folding import fold, letters
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.contract.vocabulary.legal_forms import plain_form
from tui_app.insight.figures import YEARLY_LABELS, read
from tui_app.insight.growth import by_year, latest_two
from tui_app.insight.ratios import Ratio, ratios
from tui_app.insight.rules import Level
from tui_app.insight.signals import SignalCounts, signals, summarise
from tui_app.system.language import N_, _
from tui_app.ui.charts.data import LinesData, Series
from tui_app.ui.panes.company import CompanyEntry, facts_of
from tui_app.ui.remote.answers import LoadedData
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import fit, pad, styled

_YEARS: Final = 3
"""How many of the latest years are compared; a dash marks a year that a company lacks."""

_HEADLINES: Final = ("turnover", "net_profit", "employee")
"""The figures that a source may give without a year."""

_FIGURES: Final = ("turnover", "net_profit", "employee", "debts", "equity")


class Compared(Struct, frozen=True, kw_only=True):
    """A company and its loaded data."""

    entry: CompanyEntry
    loaded: LoadedData
    vat_seen_on: dt.date | None = None
    problem: str = ""

    @property
    def profile(self) -> CompanyProfile | None:
        """The profile, if loaded."""
        return self.loaded.data(ops.PROFILE, CompanyProfile)

    @property
    def has_figures(self) -> bool:
        """Whether its figures are loaded, or the profile says that there are none."""
        is_loaded = ops.FINANCIAL.name in self.loaded.answers
        return is_loaded or ops.FINANCIAL.is_ruled_out(self.profile)

    @property
    def years(self) -> tuple[YearlyRecord, ...]:
        """The years on record, oldest first."""
        data = self.loaded.data(ops.FINANCIAL, FinancialData)
        return by_year(data.financial_data) if data else ()

    @property
    def latest_two(self) -> tuple[YearlyRecord, YearlyRecord]:
        """The newest figures and those of the year before, known or not."""
        data = self.loaded.data(ops.FINANCIAL, FinancialData)
        return latest_two(data or FinancialData())

    @property
    def has_headlines_only(self) -> bool:
        """Whether the source gives the newest figures of a company and none by year."""
        newest, _before = self.latest_two
        return not self.years and any(read(newest, name) is not None for name in _HEADLINES)

    @property
    def name(self) -> str:
        """The name in the profile, else in the list; the tax id if neither has one."""
        known = self.profile.company_name if self.profile else ""
        return known or self.entry.name or self.entry.tax_id


class TableRow(Struct, frozen=True):
    """A label and a cell per company. ``differs``: not all known cells are equal."""

    label: str
    cells: tuple[str, ...]
    differs: bool = False
    style: str = "text"
    is_number: bool = False


class Block(Struct, frozen=True):
    """Rows under a heading."""

    title: str
    rows: tuple[TableRow, ...]


def blocks(companies: Sequence[Compared], today: dt.date) -> tuple[Block, ...]:
    """The whole table, in order."""
    return (
        Block(_("Company"), tuple(_identity(companies))),
        Block(_("Signals"), tuple(_signals(companies, today))),
        Block(_figures_title(companies), tuple(_figures(companies))),
        Block(_("Ratios"), tuple(_ratios(companies))),
    )


def all_years(companies: Sequence[Compared]) -> tuple[int, ...]:
    """The years that any company has on record, newest first."""
    years = {r.year for each in companies for r in each.years if r.year is not None}
    return tuple(sorted(years, reverse=True))


def turnover_lines(companies: Sequence[Compared]) -> LinesData:
    """The turnover of each company in its own years."""
    return LinesData(
        title=_(YEARLY_LABELS["turnover"]),
        unit=_("RON"),
        series=tuple(
            Series(
                name=each.name,
                points=tuple((r.year, r.turnover) for r in each.years if r.year is not None),
            )
            for each in companies
        ),
    )


def turnover_logarithm(companies: Sequence[Compared]) -> LinesData | None:
    """The same on a logarithmic scale, if any turnover is above zero."""
    lines = turnover_lines(companies)
    if not any(value > 0 for each in lines.series for value in each.by_year().values()):
        return None
    return replace(lines, unit=_("RON, logarithmic"), is_logarithmic=True)


def turnover_index(companies: Sequence[Compared]) -> LinesData | None:
    """The turnover of each company in percent of the first year that all have, if there is one."""
    lines = turnover_lines(companies)
    known = [figures for each in lines.series if (figures := each.by_year())]
    common = [year for year in lines.years if all(each.get(year, 0) > 0 for each in known)]
    if not known or not common:
        return None
    base = common[0]
    series = tuple(
        Series(each.name, tuple((y, v * 100 // each.by_year()[base]) for y, v in figures.items()))
        if (figures := each.by_year())
        else each
        for each in lines.series
    )
    return LinesData(_("{figure}, {year} = 100").format(figure=lines.title, year=base), "", series)


_Read = Callable[[CompanyProfile], str]
_IDENTITY: Final[tuple[tuple[str, _Read], ...]] = (
    (N_("Status"), lambda p: fmt.text(p.status)),
    (N_("Legal form"), lambda p: fmt.text(p.company_type)),
    (N_("County"), lambda p: fmt.text(p.county)),
    (N_("Locality"), lambda p: fmt.text(p.locality)),
    (N_("Founded"), lambda p: fmt.MISSING if p.founding_year is None else str(p.founding_year)),
    (N_("VAT payer"), lambda p: fmt.yes_no(p.vat)),
    (N_("Activity (CAEN)"), lambda p: fmt.text(p.caen[-1] if p.caen else None)),
)
_PLAIN: Final[dict[str, Callable[[str], str]]] = {"Legal form": plain_form, "County": plain_county}
"""How the cells of a row are compared; other texts are folded."""


def _identity(companies: Sequence[Compared]) -> Iterator[TableRow]:
    yield TableRow(_("Tax id (CUI)"), tuple(each.entry.tax_id for each in companies))
    for label, read_field in _IDENTITY:
        cells = tuple(read_field(c.profile) if c.profile else fmt.MISSING for c in companies)
        # S.R.L. and SRL, Jud. Cluj and CLUJ do not differ.
        plain = _PLAIN.get(label, fold)
        known = {letters(plain(cell)) for cell in cells if cell != fmt.MISSING}
        yield TableRow(_(label), cells, differs=len(known) > 1)


def _signals(companies: Sequence[Compared], today: dt.date) -> Iterator[TableRow]:
    found = [
        signals(facts_of(each.loaded, each.entry, each.vat_seen_on), today) for each in companies
    ]
    verdicts = [summarise(each) for each in found]
    for label, level in ((_("Serious"), Level.SERIOUS), (_("Warnings"), Level.WARNING)):
        counts = [sum(signal.level is level for signal in each) for each in found]
        cells = tuple(map(_with_coverage, counts, verdicts))
        yield TableRow(label, cells, differs=len({*counts}) > 1, is_number=True)
    unknown = tuple(str(each.unknown) for each in verdicts)
    yield TableRow(_("Checks not done"), unknown, style="dim", is_number=True)
    if any(each.needs for each in verdicts):
        sources = (", ".join(wording.source(name) for name in each.needs) for each in verdicts)
        yield TableRow(_("Not loaded"), tuple(sources), style="dim")
    marked = {
        signal.rule: signal.title
        for each in found
        for signal in each
        if signal.level in (Level.SERIOUS, Level.WARNING)
    }
    for rule, title in marked.items():
        levels = [next((s.level for s in each if s.rule == rule), Level.UNKNOWN) for each in found]
        words = (f"{wording.LEVELS[level][0]} {_(wording.LEVELS[level][1])}" for level in levels)
        # A check that was not done neither agrees nor differs.
        differs = len({*levels} - {Level.UNKNOWN}) > 1
        yield TableRow(_(title), tuple(words), differs)


def _with_coverage(count: int, verdict: SignalCounts) -> str:
    """A count of signals with what it covers: ``0 of 10 · courts not asked``."""
    done = verdict.serious + verdict.warnings + verdict.clear
    text = _("{count} of {done}").format(count=count, done=done)
    missing = ", ".join(map(wording.short_source, verdict.needs))
    return text + (" · " + _("{sources} not asked").format(sources=missing) if missing else "")


def _figures_title(companies: Sequence[Compared]) -> str:
    if all_years(companies) or any(each.has_headlines_only for each in companies):
        return _("Figures (RON)")
    if not all(each.has_figures for each in companies):
        return _("Figures: not loaded for every company")
    return _("Figures: none on record")


def _figures(companies: Sequence[Compared]) -> Iterator[TableRow]:
    if any(each.has_headlines_only for each in companies):
        yield from _headlines(companies)
    for name in _FIGURES:
        for year in all_years(companies)[:_YEARS]:
            cells = tuple(fmt.number(_of_year(each, year, name)) for each in companies)
            yield _row(f"{_(YEARLY_LABELS[name])} {year}", cells)


def _headlines(companies: Sequence[Compared]) -> Iterator[TableRow]:
    """The newest figures and those before, beside a company whose years nobody says."""
    newest = [each.latest_two for each in companies]
    for name in _HEADLINES:
        for at, when in enumerate((_("latest"), _("year before"))):
            cells = tuple(fmt.number(read(each[at], name)) for each in newest)
            yield _row(f"{_(YEARLY_LABELS[name])}, {when}", cells)


def _of_year(company: Compared, year: int, name: str) -> int | None:
    return next((read(record, name) for record in company.years if record.year == year), None)


def _ratios(companies: Sequence[Compared]) -> Iterator[TableRow]:
    found: list[dict[str, Ratio]] = [
        {ratio.name: ratio for ratio in ratios(each.years)} for each in companies
    ]
    labels = {name: ratio.label for each in found for name, ratio in each.items()}
    for name, label in labels.items():
        yield _row(_(label), tuple(_ratio_text(each.get(name)) for each in found))


def _ratio_text(ratio: Ratio | None) -> str:
    if ratio is None:
        return fmt.MISSING
    text = wording.in_unit(ratio.value, ratio.unit)
    return f"{text} ({ratio.year})" if ratio.value is not None and ratio.year else text


def _row(label: str, cells: tuple[str, ...]) -> TableRow:
    known = {cell for cell in cells if cell != fmt.MISSING}
    return TableRow(label, cells, differs=len(known) > 1, is_number=True)


_LABELS: Final = (26, 40)
"""The widths of the labels: the least, if there is room for it, and the greatest."""
_NARROWEST: Final = 17
_WIDEST: Final = 48
_MARK: Final = "≠ "


class VisibleColumns:
    """The companies that fit into a width, always including the chosen one."""

    def __init__(self, width: int, count: int, chosen: int) -> None:
        least, most = _LABELS
        self.labels = min(least, width // 3)
        available = width - self.labels
        shown = max(1, min(count, available // _NARROWEST))
        self.labels = min(most, max(self.labels, width // (shown + 1)))
        self.each = min(_WIDEST, (width - self.labels) // shown)
        self.first = max(0, min(chosen - shown + 1, count - shown)) if chosen >= shown else 0
        self.last = min(count, self.first + shown)

    def shown(self, cells: Sequence[str]) -> Iterator[str]:
        """The cells of the companies that fit."""
        return iter(cells[self.first : self.last])


def draw_names(companies: Sequence[Compared], chosen: int, width: int) -> list[Content]:
    """Two lines above the table with the name of each column's company."""
    columns = VisibleColumns(width, len(companies), chosen)
    first = styled(pad("", columns.labels))
    for index in range(columns.first, columns.last):
        style = "strong" if index == chosen else "text"
        mark = "▸" if index == chosen else " "
        name = fit(f"{mark}{index + 1} {companies[index].name}", columns.each - 1)
        first += styled(pad(name, columns.each), style)
    before, after = columns.first, len(companies) - columns.last
    more = [f"← {before}"] if before else []
    more += [f"{after} →"] if after else []
    return [first, styled("  ".join(more), "dim")]


def draw_blocks(blocks: Sequence[Block], count: int, chosen: int, width: int) -> Iterator[Content]:
    """The table as text."""
    columns = VisibleColumns(width, count, chosen)
    for block in blocks:
        yield styled(fit(block.title, width), "strong")
        for row in block.rows:
            yield _line(row, columns)
        yield Content()


def _line(row: TableRow, columns: VisibleColumns) -> Content:
    mark = _MARK if row.differs else "  "
    label = pad(fit(mark + row.label, columns.labels - 1), columns.labels)
    line = styled(label, "dim")
    for cell in columns.shown(row.cells):
        value = fit(cell, columns.each - 2)
        gap = " " * (columns.each - 1 - cell_len(value))
        text = gap + value + " " if row.is_number else " " + value + gap
        line += styled(text, "bad" if value.startswith("−") else row.style)
    return line
