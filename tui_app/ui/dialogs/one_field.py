"""Dialogs of one field: the number of a page, a day in the past, the name of a file."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.client.errors import ClientError
from tui_app.contract.dates import read_typed_day
from tui_app.contract.operations import CHANGES
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import FieldDialog
from tui_app.ui.remote.value import start
from tui_app.ui.session import ScreenSession
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import common_start
from tui_app.ui.widgets.text_field import TextField


class PageScreen(FieldDialog[int]):
    """Returns the page; ``price`` is the cost of a page, in words."""

    def __init__(self, page: int, pages: int, price: str) -> None:
        heading = _("Page 1 to {pages}").format(pages=fmt.number(pages))
        heading = f"{heading} ({price})" if price else heading
        super().__init__(heading, _("⏎ goes there · {escape} closes"), TextField(id="page-field"))
        self._pages = pages
        self._field.value = str(page)

    def on_mount(self) -> None:
        """Typing replaces the current page number."""
        self._field.select_all()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the page, if it exists."""
        event.stop()
        typed = event.value.strip()
        page = int(typed) if typed.isdecimal() and len(typed) <= 4 else 0
        if 1 <= page <= self._pages:
            self.dismiss(page)
        else:
            text = _("There is no such page: the last one is {pages}.")
            self._message.say(text.format(pages=fmt.number(self._pages)), "warn")


_SHOWN = 12
"""The most days that are listed."""


class AsOfDialog(FieldDialog[dt.date]):
    """Returns the day, or ``None``."""

    def __init__(self, session: ScreenSession) -> None:
        field = TextField(placeholder="2022-12-31", id="as-of-day")
        super().__init__(_("As of a day"), _("⏎ shows that day · {escape} closes"), field)
        self._session = session
        self._days: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Say which days are known."""
        start(self, self._read_days(), description="read the days")

    async def _read_days(self) -> None:
        try:
            companies = await self._session.companies()
            await companies.learn_extensions()
            if not companies.answers_extension(CHANGES):
                self._message.say(_(wording.NO_HISTORY), "warn")
                return
            answer = await companies.changes(limit=1)
        except ClientError as error:
            self._message.say(str(error), "warn")
            return
        self._days = answer.data.days
        shown = [wording.day(each) for each in self._days]
        if len(shown) > _SHOWN:
            shown = [shown[0], "…", *shown[-_SHOWN:]]
        text = _("Snapshots of the register: {days}")
        self._message.say(text.format(days=", ".join(shown)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept a day that the history knows."""
        event.stop()
        day = read_typed_day(event.value, self._session.today())
        if day is None:
            self._message.say(_("Not a day: write 2022-12-31 or 31.12.2022"), "warn")
        elif self._days and day.isoformat() < self._days[0]:
            text = _("The history begins on {day}")
            self._message.say(text.format(day=wording.day(self._days[0])), "warn")
        elif self._days:
            self.dismiss(day)


_MAX_SHOWN: Final = 12


class FileNameDialog(FieldDialog[str]):
    """Returns a path as typed, or ``None``. A path without a file stays, with its error."""

    asked_width = 70
    DEFAULT_CSS = "FileNameDialog TextField { height: 1; border: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", show=False, priority=True)]

    def __init__(self, title: str) -> None:
        super().__init__(title, _("Tab completes · ⏎ opens · {escape} closes"), TextField())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the path of an existing file."""
        event.stop()
        typed = event.value.strip()
        if typed and not _is_file(typed):
            self._message.say(_("There is no file {path}").format(path=typed), "bad")
            return
        self.dismiss(typed or None)

    def action_complete(self) -> None:
        """Complete the path as far as it is certain, and show its completions."""
        start(self, self._complete(), description="complete a path")

    async def _complete(self) -> None:
        text = self._field.value
        found = await asyncio.to_thread(_paths, text)
        if text != self._field.value or not found:
            return
        self._field.value = common_start(found)
        self._field.cursor_position = len(self._field.value)
        more = " …" if len(found) > _MAX_SHOWN else ""
        names = "  ".join(path.rstrip("/").rpartition("/")[2] for path in found[:_MAX_SHOWN])
        self._message.say(names + more if len(found) > 1 else "", "dim")


def _is_file(typed: str) -> bool:
    try:
        return Path(typed).expanduser().is_file()
    except (OSError, RuntimeError):  # a name that is too long, a folder without rights, ~somebody
        return False


def _paths(text: str) -> list[str]:
    """The possible files and folders for a path, a folder with its slash."""
    folder, _slash, start_of_name = text.rpartition("/")
    before = text[: len(text) - len(start_of_name)]
    try:
        inside = Path(f"{folder}/" if _slash else ".").expanduser()
        return [
            f"{before}{entry.name}{'/' if entry.is_dir() else ''}"
            for entry in sorted(inside.iterdir())
            if entry.name.startswith(start_of_name) and not entry.name.startswith(".")
        ]
    except (OSError, RuntimeError):
        return []
