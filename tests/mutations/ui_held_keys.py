"""Faults in keys that wait for what they act on, in how a field is left, and in what follows."""

from __future__ import annotations

from tests.mutations import Mutant

_ENTER = ("tests/ui/lists/test_early_enter.py",)
_FIELD = ("tests/ui/explorer/test_leaving_the_field.py",)
_BURSTS = ("tests/ui/screening/test_bursts.py",)

MUTANTS = (
    Mutant(
        "Down moves the cursor and leaves the focus in the field",
        "ui/lists/rows_awaited.py",
        "        elif self.rows.rows and (by > 0 or self.rows.cursor):\n"
        "            self.screen.set_focus(self.rows)\n",
        "        elif self.rows.rows and (by > 0 or self.rows.cursor):\n",
        _FIELD,
    ),
    Mutant(
        "Down after typing walks through the rows of the text before",
        "ui/lists/rows_awaited.py",
        "        if self.is_awaited:\n            self.screen",
        "        if False:\n            self.screen",
        _FIELD,
    ),
    Mutant(
        "The letter that goes up types itself into the field above the first row",
        "ui/actions/scrolling.py",
        " and not panes.is_letter_pressed",
        "",
        _FIELD,
    ),
    Mutant(
        "A long wait stops counting after its first second",
        "ui/remote/value.py",
        "            self.pane.set_timer(1.0, lambda: self._count_up(number))\n",
        "",
        _ENTER,
    ),
    Mutant(
        "An Enter that is kept is not said",
        "ui/lists/rows_awaited.py",
        "if self.will_open else",
        "if False else",
        _ENTER,
    ),
    Mutant(
        "A list that is mounted lets the keys go that wait for its answer",
        "ui/explorer/held_keys.py",
        "self._awaited.pop(wait, None) and not self._is_replaying:",
        "self._awaited.pop(wait, None) and not self._awaited.clear():",
        _ENTER,
    ),
    Mutant(
        "A key behind an answer goes to the field that the focus is about to leave",
        "ui/explorer/held_keys.py",
        "self._awaited.pop(wait, None) and not self._is_replaying:",
        "self._awaited.pop(wait, None) and self._typed:",
        _ENTER,
    ),
    Mutant(
        "Keys right behind O act on a dialog that has no rows yet",
        "ui/dialogs/saved_screenings.py",
        "        self.rows.focus()\n        self._begin(self._read())\n",
        "        self.rows.focus()\n        self.run_worker(self._read())\n",
        _BURSTS,
    ),
    Mutant(
        "A key right behind the name of a screen is typed into it",
        "ui/dialogs/saved_screenings.py",
        "        self._session.hold_keys(self._save(event.value))\n",
        "        self.run_worker(self._save(event.value))\n",
        _BURSTS,
    ),
    Mutant(
        "A key after a facet acts on the old facets",
        "ui/lists/faceted.py",
        "        self.narrow(event.criterion)\n        self.await_rows()\n",
        "        self.narrow(event.criterion)\n",
        _ENTER,
    ),
    Mutant(
        "Keys after an early Enter go to the field",
        "ui/explorer/held_keys.py",
        "        self._typed.append(event)\n        return True\n",
        "        return False\n",
        _ENTER,
    ),
    Mutant(
        "An early Enter is forgotten",
        "ui/lists/search.py",
        "            self.open_first()\n",
        "            self.await_rows()\n",
        _ENTER,
    ),
    Mutant(
        "Enter is called after the row or the facet that the cursor left",
        "ui/lists/base.py",
        "self.choose_row(event.key, LoadLevel.DWELL)\n        self.post_message(self.Changed())\n",
        "self.choose_row(event.key, LoadLevel.DWELL)\n",
        ("tests/ui/screening/test_facets.py", "tests/ui/screening/test_costs.py"),
    ),
    Mutant(
        "Enter is called after the part of the text that the cursor left",
        "ui/sections/cursor.py",
        "        self._show_cursor()\n        self.post_message(self.Changed())\n",
        "        self._show_cursor()\n",
        ("tests/ui/explorer/test_hints.py",),
    ),
    Mutant(
        "Where the user went is not saved before the focus moves",
        "ui/explorer/screen.py",
        "            if not self.in_field:\n                self.remember()\n",
        "",
        ("tests/ui/explorer/test_resuming.py",),
    ),
    Mutant(
        "Esc leads from a list to the search",
        "ui/explorer/screen.py",
        "(field := self.list.field_behind) is not None",
        "(field := self.lists['search'].focus_target) is not None",
        _ENTER,
    ),
    Mutant(
        "A key does not wait for the one before it",
        "ui/terminal/keys.py",
        "        if self._settling is not None and not self._settling.done():\n",
        "        if False:\n",
        ("tests/ui/terminal/test_keys.py", "tests/terminal/test_typing.py"),
    ),
    Mutant(
        "The terminal keeps keys from the first screen on only",
        "ui/terminal/typeahead.py",
        "    if stdin is None or stdin.closed or not stdin.isatty():\n",
        "    if True:\n",
        ("tests/terminal/test_typing.py",),
    ),
)
