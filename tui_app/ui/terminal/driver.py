"""Textual's terminal driver, with a clean end after signals and without blocking on slow lines.

Textual handles neither SIGHUP nor SIGTERM, and its queue of thirty writes blocks the whole program
when the line stalls.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from rich.color import ColorSystem
from textual.message import Message

from tui_app.ui.terminal.canvas import Canvas
from tui_app.ui.terminal.capabilities import Colours, is_spoken
from tui_app.ui.terminal.keys import KeyGate, TypedText
from tui_app.ui.terminal.textual_private import FrameApp, Parser, TerminalDriver
from tui_app.ui.terminal.typeahead import take_over, take_typed


class TerminalWriter:
    """A queue of texts that one thread writes in order: a slow line delays only the display.

    ``drained`` is called after everything was written, ``broken`` once when the terminal is gone;
    both in the thread. Nothing raises, and only ``close`` blocks.
    """

    def __init__(
        self, fileno: int, drained: Callable[[], None], broken: Callable[[], None]
    ) -> None:
        self._fileno = fileno
        self._drained = drained
        self._broken = broken
        self._waiting: deque[str] = deque()
        self._changed = threading.Condition()
        self._writing = self._closing = self._is_broken = False
        # A daemon thread: a stalled terminal must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether anything is still to be written."""
        return self._writing or bool(self._waiting)

    def write(self, text: str) -> None:
        """Queue a text; it is dropped if the terminal is gone."""
        with self._changed:
            if not self._is_broken:
                self._waiting.append(text)
                self._changed.notify()

    def close(self, timeout: float) -> bool:
        """Write the queue and end; ``False`` if the terminal did not take it in time."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (data := self._next()) is not None:
            try:
                self._write(data)
            except OSError:
                with self._changed:
                    self._is_broken = True
                    self._waiting.clear()
                    self._writing = False
                self._broken()
                return
            self._writing = False
            if not self._waiting:
                self._drained()

    def _next(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            if not self._waiting:
                return None
            self._writing = True
            text = "".join(self._waiting)
            self._waiting.clear()
        return text.encode("utf-8", "replace")

    def _write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._fileno, data) :]
            except BlockingIOError:
                # The parent process may have left the terminal in non-blocking mode.
                select.select([], [self._fileno], [], None)


ENDING_SIGNALS: Final = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
"""Signals of a dropped line and requests to end: the app closes as if the user had quit."""

_COLOUR_SYSTEMS: Final = {
    Colours.NONE: None,
    Colours.ANSI_16: ColorSystem.STANDARD,
    Colours.PALETTE_256: ColorSystem.EIGHT_BIT,
    Colours.TRUECOLOR: ColorSystem.TRUECOLOR,
}
_SHOW_CURSOR: Final = "\x1b[?25h"
_TIME_TO_END: Final = 4.0
_EXIT_CHECK: Final = 0.1
"""Seconds without a key after which the thread checks whether it must end."""
_REST_OF_A_KEY: Final = 0.1
"""Seconds to wait for the rest of a sequence on a slow line; after that, Esc was typed."""
_READ_AT_ONCE: Final = 4096
_TIME_TO_WRITE: Final = 1.0
# Undoes everything that start-up switched on, for a process that can no longer do it in order.
_RESTORE: Final = (
    "\x1b[?2026l\x1b[?2004l\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"
    "\x1b[?7h\x1b[<u\x1b[m\x1b[?1049l\x1b[?25h"
)


class LineDriver(TerminalDriver):
    """Textual's driver with our own output, signals and canvas.

    ``on_drained`` is called in the app's loop when all output was written. The app sets
    ``takes_keys`` once a widget has the focus. Until then keys wait in the terminal, which loses
    none.
    """

    def __init__(
        self,
        app: FrameApp[object],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.canvas = Canvas(_COLOUR_SYSTEMS[app.colours], links=app.takes_links)
        self.on_drained: Callable[[], None] | None = None
        self.takes_keys = threading.Event()
        self._output: TerminalWriter | None = None
        self._gate = KeyGate(app, self.loop, self.exit_event)
        self._is_watching = self._is_leaving = False

    @property
    def is_busy(self) -> bool:
        """Whether earlier output is still being written: paint later, and all at once."""
        return self._output is not None and self._output.is_busy

    @property
    def holds_a_key(self) -> bool:
        """Whether a key waits until the previous one was handled."""
        return self._gate.holds_a_key

    @property
    def last_key_time(self) -> float:
        """When a key was read, by ``time.monotonic``."""
        return self._gate.last_key_time

    def write(self, data: str) -> None:
        """Queue a sequence for the terminal. Never blocks."""
        if self._output is not None:
            self._output.write(data)

    def start_application_mode(self) -> None:
        """Take over the terminal, at the start and after every suspension.

        Where that fails halfway, for want of memory, Textual would leave it so.
        """
        try:
            self._start()
        except BaseException:
            self.close()
            self._restore_at_once()
            os.set_blocking(self.fileno, True)
            raise

    def _start(self) -> None:
        self._output = TerminalWriter(self.output_fileno, self._drained, self._gone)
        self.canvas.invalidate()
        if threading.current_thread() is threading.main_thread():
            for number in ENDING_SIGNALS:
                self.loop.add_signal_handler(number, self.leave, number)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.attrs_before = take_over(self.fileno) or self.attrs_before
        if is_spoken():
            self.write(_SHOW_CURSOR)
        if not self._is_watching:
            self._is_watching = True
            threading.Thread(target=self._watch_line, name="line-watcher", daemon=True).start()

    def run_input_thread(self) -> None:
        """Read keys once the app takes them."""
        while not self.takes_keys.wait(0.1):
            if self.exit_event.is_set():
                return
        parser, typed = Parser(), TypedText()
        self._pass_on(parser, typed, take_typed())
        while not self.exit_event.is_set():
            if not self._read_keys(parser, typed):
                return
        self._read_keys(parser, typed)  # the terminal's last answer is not for the shell

    def _read_keys(self, parser: Parser, typed: TypedText) -> bool:
        """Pass on typed keys; returns whether the line is still open."""
        wait = _REST_OF_A_KEY if typed.may_be_escape else _EXIT_CHECK
        readable, _, _ = select.select([self.fileno], [], [], wait)
        try:
            data = os.read(self.fileno, _READ_AT_ONCE) if readable else b""
        except OSError:  # the terminal is gone; its watcher ends the program
            return False
        self._pass_on(parser, typed, data)
        return bool(data) or not readable

    def _pass_on(self, parser: Parser, typed: TypedText, data: bytes) -> None:
        if text := typed.decode(data) if data else typed.give_up_waiting():
            for message in parser.feed(text):
                self.process_message(message)
        for message in parser.tick():
            self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Pass a message on; in the key thread, wait for the messages before it."""
        if self.is_in_key_thread:
            self._gate.pass_on(message)
        else:
            super().send_message(message)

    def close(self) -> None:
        """Write the remaining output, as long as the terminal accepts it."""
        # Textual's own thread is not there to be stopped if its start failed.
        with contextlib.suppress(RuntimeError):
            super().close()
        if self._output is not None:
            self._output.close(_TIME_TO_WRITE)
            self._output = None

    def leave(self, number: int) -> None:
        """End because of a signal: in order if possible, else by force."""
        if self._is_leaving:
            return
        self._is_leaving = True
        force = threading.Timer(_TIME_TO_END, self._force_exit, [number])
        force.daemon = True
        force.start()
        self.exit_app(128 + number)

    def _force_exit(self, number: int) -> None:
        self._restore_at_once()
        os._exit(128 + number)

    def _restore_at_once(self) -> None:
        """Give the terminal back as it was found, past all that waits to be written."""
        with contextlib.suppress(OSError, termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            os.set_blocking(self.fileno, False)
            os.write(self.fileno, _RESTORE.encode())

    def _drained(self) -> None:
        self._in_loop(lambda: self.on_drained and self.on_drained())

    def _gone(self) -> None:
        self._in_loop(lambda: self.leave(signal.SIGHUP))

    def _in_loop(self, callback: Callable[[], object]) -> None:
        # The loop may close while the thread writes the last bytes.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(callback)

    def _watch_line(self) -> None:
        """Notice a line that drops without SIGHUP, as happens to a child of the session leader."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        if poll.poll():
            self._gone()
