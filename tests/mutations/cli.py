"""Faults of the command line."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A watch check without a terminal spends without --yes",
        "cli/consent.py",
        "and not yes and not _is_somebody_there()",
        "and yes and not _is_somebody_there()",
        ("tests/cli/test_watch.py::test_nobody_to_ask_and_no_yes_spends_nothing",),
    ),
    Mutant(
        "A screen that ends early loses what was paid for",
        "cli/screen.py",
        "            if not self.found:\n                raise\n",
        "            raise\n",
        ("tests/cli/test_early_end.py",),
    ),
    Mutant(
        "Ctrl+C loses the page that is paid for",
        "cli/paging.py",
        "            return await page\n",
        "            raise\n",
        ("tests/cli/test_early_end.py",),
    ),
)
