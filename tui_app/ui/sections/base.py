"""What every tab of the detail pane is: a scrolling sheet that knows the states of its questions.

A concrete section says which operations it asks, which flag of the profile makes a request
needless, and how to draw the data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget

from tui_app.client.answer import Answer
from tui_app.contract.operations import Operation
from tui_app.contract.resources import CompanyProfile
from tui_app.language import _
from tui_app.ui.remote.price import in_words
from tui_app.ui.remote.value import Phase, RemoteValue, age_of, losses_of, words_of
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.no_repaint_on_focus import NoRepaintOnFocus
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Scroller(VerticalScroll, NoRepaintOnFocus, can_focus=True):
    """What a sheet scrolls in. It looks the same with the keys as without: the tabs show it."""

    BLANK = True
    # Its sheet has the same room however long it is. Textual's own lays out once more.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)
    # The scrollbar has its column either way. Textual's own paints the whole sheet once more.
    show_vertical_scrollbar: Reactive[bool] = Reactive(False, layout=True, repaint=False)


class Section(Vertical):
    """A tab. ``about`` says which company, ``look`` that somebody looks at it now."""

    BLANK = True
    tab: ClassVar[str]
    """The section's name for programs."""

    class Changed(Message):
        """What can be done here changed."""

    def __init__(self) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.sheet = TextPane()
        self.scroller = Scroller(self.sheet)
        self.tax_id = ""
        self.profile: CompanyProfile | None = None
        self.looked_at = False
        self.confirmed = False
        self._is_behind = False
        """Whether the state changed while another tab was shown."""

    def compose(self) -> ComposeResult:
        """The sheet in its scroller; a section with more shows it beside."""
        yield self.scroller

    @property
    def focus_target(self) -> Widget:
        """What takes the keys of this section."""
        return self.scroller

    @classmethod
    def label(cls) -> str:
        """The tab's word."""
        return cls.tab

    # Any: a section's questions differ in what they ask for.
    def questions(self) -> tuple[RemoteValue[Any], ...]:
        """Everything this section may ask."""
        return ()

    # Any: a section's operations differ in their result.
    def operations(self) -> tuple[tuple[Operation[Any], dict[str, str]], ...]:
        """What its data come from, each with its parameters as they stand in an address."""
        return ()

    def about(self, tax_id: str) -> None:
        """Another company: whatever was asked for the old one is not wanted any more."""
        self.tax_id = tax_id
        self.profile = None
        self.looked_at = self.confirmed = False
        for question in self.questions():
            question.drop()
        self.reset()
        if self.scroller.is_attached:
            # Where it is not, as among court cases, nobody would ever take the message.
            self.scroller.scroll_home(animate=False)
        self.redraw()

    def reset(self) -> None:
        """Forget what belongs to one company only, such as a page number."""

    def look(self, profile: CompanyProfile | None) -> None:
        """Somebody looks and the profile was settled: ask what was not asked yet."""
        self.profile = profile
        self.looked_at = True
        self.ask_missing()
        self.redraw()

    def ask_missing(self, *, fresh: bool = False) -> None:
        """Ask what is not there; ``fresh`` asks for all, past the kept answers."""

    def renew(self) -> None:
        """Ask again at the server."""
        self.ask_missing(fresh=True)
        self.redraw()

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
    ) -> int:
        """How many requests looking at this section of a company would cost now.

        ``profile`` is ``None`` where it is not here yet. ``fresh``: renewing what is shown.
        """
        return 0

    # Any: only the state is looked at, not the data.
    def wants(self, question: RemoteValue[Any], tax_id: str, *, fresh: bool = False) -> bool:
        """Whether a question of this section would be asked for a company."""
        return fresh or tax_id != self.tax_id or question.wanting

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
        """The whole sheet for a width in cells."""
        return Content()


# Any: only the state is looked at, not the data.
def draw_state(question: RemoteValue[Any], width: int, *, absent: bool = False) -> Content | None:
    """What to say instead of data, in words; ``None`` when there are data to show."""
    if absent:
        return styled(_("Nothing on record (the profile says so; no request was needed)."), "dim")
    if question.error is not None and question.phase is Phase.FAILED and not question.answer:
        what, hint = words_of(question.error)
        return lines([paragraph(what, width, "bad"), paragraph(hint, width, "dim")])
    if question.answer is None:
        words = {
            Phase.IDLE: _unasked(question),
            Phase.LOADING: _("Loading…"),
        }
        return paragraph(words.get(question.phase, " "), width, "dim")
    return None


# Any: only where it stands is looked at, not the data.
def _unasked(question: RemoteValue[Any]) -> str:
    from tui_app.ui.explorer.screen import ExplorerScreen
    from tui_app.ui.remote import prices

    explorer = question.pane.screen
    entry = explorer.detail.entry if isinstance(explorer, ExplorerScreen) else None
    if not isinstance(explorer, ExplorerScreen) or entry is None:
        return " "
    price = in_words(prices.of_opening(explorer, entry.tax_id))
    return _("Not asked yet: Enter asks ({price}).").format(price=price)


# Any: only the circumstances are looked at, not the data.
def with_age(question: RemoteValue[Any], body: Content, width: int) -> Content:
    """Data with their age: below them, or above where they must not pass for fresh."""
    age = draw_age(question, width)
    doubtful = question.error is not None or (question.answer is not None and question.answer.stale)
    return lines([age, Content(), body]) if doubtful else lines([body, age])


# Any: only the circumstances are looked at, not the data.
def draw_age(question: RemoteValue[Any], width: int) -> Content:
    """When the answer was fetched, whether it was kept, and what was wrong with it."""
    answer: Answer[Any] | None = question.answer
    if answer is None:
        return Content()
    parts = [paragraph(age_of(answer), width, "warn" if answer.stale else "dim")]
    for error in (question.error, answer.failure):
        if error is not None:
            parts.append(paragraph(" ".join(words_of(error)), width, "warn"))
    if losses := losses_of(answer):
        parts.append(paragraph(losses, width, "warn"))
    return lines(parts)
