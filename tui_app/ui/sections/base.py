"""What every tab of the detail pane is: a scrolling text that knows the state of its data.

A concrete section says as data which operations it needs and which flag of the profile makes a
request needless, and how to draw the answers. Asking, prices and paging follow from that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.client.errors import CredentialError
from tui_app.client.live import WaitPrice
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile
from tui_app.language import _
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import Entry
from tui_app.ui.panes.facts import Kept, Known
from tui_app.ui.remote.price import at_most, total
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.sections.states import draw_state
from tui_app.ui.widgets.no_repaint_on_focus import NoRepaintOnFocus
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

T = TypeVar("T")


class Ask(Struct, Generic[T], frozen=True, kw_only=True):
    """One operation that a section needs."""

    operation: ops.Operation[T]
    title: str = ""
    """What its data are called, marked for translation; for a section with several."""
    flag: Callable[[CompanyProfile], bool | None] | None = None
    """Of the profile: ``False`` means that there is nothing to ask for."""

    def rules_out(self, profile: CompanyProfile | None) -> bool:
        """Whether the profile says that a request would be in vain."""
        return self.flag is not None and profile is not None and self.flag(profile) is False

    def parameters(self, page: int) -> dict[str, str]:
        """As they stand in an address."""
        paged = any(isinstance(each, ops.PageParameter) for each in self.operation.query)
        return {"page": str(page)} if paged else {}


# Any: as above.
def _is_answered(companies: Companies, ask: Ask[Any]) -> bool:
    return ask.operation not in ops.EXTENSIONS or companies.answers_extension(ask.operation)


class Scroller(VerticalScroll, NoRepaintOnFocus, can_focus=True):
    """What a section's text scrolls in. It looks the same with the keys as without."""

    BLANK = True
    # The text has the same room however long it is. Textual's own lays out once more.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)
    # The scrollbar has its column either way. Textual's own paints the whole text once more.
    show_vertical_scrollbar: Reactive[bool] = Reactive(False, layout=True, repaint=False)


class Section(DataPane):
    """A tab. ``about`` says which company, ``look`` that somebody looks at it now."""

    # Any: a section's operations differ in their result.
    asks: ClassVar[tuple[Ask[Any], ...]] = ()
    """What it needs beside the profile; a section may do with the profile alone."""

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.profile_value = profile
        self.values = tuple(
            RemoteValue[Any](self, ask.operation.name, self.settled) for ask in self.asks
        )
        """One for each of ``asks``, in their order."""
        self.everything_known: Callable[[], Known] = self._own_answers
        """What was loaded of the company, in any tab."""
        self.everything_kept: Callable[[], Kept] = Kept
        """What the workspace knows of the company."""
        self.sheet = TextPane()
        self.scroller = Scroller(self.sheet)
        self.entry: Entry | None = None
        self.looked_at = False
        self.confirmed = False
        self.warned = False
        """Whether the user could read what a live source warns of, of this company."""
        self._after_first: Callable[[], None] = _nothing
        """What is asked once the first of several requests was answered."""
        self._is_behind = False
        """Whether the state changed while another tab was shown."""

    def _own_answers(self) -> Known:
        return Known(self.answers)

    # Any: a section's operations differ in their result.
    @property
    def answers(self) -> dict[str, Answer[Any]]:
        """What was loaded, by the name of its operation; of what has pages, the first."""
        pairs = zip(self.asks, self.values, strict=True)
        return {
            ask.operation.name: value.answer
            for ask, value in pairs
            if value.answer is not None and (self.page == 1 or not ask.parameters(1))
        }

    def compose(self) -> ComposeResult:
        """The text in its scroller; a section with more shows it beside."""
        yield self.scroller

    @property
    def focus_target(self) -> Widget:
        """What takes the keys of this section."""
        return self.scroller

    @property
    def tax_id(self) -> str:
        """The company's; empty while there is none."""
        return self.entry.tax_id if self.entry else ""

    @property
    def profile(self) -> CompanyProfile | None:
        """The company's, once it is here."""
        return self.profile_value.answer.data if self.profile_value.answer else None

    @property
    def company_name(self) -> str:
        """As the profile has it, or the list."""
        known = self.profile.company_name if self.profile else ""
        return known or (self.entry.name if self.entry else "")

    # Any: operations differ in their result.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """Where its data come from; without operations of its own, the profile."""
        asked = tuple((ask.operation, ask.parameters(self.page)) for ask in self.asks)
        return asked or ((ops.PROFILE, {}),)

    def about(self, entry: Entry | None) -> None:
        """Another company: whatever was asked for the old one is not wanted any more."""
        self.entry = entry
        self.looked_at = self.confirmed = self.warned = False
        self.page = 1
        self._after_first = _nothing
        for value in self.values:
            value.drop()
        self.reset()
        if self.scroller.is_attached:
            # Where it is not, as among court cases, nobody would ever take the message.
            self.scroller.scroll_home(animate=False)
        self.redraw()

    def reset(self) -> None:
        """Forget what belongs to one company only, such as a filter."""

    def look(self, *, again: bool = False) -> None:
        """Somebody looks and the profile was settled: ask what was not asked yet.

        ``again``: what failed before, too.
        """
        self.looked_at = True
        self.ask_missing(again=again)
        self.redraw()

    # Any: as above.
    def may_ask(self, ask: Ask[Any]) -> bool:
        """Whether the server answers it: an extension has to be announced first."""
        client = self.program.client
        return ask.operation not in ops.EXTENSIONS or (
            client is not None and client.answers_extension(ask.operation)
        )

    def ask_missing(self, *, fresh: bool = False, again: bool = False) -> None:
        """Ask what is not there and not ruled out; ``fresh`` asks for all, bypassing the cache.

        Without a profile nothing is asked: its failure stands for the whole company. The first
        of several requests goes ahead, so that a key that is rejected costs one.
        """
        if self.asks and self.profile is None:
            return
        wanted = [
            (ask, value)
            for ask, value in zip(self.asks, self.values, strict=True)
            if (fresh or value.wanting or (again and value.missing))
            and self.may_ask(ask)
            and not ask.rules_out(self.profile)
            and (fresh or not self._warns(ask))
        ]
        self._after_first = lambda: self._ask_all(wanted[1:], fresh=fresh)
        self._ask_all(wanted[:1], fresh=fresh)

    # Any: as above.
    def _ask_all(self, wanted: list[tuple[Ask[Any], RemoteValue[Any]]], *, fresh: bool) -> None:
        for ask, value in wanted:
            value.ask(self._asking(ask, fresh=fresh, confirm=self.confirmed))

    # Any: as above.
    def _warns(self, ask: Ask[Any]) -> bool:
        """Whether the page has to warn first; the next Enter asks."""
        client = self.program.client
        if client is None or client.live is None or self.warned:
            return False
        price = self._price(client, self.tax_id, ask, False, self.page, self.profile)
        self.warned = True
        return isinstance(price, WaitPrice) and bool(price.warning)

    def want_all(self) -> None:
        """Let a live source go on where it ended by itself; Enter asks, once the wait was read."""
        client = self.program.client
        if client is None or client.live is None:
            return
        for ask, value in zip(self.asks, self.values, strict=True):
            client.live.want_all(ask.operation.name, self.tax_id)
            value.drop()
        self.redraw()

    def why_not_all(self) -> str:
        """Only a live source leaves something out, and only where it said so."""
        client = self.program.client
        if client is None or client.live is None:
            return _("All there is is shown.")
        left_out = any(value.answer and value.answer.notes for value in self.values)
        return "" if left_out else _("All there is is shown.")

    def stop_waiting(self) -> bool:
        """Send nothing more for what is waited for; whether there was something."""
        client = self.program.client
        waiting = {Phase.WAITING, Phase.LOADING}
        if client is None or client.live is None:
            return False
        if not any(v.phase in waiting for v in (self.profile_value, *self.values)):
            return False
        client.live.stop(self.tax_id)
        return True

    # Any: as above.
    def _asking(self, ask: Ask[Any], **how: bool) -> Callable[[Companies], Awaitable[Answer[Any]]]:
        tax_id, page, raw = self.tax_id, self.page, ask.parameters(self.page)
        program = self.program

        async def asked(companies: Companies) -> Answer[Any]:
            answer = await companies.ask(ask.operation, tax_id, raw, **how)
            program.desk.keep(program.source, ask.operation, tax_id, page, answer)
            return answer

        return asked

    def settled(self) -> None:
        """An answer came, or a failure, or one of them is being waited for."""
        if any(value.settled for value in self.values):
            go_on, self._after_first = self._after_first, _nothing
            if not any(isinstance(value.error, CredentialError) for value in self.values):
                go_on()
        self.redraw()

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask_missing(fresh=True)
        self.redraw()

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
        page: int = 0,
    ) -> int:
        """How many requests looking at this section of a company would cost now.

        ``profile`` is ``None`` where it is not here yet. ``fresh``: reloading what is shown.
        ``page`` is where a paged section begins; 0: where it stands.
        """
        here = tax_id == self.tax_id
        prices = [
            self._price(companies, tax_id, ask, fresh, page or (self.page if here else 1), profile)
            for ask, value in zip(self.asks, self.values, strict=True)
            if (fresh or not here or value.missing)
            and _is_answered(companies, ask)
            and not ask.rules_out(profile)
        ]
        return total(*prices)

    # Any: as above.
    def _price(
        self,
        companies: Companies,
        tax_id: str,
        ask: Ask[Any],
        fresh: bool,
        page: int,
        profile: CompanyProfile | None,
    ) -> int:
        price = companies.price(ask.operation, tax_id, fresh=fresh, **ask.parameters(page))
        return at_most(price) if ask.flag is not None and profile is None else price

    def price_of_page(self, companies: Companies, page: int) -> int:
        """One request, unless the page is kept."""
        prices = [
            self._price(companies, self.tax_id, ask, False, page, self.profile) for ask in self.asks
        ]
        return total(*prices)

    def price_of_reload(self, companies: Companies) -> int:
        """What is asked anew; without operations of its own, the profile."""
        if not self.entry:
            return 0
        if self.asks and self.profile is not None:
            return self.price(companies, self.tax_id, self.profile, fresh=True)
        profile = companies.price(ops.PROFILE, self.tax_id, fresh=True)
        return total(profile, self.price(companies, self.tax_id, self.profile))

    # Any: only the state is looked at, not the data.
    def draw_state(
        self, value: RemoteValue[Any], width: int, *, absent: bool = False
    ) -> Content | None:
        """What to say instead of data; ``None`` when there are data to show."""
        if self.entry is None:
            return Content(" ")
        if value.phase is Phase.IDLE and self.profile is None:
            value = self.profile_value  # on its way, or failed: so it is with what needs it
        progress = self.program.progress.get(self.tax_id, "")
        price = self._price_of_opening()
        return draw_state(value, width, price=price, absent=absent, progress=progress)

    def _price_of_opening(self) -> int:
        client, profile = self.program.client, self.profile
        if client is None:
            return 1
        missing = 0 if profile else client.price(ops.PROFILE, self.tax_id)
        return total(missing, self.price(client, self.tax_id, profile))

    def redraw(self) -> None:
        """The state changed. A tab that is not shown is drawn when it is."""
        self._is_behind = not self.display
        if self.display:
            self.sheet.draw(self.draw)
        self.post_message(self.Changed())

    def catch_up(self) -> None:
        """The tab is shown: draw what changed meanwhile."""
        if self._is_behind:
            self.redraw()

    def draw(self, width: int) -> Content:
        """The whole text for a width in cells."""
        return Content()


def _nothing() -> None:
    """Nothing more is to be asked."""
