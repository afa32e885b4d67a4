"""The detail pane: one company, its header, and a tab for each kind of data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.worker import Worker

from tui_app.client.answer import Answer
from tui_app.contract.operations import COURT_CASES, PROFILE, Operation
from tui_app.contract.resources import CompanyProfile
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import CompanyEntry, Interest, from_record
from tui_app.ui.panes.facts import (
    CompanyState,
    LoadedData,
    StoredData,
    cached_data,
    stored_data_of,
)
from tui_app.ui.program import asks_by_itself
from tui_app.ui.remote.debounce import Debounce
from tui_app.ui.remote.price import price_of, prices_of
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.remote.workers import start
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.header import draw_header, draw_verdict
from tui_app.ui.text.drawing import lines
from tui_app.ui.timings import DWELL
from tui_app.ui.widgets.tab_strip import Tab, TabStrip
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp


class DetailPane(Vertical):
    """Owns the shown company and its profile, whose flags every section needs."""

    BLANK = True

    class CompanyViewed(Message):
        """The user looked at a company, beyond a preview."""

        def __init__(self, entry: CompanyEntry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self, kinds: tuple[type[Section], ...]) -> None:
        """The tabs in order; the first is mounted at once."""
        super().__init__(id="detail")
        self.kinds = {kind.tab: kind for kind in kinds}
        self.entry: CompanyEntry | None = None
        self._confirmed = False
        self.is_opened = False
        """Whether the user asked for data of the shown company, instead of passing by."""
        self._is_reported = False
        """Whether ``CompanyViewed`` was sent for it."""
        self._dwelling = Debounce(self)
        self.profile: RemoteValue[CompanyProfile] = RemoteValue(
            self, "profile", self._profile_finished
        )
        self._first = kinds[0].tab
        self.stored = StoredData()
        self._cached = LoadedData({})
        """The cached data of the company at any age, for the line about signals."""
        self.sections: dict[str, Section] = {self._first: self._new_section(self._first)}
        """The tabs that are mounted."""
        self.section = self.sections[self._first]
        """The section that is shown."""
        self.header = TextPane(id="company-header")
        self._state = CompanyState()
        self._shown: tuple[object, ...] = ()
        """What the header was drawn from."""
        tabs = (Tab(kind.tab, f"{n} {kind.label()}") for n, kind in enumerate(kinds, start=1))
        self.tabs = TabStrip(tuple(tabs), id="detail-tabs")

    def _new_section(self, tab: str) -> Section:
        section = self.kinds[tab](self.profile)
        section.state = self.state
        section.prices_of_tabs = self.prices_of_tabs
        return section

    def state(self) -> CompanyState:
        """What is known of the company now: the same object as long as nothing changes."""
        today = self.program.today()
        now = CompanyState(self.entry, self.loaded_data(), self.stored, today)
        if now != self._state:
            self._state = now
        return self._state

    def prices_of_tabs(self) -> dict[str, int]:
        """The price of the data of each tab."""
        client = self.program.client
        prices = self.prices(self.entry.tax_id, client) if client and self.entry else {}
        return {tab: prices.get(tab, 0) for tab in self.kinds}

    def loaded_data(self) -> LoadedData:
        """All loaded data of the company, from any tab."""
        # Any: operations have different result types.
        answers: dict[str, Answer[Any]] = {}
        if self.profile.answer:
            answers[PROFILE.name] = self.profile.answer
        pages = dict(self._cached.case_pages)
        first, *others = self.sections.values()
        for section in others:
            answers = section.answers | answers
            pages |= section.case_pages
        if 1 in pages:
            answers = {COURT_CASES.name: pages[1]} | answers
        # The first tab's cached answers may be older than those the others loaded.
        answers, pages = first.answers | answers, dict(first.case_pages) | pages
        answers = self._cached.answers | answers
        return LoadedData(answers, self.stored.vat_seen_on, pages)

    def compose(self) -> ComposeResult:
        """Header, tabs, and the mounted sections."""
        yield self.tabs
        yield self.header
        yield self.sections[self._first]

    def on_mount(self) -> None:
        """Show the start page."""
        self._show_header()
        self.section.redraw()

    @property
    def program(self) -> FirmetermApp:
        """The program that this pane belongs to."""
        return cast("FirmetermApp", self.app)

    def _show_section(self) -> None:
        """Show the section of the chosen tab, or the start page's without a company."""
        self.section = self.sections[self._first if self.entry is None else self.tabs.chosen]
        for section in self.sections.values():
            section.display = section is self.section

    @property
    def shows_home(self) -> bool:
        """Whether the start page's rows are shown."""
        return self.entry is None and self.section.has_home

    def show(self, entry: CompanyEntry, interest: Interest, *, confirm: bool = True) -> None:
        """Show a company: the list's data at once, the profile depending on the interest.

        ``confirm``: opened by a key, so it may cost requests even if few are left.
        """
        if self.entry is None or entry.tax_id != self.entry.tax_id:
            self._set_company(entry)
            self.workspace_changed()
        if interest is Interest.OPEN:
            self.look_up()
            if confirm:
                self._confirm()
            self._open()
            self._ask_profile()
            self._load_section()
        elif interest is not Interest.HIDDEN and self.asks_by_itself and self.profile.needs_request:
            self._dwelling.call(DWELL, self._request_profile)

    def _set_company(self, entry: CompanyEntry | None) -> None:
        """Show another company or none, and forget the previous one."""
        self.entry = entry
        self._dwelling.cancel()
        self.profile.drop()
        self._confirmed = self.is_opened = self._is_reported = False
        self.stored, self._cached = StoredData(), LoadedData({})
        self._show_section()
        for section in self.sections.values():
            section.set_company(entry)
        self._show_header()

    @property
    def asks_by_itself(self) -> bool:
        """Whether a company is loaded once the cursor rests on it: only if that is free."""
        return asks_by_itself(self.program)

    def _open(self) -> None:
        """Note that data of the company were requested: it counts as looked at."""
        self.is_opened = True
        if self.entry is not None and self.profile.is_settled and not self._is_reported:
            self._is_reported = True
            program, answer = self.program, self.profile.answer
            if answer is not None:
                program.workspace_thread.keep(program.source, PROFILE, self.entry.tax_id, 1, answer)
            self.post_message(self.CompanyViewed(self.entry))

    def look_up(self) -> None:
        """Use the cached data of the company, which cost nothing."""
        client = self.program.client
        if self.entry is None or client is None or not self.is_attached:
            return
        self._looking_up: Worker[None] = start(
            self,
            self._look_up(client, self.entry.tax_id),
            group="cached",
            description="what is cached of the company",
            exclusive=True,
        )

    async def _look_up(self, client: Companies, tax_id: str) -> None:
        found = await cached_data(client, tax_id)
        if self.entry is not None and self.entry.tax_id == tax_id and found != self._cached:
            before, self._cached = self.state(), found
            if self.state() is not before:
                self._show_header()
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
        self._confirmed = True
        for section in self.sections.values():
            section.confirmed = True

    def _ask_profile(self, *, fresh: bool = False) -> None:
        if self._request_profile(fresh=fresh):
            self.sections[self._first].redraw()

    def _request_profile(self, *, fresh: bool = False) -> bool:
        """Ask if there is no profile yet; returns whether it asked.

        A company under the resting cursor is drawn as if its profile were already loading.
        """
        self._dwelling.cancel()
        entry, confirm = self.entry, self._confirmed
        if entry is None or (self.profile.is_settled and not fresh and self.profile.answer):
            return False

        async def request(companies: Companies) -> Answer[CompanyProfile]:
            return await companies.profile(entry.tax_id, fresh=fresh, confirm=confirm)

        self.profile.ask(request)
        return True

    def price_of(self, tab: str, tax_id: str, client: Companies, page: int = 0) -> int:
        """The price of a company's tab, without the profile."""
        asked, current = self._asked_for(tab, tax_id)
        return price_of(asked, client, tax_id, self._profile_of(tax_id), page or current)

    def prices(self, tax_id: str, client: Companies) -> dict[str, int]:
        """The price of each tab of a company that asks for more than the profile, without that."""
        asking = (tab for tab, kind in self.kinds.items() if kind.asks)
        asked = {tab: self._asked_for(tab, tax_id) for tab in asking}
        return prices_of(asked, client, tax_id, self._profile_of(tax_id))

    # Any: operations have different result types.
    def _asked_for(self, tab: str, tax_id: str) -> tuple[Sequence[Operation[Any]], int]:
        section = self.sections.get(tab)
        return (self.kinds[tab].asks, 1) if section is None else section.asked_for(tax_id)

    def _profile_of(self, tax_id: str) -> CompanyProfile | None:
        answer = self.profile.answer if self.entry and self.entry.tax_id == tax_id else None
        return answer.data if answer is not None else None

    def retry(self) -> None:
        """Request the missing data of the current tab."""
        self._confirm()
        self._open()
        if self.profile.is_missing:
            self._ask_profile()
        else:
            self._load_section(again=True)

    def choose(
        self, tab: str, page: int = 1, *, confirm: bool = True, warned: bool = False
    ) -> None:
        """Show a tab and request its missing data.

        ``page`` is the first page of a paged tab that is shown for the first time; ``confirm``: a
        key was pressed for it; ``warned``: and the user saw the warning of a live source.
        """
        if tab not in self.sections:
            self.sections[tab] = section = self._new_section(tab)
            self.mount(section)
            if self.entry is not None:
                section.set_company(self.entry)
            section.page = page
        self.tabs.chosen = tab
        self._show_section()
        if self.entry is not None and confirm:
            self._confirm()
            self._open()
            self.section.warned = warned
        if self.profile.needs_request:
            self._ask_profile()
        self._load_section()
        self.section.catch_up()

    def _load_section(self, *, again: bool = False) -> None:
        """Request the missing data of the current tab; ``again``: also data that failed before."""
        if self.entry is not None and self.profile.is_settled:
            self.section.load(again=again)

    def _profile_finished(self) -> None:
        answer = self.profile.answer
        if self.entry is not None and answer is not None and not self.entry.company_id:
            # A server may leave the tax id out of a profile, or spell it differently.
            self.entry = replace(from_record(answer.data), tax_id=self.entry.tax_id)
            for each in self.sections.values():
                each.entry = self.entry
        self._show_header()
        first = self.sections[self._first]
        if self.entry is not None and answer is not None:
            first.profile_arrived()
        first.redraw()
        if self.entry is None or not self.profile.is_settled:
            if first is not self.section:
                self.section.redraw()
            return
        self._load_section()  # also draws the current tab
        if self.is_opened:
            self._is_reported = False
            self._open()

    def reload(self) -> None:
        """Load the shown data again, bypassing the cache."""
        self._open()
        if not self.section.asks or self.profile.answer is None:
            self._ask_profile(fresh=True)
        else:
            self.section.reload()

    def workspace_changed(self) -> None:
        """Read the workspace's data on the company again, or the start page's."""
        if self.entry is None:
            self.sections[self._first].workspace_changed()
        elif self.is_attached:
            self._reading: Worker[None] = start(
                self,
                self._read_stored(self.entry.tax_id),
                group="stored",
                description="what is stored of the company",
                exclusive=True,
            )

    async def _read_stored(self, tax_id: str) -> None:
        program = self.program
        found = await program.workspace_thread.ask(
            lambda workspace: stored_data_of(workspace, program.source.kind, tax_id), StoredData()
        )
        if self.entry is not None and self.entry.tax_id == tax_id and found != self.stored:
            self.stored = found
            self._show_header()
            for section in self.sections.values():
                section.workspace_changed()

    def on_data_pane_changed(self, event: DataPane.Changed) -> None:
        """Redraw the line about signals if a tab has more data."""
        self._show_header()

    def _show_header(self) -> None:
        """Draw the header, unless it was drawn from what is known now."""
        state, answer = self.state(), self.profile.answer
        found = state.signals if state.entry else ()
        stored = state.stored
        shown = (state.entry, answer, found, stored.is_watched, stored.has_note, state.today)
        if shown != self._shown:
            self._shown = shown
            self.header.draw(self._draw_header)

    def _draw_header(self, width: int) -> Content:
        state = self._state
        if state.entry is None:
            return lines([Content(" ")] * 3)  # as high as with a company
        answer = self.profile.answer
        head = draw_header(state.entry, answer.data if answer else None, state.today, width)
        return lines([head, draw_verdict(state.signals, state.stored, width)])
