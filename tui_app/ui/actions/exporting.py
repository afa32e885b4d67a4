"""What ``e`` offers: the list or the company as a file in the folder firmeterm was started in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui_app.contract.resources import CompanySummary, CourtCase, YearlyRecord
from tui_app.export.files import ExportError, safe_stem, write_new
from tui_app.export.tables import Cell, Table, render
from tui_app.language import _, ngettext
from tui_app.ui.dialogs.choice import Choice, ChoiceScreen
from tui_app.ui.lists.entry import Entry
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen


def ask_export(explorer: ExplorerScreen) -> None:
    """Ask for the format, write what is seen, and say where the file is."""
    table = table_of(explorer)

    def write(how: str | None) -> None:
        if how is None:
            return
        try:
            path = write_new(Path.cwd(), safe_stem(table.title), how, render(table, how))
        except (ExportError, OSError) as error:  # the folder itself may be gone
            explorer.foot.say(_("Nothing was written: {why}").format(why=error), "bad")
        else:
            explorer.foot.say(_("Written: {path}").format(path=path), "good")

    rows = len(table.rows)
    title = ngettext("Export {what}: {count} row", "Export {what}: {count} rows", rows)
    choices = [
        Choice("csv", "c", _("CSV, safe to open in a spreadsheet")),
        Choice("json", "j", "JSON"),
        Choice("md", "m", "Markdown"),
    ]
    screen = ChoiceScreen(title.format(what=table.title, count=rows), choices)
    explorer.app.push_screen(screen, write)


def table_of(explorer: ExplorerScreen) -> Table:
    """What is seen, as a table: the tab of the company, or the companies of the list."""
    section, entry = explorer.detail.section, explorer.detail.entry
    if explorer.detail_has_focus and entry is not None:
        if isinstance(section, FinancialsSection) and section.question.answer:
            return _financials(entry, section)
        if isinstance(section, CourtCasesSection) and section.question.answer:
            return _court_cases(entry, section)
        if isinstance(section, ContactsSection):
            return Table(
                _("{company} contacts").format(company=entry.name),
                ("kind", "label", "value"),
                section.rows(),
            )
        return _profile(explorer, entry)
    entries = explorer.list.chosen if explorer.list.marked else explorer.list.shown
    return _companies(explorer.list.label(), entries)


def _companies(title: str, entries: tuple[Entry, ...]) -> Table:
    columns = CompanySummary.__struct_encode_fields__
    rows = tuple(
        (e.tax_id, e.company_id, e.name, e.company_type, e.status, e.locality, e.county)
        for e in entries
    )
    return Table(title, columns, rows)


def _profile(explorer: ExplorerScreen, entry: Entry) -> Table:
    import msgspec

    answer = explorer.detail.profile.answer
    values = msgspec.to_builtins(answer.data) if answer else entry.record
    rows = tuple((name, _cell(value)) for name, value in values.items())
    return Table(entry.name, ("field", "value"), rows)


def _financials(entry: Entry, section: FinancialsSection) -> Table:
    fields = YearlyRecord.__struct_fields__
    names = YearlyRecord.__struct_encode_fields__
    rows = tuple(tuple(getattr(r, f) for f in fields) for r in section.records)
    return Table(_("{company} financials").format(company=entry.name), tuple(names), rows)


def _court_cases(entry: Entry, section: CourtCasesSection) -> Table:
    fields = CourtCase.__struct_fields__
    names = CourtCase.__struct_encode_fields__
    rows = tuple(tuple(getattr(c, f) for f in fields) for c in section.shown_cases)
    return Table(_("{company} court cases").format(company=entry.name), tuple(names), rows)


def _cell(value: object) -> Cell:
    if isinstance(value, list | tuple):
        return "; ".join(str(part) for part in value)
    return value if isinstance(value, str | int | float | bool) else None
