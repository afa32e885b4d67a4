"""The program on the screen: it owns the client, the settings and the look."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec import Struct
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui_app import __version__
from tui_app.language import LANGUAGES, _, language, set_language
from tui_app.settings import Settings
from tui_app.ui.actions.registry import first_key
from tui_app.ui.charts.data import ChartStyle, Marker
from tui_app.ui.explorer import resuming
from tui_app.ui.explorer.layouts import HEIGHTS, WIDTHS
from tui_app.ui.explorer.screen import ExplorerScreen
from tui_app.ui.terminal.capabilities import Characters, Terminal
from tui_app.ui.terminal.diff_app import DiffApp
from tui_app.ui.terminal.plain_output import PlainOutput
from tui_app.ui.text.drawing import styled
from tui_app.ui.text.themes import DEFAULT_THEME, THEMES, chart_style, variable_defaults
from tui_app.ui.timings import FIRST_FRAME, QUIET, QUIET_EMBEDDED
from tui_app.workspace.saved_location import Loaded, SavedLocation, load_location, save_location

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class Source(Struct, frozen=True, kw_only=True):
    """Where the data come from, for people."""

    name: str
    """For the head line, for example ``sample data (invented companies)``."""
    welcome: str
    """What to say while no company is shown."""
    invitation: str = ""
    """What to tell once on the first run; empty where a source was set."""
    embedded: bool
    """Whether the service runs in this process, so that asking costs no line."""


class AppContext(Struct, frozen=True, kw_only=True):
    """What the program is told about where it runs.

    ``describe`` says in words which source some settings choose, and ``connect`` makes the
    client for it; it blocks (it imports, it may build the sample) and is called in a thread
    after the first frame. It raises only ``ClientError``.
    """

    connect: Callable[[Settings], Companies]
    describe: Callable[[Settings], Source]
    settings: Settings
    terminal: Terminal
    """What the terminal can show, and where it is."""
    place_file: Callable[[Settings], Path | None] = lambda settings: None
    """Where the place is remembered for the source of some settings; ``None``: nowhere."""
    key_lines: Callable[[], Mapping[str, int]] = dict
    """The line of the configuration file in which each key was changed."""
    notices: tuple[str, ...] = ()
    """What the user should know about the settings."""
    today: Callable[[], dt.date] = lambda: dt.datetime.now(dt.UTC).astimezone().date()


class FirmetermApp(DiffApp[None], inherit_bindings=False):
    """One screen, one client for the life of the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Textual's own ctrl+q is flow control in many terminals, and acts in any dialog.
        Binding("ctrl+c", "help_quit", show=False, system=True),
    ]

    CSS_PATH = "firmeterm.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "firmeterm"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, app_context: AppContext) -> None:
        super().__init__(app_context.terminal.colours)
        self.app_context = app_context
        self.settings = app_context.settings
        self.source = app_context.describe(self.settings)
        self.client: Companies | None = None
        self.sent_elsewhere = 0
        """Requests of this session that other servers got, or this one when it was tried."""
        self._rebuilt = 0
        self._connecting: asyncio.Task[Companies] | None = None
        self.animation_level = "full" if self.settings.animations else "none"
        self.terminal = app_context.terminal
        for theme in THEMES:
            self.register_theme(theme)
        wanted = self.settings.theme or self.terminal.theme
        self.begin_with_theme(wanted if wanted in self.available_themes else DEFAULT_THEME)
        self.add_line_filter(PlainOutput(self.terminal.characters))
        self._notices: list[str] = list(app_context.notices)
        self._go_to_last_place()

    def _go_to_last_place(self) -> None:
        """From now on be where the source of the settings was left, and remember it there."""
        self._place_file = file = self.app_context.place_file(self.settings)
        self.is_first_run = file is None or not file.exists()
        loaded = load_location(file) if file and self.settings.resume else Loaded(SavedLocation())
        self._place = loaded.place
        if loaded.notice:
            self._notices.append(loaded.notice)

    def get_default_screen(self) -> ExplorerScreen:
        """The explorer."""
        return ExplorerScreen(self, self._place)

    async def _rebuild(self, place: SavedLocation) -> None:
        """Another explorer in the place of this one: a mode, since no screen is below it."""
        before = self.current_mode
        self._rebuilt += 1
        name = f"explorer-{self._rebuilt}"
        self.add_mode(name, lambda: ExplorerScreen(self, place))
        await self.switch_mode(name)
        await self.explorer.mount_rest()
        if before != self.DEFAULT_MODE:
            await self.remove_mode(before)

    @property
    def explorer(self) -> ExplorerScreen:
        """The main screen, whatever stands over it."""
        screen = self.screen_stack[0]
        assert isinstance(screen, ExplorerScreen)  # noqa: S101 (narrows Textual's own type)
        return screen

    @property
    def quiet(self) -> float:
        """Seconds without a key before a search is sent."""
        return QUIET_EMBEDDED if self.source.embedded else QUIET

    async def use_server(self, base_url: str) -> None:
        """Go over to another server: where it was left, with its own client."""
        before, self.client = self.client, None
        if before is not None:
            self.sent_elsewhere += before.allowance.session_requests
            await before.aclose()
        self.settings = msgspec.structs.replace(self.settings, base_url=base_url)
        self.source = self.app_context.describe(self.settings)
        self._go_to_last_place()
        await self._rebuild(self._place)
        self.explorer.foot.say(_("Connected to {server}").format(server=self.source.name), "good")
        await self._connect_quietly()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes that are not ours."""
        return variable_defaults(self.current_theme)

    @property
    def chart_style(self) -> ChartStyle:
        """How charts look now: as the user set it, where the terminal can show that."""
        marker = self.terminal.marker
        if marker is Marker.BLOCKS and self.terminal.characters is Characters.FULL:
            marker = Marker(self.settings.charts)
        return chart_style(self.theme_variables, marker)

    def on_mount(self) -> None:
        """Do what else there is to do once the first frame is on the screen."""
        self.run_worker(
            self._warm_up(),
            group="connect",
            description="make the client ready",
        )

    async def _warm_up(self) -> None:
        await self.screen.wait_for_refresh()
        await asyncio.sleep(FIRST_FRAME)
        await self.explorer.mount_rest()
        try:
            await self._connect_quietly()
        finally:
            self.idle_gc.begin()

    async def _connect_quietly(self) -> None:
        from tui_app.client.errors import ClientError
        from tui_app.ui.remote.value import words_of

        try:
            await (await self.companies()).load()
        except ClientError as error:
            self.explorer.foot.say(" ".join(words_of(error)), "bad")
        else:
            self.tell_allowance()
            self.explorer.open_kept()

    def remember(self, place: SavedLocation) -> None:
        """The user is somewhere else; written at once, since a dropped line gives no warning."""
        if self._place_file is not None and place != self._place:
            self._place = place
            save_location(self._place_file, place)

    def copy(self, text: str) -> None:
        """Send a text to the clipboard and say how, or show it for selecting."""
        from tui_app.ui.dialogs.plain import PlainScreen
        from tui_app.ui.terminal.clipboard import CannotCopyError, copy

        try:
            done = copy(text, self.terminal, self._write_raw)
        except CannotCopyError as error:
            self.push_screen(PlainScreen(str(error), text))
        else:
            self.explorer.foot.say(str(done), "good")

    def copy_to_clipboard(self, text: str) -> None:
        """What was selected with the mouse goes the same way as every other copy."""
        self.copy(text)

    def _write_raw(self, sequence: str) -> None:
        if self.driver is not None:
            self.driver.write(sequence)

    def action_help_quit(self) -> None:
        """ctrl+c is what many try first to get out."""
        if not self.explorer.too_small:
            text = _("{quit} leaves; in a text field press {escape} first")
            keys = {name: first_key(self.settings.keys, name) for name in ("quit", "escape")}
            self.explorer.foot.say(text.format(**keys))

    def set_theme(self, name: str) -> None:
        """Use a theme from now on."""
        self.theme = name

    def next_theme(self) -> None:
        """The next of our own themes."""
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.theme = names[(at + 1) % len(names)]
        self.explorer.foot.say(self.theme)

    def watch_theme(self, _theme: str) -> None:
        """Charts have their theme's colours."""
        if self.is_running:
            self.explorer.detail.section.redraw()

    def change_language(self, code: str) -> None:
        """Build the screen anew in another language, at the same place."""
        self.run_worker(self._change_language(code), group="language", exit_on_error=False)

    def next_language(self) -> None:
        """The other language."""
        at = LANGUAGES.index(language())
        self.change_language(LANGUAGES[(at + 1) % len(LANGUAGES)])

    async def _change_language(self, code: str) -> None:
        set_language(code)
        before = self.explorer
        in_field = isinstance(before.focused, Input)
        await self._rebuild(before.place)
        resuming.hand_over(before, self.explorer)
        if not in_field and not self.explorer.detail_has_focus:
            self.explorer.focus_list()
        self.explorer.open_kept()

    async def companies(self) -> Companies:
        """The client, made when first wanted; raises ``ClientError``. A failure is tried anew."""
        if self.client is not None:
            return self.client
        if self._connecting is None:
            self._connecting = asyncio.create_task(
                asyncio.to_thread(self.app_context.connect, self.settings)
            )
        task = self._connecting
        try:
            # Shielded: a pane that is not interested any more must not stop the others' client.
            self.client = await asyncio.shield(task)
        finally:
            if task.done():
                self._connecting = None
        self.client.on_heard = self._tell_what_was_heard
        self.tell_allowance()
        return self.client

    def _tell_what_was_heard(self) -> None:
        """An answer came, wanted or not: it may have cost a request."""
        if self.is_running and self.client is not None:
            self.tell_allowance()

    def tell_allowance(self) -> None:
        """The allowance may have changed, and the cache may have something to say."""
        notices, self._notices = self._notices, []
        notices += self.client.take_notices() if self.client else ()
        if notices:
            self.explorer.foot.say(" ".join(notices), "warn", also=True)
        self.explorer.acting.renew_all()

    def today(self) -> dt.date:
        """The day where the user is."""
        return self.app_context.today()

    def headline(self) -> tuple[Content, Content]:
        """The head line: what this is and where the data come from; who is where over SSH."""
        left = styled("firmeterm", "strong") + styled(f" {__version__} · ", "dim")
        if self.settings.offline:
            left += styled(_("offline, only what is kept"), "warn") + styled(" · ", "dim")
        elif self.client is not None and self.client.connection_lost:
            left += styled(_("offline, the line is lost"), "warn") + styled(" · ", "dim")
        return left + Content(self.source.name), styled(self.terminal.host or "", "dim")

    async def on_unmount(self) -> None:
        """Leave no connection open."""
        if self.client is not None:
            await self.client.aclose()
