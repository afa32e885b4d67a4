"""The Overview tab: a line about each other tab, then the profile; the start page before that."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.content import Content
from textual.widget import Widget

from tui_app.contract import views
from tui_app.contract.resources import CompanyProfile
from tui_app.system.language import _
from tui_app.ui.panes.action import Intent
from tui_app.ui.remote.questions import Questions, price_label
from tui_app.ui.remote.value import start
from tui_app.ui.sections.base import with_age
from tui_app.ui.sections.home import Home, HomeView, counts_of, draw_welcome, read_home
from tui_app.ui.sections.profile import draw_header, draw_profile
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.text.drawing import lines

_SMALL: Final = 20
"""A terminal with fewer rows shows only the first lines."""
_ROOMY: Final = 30
"""A terminal with this many rows shows long lines in two rows."""
_TITLES: Final = {view.name: view.title for view in views.TABS}


class OverviewSection(CursorSection):
    """The most important facts about a company. The detail pane loads its profile for all tabs."""

    tab, title = views.OVERVIEW.name, views.OVERVIEW.title
    opens_rows = reads_all = True

    _home: Home | None = None
    _home_view: HomeView | None = None
    _drawn_for: tuple[int, int] | None = None
    """How many lines had room when they were drawn."""

    def enter(self) -> Intent | None:
        """Go to the tab of the line under the cursor, or do what a row of the start page says."""
        if self.entry is None:
            return super().enter()
        spot = self.spot if self.profile is not None else None
        if spot is None:
            return super().enter()
        tab = spot.name.removeprefix("tab ")
        return Intent(
            _(_TITLES[tab]).lower(),
            self.questions_to_open(self.tax_id, tab),
            lambda: self.post_message(self.TabWanted(tab, may_spend=True)),
        )

    def questions_of_row(self, key: str) -> Questions:
        """What opening the company of a row of the start page asks."""
        company = self._home_view.company_of(key) if self._home_view is not None else None
        return self.questions_to_open(company.tax_id) if company else ()

    def load(self, *, again: bool = False) -> None:
        """Load free answers. The profile is loaded, and drawn, by the detail pane."""
        if self.profile is not None:
            # Imported here: the start page does not need it.
            from tui_app.ui.sections.overview_lines import NEEDED

            self.answers.load_free(NEEDED, self.tax_id)

    def name_keys_again(self) -> None:
        """Show the keys of the start page as they work now."""
        if self._home_view is not None and self._home is not None:
            self._home_view.show()  # not before its data: the cursor would stay below those

    def redraw_if_stale(self) -> None:
        """Redraw, since another tab may have loaded data of a line."""
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Go to the tab of the clicked line."""
        if self.profile is not None and (placed := self.spot_at(event)):
            self.post_message(self.TabWanted(placed.spot.name.removeprefix("tab ")))

    @property
    def focus_target(self) -> Widget:
        """The rows of the start page while no company is shown."""
        if self.entry is None and self._home_view is not None:
            return self._home_view.rows
        return self.scroller

    @property
    def has_home(self) -> bool:
        """Whether the start page was read."""
        return self._home_view is not None

    def reset(self) -> None:
        """Show a company, or the start page."""
        super().reset()
        self._show_home()

    def workspace_changed(self) -> None:
        """Update the start page, if no company is shown."""
        if self.entry is None and self.is_attached:
            start(self, self._read_home(), description="read the start page", exclusive=True)

    async def _read_home(self) -> None:
        found = await self.session.workspace_thread.ask(read_home, Home())
        if (view := self._home_view) is None:
            # Kept before it is mounted: this worker may be replaced meanwhile.
            view = self._home_view = HomeView(self.session)
            await self.mount(view)
        if found != self._home:
            self._home = found
            view.show(found)
            self._show_home()
            self.redraw()
        if found.screenings:
            view.count(await counts_of(self.session, [line for _n, line in found.screenings]))

    def _show_home(self) -> None:
        """Replace the text by the start page once it has rows."""
        if (view := self._home_view) is not None:
            is_home, had_focus = self.entry is None, view.rows.has_focus
            view.display, self.scroller.display = is_home, not is_home
            if had_focus and not is_home:
                self.scroller.focus()

    def draw(self, width: int) -> Content:
        """The lines, then the profile's fields; a welcome while no company is shown."""
        session = self.session
        if self.entry is None:
            return Content() if self.has_home else draw_welcome(session, width)
        state, answer = self.draw_state(self.profile_value, width), self.profile_value.answer
        known = answer.data if answer is not None else None
        # The header spans the scrollbar's column, too.
        above = draw_header(self.entry, known, session.today(), width + 1)
        profile, is_loaded = known or self.entry.partial_profile, known is not None
        text = draw_profile(profile, above.plain, width, is_loaded=is_loaded)
        if known is not None:
            text = lines([self._draw_lines(known, width), Content(), text])
        if state is None:
            return with_age(self.profile_value, text, session, width)
        if self.profile_value.error is not None and not self.profile_value.needs_request:
            return state
        return lines([state, Content(), text])

    def on_resize(self) -> None:
        """Draw the lines that have room now: at the same width the text is not drawn by itself."""
        if self.entry is not None and self._drawn_for not in (None, self._lines_fitting):
            self.redraw()

    @property
    def _lines_fitting(self) -> tuple[int, int]:
        """How many lines about other tabs have room, and how many rows each may take."""
        from tui_app.ui.sections.overview_lines import LINES

        height = self.app.size.height
        return 2 if height < _SMALL else len(LINES), 2 if height >= _ROOMY else 1

    def _draw_lines(self, profile: CompanyProfile, width: int) -> Content:
        # Imported here: the start page does not need it.
        from tui_app.ui.sections.overview_lines import LINES, Lead, OverviewData, draw_lines

        session, prices = self.session, self.prices_of_tabs()
        shown, rows = self._drawn_for = self._lines_fitting
        leads: dict[str, Lead] = {}
        for line in LINES:
            if line.tab in prices:
                price = price_label(prices[line.tab], session.client)
                leads[line.tab] = Lead(session.first_key(line.tab), price)
        return draw_lines(
            OverviewData(state=self.state(), profile=profile, style=lambda: session.chart_style),
            leads,
            width,
            shown=shown,
            rows=rows,
        )
