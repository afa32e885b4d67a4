"""The right pane: one company, its header, and a tab for each kind of data."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from tui_app.contract.resources import CompanyProfile
from tui_app.language import _
from tui_app.ui.explorer.header import draw_header
from tui_app.ui.lists.base import Interest
from tui_app.ui.lists.entry import Entry, from_profile
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.profile import ProfileSection
from tui_app.ui.text.cells import fit
from tui_app.ui.text.drawing import lines, styled
from tui_app.ui.timings import DWELL
from tui_app.ui.widgets.tab_strip import Tab, TabStrip
from tui_app.ui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

SECTIONS: Final[tuple[type[Section], ...]] = (
    ProfileSection,
    FinancialsSection,
    CourtCasesSection,
    ContactsSection,
)


TAB_NAMES: Final = tuple(section.tab for section in SECTIONS)

_ON_DEMAND: Final[dict[str, Callable[[], Section]]] = {
    FinancialsSection.tab: FinancialsSection,
    CourtCasesSection.tab: CourtCasesSection,
    ContactsSection.tab: ContactsSection,
}


class DetailPane(Vertical):
    """Owns the company that is shown and its profile, whose flags every section needs."""

    BLANK = True

    class Looked(Message):
        """A company is looked at, more than in passing."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self, today: Callable[[], dt.date]) -> None:
        super().__init__(id="detail")
        self._today = today
        self.entry: Entry | None = None
        self._confirmed = False
        self.profile: RemoteValue[CompanyProfile] = RemoteValue(
            self, "profile", self._profile_settled
        )
        self.sections: dict[str, Section] = {ProfileSection.tab: ProfileSection(self.profile)}
        self._unopened: dict[str, Section] = {}
        self.header = TextPane(id="company-header")
        labels = (Tab(s.tab, f"{n} {s.label()}") for n, s in enumerate(SECTIONS, start=1))
        self.tabs = TabStrip(tuple(labels), id="detail-tabs")

    def compose(self) -> ComposeResult:
        """Header, tabs, and the sections that were looked at."""
        yield self.tabs
        yield self.header
        yield self.sections[ProfileSection.tab]

    def on_mount(self) -> None:
        """Say what to do first."""
        self.header.draw(self._draw_header)
        self.section.redraw()

    @property
    def section(self) -> Section:
        """The tab that is shown."""
        return self.sections[self.tabs.chosen]

    def show(self, entry: Entry, interest: Interest, *, confirm: bool = True) -> None:
        """Show a company: what the list holds at once, the profile as the interest allows.

        ``confirm`` says that it is opened by a key, and may cost though requests are scarce.
        """
        if self.entry is None or entry.tax_id != self.entry.tax_id:
            self.entry = entry
            self.profile.drop()
            self._confirmed = False
            for section in self.sections.values():
                section.about(entry.tax_id)
            self.header.draw(self._draw_header)
        if interest is Interest.DWELL:
            self._ask_profile(after=DWELL)
        elif interest is Interest.OPEN:
            if confirm:
                self._confirm()
            self._ask_profile()
            self._look()

    @property
    def was_asked_for(self) -> bool:
        """Whether somebody wants to see the company that is shown, more than in passing."""
        return self.profile.phase is not Phase.IDLE

    def forget_glance(self) -> None:
        """Show no company, unless somebody asked for the one that is shown."""
        if self.entry is None or self.was_asked_for:
            return
        self.entry = None
        for section in self.sections.values():
            section.about("")
        self.header.draw(self._draw_header)

    def _confirm(self) -> None:
        """A key was pressed for this company: it may cost requests though they are scarce."""
        self._confirmed = True
        for section in self.sections.values():
            section.confirmed = True

    def _ask_profile(self, *, after: float = 0, fresh: bool = False) -> None:
        entry, confirm = self.entry, self._confirmed
        if entry is None or (self.profile.settled and not fresh and self.profile.answer):
            return
        self.profile.ask(
            lambda companies: companies.profile(entry.tax_id, fresh=fresh, confirm=confirm),
            after=after,
        )
        self.sections[ProfileSection.tab].redraw()

    def price_of(self, tab: str, tax_id: str, client: Companies, *, fresh: bool = False) -> int:
        """What looking at a tab of a company costs beyond the profile; ``fresh``: renewing it."""
        shown = self.entry is not None and self.entry.tax_id == tax_id
        answer = self.profile.answer if shown else None
        profile = answer.data if answer else None
        return self._section(tab).price(client, tax_id, profile, fresh=fresh)

    def retry(self) -> None:
        """Ask for what is missing in the tab that is shown."""
        self._confirm()
        if self.profile.wanting:
            self._ask_profile()
        else:
            self._look()

    def _section(self, tab: str) -> Section:
        """A tab, put on the screen or not yet."""
        if tab in self.sections:
            return self.sections[tab]
        if tab not in self._unopened:
            self._unopened[tab] = _ON_DEMAND[tab]()
        return self._unopened[tab]

    def choose(self, tab: str, page: int = 1, *, confirm: bool = True) -> None:
        """Show a tab; its data are asked for now, if they are not there.

        ``page`` is where the court cases begin when they are looked at for the first time;
        ``confirm`` says that a key was pressed for it.
        """
        if tab not in self.sections:
            self.sections[tab] = section = self._section(tab)
            self._unopened.pop(tab, None)
            self.mount(section)
            if self.entry is not None:
                section.about(self.entry.tax_id)
            if isinstance(section, CourtCasesSection):
                section.page = page
        self.tabs.chosen = tab
        for name, section in self.sections.items():
            section.display = name == tab
        if self.entry is not None and confirm:
            self._confirm()
        if self.profile.wanting:
            self._ask_profile()
        self._look()
        self.section.catch_up()

    def _look(self) -> None:
        if self.entry is not None and self.profile.settled:
            answer = self.profile.answer
            self.section.look(answer.data if answer else None)

    def _profile_settled(self) -> None:
        answer = self.profile.answer
        if self.entry is not None and answer is not None and not self.entry.company_id:
            self.entry = from_profile(answer.data)
        self.header.draw(self._draw_header)
        section = self.sections[ProfileSection.tab]
        if self.entry is None or not self.profile.settled:
            section.redraw()
            return
        if section is not self.section:
            section.redraw()
        self._look()  # which draws the tab that is shown
        self.post_message(self.Looked(self.entry))

    def renew(self) -> None:
        """Ask again for what is shown."""
        if self.tabs.chosen == ProfileSection.tab or self.profile.answer is None:
            self._ask_profile(fresh=True)
        else:
            self.section.renew()

    def _draw_header(self, width: int) -> Content:
        entry = self.entry
        if entry is None:
            hint = _("Pick a company on the left: Enter opens it.")
            return lines([styled(fit(hint, width), "dim"), Content(" ")])
        answer = self.profile.answer
        return draw_header(entry, answer.data if answer else None, self._today(), width)
