"""The line ``:``, which accepts the command line's commands, and lines that lead back here."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from tui_app.contract.identifiers import read_tax_id
from tui_app.system.language import N_, _
from tui_app.ui.actions import prices
from tui_app.ui.actions.base import Action
from tui_app.ui.actions.matching import open_list
from tui_app.ui.actions.screening import ask_line, screening_list
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.program import LineCommand, LineError, ListToMatch

if TYPE_CHECKING:
    from tui_app.ui.explorer.screen import ExplorerScreen
    from tui_app.ui.lists.base import ListPane

_TABS: Final = {"financial": "financials", "profile": "overview"}
"""Sections of a command whose tab has another name."""


class CommandLine(Action):
    """Type a command."""

    name, keys = "command_line", "colon"
    label = N_("command line")
    help = N_("Type a command without firmeterm before it, such as show 990000013")

    def run(self, explorer: ExplorerScreen) -> None:
        """Open the line; the dialog shows what is wrong with it."""
        from tui_app.ui.dialogs.command_line import CommandLineDialog

        def run(line: LineCommand | None) -> None:
            if line is not None:
                run_line(explorer, line)

        explorer.open_dialog(CommandLineDialog(explorer.program, check=check), run)


def check(line: LineCommand) -> None:
    """Raise ``LineError`` for a command that the screen cannot run."""
    if line.name not in _COMMANDS:
        text = _("Only on the command line: firmeterm {name}")
        raise LineError(text.format(name=line.name))


def run_line(explorer: ExplorerScreen, line: LineCommand) -> None:
    """Run a line: first its settings, then its command."""
    settings = dict(line.settings)
    if theme := settings.pop("theme", None):
        explorer.app.theme = str(theme)
    if language := settings.pop("lang", None):
        explorer.program.change_language(str(language))
    source = {name: str(v) for name, v in settings.items() if name in _SOURCES}
    if source:
        explorer.program.switch_source(**source)
    elif line.name:
        _COMMANDS[line.name](explorer, line)


_SOURCES: Final = ("source", "use_server", "base_url", "registry")


def _show(explorer: ExplorerScreen, line: LineCommand) -> None:
    _open_company(explorer, str(line.values["tax_id"]), str(line.values["section"]))


def _open(explorer: ExplorerScreen, line: LineCommand) -> None:
    text = " ".join(line.values["text"])
    if tax_id := read_tax_id(text):
        _open_company(explorer, tax_id, line.values.get("tab") or "")
    else:
        _search(explorer, line)


def _open_company(explorer: ExplorerScreen, tax_id: str, section: str) -> None:
    tab = _TABS.get(section, section).replace("-", "_")
    tab = tab if tab in explorer.detail.kinds else ""
    entry = CompanyEntry(tax_id=tax_id, name="")

    def show() -> None:
        explorer.show_company(entry)
        if tab:
            explorer.choose_tab(tab)
        explorer.focus_detail()

    explorer.spend(_("open"), prices.of_opening(explorer, tax_id, tab), show)


def _search(explorer: ExplorerScreen, line: LineCommand) -> None:
    explorer.choose_list(SearchList.tab)
    pane = explorer.lists[SearchList.tab]
    if isinstance(pane, SearchList):
        pane.search_for(" ".join(line.values["text"]))


def _screen(explorer: ExplorerScreen, line: LineCommand) -> None:
    pane = screening_list(explorer)
    explorer.choose_list(pane.tab)
    explorer.focus_list()
    sort = str(line.values["sort"])
    pane.sort, pane.descending = sort.removeprefix("-"), sort.startswith("-")
    ask_line(explorer, pane, " ".join(line.values["criteria"]))


def _new(explorer: ExplorerScreen, line: LineCommand) -> None:
    pane, day, page = explorer.lists[NewList.tab], line.values["date"], line.values["page"] or 1
    client = explorer.program.client
    if not isinstance(pane, NewList):
        return
    explorer.choose_list(pane.tab)
    explorer.focus_list()
    price = pane.price_of_restoring(client, day.isoformat(), page) if client else None
    explorer.spend(pane.field_label(), price, partial(pane.go_to, day, page))


def _compare(explorer: ExplorerScreen, line: LineCommand) -> None:
    from tui_app.ui.actions.comparing import open_comparison
    from tui_app.ui.compare.loading import price_of

    known = {e.tax_id: e for pane in explorer.lists_made.values() for e in pane.entries}
    tax_ids = line.values["tax_ids"]
    entries = {each: known.get(each, CompanyEntry(tax_id=each, name="")) for each in tax_ids}
    client = explorer.program.client
    price = price_of(client, entries) if client else None
    explorer.spend(_("compare"), price, lambda: open_comparison(explorer, entries))


def _match(explorer: ExplorerScreen, line: LineCommand) -> None:
    from tui_app.tables.match_list import ROLES

    columns = {role.value: line.values[role.value] for role in ROLES if line.values[role.value]}
    open_list(explorer, ListToMatch(str(line.values["file"]), columns))


def _do(name: str) -> Callable[[ExplorerScreen, LineCommand], None]:
    return lambda explorer, _line: explorer.act(name)


_COMMANDS: Final[dict[str, Callable[[ExplorerScreen, LineCommand], None]]] = {
    "": lambda _explorer, _line: None,
    "show": _show,
    "open": _open,
    "search": _search,
    "screen": _screen,
    "new": _new,
    "compare": _compare,
    "match": _match,
    "watch": _do("watch"),
    "manual": _do("manual"),
    "help": _do("help"),
    "login": _do("server"),
}


def line_of(explorer: ExplorerScreen) -> str:
    """The line that brings the view back; empty if there is none."""
    company, pane = explorer.company, explorer.list
    if company is not None and explorer.detail_has_focus:
        tab = explorer.detail.section.tab.replace("_", "-")
        return shlex.join(["open", company.tax_id, *(("--tab", tab) if tab != "overview" else ())])
    return _line_of_list(explorer, pane)


def _line_of_list(explorer: ExplorerScreen, pane: ListPane) -> str:
    text, page = pane.saved_state
    if not text:
        return ""
    if pane is explorer.lists.get("screen"):
        sort, descending = screening_list(explorer).order_shown
        order = f"{'-' if descending else ''}{sort}"
        return shlex.join(["screen", *text.split(), f"--sort={order}"])
    if isinstance(pane, NewList):
        return shlex.join(["new", text, *(("--page", str(page)) if page > 1 else ())])
    return shlex.join(["open", text]) if isinstance(pane, SearchList) else ""
