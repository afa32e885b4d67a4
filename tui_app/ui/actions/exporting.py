"""The choices of ``e``: the list or the company as a file in the current directory."""

from __future__ import annotations

from typing import Final

import msgspec

from tui_app.export.cells import Cell, as_read
from tui_app.export.tables import Table
from tui_app.system.language import _, ngettext
from tui_app.ui.actions.exporting_all import ALL, choices_of_all, write_all
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.panes.files import text_formats, write_table
from tui_app.ui.remote.questions import price_label
from tui_app.ui.two_panes.screen import TwoPaneScreen

_EVIDENCE: Final = "evidence-"


def export_menu(panes: TwoPaneScreen) -> Menu:
    """The formats of a file with what is shown; the message says where it is."""
    table, entry = table_of(panes), panes.detail.entry

    def write(how: str) -> None:
        if how.startswith(_EVIDENCE) and entry is not None:
            from tui_app.ui.actions.evidence import write_evidence

            write_evidence(panes, entry, how.removeprefix(_EVIDENCE))
        elif how.startswith(ALL):
            write_all(panes, how.removeprefix(ALL))
        else:
            write_table(panes.session, table, how)

    rows = len(table.rows)
    title = ngettext("Export {what}: {count} row", "Export {what}: {count} rows", rows)
    choices = text_formats()
    choices += choices_of_all(panes)
    if entry is not None:
        from tui_app.ui.actions import evidence

        price = evidence.price(panes, entry)
        cost = price_label(price, panes.session.client)
        choices += [
            Choice(f"{_EVIDENCE}md", "b", _("Evidence bundle, Markdown"), note=cost, price=price),
            Choice(f"{_EVIDENCE}json", "d", _("Evidence bundle, JSON"), note=cost, price=price),
        ]
    return Menu(title.format(what=table.title, count=rows), choices, write)


def table_of(panes: TwoPaneScreen) -> Table:
    """The data shown, as a table: the company's tab, or the companies of the list.

    Beside an empty list it is the company.
    """
    pane, entry = panes.pane, panes.detail.entry
    if not panes.detail_has_focus and not panes.list.shown:
        pane = panes.detail.section
    if (table := pane.export_table()) is not None:
        return table
    if entry is None:
        return Table(pane.label(), (), ())
    return _profile(panes, entry)


def _profile(panes: TwoPaneScreen, entry: CompanyEntry) -> Table:
    answer = panes.detail.profile.answer
    values = as_read(msgspec.to_builtins(answer.data) if answer else entry.record)
    rows = tuple((name, _cell(value)) for name, value in values.items())
    return Table(entry.name, ("field", "value"), rows)


def _cell(value: object) -> Cell:
    if isinstance(value, list | tuple):
        return "; ".join(str(part) for part in value)
    return value if isinstance(value, str | int | float | bool) else None
