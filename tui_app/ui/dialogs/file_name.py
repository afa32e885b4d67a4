"""A dialog that asks for the name of a file, with completion."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import FieldDialog
from tui_app.ui.remote.value import start
from tui_app.ui.text.drawing import common_start
from tui_app.ui.widgets.text_field import TextField

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
