"""Faults in what a key does: the current company, prices, late answers, Enter, undo."""

from __future__ import annotations

from tests.mutations import Mutant

_SYNC = ("tests/ui/explorer/test_cursor_sync.py",)
_GUARD = ("tests/ui/remote/test_price_guard.py",)
_NEWEST = ("tests/ui/remote/test_newest_question.py",)
_SEAMS = ("tests/ui/test_seams.py",)
_ENTER = ("tests/ui/lists/test_early_enter.py",)
_LINE = ("tests/ui/actions/test_command_line.py",)
_RESTART = ("tests/ui/explorer/test_after_a_restart.py",)

MUTANTS = (
    Mutant(
        "A list that is mounted lets the keys go that wait for its answer",
        "ui/explorer/held_keys.py",
        "        self._awaited.discard(awaited)\n",
        "        self._awaited.clear()\n",
        _ENTER,
    ),
    Mutant(
        "A key after a facet acts on the old facets",
        "ui/lists/faceted.py",
        "        self.narrow(event.criterion)\n        self.await_rows()\n",
        "        self.narrow(event.criterion)\n",
        _ENTER,
    ),
    Mutant(
        "A line passes over an option that the screen does not heed",
        "ui/actions/command_line.py",
        "    if unknown := [written",
        "    if False and [written",
        _LINE,
    ),
    Mutant(
        "The line of a company's overview leads to the tab that is shown",
        "ui/actions/command_line.py",
        'return ["open", tax_id, "--tab", tab]',
        'return ["open", tax_id, *(("--tab", tab) if tab != "overview" else ())]',
        _LINE,
    ),
    Mutant(
        "A line with a day shows today",
        "ui/actions/command_line.py",
        "    elif line.as_of is not None and line.as_of != explorer.program.as_of:",
        "    elif False:",
        ("tests/ui/test_register_over_time.py",),
    ),
    Mutant(
        "Enter typed just before a search is held back is forgotten",
        "ui/lists/search.py",
        "        if is_held_back and self._enter_waits and not self._is_confirmed:",
        "        if False:",
        ("tests/ui/remote/test_allowance.py",),
    ),
    Mutant(
        "A letter overtakes Esc while the program is busy",
        "ui/terminal/keys.py",
        "_PATIENCE: Final = 5.0",
        "_PATIENCE: Final = 0.5",
        ("tests/ui/terminal/test_keys.py",),
    ),
    Mutant(
        "A dialog that is left twice takes the screen below with it",
        "ui/widgets/minimum_size.py",
        "        if self.app.screen_stack[-1:] != [self]:\n",
        "        if False:\n",
        ("tests/ui/dialogs/test_dialog.py",),
    ),
    Mutant(
        "A note that only memory took is lost at the end",
        "ui/dialogs/note.py",
        "            self._program.workspace_thread.unsaved[entry.tax_id] = text\n",
        "            pass\n",
        ("tests/ui/dialogs/test_note.py",),
    ),
    Mutant(
        "A note of a locked file replaces the text in it",
        "ui/workspace_thread.py",
        'base = workspace.notes.text(tax_id) if was_read else ""',
        "base = workspace.notes.text(tax_id)",
        ("tests/ui/dialogs/test_note.py",),
    ),
    Mutant(
        "A decision in the review of a list is shown and not kept",
        "ui/review/reviewed_list.py",
        "        self.kept.choose(self.matched.lines[at], company)\n",
        "        self.kept.choices[self.matched.lines[at]] = company\n",
        ("tests/ui/review/test_review.py",),
    ),
    Mutant(
        "The export of a review leaves out what the user decided",
        "ui/review/reviewed_list.py",
        "                self.match(at),\n",
        "                self.kept.answers.get(line),\n",
        ("tests/ui/review/test_review.py",),
    ),
    Mutant(
        "Behind a list with the full width another company stays the current one",
        "ui/explorer/screen.py",
        "        if has_full_width and not had_full_width:\n",
        "        if False:\n",
        _SYNC,
    ),
    Mutant(
        "An empty screening list leaves the hidden company current",
        "ui/explorer/cursor_sync.py",
        "        elif self._explorer.list.wants_full_width:\n",
        "        elif False:\n",
        _SYNC,
    ),
    Mutant(
        "The prices beside the tabs stay as they were first",
        "ui/explorer/hints.py",
        "        if (notes, profile) != self._drawn_tabs:\n",
        "        if not self._drawn_tabs:\n",
        ("tests/ui/actions/test_prices.py",),
    ),
    Mutant(
        "The verdict above the tabs stays as it was first",
        "ui/sections/detail.py",
        "        if shown != self._shown:\n",
        "        if not self._shown:\n",
        ("tests/ui/sections/test_known_signals.py",),
    ),
    Mutant(
        "A comparison sends without a confirmation",
        "ui/compare/screen.py",
        "if is_affordable(price, self._program.client):",
        "if True:",
        _GUARD,
    ),
    Mutant(
        "What is not an action passes the price guard",
        "ui/actions/runner.py",
        "if is_affordable(price, self._explorer.program.client):",
        "if True:",
        _GUARD,
    ),
    Mutant(
        "A late answer replaces a newer one",
        "ui/remote/value.py",
        "        self._number += 1\n        if self._worker is not None:\n",
        "        if self._worker is None:\n",
        _NEWEST,
    ),
    Mutant(
        "An older load of the comparison replaces a newer one",
        "ui/compare/screen.py",
        "                if number != self._newest:\n",
        "                if False:\n",
        _NEWEST,
    ),
    Mutant(
        "The second pane that reconnects closes the client of the first",
        "ui/current_client.py",
        "        if self.client is not rejected:\n            return\n",
        "        rejected = self.client or rejected\n",
        _SEAMS,
    ),
    Mutant(
        "A typed day is overwritten by the saved one",
        "ui/lists/new.py",
        "if text == self.field.value and (day := self._read(text)):",
        "if day := self._read(text):",
        _SEAMS,
    ),
    Mutant(
        "A sort that failed keeps its arrow",
        "ui/lists/screening.py",
        "        if answered is None:\n            return self.sort, self.descending\n",
        "        if answered is not None:\n            return self.sort, self.descending\n",
        _SEAMS,
    ),
    Mutant(
        "A client that is made while the user quits stays open",
        "ui/current_client.py",
        "        for task in self._unused:\n",
        "        for task in ():\n",
        _SEAMS,
    ),
    Mutant(
        "The newest of two quick moves is not saved",
        "ui/explorer/location_file.py",
        "        while self._file is not None and self._newest not in (None, self._saved):\n",
        "        if self._file is not None and self._newest not in (None, self._saved):\n",
        _SEAMS,
    ),
    Mutant(
        "A write moves the cursor of the watch list to its first row",
        "ui/lists/stored_list.py",
        "self.show_entries(entries, keep_cursor=True)",
        "self.show_entries(entries)",
        _SEAMS,
    ),
    Mutant(
        "Keys after an early Enter go to the field",
        "ui/explorer/held_keys.py",
        "        self._keys.append(key)\n        return True\n",
        "        return False\n",
        _ENTER,
    ),
    Mutant(
        "An early Enter is forgotten",
        "ui/lists/search.py",
        "self.await_answer(opens=True)",
        "self.await_answer(opens=False)",
        _ENTER,
    ),
    Mutant(
        "Esc leads from a list to the search",
        "ui/explorer/screen.py",
        "(field := self.list.field_behind) is not None",
        "(field := self.lists['search'].focus_target) is not None",
        _ENTER,
    ),
    Mutant(
        "An ordinary end leads back to the list, where letters are keys",
        "ui/explorer/location_file.py",
        "if in_order and self._newest is not None:",
        "if False:",
        _RESTART,
    ),
    Mutant(
        "A note is opened on a company that nobody went to",
        "ui/actions/watching.py",
        "    if not explorer.is_only_resumed:\n",
        "    if True:\n",
        _RESTART,
    ),
    Mutant(
        "The comparison puts a removed company back in front",
        "ui/compare/screen.py",
        "self._companies.insert(place, company)",
        "self._companies.insert(0, company)",
        _RESTART,
    ),
    Mutant(
        "x removes another company than the chosen one",
        "ui/compare/screen.py",
        "        del self._companies[self._chosen]\n",
        "        del self._companies[-1]\n",
        _RESTART,
    ),
    Mutant(
        "The overview tells a growth over missing years",
        "ui/sections/overview_lines.py",
        "headline.year is None or headline.before == headline.year - 1",
        "True",
        ("tests/ui/test_public_data.py",),
    ),
)
