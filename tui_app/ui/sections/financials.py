"""The Financials tab: charts above the table of the same figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, FinancialData, YearlyRecord
from tui_app.insight.growth import by_year, without_holes
from tui_app.language import N_, _
from tui_app.ui.remote.price import AtMost
from tui_app.ui.remote.value import RemoteValue, program_of
from tui_app.ui.sections.base import Section, draw_state, with_age
from tui_app.ui.sections.chart_stack import ChartStack
from tui_app.ui.sections.figures.views import RANGES, View
from tui_app.ui.text.drawing import lines

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

LABEL = N_("Financials")


class FinancialsSection(Section):
    """Figures by year, whole RON; a year without figures stays a gap."""

    tab = "financials"

    def __init__(self) -> None:
        super().__init__()
        self.question: RemoteValue[FinancialData] = RemoteValue(self, "financial", self.redraw)
        self.view = View.BOTH
        self._picked = 0
        self._is_picked = False
        """Whether the measure was chosen for this company."""
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
        """Charts belong to one company; another one with losses opens on those."""
        self.charts.forget()
        self._is_picked = False

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
    def all_records(self) -> tuple[YearlyRecord, ...]:
        """Every year, oldest first, an empty one for each hole."""
        answer = self.question.answer
        return without_holes(by_year(answer.data.financial_data if answer else ()))

    @property
    def records(self) -> tuple[YearlyRecord, ...]:
        """The years in the range that is shown."""
        return self.all_records[-RANGES[self.years] :]

    @property
    def measure(self) -> int:
        """Which measure is charted first: the one chosen, or what this company opens on."""
        from tui_app.ui.sections.figures.headlines import first_charted

        answer = self.question.answer
        if answer is None or self._is_picked:
            return self._picked
        return first_charted(answer.data, self.all_records, self._picked)

    def next_view(self) -> None:
        """Chart and table, chart alone, table alone."""
        views = list(View)
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self.redraw()

    def next_measure(self, by: int) -> None:
        """Chart another figure."""
        from tui_app.ui.sections.figures.measures import MEASURES

        self._picked = (self.measure + by) % len(MEASURES)
        self._is_picked = True
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
        # Nobody who does not look at figures waits for what draws them.
        from tui_app.ui.sections.figures.sheet import Sheet

        sheet = Sheet(
            data=answer.data,
            records=self.all_records,
            years=RANGES[self.years],
            view=self.view,
            measure=self.measure,
            room=self._room,
            style=program_of(self).chart_style,
            charts=self.charts.show,
            today=program_of(self).today(),
        )
        # A column stays free before the scrollbar.
        body = sheet.draw(width - 1)
        return with_age(self.question, lines([body, Content()]), width - 1)

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
