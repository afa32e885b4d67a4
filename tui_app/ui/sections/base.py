"""The base class of all tabs: a scrolling text that knows the state of its data.

A concrete section declares which operations it needs, which flag of the profile makes a
request needless, and how to draw the answers. Requests, prices and paging follow from that.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import astuple
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.client.answer import AnyAnswer
from tui_app.client.errors import NotConfirmedError, NotKnownToSourceError
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as ops
from tui_app.contract.provenance import DataSource
from tui_app.contract.resources import CompanyProfile
from tui_app.insight.provenance import source_lines
from tui_app.system.language import _
from tui_app.ui.panes.action import Intent
from tui_app.ui.panes.base import DataPane, Pages
from tui_app.ui.panes.company import CompanyEntry, CompanyState
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Question, Questions, about, as_text, is_announced
from tui_app.ui.remote.value import AnyValue, Phase, RemoteValue
from tui_app.ui.remote.wording import age_of, error_text, loading_text, losses_of, remedy_of
from tui_app.ui.session import asks_by_itself
from tui_app.ui.text.drawing import lines, paragraph
from tui_app.ui.widgets.row_list import RowList
from tui_app.ui.widgets.text_pane import Scroller, TextPane

if TYPE_CHECKING:
    from tui_app.contract.live import LiveSource
    from tui_app.export.tables import Table
    from tui_app.ui.session import ScreenSession


def draw_state(
    value: AnyValue,
    width: int,
    session: ScreenSession,
    *,
    price: int,
    absent: bool = False,
    loading: str,
) -> Content:
    """The text in place of data that are not there.

    ``price`` is the price of loading now, ``loading`` the text while it is loading.
    """
    error = value.error
    if absent:
        text = _("Nothing on record (the profile says so; no request was needed).")
        return paragraph(text, width, "dim")
    if isinstance(error, NotKnownToSourceError):
        return paragraph(error.summary, width, "dim")
    has_failed = value.phase is Phase.FAILED and not isinstance(error, NotConfirmedError)
    if error is not None and has_failed:
        what, hint = error.summary, remedy_of(error, session)
        return lines([paragraph(what, width, "bad"), paragraph(hint, width, "dim")])
    idle = _("Not loaded · {key} load ({price})")
    idle = idle.format(key=session.first_key("open"), price=as_text(price))
    words = {Phase.IDLE: idle, Phase.FAILED: idle, Phase.LOADING: loading}
    parts = [paragraph(words.get(value.phase, " "), width, "dim")]
    if isinstance(price, WaitSeconds) and price.warning and value.phase is not Phase.LOADING:
        parts.append(paragraph(price.warning, width, "warn"))
    return lines(parts)


def with_age(value: AnyValue, body: Content, session: ScreenSession, width: int) -> Content:
    """Data with their age: below them, or above if they are stale or incomplete."""
    if value.answer is not None and value.answer.notes:
        body = lines([draw_notes(value.answer, width), Content(), body])
    age = draw_age(value, session, width)
    return lines([age, Content(), body]) if value.needs_refresh else lines([body, Content(), age])


def draw_notes(answer: AnyAnswer, width: int) -> Content:
    """The notes of a live source on an answer."""
    return lines([paragraph(note.text, width, "warn") for note in answer.notes])


def draw_sources(sources: Iterable[DataSource], width: int) -> Content:
    """The files and publishers that the data come from, with their dates."""
    return lines([paragraph(line, width, "dim") for line in source_lines(sources)])


def draw_age(value: AnyValue, session: ScreenSession, width: int) -> Content:
    """When the answer was fetched, whether from the cache, and its problems."""
    answer: AnyAnswer | None = value.answer
    if answer is None:
        return Content()
    parts = [draw_sources(answer.sources, width)] if answer.sources else []
    parts.append(paragraph(age_of(answer), width, "warn" if answer.stale else "dim"))
    for error in (value.error, answer.failure):
        if error is not None:
            parts.append(paragraph(error_text(error, session), width, "warn"))
    if answer.faults:
        parts.append(paragraph(losses_of(answer), width, "warn"))
    return lines(parts)


class Section(DataPane):
    """A tab. ``set_company`` comes first; ``load`` when the tab is shown."""

    own_operations: ClassVar[tuple[ops.AnyOperation, ...]] = ()
    """The requests in addition to the profile; a section may need only the profile."""

    reads_all: ClassVar[bool] = False
    """Whether it shows answers of other tabs, too."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.answers, self.session = answers, answers.session
        self.entry: CompanyEntry | None = None
        self.tax_id = ""
        """The company's tax id; empty while there is none."""
        self.may_spend = False
        """Whether a key was pressed for this company: it may cost even the last requests."""
        self.is_warning_seen = False
        """Whether the user has seen the warning of a live source before it is asked."""
        self.state: Callable[[], CompanyState] = CompanyState
        """What is known of the company, from any tab."""
        self.prices_of_tabs: Callable[[], Mapping[str, int]] = dict
        """All tabs, by name."""
        self.retry: Callable[[], None] = _nothing
        """Asks again what is missing."""
        self.text_pane = TextPane()
        self.scroller = Scroller(self.text_pane)
        self.was_loaded = False
        """Whether its data were wanted since the company is shown."""
        self._needs_redraw = False
        """Whether the state changed while another tab was shown."""

    @classmethod
    def signs(cls, profile: CompanyProfile) -> str:
        """Signs beside the title for what the profile says is in this tab."""
        return ""

    def question(self, operation: ops.AnyOperation, *, fresh: bool = False) -> Question:
        """The question of an operation about the company, for the page that is wanted."""
        return about(operation, self.tax_id, self.page, fresh=fresh)

    @property
    def by_operation(self) -> tuple[tuple[ops.AnyOperation, AnyValue], ...]:
        """Each of ``own_operations`` with its value, for the page that is drawn."""
        value, tax_id, page = self.answers.value, self.tax_id, self.pages.shown
        return tuple((each, value(about(each, tax_id, page))) for each in self.own_operations)

    @property
    def values(self) -> tuple[AnyValue, ...]:
        """The values of ``own_operations``."""
        return tuple(value for _operation, value in self.by_operation)

    @property
    def profile_value(self) -> RemoteValue[CompanyProfile]:
        """The state of the company's profile."""
        return self.answers.value(about(ops.PROFILE, self.tax_id))

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

    def name_keys_again(self) -> None:
        """Show the keys of the start page as they work now."""

    def set_company(self, entry: CompanyEntry | None) -> None:
        """Set another company; requests for the old one are dropped."""
        self.entry, self.tax_id = entry, entry.tax_id if entry else ""
        self.was_loaded = self.may_spend = self.is_warning_seen = False
        self.pages = Pages()
        self.reset()
        if self.scroller.is_attached:
            # A section that is not mounted yet would never handle the message.
            self.scroller.scroll_home(animate=False)
        self.redraw()

    def reset(self) -> None:
        """Reset everything that belongs to one company, such as a filter."""

    def workspace_changed(self) -> None:
        """Show a change of the history, the watch list, a note or a snapshot."""

    def load(self, *, again: bool = False) -> None:
        """Request missing data: the tab is shown and the profile is settled.

        ``again``: also request data that failed before.
        """
        self.was_loaded = True
        self.ask_missing(again=again)
        self.redraw()

    def load_everything(self) -> None:
        """Load what a live source left out; Enter confirms the waiting time."""
        if self.live is None:
            return
        for operation in self.own_operations:
            self.live.load_everything(operation.name, self.tax_id)
            self.answers.drop(about(operation, self.tax_id, self.pages.shown))
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

    def draw_state(self, value: AnyValue, width: int, *, absent: bool = False) -> Content | None:
        """The text in place of data; ``None`` if there are data to show."""
        if value.answer is not None and not absent:
            return None
        session = self.session
        if value.phase is Phase.IDLE and self.profile is None:
            value = self.profile_value  # loading or failed: the same holds for data that need it
            if value.phase is Phase.IDLE and asks_by_itself(session):
                return Content(" ")  # it is loaded once the cursor rests
        price, loading = self.answers.price(self.questions), ""
        if value.phase is Phase.LOADING:
            stop = session.first_key("escape") if self.live else ""
            progress = session.progress.get(self.tax_id, "")
            loading = loading_text(progress, stop, waited=value.waited)
        return draw_state(value, width, session, price=price, absent=absent, loading=loading)

    def redraw(self) -> None:
        """Redraw after a change of state. A hidden tab is redrawn when it is shown."""
        self._needs_redraw = not self.display
        if self.display:
            self.text_pane.draw(self.draw_text)
        self.post_message(self.Changed())

    def redraw_if_stale(self) -> None:
        """Redraw changes from the time when the tab was hidden."""
        if self._needs_redraw:
            self.redraw()

    def draw_text(self, width: int) -> Content:
        """The text as shown."""
        return self.draw(width)

    @abstractmethod
    def draw(self, width: int) -> Content:
        """The whole text for a width in cells."""

    @property
    def live(self) -> LiveSource | None:
        """The source of the answers, if it is a live one."""
        client = self.session.client
        return client.live if client else None

    @property
    def profile(self) -> CompanyProfile | None:
        """The company's profile, if loaded."""
        return self.answers.profile(self.tax_id)

    @property
    def company_name(self) -> str:
        """The name in the profile, else in the list."""
        full_name = self.profile.company_name if self.profile else ""
        return full_name or (self.entry.name if self.entry else "")

    def operations(self) -> tuple[tuple[ops.AnyOperation, dict[str, str]], ...]:
        """The operations of its data; without any of its own, the profile."""
        own = tuple((operation, operation.page(self.page)) for operation in self.own_operations)
        return own or ((ops.PROFILE, {}),)

    def may_ask(self, operation: ops.AnyOperation) -> bool:
        """Whether the server supports it: an extension must be announced first."""
        return is_announced(operation, self.session.client)

    def ask_missing(self, *, fresh: bool = False, again: bool = False) -> None:
        """Request missing data that are not ruled out; ``fresh`` requests all, bypassing the cache.

        Without a profile nothing is requested: its failure counts for the whole company.
        """
        if self.own_operations and self.profile is None:
            return
        questions = map(partial(self.question, fresh=fresh), self.own_operations)
        wanted = self.answers.wanted(questions, again=again)
        if not (fresh or self.is_warning_seen):
            # Requests that need a warning are sent by the Enter after the warning.
            with_warning = [each for each in wanted if self._warning_of(each)]
            wanted = [each for each in wanted if each not in with_warning]
            self.is_warning_seen = bool(with_warning)
        self.answers.load(wanted, confirm=self.may_spend, again=again)

    def _warning_of(self, question: Question) -> str:
        """The warning that the page must show before a live source is asked; empty if none."""
        price = self.answers.price((question,))
        return price.warning if isinstance(price, WaitSeconds) else ""

    def answer_arrived(self, question: Question | None) -> None:
        """Redraw: an answer arrived, a request failed, or one takes long enough to say so.

        ``question`` is ``None`` if answers arrived that nobody asked for.
        """
        if self.paged and question is not None and question.operation in self.own_operations:
            value = self.answers.value(question)
            is_awaited = question.page == self.page != self.pages.shown
            if is_awaited and value.phase is Phase.READY:
                self.pages.arrived()
            elif is_awaited and value.has_failed:
                # The old page stays, with the failure.
                self.pages.failed()
                self.values[0].error = value.error
        self.show_rows()
        self.redraw()

    def show_rows(self) -> None:
        """Show the rows of the page; most tabs have none."""

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask_missing(fresh=True)
        self.redraw()

    @property
    def questions(self) -> Questions:
        """What showing the tab asks, with the profile if that is missing."""
        return (about(ops.PROFILE, self.tax_id), *map(self.question, self.own_operations))

    def questions_of_page(self, page: int) -> Questions:
        """One request, unless the page is known."""
        return tuple(about(each, self.tax_id, page) for each in self.own_operations)

    def questions_of_reload(self) -> Questions:
        """All its requests; without any of its own, the profile."""
        if not self.entry:
            return ()
        if self.own_operations and self.profile is not None:
            return tuple(map(partial(self.question, fresh=True), self.own_operations))
        return (
            about(ops.PROFILE, self.tax_id, fresh=True),
            *map(self.question, self.own_operations),
        )

    def records_table(self, title: str, kind: type[Struct], records: Iterable[Struct]) -> Table:
        """Records for a file, by the interface's names; ``title`` names the company."""
        from tui_app.export.tables import Table

        rows = tuple(map(astuple, records))
        return Table(title.format(company=self.company_name), kind.__struct_encode_fields__, rows)

    def enter(self) -> Intent | None:
        """Open the row under the cursor; else load what is missing, else open what is here."""
        rows = self.focus_target
        if isinstance(rows, RowList) and rows.current is not None:
            return Intent(_("open"), self.questions_of_row(rows.current.key), rows.open)
        if self.answers.price(self.questions) and self.entry is not None:
            return Intent(_("load"), self.questions, self.retry)
        return self.enter_spot()

    def questions_of_row(self, key: str) -> Questions:
        """What opening a row asks."""
        return ()

    def enter_spot(self) -> Intent | None:
        """What Enter does on the spot under the cursor, if nothing is left to load."""
        return None


def _nothing() -> None:
    """Ask nothing."""
