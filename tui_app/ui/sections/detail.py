"""The detail pane: one company, its header, and a tab for each kind of data."""

from __future__ import annotations

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui_app.contract.operations import PROFILE
from tui_app.contract.resources import CompanyProfile
from tui_app.system.language import _
from tui_app.ui.panes.base import Pages, PaneKind
from tui_app.ui.panes.company import (
    CompanyEntry,
    CompanyState,
    LoadLevel,
    WorkspaceData,
    from_record,
    workspace_data_of,
)
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Question, Questions, about
from tui_app.ui.remote.value import Debounce, Phase, RemoteValue, start
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.profile import draw_header, draw_verdict
from tui_app.ui.session import asks_by_itself
from tui_app.ui.text.drawing import lines
from tui_app.ui.timings import DWELL
from tui_app.ui.widgets.strips import Tab, TabStrip
from tui_app.ui.widgets.text_pane import TextPane


class DetailPane(Vertical):
    """Owns the shown company and its profile, whose flags every section needs."""

    BLANK = True

    class CompanyViewed(Message):
        """The user looked at a company, beyond a preview."""

        def __init__(self, entry: CompanyEntry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self, kinds: tuple[PaneKind[Section], ...], answers: Answers) -> None:
        """The tabs in order; the first is mounted at once."""
        super().__init__(id="detail")
        self.answers, self.session = answers, answers.session
        answers.node = self
        answers.observe(self._answer_arrived)
        self.kinds = {kind.tab: kind for kind in kinds}
        self.entry: CompanyEntry | None = None
        """The current company: the cursor of a list moves it."""
        self.tax_id = ""
        """Its tax id; empty while there is none."""
        self._may_spend = False
        self.is_opened = False
        """Whether the user asked for data of the shown company, instead of passing by."""
        self._is_reported = False
        """Whether ``CompanyViewed`` was sent for it."""
        self._dwelling = Debounce(self)
        self._first_tab = kinds[0].tab
        self.in_workspace = WorkspaceData()
        self.sections: dict[str, Section] = {self._first_tab: self._new_section(self._first_tab)}
        """The tabs that are mounted."""
        self.section = self.sections[self._first_tab]
        """The section that is shown."""
        self.header = TextPane(id="company-header")
        self._state = self._drawn = CompanyState()
        """What is known of the company, and what the header was drawn from."""
        self._prices: tuple[tuple[object, ...], dict[str, int]] = ((), {})
        """What the prices of the tabs depend on, and the prices."""
        self.origin = ""
        """Where the company came from, in words, if the list beside does not contain it."""
        key = self.session.first_key
        tabs = (Tab(kind.tab, f"{key(kind.tab)} {_(kind.view.title)}") for kind in kinds)
        self.tabs = TabStrip(tuple(tabs), id="detail-tabs")

    def _new_section(self, tab: str) -> Section:
        section = self.kinds[tab].pane(self.answers)
        section.state = self.state
        section.prices_of_tabs = self.prices
        section.retry = self.retry
        section.questions_to_open = self.questions
        return section

    @property
    def profile(self) -> RemoteValue[CompanyProfile]:
        """The state of the company's profile, whose flags every section needs."""
        return self.answers.value(about(PROFILE, self.tax_id))

    def state(self) -> CompanyState:
        """What is known of the company now: the same object as long as nothing changes."""
        now, today = self._state, self.session.today()
        loaded = self.answers.loaded(self.tax_id)
        if (now.entry, now.in_workspace, now.today) != (self.entry, self.in_workspace, today) or (
            now.loaded is not loaded and now.loaded != loaded
        ):
            self._state = CompanyState(self.entry, loaded, self.in_workspace, today)
        return self._state

    def compose(self) -> ComposeResult:
        """Header, tabs, and the mounted sections."""
        yield self.tabs
        yield self.header
        yield self.sections[self._first_tab]

    def on_unmount(self) -> None:
        """Let nobody wait for an answer any more."""
        self.answers.close()

    def on_mount(self) -> None:
        """Show the start page."""
        self.header.draw(self._draw_header)
        self.section.redraw()

    def _show_section(self) -> None:
        """Show the section of the chosen tab, or the start page's without a company."""
        self.section = self.sections[self._first_tab if self.entry is None else self.tabs.chosen]
        for section in self.sections.values():
            section.display = section is self.section

    @property
    def shows_home(self) -> bool:
        """Whether the start page's rows are shown."""
        return self.entry is None and self.section.has_home

    def show(self, entry: CompanyEntry, level: LoadLevel, *, confirm: bool = True) -> None:
        """Show a company: the list's data at once, the profile depending on the level.

        ``confirm``: opened by a key, so it may cost requests even if few are left.
        """
        if entry.tax_id != self.tax_id:
            self._set_company(entry)
            self.workspace_changed()
        if level is LoadLevel.OPEN:
            self.read_cache()
            if confirm:
                self._confirm()
            self._open()
            self._ask_profile()
            self._load_section()
        elif level is not LoadLevel.HIDDEN and (
            asks_by_itself(self.session) and self.profile.needs_request
        ):
            self._dwelling.call(DWELL, self._ask_profile)

    def came_from(self, origin: str) -> None:
        """Say where the company came from; empty: from the list beside."""
        if origin != self.origin:
            self.origin = origin
            self.header.draw(self._draw_header)

    def _set_company(self, entry: CompanyEntry | None) -> None:
        """Show another company or none, and forget the previous one."""
        before, self.entry, self.tax_id = self.tax_id, entry, entry.tax_id if entry else ""
        if entry is not None:
            self.answers.hold(entry.tax_id)
        if before:
            self.answers.release(before)
        self._dwelling.cancel()
        self._may_spend = self.is_opened = self._is_reported = False
        self.in_workspace = WorkspaceData()
        self._show_section()
        for section in self.sections.values():
            section.set_company(entry)

    def _open(self) -> None:
        """Note that data of the company were requested: it counts as looked at."""
        self.is_opened = True
        if self.entry is not None and self.profile.is_settled and not self._is_reported:
            self._is_reported = True
            self.answers.keep_profile(self.tax_id)
            self.post_message(self.CompanyViewed(self.entry))

    def read_cache(self) -> None:
        """Use the cached data of the company, which cost nothing."""
        if self.entry is not None and self.is_attached:
            start(
                self,
                self._read_cache(self.entry.tax_id),
                description="what is cached of the company",
                exclusive=True,
            )

    async def _read_cache(self, tax_id: str) -> None:
        if await self.answers.read_cache(tax_id) and tax_id == self.tax_id:
            self.section.redraw()

    @property
    def is_requested(self) -> bool:
        """Whether more than the list's data is shown, or will be loaded."""
        return self.profile.phase is not Phase.IDLE or self._dwelling.is_waiting

    @property
    def is_waiting(self) -> bool:
        """Whether the company under the cursor will be loaded after a pause."""
        return self._dwelling.is_waiting

    def drop_preview(self, *, opened: bool = False) -> None:
        """Show no company any more, not even one that was ``opened``."""
        if self.entry is not None and (opened or not self.is_opened):
            self._set_company(None)

    def _confirm(self) -> None:
        """Note that a key was pressed for this company: it may cost even the last requests."""
        self._may_spend = True
        for section in self.sections.values():
            section.may_spend = True

    def _ask_profile(self, *, fresh: bool = False) -> None:
        """Ask for the profile, if there is none yet."""
        self._dwelling.cancel()
        if self.entry is None:
            return
        asked = about(PROFILE, self.entry.tax_id, fresh=fresh)
        if self.profile.is_pending:
            self.answers.drop(asked)  # it may have been asked without a key
        self.answers.load((asked,), confirm=self._may_spend, again=True)
        self.sections[self._first_tab].redraw()

    def questions(self, tax_id: str, tab: str = "", page: int = 0) -> Questions:
        """What opening a company on a tab asks, by default the tab and page that are shown."""
        tab = tab or self.tabs.chosen
        if not page:
            section = self.sections.get(tab)
            page = section.pages.asked if section is not None and tax_id == section.tax_id else 1
        asked = [about(PROFILE, tax_id)]
        for operation in self.kinds[tab].pane.own_operations:
            asked.append(about(operation, tax_id, page))
        return tuple(asked)

    def prices(self) -> dict[str, int]:
        """The price of each tab of the company; one that needs only the profile has none."""
        if self.entry is None:
            return dict.fromkeys(self.kinds, 0)
        client, price = self.session.client, self.answers.price
        tax_id = self.entry.tax_id
        state: tuple[object, ...] = (tax_id, self.answers.changes, id(client))
        if client is not None:
            state += (client.allowance.session_requests, client.allowance.recalled)
        is_live = client is not None and client.live is not None  # a wait grows shorter by itself
        if state != self._prices[0] or is_live:
            prices = dict.fromkeys(self.kinds, 0)
            for tab, kind in self.kinds.items():
                if kind.pane.own_operations:
                    prices[tab] = price(self.questions(tax_id, tab))
            self._prices = (state, prices)
        return self._prices[1]

    def retry(self) -> None:
        """Request the missing data of the current tab."""
        self._confirm()
        self._open()
        if self.profile.is_missing:
            self._ask_profile()
        else:
            self._load_section(again=True)

    def choose(
        self, tab: str, page: int = 1, *, confirm: bool = True, is_warning_seen: bool = False
    ) -> None:
        """Show a tab and request its missing data.

        ``page`` is the first page of a paged tab that is shown for the first time; ``confirm``: a
        key was pressed for it; ``is_warning_seen``: and the user saw the warning of a live source.
        """
        if tab not in self.sections:
            self.sections[tab] = section = self._new_section(tab)
            self.mount(section)
            if self.entry is not None:
                section.set_company(self.entry)
            section.pages = Pages(page, page)
        self.tabs.chosen = tab
        self._show_section()
        if self.entry is not None and confirm:
            self._confirm()
            self._open()
            self.section.is_warning_seen = is_warning_seen
        if self.profile.needs_request:
            self._ask_profile()
        self._load_section()
        self.section.redraw_if_stale()

    def _load_section(self, *, again: bool = False) -> None:
        """Request the missing data of the current tab; ``again``: also data that failed before."""
        if self.entry is not None and self.profile.is_settled:
            self.section.load(again=again)

    def _answer_arrived(self, tax_id: str, question: Question | None) -> None:
        """Update what shows an answer; other tabs catch up when they are shown."""
        if tax_id != self.tax_id:
            return
        if question is not None and question.operation is PROFILE:
            self._profile_finished()
            return
        for section in tuple(self.sections.values()):
            is_its_own = question is not None and question.operation in section.own_operations
            if is_its_own or (section is self.section and section.reads_all):
                section.answer_arrived(question)
        self.header.draw(self._draw_header)

    def _profile_finished(self) -> None:
        answer = self.profile.answer
        if self.entry is not None and answer is not None and not self.entry.company_id:
            # A server may leave the tax id out of a profile, or spell it differently.
            self.entry = replace(from_record(answer.data), tax_id=self.tax_id)
            for each in self.sections.values():
                each.entry = self.entry
        first = self.sections[self._first_tab]
        first.redraw()
        if self.entry is None or not self.profile.is_settled:
            for section in self.sections.values():
                if section is not first:
                    section.redraw()  # a hidden one once it is shown
            return
        if self.section is not first:
            first.load()  # whichever tab is shown: the line about signals needs free answers
        self._load_section()  # also draws the current tab
        if self.is_opened:
            self._is_reported = False
            self._open()

    def reload(self) -> None:
        """Load the shown data again, bypassing the cache."""
        self._open()
        if not self.section.own_operations or self.profile.answer is None:
            self._ask_profile(fresh=True)
        else:
            self.section.reload()

    def name_keys_again(self) -> None:
        """Show the keys of hints as they work now, on the start page and in a failure's advice."""
        if self.entry is None:
            self.section.name_keys_again()
        elif any(value.error for value in (self.profile, *self.section.values)):
            self.section.redraw()

    def workspace_changed(self) -> None:
        """Read the workspace's data on the company again, or the start page's."""
        if self.entry is None:
            self.sections[self._first_tab].workspace_changed()
        elif self.is_attached:
            start(
                self,
                self._read_workspace(self.entry.tax_id),
                description="what the workspace has of the company",
                exclusive=True,
            )

    async def _read_workspace(self, tax_id: str) -> None:
        session = self.session
        found = await session.workspace_thread.ask(
            lambda workspace: workspace_data_of(workspace, session.source.kind, tax_id),
            WorkspaceData(),
        )
        # What is read for the next company replaces this worker.
        if self.entry is not None and found != self.in_workspace:
            self.in_workspace = found
            self.header.draw(self._draw_header)
            for section in self.sections.values():
                section.workspace_changed()

    def on_data_pane_changed(self) -> None:
        """A tab was drawn again: for another company, or with more data about this one."""
        if self.state() is not self._drawn:
            self.header.draw(self._draw_header)

    def _draw_header(self, width: int) -> Content:
        state = self._drawn = self.state()
        if state.entry is None:
            return lines([Content(" ")] * 3)  # as high as with a company
        answer = self.profile.answer
        head = draw_header(state.entry, answer.data if answer else None, state.today, width)
        return lines([head, draw_verdict(state.signals, state.in_workspace, self.origin, width)])
