"""The line ``:``, which accepts the command line's commands, and lines that lead back here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from tui_app.contract import views
from tui_app.contract.dates import read_typed_day
from tui_app.contract.folding import fold
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.screening.completion import Completion
from tui_app.system.language import _
from tui_app.ui.actions.full_screens import compare_at_its_price, open_list
from tui_app.ui.actions.screening import ask_line, screening_list
from tui_app.ui.lists.base import ListPane
from tui_app.ui.lists.changes import ChangesList
from tui_app.ui.lists.faceted import FacetedList
from tui_app.ui.lists.kept_companies import HistoryList, WatchedList
from tui_app.ui.lists.new import NewList
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.lists.search import SearchList
from tui_app.ui.panes.action import Intent
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.sections.with_cursor import PagedSection
from tui_app.ui.session import LineCommand, LineError, ListToMatch
from tui_app.ui.two_panes.screen import TwoPaneScreen

_MAX_SUGGESTED: Final = 20
_OF_COMPANIES: Final[tuple[list[str], ...]] = ([], ["show"], ["open"], ["compare"])
"""The first words after which a company may follow."""


def type_line(panes: TwoPaneScreen) -> None:
    """Open the line; the dialog shows what is wrong with it."""
    from tui_app.ui.dialogs.commands import CommandLineDialog

    def run(line: LineCommand | None) -> None:
        if line is not None:
            run_line(panes, line)

    suggest = partial(_suggestions, panes)
    panes.open_dialog(CommandLineDialog(panes.session, check=check, suggest=suggest), run)


def _suggestions(
    panes: TwoPaneScreen, line: str, found: Iterable[tuple[str, str]]
) -> tuple[Completion, ...]:
    """How a line may go on: commands and options, lists and tabs, and companies looked at."""
    start = len(line) - len(line.rpartition(" ")[2])
    typed, words = fold(line[start:]), line[:start].split()
    if not words:
        on_screen = {*(name.split()[0] for name in _COMMANDS if name), *_SETTINGS}
        found = [pair for pair in found if pair[0] in on_screen]
        found += [
            (text, title)
            for text, title in _views(panes)
            if any(map(_starts(typed), (title, text.rpartition(" ")[2])))
        ]
    known = _seen(panes) if typed and words[:1] in _OF_COMPANIES else ()
    command = "" if words else "show "
    companies = [
        (f"{command}{each.tax_id}", each.name)
        for each in known
        if each.tax_id.startswith(typed) or any(map(_starts(typed), each.name.split()))
    ]
    every = [*found, *companies][:_MAX_SUGGESTED]
    return tuple(Completion(text, start, len(line), about) for text, about in every)


def _starts(typed: str) -> Callable[[str], bool]:
    return lambda word: fold(word).startswith(typed)


def _views(panes: TwoPaneScreen) -> Iterator[tuple[str, str]]:
    """The lines that lead to a list, and to a tab of the company shown."""
    for a_list in panes.list_kinds:
        yield f"open --list {a_list.tab}", _(a_list.view.title)
    for tab in panes.detail.kinds.values() if panes.detail.entry else ():
        yield f"open {panes.detail.tax_id} --tab {tab.tab}", _(tab.view.title)


def _seen(panes: TwoPaneScreen) -> Iterable[CompanyEntry]:
    """The companies looked at, the latest first."""
    lists = [entry for pane in panes.lists.values() for entry in pane.recent]
    return {each.tax_id: each for each in (*panes.visited.latest, *lists) if each.name}.values()


def check(line: LineCommand) -> None:
    """Raise ``LineError`` for a command or an option that the screen does not know."""
    text = _("Only on the command line: {name}")
    if line.name not in _COMMANDS:
        raise LineError(text.format(name=f"firmeterm {line.name}"))
    known = {*_SETTINGS, *_COMMANDS[line.name].options}
    if unknown := [written for name, written in line.options.items() if name not in known]:
        raise LineError(text.format(name=" ".join(unknown)))
    if "criteria" in line.values:
        _check_criteria(" ".join(line.values["criteria"]))
    elif line.values.get("pane") in (ScreeningList.tab, ChangesList.tab):
        _check_criteria(" ".join(line.values["text"]))


def _check_criteria(text: str) -> None:
    from tui_app.contract.screening.criteria import CriteriaError
    from tui_app.contract.screening.language import parse
    from tui_app.ui.screening.wording import error_text

    try:
        parse(text)
    except CriteriaError as error:
        raise LineError(error_text(error)) from None


def run_line(panes: TwoPaneScreen, line: LineCommand) -> None:
    """Run a line: first its settings, then its command."""
    settings = dict(line.settings)
    if theme := settings.pop("theme", None):
        panes.app.theme = str(theme)
    if language := settings.pop("lang", None):
        panes.session.change_language(str(language))
    source = {name: str(v) for name, v in settings.items() if name in _SOURCES}
    if source:
        panes.session.switch_source(lambda rebuilt: _run_command(rebuilt, line), **source)
    else:
        _run_command(panes, line)


def _run_command(panes: TwoPaneScreen, line: LineCommand) -> None:
    run = _COMMANDS[line.name].run
    if line.as_of is not None and line.as_of != panes.session.as_of:
        panes.session.look_back(line.as_of, lambda rebuilt: run(rebuilt, line))
    else:
        run(panes, line)


_SOURCES: Final = ("source", "use_server", "base_url", "registry")
_SETTINGS: Final = ("theme", "lang", "sample", *_SOURCES)
"""The program's options that the screen can change."""


def _show(panes: TwoPaneScreen, line: LineCommand) -> None:
    values = line.values
    _open_company(panes, str(values["tax_id"]), str(values["section"]), values["page"] or 1)


def _open(panes: TwoPaneScreen, line: LineCommand) -> None:
    values = line.values
    text = " ".join(values["text"])
    if values["pane"]:
        _open_list(panes, panes.lists[values["pane"]], text, values["page"])
    elif tax_id := read_tax_id(text):
        _open_company(panes, tax_id, values["tab"] or "", values["page"])
    else:
        _search(panes, line)


def _open_list(panes: TwoPaneScreen, pane: ListPane, text: str, page: int) -> None:
    """Show a list, with a text in its field if it has one."""
    panes.choose_list(pane.tab)
    panes.focus_list()
    if isinstance(pane, NewList):
        if day := read_typed_day(text, panes.session.today()):
            _list_day(panes, pane, day, page)
    elif isinstance(pane, FacetedList):
        if text or isinstance(pane, ChangesList):
            ask_line(panes, pane, text)
    elif isinstance(pane, SearchList) and text:
        pane.search_for(text)
    elif isinstance(pane, HistoryList):
        pane.field.value = text


def _open_company(panes: TwoPaneScreen, tax_id: str, section: str, page: int = 1) -> None:
    view = views.names_taken(views.TABS).get(section)
    tab = view.name if view else ""
    entry = CompanyEntry(tax_id=tax_id, name="")

    def show() -> None:
        panes.show_company(entry, _("from the line after :"))
        if tab:
            panes.choose_tab(tab, page)
            section = panes.detail.section
            if isinstance(section, PagedSection) and section.page != page:
                section.go_to(page)
        panes.focus_detail()

    panes.spend(Intent(_("open"), panes.detail.questions(tax_id, tab, page), show))


def _search(panes: TwoPaneScreen, line: LineCommand) -> None:
    panes.choose_list(SearchList.tab)
    pane = panes.lists[SearchList.tab]
    if isinstance(pane, SearchList):
        pane.search_for(" ".join(line.values["text"]))


def _screen(panes: TwoPaneScreen, line: LineCommand) -> None:
    pane = screening_list(panes)
    panes.choose_list(pane.tab)
    panes.focus_list()
    sort = str(line.values["sort"])
    pane.sort, pane.descending = sort.removeprefix("-"), sort.startswith("-")
    ask_line(panes, pane, " ".join(line.values["criteria"]))


def _changes(panes: TwoPaneScreen, line: LineCommand) -> None:
    from tui_app.contract.screening.criteria import Criterion, Range
    from tui_app.contract.screening.language import parse, write

    pane, since = panes.lists[ChangesList.tab], line.values["since"]
    if not isinstance(pane, ChangesList):
        return
    panes.choose_list(pane.tab)
    panes.focus_list()
    criteria = parse(" ".join(line.values["criteria"]))
    if since and (day := read_typed_day(since, panes.session.today())):
        criteria = (*criteria, Criterion("since", (Range(low=day),)))
    ask_line(panes, pane, write(criteria))


def _new(panes: TwoPaneScreen, line: LineCommand) -> None:
    pane = panes.lists[NewList.tab]
    if isinstance(pane, NewList):
        panes.choose_list(pane.tab)
        panes.focus_list()
        _list_day(panes, pane, line.values["date"], line.values["page"] or 1)


def _list_day(panes: TwoPaneScreen, pane: NewList, day: dt.date, page: int) -> None:
    questions = pane.questions_of_day(day, page)
    panes.spend(Intent(_("list the day"), questions, partial(pane.jump_to, day, page)))


def _compare(panes: TwoPaneScreen, line: LineCommand) -> None:
    known = {e.tax_id: e for pane in panes.lists_made.values() for e in pane.entries}
    tax_ids = line.values["tax_ids"]
    entries = {each: known.get(each, CompanyEntry(tax_id=each, name="")) for each in tax_ids}
    compare_at_its_price(panes, entries)


def _match(panes: TwoPaneScreen, line: LineCommand) -> None:
    from tui_app.tables.match_list import ROLES

    columns = {role.value: line.values[role.value] for role in ROLES if line.values[role.value]}
    open_list(panes, ListToMatch(str(line.values["file"]), columns, line.values["sheet"]))


def _manual(panes: TwoPaneScreen, line: LineCommand) -> None:
    from tui_app.ui.dialogs.help import ManualScreen

    topic = " ".join(line.values["topic"]).lower()
    panes.open_dialog(ManualScreen(topic or panes.pane.topic))


def _check_watched(panes: TwoPaneScreen, _line: LineCommand) -> None:
    panes.act("watch")
    panes.act("check_watched")


def _do(name: str) -> _Run:
    return lambda panes, _line: panes.act(name)


_COLUMNS_OF_LIST: Final = (
    "name", "county", "locality", "address", "registry_number", "tax_id", "sheet",
)  # fmt: skip

_Run = Callable[["TwoPaneScreen", LineCommand], None]


class _ScreenCommand(Struct, frozen=True):
    """What a command does on the screen, and the options that it heeds there."""

    run: _Run
    options: tuple[str, ...] = ()


_COMMANDS: Final = {
    "": _ScreenCommand(lambda _panes, _line: None),
    "show": _ScreenCommand(_show, ("section", "page", "as_of")),
    "open": _ScreenCommand(_open, ("tab", "pane", "page", "as_of")),
    "search": _ScreenCommand(_search, ("as_of",)),
    "screen": _ScreenCommand(_screen, ("sort", "as_of")),
    "changes": _ScreenCommand(_changes, ("since",)),
    "new": _ScreenCommand(_new, ("page",)),
    "compare": _ScreenCommand(_compare),
    "match": _ScreenCommand(_match, _COLUMNS_OF_LIST),
    "watch": _ScreenCommand(_do("watch")),
    "watch list": _ScreenCommand(_do("watch")),
    "watch check": _ScreenCommand(_check_watched),
    "manual": _ScreenCommand(_manual),
    "help": _ScreenCommand(_do("help")),
    "login": _ScreenCommand(_do("server")),
}


def line_of(panes: TwoPaneScreen) -> str:
    """The line that brings the view back; empty if there is none."""
    import shlex

    day = panes.session.as_of
    if panes.detail.entry is not None and panes.detail_has_focus:
        words = _line_of_tab(panes, panes.detail.entry.tax_id)
    else:
        words = _line_of_list(panes, panes.list)
    return shlex.join([*words, *([f"--as-of={day.isoformat()}"] if day and words else ())])


def _line_of_tab(panes: TwoPaneScreen, tax_id: str) -> list[str]:
    section = panes.detail.section
    tab, page = section.tab, _page(section.page)
    if page and tab == views.CASES.name:
        return ["show", tax_id, "--section", tab, *page]
    if panes.session.as_of is not None and tab == views.OVERVIEW.name:
        return ["show", tax_id]
    return ["open", tax_id, "--tab", tab, *page]


def _page(page: int) -> list[str]:
    return ["--page", str(page)] if page > 1 else []


def _line_of_list(panes: TwoPaneScreen, pane: ListPane) -> list[str]:
    """The command of a list, if there is one and it heeds the day; ``open --list`` otherwise."""
    text, page = pane.saved_state
    today = panes.session.as_of is None
    match pane:
        case FacetedList() if pane.line.criteria is None:
            return []
        case ScreeningList():
            sort, descending = pane.order_shown
            return ["screen", *text.split(), f"--sort={'-' if descending else ''}{sort}"]
        case ChangesList() if today:
            return ["changes", *text.split()]
        case WatchedList() if today:
            return ["watch"]
        case NewList() if text and today:
            return ["new", text, *_page(page)]
        case SearchList():
            dashes = ["--"] if text.startswith("-") else []
            command = "open" if today else "search"
            return [command, *dashes, text] if text else []
        case HistoryList() if not may_be_personal_code(pane.field.value):
            return ["open", *pane.field.value.split(), "--list", pane.tab]
        case _:
            return ["open", *text.split(), "--list", pane.tab, *_page(page)]
