"""The lines at the top of the overview. Each sums up a tab and leads to it.

To add one, write a function that gives its parts and add an entry to ``LINES``.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from tui_app.contract import operations as ops
from tui_app.contract.operations import AnyOperation
from tui_app.contract.resources import CompanyProfile, FinancialData, Peers
from tui_app.contract.timestamps import parse_timestamp
from tui_app.insight import ratios
from tui_app.insight.cases import newest_first
from tui_app.insight.growth import by_year
from tui_app.insight.peers import MARGIN
from tui_app.insight.rules import Level
from tui_app.insight.standing_rules import is_debtor
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.charts.data import sparkline
from tui_app.ui.charts.wording import compact
from tui_app.ui.panes.company import CompanyState
from tui_app.ui.sections.contacts import known_values
from tui_app.ui.sections.figures.headlines import Headline, headlines, old_note
from tui_app.ui.sections.figures.table import EMPLOYEES, NET_PROFIT, TURNOVER, ChartMeasure
from tui_app.ui.terminal.capabilities import ChartStyle
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import Hotspot, flow, lines, pad, styled, with_hotspot

_GAP: Final = 3
_YEARS: Final = 8
"""The most years of a sparkline."""


class OverviewData(Struct, frozen=True, kw_only=True):
    """The data that the lines are drawn from."""

    state: CompanyState
    profile: CompanyProfile | None
    style: Callable[[], ChartStyle]
    """How charts look; only some lines draw one."""


class Lead(NamedTuple):
    """How a line leads to its tab: the key, and the price of loading it."""

    key: str
    price: str


class OverviewLine(NamedTuple):
    """A line: its tab, its title, the answers that it needs, and its parts, most useful first.

    Without any of the answers it says the price of loading them. ``also`` are answers that it shows
    if they are free.
    """

    tab: str
    title: str
    needs: tuple[AnyOperation, ...]
    parts: Callable[[OverviewData], Iterator[Content]]
    also: tuple[AnyOperation, ...] = ()


def _figures(known: OverviewData) -> Iterator[Content]:
    data = known.state.loaded.data(ops.FINANCIAL, FinancialData)
    if data is None:
        return
    records = by_year(data.financial_data)
    latest = {each.measure: each for each in headlines(data, records)}
    newest = records[-1].year if records else None
    if (turnover := latest[TURNOVER]).value is not None:
        amount = styled(f"{compact(turnover.value)} {turnover.measure.unit}", "strong")
        shown = amount + _trend(turnover) + _of_year(turnover, newest)
        yield _joined(shown, _years(TURNOVER, known, data))
    if (profit := latest[NET_PROFIT]).value is not None:
        text = _("loss {amount}") if profit.value < 0 else _("profit {amount}")
        style = "bad" if profit.value < 0 else "text"
        amount = styled(text.format(amount=compact(abs(profit.value))), style)
        yield _joined(amount + _of_year(profit, newest), _years(NET_PROFIT, known, data))
    if (people := latest[EMPLOYEES]).value is not None:
        text = ngettext("{count} employee", "{count} employees", people.value)
        yield Content(text.format(count=fmt.number(people.value))) + _of_year(people, newest)
    if old := old_note(records, known.state.today):
        yield styled(old, "warn")
    margin = ratios.value(ratios.NET_MARGIN, records[-1]) if records else None
    if margin is not None:
        yield Content(_margin(margin, known.state.loaded.data(ops.PEERS, Peers)))


def _of_year(headline: Headline, newest: int | None) -> Content:
    """The year of a figure that the newest statement lacks."""
    is_newest = headline.year is None or headline.year == newest
    return Content() if is_newest else styled(f" {headline.year}", "dim")


def _trend(headline: Headline) -> Content:
    """The change from the year before; empty if that year is missing, since no text names it."""
    share = headline.change.share if headline.change else None
    is_of_year_before = headline.year is None or headline.before == headline.year - 1
    if share is None or not round(share, 3) or not is_of_year_before:
        return Content()
    arrow, style = ("▲", "good") if share > 0 else ("▼", "bad")
    return styled(f" {arrow}{fmt.share(abs(share))}", style)


def _years(measure: ChartMeasure, known: OverviewData, data: FinancialData) -> Content:
    points = measure.chart(by_year(data.financial_data)).points
    line = sparkline(points, _YEARS, known.style())
    return line if line.cell_length > 1 else Content()


def _margin(margin: float, peers: Peers | None) -> str:
    own = _("net margin {share}").format(share=fmt.share(margin))
    for each in peers.measures if peers else ():
        if each.measure == MARGIN.name and each.percentile is not None and each.companies:
            text = ngettext(
                "{own}, better than {share}% of {count} peer",
                "{own}, better than {share}% of {count} peers",
                each.companies,
            )
            share, count = wording.percentile(each), fmt.number(each.companies)
            return text.format(own=own, share=share, count=count)
    return own


def _checks(known: OverviewData) -> Iterator[Content]:
    found = Counter(map(attrgetter("level"), known.state.signals))
    for level in (Level.SERIOUS, Level.WARNING, Level.CLEAR, Level.UNKNOWN):
        mark, _word, style = wording.LEVELS[level]
        count = found[level]
        if level is Level.UNKNOWN and not count:
            continue
        text = {
            Level.SERIOUS: ngettext("{count} serious", "{count} serious", count),
            Level.WARNING: ngettext("{count} warning", "{count} warnings", count),
            Level.CLEAR: ngettext("{count} clear", "{count} clear", count),
            Level.UNKNOWN: ngettext("{count} not done", "{count} not done", count),
        }[level]
        yield styled(f"{mark} {text.format(count=count)}", style if count else "dim")


def _cases(known: OverviewData) -> Iterator[Content]:
    cases, total = known.state.facts.cases, known.state.facts.total_cases
    if cases is None:
        return
    is_all = total is not None and total <= len(cases)
    is_all = is_all and ops.COURT_CASES.name not in known.state.facts.incomplete
    if not cases:
        yield styled(_("no cases on record") if is_all else _("not known"), "dim")
        return
    count = max(total or 0, len(cases))
    counted = ngettext("{count} case", "{count} cases", count)
    yield styled(counted.format(count=fmt.number(count)), "strong")
    debtor = sum(map(is_debtor, cases))
    text = _("{count} as debtor") if is_all else _("{count} of {loaded} loaded as debtor")
    if debtor:
        yield styled(text.format(count=debtor, loaded=len(cases)), "warn")
    days = [moment for case in newest_first(cases) if (moment := parse_timestamp(case.date or ""))]
    if days:
        yield Content(_("newest {day}").format(day=fmt.date(days[0].date())))
    if is_all and (line := _cases_by_year(days, known.style())).plain:
        yield line


def _cases_by_year(days: Sequence[dt.datetime], style: ChartStyle) -> Content:
    """How many cases began in each year, if there is more than one."""
    per_year = Counter(day.year for day in days)
    if len(per_year) < 2:
        return Content()
    years = range(min(per_year), max(per_year) + 1)
    return sparkline(tuple((year, per_year[year]) for year in years), _YEARS, style)


def _contacts(known: OverviewData) -> Iterator[Content]:
    for operation in (ops.PHONES, ops.EMAILS, ops.WEBSITES):
        answer = known.state.loaded.answers.get(operation.name)
        values = known_values(answer.data) if answer else []
        if values:
            value, link = values[0]
            yield Content(fmt.text(value)).stylize(Style(link=link or None))


LINES: Final = (
    OverviewLine("finance", N_("figures"), (ops.FINANCIAL,), _figures, also=(ops.PEERS,)),
    OverviewLine("signals", N_("checks"), (), _checks),
    OverviewLine("cases", N_("courts"), (ops.COURT_CASES,), _cases),
    OverviewLine("contact", N_("contact"), (ops.PHONES, ops.EMAILS, ops.WEBSITES), _contacts),
)
"""In the order of the page."""

_TITLES: Final = [line.title for line in LINES]

NEEDED: Final[tuple[AnyOperation, ...]] = tuple(
    dict.fromkeys(each for line in LINES for each in (*line.needs, *line.also))
)
"""All answers that the lines need."""


def draw_lines(
    known: OverviewData, leads: dict[str, Lead], width: int, *, shown: int, rows: int
) -> Content:
    """The first ``shown`` lines, each in at most ``rows`` rows; each is a spot for the cursor."""
    labels = max(map(cell_len, map(_, _TITLES))) + _GAP - 1
    drawn: list[Content] = []
    for line in LINES[:shown]:
        if (lead := leads.get(line.tab)) is not None:
            text = _line(line, known, lead, labels, width, rows)
            copied = "\n".join(map(str.rstrip, text.plain.split("\n"))).strip()
            drawn.append(
                with_hotspot(text, Hotspot(f"tab {line.tab}", _(line.title), copied, "line"))
            )
    return lines(drawn)


def _line(
    line: OverviewLine, known: OverviewData, lead: Lead, labels: int, width: int, rows: int
) -> Content:
    label = pad(_(line.title), labels)
    parts = list(line.parts(known))
    if not parts:
        return _without_data(line, known, lead, label, width)
    key = styled(f"[{lead.key}]", "strong")
    available = width - labels
    parts[0] = _words_of(parts[0], available)
    first, *below = flow(parts, available, _GAP, most=rows)
    if below or not any(map(str.isalnum, parts[-1].plain)):
        # With a second row anyway, the first one has room for the key. A drawing of bars, which
        # only repeats in time what the words before it count, makes room for it.
        taken = key.cell_length + _GAP
        first, *below = flow(parts, available, _GAP, most=1 + len(below), taken=taken)
    row = styled(label, "dim") + first
    gap = width - row.cell_length - key.cell_length
    if gap >= _GAP:
        row += Content(" " * gap) + key
    drawn = [row.pad_right(width - row.cell_length)]
    for part in below:
        row = Content(" " * labels) + part
        drawn.append(row.pad_right(width - row.cell_length))
    return lines(drawn)


def _without_data(
    line: OverviewLine, known: OverviewData, lead: Lead, label: str, width: int
) -> Content:
    answers, profile = known.state.loaded.answers, known.profile
    if all(each.name in answers or each.is_ruled_out(profile) for each in line.needs):
        text = styled(label, "dim") + styled(_("nothing on record"), "dim")
    else:
        hint = _("{key} load ({price})") if lead.price else _("{key} load")
        text = styled(label, "dim") + styled(hint.format(key=lead.key, price=lead.price), "text")
    return text.truncate(width, ellipsis=True)


def _words_of(part: Content, width: int) -> Content:
    """As many words as fit: half a line of years would mislead."""
    if part.cell_length <= width:
        return part
    end = part.plain.rfind(" ", 0, width + 1)
    return part[:end] if end > 0 else part.truncate(width, ellipsis=True)


def _joined(text: Content, line: Content) -> Content:
    return text + Content(" ") + line if line.plain else text
