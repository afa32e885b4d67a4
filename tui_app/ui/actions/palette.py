"""Every action with its keys, price, and why it cannot run: in the palette, and in the help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.identifiers import read_tax_id
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.system.language import LANGUAGES, N_, _
from tui_app.ui.actions.pane_actions import pane_of
from tui_app.ui.actions.program import MANUAL, sources, switch_source
from tui_app.ui.actions.registry import ActionTable
from tui_app.ui.dialogs.commands import PaletteEntry, PaletteScreen
from tui_app.ui.dialogs.help import HelpGroup, HelpRow, HelpScreen
from tui_app.ui.lists.menus import ORDERS
from tui_app.ui.panes.action import Action, Pane, actions_of
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.questions import Questions, price_label, session_text
from tui_app.ui.text.keys import shown_key, shown_keys
from tui_app.ui.two_panes.screen import TwoPaneScreen


def open_help(panes: TwoPaneScreen, keys: ActionTable) -> None:
    """Open the panel."""
    panes.open_dialog(HelpScreen(*help_of(panes, keys), shown_keys))


def help_of(panes: TwoPaneScreen, keys: ActionTable) -> tuple[str, list[str], list[HelpGroup]]:
    """Title, problems with the user's keys, and groups of actions, the focused pane's first."""
    pane, tab = pane_of(panes), panes.pane.tab
    actions = tuple(keys)
    here = [a for a in actions_of(actions, pane, tab) if a.pane is not Pane.ANYWHERE]
    everywhere = [a for a in actions if a.pane is Pane.ANYWHERE]
    elsewhere = [a for a in actions if a not in here and a not in everywhere]
    groups = (("", here), (_("Everywhere"), everywhere), (_("In other panes"), elsewhere))
    title = _("Keys: {pane}").format(pane=panes.pane.label())
    if sent := session_text(panes.session.client):
        title += f" · {sent}"
    return (
        title,
        keys.complaints(),
        [
            HelpGroup(name, [_row(panes, keys, action) for action in group])
            for name, group in groups
        ],
    )


def _row(panes: TwoPaneScreen, keys: ActionTable, action: Action) -> HelpRow:
    return HelpRow(
        keys=" ".join(shown_key(key) for key in keys.keymap[action.name]) or "–",
        help=_(action.help),
        price=price_label(action.price(panes), panes.session.client),
        reason=action.reason(panes),
    )


_RECENT: Final = 3
"""Companies at the top of the palette."""
_OWN_NAMES = {"en": "English", "ro": "Română"}


def find(panes: TwoPaneScreen, keys: ActionTable, typed: str) -> list[PaletteEntry]:
    """The entries that match the typed text, best first; all of them for an empty text."""
    words = fold(typed).split()
    listed = [
        *_recent(panes),
        *_actions(panes, keys),
        *_orders(panes),
        *_appearance(panes),
        *_sources(panes),
        *_prefixes(panes),
    ]
    if not words:
        return listed
    ranked = [(rank, c) for c in listed if (rank := c.rank(words)) is not None]
    ranked.sort(key=lambda pair: pair[0])
    return [*_jumps(panes, typed), *(entry for _rank, entry in ranked)]


def _actions(panes: TwoPaneScreen, keys: ActionTable) -> Iterator[PaletteEntry]:
    pane, tab = pane_of(panes), panes.pane.tab

    def nearness(action: Action) -> tuple[int, int]:
        """Actions of the current pane come first, those of other panes last."""
        everywhere = action.pane is Pane.ANYWHERE
        away = 1 if everywhere else 0 if action.is_of(pane, tab) else 2
        return away, action.footer or len(keys)

    for action in sorted(keys, key=nearness):
        if action.name != "palette":
            yield _entry(panes, keys, action)


def _entry(panes: TwoPaneScreen, keys: ActionTable, action: Action) -> PaletteEntry:
    """An entry for an action; where it cannot run, it first goes to where it can."""
    cost = price_label(action.price(panes), panes.session.client)
    about = _(action.help) + (f" ({cost})" if cost else "")
    reason, prerequisite = action.reason(panes), action.leads_to(panes)
    if reason and prerequisite and not keys.by_name[prerequisite].reason(panes):
        about, reason = _("{reason} ⏎ goes there").format(reason=reason), ""
        run = partial(_run_after, panes, prerequisite, action)
    else:
        # Enter was pressed with the price in sight: no further confirmation.
        run = partial(panes.act, action.name, may_spend=True)
    first = " ".join(map(shown_key, keys.keymap[action.name][:1]))
    return PaletteEntry(title=_(action.label), about=about, keys=first, reason=reason, run=run)


def _run_after(panes: TwoPaneScreen, prerequisite: str, action: Action) -> None:
    """Go to where an action can run and run it there, or say why it cannot."""
    panes.act(prerequisite)
    if not action.leads_to(panes):
        panes.app.call_later(panes.act, action.name)


def _recent(panes: TwoPaneScreen) -> Iterator[PaletteEntry]:
    """The companies looked at last, without the current one."""
    shown = panes.detail.entry
    known = {e.tax_id: e for pane in panes.lists.values() for e in pane.recent if e.name}
    if shown is not None:
        known.pop(shown.tax_id, None)
    for entry in list(known.values())[:_RECENT]:
        asked = panes.detail.questions(entry.tax_id)
        cost = _cost(panes, asked) if panes.answers.price(asked) else ""
        about = f"{entry.tax_id} ({cost})" if cost else entry.tax_id
        yield PaletteEntry(title=entry.name, about=about, run=partial(_go_to, panes, entry))


def _orders(panes: TwoPaneScreen) -> Iterator[PaletteEntry]:
    for index in panes.list.orders:
        title = _("sort: {order}").format(order=_(ORDERS[index].label))
        yield PaletteEntry(title=title, run=partial(panes.list.sort_by, index))


def _appearance(panes: TwoPaneScreen) -> Iterator[PaletteEntry]:
    session = panes.session
    for name in sorted(
        panes.app.available_themes, key=lambda n: (not n.startswith("firmeterm"), n)
    ):
        title = _("theme: {name}").format(name=name)
        yield PaletteEntry(title=title, run=partial(setattr, panes.app, "theme", name))
    for code in LANGUAGES:
        title = _("language: {name}").format(name=_OWN_NAMES[code])
        yield PaletteEntry(title=title, run=partial(session.change_language, code))


def _sources(panes: TwoPaneScreen) -> Iterator[PaletteEntry]:
    for choice in sources(panes):
        title = _("source: {name}").format(name=choice.label)
        run = partial(switch_source, panes, choice.name)
        yield PaletteEntry(title=title, about=choice.sample, run=run)


def _prefixes(panes: TwoPaneScreen) -> Iterator[PaletteEntry]:
    prefixes = [(N_("go to tax id"), N_("Type the tax id after it"))]
    prefixes += [pane.palette_prefix for pane in panes.lists.values() if pane.palette_prefix[0]]
    for what, then in prefixes:
        yield PaletteEntry(title=f"{_(what)} …", about=_(then), prefix=f"{_(what)} ")


def _jumps(panes: TwoPaneScreen, typed: str) -> Iterator[PaletteEntry]:
    """Jumps to the day or the tax id at the end of the typed text, which may contain blanks."""
    if may_be_personal_code(typed):
        return  # the end of a code would pass for a tax id
    words = typed.split()
    endings = [" ".join(words[at:]) for at in range(len(words))]
    days = [jump for ending in endings for jump in _list_jumps(panes, ending)]
    yield from days
    # 2026-11-19 is a day, though a tax id may be written with dashes too.
    if not days and (tax_id := next(filter(None, map(read_tax_id, endings)), None)):
        cost = _cost(panes, panes.detail.questions(tax_id))
        title = _("Go to tax id {tax_id}").format(tax_id=tax_id)
        entry = CompanyEntry(tax_id=tax_id, name="")
        yield PaletteEntry(title=title, about=cost, run=partial(_go_to, panes, entry))


def _list_jumps(panes: TwoPaneScreen, text: str) -> Iterator[PaletteEntry]:
    for name, pane in panes.lists.items():
        for jump in pane.jumps(text):
            yield PaletteEntry(
                title=jump.label,
                about=_cost(panes, jump.questions),
                run=partial(_jump, panes, name, jump.run),
            )


def _cost(panes: TwoPaneScreen, questions: Questions) -> str:
    return price_label(panes.answers.price(questions), panes.session.client)


def _go_to(panes: TwoPaneScreen, entry: CompanyEntry) -> None:
    panes.show_company(entry, _("from the palette"))
    panes.focus_detail()


def _jump(panes: TwoPaneScreen, name: str, run: Callable[[], object]) -> None:
    panes.choose_list(name)
    run()
    panes.focus_list()


def open_palette(panes: TwoPaneScreen, keys: ActionTable) -> None:
    """Open the palette and run the chosen entry."""

    def do(entry: PaletteEntry | None) -> None:
        if entry is not None and entry.run is not None:
            entry.run()

    panes.open_dialog(
        PaletteScreen(partial(find, panes, keys), partial(panes.act, MANUAL.name)), do
    )
