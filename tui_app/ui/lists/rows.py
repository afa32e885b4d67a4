"""How a company stands in a list."""

from __future__ import annotations

from tui_app.ui.panes.entry import Entry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.widgets.row_list import Line, Piece, Row


def row(entry: Entry, *, marked: bool) -> Row:
    """Two lines: who it is, and what else the list says."""
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    first = Line(
        (
            Piece(("▌" if marked else " ") + mark + " ", style),
            Piece(fmt.text(entry.name), "strong"),
        ),
        (Piece(entry.tax_id, "dim"),),
    )
    word = "" if fmt.status_mark(entry.status)[1] == "good" else fmt.text(entry.status)
    notes = (entry.note, entry.place, word if entry.status else "")
    about = [part for part in notes if part]
    second = Line(
        (Piece("   " + " · ".join(about), "dim"),), (Piece(entry.company_type or "", "dim"),)
    )
    return Row(entry.tax_id, (first, second))
