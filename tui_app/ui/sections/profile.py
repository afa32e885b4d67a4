"""The Profile tab."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget
from textual.worker import Worker

from tui_app.system.language import N_
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.remote.workers import start
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.header import draw_header
from tui_app.ui.sections.home import Home, HomeView, draw_welcome, read_home
from tui_app.ui.sections.profile_text import draw_profile
from tui_app.ui.sections.states import with_age
from tui_app.ui.text.drawing import lines
from tui_app.ui.widgets.row_list import RowList


class ProfileSection(Section):
    """The general profile. The detail pane loads it, since every tab needs its flags."""

    tab = "profile"
    title = N_("Profile")
    help = N_("Show the profile")
    opens_rows = True

    _home = Home()
    _home_view: HomeView | None = None

    @property
    def focus_target(self) -> Widget:
        """The rows of the start page while no company is shown."""
        if self.entry is None and self._home_view is not None:
            return self._home_view.rows
        return super().focus_target

    @property
    def has_home(self) -> bool:
        """Once the workspace has data."""
        return not self._home.is_empty

    @property
    def leads_to(self) -> CompanyEntry | None:
        """The company under the start page's cursor."""
        view = self._home_view if self.entry is None else None
        return view.company if view else None

    def reset(self) -> None:
        """Show a company, or the start page."""
        self._show_home()

    def workspace_changed(self) -> None:
        """While no company is shown, the start page changes."""
        if self.entry is None and self.is_attached:
            self._reading: Worker[None] = start(
                self,
                self._read_home(),
                group="home",
                description="read the start page",
                exclusive=True,
            )

    async def _read_home(self) -> None:
        found = await self.program.workspace_thread.ask(read_home, Home())
        if found != self._home:
            self._home = found
            if self._home_view is None and not found.is_empty:
                self._home_view = HomeView(self.program)
                await self.mount(self._home_view)
            if self._home_view is not None:
                self._home_view.show(found)
            self._show_home()
            if self.entry is None:
                self.redraw()

    def _show_home(self) -> None:
        """The start page replaces the text once it has rows."""
        if self._home_view is not None:
            is_home = self.entry is None and self.has_home
            had_focus = self._home_view.rows.has_focus
            self._home_view.display, self.scroller.display = is_home, not is_home
            if had_focus and not is_home:
                self.scroller.focus()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Open the company of a row, or repeat its search."""
        event.stop()
        if company := self.leads_to:
            self.post_message(self.OpenCompany(company))
        elif self._home_view is not None:
            self.post_message(HomeView.SearchAgain(self._home_view.searched(event.key)))

    def draw(self, width: int) -> Content:
        """The fields in groups; a welcome while no company is shown."""
        if self.entry is None:
            return Content() if self.has_home else draw_welcome(self.program, width)
        state, answer = self.draw_state(self.profile_value, width), self.profile_value.answer
        known = answer.data if answer is not None else None
        # The header spans the scrollbar's column, too.
        above = draw_header(self.entry, known, self.program.today(), width + 1)
        profile, is_loaded = known or self.entry.partial_profile, known is not None
        text = draw_profile(profile, above.plain, width, is_loaded=is_loaded)
        if state is None:
            return with_age(self.profile_value, text, self.program, width)
        if self.profile_value.error is not None and not self.profile_value.wanting:
            return state
        return lines([state, Content(), text])
