"""Faults in keys that wait for what they act on, in how a field is left, and in what follows."""

from __future__ import annotations

from tests.mutations import Mutant

_ENTER = ("tests/ui/lists/test_early_enter.py", "tests/ui/lists/test_early_enter_in_other_lists.py")
_LONG = ("tests/ui/lists/test_long_wait.py",)
_FIELD = ("tests/ui/explorer/test_leaving_the_field.py",)
_BURSTS = ("tests/ui/screening/test_bursts.py",)

MUTANTS = (
    Mutant(
        "A search that is asked again leaves the company it was at",
        "ui/lists/search.py",
        "keep_cursor=is_again",
        "keep_cursor=False",
        ("tests/ui/remote/test_faults.py",),
    ),
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
        "        if self.is_awaited:\n            if by > 0:",
        "        if False:\n            if by > 0:",
        _FIELD,
    ),
    Mutant(
        "The letter that goes up types itself into the field above the first row",
        "ui/actions/moving.py",
        " and not panes.is_letter_pressed",
        "",
        _FIELD,
    ),
    Mutant(
        "A long wait stops counting after its first second",
        "ui/remote/value.py",
        "            self.pane.set_timer(1.0, lambda: self._count_up(number))\n",
        "",
        _LONG,
    ),
    Mutant(
        "An Enter that is kept is not said",
        "ui/lists/search.py",
        "if self.will_open else",
        "if False else",
        _LONG,
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
        "Enter right behind K keeps the screen under another name",
        "ui/dialogs/saved_screenings.py",
        "        self._session.hold_keys(self._read())\n",
        "        self.run_worker(self._read())\n",
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
        "ui/sections/with_cursor.py",
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
    Mutant(
        "A paste after an early Enter goes to the text whose answer it waits for",
        "ui/explorer/held_keys.py",
        "or not isinstance(event, Key | Paste)",
        "or not isinstance(event, Key)",
        _ENTER,
    ),
    Mutant(
        "A dialog takes no keys while the screen below it waits",
        "ui/explorer/held_keys.py",
        " and stack[-1] in self._awaited.values()",
        "",
        _ENTER,
    ),
    Mutant(
        "The keys after a typed day act on the rows of the day before",
        "ui/lists/new.py",
        "            self.rows.focus()\n            self.await_rows()\n",
        "            self.rows.focus()\n",
        _ENTER,
    ),
    Mutant(
        "The keys after a line that costs a request act before its rows are there",
        "ui/actions/screening.py",
        "        pane.ask(confirm=True)\n        pane.await_rows()\n",
        "        pane.ask(confirm=True)\n",
        _ENTER,
    ),
    Mutant(
        "Down right behind Q is lost, since no rows were asked for yet",
        "ui/lists/screening.py",
        "self.is_waiting or self.is_loading or self.is_new",
        "self.is_waiting or self.is_loading",
        _BURSTS,
    ),
    Mutant(
        "Up in a field whose rows are awaited leads to them",
        "ui/lists/rows_awaited.py",
        "            if by > 0:\n",
        "            if True:\n",
        _FIELD,
    ),
    Mutant(
        "A key that waits keeps the program from ending",
        "ui/terminal/keys.py",
        "running.done() or self._stopped.is_set() or",
        "running.done() or",
        ("tests/ui/terminal/test_keys.py",),
    ),
    Mutant(
        "The first frame of a resumed session waits until every list and tab is loaded",
        "ui/app.py",
        "None if self.settings.keys or self.settings.command else self._location.views",
        "None",
        ("tests/architecture/test_imports.py",),
    ),
    Mutant(
        "A key typed at once does nothing, if it is of a list that is not shown",
        "ui/app.py",
        "            self.explorer.complete_actions()\n",
        "            pass\n",
        ("tests/architecture/test_imports.py",),
    ),
)
