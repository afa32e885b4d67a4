"""A dialog that asks for the name of a file, with completion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from textual.widgets import Input

from tui_app.system.language import _
from tui_app.ui.dialogs.field_dialog import CompletingDialog
from tui_app.ui.widgets.text_field import TextField

_WIDTH: Final = 70


class FileNameDialog(CompletingDialog[str]):
    """Returns a path as typed, or ``None``. A path without a file stays, with its error."""

    DEFAULT_CSS = "FileNameDialog TextField { height: 1; border: none; }"

    def __init__(self, title: str) -> None:
        super().__init__(title, _("Tab completes · ⏎ opens · Esc closes"), TextField())

    def widest(self, available: int) -> int:
        """Wide enough for most paths."""
        return min(available, _WIDTH)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the path of an existing file."""
        event.stop()
        typed = event.value.strip()
        if typed and not _is_file(typed):
            self._message.say(_("There is no file {path}").format(path=typed), "bad")
            return
        self.dismiss(typed or None)

    def completions(self, text: str) -> Sequence[str]:
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

    def shown(self, completion: str) -> str:
        """The name without its folder."""
        return completion.rstrip("/").rpartition("/")[2]


def _is_file(typed: str) -> bool:
    try:
        return Path(typed).expanduser().is_file()
    except (OSError, RuntimeError):  # a name that is too long, a folder without rights, ~somebody
        return False
