"""The base class of all tabs: a scrolling text that knows the state of its data.

A concrete section declares which operations it needs, which flag of the profile makes a
request needless, and how to draw the answers. Requests, prices and paging follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.contract.resources import CompanyProfile, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.context import asks_by_itself
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.facts import LoadedData, StoredData
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.words import loading_text
from tui_app.ui.sections.loading import LoadingPane
from tui_app.ui.sections.states import draw_state
from tui_app.ui.widgets.scroller import Scroller
from tui_app.ui.widgets.text_pane import TextPane


class Section(LoadingPane):
    """A tab. ``set_company`` comes first; ``load`` when the tab is shown."""

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(profile)
        self.loaded_data: Callable[[], LoadedData] = lambda: LoadedData(self.answers)
        """All loaded data of the company, from any tab."""
        self.stored_data: Callable[[], StoredData] = StoredData
        """The workspace's data on the company."""
        self.price_of_tab: Callable[[str], int] = lambda _tab: 0
        """The price of another tab of the company."""
        self.label_of_tab: Callable[[str], str] = str
        """The label of another tab."""
        self.has_tab: Callable[[str], bool] = bool
        """Whether there is such a tab."""
        self.text_pane = TextPane()
        self.scroller = Scroller(self.text_pane)
        self.looked_at = False
        self._needs_redraw = False
        """Whether the state changed while another tab was shown."""

    @classmethod
    def marks(cls, profile: CompanyProfile) -> str:
        """Signs beside the title for what the profile says is in this tab."""
        return ""

    @property
    def case_pages(self) -> Mapping[int, Answer[CourtCasePage]]:
        """Pages of the company's court cases that were loaded by this tab."""
        return {}

    def compose(self) -> ComposeResult:
        """The text in its scroller; a section with more adds it."""
        yield self.scroller

    @property
    def focus_target(self) -> Widget:
        """The widget to focus in this section."""
        return self.scroller

    @property
    def has_home(self) -> bool:
        """Whether the start page is here while no company is shown."""
        return False

    def set_company(self, entry: CompanyEntry | None) -> None:
        """Set another company; requests for the old one are dropped."""
        self.entry = entry
        self.looked_at = False
        self.drop()
        self.reset()
        if self.scroller.is_attached:
            # A section that is not mounted yet would never handle the message.
            self.scroller.scroll_home(animate=False)
        self.redraw()

    def reset(self) -> None:
        """Reset what belongs to one company only, such as a filter."""

    def profile_arrived(self) -> None:
        """The profile is there, whichever tab is shown."""

    def load(self, *, again: bool = False) -> None:
        """The tab is shown and the profile is settled: ask for what was not requested yet.

        ``again``: also for what failed before.
        """
        self.looked_at = True
        self.ask_missing(again=again)
        self.redraw()

    def load_everything(self) -> None:
        """Continue what a live source left out; Enter confirms the waiting time."""
        if self.live is None:
            return
        for operation, value in self.pairs:
            self.live.load_everything(operation.name, self.tax_id)
            value.drop()
        self.redraw()

    def why_not_all(self) -> str:
        """Why there is nothing left out; only a live source leaves something out, and says so."""
        left_out = any(value.answer and value.answer.notes for value in self.values)
        return "" if self.live and left_out else _("Nothing more to show.")

    @property
    def is_loading(self) -> bool:
        """Whether the profile or what the tab itself asks for is under way."""
        return any(value.is_under_way for value in (self.profile_value, *self.values))

    def stop_waiting(self) -> bool:
        """Send no further requests; returns whether any was under way."""
        if self.live is None or not self.is_loading:
            return False
        self.live.stop(self.tax_id)
        return True

    # Any: only the state is used, not the data.
    def draw_state(
        self, value: RemoteValue[Any], width: int, *, absent: bool = False
    ) -> Content | None:
        """The text in place of data; ``None`` when there are data to show."""
        if self.entry is None:
            return Content(" ")
        if value.phase is Phase.IDLE and self.profile is None:
            value = self.profile_value  # under way or failed: the same holds for what needs it
            if value.phase is Phase.IDLE and asks_by_itself(self.program):
                return Content(" ")  # it is loaded once the cursor rests
        progress = self.program.progress.get(self.tax_id, "")
        price = self.price_of_opening()
        loading = loading_text(progress, self.program.first_key("escape") if self.live else "")
        return draw_state(value, width, self.program, price=price, absent=absent, loading=loading)

    def redraw(self) -> None:
        """The state changed. A hidden tab is drawn when it is shown."""
        self._needs_redraw = not self.display
        if self.display:
            self.text_pane.draw(self.draw_text)
        self.post_message(self.Changed())

    def catch_up(self) -> None:
        """The tab is shown: draw what changed while it was hidden."""
        if self._needs_redraw:
            self.redraw()

    def draw_text(self, width: int) -> Content:
        """The text as shown."""
        return self.draw(width)

    def draw(self, width: int) -> Content:
        """The whole text for a width in cells."""
        return Content()
