"""The app: owns the client, the settings and the theme."""

from __future__ import annotations

import asyncio
import datetime as dt
import math
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.client.errors import ClientError
from tui_app.config.loading import choose_source
from tui_app.config.settings import Settings, SettingsError
from tui_app.system import memory
from tui_app.system.language import _, name_keys, set_language
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.app_context import AppContext
from tui_app.ui.current_client import CurrentClient
from tui_app.ui.explorer.held_keys import HeldKeys
from tui_app.ui.explorer.resuming import LocationFile, hand_over, location_with, open_text
from tui_app.ui.explorer.screen import ExplorerScreen
from tui_app.ui.remote.value import Progressed, start
from tui_app.ui.remote.wording import error_text
from tui_app.ui.session import LineCommand, LineError, MatchStorage, Speaker, UndoStack
from tui_app.ui.terminal.capabilities import DEFAULT_THEME, ChartStyle, Marker, set_spoken
from tui_app.ui.terminal.frames import DiffApp, RepaintScreen
from tui_app.ui.terminal.plain_output import PlainOutput, SpokenOutput
from tui_app.ui.text.keys import shown_key
from tui_app.ui.text.themes import THEMES, chart_style, unknown_theme, variable_defaults
from tui_app.ui.timings import DEBOUNCE, DEBOUNCE_EMBEDDED, FIRST_FRAME, INTERRUPTED_TWICE
from tui_app.ui.widgets.minimum_size import HEIGHTS, widths
from tui_app.ui.workspace_thread import WorkspaceThread
from tui_app.workspace.saved_location import SavedLocation

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.live import Progress


class FirmetermApp(DiffApp[None], inherit_bindings=False):
    """One main screen and one client for the life of the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "help_quit", show=False, system=True, priority=True)
    ]

    CSS_PATH = "firmeterm.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "firmeterm"
    HORIZONTAL_BREAKPOINTS = widths()
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, app_context: AppContext) -> None:
        terminal = app_context.terminal
        super().__init__(terminal.colours, takes_links=terminal.takes_links)
        self.app_context = app_context
        self.settings = app_context.settings
        set_spoken(self.settings.screen_reader)
        type(self).HORIZONTAL_BREAKPOINTS = widths()
        self.source = app_context.describe(self.settings)
        self.progress: dict[str, str] = {}
        self.workspace_thread = WorkspaceThread(
            app_context.open_workspace, self._show_workspace_notice, self._workspace_changed
        )
        self._explorer: ExplorerScreen | None = None
        """The newest main screen. Textual's stack of screens is empty while one is being opened."""
        self._rebuilt = 0
        self._rebuilding = asyncio.Lock()
        self._is_replacing = False
        """Held until the new explorer has taken everything over: only then may another follow."""
        self._interrupted_at = -math.inf
        self._held_keys = HeldKeys(self)
        self.client: Companies | None = None
        """``None`` before the first connection."""
        self._client = CurrentClient(
            app_context.connect,
            self.settings,
            on_client=partial(setattr, self, "client"),
            on_answer=self._answer_arrived,
            on_progress=self._show_progress,
        )
        # What its parts do themselves.
        self.companies, self.key_rejected = self._client.companies, self._client.key_rejected
        self.hold_keys, self.drop_keys = self._held_keys.hold, self._held_keys.drop
        self.today, self.matcher = app_context.today, app_context.matcher
        self.complete_line = app_context.complete_line
        animates = self.settings.animations and not self.settings.screen_reader
        self.animation_level = "full" if animates else "none"
        self.terminal = app_context.terminal
        name_keys(self.terminal.unseen_keys)
        self.approved: set[str] = set()
        self.undo = UndoStack()
        self.lines_typed: list[str] = []
        self.following: set[Callable[[], bool]] = set()
        self.end_export: Callable[[], None] | None = None
        self._notices: list[str] = []
        self._choose_theme()
        self.add_line_filter(PlainOutput(self.terminal.characters))
        self.add_line_filter(SpokenOutput(enabled=self.settings.screen_reader))
        self._location = SavedLocation()
        self._load_location()
        if (text := app_context.first_view.text) or app_context.first_view.line is not None:
            self._location = location_with(text, self._location)
        self._keys = ActionTable(
            app_context.lists,
            app_context.sections,
            self.settings.keys,
            app_context.key_lines(),
            self.settings.command,
            # Every changed key is checked.
            None if self.settings.keys or self.settings.command else self._location.views,
        )

    def _choose_theme(self) -> None:
        """The theme of the settings, else one that suits the terminal."""
        for theme in THEMES:
            self.register_theme(theme)
        name = self.settings.theme or self.terminal.theme
        is_known = name in self.available_themes
        self.begin_with_theme(name if is_known else DEFAULT_THEME)
        if not is_known:
            self._notices.append(unknown_theme(name))

    def _load_location(self) -> None:
        """Load the last location for the current source, and save to it from now on."""
        file = self.app_context.location_file(self.settings)
        try:
            self.is_first_run = file is None or not file.exists()
        except PermissionError:
            self.is_first_run = False  # loading it says why it cannot be read
        self._location_file = LocationFile(self, file, is_kept=not self.settings.private)
        self.remember = self._location_file.save
        loaded = self._location_file.load(resume=self.settings.resume)
        self._location = loaded.location
        if loaded.notice:
            self._notices.append(loaded.notice)

    def get_default_screen(self) -> ExplorerScreen:
        """The explorer."""
        return self._explorer_at(self._location, is_resumed=True)

    def _explorer_at(self, location: SavedLocation, *, is_resumed: bool) -> ExplorerScreen:
        context = self.app_context
        self._explorer = ExplorerScreen(
            self,
            location,
            is_resumed=is_resumed,
            lists=context.lists,
            sections=context.sections,
            keys=self._keys,
        )
        return self._explorer

    async def on_event(self, event: events.Event) -> None:
        """Hold a key back while an earlier one waits.

        Only a letter typed into a field needs no table of all actions.
        """
        if isinstance(event, events.InputEvent) and not (
            isinstance(event, events.Key) and event.is_printable and isinstance(self.focused, Input)
        ):
            self.explorer.complete_actions()
        if not self._held_keys.takes(event):
            await super().on_event(event)

    def read_line(self, line: str) -> LineCommand:
        """Read a line as the command line does; raises ``LineError``."""
        command = self.app_context.read_line(line)
        theme = command.settings.get("theme")
        known = [name for name in self.available_themes if name in (theme, f"firmeterm-{theme}")]
        if theme is None:
            return command
        if not known:
            raise LineError(unknown_theme(theme))
        return replace(command, settings={**command.settings, "theme": known[-1]})

    @property
    def holds_keys(self) -> bool:
        """Whether keys are held back."""
        return self._held_keys.is_active

    async def _rebuild(self, location: SavedLocation, *, is_resumed: bool) -> None:
        """Replace the explorer by a new one. It is a mode, since no screen is below it."""
        before = self.current_mode
        self._is_replacing = True
        self._held_keys.drop()
        self.undo.screen_replaced()
        self._rebuilt += 1
        name = f"explorer-{self._rebuilt}"
        self.add_mode(name, lambda: self._explorer_at(location, is_resumed=is_resumed))
        await self.switch_mode(name)
        await self.explorer.mount_deferred()
        if before != self.DEFAULT_MODE:
            await self.remove_mode(before)
        self._is_replacing = False
        # Messages from the meantime are shown on the new screen, after those they refer to.
        self.call_next(self.update_allowance)

    @property
    def explorer(self) -> ExplorerScreen:
        """The main screen, even while a dialog covers it or another one replaces it."""
        assert self._explorer is not None  # noqa: S101 (nothing asks before the first screen)
        return self._explorer

    @property
    def debounce(self) -> float:
        """Seconds without a key before a search is sent."""
        return DEBOUNCE_EMBEDDED if self.source.embedded else DEBOUNCE

    def switch_source(
        self, then: Callable[[ExplorerScreen], object] | None = None, /, **chosen: str
    ) -> None:
        """Switch to another source, named as in the settings; ``then`` gets the new screen."""
        try:
            settings = choose_source(self.app_context.settings, self.settings, **chosen)
        except SettingsError as error:
            self.say(str(error), "bad")
            return
        start(self, self.use_source(settings, then), description="go over to another source")

    async def use_source(
        self, settings: Settings, then: Callable[[ExplorerScreen], object] | None = None
    ) -> None:
        """Switch to another source, at its last location and with its own client."""
        async with self._rebuilding:
            # Without an await in between: every request from here on goes to the new source.
            self.settings = settings
            self.workspace_thread.keeps_answers = True
            before = self._client.change(settings)
            self.source = self.app_context.describe(self.settings)
            self._load_location()
            await self._rebuild(self._location, is_resumed=True)
        text = _("Source: {source}") if self.source.embedded else _("Connected to {source}")
        self.say(text.format(source=self.source.name), "good")
        if before is not None:
            await before.aclose()  # messages about ended tasks follow, on the new screen
        await self._connect()
        if then is not None:
            then(self.explorer)

    def message_of(self, error: Exception) -> tuple[str, int]:
        """A sentence if memory ran out: no fault of ours, and a traceback needs more memory."""
        if memory.is_exhausted(error):
            memory.release_reserve()
            return _(memory.OUT_OF_MEMORY), memory.EXIT_STATUS
        return super().message_of(error)

    def say(self, text: str, style: str = "text") -> None:
        """Show a message on the foremost screen that shows messages, or once there is one.

        While the explorer is being replaced, a message would go with the old one: the new one shows
        it.
        """
        if self._explorer is None or self._is_replacing:
            self._notices.append(text)
            return
        speakers = (each for each in reversed(self.screen_stack) if isinstance(each, Speaker))
        next(speakers, self._explorer).say(text, style)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes that are not ours."""
        return variable_defaults(self.current_theme)

    @property
    def chart_style(self) -> ChartStyle:
        """How charts look: as set by the user, if the terminal can show it."""
        marker = self.terminal.marker
        if marker is Marker.BLOCKS:
            marker = Marker(self.settings.charts)
        return chart_style(self.theme_variables, marker)

    def on_mount(self) -> None:
        """Start the remaining work once the first frame is shown."""
        start(self, self._warm_up(), description="make the client ready")

    async def _warm_up(self) -> None:
        await self.screen.wait_for_refresh()
        await asyncio.sleep(FIRST_FRAME)
        await self.explorer.mount_deferred()
        self.explorer.detail.workspace_changed()
        try:
            await self._connect()
            first = self.app_context.first_view
            if first.to_match is not None:
                from tui_app.ui.actions.full_screens import open_list

                open_list(self.explorer, first.to_match)
            if first.text:
                await open_text(self.explorer, first.text, first.tab)
            if first.line is not None:
                from tui_app.ui.actions.command_line import run_line

                run_line(self.explorer, first.line)
        finally:
            self.idle_gc.begin()

    async def _connect(self) -> None:
        try:
            await (await self.companies()).load()
            self.update_allowance()
            self.explorer.detail.name_keys_again()  # the start page has what this source can do
        finally:
            # Even without a connection: keys that wait for the last location act now.
            self.explorer.fill_location()

    def copy(self, text: str, what: str) -> None:
        """Send a text to the clipboard and say so, or show it for selection."""
        start(self, self._copy(text, what), description="copy to the clipboard")

    async def _copy(self, text: str, what: str) -> None:
        from tui_app.ui.dialogs.texts import PlainScreen
        from tui_app.ui.terminal.clipboard import CannotCopyError, copy

        def write(sequence: str) -> None:
            self.call_from_thread(self.write_raw, sequence)

        try:
            # A desktop's helper program may hang.
            done = await asyncio.to_thread(copy, text, self.terminal, write)
        except CannotCopyError as error:
            self.push_screen(PlainScreen(str(error), text))
        else:
            self.say(done.message(what), "good")

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open an address in the browser; may return only when that is closed."""
        from tui_app.ui.actions.website import open_in_browser

        open_in_browser(url)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy text selected with the mouse in the same way as every other text."""
        self.copy(text, _("the selected text"))

    def action_help_quit(self) -> None:
        """Many users try ctrl+c first to quit: it quits if pressed twice within two seconds."""
        if selected := self.screen.get_selected_text():
            self.copy_to_clipboard(selected)
            return
        now = time.monotonic()
        if now - self._interrupted_at <= INTERRUPTED_TWICE:
            self.exit()
            return
        self._interrupted_at = now
        if not self.explorer.too_small:
            text = _("{key} again quits; {quit} does as well")
            self.say(text.format(key=shown_key("ctrl+c"), quit=self.first_key("quit", here=True)))

    def watch_theme(self, _theme: str) -> None:
        """Draw charts in the colours of the theme, once those came with its style sheet."""
        if self.is_running:
            self.call_next(self.explorer.detail.section.redraw)

    def change_language(self, code: str) -> None:
        """Rebuild the screen in another language, at the same place."""
        set_language(code)
        self.source = self.app_context.describe(self.settings)
        start(self, self._replace_at_same_place(), description="change the language")

    def look_back(
        self, day: dt.date | None, then: Callable[[ExplorerScreen], object] | None = None
    ) -> None:
        """Rebuild the screen as of another day, at the same place; ``then`` gets the new one."""
        start(self, self._look_back(day, then), description="look at another day")

    async def _look_back(
        self, day: dt.date | None, then: Callable[[ExplorerScreen], object] | None
    ) -> None:
        try:
            companies = await self.companies()
            await companies.look_back(day)
        except ClientError as error:
            self.say(error_text(error, self), "warn")
            return
        self._client.as_of = day
        # An older state of the register is not a change of today.
        self.workspace_thread.keeps_answers = day is None
        await self._replace_at_same_place()
        if day is None:
            self.say(_("Back to today"), "good")
        if then is not None:
            then(self.explorer)

    async def _replace_at_same_place(self) -> None:
        async with self._rebuilding:
            before = self.explorer
            in_field = isinstance(before.focused, Input)
            await self._rebuild(before.location, is_resumed=before.is_only_resumed)
            hand_over(before, self.explorer)
            if not in_field and not self.explorer.detail_has_focus:
                self.explorer.focus_list()
            self.explorer.fill_location()

    @property
    def as_of(self) -> dt.date | None:
        """The day in the past that everything is shown for; ``None`` for today."""
        return self._client.as_of

    @property
    def match_storage(self) -> MatchStorage:
        """Where decisions about lists are kept."""
        return self.app_context.match_storage(self.settings)

    def _show_progress(self, progress: Progress) -> None:
        """Show the progress of a slow answer where it is awaited."""
        self.progress[progress.tax_id] = progress.text
        for screen in self.screen_stack[:1] + self.screen_stack[1:][-1:]:
            screen.post_message(Progressed(progress.tax_id))

    def _answer_arrived(self) -> None:
        """Count an answer, expected or not: it may have cost a request."""
        self.progress.clear()
        if self.client is not None:
            self.update_allowance()

    def update_allowance(self) -> None:
        """Show the allowance, which may have changed, and notices of the cache."""
        if self._explorer is None or self._is_replacing:
            return
        notices, self._notices = self._notices, []
        notices += self.client.pop_notices() if self.client else ()
        if notices:
            self._explorer.say(" ".join(notices), "warn", also=True)
        for screen in {self._explorer, *self.screen_stack[-1:]}:
            if isinstance(screen, RepaintScreen):
                screen.update_hints()

    def _show_workspace_notice(self, text: str) -> None:
        self._notices.append(text)
        self.update_allowance()

    def _workspace_changed(self) -> None:
        if self.is_running and self._explorer is not None:
            self._explorer.workspace_changed()

    def first_key(self, action: str, *, here: bool = False) -> str:
        """The key of an action as shown to people; ``here``: as it works where the focus is."""
        in_field = here and self.explorer.in_field
        return self._keys.key_in_field(action) if in_field else self._keys.first_keys[action]

    def keys_of(self, action: str) -> tuple[str, ...]:
        """All keys of an action of the explorer, as Textual names them; often none."""
        return self._keys.keymap.get(action, ())

    async def on_unmount(self) -> None:
        """Close connection and files, and save the last location."""
        await self._location_file.finish(in_order=self.return_code == 0)
        await self.workspace_thread.save_notes()
        for tax_id, text in self.workspace_thread.unsaved.items():
            unsaved = _("This note on {tax_id} could not be saved:").format(tax_id=tax_id)
            self.exit(return_code=1, message=Text(f"{unsaved}\n{text}\n"))
        await self.workspace_thread.aclose()
        await self._client.aclose()
