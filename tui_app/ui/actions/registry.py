"""The table of all actions, in the order of the help panel, and the current keys."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from operator import attrgetter

from msgspec.structs import replace
from textual.binding import Binding

from tui_app.config.user_command import UserCommand
from tui_app.contract.views import SCREEN
from tui_app.system.language import _
from tui_app.ui.actions import company, full_screens, moving, program
from tui_app.ui.actions.pane_actions import FILTER, of_lists, of_panes, to_list, to_tab
from tui_app.ui.frame import HELP
from tui_app.ui.lists import LISTS
from tui_app.ui.lists.base import ListPane
from tui_app.ui.panes.action import Action, Pane
from tui_app.ui.panes.base import DataPane, PaneKind
from tui_app.ui.sections import SECTIONS
from tui_app.ui.sections.base import Section
from tui_app.ui.session import NO_KEY
from tui_app.ui.text.keys import not_keys, read_keys, shown_key, types_text


class ActionTable:
    """The actions, including those of the given lists and sections, with the user's keys."""

    def __init__(
        self,
        lists: tuple[PaneKind[ListPane], ...] = LISTS,
        sections: tuple[PaneKind[Section], ...] = SECTIONS,
        changed: Mapping[str, str] | None = None,
        lines: Mapping[str, int] | None = None,
        own: tuple[UserCommand, ...] = (),
        only: Container[str] | None = None,
    ) -> None:
        """``changed`` holds the user's keys by action, ``own`` the user's own commands.

        ``lines`` gives the line of the configuration file where each key was set, if known.
        ``only``: without the actions of other lists and tabs than the first and these, until
        ``complete``.
        """
        self._kinds = lists, sections
        self._commands = _own_commands(own) if own else {}
        self._own = {name: key for name, (_action, key) in self._commands.items()}
        self._changed = {**(changed or {}), **self._own}
        self._lines = lines or {}
        self.by_name: dict[str, Action] = {}
        self.keymap: dict[str, tuple[str, ...]] = {}
        """The keys of every action as Textual names them."""
        self._hinted: dict[tuple[Pane, str, bool], tuple[tuple[Action, str], ...]] = {}
        self.is_complete = False
        self.complete() if only is None else self._fill(only)

    def complete(self) -> None:
        """Load every list and tab, and take in their own actions."""
        if not self.is_complete:
            self.is_complete = True
            self._fill()

    def _fill(self, only: Container[str] | None = None) -> None:
        panes = tuple(
            kind.pane
            for kinds in self._kinds
            for kind in kinds
            if only is None or kind is kinds[0] or kind.tab in only
        )
        commands = (action for action, _key in self._commands.values())
        self._all = (*_all_actions(*self._kinds, panes), *commands)
        self.by_name.update((action.name, action) for action in self._all)
        self.keymap.update((a.name, _keys(a, self._changed.get(a.name))) for a in self._all)
        self._configured = dict(self.keymap)
        self._free_taken_keys()
        self.first_keys = {
            name: next(map(shown_key, keys), NO_KEY) for name, keys in self.keymap.items()
        }
        """The key of every action as shown to people; a dash if it has none."""
        self._hinted.clear()

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def key_in_field(self, name: str) -> str:
        """A key of an action that works in a text field; one that would type goes behind Esc."""
        keys = self.keymap[name]
        working = next((shown_key(key) for key in keys if not types_text(key)), None)
        escape = self.first_keys[moving.ESCAPE.name]
        return working or (f"{escape} {shown_key(keys[0])}" if keys else NO_KEY)

    def hinted(
        self, pane: Pane, tab: str, *, in_field: bool = False
    ) -> tuple[tuple[Action, str], ...]:
        """The actions in the footer of a pane, in order, each with its first key as shown.

        ``in_field``: those of a text field, where keys that type text do not count.
        """
        focus = (pane, tab, in_field)
        if focus in self._hinted:
            return self._hinted[focus]
        order = attrgetter("field" if in_field else "footer")
        found: list[tuple[Action, str]] = []
        for action in sorted(filter(order, self._all), key=order):
            keys = self.keymap[action.name]
            if in_field:
                found += [(action, shown_key(key)) for key in keys if not types_text(key)][:1]
            elif keys and action.is_of(pane, tab):
                found.append((action, self.first_keys[action.name]))
        self._hinted[focus] = tuple(found)
        return self._hinted[focus]

    def complaints(self) -> list[str]:
        """Problems with the user's keys, one text each.

        These are unknown actions, unknown keys, and keys used twice.
        """
        return [*self._unknown(), *self._shared()]

    def _free_taken_keys(self) -> None:
        """Take keys away from the user's own commands if an action of the program has them."""
        taken = {key for name, keys in self.keymap.items() if name not in self._own for key in keys}
        for name in self._own:
            free = (key for key in self.keymap[name] if key not in taken)
            self.keymap[name] = tuple(free)
            taken.update(self.keymap[name])

    def _unknown(self) -> Iterator[str]:
        unknown = _("{line}: there is no such action")
        for name in self._changed:
            if name not in self.by_name:
                yield unknown.format(line=self._line(name))
        no_key = _("{line}: {key} is not a key")
        for name, text in self._changed.items():
            for key in not_keys(text):
                yield no_key.format(line=self._line(name), key=key)

    def _shared(self) -> Iterator[str]:
        owner: dict[str, str] = {}
        for name, keys in self._configured.items():
            for key in keys:
                if (other := owner.setdefault(key, name)) == name:
                    continue
                newer, other = (name, other) if name in self._changed else (other, name)
                yield _("{line}: {key} already does “{action}”").format(
                    line=self._line(newer), key=shown_key(key), action=_(self.by_name[other].label)
                )

    def _line(self, name: str) -> str:
        option = "key" if name in self._own else name
        line = f'{option} = "{self._changed.get(name, "")}"'
        number = self._lines.get(name)
        table = "[[command]]" if name in self._own else "[keys]"
        return f"config.toml:{number}: {line}" if number else f"{table} {line}"

    def bindings(self) -> list[Binding]:
        """One binding for each key; the screen's one handler runs the action."""
        return [
            Binding(key, f"act('{name}', {types_text(key)})", show=False, id=name)
            for name, keys in self.keymap.items()
            for key in keys
        ]


def _all_actions(
    lists: tuple[PaneKind[ListPane], ...],
    sections: tuple[PaneKind[Section], ...],
    panes: tuple[type[DataPane], ...],
) -> Iterator[Action]:
    """The actions of the program and of ``panes``, and those that lead to a list or a tab."""
    opening, paged, filtered = (
        tuple(pane.tab for pane in panes if getattr(pane, able))
        for able in ("opens_rows", "paged", "filters")
    )
    yield from map(to_list, lists)
    yield from (replace(moving.OPEN, tabs=opening), moving.ESCAPE)
    yield from moving.MOVES
    yield from (moving.LEFT_PANE, moving.RIGHT_PANE, moving.FULL_WIDTH)
    yield from (to_tab(kind, number) for number, kind in enumerate(sections, start=1))
    yield from (replace(each, tabs=paged) for each in moving.PAGES)
    yield from (moving.BACK, moving.FORWARD)
    yield from map(of_lists, ListPane.actions)
    yield replace(FILTER, tabs=filtered)
    yield from _pane_actions(panes)
    if any(pane.tab == SCREEN.name for pane in panes):
        from tui_app.ui.actions import screening

        yield from (screening.FORM, screening.SAVE, screening.OPEN_SAVED)
    yield from (company.TOGGLE_WATCH, company.EDIT_NOTE, program.UNDO)
    yield from (full_screens.COMPARE, full_screens.MATCH)
    yield from (company.RELOAD, company.COPY, company.EXPORT, company.OPEN_WEBSITE)
    yield from (HELP, program.MANUAL, program.PALETTE, program.COMMAND_LINE)
    yield from (program.NEXT_THEME, program.NEXT_LANGUAGE, program.CHOOSE_SOURCE)
    yield from (program.AS_OF, program.SUSPEND, program.QUIT)


def _own_commands(own: tuple[UserCommand, ...]) -> dict[str, tuple[Action, str]]:
    """The user's own commands by their names, each with its key."""
    from tui_app.ui.actions.user_commands import action_of

    made = ((action_of(command, index), command.key) for index, command in enumerate(own))
    return {action.name: (action, key) for action, key in made}


def _pane_actions(kinds: Iterable[type[DataPane]]) -> Iterator[Action]:
    """The actions of single lists and tabs; a few lists may share one."""
    owners: dict[str, tuple[Action, list[type[DataPane]]]] = {}
    for kind in kinds:
        for action in kind.actions:
            if action not in ListPane.actions:
                owners.setdefault(action.name, (action, []))[1].append(kind)
    yield from (of_panes(found, action) for action, found in owners.values())


def _keys(action: Action, changed: str | None) -> tuple[str, ...]:
    """The user's keys; an empty text removes the default keys, an unknown key leaves them."""
    if changed is None or (not_keys(changed) and not read_keys(changed)):
        return tuple(key for key in action.keys.split(",") if key)
    return read_keys(changed)
