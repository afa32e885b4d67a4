"""Writes the shown data into a file in the current directory."""

from __future__ import annotations

from pathlib import Path

from tui_app.export.files import ExportError, safe_stem, write_new
from tui_app.export.tables import Table, render
from tui_app.system.language import _
from tui_app.ui.panes.action import Choice
from tui_app.ui.session import ScreenSession


def text_formats() -> list[Choice]:
    """The formats for a table on the screen."""
    return [
        Choice("csv", "c", _("CSV, safe to open in a spreadsheet")),
        Choice("json", "j", "JSON"),
        Choice("md", "m", "Markdown"),
    ]


def write_table(session: ScreenSession, table: Table, how: str) -> None:
    """Write a table in one of the text formats."""
    write_file(session, safe_stem(table.title), how, render(table, how))


def write_file(session: ScreenSession, stem: str, suffix: str, text: str) -> None:
    """Write a file into the current directory, and say where it is or why there is none."""
    try:
        path = write_new(Path.cwd(), stem, suffix, text)
    except (ExportError, OSError) as error:  # the directory itself may be gone
        session.say(_("Nothing was written: {why}").format(why=error), "bad")
    else:
        session.say(_("Written: {path}").format(path=path), "good")
