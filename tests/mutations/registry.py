"""Faults in the company databases."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "After a timeout a criterion with not excludes too few",
        "registry/screening/selection.py",
        "if criterion.negated and not has_all:",
        "if False:",
        ("tests/registry/test_screening.py",),
    ),
    Mutant(
        "A cursor of other criteria gives a page of this list",
        "registry/screening/ordering.py",
        "if match is None or match[1] != list_id:",
        "if match is None:",
        ("tests/registry/test_screening.py", "tests/service/test_screening.py"),
    ),
    Mutant(
        "A dead replica delays every request",
        "registry/postgres/registry.py",
        "        self.skipped_until = time.monotonic() + _SKIP_SECONDS\n",
        "        self.skipped_until = time.monotonic()\n",
        ("tests/registry/test_postgres_faults.py",),
    ),
)
