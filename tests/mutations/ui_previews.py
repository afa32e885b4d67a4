"""Faults of what is opened, and of what is only passed by."""

from __future__ import annotations

from tests.mutations import Mutant

_STATES = ("tests/ui/sections/test_states_shown.py",)

MUTANTS = (
    Mutant(
        "A company that was opened is dropped like a preview",
        "ui/sections/detail.py",
        "def drop_preview(self, *, opened: bool = False)",
        "def drop_preview(self, *, opened: bool = True)",
        _STATES,
    ),
    Mutant(
        "A tab that is shown without a key opens the company",
        "ui/sections/detail.py",
        "if self.entry is not None and confirm:",
        "if self.entry is not None:",
        _STATES,
    ),
    Mutant(
        "The e-mail addresses of a company are on no tab",
        "ui/sections/contacts.py",
        " ops.EMAILS,",
        "",
        ("tests/architecture/test_complete_operations.py",),
    ),
    Mutant(
        "A key that is described leads nowhere",
        "ui/actions/registry.py",
        "company.TOGGLE_WATCH, company.EDIT_NOTE, program.UNDO",
        "company.TOGGLE_WATCH, program.UNDO",
        ("tests/ui/actions/test_every_action.py",),
    ),
    Mutant(
        "A list that was read while it was hidden is empty when it is shown",
        "ui/two_panes/screen.py",
        "            self.list.catch_up()\n",
        "            pass\n",
        ("tests/ui/lists/test_history.py",),
    ),
    Mutant(
        "A private session changes where the next one begins",
        "ui/explorer/resuming.py",
        "if in_order and self._is_kept and self._newest",
        "if in_order and self._newest",
        ("tests/ui/test_research_keys.py",),
    ),
)
