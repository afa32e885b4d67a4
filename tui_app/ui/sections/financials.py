"""The Financials tab: charts above the table of the same figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.insight.growth import by_year, without_holes
from tui_app.system.language import N_, _
from tui_app.ui.panes.action import Action
from tui_app.ui.remote.answers import Answers
from tui_app.ui.sections.base import Section, with_age
from tui_app.ui.sections.figures.figures_text import ChartStack, View
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text.drawing import lines

if TYPE_CHECKING:
    from tui_app.export.tables import Table

RANGES: Final = (0, 5, 3)
"""How many of the latest years are shown; 0: all."""


class FinancialsSection(CursorSection):
    """Figures by year, in whole RON; a year without figures stays a gap."""

    tab, title = views.FINANCE.name, views.FINANCE.title
    topic = "figures"
    own_operations = (ops.FINANCIAL,)

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.view = View.BOTH
        self._picked = 0
        self._is_picked = False
        """Whether the user chose the measure for this company."""
        self.years = 0
        self.charts = ChartStack(self, self.redraw)
        self._tab_rows = 0
        """The height for the text. Set outside the layout, which would change when asked for it."""

    @property
    def data(self) -> FinancialData | None:
        """The data of the answer, if loaded."""
        answer = self.values[0].answer
        return answer.data if answer else None

    @classmethod
    def signs(cls, profile: CompanyProfile) -> str:
        """A dash if there are no figures."""
        return "–" if profile.has_fin_data is False else ""

    def reset(self) -> None:
        """Reset the charts, which belong to one company; one with losses starts with those."""
        super().reset()
        self.charts.drop()
        self._is_picked = False

    @property
    def all_records(self) -> tuple[YearlyRecord, ...]:
        """Every year, oldest first, with an empty record for each gap."""
        return without_holes(by_year(self.data.financial_data if self.data else ()))

    @property
    def records(self) -> tuple[YearlyRecord, ...]:
        """The years in the current range."""
        return self.all_records[-RANGES[self.years] :]

    @property
    def measure(self) -> int:
        """The first charted measure: the chosen one, or the company's default."""
        from tui_app.ui.sections.figures.headlines import first_charted

        if self.data is None or self._is_picked:
            return self._picked
        return first_charted(self.data, self.all_records, self._picked)

    def next_view(self) -> None:
        """Chart and table, chart alone, table alone."""
        views = list(View)
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self.redraw()

    def next_measure(self, by: int) -> None:
        """Chart another measure."""
        from tui_app.ui.sections.figures.table import MEASURES

        self._picked = (self.measure + by) % len(MEASURES)
        self._is_picked = True
        self.redraw()

    def next_range(self) -> None:
        """All years, the latest five, the latest three."""
        self.years = (self.years + 1) % len(RANGES)
        self.redraw()

    def why_no_figures(self) -> str:
        """Why no figures can be shown in another way."""
        return "" if self.all_records else _("No yearly figures on record.")

    def why_no_chart(self) -> str:
        """Why no other figure can be charted."""
        if reason := self.why_no_figures():
            return reason
        if is_spoken():
            return _("Every figure is a sentence here.")
        text = _("No chart is shown: {key} shows it.").format(key=self.session.first_key("view"))
        return text if self.view is View.TABLE else ""

    def why_no_range(self) -> str:
        """Why no other range of years can be shown."""
        is_short = len(self.all_records) <= min(filter(None, RANGES))
        return self.why_no_figures() or (_("All years are shown.") if is_short else "")

    def draw(self, width: int) -> Content:
        """Latest figures, charts, table."""
        (value,), (operation,), data = self.values, self.own_operations, self.data
        absent = operation.is_ruled_out(self.profile)
        if data is None or absent:
            return self.draw_state(value, width, absent=absent) or Content()
        # Imported here, so that no other tab waits for the code that draws charts.
        from tui_app.ui.sections.figures.figures_text import FiguresText

        text = FiguresText(
            data=data,
            records=self.all_records,
            years=RANGES[self.years],
            view=self.view,
            measure=self.measure,
            rows=self._tab_rows,
            style=self.session.chart_style,
            charts=self.charts.show,
            today=self.session.today(),
        )
        # One column stays free before the scrollbar.
        body = text.draw(width - 1)
        return with_age(value, lines([body, Content()]), self.session, width - 1)

    def export_table(self) -> Table | None:
        """The years in the current range, by the interface's names."""
        if self.data is None:
            return None
        return self.records_table(_("{company} financials"), YearlyRecord, self.records)

    def redraw(self) -> None:
        """Draw as many charts as fit. Before the layout, the height of another tab is used."""
        self._tab_rows = self.size.height or self._rows_of_others() or self._tab_rows
        super().redraw()

    def _rows_of_others(self) -> int:
        others = self.siblings if self.is_attached else []
        return max((tab.size.height for tab in others if isinstance(tab, Section)), default=0)

    def on_mount(self) -> None:
        """Textual may lay out a hidden pane and send it neither a resize nor a show event."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out, immediate=True)

    def _laid_out(self, _screen: object) -> None:
        """Redraw, since the last time may have assumed another height."""
        if self.display and self.size.height not in {0, self._tab_rows}:
            # Not within the layout, which would drop a request for another one.
            self.call_later(self.redraw)

    actions = (
        Action(
            name="all_years",
            keys="Z",
            label=N_("all years"),
            help=N_("Request the years left out (live services)"),
            do=Section.load_everything,
            why_not=Section.why_not_all,
        ),
        Action(
            name="view",
            keys="t",
            label=N_("chart/table"),
            help=N_("Show charts and table, charts alone, table alone"),
            do=next_view,
            why_not=why_no_figures,
            footer=2,
        ),
        Action(
            name="next_measure",
            keys="plus",
            label=N_("figure"),
            help=N_("Chart the next figure: turnover, net profit, employees, …"),
            do=lambda section: section.next_measure(1),
            why_not=why_no_chart,
            footer=3,
        ),
        Action(
            name="previous_measure",
            keys="minus",
            label=N_("figure before"),
            help=N_("Chart the previous figure"),
            do=lambda section: section.next_measure(-1),
            why_not=why_no_chart,
        ),
        Action(
            name="range",
            keys="z",
            label=N_("years"),
            help=N_("Show all years, the latest five, the latest three"),
            do=next_range,
            why_not=why_no_range,
            footer=4,
        ),
        Action(
            name="year_before",
            keys="less_than_sign",
            label=N_("figure left"),
            help=N_("Move the cursor to the figure on the left"),
            do=lambda section: section.move_sideways(-1),
        ),
        Action(
            name="year_after",
            keys="greater_than_sign",
            label=N_("figure right"),
            help=N_("Move the cursor to the figure on the right"),
            do=lambda section: section.move_sideways(1),
        ),
    )
