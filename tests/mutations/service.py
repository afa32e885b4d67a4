"""Faults in the service."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "The allowance of December is never given again",
        "service/allowance.py",
        "following = (first + dt.timedelta(32)).replace(day=1)",
        "following = (first + dt.timedelta(32)).replace(day=1, year=first.year)",
        ("tests/service/test_allowance.py",),
    ),
    Mutant(
        "A key that was revoked comes back with a second migration",
        "service/account_store.py",
        "WHERE id = :id AND digest = :digest AND revoked_at IS NULL RETURNING 1\n",
        "WHERE id = :id AND digest = :digest AND revoked_at IS NOT NULL RETURNING 1\n",
        ("tests/service/test_scaling.py::test_keys_are_kept_and_moved_by_the_command",),
    ),
)
