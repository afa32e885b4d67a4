"""The base class of all tabs: a scrolling text that knows the state of its data.

A concrete section declares which operations it needs, which flag of the profile makes a
request needless, and how to draw the answers. Requests, prices and paging follow from that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.client.errors import CredentialError
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, CourtCasePage
from tui_app.system.language import _
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.panes.facts import CompanyState
from tui_app.ui.program import asks_by_itself
from tui_app.ui.remote.price import is_announced, price_of, total
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.wording import loading_text
from tui_app.ui.sections.states import draw_state
from tui_app.ui.widgets.scroller import Scroller
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.live import LiveSource


class Section(DataPane):
    """A tab. ``set_company`` comes first; ``load`` when the tab is shown."""

    # Any: a section's operations have different result types.
    asks: ClassVar[tuple[ops.Operation[Any], ...]] = ()
    """The requests in addition to the profile; a section may need only the profile."""

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.profile_value = profile
        self.pairs = tuple(
            (each, RemoteValue[Any](self, each.name, self.value_changed)) for each in self.asks
        )
        """Each of ``asks`` with its value."""
        self.values = tuple(value for _operation, value in self.pairs)
        self.entry: CompanyEntry | None = None
        self.page_shown = 1
        """The page that the answer belongs to; ``page`` may still be loading."""
        self.confirmed = False
        self.warned = False
        """Whether the user has seen the warning of a live source before it is asked."""
        # Any: as above.
        self._first: RemoteValue[Any] | None = None
        """The request that is sent alone, before ``_rest``."""
        self._rest: Callable[[], None] = _nothing
        self.state: Callable[[], CompanyState] = CompanyState
        """What is known of the company, from any tab."""
        self.prices_of_tabs: Callable[[], Mapping[str, int]] = dict
        """All tabs, by name."""
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
        """Reset everything that belongs to one company, such as a filter."""

    def profile_arrived(self) -> None:
        """Handle the profile, whichever tab is shown."""

    def load(self, *, again: bool = False) -> None:
        """Request missing data: the tab is shown and the profile is settled.

        ``again``: also request data that failed before.
        """
        self.looked_at = True
        self.ask_missing(again=again)
        self.redraw()

    def load_everything(self) -> None:
        """Load what a live source left out; Enter confirms the waiting time."""
        if self.live is None:
            return
        for operation, value in self.pairs:
            self.live.load_everything(operation.name, self.tax_id)
            value.drop()
        self.redraw()

    def why_not_all(self) -> str:
        """Why nothing is left out; only a live source leaves data out, and says so."""
        left_out = any(value.answer and value.answer.notes for value in self.values)
        return "" if self.live and left_out else _("Nothing more to show.")

    @property
    def is_loading(self) -> bool:
        """Whether the profile or the tab's own data are being loaded."""
        return any(value.is_pending for value in (self.profile_value, *self.values))

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
        """The text in place of data; ``None`` if there are data to show."""
        if self.entry is None:
            return Content(" ")
        if value.answer is not None and not absent:
            return None
        program = self.program
        if value.phase is Phase.IDLE and self.profile is None:
            value = self.profile_value  # loading or failed: the same holds for data that need it
            if value.phase is Phase.IDLE and asks_by_itself(program):
                return Content(" ")  # it is loaded once the cursor rests
        progress = program.progress.get(self.tax_id, "")
        price = self.price_of_opening()
        loading = loading_text(progress, program.first_key("escape") if self.live else "")
        return draw_state(value, width, program, price=price, absent=absent, loading=loading)

    def redraw(self) -> None:
        """Redraw after a change of state. A hidden tab is redrawn when it is shown."""
        self._needs_redraw = not self.display
        if self.display:
            self.text_pane.draw(self.draw_text)
        self.post_message(self.Changed())

    def catch_up(self) -> None:
        """Redraw changes from the time when the tab was hidden."""
        if self._needs_redraw:
            self.redraw()

    def draw_text(self, width: int) -> Content:
        """The text as shown."""
        return self.draw(width)

    def draw(self, width: int) -> Content:
        """The whole text for a width in cells."""
        return Content()

    @property
    def tax_id(self) -> str:
        """The company's tax id; empty while there is none."""
        return self.entry.tax_id if self.entry else ""

    @property
    def live(self) -> LiveSource | None:
        """The source of the answers, if it is a live one."""
        client = self.program.client
        return client.live if client else None

    @property
    def profile(self) -> CompanyProfile | None:
        """The company's profile, if loaded."""
        return self.profile_value.answer.data if self.profile_value.answer else None

    @property
    def company_name(self) -> str:
        """The name in the profile, else in the list."""
        full_name = self.profile.company_name if self.profile else ""
        return full_name or (self.entry.name if self.entry else "")

    # Any: a section's operations have different result types.
    @property
    def answers(self) -> dict[str, Answer[Any]]:
        """The loaded answers, by operation name; of paged ones, the first page."""
        return {
            operation.name: value.answer
            for operation, value in self.pairs
            if value.answer is not None and (self.page_shown == 1 or not operation.paging)
        }

    # Any: operations have different result types.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """The operations of its data; without any of its own, the profile."""
        own = tuple((operation, operation.page(self.page)) for operation in self.asks)
        return own or ((ops.PROFILE, {}),)

    def drop(self) -> None:
        """Drop all requests and answers."""
        self.confirmed = self.warned = False
        self.page = self.page_shown = 1
        self._first, self._rest = None, _nothing
        for value in self.values:
            value.drop()

    # Any: as above.
    def may_ask(self, operation: ops.Operation[Any]) -> bool:
        """Whether the server supports it: an extension must be announced first."""
        return is_announced(operation, self.program.client)

    def ask_missing(self, *, fresh: bool = False, again: bool = False) -> None:
        """Request missing data that are not ruled out; ``fresh`` requests all, bypassing the cache.

        Without a profile nothing is requested: its failure counts for the whole company. The first
        of several requests is sent alone, so that a rejected key costs one request.
        """
        if self.asks and self.profile is None:
            return
        missing = [
            (operation, value)
            for operation, value in self.pairs
            if (fresh or value.needs_request or (again and value.is_missing))
            and self.may_ask(operation)
            and not operation.is_ruled_out(self.profile)
        ]
        if not (fresh or self.warned):
            # Requests that need a warning are sent by the Enter after the warning.
            warned = [pair for pair in missing if self._warning_of(pair[0])]
            missing = [pair for pair in missing if pair not in warned]
            self.warned = bool(warned)
        if not missing:
            return
        self._first, self._rest = missing[0][1], lambda: self._ask_all(missing[1:], fresh=fresh)
        self._ask_all(missing[:1], fresh=fresh)

    # Any: as above.
    def _ask_all(
        self, pairs: list[tuple[ops.Operation[Any], RemoteValue[Any]]], *, fresh: bool
    ) -> None:
        for operation, value in pairs:
            value.ask(self._request_for(operation, fresh=fresh, confirm=self.confirmed))

    # Any: as above.
    def _warning_of(self, operation: ops.Operation[Any]) -> str:
        """The warning that the page must show before a live source is asked; empty if none."""
        client = self.program.client
        if client is None:
            return ""
        price = price_of((operation,), client, self.tax_id, self.profile, self.page)
        return price.warning if isinstance(price, WaitSeconds) else ""

    # Any: as above.
    def _request_for(
        self, operation: ops.Operation[Any], **how: bool
    ) -> Callable[[Companies], Awaitable[Answer[Any]]]:
        tax_id, page, raw = self.tax_id, self.page, operation.page(self.page)
        program = self.program

        async def request(companies: Companies) -> Answer[Any]:
            answer = await companies.ask(operation, tax_id, raw, **how)
            program.workspace_thread.keep(program.source, operation, tax_id, page, answer)
            return answer

        return request

    def value_changed(self) -> None:
        """Redraw: an answer arrived, a request failed, or one takes long enough to say so."""
        first = self._first
        if first is not None and first.is_settled:
            self._first = None
            if not isinstance(first.error, CredentialError):
                self._rest()
        self.redraw()

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask_missing(fresh=True)
        self.redraw()

    # Any: as above.
    def asked_for(self, tax_id: str) -> tuple[Sequence[ops.Operation[Any]], int]:
        """The requests that showing this section of a company sends, and their page."""
        if self.entry is None or tax_id != self.entry.tax_id:
            return self.asks, 1
        return [operation for operation, value in self.pairs if value.is_missing], self.page

    def price_of_page(self, companies: Companies, page: int) -> int:
        """One request, unless the page is cached."""
        return price_of(self.asks, companies, self.tax_id, self.profile, page)

    def price_of_reload(self, companies: Companies) -> int:
        """All its requests; without any of its own, the profile."""
        if not self.entry:
            return 0
        if self.asks and self.profile is not None:
            return price_of(self.asks, companies, self.tax_id, self.profile, self.page, fresh=True)
        profile = companies.price(ops.PROFILE, self.tax_id, fresh=True)
        return total(profile, self._price_of_missing(companies))

    def price_of_opening(self) -> int:
        """Showing it now, with the profile if that is missing."""
        client, profile = self.program.client, self.profile
        if client is None:
            return 1
        missing = 0 if profile else client.price(ops.PROFILE, self.tax_id)
        return total(missing, self._price_of_missing(client))

    def _price_of_missing(self, companies: Companies) -> int:
        asked, page = self.asked_for(self.tax_id)
        return price_of(asked, companies, self.tax_id, self.profile, page)


def _nothing() -> None:
    """Request nothing more."""
