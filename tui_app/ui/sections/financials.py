"""The Financials tab: charts above the table of the same figures."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.insight.growth import by_year, growth, without_holes
from tui_app.language import N_, _
from tui_app.ui.remote.price import AtMost
from tui_app.ui.remote.value import RemoteValue, program_of
from tui_app.ui.sections.base import Section, draw_state, with_age
from tui_app.ui.sections.chart_stack import Chart, ChartStack
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Column, Field, fields, heading, lines, styled, table

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

LABEL = N_("Financials")

_CHART_HEIGHT: Final = 10
_LOW_CHART_HEIGHT: Final = 8
_LOW: Final = 20
"""Rows of the section under which a chart is lower."""

_SHORT_BELOW: Final = 60
"""Columns under which the year before is left to the table."""


class Measure(NamedTuple):
    """A figure of a yearly record that can be charted."""

    name: str
    label: str
    read: Callable[[YearlyRecord], int | None]
    in_ron: bool = True


MEASURES: Final = (
    Measure("turnover", N_("Turnover"), lambda r: r.turnover),
    Measure("netProfit", N_("Net profit"), lambda r: r.net_profit),
    Measure("employee", N_("Employees"), lambda r: r.employee, in_ron=False),
    Measure("debts", N_("Debts"), lambda r: r.debts),
    Measure("equity", N_("Equity"), lambda r: r.equity),
    Measure("receivables", N_("Receivables"), lambda r: r.receivables),
    Measure("cash", N_("Cash"), lambda r: r.cash),
    Measure("inventory", N_("Inventory"), lambda r: r.inventory),
    Measure("fixedAssets", N_("Fixed assets"), lambda r: r.fixed_assets),
    Measure("currentAssets", N_("Current assets"), lambda r: r.current_assets),
    Measure("shareCapital", N_("Share capital"), lambda r: r.share_capital),
)


RANGES: Final = (0, 5, 3)
"""How many of the latest years are shown; 0: all."""


class View(StrEnum):
    """What is shown of the figures."""

    BOTH = "both"
    CHART = "chart"
    TABLE = "table"


class FinancialsSection(Section):
    """Figures by year, whole RON; a year without figures stays a gap."""

    tab = "financials"

    def __init__(self) -> None:
        super().__init__()
        self.question: RemoteValue[FinancialData] = RemoteValue(self, "financial", self.redraw)
        self.view = View.BOTH
        self.measure = 0
        self.years = 0
        self.charts = ChartStack(self, self.redraw)
        self._room = 0
        """Lines there are for the sheet. Asked for while it is laid out, they would change that."""

    @classmethod
    def label(cls) -> str:
        """The tab's word."""
        return _(LABEL)

    # Any: the base leaves open what is asked.
    def questions(self) -> tuple[RemoteValue[Any], ...]:
        """One."""
        return (self.question,)

    # Any: the base leaves open what is asked.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """One."""
        return ((ops.FINANCIAL, {}),)

    @property
    def absent(self) -> bool:
        """Whether the profile says that there is nothing to ask for."""
        return self.profile is not None and self.profile.has_fin_data is False

    def reset(self) -> None:
        """Charts belong to one company."""
        self.charts.forget()

    def ask_missing(self, *, fresh: bool = False) -> None:
        """Ask once per company, unless the profile rules it out."""
        if not self.absent and (fresh or self.question.wanting):
            tax_id, confirm = self.tax_id, self.confirmed
            self.question.ask(
                lambda companies: companies.financial(tax_id, fresh=fresh, confirm=confirm)
            )

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
    ) -> int:
        """One request where it is not there, not kept and not ruled out."""
        ruled_out = profile is not None and profile.has_fin_data is False
        if ruled_out or not self.wants(self.question, tax_id, fresh=fresh):
            return 0
        price = companies.price(ops.FINANCIAL, tax_id=tax_id, fresh=fresh)
        return price if profile else AtMost(price)

    @property
    def records(self) -> tuple[YearlyRecord, ...]:
        """The years in the range that is shown, oldest first, an empty one for each hole."""
        answer = self.question.answer
        found = without_holes(by_year(answer.data.financial_data if answer else ()))
        return found[-RANGES[self.years] :]

    def next_view(self) -> None:
        """Chart and table, chart alone, table alone."""
        views = list(View)
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self.redraw()

    def next_measure(self, by: int) -> None:
        """Chart another figure."""
        self.measure = (self.measure + by) % len(MEASURES)
        self.redraw()

    def next_range(self) -> None:
        """All years, the latest five, the latest three."""
        self.years = (self.years + 1) % len(RANGES)
        self.redraw()

    def draw(self, width: int) -> Content:
        """Latest figures, charts, table."""
        if state := draw_state(self.question, width, absent=self.absent):
            return state
        answer = self.question.answer
        if answer is None:
            return Content()
        data = answer.data
        records = self.records
        parts = [fields(_latest(data, short=width < _SHORT_BELOW), width), Content()]
        if not records:
            parts.append(styled(_("No yearly figures on record."), "dim"))
        if records and self.view is not View.TABLE:
            parts += self._charts(records, width)
        if records and self.view is not View.CHART:
            parts += [heading(_("By year (whole RON)")), _table(records, width)]
        return with_age(self.question, lines([*parts, Content()]), width)

    def redraw(self) -> None:
        """As many charts as there is room for now, or will be: as much as another tab had."""
        self._room = self.size.height or self._room_of_others() or self._room
        super().redraw()

    def _room_of_others(self) -> int:
        others = self.siblings if self.is_attached else []
        return max((tab.size.height for tab in others if isinstance(tab, Section)), default=0)

    def on_resize(self) -> None:
        """The answer may have come before the room."""
        if self.size.height != self._room:
            self.redraw()

    def _charts(self, records: tuple[YearlyRecord, ...], width: int) -> list[Content]:
        from tui_app.ui.charts import ChartData

        height = _CHART_HEIGHT if self._room >= _LOW else _LOW_CHART_HEIGHT
        used = 0 if self.view is View.CHART else len(records) + 8
        count = max(1, min(len(MEASURES), (self._room - used) // (height + 1)))
        style = program_of(self).chart_style
        charts: list[Chart] = []
        for offset in range(count):
            measure = MEASURES[(self.measure + offset) % len(MEASURES)]
            points = tuple((r.year, measure.read(r)) for r in records if r.year is not None)
            unit = "RON" if measure.in_ron else ""
            charts.append(Chart(ChartData(_(measure.label), unit, points), width, height, style))
        return [part for chart in self.charts.show(tuple(charts)) for part in (chart, Content())]


def _latest(data: FinancialData, *, short: bool) -> list[Field]:
    turnover, profit = data.turnover_prev_year, data.net_profit_prev_year
    score = fmt.number(data.credit_risk_score, decimals=_decimals(data.credit_risk_score))
    risk = score + (f" ({data.credit_risk_score_text})" if data.credit_risk_score_text else "")
    return [
        Field(
            _("Credit risk"),
            risk if data.credit_risk_score is not None else fmt.text(data.credit_risk_score_text),
        ),
        Field(_("Turnover"), _with_growth(turnover, data.turnover, short, "RON")),
        Field(_("Net profit"), _with_growth(profit, data.net_profit, short, "RON")),
        Field(_("Employees"), _with_growth(data.employee_prev_year, data.employee, short)),
    ]


def _decimals(score: float | None) -> int:
    return 0 if score is None or float(score).is_integer() else 1


def _with_growth(before: int | None, after: int | None, short: bool, unit: str = "") -> str:
    if after is None:
        return fmt.MISSING
    amount = f"{fmt.number(after)} {unit}".rstrip()
    if before is None:
        return amount
    change = growth(before, after)
    if short:
        return f"{amount}  ({fmt.percent(change)})" if change is not None else amount
    earlier = _("{amount} the year before").format(amount=fmt.number(before))
    moved = f"{fmt.percent(change)}, " if change is not None else ""
    return f"{amount}  ({moved}{earlier})"


def _table(records: tuple[YearlyRecord, ...], width: int) -> Content:
    shown = tuple(reversed(records))
    years = Column(_("Year"), [str(record.year) for record in shown])
    columns: list[Column] = []
    for measure in MEASURES:
        values = [measure.read(record) for record in shown]
        columns.append(Column(_(measure.label), [fmt.number(value) for value in values]))
        if measure.name == "turnover":
            before = [*values[1:], None]
            moved = [growth(b, a) for b, a in zip(before, values, strict=True)]
            columns.append(Column(_("Growth"), [fmt.percent(change) for change in moved]))
    return table(years, columns, width)
